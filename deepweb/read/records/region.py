"""Which of the candidate groups are the records of a page?

A learnt ranker (boosted trees, ``train/regions.py``) scores each group of a page. The pages of one
site vote: a group also counts by its score on other pages, where it is made in the same way. What
was learnt about a site (``SiteRegions``) can be stored and applied to later pages without the
ranker; a page with a single record, on which nothing repeats, can be read in no other way.

[Caverlee §VI] ranks by content variation alone. Departure: that is one feature among many, so that
one page is enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

import numpy as np
from lxml.html import HtmlElement

from deepweb.page.outline import Outline, outlined, path
from deepweb.page.page import Page, apart_text
from deepweb.read.records.candidates import GroupKey, RecordGroup, candidates, made_again
from deepweb.read.records.members import Spans, common_parts, completed, linked, typical
from deepweb.read.records.region_features import Array, region_features
from deepweb.read.records.whole import (
    are_bare,
    levels_around,
    lifted,
    span_elements,
    with_followers,
    without_header,
)
from deepweb.read.region_model import RegionModel
from deepweb.read.thor.arbiter import varying_place
from deepweb.read.thor.pagelet import PageletPlace, pagelet_at

_MIN_SHARE = 0.5  # of what varies that must stand in one place for that place to decide
# Weight of the site's vote; the rest is the score on the page itself.
_SITE_VOTE = 0.5
# How much better the page's own best group must be to be taken against the vote of the site.
_OUTVOTED = 0.3
# Score from which on a page teaches how its site is read; below, it is read as other pages are.
SURE = 0.5
# Score from which on pages teach if no page of the site is sure.
_POSSIBLE = 0.2
# Score of a group of which one member may hold the chosen group, so that it is chosen instead.
_AROUND = 0.3
# Records that a doubtful group must have to be preferred to a single record.
_SEVERAL = 3
_MAX_KNOWN = 5  # ways of making groups that are remembered for a site
# Share of the parts of earlier members that a member of a later page must have.
_FITS = 0.5

RecordElements = tuple[HtmlElement, ...]
"""Sibling elements that are one record, mostly a single one."""

Freshness = Mapping[HtmlElement, int]
"""Element to the number of characters in it that background pages lack."""


@dataclass(frozen=True, slots=True)
class RecordRegion:
    """The records of a page: their place, the score, and the reason."""

    records: tuple[RecordElements, ...]
    where: str
    score: float
    reason: str
    key: GroupKey
    is_bare: bool = False
    """Are the records nothing but short links, as in a menu?"""

    @property
    def is_sure(self) -> bool:
        """Is the ranker sure that these are the records?"""
        return self.score >= SURE and not self.is_bare


@dataclass(frozen=True, slots=True)
class KnownRegion:
    """How the records of a site were found, and the parts that most of them have."""

    key: GroupKey
    score: float
    parts: tuple[str, ...]
    around: int = 0
    """Levels from the group up to the whole records, which a single record does not show."""


@dataclass(frozen=True, slots=True)
class SiteRegions:
    """How the records of a site are found, the surest way first."""

    known: tuple[KnownRegion, ...] = ()
    pagelet: PageletPlace | None = None
    """Where the pages vary [Caverlee §VI], with the share of what varies there."""

    def find(self, page: Page) -> RecordRegion | None:
        """The records of a later page; None if nothing fits, and it is time to learn again."""
        return self.fitting(page.once(outlined))

    def fitting(self, page: Outline) -> RecordRegion | None:
        """``find`` for a page of which the outline is known."""
        for region in self._surest_first():
            spans = _fitting(page, made_again(page, region.key), region.parts)
            if spans:
                reason = f"found as on other pages of the site: {_told(region.key)}"
                group = RecordGroup(region.key, spans)
                return _region(page, group, region.score, reason, region.around)
        return None

    def _surest_first(self) -> list[KnownRegion]:
        """Of ways that are not sure, those first that lead to where the pages vary."""
        if self.pagelet is None or (self.known and self.known[0].score >= SURE):
            return list(self.known)
        inside = "/".join(self.pagelet.path)
        return sorted(self.known, key=lambda each: not each.key.where.startswith(inside))

    def to_json(self) -> dict[str, Any]:
        pagelet = self.pagelet.to_json() if self.pagelet else None
        return {"known": [asdict(region) for region in self.known], "pagelet": pagelet}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        regions = (
            KnownRegion(
                GroupKey(**each["key"]), each["score"], tuple(each["parts"]), each["around"]
            )
            for each in stored["known"]
        )
        pagelet = stored["pagelet"]
        return cls(tuple(regions), PageletPlace.from_json(pagelet) if pagelet else None)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A page with its groups and their scores."""

    page: Outline
    groups: list[RecordGroup]
    scores: Array


_Choice = tuple[RecordGroup, float]
"""A group and its score on the page."""


