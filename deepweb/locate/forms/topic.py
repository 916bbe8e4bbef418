"""Is the database behind a form about the topic that a crawl is after?

SmartCrawler (004, "Form Classifier") keeps a crawl focused by a classifier of forms, trained on
examples of the topic and of others. A form often says no more than "search", so the page that it
stands on speaks too: through its most telling words, which are few enough to keep with the form.

Chosen on 90 sites in 15 categories, the sites judged never being those learnt from: the words of
a page weigh by rank, words are cut to six letters, rows have unit length, both sides even odds
whatever the number of examples. A stemmer, inverse document frequency and pieces of words made no
difference to speak of; Naive Bayes was worse, and so was more weight for the words of the form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import log, log10, sqrt
from operator import neg

import numpy as np

from deepweb.form.model import Form, Input
from deepweb.locate.forms.linear_model import LinearModel, ModelError, train
from deepweb.page.page import Page, short_text, text_pieces
from deepweb.page.words import stop_words, unaccented, words

OFF, ON = CLASSES = ("off", "on")
TOPICS = (
    "airfare", "apartment", "auto", "book", "hotel", "job", "movie", "music", "people", "product",
    "rental", "route",
)  # fmt: skip
"""Those that ship (004, table 1)."""
SUMMARY = 200
"""Telling words that are kept of a page."""

# What a word of the title, of a description or of a heading counts, and one of the text 1.
TITLE, HEADING = 5, 3
# What is read of a page: most sites say on top what they are about.
MAX_WORDS, MAX_HEADINGS, MAX_TEXT = 2000, 60, 2000
MAX_OPTIONS = 100
STEM = 6
# Of rows of unit length; chosen together with the even odds.
C = 10.0
# With fewer sites on a side, hardly any word would stand on two of them.
FEW_SITES = 3
# Log odds that a word of the topic adds to a link at most.
MOST_ODDS = 2.0
# From here on (Thai, Chinese, Japanese, Korean) words are told by pairs of letters.
UNSPACED = "\u0e00"
_DESCRIPTIONS = frozenset({"description", "keywords", "og:title", "og:description", "og:site_name"})


@dataclass(frozen=True, slots=True)
class TopicExample:
    """A form of a known side, or a page without any."""

    form: Form | None
    words: tuple[str, ...]
    """The summary of its page."""
    is_on: bool
    site: str


@dataclass(frozen=True, slots=True)
class TopicModel:
    """What tells a topic from others."""

    linear: LinearModel

    def probability(self, form: Form | None, summary: Sequence[str]) -> float:
        """How likely a form is on the topic, were both sides as frequent."""
        shares = self.linear.probabilities([topic_features(form, summary)])
        return float(shares[0, CLASSES.index(ON)])

    def words(self) -> dict[str, float]:
        """Stem to what it says of a link, in log odds."""
        weights = self.linear.weights[:, CLASSES.index(ON)].tolist()
        return link_odds({stem: weights[row] for stem, row in self.linear.columns.items()})

    def telling(self, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The features that say *off* most, and those that say *on* most."""
        on_side = self.linear.weights[:, CLASSES.index(ON)].tolist()
        weight = {feature: on_side[row] for feature, row in self.linear.columns.items()}
        signs: tuple[Callable[[float], float], ...] = (neg, float)
        off, on = (sorted(weight, key=lambda f: (-sign(weight[f]), f))[:most] for sign in signs)
        return (
            tuple(f for f in off if weight[f] < 0),
            tuple(f for f in on if weight[f] > 0),
        )

    def to_bytes(self) -> bytes:
        return self.linear.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> TopicModel:
        """Read a file; raises ``ModelError`` for one that is no topic model."""
        linear = LinearModel.from_bytes(data)
        if linear.classes != CLASSES:
            raise ModelError(f"no topic model: it tells {', '.join(linear.classes)} apart")
        return cls(linear)


def link_odds(weights: Mapping[str, float]) -> dict[str, float]:
    """Of weights in a page, what the same words say in a link: the tenth that says most, all."""
    positive = sorted(weight for weight in weights.values() if weight > 0)
    if not positive:
        return {}
    most = positive[int(0.9 * (len(positive) - 1))]
    scaled = ((stem, MOST_ODDS * weight / most) for stem, weight in weights.items())
    return {stem: max(-MOST_ODDS, min(MOST_ODDS, odds)) for stem, odds in scaled}


