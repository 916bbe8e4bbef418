"""What kind of form is this, and what does each of its text boxes ask for?

[Gujrati, Form Classifier] tells searchable forms from others by a classifier trained on examples.
Ours knows all the kinds that matter for safety, of forms and of text boxes: a form is asked through
the box that most likely takes a query.

Departure: examples of polls, display options and navigation are too few to learn from. They are
learnt together as *other*, and the concepts that the form mentions tell which it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.locate.forms.features import BUTTONS, OWN, box_features, concepts_said, form_features
from deepweb.locate.forms.linear_model import LinearModel
from deepweb.page.concepts import Concepts

SEARCH, OTHER, QUERY = "search", "other", "query"
TYPES = (
    SEARCH, "login", "registration", "password recovery", "contact or comment", "newsletter",
    "order", "poll", "display options", "navigation", OTHER,
)  # fmt: skip
# Concept to the type of a form without text boxes; the first that fits.
BY_CONCEPT = (
    ("poll", "poll"),
    ("sort", "display options"),
    ("display", "display options"),
    ("navigate", "navigation"),
    ("goto", "navigation"),
)


@dataclass(frozen=True, slots=True)
class FormModel:
    """The classifiers of forms and of text boxes, and the concepts that they use."""

    types: LinearModel
    boxes: LinearModel
    concepts: Concepts


@dataclass(frozen=True, slots=True)
class FormType:
    """The most likely type of a form and of its text boxes."""

    type: str
    type_probability: float
    search: float
    """How likely it is a search."""
    boxes: Mapping[str, str]
    """Name of each text box to what it asks for."""
    query_input: str | None
    """The box that most likely takes a query."""
    otherwise: str
    """The most likely type if it is no search."""
    otherwise_probability: float
    says: frozenset[str] = frozenset()
    """The concepts that the form mentions, apart from its options and texts."""
    only_presents: bool = False
    """Does everything that it offers change how a page looks: order, page size, language?"""


def form_types(forms: Sequence[Form], model: FormModel) -> list[FormType]:
    """Judge many forms at once."""
    features = [form_features(form, model.concepts) for form in forms]
    types = model.types.classes
    return [
        _verdict(form, dict(zip(types, map(float, row), strict=True)), model)
        for form, row in zip(forms, model.types.probabilities(features), strict=True)
    ]


def _verdict(form: Form, chances: Mapping[str, float], model: FormModel) -> FormType:
    best = max(chances, key=lambda each: chances[each])
    second = max((each for each in chances if each != SEARCH), key=lambda each: chances[each])
    boxes = [box for box in form.inputs if _is_box(box)]
    asked = list(_asked_for(form, boxes, model))
    queries = {box.name: share for box, (_, share) in zip(boxes, asked, strict=True) if box.name}
    return FormType(
        type=_named(best, form, model.concepts),
        type_probability=chances[best],
        search=chances.get(SEARCH, 0.0),
        boxes={box.name: what for box, (what, _) in zip(boxes, asked, strict=True)},
        query_input=_query_input(boxes, queries),
        otherwise=_named(second, form, model.concepts),
        otherwise_probability=chances[second],
        says=concepts_said(form, model.concepts, OWN),
        only_presents=_only_presents(form, model.concepts),
    )


def _query_input(boxes: Sequence[Input], queries: Mapping[str, float]) -> str | None:
    """The box that most likely takes a query; one that holds a number only if all do."""
    numbers = {box.name for box in boxes if box.default.strip().isdecimal()}
    names = [name for name in queries if name not in numbers] or list(queries)
    return max(names, key=lambda name: queries[name], default=None)


def _only_presents(form: Form, concepts: Concepts) -> bool:
    shown = [i for i in form.inputs if i.role in {"text", "selection"} and not i.trap]
    said = (concepts.said_in(f"{i.name} {i.label}") for i in shown)
    is_calendar = any(i.is_calendar for i in shown)
    return not is_calendar and all(each & {"sort", "display"} for each in said)


def _is_box(control: Input) -> bool:
    return control.kind in TEXT_KINDS and not control.trap


def _asked_for(form: Form, boxes: Sequence[Input], model: FormModel) -> Iterator[tuple[str, float]]:
    """What each box asks for, and how likely that is a query."""
    if not boxes:
        return
    features = list(box_features(form, boxes, model.concepts))
    classes = model.boxes.classes
    query = classes.index(QUERY)
    for row in model.boxes.probabilities(features):
        yield classes[int(row.argmax())], float(row[query])


def _named(type_: str, form: Form, concepts: Concepts) -> str:
    """The type; for *other*, which one."""
    if type_ != OTHER:
        return type_
    shown = {i.kind for i in form.inputs} - BUTTONS - {"hidden"}
    if not shown or not shown <= {"select", "radio", "checkbox"}:
        return OTHER
    said = concepts_said(form, concepts)
    return next((kind for concept, kind in BY_CONCEPT if concept in said), OTHER)
