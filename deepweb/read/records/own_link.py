"""Which link of a record is its own, where the one that stands out is not?

The link that stands out (``title.py``) may belong to an author, a collection or a topic, which
several records share; or lead outside, while an icon without text leads to the record. Then the
links are compared by their place in the records: the links of one place are the records' own if
nearly every record has one and no two lead to the same page. A place that was found on one answer
is tried first on the others, since a short answer does not show what records share. Where no link
is a record's own, a script may open its page: the address stands in the script or beside it
(``onclick="location='/item/3'"``, ``data-href``), and is compared by its place like a link.

Of several views of a record, which differ in one argument (``op=get``, ``op=view``), the one is its
own that the answer itself is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from lxml.html import HtmlElement

from deepweb.page.page import Page, clicked_target, link_target
from deepweb.page.site import site_name
from deepweb.read.fields.parts import MAX_DEPTH, RecordElements, step_of
from deepweb.read.records.title import record_links

# Records by which the places of links are compared.
MIN_COMPARED = 3
# Share of the records that must have a link at the place of their own links.
_MOST_HAVE = 0.8
# Share of the links that stand out that lead outside, before inner ones are sought.
_OUTSIDE = 0.8
# Words in the address of a link that acts on a record, or shows it in another way.
_ACTS = re.compile(
    r"(?:^|[/?&=_.-])(?:edit|delete|remove|(?:un)?archive|toggle|(?:up|down)?vote|like|flag|hide|add"
    r"|cart|basket|compare|wishlist|favou?rites?|log-?in|sign-?in|reply|quote|share|print|report"
    r"|subscribe|rss|feed|atom|qr|cached?|similar|translate|redirect|download|history|diff)"
    r"(?:$|[/?&=_.#-])",
    re.IGNORECASE,
)
_MAX_ADDRESS = 500
# Elements of a record that are searched for such addresses.
_MAX_ELEMENTS = 200


@dataclass(frozen=True, slots=True)
class OwnLinks:
    """The place of the records' own links, and the link of each record that has one there."""

    place: str
    links: Mapping[int, HtmlElement]
    targets: Mapping[int, str]


class LinkPlaces:
    """The links of a page's records, by their place in the records."""

    def __init__(
        self, page: Page, records: Sequence[RecordElements], left_out: Collection[HtmlElement] = ()
    ) -> None:
        self._page = page
        self._records = records
        self._has_clicks = False
        self._links: dict[str, dict[int, HtmlElement]] = {}
        self._targets: dict[str, dict[int, str]] = {}
        for number, record in enumerate(records):
            for link in record_links(record):
                if link not in left_out and (target := link_target(page, link)):
                    self._add(number, link, target)

    def _add(self, number: int, link: HtmlElement, target: str) -> None:
        place = _place(link, set(self._records[number]))
        self._links.setdefault(place, {}).setdefault(number, link)
        self._targets.setdefault(place, {}).setdefault(number, target)

    def known(self, place: str) -> OwnLinks | None:
        """The links at a place that was found before, if the records still have them."""
        if place not in self._links:
            self._add_clicks()
        return self._own(place) if place in self._links and self._is_own(place, 0.5) else None

    def clicked(self) -> OwnLinks | None:
        """What a click on a record opens, where scripts do what links do elsewhere."""
        self._add_clicks()
        own = [p for p in self._links if self._is_own(p, _MOST_HAVE) and self._stays(p)]
        return next((self._own(place) for place in own if not self._acts(place)), None)

    def _add_clicks(self) -> None:
        if self._has_clicks:
            return
        self._has_clicks = True
        for number, record in enumerate(self._records):
            elements = (element for node in record for element in node.iter())
            for element in islice(elements, _MAX_ELEMENTS):
                if target := clicked_target(self._page, element):
                    self._add(number, element, target)

    def unshared(self, chosen: Mapping[int, str]) -> OwnLinks | None:
        """Links of which none leads where another does; ``chosen``: targets that are shared."""
        own = [p for p in self._links if self._is_own(p, _MOST_HAVE) and self._stays(p)]
        rivals = set(chosen.values())
        own = [p for p in own if rivals.isdisjoint(self._targets[p].values()) and not self._acts(p)]
        return self._own(own[0]) if own else None

    def inner(self, chosen: Mapping[int, str]) -> OwnLinks | None:
        """Links to pages of this site, if those that were chosen lead outside."""
        outside = [url for url in chosen.values() if not self._is_here(url)]
        if len(chosen) < MIN_COMPARED or len(outside) < _OUTSIDE * len(self._records):
            return None
        inner = [
            place
            for place in self._links
            if self._is_own(place, _MOST_HAVE)
            and all(map(self._is_here, self._targets[place].values()))
            and not self._acts(place)
            and not any(_mentions(url, chosen.get(n)) for n, url in self._targets[place].items())
        ]
        # The address of a thing is shorter than those of what can be done with it.
        shortest = min(inner, key=lambda p: sum(map(len, self._targets[p].values())), default=None)
        return self._own(shortest) if shortest is not None else None

    def _own(self, place: str) -> OwnLinks:
        return OwnLinks(place, self._links[place], self._targets[place])

    def _is_own(self, place: str, share: float) -> bool:
        targets = list(self._targets[place].values())
        return len(targets) >= share * len(self._records) and len(set(targets)) == len(targets)

    def _stays(self, place: str) -> bool:
        """Do most links stay on the site?"""
        targets = list(self._targets[place].values())
        return 2 * sum(map(self._is_here, targets)) > len(targets)

    def _acts(self, place: str) -> bool:
        targets = self._targets[place].values()
        acting = Counter(_ACTS.search(urlsplit(url)._replace(netloc="").geturl()[:_MAX_ADDRESS])
                         is not None for url in targets)  # fmt: skip
        return acting[True] > acting[False]

    def _is_here(self, url: str) -> bool:
        """Is it an address of this site? A file that does not say where it was saved has none."""
        return _site(self._page.base_url) in {None, _site(url)}


