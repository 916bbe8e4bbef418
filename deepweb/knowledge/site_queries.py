"""What a query log and a knowledge base give for the sites of a crawl [He13 §4]."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Self

from deepweb.knowledge.knowledge_base import KnowledgeBase, default_knowledge, entity_types
from deepweb.knowledge.log_queries import LogQueries, LogQuery, Totals
from deepweb.knowledge.plain_lines import Trouble
from deepweb.knowledge.query_log import LogError, QueryLog
from deepweb.surface.queries.log_cleaning import LogWords, Pattern, log_site
from deepweb.surface.queries.query_source import KnownQueries
from deepweb.surface.queries.type_match import OwnWords

logger = logging.getLogger(__name__)

Load = Callable[[], KnowledgeBase]
NONE = "none"
"""The value that turns the knowledge base off, the bundled one included."""
ReadWords = Callable[[], LogWords]
"""Reads the words that logs are understood by; called only if there is a log."""
MAX_QUERIES = 5000  # queries of the log that a site is asked
LEAST_SITES = 5  # sites in a log from which on their scores can be compared


def check_sources(query_log: str, knowledge: str, words: ReadWords, sites: int = 1) -> None:
    """Raises LogError or KnowledgeError, both ValueErrors, if one of them cannot be used."""
    if query_log:
        _check_sites(QueryLog.open(Path(query_log), words().columns), sites)
    if knowledge not in {"", NONE}:
        entity_types(Path(knowledge))


def knowledge_of(given: str) -> Load | None:
    """A function that reads the knowledge base given; None if none is to be used."""
    if given == NONE:
        return None
    return cache(lambda: _opened(Path(given))) if given else default_knowledge


def _opened(folder: Path) -> KnowledgeBase:
    known = KnowledgeBase.open(folder)
    for remark in known.remarks():
        logger.warning("%s: %s", folder, remark)
    return known


@dataclass(frozen=True, slots=True)
class TypeFound:
    """A type of entities that a site holds, by its log."""

    number: int
    name: str
    score: float
    reason: str


@dataclass(slots=True)
class LogFindings:
    """What a log says about some sites."""

    totals: Totals
    trouble: Trouble
    patterns: list[Pattern]
    has_pages: bool
    queries: dict[str, list[LogQuery]]
    types: dict[str, list[TypeFound]]

    def remarks(self) -> Iterator[str]:
        """What a user should know about how the log was read."""
        if not self.has_pages:
            yield (
                "the log does not tell which pages were clicked: queries count by 3 clicks for the "
                "site instead of 3 for each of 2 pages, and those that name the site are left out"
            )
        if self.trouble:
            yield f"not used of the log, or not as it stands: {self.trouble}"


def log_findings(
    path: Path, knowledge: KnowledgeBase, sites: Sequence[str], words: LogWords
) -> LogFindings:
    """Filter, clean and expand a log for some sites. Raises LogError if that cannot be done."""
    log = QueryLog.open(path, words.columns)
    _check_sites(log, len(sites))
    with LogQueries(log, knowledge, sites[0]) as steps:
        steps.load()
        steps.filter()
        steps.aggregate(words.prepositions)
        queries = {site: list(islice(steps.cleaned(site), MAX_QUERIES)) for site in sites}
        types = _compared(steps, sites) if steps.totals.sites >= LEAST_SITES else {}
    for site in sites if not types else ():
        types[site] = _by_own_words(knowledge, queries[site], words)
    return LogFindings(steps.totals, log.trouble, steps.patterns, steps.has_pages, queries, types)


def _check_sites(log: QueryLog, sites: int) -> None:
    if log.columns.url is None and sites != 1:
        told = f"query_log {str(log.path)!r} tells no addresses"
        raise LogError(f"{told}; use it for one site at a time")


def _compared(steps: LogQueries, sites: Sequence[str]) -> dict[str, list[TypeFound]]:
    """The types that sites match, compared with the best site of the log."""
    wanted = {log_site(site): site for site in sites}
    found: dict[str, list[TypeFound]] = {site: [] for site in sites}
    for named, matches in steps.expand():
        if named in wanted:
            found[wanted[named]] = [
                TypeFound(
                    match.type,
                    steps.knowledge.type_name(match.type),
                    match.score,
                    f"scores {match.share:.0%} of the best site of the log",
                )
                for match in matches
            ]
    return found


def _by_own_words(
    knowledge: KnowledgeBase, queries: Sequence[LogQuery], words: LogWords
) -> list[TypeFound]:
    """The types that the queries of a site mention, if there are no sites to compare with."""
    own = OwnWords(knowledge, knowledge.types_of, words.commonness())
    for query in queries:
        own.add(query.text)
    return [
        TypeFound(
            match.type,
            knowledge.type_name(match.type),
            match.score,
            f"{match.score:.0%} of the site's queries mention such names",
        )
        for match in own.matches()
    ]


class SiteQueries:
    """The queries that a log and a knowledge base give for each site of a crawl."""

    def __init__(
        self,
        knowledge: Load | None = None,
        findings: LogFindings | None = None,
        words: ReadWords | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._words = words
        self.findings = findings

    @classmethod
    def read(cls, query_log: str, knowledge: str, sites: Sequence[str], words: ReadWords) -> Self:
        known = knowledge_of(knowledge)
        if not query_log:
            return cls(known, words=words)
        names = known() if known else KnowledgeBase([])
        return cls(known, log_findings(Path(query_log), names, sites, words()), words)

    def of(self, site: str) -> KnownQueries:
        """The queries for a site, besides the words that it shows."""
        types, words = self.findings.types[site] if self.findings else [], self._words
        return KnownQueries(
            log=[query.text for query in self.findings.queries[site]] if self.findings else (),
            types=[(each.number, each.reason) for each in types],
            knowledge=self._knowledge,
            common=None if types or words is None else lambda: words().commonness(),
        )
