"""Searches that work by script only, crawled with a real browser.

One crawl goes to a site of every kind at once, so that one browser serves them all.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Crawl, Crawled, started
from tests.site import Site, Style, unicode_characters
from tests.site.style import ByScript

CATALOGUE = unicode_characters(40)
ALL = {entry.id for entry in CATALOGUE.records}
ONCE: tuple[ByScript, ...] = (
    "html", "json", "post", "scroll", "more", "shadow", "rows", "editor", "served", "ticked",
    "named", "listed", "posted", "virtual"
)  # fmt: skip
EVERY_TIME: tuple[ByScript, ...] = ("local", "hash", "added")
WHOLE: tuple[ByScript, ...] = ("file", "text", "program", "beside")
KINDS: tuple[ByScript, ...] = (*ONCE, *WHOLE, "order", *EVERY_TIME)


@dataclass(frozen=True)
class Together:
    """What came of the crawl to all sites."""

    crawled: Crawled
    sites: Mapping[str, Site]

    def records(self, kind: str) -> list[dict[str, Any]]:
        name = site_name(self.sites[kind])
        return [record for record in self.crawled.feed if record["site"] == name]

    def asked(self, kind: str, what: str) -> list[tuple[Any, ...]]:
        return stored(self.crawled.folder, what, site_name(self.sites[kind]))


def site_name(site: Site) -> str:
    return site.url.removeprefix("http://").rstrip("/")


def stored(folder: Path, what: str, *values: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "store.db") as store:
        return store.execute(what, values).fetchall()


def stats(crawled: Crawled) -> dict[str, int]:
    found = re.findall(r"'((?:deepweb|playwright)/[^']+)': (\d+)", crawled.log)
    return {name: int(number) for name, number in found}


def finished(folder: Path, *arguments: str) -> Crawled:
    with started(folder, *arguments, "-s", "DEEPWEB_LISTS=0") as process:
        return Crawled(process.wait(600), process.log, folder)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    folder = tmp_path_factory.mktemp("scripts")
    with ExitStack() as stack:
        styles = {str(kind): Style(script=kind, page_size=8, blank="all") for kind in KINDS}
        sites = {k: stack.enter_context(Site(CATALOGUE, style)) for k, style in styles.items()}
        urls = ",".join(site.url for site in sites.values())
        yield Together(finished(folder, urls, "-a", "max_requests=20"), sites)


def test_the_crawl_goes_well(together: Together) -> None:
    log = together.crawled.log
    assert together.crawled.code == 1  # the script of one site may not be asked
    assert "Traceback" not in log
    assert "Warning" not in log
    assert stats(together.crawled)["playwright/browser_count"] == 1
    # Two, and one that is still closing.
    assert stats(together.crawled)["playwright/page_count/max_concurrent"] <= 3


@pytest.mark.parametrize("kind", [*ONCE, *EVERY_TIME])
def test_records_come_by_their_own_addresses(together: Together, kind: str) -> None:
    records = together.records(kind)
    urls = [record["url"].replace("/#/item/", "/item/") for record in records]
    found = together.sites[kind].reached(urls)
    assert len(found) == len(records) >= 0.6 * len(ALL)
    titles = {entry.id: entry.title for entry in CATALOGUE.records}
    assert {record["title"] for record in records} == {titles[id_] for id_ in found}


@pytest.mark.parametrize("kind", [*ONCE, *WHOLE])
def test_the_browser_is_needed_once(together: Together, kind: str) -> None:
    pages = "select count(*) from requests where site = ? and reason = 'browser: page'"
    # To know what the address in the end shows it is opened, on the same visit; a page that shows
    # nothing without its posts is opened again with them.
    assert together.asked(kind, pages) == [(2 if kind in {"served", "posted"} else 1,)]
    way = "select way from scripts where site = ?"
    assert together.asked(kind, way) == [("request",)]


@pytest.mark.parametrize("kind", EVERY_TIME)
def test_without_a_request_the_browser_answers_every_question(
    together: Together, kind: str
) -> None:
    ways = together.asked(kind, "select way from scripts where site = ?")
    assert ways == [("open" if kind == "hash" else "fill",)]
    answers = together.asked(kind, "select count(*) from pages where site = ?")[0][0]
    (pages,) = together.asked(
        kind, "select count(*) from requests where site = ? and reason = 'browser: page'"
    )[0]
    # A page stays open for the next question, an address is opened for each.
    assert pages >= answers if kind == "hash" else pages < answers
    assert answers > 5


@pytest.mark.parametrize("kind", [*ONCE, "hash"])
def test_next_pages_are_followed(together: Together, kind: str) -> None:
    answers = "select count(*) from pages where site = ? and purpose = 'next' and kind = 'results'"
    assert together.asked(kind, answers)[0][0] > 0


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("file", "/data.json"),
        ("text", "/docs.js"),
        ("program", "/app.js"),
        ("beside", "/data.json"),
    ],
)
def test_a_file_that_holds_everything_is_read_once(
    together: Together, kind: str, path: str
) -> None:
    site = together.sites[kind]
    assert site.reached([record["url"] for record in together.records(kind)]) == ALL
    # By the browser, and to be read.
    assert sum(hit.path == path for hit in site.hits) == 2


def test_results_that_a_button_adds_are_all_shown(together: Together) -> None:
    found = together.asked(
        "added",
        "select count(*) from found join pages using (page) where site = ? group by page",
    )
    assert max(n for (n,) in found) > 15  # five at a time


def test_what_a_page_posts_by_itself(together: Together) -> None:
    """It must, before it shows a box; what says that it acts is not posted."""
    paths = {hit.path for hit in together.sites["posted"].hits if hit.method == "POST"}
    assert paths == {"/api/panel"}


def test_records_that_a_filter_hides_are_found(together: Together) -> None:
    """The browser ticks the box, and sees that there is more."""
    site = together.sites["ticked"]
    found = site.reached([record["url"] for record in together.records("ticked")])
    hidden = {entry.id for n, entry in enumerate(CATALOGUE.records) if n % 3 == 0}
    assert len(found & hidden) >= 0.6 * len(hidden)


def test_an_order_does_not_leave(together: Together) -> None:
    site = together.sites["order"]
    assert [hit for hit in site.hits if hit.kind == "harm" or "order" in hit.path] == []
    assert {hit.method for hit in site.hits} == {"GET"}
    ((way, reason),) = together.asked("order", "select way, reason from scripts where site = ?")
    assert way == "vain"
    assert "POST" in reason and "/order says 'order'" in reason


@pytest.mark.parametrize("kind", KINDS)
def test_what_nobody_needs_is_not_asked_for(together: Together, kind: str) -> None:
    paths = {hit.path.partition("?")[0] for hit in together.sites[kind].hits}
    assert not paths & {"/logo.png", "/icon.png", "/pixel.gif", "/track"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_request_counts(together: Together, kind: str) -> None:
    (made,) = together.asked(kind, "select count(*) from requests where site = ?")[0]
    assert made == len(together.sites[kind].hits) <= 20


def test_the_summary_tells(together: Together) -> None:
    log = together.crawled.log
    assert "needed once: " + together.sites["json"].url in log
    assert "needed for every question: " + together.sites["local"].url in log
    assert "its script asks GET /api and is answered in JSON, next pages by 'offset'" in log


def test_nothing_is_asked_or_looked_at_twice(together: Together) -> None:
    """The same command again, with the budget spent, has nothing to do."""
    site = together.sites["file"]
    before = len(site.hits)
    again = finished(together.crawled.folder, site.url, "-a", "max_requests=20")
    assert again.code == 0
    assert len(again.feed) == len(ALL)
    assert len(site.hits) == before
    assert not [name for name in stats(again) if name.startswith("playwright/")]


@pytest.mark.parametrize("style", [Style(), Style(method="post", layout="table")])
def test_a_plain_site_never_starts_a_browser(crawl: Crawl, style: Style) -> None:
    with Site(CATALOGUE, style) as site:
        crawled = crawl(site.url, "-a", "max_requests=20")
    told = stats(crawled)
    assert told["deepweb/forms/search"] == 1
    assert not [name for name in told if "browser" in name or "playwright" in name]
    assert "  browser " not in crawled.log


def test_results_without_links_that_come_while_one_types(crawl: Crawl) -> None:
    """A click on some of them shows how their addresses are made, behind a ``#``."""
    with Site(CATALOGUE, Style(script="pane", page_size=8, blank="all")) as site:
        crawled = crawl(site.url, "-a", "max_requests=60")
    urls = [url.replace("/#/item/", "/item/") for url in crawled.urls]
    assert len(site.reached(urls)) >= 0.9 * len(ALL)