def _site(url: str) -> str | None:
    try:
        return site_name(url)
    except ValueError:
        return None


View = tuple[str, str]
"""An argument and the value of it that shows records as the page does that lists them, or ""."""


def shown_as_here(
    page: Page, records: Sequence[RecordElements], urls: Sequence[str | None], known: View
) -> tuple[list[str | None], View]:
    """The addresses of records in the view of the page that lists them, if links lead there.

    Where most records have such a link, the others have the same view; so have those of later
    pages, since the only record of a page may not show it. ``known``: the view of earlier pages.
    """
    changed = [
        _view_here(page, record, url) if url else None
        for record, url in zip(records, urls, strict=True)
    ]
    views = Counter(view[1] for view in changed if view is not None)
    found, times = views.most_common(1)[0] if views else (known, 0)
    is_usual = 2 * times > sum(url is not None for url in urls)
    usual = (
        found if is_usual else known if known in parse_qsl(urlsplit(page.url).query) else ("", "")
    )
    shown = [
        view[0] if view else _with_view(url, *usual) if url and usual[0] else url
        for view, url in zip(changed, urls, strict=True)
    ]
    return shown, found if is_usual and times >= MIN_COMPARED else known


def _view_here(page: Page, record: RecordElements, url: str) -> tuple[str, tuple[str, str]] | None:
    """The address of a record in the view of the page, and the argument that says so."""
    here, own = dict(parse_qsl(urlsplit(page.url).query)), urlsplit(url)
    named = dict(parse_qsl(own.query))
    differing = [name for name, value in named.items() if here.get(name, value) != value]
    if len(named) < 2 or not differing:
        return None
    for link in record_links(record):
        target = link_target(page, link) or ""
        there = urlsplit(target)
        said = dict(parse_qsl(there.query)) if there.path == own.path else {}
        for name in differing:
            if said == named | {name: here[name]}:
                return target, (name, here[name])
    return None


def _with_view(url: str, name: str, value: str) -> str:
    """An address with another value of an argument that it has."""
    start, sign, asked = url.partition("?")
    parts = asked.split("&")
    said = [f"{name}={value}" if each.partition("=")[0] == name else each for each in parts]
    return f"{start}{sign}{'&'.join(said)}"


def _place(link: HtmlElement, roots: Collection[HtmlElement]) -> str:
    """The steps from the root of a record to a link."""
    steps: list[str] = []
    element: HtmlElement | None = link
    while element is not None and element not in roots and len(steps) < MAX_DEPTH:
        steps.append(step_of(element, str(element.tag)))
        element = element.getparent()
    return "/".join(reversed(steps)) or "."


def _mentions(url: str, other: str | None) -> bool:
    """Does an address hold another one, as a cache or a counter of clicks does?"""
    host = urlsplit(other).hostname if other else None
    return host is not None and host in unquote(unquote(url))


def part_name(record: RecordElements) -> str:
    """What the part of the page is called that a record is, by its id or its first anchor."""
    elements = islice((e for node in record for e in node.iter()), _MAX_ELEMENTS)
    named = (e.get("id") or (e.get("name") if e.tag == "a" else "") for e in elements)
    return next(filter(None, named), "")


def fragment(link: HtmlElement) -> str:
    """The part of a page that a link leads to."""
    return str(link.get("href", "").partition("#")[2].strip())
