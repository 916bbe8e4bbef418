"""How well does a topic model judge sites that it was not trained on?"""

from __future__ import annotations

from collections.abc import Sequence

from deepweb.locate.forms.topic import TopicExample, site_counts, train_topic

# Trainings at most: up to so many sites, each is left out alone.
MAX_FOLDS = 50


def left_out(examples: Sequence[TopicExample]) -> list[float] | None:
    """The probability of each example by a model of the other sites; None for too few sites."""
    if min(site_counts(examples)) < 2:
        return None
    # Sites of one side after those of the other, so that no fold takes away a whole side.
    sites = dict.fromkeys(e.site for e in sorted(examples, key=lambda e: e.is_on))
    folds = {site: number % MAX_FOLDS for number, site in enumerate(sites)}
    chances: dict[int, float] = {}
    for fold in sorted(set(folds.values())):
        model = train_topic([e for e in examples if folds[e.site] != fold])
        for number, example in enumerate(examples):
            if folds[example.site] == fold:
                chances[number] = model.probability(example.form, example.words)
    return [chances[number] for number in range(len(examples))]
