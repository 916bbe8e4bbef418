"""How well are forms of sites judged that the model was not trained on?

Cross-validation with folds by site: the forms of one site are never on both sides, since they are
much alike. Types are counted as Formasaurus counts them: polls, display options and navigation are
*other*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deepweb.locate.forms.form_type import OTHER, QUERY, SEARCH, FormType, form_types
from deepweb.page.concepts import Concepts
from deepweb.train.train_forms import (
    BOX_LABELS,
    FORM_LABELS,
    LabelledForm,
    labelled_boxes,
    train_form_model,
)

# As in the crawl, unless DEEPWEB_MIN_PROBABILITY says otherwise.
MIN_PROBABILITY = 0.5
_SEED = 0


@dataclass(frozen=True, slots=True)
class BinaryFigures:
    """What was found, of what was there."""

    right: int
    said: int
    there: int

    @property
    def precision(self) -> float:
        return self.right / self.said if self.said else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.there if self.there else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.said + self.there) if self.right else 0.0


@dataclass(frozen=True, slots=True)
class FormFigures:
    """How well forms are judged."""

    search: BinaryFigures
    accuracy: float
    """Over all types."""
    query_box: float
    """Share of searches asked through the right box, of those that have one."""


def cross_validate(
    examples: Sequence[LabelledForm], concepts: Concepts, folds: int = 10
) -> list[FormType]:
    """What is said of each example by a model of other sites; raises ValueError for too few."""
    # Slow to import, and nobody who only judges needs it.
    from sklearn.model_selection import StratifiedGroupKFold  # noqa: PLC0415

    sites = [e.host for e in examples]
    types = [FORM_LABELS[e.label] for e in examples]
    said: dict[int, FormType] = {}
    if not 2 <= folds <= len(set(sites)):
        raise ValueError(f"{len(set(sites))} sites cannot be cut into {folds} folds")
    splits = StratifiedGroupKFold(folds, shuffle=True, random_state=_SEED).split(
        types, types, sites
    )
    for learnt, judged in splits:
        others = [examples[i] for i in learnt]
        if what := lacking(others):
            raise ValueError(f"{folds} folds leave one without {what}")
        model = train_form_model(others, concepts)
        verdicts = form_types([examples[i].form for i in judged], model)
        said.update(zip(map(int, judged), verdicts, strict=True))
    return [said[i] for i in range(len(examples))]


def lacking(examples: Sequence[LabelledForm]) -> str:
    """What is missing that a model could be trained, or nothing."""
    boxes = {what for e in examples for _, what in labelled_boxes(e)}
    if len({e.host for e in examples}) < 2:
        return "forms of two sites"
    if not {SEARCH} < {FORM_LABELS[e.label] for e in examples}:
        return "searches and other forms"
    return "" if {QUERY} < boxes else "boxes for a query and others"


def figures(examples: Sequence[LabelledForm], predictions: Sequence[FormType]) -> FormFigures:
    """How well the predictions fit the labels."""
    pairs = list(zip(examples, predictions, strict=True))
    asked = [p for p in pairs if p[0].label == "s" and _query_boxes(p[0])]
    return FormFigures(
        search=binary_figures(
            [FORM_LABELS[e.label] == SEARCH for e in examples],
            [p.search >= MIN_PROBABILITY for p in predictions],
        ),
        accuracy=_share([FORM_LABELS[e.label] == _counted(p.type) for e, p in pairs]),
        query_box=_share([p.query_input in _query_boxes(e) for e, p in asked]),
    )


def binary_figures(truth: Sequence[bool], said: Sequence[bool]) -> BinaryFigures:
    right = sum(true and yes for true, yes in zip(truth, said, strict=True))
    return BinaryFigures(right, sum(said), sum(truth))


def _counted(type_: str) -> str:
    return type_ if type_ in FORM_LABELS.values() else OTHER


def _query_boxes(example: LabelledForm) -> list[str]:
    return [name for name, code in example.boxes.items() if BOX_LABELS.get(code) == QUERY]


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 0.0