@pytest.mark.parametrize("kind", ["overlay", "opened"])
def test_a_page_that_does_not_answer_as_it_stands(crawl: Crawl, kind: ByScript) -> None:
    """Sending closes its box, or it answers only when its new address is opened."""
    with Site(CATALOGUE, Style(script=kind, page_size=8, blank="all")) as site:
        crawled = crawl(site.url, "-a", "max_requests=60", "-s", "DEEPWEB_LISTS=0")
    assert len(site.reached(crawled.urls)) >= 0.9 * len(ALL)


def test_a_site_without_a_search_is_looked_at_in_the_browser(crawl: Crawl) -> None:
    """Its first page shows something, and its script draws a search."""
    with Site(CATALOGUE, Style(script="drawn", page_size=8, blank="all")) as site:
        crawled = crawl(site.url, "-a", "max_requests=60", "-s", "DEEPWEB_LISTS=0")
    assert len(site.reached(crawled.urls)) >= 0.9 * len(ALL)
    assert stats(crawled)["deepweb/browser/pages"] == 1


def test_a_form_that_does_not_listen(crawl: Crawl) -> None:
    """It can be sent, but only its script makes answers."""
    with Site(CATALOGUE, Style(script="listening")) as site:
        crawled = crawl(site.url, "-a", "max_requests=90")
    assert len(site.reached(crawled.urls)) >= 0.6 * len(ALL)
    assert "its form answers nothing" in crawled.log


