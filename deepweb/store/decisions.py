"""The decisions about a site, each with its reason: forms, templates, inputs, links, pages seen.

New decisions overwrite these rows. Answers and records are written once, in ``ledger.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import Connection, Executable, Select, Table, func, select, update

from deepweb.form.model import Form, Input
from deepweb.form.script import Script
from deepweb.items import SearchForm, Site
from deepweb.locate.site.exploration import SeenPage, Visit
from deepweb.locate.site.link_ranker import LinkWords, SeenLink
from deepweb.locate.site.page_links import Link
from deepweb.locate.site.stop_criteria import Stop
from deepweb.store import database
from deepweb.store.retry import patient
from deepweb.store.schema import (
    form_links,
    forms,
    inputs,
    link_arguments,
    located_sites,
    query_lists,
    requests,
    scripts,
    seen_pages,
    sites,
    stops,
    templates,
    ways,
)
from deepweb.store.tables import BATCH, Tables
from deepweb.surface.harvest.source import WayOutcome

# Ways of a page with scripts.
MISSED = "missed"  # there was no browser
VAIN = "vain"  # its search was not answered in the browser, or may not be asked
MAX_LINKS = 300  # maximum links of an explored page, stored until the site is explored
MAX_FOLLOWED = 5_000  # maximum links of other sites to learn from


@dataclass(frozen=True, slots=True)
class QueryTemplate:
    """A query template: its binding inputs [Madhavan08 §3.1], and whether it is informative."""

    site: str
    form: str
    binding: tuple[str, ...]
    informative: bool
    tested: int
    distinctness: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class FormInput:
    """The role of an input of a form."""

    site: str
    form: str
    name: str
    role: str
    """``keyword``, ``selection``, ``presentation``, ``monotonic``, ``typed as …``, ``range`` …"""
    reason: str


@dataclass(frozen=True, slots=True)
class LinkArgument:
    """The role of an argument in the links of a form's answers."""

    site: str
    form: str
    argument: str
    prevalence: float
    """Share of pages that offer a value of it [He13 §6.3, definition 4]."""
    role: str
    """``query``, ``selection``, ``page``, ``presentation`` or ``tracking``."""
    reason: str


@dataclass(frozen=True, slots=True)
class QueryList:
    """Queries from a log or a knowledge base for a form, and the records that they found."""

    site: str
    form: str
    source: str
    """``log`` or ``knowledge``, as in the ``purpose`` of a page."""
    name: str
    """The type in a knowledge base, such as ``location/country``."""
    asked: int
    found: int
    """Number of new records."""
    reason: str


@dataclass(frozen=True, slots=True)
class FormLinks:
    """What the crawl did with the links of a form's answers."""

    site: str
    form: str
    links: int
    """Number of links with a query."""
    partitions: int
    """Number of links that differ in more than presentation and tracking."""
    left: Mapping[str, Mapping[str, int]]
    """By kind (facets, related queries, next pages) and reason: links that were not followed."""


@dataclass(frozen=True, slots=True)
class ScriptedPage:
    """A page with scripts, and how its search is asked."""

    site: str
    page: str
    search: str
    """The box that needs the browser; "" if there is none."""
    way: str
    """``plain``: needs no browser so far; ``wanted``: the browser will visit it; ``request``,
    ``open``, ``fill``: how to ask its search; ``none``: no search; ``vain``: one that does not
    answer; ``missed``: there was no browser."""
    reason: str
    words: tuple[str, ...] = ()
    """The first queries."""


