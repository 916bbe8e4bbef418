"""Every setting is declared once, commented, documented and used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy.settings import default_settings

from deepweb import settings
from tests.conftest import ROOT

SOURCE = (ROOT / "deepweb" / "settings.py").read_text()
DECLARED = re.findall(r"^([A-Z][A-Z0-9_]*) = ", SOURCE, re.MULTILINE)
OURS = [name for name in DECLARED if name.startswith("DEEPWEB_")]
CODE = [path for path in (ROOT / "deepweb").rglob("*.py") if path.name != "settings.py"]


def mentions() -> Iterator[tuple[Path, str]]:
    for path in CODE:
        for name in re.findall(r"\bDEEPWEB_[A-Z0-9_]+\b", path.read_text()):
            yield path, name


@pytest.mark.parametrize("name", DECLARED)
def test_each_has_a_comment(name: str) -> None:
    before = SOURCE[: SOURCE.index(f"\n{name} = ")].splitlines()[-1]
    assert re.match(r"# \S.*[.:)]$", before), f"no comment above {name}"


@pytest.mark.parametrize("name", OURS)
def test_each_of_ours_is_used(name: str) -> None:
    assert name in {mentioned for _, mentioned in mentions()}


def test_none_is_used_that_is_not_declared() -> None:
    assert {name for _, name in mentions()} <= set(OURS)


def test_all_others_are_scrapys() -> None:
    scrapys = set(vars(default_settings)) | {"SPIDER_MODULES"}
    assert set(DECLARED) - set(OURS) <= scrapys


@pytest.mark.parametrize("name", OURS)
def test_each_of_ours_is_documented(name: str) -> None:
    rows = (ROOT / "docs" / "settings.md").read_text().splitlines()
    (row,) = [row for row in rows if row.startswith(f"| `{name}` |")]
    assert f"`{getattr(settings, name)}`" in row, "the documented default is another"


def test_the_defaults_are_polite() -> None:
    assert settings.ROBOTSTXT_OBEY
    assert settings.AUTOTHROTTLE_ENABLED
    assert settings.DOWNLOAD_DELAY > 0
    assert settings.CONCURRENT_REQUESTS_PER_DOMAIN <= 2
    assert not settings.TELNETCONSOLE_ENABLED
    assert not settings.REMOTE_CONTROL_ENABLED
    assert "example.org" in settings.USER_AGENT, "the address is for users to fill in"