def find_records(
    pages: Sequence[Page], model: RegionModel, *, fresh: Sequence[Freshness] | None = None
) -> list[RecordRegion | None]:
    """The records of each page of one site; None for a page without any.

    ``fresh``: the fresh text of each page, if background pages are known.
    """
    return read_site(pages, model, fresh=fresh)[0]


def read_site(
    pages: Sequence[Page], model: RegionModel, *, fresh: Sequence[Freshness] | None = None
) -> tuple[list[RecordRegion | None], SiteRegions]:
    """The records of each page of one site, and how to find them on later pages."""
    regions, chosen = _chosen_groups(pages, model, fresh)
    outlines = [page.once(outlined) for page in pages]
    return [_best(*each, regions) for each in zip(outlines, chosen, strict=True)], regions


def learnt_regions(
    pages: Sequence[Page], model: RegionModel, *, fresh: Sequence[Freshness] | None = None
) -> SiteRegions:
    """How to find the records of later pages of the site."""
    return _chosen_groups(pages, model, fresh)[0]


def _chosen_groups(
    pages: Sequence[Page], model: RegionModel, fresh: Sequence[Freshness] | None
) -> tuple[SiteRegions, Sequence[_Choice | None]]:
    """What the pages teach, and the group of each."""
    judged = _judged_pages(pages, model, fresh)
    votes = _votes(judged)
    chosen = [_chosen(each, votes) for each in judged]
    pagelet = (
        varying_place(pages) if any(each is None or each[1] < SURE for each in chosen) else None
    )
    if pagelet is not None:
        arbitrated = zip(pages, judged, chosen, strict=True)
        chosen = [_arbitrated(*each, pagelet) for each in arbitrated]
    learnt = _learnt([each.page for each in judged], chosen)
    return replace(learnt, pagelet=pagelet), chosen


def _arbitrated(
    page: Page, judged: _Judged, choice: _Choice | None, place: PageletPlace
) -> _Choice | None:
    """The choice; if it is not sure and stands outside the pagelet, the best group inside."""
    if choice is None or choice[1] >= SURE or place.share < _MIN_SHARE:
        return choice
    varying = pagelet_at(page, place).element
    numbers = {element: number for number, element in enumerate(judged.page.elements)}
    if varying not in numbers:
        return choice
    at, end = numbers[varying], judged.page.ends[numbers[varying]]
    inside = [
        n
        for n, group in enumerate(judged.groups)
        if at <= group.spans[0][0] and max(stop for _, stop in group.spans) <= end
    ]
    best = max(inside, key=lambda n: float(judged.scores[n]), default=None)
    if best is None or choice[0] in [judged.groups[n] for n in inside]:
        return choice
    return judged.groups[best], float(judged.scores[best])


def record_text(record: RecordElements) -> str:
    """All visible text of a record, including text between its elements, its words apart."""
    if len(record) == 1:
        return apart_text(record[0])
    texts = (f"{apart_text(each)} {each.tail or ''}" for each in record)
    return " ".join(" ".join(texts).split())


def _judged_pages(
    pages: Sequence[Page], model: RegionModel, fresh: Sequence[Freshness] | None
) -> list[_Judged]:
    outlines = [page.once(outlined) for page in pages]
    if fresh is None:
        every = zip(outlines, fresh_lengths(outlines, None), strict=True)
        return [_judged(page, model, lengths) for page, lengths in every]
    return [_judged_once(*each, model) for each in zip(pages, fresh, strict=True)]


def _judged_once(page: Page, below: Freshness, model: RegionModel) -> _Judged:
    """The page by its fresh text. It is kept: a page that teaches is judged with later ones."""
    kept = page.once(_judgements)
    key = id(below), id(model)
    if key not in kept:
        outline = page.once(outlined)
        (lengths,) = fresh_lengths([outline], [below])
        kept[key] = _judged(outline, model, lengths), below, model
    return kept[key][0]


def _judgements(page: Page) -> dict[tuple[int, int], tuple[_Judged, Freshness, RegionModel]]:
    """By the fresh text and the model, which are kept so that no others get their numbers."""
    return {}


def _judged(page: Outline, model: RegionModel, fresh: Sequence[int] | None) -> _Judged:
    groups = candidates(page)
    if not groups:
        return _Judged(page, [], np.zeros(0))
    return _Judged(page, groups, model.scores(region_features(page, groups, fresh)))


def fresh_lengths(
    pages: Sequence[Outline], fresh: Sequence[Freshness] | None
) -> list[list[int] | None]:
    """Characters of each element's own text that other pages lack; None if there are none."""
    if fresh is not None:
        return [_own(page, below) for page, below in zip(pages, fresh, strict=True)]
    others = len(pages) - 1
    if not others:
        return [None]
    seen = Counter(text for page in pages for text in set(page.texts))
    # Text on half of the others is not fresh; on fewer it may be a record of two queries.
    many = max(1, others / 2)
    return [[len(t) if seen[t] - 1 < many else 0 for t in page.texts] for page in pages]


def _own(page: Outline, below: Freshness) -> list[int]:
    lengths = [below.get(element, 0) for element in page.elements]
    inside = [sum([lengths[kid] for kid in kids]) for kids in page.children]
    return [max(0, all_of_it - part) for all_of_it, part in zip(lengths, inside, strict=True)]


