"""The closing summary: what was found, at what price, and why the rest was not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

from deepweb.items import QueryList, QueryTemplate, SearchForm
from deepweb.record_file import record_path
from deepweb.store import CrawlStore

# A page with more forms or inputs than this is told in numbers.
MOST_LINES = 12


def site_summary(
    store: CrawlStore, site: str, *, ended: str, output: Path, store_address: str
) -> str:
    """Everything that a user wants to know first, on one screen."""
    records, requests = store.record_count(site), store.request_count(site)
    pages = ", ".join(f"{n} {kind}" for kind, n in sorted(store.page_kinds(site).items()))
    lines = [
        "",
        f"{site}: {ended}",
        *_titled("forms", [_form_line(form) for form in store.forms(site)]),
        *_titled("templates", [_template_line(template) for template in store.templates(site)]),
        *_query_lines(store, site),
        f"  answers    {pages or 'none'}",
        f"  requests   {requests}",
        f"  records    {records}",
        f"  per request {records / requests if requests else 0:.2f} records",
        f"  files      {record_path(output, site)}",
        # Never the password of a database.
        f"             {make_url(store_address).render_as_string(hide_password=True)}",
    ]
    return "\n".join(lines)


def _titled(title: str, told: list[str]) -> Iterator[str]:
    yield f"  {title:<10} {len(told)} found" if title == "forms" else f"  {title:<10} {len(told)}"
    yield from (f"    {line}" for line in told[:MOST_LINES])
    if len(told) > MOST_LINES:
        yield f"    and {len(told) - MOST_LINES} more; see the store"


def _query_lines(store: CrawlStore, site: str) -> Iterator[str]:
    """What queries of a log and of a knowledge base brought, and all others beside them."""
    lists = store.query_lists(site)
    if not lists:
        return
    yield from _titled("queries", [_list_line(item) for item in lists])
    told = (
        f"{source} {records} of {answers}"
        for source, (answers, records) in sorted(store.source_yields(site).items())
    )
    yield f"    new records and answers by source: {', '.join(told)}"


def _list_line(item: QueryList) -> str:
    name = f"{item.source} {item.name}".strip()
    return f"{name}: {item.asked} asked, {item.found} new records; {item.reason}"


def _form_line(item: SearchForm) -> str:
    verdict = "kept" if item.is_asked else "dropped"
    return f"{verdict}: {item.form.method} {item.form.action}: {item.reason}"


def _template_line(item: QueryTemplate) -> str:
    verdict = "kept" if item.informative else "not kept"
    share = "" if item.distinctness is None else f", distinctness {item.distinctness:.2f}"
    return f"{verdict}: {' + '.join(item.binding)}: {item.tested} tested{share}; {item.reason}"
