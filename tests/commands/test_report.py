"""``scrapy report`` and ``scrapy export`` as a user runs them, after real crawls."""

from __future__ import annotations

import json
import subprocess
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from deepweb.items import Site as KnownSite
from deepweb.store.ledger import CrawlStore
from tests.conftest import Crawl
from tests.preloaded import run_scrapy
from tests.site import Catalogue, Site, Style, unicode_characters


def scrapy(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    places = ("-s", f"DEEPWEB_OUTPUT={folder}/output", "-s", f"DEEPWEB_STORE={store(folder)}")
    return run_scrapy(*arguments, *places)


def store(folder: Path) -> str:
    return f"sqlite:///{folder}/store.db"


def later(catalogue: Catalogue, leave_out: set[int], changed: int) -> Catalogue:
    """The same without some records, and one of them with another title."""
    kept = [entry for n, entry in enumerate(catalogue.records) if n not in leave_out]
    kept[changed] = replace(kept[changed], title=f"{kept[changed].title} REVISED")
    return replace(catalogue, records=tuple(kept))


def test_a_later_crawl_tells_what_is_new_changed_and_gone(crawl: Crawl, tmp_path: Path) -> None:
    whole = unicode_characters(60)
    first = later(whole, {57, 58, 59}, 0)
    # All is listed, so that what is not found is not there.
    style = Style(blank="all", page_size=100)
    with Site(first, style) as site:
        url, port = site.url, urlsplit(site.url).port
        assert crawl(url).code == 0
    second = replace(whole, records=first.records[3:10] + whole.records[10:])
    changed = later(second, set(), 20)
    with Site(changed, style, port=port or 0) as site:
        again = crawl(url, "-a", "again=yes")
        assert again.code == 0
        assert len(site.searches) > 3, "what was asked before is asked again"
        site.forget()
        assert crawl(url).code == 0
        assert not site.searches, "what is over stays over unless another is asked for"
    told = scrapy(tmp_path, "export", url)
    assert told.returncode == 0, told.stderr
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    by_status: dict[str, set[str]] = {}
    for line in lines:
        by_status.setdefault(line["status"], set()).add(line["title"])
    assert by_status["new"] == {entry.title for entry in whole.records[57:]}
    assert by_status["changed"] == {changed.records[20].title}
    gone = by_status.get("gone", set()) | by_status.get("unseen", set())
    assert gone == {entry.title for entry in first.records[:3]}

    made = scrapy(tmp_path, "report", url)
    assert made.returncode == 0, made.stderr
    report = json.loads(Path(made.stdout.strip()).with_name("report.json").read_text())
    assert report["changes"]["changed"] == 1
    assert report["outcome"] == "complete"

    index = scrapy(tmp_path, "report", "--all")
    assert index.returncode == 0, index.stderr
    assert (tmp_path / "output" / "index.html").exists()

    table = scrapy(tmp_path, "export", url, "--to", str(tmp_path / "records.csv"))
    assert table.returncode == 0, table.stderr
    assert len((tmp_path / "records.csv").read_text().splitlines()) == len(lines) + 1


def test_an_index_of_all_sites_though_nothing_came_of_some(tmp_path: Path) -> None:
    with closing(CrawlStore.open(store(tmp_path))) as kept:
        for name in ("none.example", "found.example"):
            kept.decisions.save_site(KnownSite(name, f"http://{name}/", "no answer"))
        kept.begin_crawl("none.example")
        kept.end_crawl("none.example", "HTTP 404", "does not answer", is_over=False)
    made = scrapy(tmp_path, "report", "--all")
    assert made.returncode == 0, made.stderr
    index = (tmp_path / "output" / "index.html").read_text()
    assert "does not answer: HTTP 404" in index
    assert "located" in index
    assert (tmp_path / "output" / "none.example" / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report",), "name the sites"),
        (("report", "--topic", "books"), "the store has no topic 'books'"),
        (("report", "nobody.example"), "the store has no site 'nobody.example'"),
        (("export", "nobody.example"), "the store has no site 'nobody.example'"),
        (("export", "a.example", "--since", "yesterday"), "'yesterday' is not a date"),
        (("export", "a.example", "--format", "parquet"), "Parquet cannot be printed"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = scrapy(tmp_path, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
