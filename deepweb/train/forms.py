"""Trains the model that judges forms from labelled forms, and tests it on unseen sites.

The labels are those of Formasaurus (MIT), which annotated real pages: one letter for a form, two
for an input. Cross-validation has folds by site, since the forms of a site are similar. Types are
counted as Formasaurus counts them: polls, display options and navigation are *other*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.locate.forms.features import box_features, form_features
from deepweb.locate.forms.form_type import OTHER, QUERY, SEARCH, FormModel, FormType, form_types
from deepweb.locate.forms.linear_model import LinearModel, train
from deepweb.locate.forms.safety import SafetyRule
from deepweb.locate.forms.search_form import judge_form
from deepweb.page.concepts import Concepts
from deepweb.page.site import site_name

FORM_LABELS = {
    "s": SEARCH,
    "l": "login",
    "r": "registration",
    "p": "password recovery",
    "c": "contact or comment",
    "m": "newsletter",
    "b": "order",
    "P": OTHER,
    "V": OTHER,
    "N": OTHER,
    "C": OTHER,
    "o": OTHER,
}
"""Label of a form to its type; other labels mean that nobody has judged it."""

_BOX_LABELS = {
    QUERY: "qq",
    "category": "qc",
    "username": "us ue ns oi",
    "e-mail": "e1 e2",
    "name": "n1 n2 n3 nf no",
    "phone": "ph fa P0 P1 P2 P3",
    "place": "Co Ci St Ad Sa Sn S# A# Zi A1 A2 PO",
    "address on the web": "ws",
    "date": "bd bm by bD OD Od Om Oy",
    "number": "ON qt",
    "comment": "CC CT am",
    "captcha": "ca",
    "code": "in pi sa sq",
    "card": "c# cs ch cA cm cy",
    "trap": "hp",
}
BOX_LABELS = {code: what for what, codes in _BOX_LABELS.items() for code in codes.split()}
"""Label of a text box to what it asks for; any other label is ``OTHER``."""

MIN_PROBABILITY = 0.5  # as in a crawl with the default of DEEPWEB_MIN_PROBABILITY
_SEED = 0


@dataclass(frozen=True, slots=True)
class LabelledForm:
    """A form and the labels that people gave it."""

    form: Form
    label: str
    boxes: dict[str, str]
    """Name of an input to its label."""
    host: str


def train_form_model(examples: Sequence[LabelledForm], concepts: Concepts) -> FormModel:
    """Train the model; the same examples give the same model."""
    known = [e for e in examples if e.label in FORM_LABELS]
    types = train(
        [form_features(e.form, concepts) for e in known],
        [FORM_LABELS[e.label] for e in known],
        [e.host for e in known],
    )
    return FormModel(types, _trained_boxes(known, concepts), concepts)


def _trained_boxes(examples: Sequence[LabelledForm], concepts: Concepts) -> LinearModel:
    features: list[dict[str, float]] = []
    asked_for: list[str] = []
    hosts: list[str] = []
    for example in examples:
        labelled = list(labelled_boxes(example))
        features += box_features(example.form, [box for box, _ in labelled], concepts)
        asked_for += [what for _, what in labelled]
        hosts += [example.host] * len(labelled)
    return train(features, asked_for, hosts)


def labelled_boxes(example: LabelledForm) -> Iterator[tuple[Input, str]]:
    """The text boxes of a form that have a label."""
    for box in example.form.inputs:
        if box.kind in TEXT_KINDS and box.name in example.boxes:
            yield box, BOX_LABELS.get(example.boxes[box.name], OTHER)


@dataclass(frozen=True, slots=True)
class BinaryFigures:
    """Precision and recall: ``right`` of what was ``said``, and of what was ``there``."""

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
    """Share of the searches with a labelled query box that are asked through it."""


def cross_validate(
    examples: Sequence[LabelledForm], concepts: Concepts, folds: int = 10
) -> list[FormType]:
    """Judge each example by a model of other sites; raises ValueError for too few sites."""
    # Slow to import, and not needed to train.
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
    """What the examples lack to train a model; "" if nothing."""
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


def asked_shares(
    examples: Sequence[LabelledForm], predictions: Sequence[FormType], rule: SafetyRule
) -> tuple[float, float]:
    """The shares of the labelled searches, and of the other forms, that would be asked."""
    said: dict[bool, list[bool]] = {True: [], False: []}
    for example, prediction in zip(examples, predictions, strict=True):
        site = site_name(example.form.url)
        is_asked = judge_form(example.form, prediction, site, rule).safe
        said[example.label == "s"].append(is_asked)
    return _share(said[True]), _share(said[False])


def binary_figures(truth: Sequence[bool], said: Sequence[bool]) -> BinaryFigures:
    right = sum(true and yes for true, yes in zip(truth, said, strict=True))
    return BinaryFigures(right, sum(said), sum(truth))


def _counted(type_: str) -> str:
    return type_ if type_ in FORM_LABELS.values() else OTHER


def _query_boxes(example: LabelledForm) -> list[str]:
    return [name for name, code in example.boxes.items() if BOX_LABELS.get(code) == QUERY]


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 0.0
