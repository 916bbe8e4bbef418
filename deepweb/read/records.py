"""A record as it stands on a page: its title, where it leads, what it says, its fields."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from deepweb.read.fields import FieldModel, PageFields
from deepweb.read.fresh import Asked, Fresh
from deepweb.read.page import Page, link_target, visible_text
from deepweb.read.record_url import record_url
from deepweb.read.region import Record, record_text
from deepweb.read.title import title_and_link
from deepweb.read.values import Scalar

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Where nothing on a record is its title, so much of its text is.
MAX_TITLE = 100


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page."""

    id: str
    url: str | None
    title: str
    text: str
    fields: Mapping[str, Scalar]


def found_records(  # noqa: PLR0913, PLR0917 - the last ones are what may be known besides
    page: Page,
    records: Sequence[Record],
    fields: FieldModel,
    asked: Asked | None = None,
    fresh: Fresh | None = None,
    read: PageFields | None = None,
) -> list[FoundRecord]:
    """The records that some elements of a page are, in document order.

    ``fresh``: what is known of the answers to nonsense; links that they have are nobody's own.
    ``read``: what ``fields`` read off the records, where that is known already.
    """
    rows = (read or fields.read_page(records)).rows
    query = asked.query if asked else {}
    found = (
        _record(page, record, {**row, **fields.typed(row)}, query, fresh)
        for record, row in zip(records, rows, strict=True)
    )
    # Twice the same record on a page (picture and name as two links) is one.
    return list({record.id: record for record in found if record.text}.values())


def _record(
    page: Page,
    record: Record,
    fields: Mapping[str, Scalar],
    query: Mapping[str, str],
    fresh: Fresh | None,
) -> FoundRecord:
    title, link = _title_and_link(record, fresh)
    url = link_target(page, link) if link is not None else None
    text = record_text(record)
    return FoundRecord(
        id=record_url(url, query) if url else _content_id(text),
        url=url,
        title=title or text[:MAX_TITLE],
        text=text,
        fields=fields,
    )


def _title_and_link(record: Record, fresh: Fresh | None) -> tuple[str, HtmlElement | None]:
    title, link = title_and_link(record)
    if fresh is None or (link is not None and link not in fresh.searches and fresh.targets[link]):
        return title, link
    own = _own_link(record, fresh)
    if own is None or link is None or own is link:
        return title, own
    # What is a link to somewhere else is not its title.
    return visible_text(own) or title, own


def _content_id(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:32]


def _own_link(record: Record, fresh: Fresh) -> HtmlElement | None:
    """The record's own page: the link in its heading, else the first that says something."""
    # A promoted record's link stands on every page, but is its own all the same.
    there = [e for node in record for e in node.iter("a")]
    all_links = [e for e in there if e.get("href") and e not in fresh.searches]
    links = [e for e in all_links if fresh.targets[e]] or all_links
    headed = [e for e in links if next(e.iterancestors(*HEADINGS), None) is not None]
    telling = [e for e in links if fresh.length[e]]
    return next(iter((*headed, *telling, *links)), None)
