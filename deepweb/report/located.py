"""The closing summary of a crawl of a topic."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.engine import make_url

from deepweb.items import Site
from deepweb.store.sites import SiteDatabase

# Sites that are listed; the rest is told in numbers.
MOST_SITES = 15


def located_summary(database: SiteDatabase, *, topic: str, ended: str, store_address: str) -> str:
    """Which sites were found, at what price, and what came of the others."""
    found, verdicts = list(database.found()), database.verdicts()
    searched = database.searched()
    named, relevant = database.hubs()
    judged = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
    forms = sum(len(site.forms) for site in found)
    lines = [
        "",
        f"{topic}: {ended}",
        f"  found      {len(found)} sites with {forms} searches on the topic",
        *(f"    {_site_line(site)}" for site in found[:MOST_SITES]),
        *([f"    and {len(found) - MOST_SITES} more"] if len(found) > MOST_SITES else []),
        f"  visited    {judged or 'none'}",
        f"  waiting    {database.waiting()} sites",
        f"  engines    {len(searched)} searches; of {named} pages they named {relevant} were hubs",
        *_engine_lines(database),
        f"  store      {make_url(store_address).render_as_string(hide_password=True)}",
        "  surface    scrapy crawl surfacer -a site=@located",
    ]
    return "\n".join(lines)


def _site_line(site: Site) -> str:
    return f"{site.rank}. {site.url} ({site.worth:.2f}): {site.reason}"


def _engine_lines(database: SiteDatabase) -> Iterator[str]:
    for state in database.engine_states():
        if state.failures:
            yield f"    {state.engine}: failed {state.failures} times in a row: {state.reason}"
