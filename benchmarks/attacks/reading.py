"""What a crawl does to one page, step by step, with the CPU seconds of each step."""

from __future__ import annotations

import time
from collections.abc import Callable

from scrapy.http import HtmlResponse
from scrapy.utils.project import get_project_settings

from deepweb.crawl.answers import result_page
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import first_words, html_page
from deepweb.items import AskedQuestion
from deepweb.locate.site.hints import read_sitemap
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import links_away, page_links
from deepweb.page.page import Page
from deepweb.read.kind.empty import Background
from deepweb.read.pages import read_pages
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import exploring_words, reading_knowledge

SITE = "127.0.0.1"


def read_all(response: HtmlResponse, sitemap: bytes) -> dict[str, float]:
    """CPU seconds by step; a step that fails is told by the name of its error."""
    page = html_page(response)
    assert page is not None
    words, url = exploring_words(), response.url
    asked = AskedQuestion(SITE, "form", "f", "seed", {"q": "item"}, url, url, url)
    reader = SiteReader(reading_knowledge().regions)
    steps: dict[str, Callable[[Page], object]] = {
        "parse": lambda _: html_page(response.copy()),
        "forms": lambda p: SiteForms(SITE, _judge(), words).new(p, is_home=True),
        "links": lambda p: (page_links(p, SITE, words.effects), links_away(p, SITE)),
        "words": lambda p: first_words([p], 100),
        "answer": lambda _: result_page(response, asked, Background(), reader),
        "read": lambda p: read_pages([p], reading_knowledge()),
        "sitemap": lambda _: read_sitemap(sitemap),
    }
    return {name: _timed(step, page) for name, step in steps.items()}


def _judge() -> FormJudge:
    return FormJudge.of(get_project_settings())


def _timed(step: Callable[[Page], object], page: Page) -> float:
    start = time.process_time()
    step(page)
    return round(time.process_time() - start, 2)
