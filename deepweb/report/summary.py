"""The closing summary: what was found, at what price, and why the rest was not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

from deepweb.items import QueryTemplate, SearchForm
from deepweb.record_file import record_path
from deepweb.store import CrawlStore

# A page with more forms or inputs than this is told in numbers.
MOST_LINES = 12
BROWSER_WAYS = {
    "wanted": "not looked at yet",
    "request": "needed once",
    "open": "needed for every question",
    "fill": "needed for every question",
    "none": "no use",
    "missed": "missing",
}


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
        f"  answers    {pages or 'none'}",
        *_browser_lines(store, site),
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


def _browser_lines(store: CrawlStore, site: str) -> Iterator[str]:
    """What the browser was needed for, if it was."""
    needed = [each for each in store.scripted_pages(site) if each.way != "plain"]
    if needed:
        pages, made = store.browser_counts(site)
        yield f"  browser    {pages} pages, {made} requests"
        for each in needed[:MOST_LINES]:
            yield f"    {BROWSER_WAYS[each.way]}: {each.page}: {each.reason}"


def _form_line(item: SearchForm) -> str:
    verdict = "kept" if item.is_asked else "dropped"
    return f"{verdict}: {item.form.method} {item.form.action}: {item.reason}"


def _template_line(item: QueryTemplate) -> str:
    verdict = "kept" if item.informative else "not kept"
    share = "" if item.distinctness is None else f", distinctness {item.distinctness:.2f}"
    return f"{verdict}: {' + '.join(item.binding)}: {item.tested} tested{share}; {item.reason}"
