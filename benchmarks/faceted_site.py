"""A faceted site in memory: a function from URL to page, over a catalogue of known pairs.

Entities have six attributes: a category with parts (hierarchical), a brand, colours (several each,
ticked together), a price range (numeric), a rating ("3 & up" holds "4 & up" too) and a condition.
Pages list them as shops do, with a pager, sort orders, navigation and promoted items among the
results. The site may change with every request.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Literal
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

import numpy as np
from numpy.typing import NDArray

HOME = "http://shop.example/list"
Pair = tuple[str, str]
Mask = NDArray[np.bool_]

_PLACES = ("Garden", "Kitchen", "Office", "Sport", "Travel", "Workshop")
_PARTS = ("Basics", "Extras", "Spares", "Sets")
_COLOURS = ("red", "blue", "green", "black", "white", "yellow", "brown", "grey")
_PRICES = ("Under $10", "$10 to $25", "$25 to $50", "$50 to $100", "$100 to $200", "$200 & above")
_RATINGS = ("4 & up", "3 & up", "2 & up", "1 & up")
_CONDITIONS = ("New", "Used", "Refurbished")
_BRANDS = tuple(
    f"{start}{end}"
    for start in ("Acu", "Bel", "Cor", "Dra", "Eno")
    for end in ("mar", "tex", "via", "lon", "ris")
)
SORTS = ("", "price", "name", "newest")


@dataclass(frozen=True, slots=True)
class Shop:
    """What a site looks like and how it behaves."""

    entities: int = 5_000
    page_size: int = 50
    urls: Literal["query", "path", "packed"] = "query"
    layout: Literal["list", "badge", "nested", "boxes", "plain"] = "list"
    counts: bool = True
    most_pages: int | None = None
    promoted: int = 0
    rotating: bool = False
    sort_name: str = "sort"
    sort_heading: str = "Sort by"
    changes: float = 0.0
    """Changes of the catalogue a request."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for."""

    chosen: tuple[Pair, ...] = ()
    sort: str = ""
    page: int = 1


class Catalogue:
    """Entities, as a mask of those that have it for each pair."""

    def __init__(self, entities: int, seed: int) -> None:
        self._chance = random.Random(seed)
        spare = entities // 10
        self.size = entities + spare
        self.alive: Mask = np.arange(self.size) < entities
        self.pairs: dict[Pair, Mask] = {}
        for each in range(self.size):
            for pair in self._drawn():
                self.pairs.setdefault(pair, np.zeros(self.size, bool))[each] = True
        self.always = {pair: mask & self.alive for pair, mask in self.pairs.items()}
        self.ever = {pair: mask & self.alive for pair, mask in self.pairs.items()}
        shuffled = list(range(self.size))
        self.orders = {sort: np.array(self._chance.sample(shuffled, self.size)) for sort in SORTS}

    def _drawn(self) -> Iterator[Pair]:
        draw = self._chance
        place = draw.choices(_PLACES, weights=(6, 5, 4, 3, 2, 1))[0]
        yield "Category", place
        yield "Category", f"{place} {draw.choice(_PARTS)}"
        yield "Brand", _BRANDS[min(int(draw.expovariate(0.15)), len(_BRANDS) - 1)]
        for colour in draw.sample(_COLOURS, draw.choice((1, 1, 1, 2))):
            yield "Colour", colour
        yield "Condition", draw.choices(_CONDITIONS, weights=(6, 3, 1))[0]
        yield from self._priced_and_rated()

    def _priced_and_rated(self) -> Iterator[Pair]:
        yield "Price", self._chance.choice(_PRICES)
        stars = self._chance.choice((1, 2, 3, 4, 4, 5))
        yield from (("Rating", said) for said in _RATINGS if stars >= int(said[0]))

    def change(self) -> None:
        """One entity goes, one comes, one gets another price and rating."""
        here, gone = np.flatnonzero(self.alive), np.flatnonzero(~self.alive)
        left, other = self._chance.choice(here), self._chance.choice(here)
        self.alive[left] = False
        if len(gone):
            self.alive[self._chance.choice(gone)] = True
        for pair, mask in self.pairs.items():
            if pair[0] in {"Price", "Rating"}:
                mask[other] = False
        for pair in self._priced_and_rated():
            self.pairs[pair][other] = True
        for pair, mask in self.pairs.items():
            self.always[pair] &= mask & self.alive
            self.ever[pair] |= mask & self.alive

    def found(self, chosen: tuple[Pair, ...]) -> Mask:
        """Those that have a chosen value of each attribute that one is chosen of."""
        mask = self.alive.copy()
        by_attribute: dict[str, Mask] = {}
        for attribute, value in chosen:
            # Parts narrow their category; ticked colours widen each other.
            slot = value if attribute == "Category" else attribute
            having = self.pairs.get((attribute, value), np.zeros(self.size, bool))
            by_attribute[slot] = by_attribute[slot] | having if slot in by_attribute else having
        for having in by_attribute.values():
            mask &= having
        return mask


