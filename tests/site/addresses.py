"""Where do the links of a page lead, and what does a requested address hold?"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit
from zlib import crc32

from demosite.catalogue import Entry
from demosite.search import Index
from tests.site.controls import PresentsWhat
from tests.site.facet_codes import (
    BROWSE,
    facet_arguments,
    facet_fragment,
    facet_path,
    read_facets,
    read_path_facets,
)
from tests.site.inputs import presenting
from tests.site.style import Style, Tracks
from tests.site.submission import SESSION, Submission
from tests.site.values import Pairs, Values

ITEM = "/item/"
TRACKING: Mapping[Tracks, str] = {
    "position": "ref",
    "page": "qid",
    "session": SESSION,
    "campaign": "utm_source",
}
_PAGE = re.compile(r"/page/([0-9]{1,9})/?$")


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as its address tells it, before the inputs are looked at."""

    values: Values
    narrowed: Pairs
    page: int | None  # where the path tells it


def read_arguments(style: Style, encoded: str) -> Values:
    """Submitted values, decoded as the pages are encoded."""
    pairs = parse_qsl(encoded, keep_blank_values=True, encoding=style.charset, errors="replace")
    if style.charset != "utf-8":
        # Browsers submit as numeric references what the encoding of the page does not have.
        pairs = [(name, html.unescape(value)) for name, value in pairs]
    return Values(tuple(pairs))


def read_asked(style: Style, index: Index, path: str, values: Values) -> Asked | None:
    """What the path and the arguments ask for; None where the path is none of a search."""
    page = None
    if style.page_by == "path" and (found := _PAGE.search(path)):
        path, page = path[: found.start()] or "/", max(1, int(found[1]))
    if path == style.action:
        return Asked(values, read_facets(style, index, values), page)
    if path.startswith(BROWSE) and style.facet_style == "path":
        return Asked(values, read_path_facets(path), page)
    below = path.removeprefix(style.action.rstrip("/") + "/")
    if below == path or not (style.query_path or style.facet_style == "slugs"):
        return None
    return _read_below(style, index, below, values, page)


def item_id(path: str) -> str:
    """The id in the path of a detail page, or ""."""
    return unquote(path.removeprefix(ITEM)) if path.startswith(ITEM) else ""


def record_id(url: str) -> str:
    return item_id(urlsplit(url).path)


def item_url(style: Style, entry: Entry, position: int, seen_on: str = "") -> str:
    """The detail page; with tracking, arguments tell where the link was seen."""
    path = ITEM + quote(entry.id)
    if not style.tracking:
        return path
    tracked = (("ref", "list"), ("pos", str(position)), ("sid", f"{crc32(seen_on.encode()):08x}"))
    return f"{path}?{_encoded(style, tracked)}"


def page_url(style: Style, index: Index, submission: Submission, page: int) -> str:
    tracked = _tracked(style, submission, f"pg_{page}")
    return _search_url(style, index, submission, submission.narrowed, page, tracked)


def facet_url(
    style: Style, index: Index, submission: Submission, narrowed: Pairs, place: str
) -> str:
    """The same search, narrowed so; place tells the link's place on the page."""
    tracked = _tracked(style, submission, place)
    return _search_url(style, index, submission, narrowed, 1, tracked)


def present_url(
    style: Style, index: Index, submission: Submission, what: PresentsWhat, value: str
) -> str:
    """The same search, presented otherwise."""
    name = presenting(style)[what]
    kept = tuple(pair for pair in submission.values.pairs if pair[0] != name)
    shown = ((name, value),) if value else ()
    tracked = (*shown, *_tracked(style, submission, f"{what}_{value}"))
    return _search_url(
        style, index, _with_values(submission, kept), submission.narrowed, 1, tracked
    )


def query_url(style: Style, text: str) -> str:
    """A search for other words."""
    first = ((style.page_name, "1"),) if style.method == "post" else ()
    return f"{style.action}?{_encoded(style, _query_values(style, text) + first)}"


def other_query_url(
    style: Style, index: Index, submission: Submission, text: str, place: str
) -> str:
    """The same, where a result page leads to it."""
    asked = _with_values(submission, _query_values(style, text))
    return _search_url(style, index, asked, (), 1, _tracked(style, submission, place))


def _query_values(style: Style, text: str) -> Pairs:
    return ((style.query_name, text), *style.hidden.items())


def _with_values(submission: Submission, pairs: Pairs) -> Submission:
    return Submission(
        submission.selection, 1, submission.page_size, Values(pairs), session=submission.session
    )


def _search_url(
    style: Style, index: Index, submission: Submission, narrowed: Pairs, page: int, more: Pairs
) -> str:
    path = facet_path(style, index, narrowed)
    values = submission.values.pairs
    if style.facet_style != "path" or not path:
        if style.query_path and submission.values.get(style.query_name):
            path = "/" + quote(submission.values[style.query_name], safe="") + path
            values = tuple(pair for pair in values if pair[0] != style.query_name)
        path = style.action.rstrip("/") + path if path else style.action
    arguments = (*values, *facet_arguments(style, index, narrowed))
    # A form that posts is answered by GET only where a page is named (see answers.py).
    if page > 1 or style.method == "post":
        if style.page_by == "path":
            path = f"{path.rstrip('/')}/page/{page}"
        else:
            arguments += ((style.page_name, _page_value(style, submission, page)),)
    arguments += more
    encoded = f"?{_encoded(style, arguments)}" if arguments else ""
    return path + encoded + facet_fragment(style, narrowed)


def _read_below(
    style: Style, index: Index, below: str, values: Values, page: int | None
) -> Asked | None:
    """First the keywords, where links carry them in the path, then the facets."""
    parts = below.strip("/").split("/")
    if style.query_path:
        values = Values((*values.pairs, (style.query_name, unquote(parts.pop(0)))))
    narrowed = read_facets(style, index, values, parts[0] if parts else "")
    is_known = not parts or (len(parts) == 1 and narrowed)
    return Asked(values, narrowed, page) if is_known else None


def _page_value(style: Style, submission: Submission, page: int) -> str:
    match style.page_by:
        case "zero":
            return str(page - 1)
        case "offset":
            return str((page - 1) * submission.page_size)
        case _:
            return str(page)


def _tracked(style: Style, submission: Submission, place: str) -> Pairs:
    """Arguments that change nothing: they tell where, when and by whom the link was seen."""
    seen_on = f"{submission.values.pairs} {submission.narrowed} {submission.page}"
    told: Mapping[Tracks, str] = {
        "position": f"sr_{place}",
        "page": str(1_300_000_000 + crc32(seen_on.encode()) % 10**8),
        "session": submission.session,
        "campaign": "results" if place.startswith("pg_") else "sidebar",
    }
    return tuple((TRACKING[what], told[what]) for what in style.tracks)


def _encoded(style: Style, arguments: Pairs) -> str:
    return urlencode(arguments, encoding=style.charset, errors="xmlcharrefreplace")