def _votes(judged: Sequence[_Judged]) -> dict[GroupKey, float]:
    """The mean score of groups that are made in the same way, over the pages that have them and
    one more on which they are nothing: a site may have several layouts."""
    scores: defaultdict[GroupKey, list[float]] = defaultdict(list)
    for each in judged:
        best: dict[GroupKey, float] = {}
        for group, score in zip(each.groups, each.scores.tolist(), strict=True):
            best[group.key] = max(score, best.get(group.key, 0.0))
        for key, score in best.items():
            scores[key].append(score)
    return {key: sum(found) / (len(found) + 1) for key, found in scores.items()}


def _chosen(judged: _Judged, votes: Mapping[GroupKey, float]) -> _Choice | None:
    if not judged.groups:
        return None
    site = np.array([votes[group.key] for group in judged.groups])
    scores = (1 - _SITE_VOTE) * judged.scores + _SITE_VOTE * site
    best, own = int(scores.argmax()), int(judged.scores.argmax())
    if judged.scores[own] - judged.scores[best] > _OUTVOTED:
        best = own
    best = _around(judged, best)
    return judged.groups[best], float(judged.scores[best])


def _around(judged: _Judged, best: int) -> int:
    """The chosen group, or the best other group of which one member holds all of it: a list within
    a record is a part of that record."""
    spans = judged.groups[best].spans
    first, last = spans[0][0], max(end for _, end in spans)
    ranked: list[int] = np.argsort(-judged.scores, kind="stable").tolist()
    for other in (n for n in ranked if judged.scores[n] >= _AROUND):
        members = judged.groups[other].spans
        if len(members) >= _SEVERAL and any(a <= first and last <= b for a, b in members):
            return other
    return best


def _learnt(pages: Sequence[Outline], chosen: Sequence[_Choice | None]) -> SiteRegions:
    """The sure ways in which records were found, the most common first."""
    read = [(page, *each) for page, each in zip(pages, chosen, strict=True) if each is not None]
    least = SURE if any(score >= SURE for *_, score in read) else _POSSIBLE
    by_key: dict[GroupKey, list[KnownRegion]] = defaultdict(list)
    for page, group, score in read:
        if score >= least:
            parts, around = _parts(page, group.spans), levels_around(page, group.spans)
            by_key[group.key].append(KnownRegion(group.key, score, parts, around))
    ranked = sorted(by_key.values(), key=lambda found: -sum(each.score for each in found))
    return SiteRegions(tuple(map(_merged, ranked[:_MAX_KNOWN])))


def _merged(found: Sequence[KnownRegion]) -> KnownRegion:
    parts = set.intersection(*(set(each.parts) for each in found))
    score = sum(each.score for each in found) / len(found)
    around = min((each.around for each in found if each.around), default=0)
    return replace(found[0], score=round(score, 4), parts=tuple(sorted(parts)), around=around)


def _parts(page: Outline, spans: Spans) -> tuple[str, ...]:
    common = common_parts(page, spans)
    every = zip(page.looks, page.look_names, strict=True)
    return tuple(sorted({name for look, name in every if look in common}))


def _fitting(page: Outline, groups: Sequence[Spans], parts: Sequence[str]) -> Spans:
    """Those members that have the parts, of the group that has most of them."""
    wanted, names = set(parts), page.look_names
    least = _FITS * len(parts)
    fit = [
        tuple(s for s in spans if len(wanted.intersection(names[slice(*s)])) >= least)
        for spans in groups
    ]
    return max(fit, key=len, default=())


def _best(page: Outline, choice: _Choice | None, regions: SiteRegions) -> RecordRegion | None:
    """The choice on the page; if it is not sure, what the ways of other pages find."""
    known = regions.fitting(page) if choice is None or choice[1] < SURE else None
    if choice is None:
        return known
    group, score = choice
    # A single record may be any part of the page; several doubtful ones are preferred.
    is_doubtful = score >= _POSSIBLE and len(group.spans) >= _SEVERAL
    if known is not None and (len(known.records) > 1 or not is_doubtful):
        return known
    return _region(page, group, score, f"best of the page's groups: {_told(group.key)}")


def _region(
    page: Outline, group: RecordGroup, score: float, reason: str, around: int = 0
) -> RecordRegion:
    spans = with_followers(page, without_header(page, group.spans))
    spans = linked(page, completed(page, spans))
    levels = levels_around(page, spans) if len(spans) > 1 else around
    whole = typical(page, lifted(page, spans, levels))
    records = tuple(tuple(span_elements(page, span)) for span in whole)
    where = path(page, page.parents[group.spans[0][0]])
    sure = min(1.0, max(0.0, score))
    return RecordRegion(records, where, sure, reason, group.key, are_bare(page, whole))


def _told(key: GroupKey) -> str:
    return f"{key.how} by {key.name}" + (" that have the common parts" if key.pure else "")