def test_without_a_browser_the_crawl_goes_on(crawl: Crawl, tmp_path: Path) -> None:
    with Site(CATALOGUE, Style(script="html")) as site:
        crawled = crawl(site.url, "-s", "DEEPWEB_BROWSER_PATH=/nowhere/chromium")
        assert crawled.code == 1
        assert "browser that is missing" in crawled.log.replace("_", " ")
        assert crawled.feed == []
        assert "DEEPWEB_BROWSER_PATH '/nowhere/chromium' is not a program that can be run" in (
            crawled.log
        )
        assert stats(crawled)["deepweb/scripts/missed"] == 1
        # Once there is one, what was missed is looked at.
        crawled = crawl(site.url, "-a", "max_requests=30")
        assert len(crawled.feed) > 10


def test_never_holds_for_a_crawl_that_goes_on(crawl: Crawl) -> None:
    """An earlier run found a search that only the browser can ask."""
    with Site(CATALOGUE, Style(script="local")) as site:
        assert stats(crawl(site.url, "-a", "max_requests=8"))["deepweb/browser/pages"] > 0
        crawled = crawl(site.url, "-a", "max_requests=30", "-s", "DEEPWEB_BROWSER=never")
    assert not [name for name in stats(crawled) if name.startswith(("playwright/", "deepweb/brow"))]
    assert "DEEPWEB_BROWSER is 'never'" in crawled.log


def test_the_browser_is_killed_in_the_middle(tmp_path: Path) -> None:
    """The crawl notices, starts another one, and goes on to the end."""
    with (
        Site(CATALOGUE, Style(script="local")) as site,
        started(tmp_path, site.url, "-a", "max_requests=16", "-s", "DEEPWEB_LISTS=0") as crawling,
    ):
        while answered(tmp_path) < 4:
            time.sleep(0.05)
            assert crawling.poll() is None
        for process in browsers_of(crawling.pid):
            os.kill(process, signal.SIGKILL)
        _, log = crawling.communicate(timeout=120)
    crawled = Crawled(crawling.wait(), log, tmp_path)
    told = stats(crawled)
    assert crawled.code == 0
    assert told["playwright/browser_count"] == 2
    assert told["deepweb/browser/crashes"] >= 1
    assert stored(tmp_path, "select count(*) from pages where kind = 'error'") == [(0,)]
    assert len(site.reached(crawled.urls)) >= 0.6 * len(ALL)


def answered(folder: Path) -> int:
    try:
        return int(stored(folder, "select count(*) from pages")[0][0])
    except sqlite3.OperationalError:  # there is no table yet
        return 0


def browsers_of(parent: int) -> list[int]:
    """The browser's first process below a process."""
    children: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().partition(") ")
        except OSError:  # it has ended
            continue
        process = int(path.parent.name)
        names[process] = name.partition("(")[2]
        children.setdefault(int(rest.split()[1]), []).append(process)
    below, todo = list[int](), [parent]
    while todo:
        todo += children.get(below_ := todo.pop(), [])
        below.append(below_)
    return [process for process in below if names.get(process, "").startswith("chrom")]


def test_a_bad_choice_is_one_line(crawl: Crawl) -> None:
    crawled = crawl("http://127.0.0.1:9/", "-s", "DEEPWEB_BROWSER=sometimes")
    assert crawled.code != 0
    assert "DEEPWEB_BROWSER 'sometimes' is unknown; set least, always, never" in crawled.log
    assert "Traceback" not in crawled.log
