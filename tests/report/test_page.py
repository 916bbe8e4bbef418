"""Reports in a real browser: they show, sort and fold, load nothing, and run nothing foreign."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from deepweb.items import Site
from deepweb.report.course import MAX_KEYWORDS
from deepweb.report.page import write_index, write_report
from deepweb.report.site_facts import MAX_SAMPLE, SiteFacts, site_facts
from deepweb.store.decisions import FormInput, LinkArgument, QueryTemplate, ScriptedPage
from deepweb.store.ledger import CrawlStore
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

    def __init__(self, browser: Browser, path: Path, width: int = 1200) -> None:
        self.page: Page = browser.new_page(viewport={"width": width, "height": 900})
        self.wrong: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(path.as_uri())

    def _note(self, url: str) -> None:
        if not url.endswith((".html", "data:,")):
            self.wrong.append(f"asked for {url}")

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
    assert "ended: finished" in told
    assert re.search(r"65\s+records", told)
    assert opened.page.locator("#curve svg path").count() > 0
    assert opened.page.locator("#timeline svg rect").count() > 1
    assert opened.page.locator(".tree .tree li").inner_text().startswith("not kept q + kind")
    assert not opened.wrong
    assert json.loads((path.parent / "report.json").read_text())["records"] == 65


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


def test_a_phone(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    opened = Opened(browser, write_report(facts_of(store), tmp_path), width=360)
    width = opened.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_a_large_crawl(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store, words=700)
    path = write_report(facts_of(store), tmp_path)
    opened = Opened(browser, path)
    assert re.search(r"3,505\s+records", opened.page.inner_text("main"))
    assert opened.page.locator("#keywords tbody tr").count() == MAX_KEYWORDS
    assert opened.page.locator("#records tbody tr").count() == MAX_SAMPLE
    assert opened.page.locator("#timeline svg").count() == 2
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
    assert "ended: the first page could not be had" in told
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


def test_an_index_leads_to_the_reports(store: CrawlStore, tmp_path: Path, browser: Browser) -> None:
    crawled(store)
    facts = facts_of(store)
    write_report(facts, tmp_path)
    opened = Opened(browser, write_index([facts, replace(facts, site="other.org:81")], tmp_path))
    assert opened.page.locator("tbody tr").count() == 2
    opened.page.click("text=example.org")
    assert "Records over requests" in opened.page.inner_text("main")
    assert not opened.wrong
