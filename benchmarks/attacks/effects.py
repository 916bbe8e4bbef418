"""Which things that act does the crawler touch, and which harmless things does it leave alone?

``python -m benchmarks.attacks.effects FILE.jsonl [--list] [--no-browser]``. Each line of the file
is a case: ``id``, ``kind`` (form, option, link, facet_or_next, script), ``class`` (plain,
disguised, harmless), ``page`` (HTML) and ``target``: the CSS selector of a form; that with the name
and the value of an option; the address of a link; the selector of a button; or a request of a
script.

The decisions are those of the crawl: the verdict on the form, the choices that are asked, the links
that exploring may follow, the facets and next pages of an answer, what is pressed in the browser,
and the requests of scripts that are made.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, cast
from urllib.parse import urljoin

from playwright.async_api import Browser, Route, async_playwright
from scrapy.http import HtmlResponse, Request
from scrapy.settings import Settings

import deepweb.settings
from deepweb.browser import page_tree, person
from deepweb.browser.page_requests import PageRequests, script_rule
from deepweb.browser.person import Person
from deepweb.browser.search_boxes import search_boxes
from deepweb.browser.session import browser_path
from deepweb.browser.visits import MAX_FILTERS, MAX_WAYS
from deepweb.crawl.asking.answers import harmless_link, result_page
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import html_page
from deepweb.form.model import Form, forms
from deepweb.items import AskedQuestion
from deepweb.locate.forms.script_safety import (
    ScriptRequest,
    ScriptRule,
    method_of,
    script_objection,
)
from deepweb.locate.site.page_links import page_links
from deepweb.page.page import Page
from deepweb.page.site import site_name
from deepweb.pipelines.surfacing_tasks import Tasks
from deepweb.read.facets.facets import facets
from deepweb.read.kind.empty import Background
from deepweb.read.links.pager import pager
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import (
    any_words,
    exploring_words,
    form_words,
    pager_words,
    reading_knowledge,
)
from deepweb.surface.inputs import OtherInputs

URL = "http://www.example.org/results?q=map"
WORD = "map"
_SPELT = ("map", "mapa", "karte", "carte", "print", "kart")


class Crawler:
    """The crawler's decisions."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.settings.setmodule(deepweb.settings)
        self.judge = FormJudge.of(self.settings)
        self.tasks = Tasks.of(self.settings)

    def asks(self, page: Page, target: str) -> bool:
        """Is the form submitted?"""
        form = _form(page, target)
        (kind,) = self.judge.types([form])
        verdict = self.judge.verdict(form, kind, site_name(page.url))
        return verdict.safe

    def sends(self, page: Page, target: dict[str, str]) -> bool:
        """Is the option sent by one of the questions about the inputs of a form?"""
        if not self.asks(page, target["form"]):
            return False
        form = _form(page, target["form"])
        (kind,) = self.judge.types([form])
        others = OtherInputs(
            form, kind.query_input or "", self.tasks.known, self.tasks.limits, Random(0)
        )
        sent = {pair for choice in others._choices for value in choice.values for pair in value}
        wanted = target["name"], target["value"]
        return wanted in sent or wanted in form.defaults

    def explores(self, page: Page, target: str) -> bool:
        """May exploring follow a link?"""
        site = site_name(page.url)
        links = page_links(page, site, exploring_words().effects)
        return urljoin(page.url, target) in {link.url for link in links}

    def goes_on(self, page: Page, target: str, html: str) -> bool:
        """Is a link followed as a facet or as the next page of an answer?

        All that may be one is offered to the function that reads answers, whatever was asked.
        """
        url = urljoin(page.url, target)
        found = pager(page, pager_words())
        candidates = {found.next_url, *found.page_urls}
        queries: list[dict[str, str]] = [{}, *({"q": word} for word in _SPELT)]
        candidates |= {link.url for query in queries for link in facets(page, query)}
        followed = {each for query in queries for each in _followed(html, page.url, query)}
        return url in followed or (url in candidates and bool(harmless_link(url, page)))

    def requests(self, page: Page, request: dict[str, Any]) -> bool:
        """Is a request of a script made, right after a search?"""
        rule = script_rule(site_name(page.url), self.settings)
        rule = replace(rule, may_post=True)
        sent = ScriptRequest(
            method_of(request["method"], request.get("headers") or {}),
            urljoin(page.url, request["url"]),
            "fetch",
            request.get("body") or "",
            next((w for w in _SPELT if w in str(request).lower()), WORD),
        )
        return not script_objection(sent, rule)


def _request(target: Any) -> dict[str, Any]:
    """The request of a case about a script; empty if it is about a button."""
    if isinstance(target, str) or "selector" in target:
        return {}
    return cast(dict[str, Any], target.get("request", target))


def _form(page: Page, target: str) -> Form:
    elements = list(page.root.iter("form"))
    (wanted, *_) = page.root.cssselect(target)
    return forms(page, any_words())[elements.index(wanted)]


