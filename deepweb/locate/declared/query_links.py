"""Which searches do the links of a page show ("popular searches: foo bar" to ``?q=foo+bar``)?

Sites link to answers of their own search. Where several links differ in one argument only, and its
value is the text of the link, that argument takes queries and the rest is the URL template
[He13 §3]. A menu (``?s=forum`` "Forum") looks similar: an argument without an unmistakable name
must also have a value of several words in one link, and so must a place in the path, whose step
before it must be a word for searching (``/search/foo-bar``; ``/tag/foo`` is none).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import SplitResult, unquote_plus, urlsplit

from lxml.html import HtmlElement

from deepweb.form.charset import form_encoding
from deepweb.locate.declared.declared_search import MAX_TEMPLATE, QUERY, DeclaredSearch, declared
from deepweb.page.page import Page, link_target, visible_text
from deepweb.page.words import words

SOURCE = "query links"
MIN_LINKS = 2  # links with different queries in one argument
MIN_PATH_LINKS = 5  # links with different queries in one place of the path
MAX_BELOW = 10  # a link with more elements in it shows a record, not a query
MAX_PLACES = 4  # arguments of a link that may take queries

TAKES_QUERIES = frozenset(
    ("q", "qs", "qry", "query", "keyword", "keywords", "kw", "kwd", "kwds", "wd", "sq", "srch",
     "search", "searchterm", "searchterms", "searchtext", "searchquery", "searchstring",
     "searchword", "searchwords", "searchfor", "searchkey", "searchkeyword", "searchkeywords",
     "fieldkeywords", "nkw", "ntt")
)  # fmt: skip
MAY_TAKE_QUERIES = frozenset(("s", "k", "text", "txt", "term", "terms", "find", "phrase", "words"))
# Words for searching that, in an address, name a menu or a tag.
MENUS = frozenset(("browse", "explore", "keyword", "keywords", "kw", "term", "terms"))


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the address of a link that may take a query, and its value."""

    template: str
    name: str
    """Of the argument; "" for a place in the path."""
    value: str


@dataclass(frozen=True, slots=True)
class _LinkedQuery:
    """A query that is both in the address and in the text of a link."""

    place: _Place
    words: tuple[str, ...]
    encoding: str


def query_links(page: Page, search_words: frozenset[str]) -> list[DeclaredSearch]:
    """The searches to which links of a page lead; ``search_words`` are words for searching."""
    alike: dict[str, list[_LinkedQuery]] = {}
    for link in page.root.iter("a"):
        for place in _places(page, link, search_words):
            if asked := _asked(page, link, place):
                alike.setdefault(place.template, []).append(asked)
    return [_search(group) for group in alike.values() if _is_search(group, search_words)]


def _places(page: Page, link: HtmlElement, search_words: frozenset[str]) -> Iterator[_Place]:
    href = link.get("href", "")
    if len(href) > MAX_TEMPLATE or not _may_ask(href, search_words):
        return
    if target := link_target(page, link):
        parts = urlsplit(target)
        in_arguments = list(islice(_in_arguments(parts, search_words), MAX_PLACES))
        yield from in_arguments
        if not in_arguments and _names_search(parts.path, search_words):
            yield _in_path(parts)


def _may_ask(href: str, search_words: frozenset[str]) -> bool:
    """Might a link lead to a search? A quick test, which most links fail."""
    names = (piece.partition("=")[0] for piece in href.partition("?")[2].split("&"))
    return any(_takes(name, search_words) for name in names) or _names_search(href, search_words)


def _in_arguments(parts: SplitResult, search_words: frozenset[str]) -> Iterator[_Place]:
    pieces = parts.query.split("&")
    for at, piece in enumerate(pieces):
        name, _, value = piece.partition("=")
        if _takes(name, search_words):
            asked = "&".join((*pieces[:at], f"{name}={QUERY}", *pieces[at + 1 :]))
            yield _Place(parts._replace(query=asked).geturl(), name, value)


@lru_cache(maxsize=1000)
def _takes(name: str, search_words: frozenset[str]) -> bool:
    """May an argument of that name take queries?"""
    plain = _plain(name)
    is_known = plain in TAKES_QUERIES or plain in MAY_TAKE_QUERIES
    return is_known or (plain in search_words and plain not in MENUS)


def _in_path(parts: SplitResult) -> _Place:
    above, _, value = parts.path.rstrip("/").rpartition("/")
    template = parts._replace(path=f"{above}/{QUERY}").geturl()
    return _Place(template, "", re.sub(r"[-_]", "+", value))


def _names_search(path: str, search_words: frozenset[str]) -> bool:
    """Is the last step but one of a path a word for searching?"""
    steps = path.rstrip("/").rsplit("/", 2)
    step = unquote_plus(steps[-2]).lower() if len(steps) > 1 else ""
    return step in search_words and step not in MENUS


def _asked(page: Page, link: HtmlElement, place: _Place) -> _LinkedQuery | None:
    """The query of a link, if it is the link's text in one of the likely encodings."""
    if len(list(islice(link.iter(), MAX_BELOW + 1))) > MAX_BELOW:
        return None
    said = tuple(words(visible_text(link)))
    for encoding in dict.fromkeys((form_encoding(page.encoding, None), "utf-8")):
        if said and said == tuple(words(unquote_plus(place.value, encoding, "replace"))):
            return _LinkedQuery(place, said, encoding)
    return None


def _is_search(group: list[_LinkedQuery], search_words: frozenset[str]) -> bool:
    name = _plain(group[0].place.name)
    different = {asked.words for asked in group}
    if name in TAKES_QUERIES:
        return len(different) >= MIN_LINKS
    # The values of menus have no spaces.
    is_spaced = any(" " in unquote_plus(asked.place.value).strip() for asked in group)
    if name:
        return len(different) >= MIN_LINKS and is_spaced
    # "/search/advanced-search" is a form.
    is_menu = any(search_words.intersection(said) for said in different)
    return len(different) >= MIN_PATH_LINKS and is_spaced and not is_menu


def _search(group: list[_LinkedQuery]) -> DeclaredSearch:
    count, first = len({asked.words for asked in group}), " ".join(group[0].words)
    reason = f"{count} links search for their own text, such as {first!r}"
    # Only letters beyond ASCII show the encoding of the site.
    encoding = next((a.encoding for a in group if not "".join(a.words).isascii()), "utf-8")
    template = group[0].place.template
    return declared(DeclaredSearch(template, SOURCE, reason, encoding=encoding))


def _plain(name: str) -> str:
    """One spelling of a name: "search_term", "searchTerm" and "search-term" are the same."""
    return re.sub(r"[\W\d_]", "", unquote_plus(name).lower())
