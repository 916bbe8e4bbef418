"""Everything that a report says of one site, as plain data; ``report.json`` holds the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from deepweb.items import FieldValue, Record, SearchForm
from deepweb.read.fields.values import untyped
from deepweb.report.course import (
    Keyword,
    Pace,
    Part,
    Point,
    curve,
    keywords,
    pace,
    size_of,
    timeline,
)
from deepweb.report.form_names import form_names, input_names
from deepweb.report.history import Ending, LoggedAnswer, MadeRequest, SiteHistory
from deepweb.report.outcome import GOOD, INTERRUPTED
from deepweb.report.reasons import counted_reasons
from deepweb.report.ways import Way, ways_of
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.changes import CHANGED, GONE, NEW, SAME, UNSEEN, KnownRecord
from deepweb.store.records.identities import KnownIdentity
from deepweb.surface.harvest.size import Size

MAX_SAMPLE = 12  # records that are shown
MAX_VALUES = 60  # values of a facet that are listed
MAX_FIELDS = 40  # fields that are listed
MAX_REASONS = 60  # reasons for drops that are listed
MAX_TEXT = 200  # characters of a text that are shown

LOCATED = "located"  # outcome of a site that ``sitelocator`` found and nobody crawled yet
RUNNING = "running"  # outcome of a crawl that has not ended
ENDED = "ended"  # outcome of a crawl by an earlier version, which stored none
KILLED = "its process was killed; run the same command again"  # reason of an interrupted crawl
THERE = (SAME, NEW, CHANGED)


@dataclass(frozen=True, slots=True)
class FieldUse:
    """A field of the records: the number of records that have it, and an example."""

    name: str
    filled: int
    example: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was dropped, why, and how often."""

    what: str
    reason: str
    times: int


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What is known of a site."""

    site: str
    url: str
    explored: str
    started: float | None
    ended: float | None
    outcome: str
    """A word of ``outcome.py``, or "running" or "located"."""
    reason: str
    requests: int
    answers: Mapping[str, int]
    records: int
    changes: Mapping[str, int]
    """Number of records by status since the last crawl; in a first crawl all are new."""
    size: Size | None
    curve: Sequence[Point]
    pace: Pace
    ways: Sequence[Way]
    forms: Sequence[Mapping[str, Any]]
    """With the ``name`` that people see, and the ``labels`` of inputs."""
    templates: Sequence[Mapping[str, Any]]
    inputs: Sequence[Mapping[str, Any]]
    keywords: Sequence[Keyword]
    arguments: Sequence[Mapping[str, Any]]
    browser: Mapping[str, Any] | None
    """Pages and requests of the browser, and why it was needed; None if it was not."""
    facets: Mapping[str, Mapping[str, int]]
    fields: Sequence[FieldUse]
    sample: Sequence[Mapping[str, Any]]
    own_pages: Sequence[Mapping[str, Any]]
    """Some records as a list shows them (``listed``) and as their own pages do (``told``)."""
    dropped: Sequence[Dropped]
    timeline: Sequence[Part]

    @property
    def coverage(self) -> float | None:
        """The share of the database that is known."""
        return self.size.coverage(self.records) if self.size else None

    @property
    def state(self) -> str:
        """Located, running, interrupted, finished or failed."""
        if self.outcome in {LOCATED, RUNNING, INTERRUPTED}:
            return self.outcome
        return "finished" if self.records and self.outcome in {*GOOD, ENDED} else "failed"

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "coverage": self.coverage, "state": self.state}


def site_facts(store: CrawlStore, site: str) -> SiteFacts | None:
    """The facts of a site; None if the store does not know it."""
    with store.connect() as connection:
        history = SiteHistory(connection, site)
        address = history.address()
        if address is None:
            return None
        asked, made, ending = history.asked(), history.made(), history.ending()
        statuses: Counter[str] = Counter()
        fields, facets, sample = _of_records(_there(history.known(), statuses))
    forms, ways = store.decisions.forms(site), store.decisions.ways(site)
    outcome, reason = _ended(ending, is_crawled=store.ownership.is_crawled(site))
    return SiteFacts(
        site=site,
        url=address[0],
        explored=address[1],
        started=ending.started if ending else None,
        ended=ending.ended if ending else None,
        outcome=outcome,
        reason=reason,
        requests=len(made),
        answers=dict(Counter(each.kind for each in asked).most_common()),
        records=sum(statuses[status] for status in THERE),
        changes={status: statuses[status] for status in (NEW, CHANGED, GONE, UNSEEN)},
        size=size_of(asked, ways),
        curve=curve(asked, made),
        pace=pace(made),
        ways=ways_of(asked, made, ways),
        forms=_forms(forms),
        templates=[asdict(each) for each in store.decisions.templates(site)],
        inputs=[asdict(each) for each in store.decisions.inputs(site)],
        keywords=keywords(asked),
        arguments=_arguments(store, site),
        browser=_browser(store, site),
        facets=facets,
        fields=fields,
        sample=sample,
        own_pages=_own_pages(store, site),
        dropped=[*_copies(store.identities.of(site)), *_dropped(forms, asked, made)],
        timeline=timeline(made),
    )


def stats_of(all_facts: Sequence[SiteFacts]) -> dict[str, float]:
    """The figures of a crawl of one or more sites, for its stats.

    Coverage is that of all sites together; it is left out if the size of one is not known.
    """
    told: Counter[str] = Counter()
    for facts in all_facts:
        told["records"] += facts.records
        told["requests"] += facts.requests
        for way in facts.ways:
            told[f"ways/{way.name}/requests"] += way.requests
            told[f"ways/{way.name}/records"] += way.new
    sizes = [max(facts.size.likely, facts.records) for facts in all_facts if facts.size]
    if sizes and len(sizes) == len(all_facts):
        return {**told, "coverage": round(told["records"] / max(1, sum(sizes)), 4)}
    return dict(told)


def _ended(ending: Ending | None, *, is_crawled: bool) -> tuple[str, str]:
    """How the last crawl ended, or that it runs, and why."""
    if ending is None:
        return LOCATED, "not crawled yet"
    if ending.ended:
        return ending.outcome or ENDED, ending.reason
    return (RUNNING, "since it began") if is_crawled else (INTERRUPTED, KILLED)


def _there(known: Iterable[KnownRecord], statuses: Counter[str]) -> Iterator[Record]:
    """The records that the last crawl saw; counts all by status."""
    for each in known:
        statuses[each.status] += 1
        if each.status in THERE:
            yield each.record


def _forms(items: Sequence[SearchForm]) -> list[dict[str, Any]]:
    names, labels = form_names(items), input_names(items)
    return [
        {
            "form": item.form.id,
            "name": names[item.form.id],
            "labels": labels[item.form.id],
            "method": item.form.method,
            "action": item.form.action,
            "page": item.form.url,
            "type": item.type,
            "probability": item.probability,
            "asked": item.is_asked,
            "reason": item.reason,
        }
        for item in items
    ]


def _of_records(
    records: Iterable[Record],
) -> tuple[list[FieldUse], dict[str, dict[str, int]], list[dict[str, Any]]]:
    """The use of fields, the counts of facet values, and some records, in one pass."""
    filled: Counter[str] = Counter()
    examples: dict[str, str] = {}
    facets: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sample: list[dict[str, Any]] = []
    for record in records:
        for name, value in untyped(record.fields).items():
            filled[name] += 1
            examples.setdefault(name, str(value)[:MAX_TEXT])
        for name, values in record.attributes.items():
            facets[name].update(values)
        if len(sample) < MAX_SAMPLE:
            sample.append(_shown(record))
    uses = [FieldUse(name, n, examples[name]) for name, n in filled.most_common(MAX_FIELDS)]
    told = {name: dict(facets[name].most_common(MAX_VALUES)) for name in sorted(facets)}
    return uses, told, sample


def _shown(record: Record) -> dict[str, Any]:
    fields = {name: str(value)[:MAX_TEXT] for name, value in untyped(record.fields).items()}
    return {"title": record.title[:MAX_TEXT], "url": record.url or "", "fields": fields}


def _own_pages(store: CrawlStore, site: str) -> list[dict[str, Any]]:
    """Some records with their own pages; none unless the crawl fetched them."""
    return [
        {
            "title": each.title[:MAX_TEXT],
            "url": each.url,
            "reason": each.reason,
            "listed": _cut(each.listed),
            "told": _cut(each.told),
        }
        for each in store.details.beside_lists(site, MAX_SAMPLE)
    ]


def _cut(fields: Mapping[str, FieldValue]) -> dict[str, str]:
    return {
        name: (", ".join(map(str, value)) if isinstance(value, list) else str(value))[:MAX_TEXT]
        for name, value in fields.items()
    }


def _arguments(store: CrawlStore, site: str) -> list[dict[str, Any]]:
    """The arguments of links on result pages, with their roles."""
    told = ("argument", "prevalence", "role", "reason")
    return [
        {name: getattr(each, name) for name in told}
        for each in store.decisions.link_arguments(site)
    ]


def _browser(store: CrawlStore, site: str) -> dict[str, Any] | None:
    """What the browser was needed for, if it was."""
    needed = [each for each in store.decisions.scripted_pages(site) if each.way != "plain"]
    if not needed:
        return None
    pages, made = store.decisions.browser_counts(site)
    why = [{"page": each.page, "way": each.way, "reason": each.reason} for each in needed]
    return {"pages": pages, "requests": made, "why": why}


def _copies(known: KnownIdentity) -> list[Dropped]:
    """Records that were merged when it was learnt what identifies them."""
    reason = "; ".join(known.rules.reasons)[: 2 * MAX_TEXT]
    return [Dropped("copies of records", reason, known.merged)] if known.merged else []


def _dropped(
    forms: Sequence[SearchForm], asked: Sequence[LoggedAnswer], made: Sequence[MadeRequest]
) -> list[Dropped]:
    """Forms that were not asked, answers without records, requests that failed."""
    reasons = chain(
        (
            ("form", f"{form.form.method} {form.form.action}: {form.reason}")
            for form in forms
            if not form.is_asked
        ),
        (
            (f"answer: {each.kind}", each.reason)
            for each in asked
            if each.kind not in {"results", "background"}
        ),
        (
            ("request failed", request.reason or f"status {request.status}")
            for request in made
            if request.status >= 400 or not request.status
        ),
    )
    told = counted_reasons(reasons)[:MAX_REASONS]
    return [Dropped(what, reason[: 2 * MAX_TEXT], n) for what, reason, n in told]