@dataclass(slots=True)
class Listing:
    """A page, before it is written."""

    asked: Asked
    ids: list[int]
    count: int
    pages: int
    facets: dict[str, list[tuple[Pair, int, bool]]]
    """Of each attribute its values, counts, and whether they are chosen."""


@dataclass(slots=True)
class FacetedSite:
    """The site: ``page(url)`` is its HTML, ``links(listing)`` all places that a page leads to."""

    shop: Shop
    requests: int = 0
    catalogue: Catalogue = field(init=False)
    _change: float = 0.0

    def __post_init__(self) -> None:
        self.catalogue = Catalogue(self.shop.entities, self.shop.seed)

    def truth(self) -> tuple[set[tuple[str, Pair]], set[tuple[str, Pair]]]:
        """The pairs that held all the time, and those that held at any time."""
        held = self.catalogue
        return _named(held.always), _named(held.ever)

    def listing(self, url: str) -> Listing | None:
        """What a list page shows; None of other pages."""
        self._tick()
        if (asked := self._asked(url)) is None:
            return None
        found = self.catalogue.found(asked.chosen)
        order = self.catalogue.orders[asked.sort]
        ranked = order[found[order]]
        size, count = self.shop.page_size, len(ranked)
        pages = min(-(-count // size), self.shop.most_pages or count)
        shown = ranked[(asked.page - 1) * size : asked.page * size] if asked.page <= pages else []
        ids = [*self._promoted(url), *(int(each) for each in shown)]
        return Listing(asked, list(dict.fromkeys(ids)), count, pages, self._facets(asked, found))

    def links(self, listing: Listing | None) -> list[str]:
        """Where a page leads."""
        home = [HOME, *(f"http://shop.example/about/{n}" for n in range(5))]
        if listing is None:
            return home
        asked = listing.asked
        pages = [self._url(Asked(asked.chosen, asked.sort, n)) for n in _near(asked, listing.pages)]
        sorts = [self._url(Asked(asked.chosen, sort)) for sort in SORTS]
        narrowed = [
            self._url(Asked(self._chosen(asked, pair, is_chosen), asked.sort))
            for values in listing.facets.values()
            for pair, _, is_chosen in values
        ]
        return [*home, *(item_url(each) for each in listing.ids), *pages, *sorts, *narrowed]

    def page(self, url: str) -> str:
        """The HTML of a page."""
        listing = self.listing(url)
        if listing is None:
            return "<html><body><h1>About</h1><p>Nothing to see.</p></body></html>"
        return (
            f"<html><body>{_NAVIGATION}<main>{self._aside(listing)}<section>"
            f"{self._count(listing)}{self._sorts(listing)}{_items(listing)}{self._pager(listing)}"
            "</section></main></body></html>"
        )

    def _tick(self) -> None:
        self.requests += 1
        self._change += self.shop.changes
        while self._change >= 1:
            self._change -= 1
            self.catalogue.change()

    def _promoted(self, url: str) -> list[int]:
        pool = range(40) if self.shop.rotating else range(self.shop.promoted)
        return random.Random(url).sample(pool, min(self.shop.promoted, len(pool)))

    def _facets(self, asked: Asked, found: Mask) -> dict[str, list[tuple[Pair, int, bool]]]:
        shown: dict[str, list[tuple[Pair, int, bool]]] = {}
        chosen = set(asked.chosen)
        for pair, having in self.catalogue.pairs.items():
            attribute = pair[0]
            if not self._is_offered(pair, chosen):
                continue
            count = int(np.count_nonzero(having & found))
            if attribute in {"Colour", "Rating"} and attribute in dict(asked.chosen):
                others = tuple(each for each in asked.chosen if each[0] != attribute)
                count = int(np.count_nonzero(having & self.catalogue.found(others)))
            if count:
                shown.setdefault(attribute, []).append((pair, count, pair in chosen))
        for values in shown.values():
            values.sort(key=lambda each: (-each[1], each[0]))
        return dict(sorted(shown.items()))

    def _is_offered(self, pair: Pair, chosen: set[Pair]) -> bool:
        attribute, value = pair
        taken = {said for name, said in chosen if name == attribute}
        if attribute == "Category":
            place, _, part = value.partition(" ")
            if self.shop.layout == "nested":
                return not taken or (bool(part) and taken == {place})
            return taken == {place} if part else not taken
        return attribute in {"Colour", "Rating"} or not taken or value in taken

    def _chosen(self, asked: Asked, pair: Pair, is_chosen: bool) -> tuple[Pair, ...]:
        """What is chosen after a click on a pair."""
        if is_chosen:
            return tuple(each for each in asked.chosen if each != pair)
        replaced = {"Rating"}
        kept = (each for each in asked.chosen if each[0] != pair[0] or pair[0] not in replaced)
        above = pair[1].partition(" ")[0]
        nested = [("Category", above)] if pair[0] == "Category" and above != pair[1] else []
        return tuple(dict.fromkeys((*kept, *nested, pair)))

    def _url(self, asked: Asked) -> str:
        arguments: list[tuple[str, str]] = []
        path = HOME
        if self.shop.urls == "path":
            path += "".join(f"/{quote(n, '')}:{quote(v, '')}" for n, v in asked.chosen)
        elif self.shop.urls == "packed":
            packed = "|".join(f"{name}:{value}" for name, value in asked.chosen)
            arguments += [("f", packed)] if packed else []
        else:
            arguments += asked.chosen
        arguments += [(self.shop.sort_name, asked.sort)] if asked.sort else []
        arguments += [("page", str(asked.page))] if asked.page > 1 else []
        return f"{path}?{urlencode(arguments)}" if arguments else path

    def _asked(self, url: str) -> Asked | None:
        parts = urlsplit(url)
        if not url.startswith(HOME):
            return None
        arguments = parse_qsl(parts.query)
        own = {self.shop.sort_name, "page", "f"}
        steps = [step.partition(":") for step in parts.path.split("/")[2:]]
        packed = dict(arguments).get("f", "")
        steps += [step.partition(":") for step in packed.split("|") if step]
        chosen = [(unquote(n), unquote(v)) for n, _, v in steps]
        chosen += [(name, value) for name, value in arguments if name not in own]
        given = dict(arguments)
        page, sort = int(given.get("page", 1)), given.get(self.shop.sort_name, "")
        return Asked(tuple(chosen), sort if sort in SORTS else "", page)

    # HTML

    def _aside(self, listing: Listing) -> str:
        groups = (self._group(listing, name, listing.facets[name]) for name in listing.facets)
        return f"<div class=side>{''.join(groups)}</div>"

    def _group(self, listing: Listing, name: str, values: list[tuple[Pair, int, bool]]) -> str:
        entries = [self._entry(listing, *value) for value in values]
        if self.shop.layout == "nested" and name == "Category" and len(values) > len(_PARTS):
            return f"<h4>{name}</h4>{self._nested(listing, values)}"
        if self.shop.layout == "plain":
            return f"<p><b>{name}:</b> {', '.join(entries)}</p>"
        items = "".join(f"<li>{entry}</li>" for entry in entries)
        return f"<h4>{name}</h4><ul>{items}</ul>"

    def _nested(self, listing: Listing, values: list[tuple[Pair, int, bool]]) -> str:
        items = ""
        for value in values:
            if " " in value[0][1]:
                continue
            parts = [part for part in values if part[0][1].startswith(value[0][1] + " ")]
            inner = "".join(f"<li>{self._entry(listing, *part)}</li>" for part in parts)
            items += f"<li>{self._entry(listing, *value)}<ul>{inner}</ul></li>"
        return f"<ul>{items}</ul>"

    def _entry(self, listing: Listing, pair: Pair, count: int, is_chosen: bool) -> str:
        chosen = self._chosen(listing.asked, pair, is_chosen)
        url = escape(self._url(Asked(chosen, listing.asked.sort)))
        said = escape(pair[1])
        layout, counts = self.shop.layout, self.shop.counts
        mark = " class=selected" if is_chosen else ""
        if layout == "boxes":
            box = f"<input type=checkbox{' checked' if is_chosen else ''}>"
            return f"<a href='{url}'{mark}>{box}{said}{f' ({count})' if counts else ''}</a>"
        if layout == "badge":
            badge = f" <span>{count}</span>" if counts else ""
            return f"<a href='{url}'{mark}>{said}{badge}</a>"
        return f"<a href='{url}'{mark}>{said}</a>{f' ({count})' if counts else ''}"

    def _count(self, listing: Listing) -> str:
        return f"<p id=count>{listing.count} results</p>" if self.shop.counts else ""

    def _sorts(self, listing: Listing) -> str:
        urls = ((sort, self._url(Asked(listing.asked.chosen, sort))) for sort in SORTS)
        entries = (f"<a href='{escape(url)}'>{sort or 'best match'}</a>" for sort, url in urls)
        return f"<div>{self.shop.sort_heading}: {' | '.join(entries)}</div>"

    def _pager(self, listing: Listing) -> str:
        asked = listing.asked
        numbers = "".join(
            f"<a href='{escape(self._url(Asked(asked.chosen, asked.sort, n)))}'>{n}</a> "
            for n in _near(asked, listing.pages)
        )
        if asked.page >= listing.pages:
            return f"<div class=pages>{numbers}</div>"
        following = escape(self._url(Asked(asked.chosen, asked.sort, asked.page + 1)))
        return f"<div class=pages>{numbers}<a rel=next href='{following}'>Next</a></div>"


_NAVIGATION = (
    "<nav><ul>"
    + "".join(f"<li><a href='/about/{n}'>About {n}</a></li>" for n in range(5))
    + "</ul></nav>"
)


def item_url(each: int) -> str:
    """The page of an entity."""
    return f"http://shop.example/item/{each}"


def _items(listing: Listing) -> str:
    items = (f"<li class=item><a href='/item/{n}'>Thing {n}</a></li>" for n in listing.ids)
    return f"<ol>{''.join(items)}</ol>"


def _near(asked: Asked, pages: int) -> list[int]:
    """The pages that a pager names."""
    near = range(max(asked.page - 3, 1), min(asked.page + 4, pages + 1))
    return [n for n in near if n != asked.page]


def _named(pairs: dict[Pair, Mask]) -> set[tuple[str, Pair]]:
    return {(item_url(int(n)), pair) for pair, mask in pairs.items() for n in np.flatnonzero(mask)}
