"""The monitors of docs/recipes.md, run by Spidermon."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from deepweb.extensions.monitors import MISSING
from tests.conftest import Crawl, crawl_arguments
from tests.preloaded import ROOT, run_fresh_scrapy
from tests.site import Site, unicode_characters

ENABLED = (
    *("-s", "SPIDERMON_ENABLED=True"),
    *("-s", "SPIDERMON_SPIDER_CLOSE_MONITORS=crawl_monitors.CrawlSuite"),
)


def test_the_recipe_passes_on_a_good_crawl_and_fails_on_a_poor_one(tmp_path: Path) -> None:
    pytest.importorskip("spidermon")
    (code,) = re.findall(r"```python\n(from spidermon.*?)```", _recipes(), re.DOTALL)
    (tmp_path / "crawl_monitors.py").write_text(code)
    given = os.environ.get("PYTHONPATH", "")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{given}"}
    with Site(unicode_characters(90)) as site:
        good = run_fresh_scrapy(
            *crawl_arguments(tmp_path / "good", site.url, *ENABLED), env=environment
        )
        few = ("-a", "max_requests=12", *ENABLED)
        poor = run_fresh_scrapy(
            *crawl_arguments(tmp_path / "poor", site.url, *few), env=environment
        )
    assert "crawl/it found records... OK" in good.stderr
    assert "crawl/it knows most of the database... OK" in good.stderr
    assert "crawl/it found records... FAIL" in poor.stderr


@pytest.mark.skipif(find_spec("spidermon") is not None, reason="Spidermon is installed")
def test_without_spidermon_the_crawl_says_so(crawl: Crawl) -> None:
    with Site(unicode_characters(60)) as site:
        crawled = crawl(site.url, "-a", "max_requests=12", *ENABLED)
    assert MISSING in crawled.log


def _recipes() -> str:
    return (ROOT / "docs" / "recipes.md").read_text()
