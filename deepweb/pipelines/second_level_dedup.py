"""``ResultPage`` → judged: does the page show anything new [He13 §6.3]?

Only this pipeline decides what is a duplicate:

- two **links** of result pages are the same if they differ in presentation and tracking arguments
  only; this is checked before a link is followed (``crawl/asking/submissions.py``,
  ``crawl/asking/fingerprint.py``);
- a **page** is a duplicate if it has the signature of an earlier page and no new record;
- two **records** are the same if they differ in nothing that identifies records of their site
  (``read/records/identity.py``); what identifies them is learnt from the answers.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha1
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector
from scrapy.utils.request import fingerprint

from deepweb.crawl.asking.fingerprint import KnownLinks, LinkDedup
from deepweb.crawl.store import store_of
from deepweb.items import ResultPage
from deepweb.page.site import site_name
from deepweb.read.records.identity import IdentityRules
from deepweb.read.records.identity_learning import (
    SeenRecord,
    is_settled,
    is_time_to_learn,
    learnt_identity,
)
from deepweb.store.ledger import CrawlStore

logger = logging.getLogger(__name__)


class SecondLevelDedup(LinkDedup):
    """Marks duplicate pages, and recognises duplicate links."""

    def __init__(self, store: CrawlStore, stats: StatsCollector) -> None:
        self._store = store
        self._stats = stats
        self._known: dict[str, KnownLinks] = {}
        # Not stored: a resumed crawl replays the same links in the same order from the ledger, and
        # so makes the same decisions.
        self._seen: set[bytes] = set()
        self._followed: set[str] = set()
        self._rules: dict[str, IdentityRules] = {}
        self._answers: Counter[str] = Counter()
        """By site, the answers that showed records."""
        self._doubted: Counter[str] = Counter()
        """By site, the answers after which records with fewer arguments make it learn again."""
        self._settled: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(store_of(crawler), crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, ResultPage) or item.kind != "results":
            return item
        item = self._identified(item) if item.records else item
        first = self._store.page_with_signature(item.site, item.signature)
        if first is None or not self._all_known(item):
            return item
        self._stats.inc_value("deepweb/pages/duplicate")
        return replace(item, kind="duplicate", reason=f"same content as {first}")

    def is_settled(self, site: str) -> bool:
        """Is it known what identifies the records of a site?"""
        return site in self._settled

    def _identified(self, page: ResultPage) -> ResultPage:
        """The page, its records under the ids that the rules of the site give them."""
        site, identities = page.site, self._store.identities
        if site not in self._rules:
            self._rules[site] = identities.of(site).rules
            self._answers[site] = identities.answers(site)
            if self._rules[site] != IdentityRules():
                page = replace(page, identity=self._rules[site])  # what an earlier crawl learnt
        self._answers[site] += 1
        again = identities.longer(site, [record.id for record in page.records])
        is_doubted = len(again) > 1 and self._answers[site] >= self._doubted[site]
        if is_doubted:
            self._doubted[site] = 2 * self._answers[site]
        if is_doubted or is_time_to_learn(self._answers[site]):
            page = self._learnt(page, again)
        rules = self._rules[site]
        ids = [rules.id_of(r.id, r.title, r.fields) for r in page.records]
        if ids == [record.id for record in page.records]:
            return page
        named = (replace(r, id=id_) for r, id_ in zip(page.records, ids, strict=True))
        return replace(page, records=tuple({record.id: record for record in named}.values()))

    def _learnt(self, page: ResultPage, again: Sequence[SeenRecord]) -> ResultPage:
        """The page with new rules, if it and the answers before it teach any.

        ``again`` are records of any earlier answers, as they were found there.
        """
        query = tuple(page.query.values())
        here = (SeenRecord(0, r.id, r.title, r.text, r.fields, query) for r in page.records)
        seen = [*again, *self._store.identities.seen(page.site), *here]
        before = self._rules[page.site]
        rules = before.with_more(learnt_identity(seen))
        now = [replace(each, id=rules.id_of(each.id, each.title, each.fields)) for each in seen]
        if is_settled(now, self._answers[page.site]):
            self._settled.add(page.site)
        if rules == before:
            return page
        self._rules[page.site] = rules
        for reason in rules.reasons:
            logger.info("site %s: %s", page.site, reason)
        return replace(page, identity=rules)

    def learn(self, site: str, known: KnownLinks) -> None:
        self._known[site] = known

    def fingerprint(self, request: Request) -> bytes:
        known = self._known_of(request)
        if known is None:
            return fingerprint(request)
        key = "\n".join((request.method, request.body.hex(), known.page_key(request.url)))
        return sha1(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()

    def is_repeated(self, question: str, link: str) -> bool:
        if question in self._followed:
            return False  # a retry after a failure
        key = self.fingerprint(Request(link))
        if key in self._seen:
            self._stats.inc_value("deepweb/links/same_as_another")
            return True
        self._seen.add(key)
        self._followed.add(question)
        return False

    def _all_known(self, page: ResultPage) -> bool:
        # The signature ignores numbers, so new records may have a known signature.
        ids = {record.id for record in page.records}
        return self._store.known(page.site, ids) == ids

    def _known_of(self, request: Request) -> KnownLinks | None:
        try:
            return self._known.get(site_name(request.url))
        except ValueError:
            return None
