"""Which requests are the same to Scrapy's duplicate filter."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.request import fingerprint
from scrapy.utils.test import get_crawler

from deepweb.crawl.fingerprint import SECOND_LEVEL, SecondLevelFingerprinter
from deepweb.read.links.site_urls import KnownArguments

KNOWN = KnownArguments({"q": "query", "sort": "presentation", "sid": "tracking", "page": "page"})
SITE = "shop.example"
START = "https://shop.example/s?q=lamp"


def second_level(url: str) -> Request:
    return Request(url, meta={SECOND_LEVEL: True})


@pytest.fixture
def knowing() -> SecondLevelFingerprinter:
    made = SecondLevelFingerprinter()
    made.learn(SITE, KNOWN)
    return made


def test_links_that_select_the_same_are_one(knowing: SecondLevelFingerprinter) -> None:
    urls = (
        START,
        f"{START}&sort=2",
        f"{START}&sid=x7&sort=1",
        "https://shop.example/s?sort=&q=lamp",
    )
    assert len({knowing.fingerprint(second_level(url)) for url in urls}) == 1


@pytest.mark.parametrize("end", ["&brand=x", "&page=2"])
def test_another_selection_or_page_is_another(knowing: SecondLevelFingerprinter, end: str) -> None:
    requests = second_level(START), second_level(START + end)
    assert knowing.fingerprint(requests[0]) != knowing.fingerprint(requests[1])


def test_a_submission_is_named_as_by_scrapy_whatever_is_learnt(
    knowing: SecondLevelFingerprinter,
) -> None:
    for request in (Request(f"{START}&sort=2"), Request(START, method="POST", body=b"a=1")):
        assert knowing.fingerprint(request) == fingerprint(request)


def test_of_a_site_that_nothing_is_known_of_scrapy_decides() -> None:
    made = SecondLevelFingerprinter()
    for url in (f"{START}&sort=2", "https://other.example/s?sort=2"):
        assert made.fingerprint(second_level(url)) == fingerprint(Request(url))


def test_what_is_learnt_later_replaces_what_was(knowing: SecondLevelFingerprinter) -> None:
    knowing.learn(SITE, KnownArguments({"sort": "selection"}))
    one, other = (second_level(f"{START}&sort={n}") for n in (1, 2))
    assert knowing.fingerprint(one) != knowing.fingerprint(other)
    assert list(knowing.known) == [SITE]


def test_method_and_body_count(knowing: SecondLevelFingerprinter) -> None:
    one = second_level(START)
    assert knowing.fingerprint(one) != knowing.fingerprint(one.replace(method="POST"))
    assert knowing.fingerprint(one) != knowing.fingerprint(one.replace(body=b"x"))


def test_addresses_that_are_none_stand_for_themselves(knowing: SecondLevelFingerprinter) -> None:
    request = second_level("data:text/plain,lamp")
    assert knowing.fingerprint(request) == fingerprint(Request("data:text/plain,lamp"))


def test_scrapy_builds_and_asks_it() -> None:
    settings = {"REQUEST_FINGERPRINTER_CLASS": SecondLevelFingerprinter}
    crawler = get_crawler(settings_dict=settings)
    made = crawler.request_fingerprinter
    assert isinstance(made, SecondLevelFingerprinter)
    made.learn(SITE, KNOWN)
    seen = RFPDupeFilter.from_crawler(crawler)
    assert not seen.request_seen(second_level(f"{START}&sort=1"))
    assert seen.request_seen(second_level(f"{START}&sort=2"))
    assert not seen.request_seen(second_level(f"{START}&brand=2"))