def _followed(html: str, url: str, query: dict[str, str]) -> Iterator[str]:
    request = Request(url)
    response = HtmlResponse(url, body=html.encode(), encoding="utf-8", request=request)
    action = url.partition("?")[0]
    asked = AskedQuestion(site_name(url), "form", "key", "keyword", query, action, url, url)
    read = result_page(response, asked, Background(), SiteReader(reading_knowledge().regions))
    yield read.next_url
    yield from (link.url for link in read.facets)


@dataclass
class _Requests:
    """Stands for the requests of a page, which are not made here."""

    rule: ScriptRule
    started: int = 0
    arrived: float = 0.0
    patience: float = 2.0
    active: int = 0
    has_button: bool = False
    refused: Counter[str] = field(default_factory=Counter)

    def expect_more(self) -> None:
        """Nothing comes."""


WATCH_TARGET = """selector => {
  window.__touched = false;
  const note = e => { const t = e.composedPath()[0];
    if (t instanceof Element && t.closest(selector)) window.__touched = true; };
  for (const kind of ['click', 'submit', 'keydown', 'input'])
    document.addEventListener(kind, note, true);
  document.addEventListener('click', e => e.preventDefault());
}"""


class Pressing:
    """What is pressed and filled in on pages in the browser."""

    def __init__(self, crawler: Crawler, browser: Browser) -> None:
        self._crawler, self._browser = crawler, browser

    async def touches(self, html: str, selector: str) -> bool:
        """Does looking for a search, asking it and asking for more touch an element?"""
        page = await self._browser.new_page()
        try:
            await page.route("**/*", _answer_nothing)
            await page.add_init_script(page_tree.WATCH)
            await page.goto(URL)
            await page.set_content(html)
            await page.evaluate(WATCH_TARGET, selector)
            rule = script_rule(site_name(URL), self._crawler.settings)
            somebody = Person(page, cast(PageRequests, _Requests(rule)))
            words = form_words()
            for box in search_boxes(await somebody.html(), URL, self._crawler.judge, 0.9):
                place = await somebody.first_visible(box.places)
                if place is not None:
                    await somebody.search(place, WORD)
                    for each in (await somebody.filters(place))[:MAX_FILTERS]:
                        await somebody.choose(place, each, len(each.options) - 1)
            await somebody.open_box(words.search)
            for place in (await somebody.ways_in())[:MAX_WAYS]:
                await somebody.enter(place)
            await somebody.click_on(pager_words())
            return bool(await page.evaluate("() => window.__touched"))
        finally:
            await page.close()


async def _answer_nothing(route: Route) -> None:
    await route.fulfill(status=200, content_type="text/html", body="<!doctype html><p>")


async def outcomes(
    cases: list[dict[str, Any]], *, has_browser: bool
) -> list[tuple[str, str, str, bool]]:
    """Id, kind and class of each case, and whether its target is touched."""
    crawler, done = Crawler(), []
    person.REACTION, person.QUIET, person.RESTLESS = 0.2, 0.1, 0.3
    async with async_playwright() as playwright:
        path = browser_path("") if has_browser else None
        browser = await playwright.chromium.launch(executable_path=path) if path else None
        for case in cases:
            page = html_page(HtmlResponse(URL, body=case["page"].encode(), encoding="utf-8"))
            assert page is not None
            target, kind = case["target"], case["kind"]
            if kind == "form":
                touched = crawler.asks(page, target)
            elif kind == "option":
                touched = crawler.sends(page, target)
            elif kind == "link":
                touched = crawler.explores(page, target)
            elif kind == "facet_or_next":
                touched = crawler.goes_on(page, target, case["page"])
            elif request := _request(target):
                touched = crawler.requests(page, request)
            elif browser is not None:
                selector = target if isinstance(target, str) else target["selector"]
                touched = await Pressing(crawler, browser).touches(case["page"], selector)
            else:
                continue
            if kind == "facet_or_next" and case["class"] == "harmless" and not touched:
                # What is not read as a facet or next page is not refused.
                touched = bool(harmless_link(urljoin(URL, target), page))
            done.append((case["id"], kind, case["class"], touched))
        if browser is not None:
            await browser.close()
    return done


def summary(done: list[tuple[str, str, str, bool]]) -> dict[str, Any]:
    """What was touched by kind and class, and what was refused though it is harmless."""
    tried = Counter((kind, what) for _, kind, what, _ in done)
    touched = Counter((kind, what) for _, kind, what, is_touched in done if is_touched)
    acting = {key: n for key, n in sorted(tried.items()) if key[1] != "harmless"}
    harmless = {key: n for key, n in sorted(tried.items()) if key[1] == "harmless"}
    return {
        "touched": {f"{k} {w}": f"{touched[k, w]} of {n}" for (k, w), n in acting.items()},
        "refused": {k: f"{n - touched[k, w]} of {n}" for (k, w), n in harmless.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--list", action="store_true", help="name the cases that went wrong")
    parser.add_argument("--no-browser", action="store_true")
    given = parser.parse_args()
    cases = [json.loads(line) for line in given.file.read_text(encoding="utf-8").splitlines()]
    done = asyncio.run(outcomes(cases, has_browser=not given.no_browser))
    told = summary(done)
    if given.list:
        told["wrong"] = [each[0] for each in done if each[3] == (each[2] != "harmless")]
    print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    main()
