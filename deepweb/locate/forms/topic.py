"""Is the database behind a form about the topic that a crawl is after?

[Gujrati, Form Classifier] keeps a crawl focused by a classifier of forms, trained on examples of
the topic and of others. A form often says no more than "search", so the page that it stands on
counts too: by its most telling words, which are few enough to store with the form.

``TopicModel`` is trained by the user. Chosen on 90 sites in 15 categories, none of them judged and
learnt from at once: the words of a page weigh by rank, words are cut to six letters, rows have unit
length, and both sides have even odds whatever the number of examples. A stemmer, inverse document
frequency and pieces of words made no difference; Naive Bayes was worse, and so was more weight for
the words of the form.

``TopicSet`` ships with the twelve topics of [Gujrati, table 1]. As in the paper, the words of a
page lose their stop words and are stemmed. Departures: logistic regression decides instead of Naive
Bayes, which was worse on real pages (benchmarks/topics.py), one topic at a time, since a travel
site may be about three; only known words count for the length of a row, since real pages contain
many unknown ones; a form with many words of its own is judged by them, since a search for flights
often stands beside one for hotels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import exp, log10, sqrt
from operator import neg
from typing import Protocol

from deepweb.form.model import Form, Input
from deepweb.locate.forms.linear_model import LinearModel, ModelError
from deepweb.page.page import Page, short_text, text_pieces
from deepweb.page.words import stemmed, stop_words, unaccented, words

OFF, ON = CLASSES = ("off", "on")
TOPICS = (
    "airfare", "apartment", "auto", "book", "hotel", "job", "movie", "music", "people", "product",
    "rental", "route",
)  # fmt: skip
"""The topics that ship [Gujrati, table 1]."""

SUMMARY = 200  # telling words that are kept of a page
TITLE = 5  # weight of a word in the title or a description; a word of the text has 1
HEADING = 3  # weight of a word in a heading
MAX_WORDS = 2000  # words read of a page: most sites say on top what they are about
MAX_HEADINGS = 60  # headings and descriptions read of a page
MAX_TEXT = 2000  # characters read of a text
MAX_OPTIONS = 100  # options read of a menu
STEM = 6  # letters that words are cut to
MOST_ODDS = 2.0  # log odds that a word of the topic adds to a link, at most
FORM_WORDS = 3  # known words of a form that weigh as much as its page
# From here on (Thai, Chinese, Japanese, Korean) words are pairs of letters.
UNSPACED = "\u0e00"
_DESCRIPTIONS = frozenset({"description", "keywords", "og:title", "og:description", "og:site_name"})


class Topic(Protocol):
    """A topic, as it ships or as the user's examples teach it."""

    def probability(self, form: Form | None, summary: Sequence[str]) -> float:
        """How likely a page with these telling words is on the topic, or a form on it."""

    def words(self) -> dict[str, float]:
        """Stem to the log odds that it adds to a link."""


@dataclass(frozen=True, slots=True)
class TopicModel:
    """A topic as the user's examples teach it."""

    linear: LinearModel

    def probability(self, form: Form | None, summary: Sequence[str]) -> float:
        """How likely a form is on the topic, if half of all forms were."""
        shares = self.linear.probabilities([topic_features(form, summary)])
        return float(shares[0, CLASSES.index(ON)])

    def words(self) -> dict[str, float]:
        """Stem to the log odds that it adds to a link."""
        weights = self.linear.weights[:, CLASSES.index(ON)].tolist()
        return link_odds({stem: weights[row] for stem, row in self.linear.columns.items()})

    def telling(self, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The features that speak most for *off*, and those that speak most for *on*."""
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
    """Weights of words in a page, scaled to log odds in a link; the top tenth gets the most."""
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
    """Stem to its weight; the vector has unit length."""
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
    """Roughly what the words of one family have in common."""
    return unaccented(word)[:STEM]


def _spoken(texts: Iterable[str]) -> Iterator[str]:
    """The words of texts, or pairs of letters where no spaces part words."""
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


@dataclass(frozen=True, slots=True)
class TopicSet:
    """The topics that ship: a column of weights for each."""

    linear: LinearModel

    @classmethod
    def from_bytes(cls, data: bytes) -> TopicSet:
        linear = LinearModel.from_bytes(data)
        if linear.classes != TOPICS:
            raise ModelError(f"no topics that ship: {', '.join(linear.classes)}")
        return cls(linear)

    def topic(self, name: str) -> ShippedTopic:
        """The topic of a name in ``TOPICS``."""
        column = TOPICS.index(name)
        weights = self.linear.weights[:, column].tolist()
        by_stem = {stem: weights[row] for stem, row in self.linear.columns.items()}
        return ShippedTopic(name, by_stem, float(self.linear.bias[column]))


@dataclass(frozen=True, slots=True)
class ShippedTopic:
    """One topic: the weights of stems."""

    name: str
    weights: Mapping[str, float]
    bias: float

    def probability(self, form: Form | None, summary: Sequence[str]) -> float:
        """How likely a page with these telling words is on the topic, or a form on it."""
        odds = self._odds(summary)
        if form is not None:
            said = list(dict.fromkeys(form_words(form)))
            known = sum(stemmed(word) in self.weights for word in said)
            share = known / (known + FORM_WORDS)
            odds = share * self._odds(said) + (1 - share) * odds
        return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))

    def words(self) -> dict[str, float]:
        """Stem to the log odds that it adds to a link."""
        return link_odds(self.weights)

    def _odds(self, summary: Iterable[str]) -> float:
        row = known_features(summary, self.weights)
        return self.bias + sum(self.weights[stem] * weight for stem, weight in row.items())


def known_features(summary: Iterable[str], known: Mapping[str, object]) -> dict[str, float]:
    """Known stem to its weight by rank; the vector has unit length."""
    features: dict[str, float] = {}
    for stem in map(stemmed, summary):
        if stem in known and stem not in features:
            features[stem] = 2 / (1 + log10(1 + len(features)))
    length = sqrt(sum(weight * weight for weight in features.values()))
    return {stem: weight / length for stem, weight in features.items()}
