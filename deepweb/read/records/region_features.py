"""By which features is a group of like elements ranked?

Computed for all groups of a page at once, as columns over arrays: what a member holds is the
difference of two running sums, so that no subtree is walked again. Most features are those by which
people tell records from menus: much text, evenly spread, each member with a link, a heading or a
price of its own, under a class called "results". If other pages are known, text that they share is
no answer (content variation [Caverlee §VI]).

The model in ``resources/models`` knows the features by name: renaming one makes training necessary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from deepweb.page.outline import Outline, interned
from deepweb.read.records.candidates import RecordGroup

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_STRONG = frozenset({"b", "em", "strong", "mark"})
_ASIDE = frozenset({"nav", "header", "footer", "aside"})
_TAGS = ("li", "tr", "td", "div", "a", "p", "article", "h3", "dl", "ul", "span", "table")
_WAYS = ("siblings", "cousins", "runs", "cousin runs")
_KINDS = ("all", "tag", "look", "shape", "inside", "mark", "between", "path", "place")

_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|kr\b|zł|EUR|USD)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\d[./-]\d{1,2}[./-]\d\d|\bago\b")
# Longer texts are prose; a price or a date in them is no field.
_MAX_FIELD = 200
# A piece of text longer than this is long.
_LONG = 60
# Characters of an address that say what sort of page it leads to.
_MAX_SORT = 12
_DIGITS = re.compile(r"\d+")

# Words in class names, by what they speak for.
_SPEAKING = {
    "result": re.compile(r"result|search|serp|hit(?:s|\b|-)|algo|\blist|listing", re.I),
    "item": re.compile(
        r"item|product|record|entry|article|post|card|story|teaser|tile|snippet|\brow\b|book"
        r"|media|thread|job|offer|recipe",
        re.I,
    ),
    "other": re.compile(
        r"nav|menu|foot|head|side|bread|crumb|pag(?:er|ing|inat)|filter|facet|refine|relat|social"
        r"|share|tab(?:s|\b)|carousel|suggest|history|recent|cookie|modal|login|lang|tool|option"
        r"|widget|recommend|also|trend|popular|banner|promo",
        re.I,
    ),
    "ad": re.compile(r"\bads?\b|sponsor|advert|\bad-|-ad\b|ads-|\bpla\b", re.I),
}
NAME_FEATURES = tuple(f"{name} {whose}" for name in _SPEAKING for whose in ("above", "own"))
"""The features that only class names give."""
_COUNTED = ("links", "heads", "images", "strong", "prices", "dates", "pieces", "long", "elements")


def region_features(
    page: Outline, groups: Sequence[RecordGroup], fresh: Sequence[int] | None
) -> dict[str, Array]:
    """Name to a figure for each group. ``fresh``: characters of each element's own text that no
    other page has, or None if no other page is known."""
    elements = _Elements(page, fresh)
    members = _Members(page, groups)
    held = _Held(members, elements)
    return {
        **_text(members, elements, held),
        **_parts(members, elements, held),
        **_variety(page, members, elements, held),
        **_place(page, members, elements, held),
        **_names(members, elements),
        **_freshness(members, elements, held, fresh is not None),
        **_ways(groups),
    }


class _Elements:
    """Figures of each element, their running sums, and their sums over the ancestors."""

    def __init__(self, page: Outline, fresh: Sequence[int] | None) -> None:
        self.text = np.array([len(text) for text in page.texts])
        self.tags: Numbers = np.array(interned(page.tags))
        self.tag_names = list(dict.fromkeys(page.tags))
        self.looks = np.array(page.looks)
        self.links = np.array([href is not None for href in page.hrefs])
        spoken, is_typed = _spoken(page)
        self.own = spoken
        tags = {"aside": _ASIDE, "form": {"form"}, "table": {"table"}}
        flags = spoken | {name: self._is(names) for name, names in tags.items()}
        self.above = _above(page, flags | {"links": self.links})
        is_price, is_date = _found(page.texts)
        own: dict[str, NDArray[np.generic]] = {
            "links": self.links,
            "heads": self._is(_HEADINGS),
            "images": self._is({"img"}),
            "strong": self._is(_STRONG),
            "prices": is_price,
            "dates": is_date,
            "pieces": self.text > 0,
            "long": self.text > _LONG,
            "elements": np.ones(len(self.tags), dtype=bool),
            "text": self.text,
            "typed": is_typed,
            "fresh": self.text if fresh is None else np.array(fresh),
            "linked": self.text * (self.above["links"] > 0),
        }
        self.rows = {name: row for row, name in enumerate(own)}
        self.sums = np.zeros((len(own), len(self.tags) + 1), dtype=np.int64)
        np.cumsum([*own.values()], axis=1, out=self.sums[:, 1:])

    def _is(self, names: Iterable[str]) -> NDArray[np.bool_]:
        wanted = set(names)
        return np.array([name in wanted for name in self.tag_names])[self.tags]

    def sum(self, name: str) -> Numbers:
        """The running sum before each element; the last item is that of the whole page."""
        return np.asarray(self.sums[self.rows[name]])

    def whole(self, name: str) -> int:
        return max(int(self.sum(name)[-1]), 1)


class _Members:
    """The members of all groups, one after the other."""

    def __init__(self, page: Outline, groups: Sequence[RecordGroup]) -> None:
        spans = chain.from_iterable(group.spans for group in groups)
        bounds = np.fromiter(chain.from_iterable(spans), dtype=np.int64)
        self.start, self.stop = bounds[::2], bounds[1::2]
        self.count = np.array([len(group.spans) for group in groups])
        self.first = np.cumsum(self.count) - self.count
        self._group = np.repeat(np.arange(len(groups)), self.count)
        self._size = 2 * len(page.tags) + 2
        self.parent = np.maximum(np.array(page.parents)[self.start], 0)

    def total(self, values: NDArray[np.generic]) -> Array:
        """Sums over the members of each group; for a table, of each row."""
        return np.asarray(np.add.reduceat(values.astype(float), self.first, axis=-1))

    def mean(self, values: NDArray[np.generic]) -> Array:
        return np.asarray(self.total(values) / self.count)

    def spread(self, values: NDArray[np.generic], mean: Array, least: float) -> Array:
        """Standard deviation over mean."""
        square = self.mean(values.astype(float) ** 2) - mean**2
        return np.asarray(np.sqrt(np.maximum(square, 0)) / np.maximum(mean, least))

    def least(self, values: NDArray[np.generic]) -> Array:
        return np.asarray(np.minimum.reduceat(values.astype(float), self.first))

    def most(self, values: NDArray[np.generic]) -> Array:
        return np.asarray(np.maximum.reduceat(values.astype(float), self.first))

    def distinct(self, *names: Numbers) -> Array:
        """Number of different names among the members of each group; a row for each argument."""
        _, is_new = self._sorted(names)
        return self.total(is_new)

    def commonest(self, *names: Numbers) -> Array:
        """Share of members that have the most common name; a row for each argument."""
        places, is_new = self._sorted(names)
        since = places - np.maximum.accumulate(np.where(is_new, places, 0), axis=1)
        return np.asarray((np.maximum.reduceat(since, self.first, axis=1) + 1) / self.count)

    def _sorted(self, names: Sequence[Numbers]) -> tuple[Numbers, NDArray[np.bool_]]:
        """Places of the members, sorted by name within each group, and whether a name is new."""
        pairs = np.sort(self._group * self._size + np.array(names), axis=1)
        is_new = np.ones(pairs.shape, dtype=bool)
        np.not_equal(pairs[:, 1:], pairs[:, :-1], out=is_new[:, 1:])
        return np.arange(pairs.shape[1]), is_new


class _Held:
    """What each member of all groups holds, by name."""

    def __init__(self, members: _Members, elements: _Elements) -> None:
        self._rows = elements.rows
        self._table = elements.sums[:, members.stop] - elements.sums[:, members.start]

    def __getitem__(self, name: str) -> Numbers:
        return np.asarray(self._table[self._rows[name]])

    def counted(self) -> Numbers:
        return self._table[: len(_COUNTED)]


def _text(members: _Members, elements: _Elements, held: _Held) -> dict[str, Array]:
    total, whole = members.total(held["text"]), elements.whole("text")
    mean = total / members.count
    even = members.total(held["text"].astype(float) ** 0.5)
    return {
        "members": np.log(members.count),
        "text share": total / whole,
        "text mean": np.log1p(mean),
        "text spread": members.spread(held["text"], mean, 1),
        "text least": members.least(held["text"]) / np.maximum(mean, 1),
        "text most": members.most(held["text"]) / np.maximum(total, 1),
        "text even": even / even.max(),
        "linked share": members.total(held["linked"]) / np.maximum(total, 1),
        "page text": np.full(len(total), np.log(whole)),
        "page elements": np.full(len(total), np.log(len(elements.tags))),
    }


def _parts(members: _Members, elements: _Elements, held: _Held) -> dict[str, Array]:
    counted = held.counted()
    mean, spread = members.mean(counted), members.spread(counted, members.mean(counted), 0.1)
    total, have = members.total(counted), members.mean(counted > 0)
    found: dict[str, Array] = {}
    for row, name in enumerate(_COUNTED):
        found[f"{name} mean"] = np.log1p(mean[row])
        found[f"{name} spread"] = spread[row]
        found[f"{name} share"] = total[row] / elements.whole(name)
        found[f"{name} have"] = have[row]
    found["one heading"] = members.mean(held["heads"] == 1)
    found["one link"] = members.mean(held["links"] == 1)
    found["typed"] = members.mean(held["typed"])
    return found


def _variety(
    page: Outline, members: _Members, elements: _Elements, held: _Held
) -> dict[str, Array]:
    """Do members link to different places, say different things, and look alike?"""
    last = len(page.tags)
    hrefs = [*page.hrefs, None]
    targets, addresses = np.array(interned(hrefs)), list(dict.fromkeys(hrefs))
    sorts = np.array(interned(map(_address_sort, addresses)))[targets]
    asking = np.array(["?" in (href or "") for href in addresses])[targets]
    texts = np.array(interned([*page.texts, ""]))
    link = _next(elements.links)[members.start]
    link = np.where(link < members.stop, link, last)
    said = _next(elements.text > 0)
    text = said[members.start]
    named = said[link]
    length = np.append(elements.text, 0)
    looks, shapes = elements.looks[members.start], np.array(page.shapes)[members.start]
    different = members.distinct(targets[link], texts[text], texts[named]) / members.count
    same = members.commonest(sorts[link], looks, shapes, held["elements"])
    return {
        "different links": different[0],
        "same sort of link": same[0],
        "asking links": members.mean(asking[link]),
        "different texts": different[1],
        "different names": different[2],
        "name length": np.log1p(members.mean(length[named] * (link < last))),
        "link first": members.mean((link < last) & (text >= link)),
        "same look": same[1],
        "look elsewhere": members.mean(np.bincount(elements.looks)[looks]) / members.count,
        "same shape": same[2],
        "same size": same[3],
    }


def _place(page: Outline, members: _Members, elements: _Elements, held: _Held) -> dict[str, Array]:
    """Where is the group, and how do its members stand in their parents?"""
    parents, ends, depths = (np.array(v) for v in (page.parents, page.ends, page.depths))
    sums, count, whole = elements.sum("text"), members.count, elements.whole("text")
    kids = np.array([len(each) for each in page.children])
    first, last = members.start[members.first], members.most(members.stop).astype(int)
    between = sums[last] - sums[first]
    total = members.total(held["text"])
    around = members.mean(sums[ends[members.parent]] - sums[members.parent])
    depth, grandparents = depths[members.start], np.maximum(parents[members.parent], 0)
    levels, homes, outer_homes = members.distinct(depth, members.parent, grandparents)
    return {
        "depth": members.mean(depth),
        "depths": levels,
        "parents": homes / count,
        "grandparents": outer_homes / count,
        "parent text": np.log(np.maximum(around, 1) / np.maximum(total / count, 1)),
        "solid": total / np.maximum(between, 1),
        "between share": between / whole,
        "starts": sums[first] / whole,
        "ends": sums[last] / whole,
        "starts element": first / len(parents),
        "several elements": members.mean(ends[members.start] < members.stop),
        "children": members.mean(kids[members.start]),
        "like children": members.mean(_like_children(page)[members.start]),
        "only child": members.mean(kids[members.parent] == 1),
        "share of siblings": count / np.maximum(members.mean(kids[members.parent]) * homes, 1),
    }


def _names(members: _Members, elements: _Elements) -> dict[str, Array]:
    """What do the classes and tags of members and of their ancestors speak for?"""
    figures: dict[str, NDArray[np.generic]]
    figures = {f"{name} above": values[members.start] for name, values in elements.above.items()}
    figures |= {f"{name} own": values[members.start] for name, values in elements.own.items()}
    tags = elements.tags[members.start]
    for tag in _TAGS:
        code = elements.tag_names.index(tag) if tag in elements.tag_names else -1
        figures[f"is {tag}"] = tags == code
    means = members.mean(np.array([*figures.values()]))
    return dict(zip(figures, means, strict=True))


def _freshness(
    members: _Members, elements: _Elements, held: _Held, is_known: bool
) -> dict[str, Array]:
    total, fresh = members.total(held["text"]), members.total(held["fresh"])
    whole, all_fresh = elements.whole("text"), elements.whole("fresh")
    density = fresh / np.maximum(total, 1)
    even = members.total(held["fresh"].astype(float) ** 0.7)
    return {
        "fresh share": fresh / all_fresh,
        "fresh density": density,
        "fresh against page": density / (all_fresh / whole),
        "fresh have": members.mean(held["fresh"] > 0),
        "fresh least": members.least(held["fresh"] / np.maximum(held["text"], 1)),
        "fresh even": even / max(even.max(), 1.0),
        "fresh rank": np.argsort(np.argsort(-even, kind="stable"), kind="stable").astype(float),
        "fresh known": np.full(len(total), float(is_known)),
    }


def _ways(groups: Sequence[RecordGroup]) -> dict[str, Array]:
    kinds = [group.key.name.partition(" ")[0] for group in groups]
    hows = [group.key.how for group in groups]
    found = {f"by {kind}": np.array([k == kind for k in kinds], dtype=float) for kind in _KINDS}
    found |= {f"as {how}": np.array([h == how for h in hows], dtype=float) for how in _WAYS}
    found["pure"] = np.array([group.key.pure for group in groups], dtype=float)
    return found


def _address_sort(href: str | None) -> tuple[str, int]:
    """Roughly where an address leads: its beginning, and its depth."""
    if href is None:
        return "", -1
    path = href[:_MAX_FIELD].partition("?")[0]
    *_, place = path.rpartition("://")
    return _DIGITS.sub("0", place[:_MAX_SORT]), place.count("/")


def _found(texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which texts hold a price, and which hold a date."""
    prices, dates = np.zeros(len(texts), dtype=bool), np.zeros(len(texts), dtype=bool)
    for number, text in enumerate(texts):
        if text and len(text) < _MAX_FIELD and _DIGITS.search(text):
            prices[number] = _PRICE.search(text) is not None
            dates[number] = _DATE.search(text) is not None
    return prices, dates


