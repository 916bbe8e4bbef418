"""Where do the links of a page lead, and what does a requested address hold?"""

import html
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit
from zlib import crc32

from tests.site.catalogue import Entry
from tests.site.style import Style
from tests.site.submission import FACET_ARGUMENT, Pairs, Submission

ITEM = "/item/"
BROWSE = "/browse/"  # facets in the path follow, as attribute/value/attribute/value


def read_arguments(style: Style, encoded: str) -> dict[str, str]:
    """Submitted values, decoded as the pages are encoded; the last of a name counts."""
    pairs = parse_qsl(encoded, keep_blank_values=True, encoding=style.charset, errors="replace")
    if style.charset == "utf-8":
        return dict(pairs)
    # Browsers submit as numeric references what the encoding of the page does not have.
    return {name: html.unescape(value) for name, value in pairs}


def read_path_facets(path: str) -> Pairs:
    """Facets in the path of an address; split before decoding, since values may hold slashes."""
    parts = [unquote(part) for part in path.removeprefix(BROWSE).split("/")]
    return tuple(zip(parts[::2], parts[1::2], strict=False))


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
    tracked = {"ref": "list", "pos": str(position), "sid": f"{crc32(seen_on.encode()):08x}"}
    return f"{path}?{_encoded(style, tracked)}"


def page_url(style: Style, submission: Submission, page: int) -> str:
    return _search_url(style, submission.values, submission.narrowed, page)


def facet_url(style: Style, submission: Submission, attribute: str, value: str) -> str:
    narrowed = (*submission.narrowed, (attribute, value))
    return _search_url(style, submission.values, narrowed, 1)


def query_url(style: Style, text: str) -> str:
    """A search for other words."""
    return _search_url(style, {style.query_name: text, **style.hidden}, (), 1)


def _search_url(style: Style, values: Mapping[str, str], narrowed: Pairs, page: int) -> str:
    arguments = dict(values)
    path = style.action
    if narrowed and style.facet_style == "path":
        steps = [step for pair in narrowed for step in pair]
        path = BROWSE + "/".join(quote(step, safe="") for step in steps)
    else:
        arguments |= {FACET_ARGUMENT + name: value for name, value in narrowed}
    # A form that posts is answered by GET only where a page is named (see answers.py).
    if page > 1 or style.method == "post":
        arguments[style.page_name] = str(page)
    return f"{path}?{_encoded(style, arguments)}" if arguments else path


def _encoded(style: Style, arguments: Mapping[str, str]) -> str:
    return urlencode(arguments, encoding=style.charset, errors="xmlcharrefreplace")