def topic_summary(page: Page) -> tuple[str, ...]:
    """What a page says about its topic; the same in a crawl as in training."""
    return page_summary(page, stop_words())


def page_summary(page: Page, ignored: Collection[str]) -> tuple[str, ...]:
    """The telling words of a page, the most telling first."""
    counts = Counter(islice(_spoken(text_pieces(page.root)), MAX_WORDS))
    for said, weight in ((_descriptions(page), TITLE), (_headings(page), HEADING)):
        for word in set(_spoken(said)):
            counts[word] += weight
    ranked = sorted(counts, key=lambda word: (-counts[word], -len(word), word))
    return tuple(islice((word for word in ranked if word not in ignored), SUMMARY))


def topic_features(form: Form | None, summary: Sequence[str]) -> dict[str, float]:
    """Stem to its weight, of unit length all together."""
    features: dict[str, float] = {}
    for rank, word in enumerate(summary):
        features.setdefault(stem(word), 2 / (1 + log10(1 + rank)))
    for said in {stem(word) for word in form_words(form)} if form else ():
        features[said] = features.get(said, 0.0) + 1.0
    length = sqrt(sum(weight * weight for weight in features.values()))
    return {each: weight / length for each, weight in sorted(features.items())}


def form_words(form: Form) -> Iterator[str]:
    """The words that a person reads in a form."""
    return _spoken(_form_texts(form))


def stem(word: str) -> str:
    """What words of one family have in common, roughly."""
    return unaccented(word)[:STEM]


def train_topic(examples: Sequence[TopicExample]) -> TopicModel:
    """Both sides must have examples, and those must have features."""
    features = [topic_features(e.form, e.words) for e in examples]
    sides = [CLASSES[e.is_on] for e in examples]
    sites, weight = [e.site for e in examples], C
    if min(site_counts(examples)) < FEW_SITES or not _is_any_shared(features, sites):
        # What only one site has is left out in training. Said again by another, it stays.
        features, sides, weight = features * 2, sides * 2, C / 2
        sites += [f"{site} again" for site in sites]
    linear = train(features, sides, sites, c=weight)
    odds = log(sides.count(OFF) / sides.count(ON)) / 2
    even = linear.bias + np.array([-odds, odds], dtype=np.float32)
    return TopicModel(replace(linear, bias=even))


def site_counts(examples: Iterable[TopicExample]) -> tuple[int, int]:
    """Sites off the topic, and on it."""
    listed = list(examples)
    off, on = ({e.site for e in listed if e.is_on is side} for side in (False, True))
    return len(off), len(on)


def _is_any_shared(features: Sequence[Iterable[str]], sites: Sequence[str]) -> bool:
    said = {(word, site) for example, site in zip(features, sites, strict=True) for word in example}
    return len({word for word, _ in said}) < len(said)


def _spoken(texts: Iterable[str]) -> Iterator[str]:
    """The words of texts; of a script without spaces, pairs of letters."""
    for text in texts:
        for word in words(unaccented(text[:MAX_TEXT])):
            if word >= UNSPACED:
                yield from (one + other for one, other in pairwise(word))
            elif len(word) > 1 and not word.isdigit():
                yield word


def _descriptions(page: Page) -> Iterator[str]:
    for title in islice(page.root.iter("title"), 1):
        yield title.text or ""
    for meta in islice(page.root.iter("meta"), MAX_HEADINGS):
        if (meta.get("name") or meta.get("property") or "").lower() in _DESCRIPTIONS:
            yield meta.get("content", "")


def _headings(page: Page) -> Iterator[str]:
    for heading in islice(page.root.iter("h1", "h2", "h3"), MAX_HEADINGS):
        yield short_text(heading, MAX_TEXT // 10)


def _form_texts(form: Form) -> Iterator[str]:
    """What a person reads in a form."""
    yield form.heading
    yield form.text
    for control in form.inputs:
        if control.kind != "hidden":
            yield from _control_texts(control)


def _control_texts(control: Input) -> Iterator[str]:
    yield control.label
    yield control.placeholder
    yield from (label for _, label in control.options[:MAX_OPTIONS])
