"""Where does a site write the query into its addresses, and does a link carry one?

[He13 §6.2] follows only those links of a result page that contain the argument for the query.
Related queries, disambiguations and facets do; entity pages, logins and catalogues do not. Beyond
the paper: the query may be in the path (``/search/gps/brand-garmin``), on some sites only in links.

If no URL template is known, the pages tell: the query is the argument that differs on almost every
page and that the links of a page carry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote, unquote, unquote_plus

from deepweb.page.address.argument_names import PERHAPS, SURE, ArgumentWords, is_random
from deepweb.read.links.arguments import (
    BARE,
    MAX_URL,
    Argument,
    arguments_of_url,
    pairs_of_urls,
    path_and_query,
    steps_of,
)

# Signs of the query argument must add up to this. Its name is enough, or that it differs from page
# to page and links carry it.
_ENOUGH = 0.9
# Share of the pages with a query that must show it in the paths of their links.
_IN_PATHS = 0.5
# Pages that must show it.
_MIN_PAGES = 3
# Pages that are examined.
_MAX_PAGES = 100
# Links of a page that are examined.
_MAX_LINKS = 1_000
# Steps of a path that are examined.
_MAX_STEPS = 20
_WORD_SIGNS = re.compile(r"[\s\-_+.]+")


class PageLinks(NamedTuple):
    """The address of a result page, and those that it links to."""

    url: str
    links: Sequence[str]
    next_url: str = ""
    """The next page, if known."""


@dataclass(frozen=True)
class QueryPlace:
    """Where the query is: in an argument, or in the path behind one of these beginnings."""

    argument: str = ""
    before: tuple[str, ...] = ()
    """Beginnings of paths, with the slash that ends them: ``/search/``."""

    @cached_property
    def _mark(self) -> re.Pattern[str]:
        """The spellings of the argument in an address."""
        spelt = {self.argument, quote(self.argument, safe=""), quote(self.argument, safe="[]")}
        return re.compile(f"[?&;](?:{'|'.join(sorted(map(re.escape, spelt)))})=")

    def is_carried_by(self, url: str) -> bool:
        """Does a link carry a query?"""
        if self.argument and self._mark.search(url):
            return len(url) <= MAX_URL
        return bool(self.before) and any(_behind(url, start) for start in self.before)

    def query_of(self, url: str) -> str | None:
        """The query of an address."""
        if self.argument:
            asked = arguments_of_url(url).value(self.argument)
            if asked is not None:
                return asked
        found = (_behind(url, start) for start in self.before)
        return next((unquote_plus(step) for step in found if step), None)


def place_in_pages(pages: Sequence[PageLinks], words: ArgumentWords) -> QueryPlace | None:
    """The place of the query, by pages and their links."""
    looked_at = pages[:_MAX_PAGES]
    arguments = [arguments_of_url(page.url).arguments for page in looked_at]
    scores = {
        name: _score(name, looked_at, arguments, words)
        for name in dict.fromkeys(a.name for found in arguments for a in found)
    }
    best = max(scores, key=lambda name: scores[name], default="")
    if best and scores[best] >= _ENOUGH:
        return QueryPlace(best, tuple(_starts(looked_at, QueryPlace(best))))
    if step := _varied_step(looked_at):
        return QueryPlace(before=(step,))
    named = _named_in_links(looked_at, words)
    return QueryPlace(named) if named else None


def _named_in_links(pages: Sequence[PageLinks], words: ArgumentWords) -> str:
    """The argument with the name of a query that links of most pages have. The addresses of pages
    that were fetched by POST do not show it."""
    found: Counter[str] = Counter()
    for page in pages:
        pairs = pairs_of_urls(page.links[:_MAX_LINKS])
        names = dict.fromkeys(name for name, _ in pairs)
        found.update(name for name in names if words.claims(name).get("query") == SURE)
    best = max(found, key=lambda name: found[name], default="")
    return best if 2 * found[best] > len(pages) else ""


def with_paths(place: QueryPlace, pages: Sequence[PageLinks]) -> QueryPlace:
    """The place, and the places in paths where links write the query too."""
    starts = tuple(_starts(pages[:_MAX_PAGES], place))
    return QueryPlace(place.argument, (*place.before, *starts)) if starts else place


def _score(
    name: str,
    pages: Sequence[PageLinks],
    arguments: Sequence[Iterable[Argument]],
    words: ArgumentWords,
) -> float:
    values = [next((a.value for a in found if a.name == name), "") for found in arguments]
    given = [value for value in values if value]
    if not given or name == BARE or len(given) < len(pages) / 2:
        return 0.0
    claims = words.claims(name)
    by_name = {SURE: 2.0, PERHAPS: 1.0}.get(claims.get("query", 0), 0.0)
    if not by_name and SURE in claims.values():
        by_name = -1.0
    varied = len(set(given)) / len(given) if len(given) >= _MIN_PAGES else 0.0
    in_words = sum(map(_is_in_words, given)) / len(given)
    return by_name + in_words * (varied + _carried(name, pages, values) - 0.5)


def _is_in_words(value: str) -> bool:
    """May a person have typed this? Session ids differ from page to page too."""
    return any(map(str.isalpha, value)) and not is_random(value)


def _carried(name: str, pages: Sequence[PageLinks], values: Sequence[str]) -> float:
    """Share of pages with links that carry the page's own value of the argument."""
    place, kept, asked = QueryPlace(name), 0, 0
    for page, value in zip(pages, values, strict=True):
        links = [url for url in page.links[:_MAX_LINKS] if place.is_carried_by(url)]
        if value and links:
            asked += 1
            kept += any(arguments_of_url(url).value(name) == value for url in links)
    return kept / asked if asked else 0.5


