"""From labelled forms to the model that judges forms.

The labels are those of Formasaurus (MIT), which annotated real pages: a letter a form, two letters
an input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.locate.forms.features import box_features, form_features
from deepweb.locate.forms.form_type import OTHER, QUERY, SEARCH, FormModel
from deepweb.locate.forms.linear_model import LinearModel, train
from deepweb.page.concepts import Concepts

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
"""Letters of forms; the others mean that nobody has looked."""

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
"""Letters of text boxes; any other is something else."""


@dataclass(frozen=True, slots=True)
class LabelledForm:
    """A form and what people say that it is."""

    form: Form
    label: str
    boxes: dict[str, str]
    """Name of an input to its label."""
    host: str


def train_form_model(examples: Sequence[LabelledForm], concepts: Concepts) -> FormModel:
    """Deterministic: the same examples give the same model."""
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