def _spoken(page: Outline) -> tuple[dict[str, NDArray[np.bool_]], NDArray[np.bool_]]:
    """For each sort of class words, which elements have one; and which elements have a type."""
    table = np.array([*map(_speak_for, dict.fromkeys(page.marks))])[interned(page.marks)]
    return {name: table[:, column] for column, name in enumerate(_SPEAKING)}, table[:, -1]


@lru_cache(maxsize=1 << 14)
def _speak_for(marks: tuple[str, ...]) -> tuple[bool, ...]:
    """What the marks of an element speak for; last, whether they state a type."""
    if not marks:
        return (False,) * (len(_SPEAKING) + 1)
    return tuple(map(any, zip(*map(_speaks_for, marks), strict=True)))


@lru_cache(maxsize=1 << 14)
def _speaks_for(mark: str) -> tuple[bool, ...]:
    return (*[bool(sort.search(mark)) for sort in _SPEAKING.values()], "@itemtype" in mark)


def _above(page: Outline, flags: dict[str, NDArray[np.bool_]]) -> dict[str, Numbers]:
    """For each flag, how many of an element and its ancestors have it; level by level."""
    table = np.column_stack([*flags.values()]).astype(np.int64)
    parents, depths = np.array(page.parents), np.array(page.depths)
    order = np.argsort(depths, kind="stable")
    bounds = np.searchsorted(depths[order], np.arange(1, depths.max() + 2))
    for low, high in pairwise(bounds):
        level = order[low:high]
        table[level] += table[parents[level]]
    return {name: table[:, column] for column, name in enumerate(flags)}


def _next(flags: NDArray[np.bool_]) -> Numbers:
    """For each place, the place of the first flag at or after it; the length if there is none."""
    last = len(flags)
    at = np.where(flags, np.arange(last), last)
    return np.append(np.minimum.accumulate(at[::-1])[::-1], last)


def _like_children(page: Outline) -> Numbers:
    """The most children of each element that look alike; a row of records has several."""
    size = len(page.tags)
    parents = np.maximum(np.array(page.parents), 0)
    pairs, counts = np.unique(parents * size + np.array(page.looks), return_counts=True)
    most = np.zeros(size, dtype=np.int64)
    np.maximum.at(most, pairs // size, counts)
    return most
