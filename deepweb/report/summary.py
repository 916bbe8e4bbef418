"""The closing summary of a crawl: what was found, with how many requests, and what was dropped.

One summary for each site that was surfaced, and one for a crawl that located the sites of a topic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from deepweb.items import SearchForm, Site
from deepweb.locate.web.topic_crawl import DEEP
from deepweb.report.course import origins, percent, size_of
from deepweb.report.history import LoggedAnswer, SiteHistory
from deepweb.report.reasons import counted_reasons
from deepweb.store.database import shown_address
from deepweb.store.decisions import FormLinks, QueryList, QueryTemplate
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.record_file import record_path
from deepweb.store.sites import SiteDatabase
from deepweb.surface.harvest.size import Size

MAX_LINES = 12  # forms, templates and pages that are listed
MAX_REASONS = 5  # reasons for dropped links that are listed
MAX_SITES = 15  # located sites that are listed
FOLLOWED = ("next", "facet", "related", "compare")
BROWSER_WAYS = {
    "wanted": "not visited yet",
    "request": "needed once",
    "open": "needed for every question",
    "fill": "needed for every question",
    "none": "no use",
    "vain": "not answered",
    "missed": "missing",
}


def _merged_lines(merged: int) -> list[str]:
    return [f"  merged     {merged} copies of records"] if merged else []


def site_summary(  # noqa: PLR0913
    store: CrawlStore,
    site: str,
    *,
    ended: str,
    output: Path,
    store_address: str,
    has_report: bool = False,
) -> str:
    """The most important facts of a site, on one screen."""
    records, requests = store.record_count(site), store.request_count(site)
    with store.connect() as connection:
        asked = SiteHistory(connection, site).asked()
    pages = ", ".join(f"{n} {kind}" for kind, n in sorted(store.page_kinds(site).items()))
    report = record_path(output, site).with_name("report.html") if has_report else None
    lines = [
        "",
        f"{site}: {ended}",
        *_titled("forms", [_form_line(form) for form in store.decisions.forms(site)]),
        *_titled("templates", [*map(_template_line, store.decisions.templates(site))]),
        *_query_lines(store.decisions.query_lists(site), asked),
        f"  answers    {pages or 'none'}",
        *_link_lines(store.decisions.form_links(site), store.purposes(site)),
        *_browser_lines(store, site),
        f"  requests   {requests}",
        f"  records    {records}{_of_about(size_of(asked, store.decisions.ways(site)), records)}",
        *_merged_lines(store.identities.of(site).merged),
        f"  per request {records / requests if requests else 0:.2f} records",
        f"  files      {record_path(output, site)}",
        *([f"             {report}"] if report else []),
        # Never the password of a database.
        f"             {shown_address(store_address)}",
    ]
    return "\n".join(lines)


def _of_about(size: Size | None, records: int) -> str:
    """The estimated size of the database."""
    if not records:
        return ""
    if size is None:
        return "; how many there are is not known"
    span = f", {size.low} to {size.high}" if size.low != size.high else ""
    return f" of about {size.likely}{span} ({percent(size.coverage(records))}% known)"


def _titled(title: str, told: list[str]) -> Iterator[str]:
    yield f"  {title:<10} {len(told)} found" if title == "forms" else f"  {title:<10} {len(told)}"
    yield from (f"    {line}" for line in told[:MAX_LINES])
    if len(told) > MAX_LINES:
        yield f"    and {len(told) - MAX_LINES} more; see the store"


def _link_lines(told: list[FormLinks], purposes: Mapping[str, int]) -> Iterator[str]:
    """What became of the links of result pages."""
    followed = [f"{purposes[kind]} {kind}" for kind in FOLLOWED if purposes.get(kind)]
    if not followed and not any(each.links for each in told):
        return
    links, apart = sum(each.links for each in told), sum(each.partitions for each in told)
    yield (
        f"  links      {links} carry a query, in {apart} partitions; "
        f"followed: {', '.join(followed) or 'none'}"
    )
    left: Counter[str] = Counter()
    for each in told:
        for kind, reasons in each.left.items():
            left.update({f"{kind} {reason}": number for reason, number in reasons.items()})
    if left:
        first = left.most_common(MAX_REASONS)
        yield f"    left: {', '.join(f'{number} {reason}' for reason, number in first)}"


def _query_lines(lists: Sequence[QueryList], asked: Sequence[LoggedAnswer]) -> Iterator[str]:
    """The new records of queries from a log and a knowledge base, and of all other sources."""
    if not lists:
        return
    yield from _titled("queries", [_list_line(item) for item in lists])
    told = (
        f"{source} {records} of {answers}"
        for source, (answers, records) in sorted(origins(asked).items())
    )
    yield f"    new records and answers by source: {', '.join(told)}"


def _list_line(item: QueryList) -> str:
    name = f"{item.source} {item.name}".strip()
    return f"{name}: {item.asked} asked, {item.found} new records; {item.reason}"


def _browser_lines(store: CrawlStore, site: str) -> Iterator[str]:
    """What the browser was needed for, if it was."""
    needed = [each for each in store.decisions.scripted_pages(site) if each.way != "plain"]
    if needed:
        pages, made = store.decisions.browser_counts(site)
        yield f"  browser    {pages} pages, {made} requests"
        for each in needed[:MAX_LINES]:
            yield f"    {BROWSER_WAYS[each.way]}: {each.page}: {each.reason}"


def _form_line(item: SearchForm) -> str:
    verdict = "kept" if item.is_asked else "dropped"
    return f"{verdict}: {item.form.method} {item.form.action}: {item.reason}"


def _template_line(item: QueryTemplate) -> str:
    verdict = "kept" if item.informative else "not kept"
    share = "" if item.distinctness is None else f", distinctness {item.distinctness:.2f}"
    return f"{verdict}: {' + '.join(item.binding)}: {item.tested} tested{share}; {item.reason}"


def located_summary(database: SiteDatabase, *, topic: str, ended: str, store_address: str) -> str:
    """The sites of a topic that were found, and what became of the others."""
    found, verdicts = list(database.found()), database.verdicts()
    searched = database.searched()
    named, relevant = database.hubs()
    judged = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
    forms = sum(len(site.forms) for site in found)
    lines = [
        "",
        f"{topic}: {ended}",
        f"  found      {len(found)} sites with {forms} searches on the topic",
        *(f"    {_site_line(site)}" for site in found[:MAX_SITES]),
        *([f"    and {len(found) - MAX_SITES} more"] if len(found) > MAX_SITES else []),
        f"  visited    {judged or 'none'}",
        *_left_lines(database),
        f"  waiting    {database.waiting()} sites",
        f"  engines    {len(searched)} searches; of {named} pages they named {relevant} were hubs",
        *_engine_lines(database),
        f"  store      {shown_address(store_address)}",
        "  surface    scrapy crawl surfacer -a site=@located",
    ]
    return "\n".join(lines)


def _left_lines(database: SiteDatabase) -> Iterator[str]:
    """Why sites were left, by verdict; the most frequent reasons first."""
    left = ((site.verdict, site.reason) for site in database.visited() if site.verdict != DEEP)
    by_verdict: dict[str, list[str]] = {}
    for verdict, reason, n in counted_reasons(left):
        by_verdict.setdefault(verdict, []).append(f"{n} {reason}")
    for verdict, told in sorted(by_verdict.items()):
        yield f"    {verdict}: {'; '.join(told[:MAX_REASONS])}"


def _site_line(site: Site) -> str:
    return f"{site.rank}. {site.url} ({site.worth:.2f}): {site.reason}"


def _engine_lines(database: SiteDatabase) -> Iterator[str]:
    for state in database.engine_states():
        if state.failures:
            yield f"    {state.engine}: failed {state.failures} times in a row: {state.reason}"
