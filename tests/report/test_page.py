"""Reports in a real browser: they show, sort and fold, load nothing, and run nothing foreign."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from deepweb.items import RecordDetails, Site
from deepweb.report.charts import curve_note
from deepweb.report.course import MAX_KEYWORDS, Pace, Point
from deepweb.report.page import write_index, write_report
from deepweb.report.site_facts import MAX_SAMPLE, SiteFacts, site_facts
from deepweb.store.decisions import FormInput, LinkArgument, QueryTemplate, ScriptedPage
from deepweb.store.ledger import CrawlStore
from deepweb.surface.harvest.size import Size
from tests.report.hostile import ADDRESS, TEXTS
from tests.samples import SITE, page, record, search_form


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # A container's root may not have the sandbox.
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        found = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=found, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    store.decisions.save_site(Site(SITE, "http://example.org/", "explored: 1 search form", True))
    store.begin_crawl(SITE)
    yield store
    store.close()


def facts_of(store: CrawlStore) -> SiteFacts:
    facts = site_facts(store, SITE)
    assert facts is not None
    return facts


class Opened:
    """A report in a browser, and all that it did which it should not."""

    def __init__(
        self,
        browser: Browser,
        path: Path,
        width: int = 1200,
        scheme: Literal["light", "dark"] = "light",
    ) -> None:
        size: ViewportSize = {"width": width, "height": 900}
        self.page: Page = browser.new_page(viewport=size, color_scheme=scheme)
        self.wrong: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(path.as_uri())

    def _note(self, url: str) -> None:
        if not url.endswith((".html", "data:,")):
            self.wrong.append(f"asked for {url}")

    def cut_off(self) -> list[str]:
        """What reaches beyond the screen or its own box, with everything unfolded."""
        script = """() => {
            for (const part of document.querySelectorAll("details")) part.open = true;
            const wide = document.documentElement.clientWidth;
            const shown = Array.from(document.querySelectorAll("main *")).filter(
                (each) => each.getClientRects().length);
            return shown.filter((each) => each.getBoundingClientRect().right > wide + 1
                || (!(each instanceof SVGElement) && each.clientWidth
                    && each.scrollWidth > each.clientWidth + 1)
            ).map((each) => each.tagName + ": " + each.textContent.slice(0, 60));
        }"""
        found: list[str] = self.page.evaluate(script)
        return found

    def column(self, section: str, number: int) -> list[str]:
        cells = self.page.locator(f"#{section} tbody tr td:nth-child({number})")
        return [text.strip() for text in cells.all_text_contents()]


def crawled(store: CrawlStore, words: int = 12) -> None:
    store.decisions.save_form(
        search_form(0, searchable=True, safe=True, reason="looks like search")
    )
    store.decisions.save_template(QueryTemplate(SITE, "f", ("q",), True, 40, 0.756, "enough"))
    store.decisions.save_template(QueryTemplate(SITE, "f", ("q", "kind"), False, 9, 0.1, "alike"))
    store.decisions.save_input(FormInput(SITE, "f", "q", "keyword", "asked"))
    for number in range(words):
        there = [
            replace(record(n), fields={"price": str(n)}, attributes={"kind": ["b" * (n % 3 + 1)]})
            for n in range(number * 5, number * 5 + 10)
        ]
        asked = replace(page(f"w{number}", *there), purpose="keyword", query={"q": f"w{number}"})
        store.save_page(asked)
        store.log_request(SITE, "GET", asked.url, 200, "")


def test_a_small_crawl(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    store.end_crawl(SITE, "finished")
    path = write_report(facts_of(store), tmp_path)
    opened = Opened(browser, path)
    told = opened.page.inner_text("main")
    assert "ended finished" in told
    assert re.search(r"65\s+records", told)
    assert opened.page.locator("#curve svg path").count() > 0
    assert opened.page.locator("#timeline svg rect").count() > 1
    assert opened.page.locator(".tree .tree li").inner_text().startswith("not kept q + kind")
    assert not opened.wrong
    assert json.loads((path.parent / "report.json").read_text())["records"] == 65


def test_records_stand_beside_their_own_pages(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    crawled(store)
    told = (
        RecordDetails("id1", f"http://{SITE}/1", {"city": ["Bonn", "Köln"], "maker": TEXTS[0]}),
        RecordDetails("id0", f"http://{SITE}/0", reason="HTTP 404"),
    )
    store.save_page(replace(page("own"), purpose="details", kind="detail", details=told))
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    assert opened.column("own-pages", 1) == ["title 1", "title 0"]
    assert opened.column("own-pages", 2) == ["price 1", "price 0"]
    read, unread = opened.column("own-pages", 3)
    assert read == f"city Bonn, Kölnmaker {TEXTS[0]}"
    assert unread == "HTTP 404"
    assert not opened.wrong


def test_tables_are_sorted_by_a_click(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    opened.page.click("#keywords summary")
    new = opened.page.locator("#keywords th", has_text="new")
    new.click()
    assert [int(n) for n in opened.column("keywords", 5)] == [10, *[5] * 11]
    new.click()
    assert [int(n) for n in opened.column("keywords", 5)] == [*[5] * 11, 10]
    opened.page.locator("#keywords th", has_text="asked").press("Enter")
    asked = opened.column("keywords", 1)
    assert asked == sorted(asked, reverse=True)
    assert not opened.wrong


def test_what_the_browser_was_needed_for(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    crawled(store)
    store.decisions.save_scripted_page(
        ScriptedPage(SITE, "http://example.org/", "q", "request", "a script")
    )
    store.decisions.save_link_argument(
        LinkArgument(SITE, "f", "sort", 0.9, "presentation", "its name")
    )
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    assert opened.column("browser", 2) == ["request"]
    opened.page.click("#arguments summary")
    assert opened.column("arguments", 3) == ["presentation"]
    assert not opened.wrong


def test_parts_fold(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    table = opened.page.locator("#keywords table")
    assert not table.is_visible()
    opened.page.click("#keywords summary")
    assert table.is_visible()
    opened.page.click("#facets summary")
    assert "bbb 21" in " ".join(opened.page.inner_text("#facets").split())


@pytest.mark.parametrize("width", [390, 1200])
def test_nothing_is_cut_off(
    store: CrawlStore, tmp_path: Path, browser: Browser, width: int
) -> None:
    crawled(store)
    long = replace(record(800), title="x" * 300, fields={"y" * 80: "z" * 300})
    store.save_page(page("long", long, url=f"http://example.org/?{'q' * 500}"))
    facts = facts_of(store)
    opened = Opened(browser, write_report(facts, tmp_path), width=width)
    assert opened.cut_off() == []
    opened = Opened(browser, write_index([facts], tmp_path), width=width)
    assert opened.cut_off() == []


@pytest.mark.parametrize("width", [390, 1200])
def test_the_labels_of_charts_can_be_read(
    store: CrawlStore, tmp_path: Path, browser: Browser, width: int
) -> None:
    crawled(store, words=100)
    opened = Opened(browser, write_report(facts_of(store), tmp_path), width=width)
    assert opened.page.locator("#curve svg:visible").count() == 1
    heights = opened.page.evaluate(
        """() => Array.from(document.querySelectorAll("svg .axis text"))
        .filter((each) => each.getClientRects().length && each.textContent)
        .map((each) => Math.min(each.getBoundingClientRect().height,
                                each.getBoundingClientRect().width * 9))"""
    )
    assert len(heights) > 5
    assert min(heights) >= 9


def test_dark_mode(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    path = write_report(facts_of(store), tmp_path)
    colours = []
    for scheme in ("light", "dark"):
        opened = Opened(browser, path, scheme=scheme)
        script = """() => [getComputedStyle(document.body).backgroundColor,
            getComputedStyle(document.querySelector("#curve svg .axis text")).fill]"""
        colours += opened.page.evaluate(script)
    assert len(set(colours)) == 4, "paper and ink, light and dark"


def test_duration_pace_ways_and_files(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    facts = replace(facts_of(store), pace=Pace(7_265, 12.4))
    folder = tmp_path / SITE
    folder.mkdir()
    (folder / "records.jsonl").touch()
    opened = Opened(browser, write_report(facts, tmp_path))
    told = opened.page.inner_text(".figures")
    assert re.search(r"2 h 1 min\s+duration", told)
    assert re.search(r"12\s+requests a minute", told)
    assert opened.column("ways", 1) == ["words of records found"]
    assert opened.column("ways", 4) == ["65"]
    links = opened.page.locator("p.files a").all_text_contents()
    assert links == ["records.jsonl", "report.json"]


def test_forms_have_names_and_no_hash_is_a_heading(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    crawled(store)
    item = search_form(0, searchable=True, safe=True)
    store.decisions.save_template(QueryTemplate(SITE, item.form.id, ("sort",), True, 1, 0.5, "ok"))
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    assert item.form.id not in opened.page.inner_text("main")
    headings = opened.page.locator("#templates h3").all_text_contents()
    assert any(text.startswith("Find: ") for text in headings)
    assert "Sort (sort)" in opened.page.inner_text("#templates")


def test_a_record_shows_each_field_once(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    fields = [{"title": f"t{n}", "name": f"t{n}", "a": str(n), "b": str(n)} for n in range(3)]
    there = [replace(record(n), title=f"t{n}", fields=dict(each)) for n, each in enumerate(fields)]
    store.save_page(page("w", *there))
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    assert opened.page.locator("#records th").all_text_contents() == ["title", "a"]


def test_the_chart_says_what_it_does_not_draw() -> None:
    sizes = [Size(10, 900, 9_000, ""), Size(100, 110, 120, "")]
    points = [Point(n, 50 * n, size) for n, size in enumerate(sizes, 1)]
    assert "up to request 1," in curve_note(points)
    assert "9,000" in curve_note(points)
    assert curve_note(points[1:]) == ""


def test_a_large_crawl(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store, words=700)
    path = write_report(facts_of(store), tmp_path)
    opened = Opened(browser, path)
    assert re.search(r"3,505\s+records", opened.page.inner_text("main"))
    assert opened.page.locator("#keywords tbody tr").count() == MAX_KEYWORDS
    assert opened.page.locator("#records tbody tr").count() == MAX_SAMPLE
    assert opened.page.locator("#timeline svg:visible").count() == 2
    assert path.stat().st_size < 500_000
    assert not opened.wrong


def test_a_crawl_that_found_nothing(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    told = opened.page.inner_text("main")
    assert "No form was found." in told
    assert "Nothing was asked." in told
    assert not opened.wrong


def test_a_crawl_that_failed(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    store.log_request(SITE, "GET", "http://example.org/", 0, "could not be reached")
    store.end_crawl(SITE, "the first page could not be had")
    opened = Opened(browser, write_report(facts_of(store), tmp_path))
    told = opened.page.inner_text("main")
    assert "ended the first page could not be had" in told
    assert "could not be reached" in opened.page.inner_text("#dropped")
    assert not opened.wrong


def test_text_of_a_hostile_site_is_text(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    crawled(store)
    hostile = [
        replace(
            record(900 + n),
            title=text,
            url=ADDRESS if n else f"http://example.org/?{text}",
            fields={text: text},
            attributes={text: [text]},
        )
        for n, text in enumerate(TEXTS)
    ]
    asked = replace(page("evil", *hostile), query={"q": TEXTS[0]}, reason=TEXTS[1])
    store.save_page(asked)
    store.save_page(replace(page("evil2", kind="empty"), reason="".join(TEXTS)))
    store.decisions.save_form(search_form(3, reason="".join(TEXTS)))
    store.end_crawl(SITE, "".join(TEXTS))
    shown = [{"title": r.title, "url": r.url, "fields": r.fields} for r in hostile]
    opened = Opened(browser, write_report(replace(facts_of(store), sample=shown), tmp_path))
    assert opened.page.title() == "example.org \N{EN DASH} deepweb"
    assert opened.page.locator("img, h1 >> text=out").count() == 0
    told = opened.page.inner_text("main")
    for text in TEXTS:
        assert text in told
    assert opened.page.locator("a[href^=javascript]").count() == 0
    assert not opened.wrong


def test_an_index_of_sites_in_every_state(
    store: CrawlStore, tmp_path: Path, browser: Browser
) -> None:
    crawled(store)
    facts = facts_of(store)
    write_report(facts, tmp_path)
    others = [
        replace(facts, site="none.org", outcome="does not answer", records=0, size=None, curve=()),
        replace(facts, site="found.org", outcome="located", records=0, requests=0, size=None),
        replace(facts, site="now.org", outcome="running"),
        replace(facts, site="done.org:81", outcome="complete"),
    ]
    opened = Opened(browser, write_index([facts, *others], tmp_path, {"book": "located-book.html"}))
    assert opened.column("sites", 2) == ["running", "finished", "failed", "interrupted", "located"]
    told = " ".join(opened.page.inner_text(".figures").split())
    assert "1 failed" in told and f"{3 * facts.records} records" in told
    assert opened.page.locator("a[href='located-book.html']").count() == 1
    opened.page.locator("#sites th", has_text="records").click()
    assert opened.column("sites", 3)[-1] == "0"
    labels = opened.page.locator("#sites tfoot td").evaluate_all(
        "all => all.map(td => td.dataset.label)"
    )
    assert labels[1] == "records" and labels[-1] == "how it ended"
    opened.page.click("text=example.org")
    assert "Records over requests" in opened.page.inner_text("main")
    assert not opened.wrong
