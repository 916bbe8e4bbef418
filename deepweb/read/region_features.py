"""What a group of like elements looks like, in numbers.

All groups of a page at once, as columns over arrays: what stands in a member is the difference of
two running sums, so that no subtree is walked again. Most figures are those by which people tell
records from menus: much text, evenly spread, each member with a link, a heading, a price of its
own, under a class called "results". Where other pages are known, a group of which the text stands
there too is no answer (content variation; Caverlee and Liu, *QA-Pagelet*, section VI).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deepweb.read.candidates import Candidate
from deepweb.read.outline import Outline, interned

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_STRONG = frozenset({"b", "em", "strong", "mark"})
_ASIDE = frozenset({"nav", "header", "footer", "aside"})
_TAGS = ("li", "tr", "td", "div", "a", "p", "article", "h3", "dl", "ul", "span", "table")
_WAYS = ("siblings", "cousins", "runs", "cousin runs")
_KINDS = ("all", "tag", "look", "shape", "mark", "between", "path", "place")

_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|kr\b|zł|EUR|USD)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\d[./-]\d{1,2}[./-]\d\d|\bago\b")
# Longer pieces are prose: what is found there is no field.
_MOST_FIELD = 200
_LONG = 60
# Characters of an address that tell what sort of page it leads to.
_SORT = 12
_DIGITS = re.compile(r"\d+")

# Words that pages use in their class names, by what they speak for.
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
_SILENT = (False,) * len(_SPEAKING)
_COUNTED = ("links", "heads", "images", "strong", "prices", "dates", "pieces", "long", "elements")


def region_features(
    page: Outline, groups: Sequence[Candidate], fresh: Sequence[int] | None
) -> dict[str, Array]:
    """Name to a figure for each group. ``fresh``: characters of each element's text that no
    other page has, or None where no other page is known."""
    marks = _Elements(page, fresh)
    told = _Groups(page, groups)
    held = {name: sums[told.stop] - sums[told.start] for name, sums in marks.sums.items()}
    return {
        **_text(told, marks, held),
        **_parts(told, marks, held),
        **_variety(page, told, marks, held),
        **_place(page, told, marks, held),
        **_names(told, marks),
        **_freshness(told, marks, held, fresh is not None),
        **_ways(groups),
    }


class _Elements:
    """Figures of each element by itself, their running sums, and sums over what is above it."""

    def __init__(self, page: Outline, fresh: Sequence[int] | None) -> None:
        self.text = np.array([len(text) for text in page.texts])
        tags, self.tag_names = _coded(page.tags)
        looks = np.array(page.looks)
        links = np.array([href is not None for href in page.hrefs])
        is_price, is_date = _found(page.texts)
        self.tags, self.looks, self.links = tags, looks, links
        own: dict[str, NDArray[np.generic]] = {
            "text": self.text,
            "links": links,
            "heads": self._is(_HEADINGS, tags),
            "images": self._is({"img"}, tags),
            "strong": self._is(_STRONG, tags),
            "prices": is_price,
            "dates": is_date,
            "pieces": self.text > 0,
            "long": self.text > _LONG,
            "elements": np.ones(len(tags), dtype=bool),
            "typed": np.array([any("@itemtype" in m for m in marks) for marks in page.marks]),
            "fresh": self.text if fresh is None else np.array(fresh),
        }
        spoken = _spoken(page)
        self.own = spoken
        above = {
            **spoken,
            "aside": self._is(_ASIDE, tags),
            "form": self._is({"form"}, tags),
            "table": self._is({"table"}, tags),
            "links": links,
        }
        self.above = _above(page, above)
        own["linked"] = self.text * (self.above["links"] > 0)
        self.sums = {name: np.concatenate([[0], np.cumsum(v)]) for name, v in own.items()}

    def _is(self, names: Iterable[str], tags: Numbers) -> NDArray[np.bool_]:
        wanted = set(names)
        return np.array([name in wanted for name in self.tag_names])[tags]


class _Groups:
    """The members of all groups, one after the other."""

    def __init__(self, page: Outline, groups: Sequence[Candidate]) -> None:
        spans = np.array([span for group in groups for span in group.spans])
        self.start, self.stop = spans[:, 0], spans[:, 1]
        self.count = np.array([len(group.spans) for group in groups])
        self.first = np.concatenate([[0], np.cumsum(self.count)[:-1]])
        self._group = np.repeat(np.arange(len(groups)), self.count)
        self._size = 2 * len(page.tags) + 2
        self.parent = np.maximum(np.array(page.parents)[self.start], 0)

    def total(self, values: NDArray[np.generic]) -> Array:
        return np.asarray(np.add.reduceat(values.astype(float), self.first))

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

    def distinct(self, names: Numbers) -> Array:
        """How many different names the members of each group have."""
        pairs = np.unique(self._group * self._size + names)
        return np.bincount(pairs // self._size, minlength=len(self.count)).astype(float)

    def commonest(self, names: Numbers) -> Array:
        """Share of members that have the most common name."""
        pairs, counts = np.unique(self._group * self._size + names, return_counts=True)
        best = np.zeros(len(self.count))
        np.maximum.at(best, pairs // self._size, counts)
        return np.asarray(best / self.count)


def _text(told: _Groups, marks: _Elements, held: dict[str, Numbers]) -> dict[str, Array]:
    total, whole = told.total(held["text"]), max(int(marks.sums["text"][-1]), 1)
    mean = total / told.count
    even = told.total(held["text"].astype(float) ** 0.5)
    return {
        "members": np.log(told.count),
        "text share": total / whole,
        "text mean": np.log1p(mean),
        "text spread": told.spread(held["text"], mean, 1),
        "text least": told.least(held["text"]) / np.maximum(mean, 1),
        "text most": told.most(held["text"]) / np.maximum(total, 1),
        "text even": even / even.max(),
        "linked share": told.total(held["linked"]) / np.maximum(total, 1),
        "page text": np.full(len(total), np.log(whole)),
        "page elements": np.full(len(total), np.log(len(marks.tags))),
    }


def _parts(told: _Groups, marks: _Elements, held: dict[str, Numbers]) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for name in _COUNTED:
        mean = told.mean(held[name])
        found[f"{name} mean"] = np.log1p(mean)
        found[f"{name} spread"] = told.spread(held[name], mean, 0.1)
        found[f"{name} share"] = told.total(held[name]) / max(int(marks.sums[name][-1]), 1)
        found[f"{name} have"] = told.mean(held[name] > 0)
    found["one heading"] = told.mean(held["heads"] == 1)
    found["one link"] = told.mean(held["links"] == 1)
    found["typed"] = told.mean(held["typed"])
    return found


def _variety(
    page: Outline, told: _Groups, marks: _Elements, held: dict[str, Numbers]
) -> dict[str, Array]:
    """Do members lead to different places, say different things, and look alike?"""
    last = len(page.tags)
    hrefs = [*page.hrefs, None]
    targets, sorts = np.array(interned(hrefs)), np.array(interned(map(_address_sort, hrefs)))
    texts = np.array(interned([*page.texts, ""]))
    link = _next(marks.links)[told.start]
    link = np.where(link < told.stop, link, last)
    said = _next(marks.text > 0)
    text = said[told.start]
    named = said[link]
    length = np.append(marks.text, 0)
    return {
        "different links": told.distinct(targets[link]) / told.count,
        "same sort of link": told.commonest(sorts[link]),
        "asking links": told.mean(np.array(["?" in (href or "") for href in hrefs])[link]),
        "different texts": told.distinct(texts[text]) / told.count,
        "different names": told.distinct(texts[named]) / told.count,
        "name length": np.log1p(told.mean(length[named] * (link < last))),
        "link first": told.mean((link < last) & (text >= link)),
        "same look": told.commonest(marks.looks[told.start]),
        "look elsewhere": told.mean(np.bincount(marks.looks)[marks.looks[told.start]]) / told.count,
        "same shape": told.commonest(np.array(page.shapes)[told.start]),
        "same size": told.commonest(held["elements"]),
    }


def _place(
    page: Outline, told: _Groups, marks: _Elements, held: dict[str, Numbers]
) -> dict[str, Array]:
    """Where the group stands, and how its members stand in their parents."""
    parents, ends, depths = (np.array(v) for v in (page.parents, page.ends, page.depths))
    sums, count = marks.sums["text"], told.count
    whole = max(int(sums[-1]), 1)
    kids = np.array([len(each) for each in page.children])
    first, last = told.start[told.first], told.most(told.stop).astype(int)
    between = sums[last] - sums[first]
    total = told.total(held["text"])
    around = told.mean(sums[ends[told.parent]] - sums[told.parent])
    homes = told.distinct(told.parent)
    return {
        "depth": told.mean(depths[told.start]),
        "depths": told.distinct(depths[told.start]),
        "parents": homes / count,
        "grandparents": told.distinct(np.maximum(parents[told.parent], 0)) / count,
        "parent text": np.log(np.maximum(around, 1) / np.maximum(total / count, 1)),
        "solid": total / np.maximum(between, 1),
        "between share": between / whole,
        "starts": sums[first] / whole,
        "ends": sums[last] / whole,
        "starts element": first / len(parents),
        "several elements": told.mean(ends[told.start] < told.stop),
        "children": told.mean(kids[told.start]),
        "like children": told.mean(_like_children(page)[told.start]),
        "only child": told.mean(kids[told.parent] == 1),
        "share of siblings": count / np.maximum(told.mean(kids[told.parent]) * homes, 1),
    }


def _names(told: _Groups, marks: _Elements) -> dict[str, Array]:
    """What the classes of members and of all that is around them speak for."""
    found = {f"{name} above": told.mean(v[told.start]) for name, v in marks.above.items()}
    found |= {f"{name} own": told.mean(v[told.start]) for name, v in marks.own.items()}
    tags = marks.tags[told.start]
    for tag in _TAGS:
        code = marks.tag_names.index(tag) if tag in marks.tag_names else -1
        found[f"is {tag}"] = told.mean(tags == code)
    return found


def _freshness(
    told: _Groups, marks: _Elements, held: dict[str, Numbers], is_known: bool
) -> dict[str, Array]:
    total, fresh = told.total(held["text"]), told.total(held["fresh"])
    whole, all_fresh = max(int(marks.sums["text"][-1]), 1), max(int(marks.sums["fresh"][-1]), 1)
    density = fresh / np.maximum(total, 1)
    even = told.total(held["fresh"].astype(float) ** 0.7)
    return {
        "fresh share": fresh / all_fresh,
        "fresh density": density,
        "fresh against page": density / (all_fresh / whole),
        "fresh have": told.mean(held["fresh"] > 0),
        "fresh least": told.least(held["fresh"] / np.maximum(held["text"], 1)),
        "fresh even": even / max(even.max(), 1.0),
        "fresh rank": np.argsort(np.argsort(-even, kind="stable"), kind="stable").astype(float),
        "fresh known": np.full(len(total), float(is_known)),
    }


def _ways(groups: Sequence[Candidate]) -> dict[str, Array]:
    kinds = [group.key.name.partition(" ")[0] for group in groups]
    hows = [group.key.how for group in groups]
    found = {f"by {kind}": np.array([k == kind for k in kinds], dtype=float) for kind in _KINDS}
    found |= {f"as {how}": np.array([h == how for h in hows], dtype=float) for how in _WAYS}
    found["pure"] = np.array([group.key.pure for group in groups], dtype=float)
    return found


def _address_sort(href: str | None) -> tuple[str, int]:
    """Where an address leads, roughly: its first words, and how deep it is."""
    if href is None:
        return "", -1
    path = href[:_MOST_FIELD].partition("?")[0]
    *_, place = path.rpartition("://")
    return _DIGITS.sub("0", place[:_SORT]), place.count("/")


def _coded(names: Sequence[str]) -> tuple[Numbers, list[str]]:
    codes = interned(names)
    return np.array(codes), list(dict.fromkeys(names))


def _found(texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which texts hold a price, and which a date."""
    told = [text if len(text) < _MOST_FIELD and _DIGITS.search(text) else "" for text in texts]
    prices = [bool(text) and _PRICE.search(text) is not None for text in told]
    dates = [bool(text) and _DATE.search(text) is not None for text in told]
    return np.array(prices), np.array(dates)


