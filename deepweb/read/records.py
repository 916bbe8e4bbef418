"""Page to records: which elements they are, and what each of them says.

One page at a time, knowing only what the form answers to nonsense: so what is read does not depend
on the order in which the answers came.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from lxml.html import HtmlElement

from deepweb.read.empty import Background
from deepweb.read.fields import fields, header_cells
from deepweb.read.fresh import Asked, Fresh
from deepweb.read.page import Page, link_target, visible_text
from deepweb.read.record_list import record_elements
from deepweb.read.record_url import record_url

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Where nothing on a record is its title, so much of its text is.
MAX_TITLE = 100


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record as it stands on a page."""

    id: str
    url: str | None
    title: str
    text: str
    fields: Mapping[str, str]


def read_records(page: Page, asked: Asked, background: Background) -> list[FoundRecord]:
    """The records of a page, in document order; none where nothing reads as a record."""
    fresh = Fresh(page, asked, background)
    members = record_elements(fresh)
    headers = header_cells(members)
    found = (_record(page, asked, member, fresh, headers) for member in members)
    # Twice the same record on a page (picture and name as two links) is one.
    return list({record.id: record for record in found if record.text}.values())


def _record(
    page: Page, asked: Asked, member: HtmlElement, fresh: Fresh, headers: tuple[str, ...]
) -> FoundRecord:
    link = _main_link(member, fresh)
    url = link_target(page, link) if link is not None else None
    text = visible_text(member)
    return FoundRecord(
        id=record_url(url, asked.query) if url else _content_id(text),
        url=url,
        title=_title(member, link) or text[:MAX_TITLE],
        text=text,
        fields=fields(member, headers),
    )


def _content_id(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:32]


def _main_link(member: HtmlElement, fresh: Fresh) -> HtmlElement | None:
    """The record's own page: the link in its heading, else the first that says something."""
    # A promoted record's link stands on every page, but is its own all the same.
    all_links = [e for e in member.iter("a") if e.get("href") and e not in fresh.searches]
    links = [e for e in all_links if fresh.targets[e]] or all_links
    headed = [e for e in links if next(e.iterancestors(*HEADINGS), None) is not None]
    telling = [e for e in links if fresh.length[e]]
    return next(iter((*headed, *telling, *links)), None)


def _title(member: HtmlElement, link: HtmlElement | None) -> str:
    heading = next(member.iter(*HEADINGS), None)
    named = (visible_text(e) for e in (heading, link) if e is not None)
    return next((name for name in named if name), "")