def _starts(pages: Sequence[PageLinks], place: QueryPlace) -> Iterator[str]:
    """Beginnings of paths behind which links of most pages have the query of their page."""
    found: Counter[str] = Counter()
    asked = 0
    for page in pages:
        own = _slug(place.query_of(page.url) or "")
        if own:
            asked += 1
            found.update({start for url in page.links[:_MAX_LINKS] for start in _before(url, own)})
    for start, count in found.items():
        if count >= max(_MIN_PAGES, _IN_PATHS * asked) and start not in place.before:
            yield start


def _before(url: str, query: str) -> Iterator[str]:
    steps = _steps(url)
    for at, step in enumerate(steps):
        if step and _slug(unquote_plus(step)) == query:
            yield "/" + "".join(f"{step}/" for step in steps[:at])


def _varied_step(pages: Sequence[PageLinks]) -> str:
    """The beginning of paths behind which most pages have a different step, kept by their links."""
    behind: dict[str, list[str]] = {}
    for page in pages:
        steps = _steps(page.url)
        kept = {tuple(_steps(url)[: len(steps)]) for url in page.links[:_MAX_LINKS]}
        for at, step in enumerate(steps):
            is_kept = any(other[: at + 1] == tuple(steps[: at + 1]) for other in kept)
            if step and is_kept and any(map(str.isalpha, unquote(step))):
                start = "/" + "".join(f"{step}/" for step in steps[:at])
                behind.setdefault(start, []).append(step)
    varied = {s: len(set(v)) for s, v in behind.items() if 2 * len(set(v)) > len(pages)}
    best = max(varied, key=lambda start: (varied[start], len(start)), default="")
    return best if best and varied[best] >= _MIN_PAGES else ""


def _steps(url: str) -> list[str]:
    return steps_of(path_and_query(url)[0])[:_MAX_STEPS] if len(url) <= MAX_URL else []


def _behind(url: str, start: str) -> str:
    """The step of a path behind its beginning."""
    path = "/" + "/".join(steps_of(path_and_query(url)[0])) if len(url) <= MAX_URL else ""
    return path[len(start) :].partition("/")[0] if path.startswith(start) else ""


def _slug(text: str) -> str:
    """One spelling of a query: "Deep Web", "deep-web" and "deep_web" are the same."""
    return _WORD_SIGNS.sub(" ", text).strip().lower()
