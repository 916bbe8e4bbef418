"""What a crawl does to one page, step by step, with the CPU seconds of each step."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from scrapy.http import HtmlResponse, Response
from scrapy.utils.project import get_project_settings

from deepweb.browser.search_boxes import search_boxes
from deepweb.crawl.asking.answers import result_page
from deepweb.crawl.details.own_pages import MAX_TAGS
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import first_words, html_page, readable
from deepweb.form.script import Script
from deepweb.items import AskedQuestion
from deepweb.locate.declared.opensearch import read_opensearch
from deepweb.locate.site.hints import read_sitemap
from deepweb.locate.site.needs_browser import drawn_table
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import links_away, page_links
from deepweb.page.feed import feed_as_page
from deepweb.page.page import Page
from deepweb.read.data.answer_data import read_data
from deepweb.read.details.reading import read_details
from deepweb.read.kind.empty import Background
from deepweb.read.pages import read_pages
from deepweb.read.records.listed import ListKinds
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import exploring_words, reading_knowledge
from deepweb.surface.script.exchange import Exchange
from deepweb.surface.script.observed_request import observed_search
from deepweb.surface.script.shown_records import SearchPages

SITE = "127.0.0.1"


def read_all(response: HtmlResponse, sitemap: bytes) -> dict[str, float]:
    """CPU seconds by step; a step that fails is told by the name of its error."""
    page = html_page(response)
    assert page is not None
    words, url = exploring_words(), response.url
    asked = AskedQuestion(SITE, "form", "f", "seed", {"q": "item"}, url, url, url)
    listed = replace(asked, purpose="list", kinds=ListKinds())
    steps: dict[str, Callable[[Page], object]] = {
        "parse": lambda _: html_page(response.copy()),
        "forms": lambda p: SiteForms(SITE, _judge(), words).new(p, is_home=True),
        "links": lambda p: (page_links(p, SITE, words.effects), links_away(p, SITE)),
        "words": lambda p: first_words([p], 100),
        "answer": lambda _: result_page(response, asked, Background(), _reader()),
        "read": lambda p: read_pages([p], reading_knowledge()),
        "sitemap": lambda _: read_sitemap(sitemap),
        "list": lambda _: result_page(response, listed, Background(), _reader()),
        "own page": lambda _: read_details([_own(response)] * 3),
        "browser": lambda p: _browser(p, response),
    }
    return {name: _timed(step, page) for name, step in steps.items()}


def read_data_answer(body: bytes) -> dict[str, float]:
    """CPU seconds by step for an answer that is meant for a program."""
    response = Response(f"http://{SITE}/api?q=item", body=body)
    script = Script(records=())
    asked = AskedQuestion(
        SITE,
        "form",
        "f",
        "seed",
        {"q": "item"},
        response.url,
        response.url,
        response.url,
        script=script,
    )
    empty = html_page(HtmlResponse(response.url, body=b"<html><body><p>No results"))
    assert empty is not None
    seen = SearchPages(empty, empty, "item", "zzz")
    exchange = Exchange("GET", response.url, "search", answer=body)
    steps: dict[str, Callable[[Page], object]] = {
        "data": lambda _: read_data(body),
        "answer": lambda _: result_page(response, asked, Background(), _reader()),
        "script": lambda _: observed_search([exchange], seen),
        "feed": lambda _: feed_as_page(body),
        "sitemap": lambda _: read_sitemap(body),
        "opensearch": lambda _: read_opensearch(body, response.url),
    }
    return {name: _timed(step, empty) for name, step in steps.items()}


def _own(response: HtmlResponse) -> Page:
    """A page as the own page of a record is read."""
    page = html_page(response.copy(), MAX_TAGS)
    assert page is not None
    return page


def _reader() -> SiteReader:
    return SiteReader(reading_knowledge().regions)


def _browser(page: Page, response: HtmlResponse) -> object:
    """What is looked at when the browser shows a page."""
    found = search_boxes(readable(response).text, page.url, _judge(), 0.9)
    return found, drawn_table(page), SearchPages(page, page, "item")


@cache
def _judge() -> FormJudge:
    return FormJudge.of(get_project_settings())


def _timed(step: Callable[[Page], object], page: Page) -> float:
    start = time.process_time()
    step(page)
    return round(time.process_time() - start, 2)
