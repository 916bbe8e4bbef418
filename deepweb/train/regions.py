"""Trains the ranker of ``read/records/region`` from result pages with known records.

Each group of each page is an example. Its target is its F1, if it were taken for the page's
records, cubed: telling the best from the good matters more than telling the bad from the worse.
Every page is an example twice: as one of its site, and alone; and both once more without what its
class names say, since the names of other sites say something else, or nothing. Sites have equal
weight, however many pages they have. The same pages in the same order give the same model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from lxml.etree import XPath
from lxml.html import HtmlElement
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingRegressor

from deepweb.page.outline import Outline, outline
from deepweb.page.page import Page
from deepweb.read.records.candidates import candidates
from deepweb.read.records.region import fresh_lengths
from deepweb.read.records.region_features import NAME_FEATURES, Array, region_features
from deepweb.read.records.whole import span_elements
from deepweb.read.region_model import RegionModel

TREES = 300  # boosted trees
DEPTH = 5  # of each tree
RATE = 0.05  # learning rate
SHARPNESS = 3  # power of F1 that is learnt: on unseen sites 3 is better than 2, and 2 than 1
MOST_EXAMPLES = 60  # groups of a page with most text that are examples
GOOD = 0.3  # groups with a better F1 are examples, however little text they have
NAMELESS = 0.5  # weight of an example without class names: on unseen services F1 .87 to .89

_SEEN_TEXT = XPath(".//text()[not(parent::script or parent::style or parent::noscript)]")
_NOT_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """A record of a page: a piece of its text that no other record has, and all its text.

    Both are in plain words (``plain``).
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and its records; none on an empty result page."""

    page: Page
    gold: tuple[GoldRecord, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """The groups of a page: their features, as one of its site and alone, and how good each is."""

    features: tuple[dict[str, Array], ...]
    right: NDArray[np.int64]
    told: NDArray[np.int64]
    gold: int

    @property
    def targets(self) -> Array:
        return np.asarray(2 * self.right / (self.told + self.gold))


def train(sites: Sequence[Sequence[LabelledPage]]) -> RegionModel:
    """The ranker learnt from labelled pages, by site."""
    return fitted([site_examples(site) for site in sites])


def site_examples(site: Sequence[LabelledPage]) -> list[Examples]:
    """The examples of one site."""
    outlines = [outline(each.page.root) for each in site]
    lengths = fresh_lengths(outlines, None)
    found = map(_page_examples, site, outlines, lengths)
    return [each for each in found if each is not None]


def fitted(sites: Sequence[Sequence[Examples]]) -> RegionModel:
    """The ranker learnt from examples, by site."""
    tables: list[Array] = []
    targets: list[Array] = []
    weights: list[Array] = []
    shown = [(each, 1 / len(site)) for site in sites for each in site]
    for each, weight in shown:
        for features, share in _shown_as(each.features):
            kept = _kept(features, each.targets)
            tables.append(np.column_stack([*features.values()])[kept])
            targets.append(each.targets[kept] ** SHARPNESS)
            weights.append(np.full(len(kept), share * weight))
    names = tuple(shown[0][0].features[0])
    learner = GradientBoostingRegressor(
        n_estimators=TREES,
        max_depth=DEPTH,
        learning_rate=RATE,
        subsample=0.5,
        max_features=0.2,
        min_samples_leaf=20,
        random_state=0,
    )
    table = np.vstack(tables).astype(np.float32)
    learner.fit(table, np.concatenate(targets), sample_weight=np.concatenate(weights))
    base = float(learner.init_.constant_[0, 0])
    return _model(names, base, [tree.tree_ for tree in learner.estimators_[:, 0]])


def plain(text: str) -> str:
    """The words of a text in lower case, without punctuation."""
    return _NOT_WORDS.sub(" ", text).strip().lower()


def spelt(record: Sequence[HtmlElement]) -> str:
    """A record's plain text in both spellings: with tags between words, and within words."""
    pieces = [str(piece) for each in record for piece in _SEEN_TEXT(each)]
    return f"{plain(' '.join(pieces))} | {plain(''.join(pieces))}"


def fitting(gold: Sequence[GoldRecord], text: str) -> list[int]:
    """The gold records that the text of a found record fits.

    It contains their key, and no key of another unless the gold record's text contains that, too.
    """
    inside = [number for number, record in enumerate(gold) if record.key in text]
    return [g for g in inside if all(gold[h].key in gold[g].text for h in inside)]


def matched(fits: Sequence[Sequence[int]]) -> int:
    """How many found records can be paired, one to one, with gold records that they fit."""
    taken: dict[int, int] = {}

    def is_matched(number: int, seen: set[int]) -> bool:
        for fit in fits[number]:
            if fit not in seen:
                seen.add(fit)
                if fit not in taken or is_matched(taken[fit], seen):
                    taken[fit] = number
                    return True
        return False

    return sum(is_matched(number, set()) for number in range(len(fits)))


def _page_examples(
    labelled: LabelledPage, page: Outline, fresh: Sequence[int] | None
) -> Examples | None:
    groups = candidates(page)
    if not groups:
        return None
    gold = labelled.gold
    spans = {span for group in groups for span in group.spans}
    fits = {span: fitting(gold, spelt(span_elements(page, span))) for span in spans}
    right = [matched([fits[span] for span in group.spans]) for group in groups]
    ways = [fresh, None] if fresh is not None else [None]
    return Examples(
        features=tuple(region_features(page, groups, each) for each in ways),
        right=np.array(right),
        told=np.array([len(group.spans) for group in groups]),
        gold=len(gold),
    )


def _shown_as(ways: Iterable[dict[str, Array]]) -> Iterator[tuple[dict[str, Array], float]]:
    """The features of a page's groups in each way, with class names and without; weights."""
    for features in ways:
        yield features, 1.0
        hidden = {name: np.zeros_like(features[name]) for name in NAME_FEATURES}
        yield features | hidden, NAMELESS


def _kept(features: dict[str, Array], targets: Array) -> NDArray[np.intp]:
    most = np.argsort(-features["text even"], kind="stable")[:MOST_EXAMPLES]
    return np.union1d(most, np.flatnonzero(targets > GOOD))


def _model(names: tuple[str, ...], base: float, trees: Sequence[Any]) -> RegionModel:
    """The trees as arrays of one size; a leaf leads to itself."""
    size = max(tree.node_count for tree in trees)
    feature, left, right = (np.zeros((len(trees), size), dtype=np.int16) for _ in range(3))
    threshold, value = (np.zeros((len(trees), size), dtype=np.float32) for _ in range(2))
    for row, tree in enumerate(trees):
        count = tree.node_count
        is_leaf = tree.children_left < 0
        here = np.arange(count)
        feature[row, :count] = np.where(is_leaf, 0, tree.feature)
        left[row, :count] = np.where(is_leaf, here, tree.children_left)
        right[row, :count] = np.where(is_leaf, here, tree.children_right)
        threshold[row, :count] = np.where(is_leaf, 0, _floor(tree.threshold))
        value[row, :count] = np.where(is_leaf, RATE * tree.value[:, 0, 0], 0)
    return RegionModel(names, base, feature, threshold, left, right, value, DEPTH)


def _floor(thresholds: Array) -> NDArray[np.float32]:
    """In single precision, rounded down, so that what was below stays below."""
    single = thresholds.astype(np.float32)
    below = np.nextafter(single, np.float32(-np.inf))
    return np.asarray(np.where(single > thresholds, below, single))
