"""Trains the model of a topic from examples, and tests it on unseen sites."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np

from deepweb.form.model import Form
from deepweb.locate.forms.linear_model import train
from deepweb.locate.forms.topic import CLASSES, OFF, ON, TopicModel, topic_features

C = 10.0  # inverse of the penalty of logistic regression; chosen together with the even odds
FEW_SITES = 3  # with fewer sites on a side, hardly any word would stand on two of them
MAX_FOLDS = 50  # trainings of a validation; up to so many sites, each is left out alone


@dataclass(frozen=True, slots=True)
class TopicExample:
    """A form that is known to be on or off the topic, or a page without any form."""

    form: Form | None
    words: tuple[str, ...]
    """The summary of its page."""
    is_on: bool
    site: str


def train_topic(examples: Sequence[TopicExample]) -> TopicModel:
    """Learn a topic; both sides must have examples, and these must have features."""
    features = [topic_features(e.form, e.words) for e in examples]
    sides = [CLASSES[e.is_on] for e in examples]
    sites, weight = [e.site for e in examples], C
    if min(site_counts(examples)) < FEW_SITES or not _is_any_shared(features, sites):
        # ``train`` drops words of a single site. Repeated for another site, they stay.
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


def left_out(examples: Sequence[TopicExample]) -> list[float] | None:
    """The probability of each example by a model of the other sites; None for too few sites."""
    if min(site_counts(examples)) < 2:
        return None
    # Sites of one side after those of the other, so that no fold takes a whole side away.
    sites = dict.fromkeys(e.site for e in sorted(examples, key=lambda e: e.is_on))
    folds = {site: number % MAX_FOLDS for number, site in enumerate(sites)}
    chances: dict[int, float] = {}
    for fold in sorted(set(folds.values())):
        model = train_topic([e for e in examples if folds[e.site] != fold])
        for number, example in enumerate(examples):
            if folds[example.site] == fold:
                chances[number] = model.probability(example.form, example.words)
    return [chances[number] for number in range(len(examples))]
