"""Is a page, or the database behind a form, about one of the topics that ship?

The twelve topics of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*,
table 1). As the paper has it, the words of the page lose their stop words and are stemmed; what
decides then is logistic regression, a topic at a time, since a travel site may be about three.
Naive Bayes, which the paper takes, was worse on real pages (benchmarks/topics.py).

Departures: pages of real sites say much that was never heard of, so that only words that are known
count for the length of a row. A form that says a lot itself is judged by that: a search for flights
often stands beside one for hotels (004, "Form Classifier").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log10, sqrt

from deepweb.form.model import Form
from deepweb.locate.forms.linear_model import LinearModel, ModelError
from deepweb.locate.forms.topic import TOPICS, form_words, link_odds
from deepweb.page.words import stemmed

# Known words of a form that weigh as much as its page.
FORM_WORDS = 3


@dataclass(frozen=True, slots=True)
class TopicSet:
    """What tells each topic from all else: a column of weights a topic, each by itself."""

    linear: LinearModel

    @classmethod
    def from_bytes(cls, data: bytes) -> TopicSet:
        linear = LinearModel.from_bytes(data)
        if linear.classes != TOPICS:
            raise ModelError(f"no topics that ship: {', '.join(linear.classes)}")
        return cls(linear)

    def topic(self, name: str) -> ShippedTopic:
        """One of them; the names are ``TOPICS``."""
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
        """How likely a page is on the topic, by its telling words, or a form on such a page."""
        odds = self._odds(summary)
        if form is not None:
            said = list(dict.fromkeys(form_words(form)))
            known = sum(stemmed(word) in self.weights for word in said)
            share = known / (known + FORM_WORDS)
            odds = share * self._odds(said) + (1 - share) * odds
        return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))

    def words(self) -> dict[str, float]:
        """Stem to what it says of a link, in log odds."""
        return link_odds(self.weights)

    def _odds(self, summary: Iterable[str]) -> float:
        row = known_features(summary, self.weights)
        return self.bias + sum(self.weights[stem] * weight for stem, weight in row.items())


def known_features(summary: Iterable[str], known: Mapping[str, object]) -> dict[str, float]:
    """Known stem to its weight, by rank, of unit length all together."""
    features: dict[str, float] = {}
    for stem in map(stemmed, summary):
        if stem in known and stem not in features:
            features[stem] = 2 / (1 + log10(1 + len(features)))
    length = sqrt(sum(weight * weight for weight in features.values()))
    return {stem: weight / length for stem, weight in features.items()}