@patient
class Decisions:
    """The tables of decisions; every write checks that this process owns the site."""

    def __init__(self, tables: Tables) -> None:
        self.shown, self.max_wait = tables.shown, tables.max_wait
        self._tables = tables
        self._engine = tables.engine

    def forget(self) -> None:
        """Do nothing: there is no cache here."""

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction for several writes."""
        with self._engine.begin() as connection:
            yield Transaction(connection, self._tables.put)

    def rows(self, wanted: Select[Any]) -> Iterator[Any]:
        """The rows of a query, one after another."""
        with self._engine.connect() as connection:
            yield from connection.execution_options(yield_per=BATCH).execute(wanted)

    def save_site(self, item: Site) -> None:
        with self.transaction() as writing:
            writing.put_site(item)

    def is_explored(self, site: str) -> bool:
        """Is the exploring of a site complete?"""
        return self._tables.count(sites, (sites.c.site == site) & sites.c.explored) > 0

    def save_seen_page(self, site: str, number: int, page: SeenPage) -> None:
        """Store an explored page; ``number`` is its place in the order of exploring."""
        with self.transaction() as writing:
            writing.put_seen_page(site, number, page)

    def seen_pages(self, site: str) -> list[SeenPage]:
        """The explored pages of a site, in the order of exploring."""
        wanted = select(seen_pages).where(seen_pages.c.site == site).order_by(seen_pages.c.number)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [_seen_page(dict(row)) for row in rows]

    def forget_links(self, site: str) -> None:
        """Delete the links of explored pages, which are not needed once exploring is complete."""
        with self._engine.begin() as connection:
            self._tables.ownership.check(connection, site)
            wanted = update(seen_pages).where(seen_pages.c.site == site)
            connection.execute(wanted.values(links=None))

    def followed_links(self, site: str) -> list[SeenLink]:
        """The links followed on other sites: their words, and whether they led to forms."""
        wanted = select(seen_pages.c.words, seen_pages.c.found)
        others = wanted.where((seen_pages.c.site != site) & (seen_pages.c.depth > 0))
        with self._engine.connect() as connection:
            rows = connection.execute(others.limit(MAX_FOLLOWED)).all()
        return [SeenLink(LinkWords(*map(tuple, row.words)), row.found > 0) for row in rows]

    def save_stop(self, site: str, depth: int, stop: Stop) -> None:
        row = {"site": site, "depth": depth, **asdict(stop)}
        with self._engine.begin() as connection:
            self._tables.put(connection, stops, row)

    def stops(self, site: str) -> dict[int, Stop]:
        """Why exploring ended, by depth."""
        wanted = select(stops).where(stops.c.site == site).order_by(stops.c.depth)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        return {row.depth: Stop(row.criterion, row.reason) for row in rows}

    def is_located(self, site: str) -> bool:
        """Did ``sitelocator`` find the site?"""
        return self._tables.count(located_sites, located_sites.c.site == site) > 0

    def save_form(self, item: SearchForm) -> None:
        with self.transaction() as writing:
            writing.put_form(item)

    def forms(self, site: str) -> list[SearchForm]:
        """The forms of a site in the order of finding."""
        wanted = select(forms).where(forms.c.site == site).order_by(forms.c.number)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [_search_form(dict(row)) for row in rows]

    def save_scripted_page(self, item: ScriptedPage) -> None:
        with self._engine.begin() as connection:
            self._tables.put(connection, scripts, asdict(item))

    def scripted_pages(self, site: str) -> list[ScriptedPage]:
        """The pages of a site that have scripts and searches."""
        wanted = select(scripts).where(scripts.c.site == site).order_by(scripts.c.page)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [ScriptedPage(**_frozen(dict(row))) for row in rows]

    def browser_counts(self, site: str) -> tuple[int, int]:
        """Pages that the browser opened, and requests that it made."""
        mine = requests.c.site == site
        pages_ = self._tables.count(requests, mine & (requests.c.reason == "browser: page"))
        return pages_, self._tables.count(requests, mine & requests.c.reason.like("browser: %"))

    def save_template(self, item: QueryTemplate) -> None:
        row = asdict(item) | {"binding": database.to_json(item.binding)}
        with self._engine.begin() as connection:
            self._tables.put(connection, templates, row)

    def save_input(self, item: FormInput) -> None:
        with self._engine.begin() as connection:
            self._tables.put(connection, inputs, asdict(item))

    def inputs(self, site: str) -> list[FormInput]:
        """The inputs of a site's forms, with their roles."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(inputs).where(inputs.c.site == site)).mappings()
            return [FormInput(**row) for row in rows]

    def save_link_argument(self, item: LinkArgument) -> None:
        row = asdict(item)
        # Names in other encodings than UTF-8 are not valid text for a database.
        row["argument"] = item.argument.encode(errors="backslashreplace").decode()
        row["reason"] = item.reason.encode(errors="backslashreplace").decode()
        with self._engine.begin() as connection:
            self._tables.put(connection, link_arguments, row)

    def link_arguments(self, site: str) -> list[LinkArgument]:
        """The arguments of a site's links, with their roles."""
        wanted = select(link_arguments).where(link_arguments.c.site == site)
        with self._engine.connect() as connection:
            return [LinkArgument(**row) for row in connection.execute(wanted).mappings()]

    def save_form_links(self, item: FormLinks) -> None:
        with self._engine.begin() as connection:
            self._tables.put(connection, form_links, asdict(item))

    def form_links(self, site: str) -> list[FormLinks]:
        """What the crawl did with the links of the answers, by form."""
        wanted = select(form_links).where(form_links.c.site == site)
        with self._engine.connect() as connection:
            return [FormLinks(**row) for row in connection.execute(wanted).mappings()]

    def save_query_list(self, item: QueryList) -> None:
        with self._engine.begin() as connection:
            self._tables.put(connection, query_lists, asdict(item))

    def query_lists(self, site: str) -> list[QueryList]:
        """The queries from a log and a knowledge base, with their results."""
        wanted = select(query_lists).where(query_lists.c.site == site)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(query_lists.c.source, query_lists.c.name))
            return [QueryList(**row) for row in rows.mappings()]

    def save_ways(self, site: str, form: str, outcomes: Iterable[WayOutcome]) -> None:
        """Store what the ways into a database brought; ``form`` is "" for lists of the site."""
        with self._engine.begin() as connection:
            for each in outcomes:
                self._tables.put(connection, ways, {"site": site, "form": form, **asdict(each)})

    def ways(self, site: str) -> list[tuple[str, WayOutcome]]:
        """What the ways into a site's database brought, each with its form; the best first."""
        wanted = select(ways).where(ways.c.site == site).order_by(ways.c.new.desc(), ways.c.name)
        with self._engine.connect() as connection:
            rows = [dict(row) for row in connection.execute(wanted).mappings()]
        told = [f.name for f in fields(WayOutcome)]
        return [(row["form"], WayOutcome(**{name: row[name] for name in told})) for row in rows]

    def templates(self, site: str) -> list[QueryTemplate]:
        wanted = select(templates).where(templates.c.site == site)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [
            QueryTemplate(**{**row, "binding": tuple(json.loads(row["binding"]))}) for row in rows
        ]


