"""The generated sites of the benchmark: always the same, and explored by a crawl as there."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from benchmarks.exploring import Fetched, all_pages, explored, set_rules
from benchmarks.site_family import PLACES, THEMES, family, generated_site
from deepweb.commands.explore import Explorer
from deepweb.locate.site.exploration import Exploration
from tests.crawling import crawl, project_settings

pytestmark = pytest.mark.benchmarks


def test_there_are_enough_and_of_every_kind() -> None:
    sites = [*family("tune", range(7)), *family("report", range(20))]
    assert len(sites) >= 200
    assert {site.place for site in sites} == set(PLACES)
    tuned, reported = ({t.name for t in THEMES if t.half == half} for half in ("tune", "report"))
    assert tuned.isdisjoint(reported)


def test_a_seed_makes_the_same_site_again() -> None:
    one, other = (generated_site(THEMES[0], 3) for _ in range(2))
    assert one.pages.keys() == other.pages.keys()
    assert one.fetch(one.url) == other.fetch(other.url)


def test_what_there_is_is_found_by_looking_everywhere() -> None:
    for seed in range(4):
        site = generated_site(THEMES[1], seed)
        forms = sum(bool(page.form) for page in site.pages.values())
        assert all_pages(Fetched(site)).found == forms


@pytest.mark.parametrize("seed", range(3))
def test_a_crawl_looks_at_the_same_pages(tmp_path: Path, seed: int) -> None:
    sites = (generated_site(THEMES[number], seed) for number in range(len(THEMES)))
    site = next(each for each in sites if not each.has_sessions)

    def answers(request: Request) -> Response:
        answer = site.fetch(request.url)
        if answer is None:
            return HtmlResponse(request.url, status=404, body=b"Not found")
        led_to, html = answer
        return HtmlResponse(led_to, body=html.encode(), encoding="utf-8")

    settings = project_settings(tmp_path, ANSWERS=answers, ITEM_PIPELINES={})
    spider = crawl(settings, Explorer, site=site.url).spider
    assert isinstance(spider, Explorer)
    seen = spider.seen
    outcome = explored(Fetched(site), Exploration, set_rules())
    assert [page.visit.words for page, _ in seen] == [link.words for link in outcome.followed]
    assert sum(page.found for page, _ in seen) == outcome.found
