"""What a crawl learns of a site's pages: the same columns all through, kept from run to run."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.read.site_reader import SiteModel
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings
from tests.read.test_site_reader import Layout, answer, item, row, title

SITE = "example.org"
LOTS = range(80)


class Shop:
    """A site over some lots, which it finds by the words of their titles."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.layout: Layout = item

    def __call__(self, request: Request) -> Response:
        if not request.url.startswith("http://example.org/search"):
            home = answer([], word="").replace("Nothing was found", "Apple, cherry or lemon")
            return html(request, home, 404 if "robots" in request.url else 200)
        word = parse_qs(urlsplit(request.url).query).get("q", [""])[0].lower()
        self.asked.append(word)
        found = [n for n in LOTS if word in title(n).lower().replace(",", "").split()]
        return html(request, answer(found, self.layout, word))


def surfaced(folder: Path, shop: Shop, budget: int) -> Crawler:
    settings = project_settings(folder, ANSWERS=shop)
    crawler = crawl(settings, Surfacer, site="http://example.org/", max_requests=str(budget))
    assert isinstance(crawler.spider, Surfacer)
    assert not crawler.spider.failed
    return crawler


def learnt(crawler: Crawler) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value("deepweb/readings/learnt", 0))


def opened(folder: Path) -> CrawlStore:
    return CrawlStore.open(f"sqlite:///{folder}/store.db")


def the_model(folder: Path) -> SiteModel:
    store = opened(folder)
    readings = [store.reading(SITE, form.form.id) for form in store.decisions.forms(SITE)]
    store.close()
    (memory,) = (each for each in readings if each is not None)
    return SiteModel.from_json(memory["model"])


def test_all_records_have_the_same_columns(tmp_path: Path) -> None:
    shop = Shop()
    crawler = surfaced(tmp_path, shop, 60)
    store = opened(tmp_path)
    records = list(store.records(SITE))
    store.close()
    assert len(records) > 60
    assert {frozenset(record.fields) for record in records} == {frozenset(records[0].fields)}
    assert {"price", "price_amount", "origin"} <= set(records[0].fields)
    assert records[0].fields["price_amount"] == float(str(records[0].fields["price"]).strip("$"))
    assert 1 <= learnt(crawler) <= 5


def test_the_model_survives_a_restart(tmp_path: Path) -> None:
    shop = Shop()
    first = surfaced(tmp_path, shop, 20)
    model, asked = the_model(tmp_path), len(shop.asked)
    assert learnt(first) >= 1
    assert model.fields is not None
    second = surfaced(tmp_path, shop, 35)
    assert len(shop.asked) > asked, "nothing was asked, so nothing read"
    assert learnt(second) == 0
    assert the_model(tmp_path) == model


def test_it_is_learnt_again_when_the_site_has_a_new_face(tmp_path: Path) -> None:
    shop = Shop()
    surfaced(tmp_path, shop, 20)
    model, store = the_model(tmp_path), opened(tmp_path)
    before = store.record_count(SITE)
    shop.layout = row
    second = surfaced(tmp_path, shop, 40)
    records = list(store.records(SITE))
    store.close()
    assert learnt(second) >= 1
    assert the_model(tmp_path) != model
    assert len(records) > before
    known = {title(number) for number in LOTS}
    assert {record.title for record in records} <= known