class Transaction:
    """Writes rows; a row replaces the one with the same key."""

    def __init__(
        self, connection: Connection, put: Callable[[Connection, Table, dict[str, Any]], None]
    ) -> None:
        self._connection = connection
        self._put = put

    def put(self, table: Table, row: dict[str, Any]) -> None:
        self._put(self._connection, table, row)

    def execute(self, statement: Executable) -> None:
        self._connection.execute(statement)

    def put_site(self, item: Site) -> None:
        self.put(sites, {column.name: getattr(item, column.name) for column in sites.c})

    def put_seen_page(self, site: str, number: int, page: SeenPage) -> None:
        visit = asdict(page.visit)
        links = [[link.url, link.anchor, link.around] for link in page.links[:MAX_LINKS]]
        row = {**visit, "led_to": page.url, "found": page.found, "links": links}
        self.put(seen_pages, {**row, "site": site, "number": number})

    def put_form(self, item: SearchForm) -> None:
        row = asdict(item)
        row["data"] = row.pop("form")
        mine = (forms.c.site == item.site) & (forms.c.form == item.form.id)
        number = self._connection.execute(select(forms.c.number).where(mine)).scalar()
        if number is None:
            before = select(func.count()).select_from(forms).where(forms.c.site == item.site)
            number = self._connection.execute(before).scalar_one()
        self.put(forms, {**row, "form": item.form.id, "number": number})


def _search_form(row: dict[str, Any]) -> SearchForm:
    data = row.pop("data")
    del row["number"]
    inputs = tuple(Input(**_frozen(each)) for each in data["inputs"])
    script = Script.from_json(data["script"]) if data.get("script") else None
    form = Form(**{**_frozen(data), "inputs": inputs, "script": script})
    return SearchForm(**{**_frozen(row), "form": form})


def _seen_page(row: dict[str, Any]) -> SeenPage:
    words = LinkWords(*map(tuple, row["words"]))
    visit = Visit(row["url"], row["depth"], row["score"], row["kind"], words)
    links = tuple(Link(*each) for each in row["links"] or ())
    return SeenPage(visit, row["led_to"], row["found"], links)


def _frozen(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a frozen class from JSON, with tuples in place of lists."""
    return {name: _tuples(value) for name, value in data.items()}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
