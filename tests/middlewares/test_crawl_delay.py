"""Requests are as far apart as robots.txt says."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.middlewares.crawl_delay import CrawlDelay
from tests.crawling import Visitor, crawl, html, project_settings


@pytest.mark.parametrize(
    ("robots", "least"),
    [
        ("User-agent: *\nCrawl-delay: 0.4\n", 0.4),
        ("User-agent: *\nCrawl-delay: 9\n\nUser-agent: deepweb\nCrawl-delay: 0.4\n", 0.4),
        ("User-agent: *\nCrawl-delay: 99999\n", 0.6),
        ("User-agent: *\nCrawl-delay: -3\nCrawl-delay: often\n", 0.0),
        ("User-agent: other\nCrawl-delay: 9\n", 0.0),
    ],
    ids=["all", "ours", "too much", "nonsense", "others"],
)
def test_requests_are_that_far_apart(tmp_path: Path, robots: str, least: float) -> None:
    came: list[float] = []

    def answers(request: Request) -> Response:
        if request.url.endswith("robots.txt"):
            return html(request, robots)
        came.append(time.monotonic())
        return html(request)

    settings = project_settings(
        tmp_path,
        ANSWERS=answers,
        AUTOTHROTTLE_ENABLED=True,
        AUTOTHROTTLE_START_DELAY=0.001,
        AUTOTHROTTLE_MAX_DELAY=0.6,
    )
    pages = [Request(f"http://example.org/{number}") for number in range(4)]
    crawler = crawl(settings, Visitor, requests=pages)
    gaps = [after - before for before, after in pairwise(came)]
    assert len(gaps) == 3
    assert min(gaps) >= least - 0.01
    assert max(gaps) < least + 8
    assert crawler.stats.get_value("deepweb/crawl_delay/seconds", 0.0) == least


def test_a_slot_that_is_made_later_keeps_it_too(tmp_path: Path) -> None:
    settings = project_settings(
        tmp_path, ANSWERS=lambda request: html(request, "User-agent: *\nCrawl-delay: 0.2\n")
    )
    crawler = crawl(settings, Visitor, requests=[Request("http://example.org/")])
    assert crawler.engine is not None
    assert crawler.engine.downloader.per_slot_settings["example.org"]["delay"] == 0.2
    assert crawler.get_downloader_middleware(CrawlDelay) is not None