def _spoken(page: Outline) -> dict[str, NDArray[np.bool_]]:
    """For each sort of class words: which elements have one."""
    each = [[_speaks_for(mark) for mark in marks] for marks in dict.fromkeys(page.marks)]
    sorts = np.array(
        [[any(column) for column in zip(*found, _SILENT, strict=True)] for found in each]
    )
    table = sorts[interned(page.marks)]
    return {name: table[:, column] for column, name in enumerate(_SPEAKING)}


@lru_cache(maxsize=1 << 14)
def _speaks_for(mark: str) -> tuple[bool, ...]:
    return tuple(pattern.search(mark) is not None for pattern in _SPEAKING.values())


def _above(page: Outline, flags: dict[str, NDArray[np.bool_]]) -> dict[str, Numbers]:
    """How many of an element and its ancestors have each flag, level by level."""
    table = np.column_stack([*flags.values()]).astype(np.int64)
    parents, depths = np.array(page.parents), np.array(page.depths)
    order = np.argsort(depths, kind="stable")
    bounds = np.searchsorted(depths[order], np.arange(1, depths.max() + 2))
    for low, high in pairwise(bounds):
        level = order[low:high]
        table[level] += table[parents[level]]
    return {name: table[:, column] for column, name in enumerate(flags)}


def _next(flags: NDArray[np.bool_]) -> Numbers:
    """For each place, the first flag at or after it; the number of places where there is none."""
    last = len(flags)
    at = np.where(flags, np.arange(last), last)
    return np.append(np.minimum.accumulate(at[::-1])[::-1], last)


def _like_children(page: Outline) -> Numbers:
    """How many children of an element look the same: a row of records has as many as records."""
    size = len(page.tags)
    parents = np.maximum(np.array(page.parents), 0)
    pairs, counts = np.unique(parents * size + np.array(page.looks), return_counts=True)
    most = np.zeros(size, dtype=np.int64)
    np.maximum.at(most, pairs // size, counts)
    return most
