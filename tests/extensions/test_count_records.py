"""Stats as monitors read them: items are records, and the figures are those of the report."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from tests.conftest import Crawl, Crawled, records_path
from tests.site import Site, unicode_characters


def stats(crawled: Crawled) -> dict[str, Any]:
    """The stats that Scrapy prints at the end, without those that are no plain values."""
    dumped = crawled.log.rpartition("Dumping Scrapy stats:\n")[2]
    pairs = re.findall(r"^[ {]'([^']+)': (\d+(?:\.\d+)?|'[^']*')[,}]", dumped, re.MULTILINE)
    return {name: ast.literal_eval(value) for name, value in pairs}


def test_items_are_records_and_stats_tell_what_the_report_tells(crawl: Crawl) -> None:
    with Site(unicode_characters(90)) as site:
        crawled = crawl(site.url)
    told = stats(crawled)
    report = json.loads(records_path(crawled.folder, site.url).with_name("report.json").read_text())
    assert told["item_scraped_count"] == len(crawled.feed) == told["deepweb/records"]
    assert told["deepweb/records"] == report["records"]
    assert told["deepweb/requests"] == report["requests"] == len(site.hits)
    assert told["deepweb/outcome"] == report["outcome"] == "complete"
    assert told["deepweb/coverage"] == round(report["coverage"], 4)
    by_way = {n: v for n, v in told.items() if re.fullmatch(r"deepweb/ways/\w+/records", n)}
    assert sum(by_way.values()) == told["deepweb/records"]
    assert told["deepweb/ways/looking/requests"] >= 1


def test_a_number_of_items_to_stop_after_counts_records(crawl: Crawl) -> None:
    with Site(unicode_characters(400)) as site:
        crawled = crawl(site.url, "-s", "CLOSESPIDER_ITEMCOUNT=50")
    told = stats(crawled)
    assert told["finish_reason"] == "closespider_itemcount"
    assert 50 <= len(crawled.feed) < 200
