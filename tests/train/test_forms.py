"""From labelled forms to a model, and what is said of how good it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deepweb.locate.forms.form_type import FormType, form_types
from deepweb.store.resources import form_concepts
from deepweb.train.examples import labelled_forms
from deepweb.train.forms import (
    BinaryFigures,
    LabelledForm,
    binary_figures,
    cross_validate,
    figures,
    labelled_boxes,
    lacking,
    train_form_model,
)
from tests.labelled_pages import write_labelled_pages
from tests.samples import form_of


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[LabelledForm]:
    return labelled_forms(write_labelled_pages(tmp_path_factory.mktemp("pages") / "forms"))


UNSEEN = {
    "search": '<form action="/s"><input name="query"><button>Search</button></form>',
    "login": '<form method=post action="/in"><input name="login"><input type=password name=p>'
             "<button>Log in</button></form>",
    "newsletter": '<form method=post action="/n"><input name="email" placeholder="E-mail">'
                  "<button>Subscribe now</button></form>",
}  # fmt: skip


def test_forms_of_other_sites_are_told_apart(examples: list[LabelledForm]) -> None:
    model = train_form_model(examples, form_concepts())
    said = form_types([form_of(html) for html in UNSEEN.values()], model)
    assert [each.type for each in said] == list(UNSEEN)
    assert said[0].query_input == "query"
    assert said[0].search > 0.5 > said[1].search


def test_what_nobody_has_looked_at_teaches_nothing(examples: list[LabelledForm]) -> None:
    unknown = [replace(e, label="X") for e in examples]
    once, again = (
        train_form_model(each, form_concepts()) for each in (examples, [*examples, *unknown])
    )
    assert once.types.to_bytes() == again.types.to_bytes()
    assert once.boxes.to_bytes() == again.boxes.to_bytes()


def test_boxes_have_the_meaning_of_their_letters() -> None:
    form = form_of(
        "<form><input name=a><input name=b><input name=c><input type=date name=d></form>"
    )
    labels = {"a": "qq", "b": "??", "d": "qq"}
    found = labelled_boxes(LabelledForm(form, "s", labels, "site"))
    assert [(box.name, what) for box, what in found] == [("a", "query"), ("b", "other")]


def test_each_form_is_judged_by_a_model_of_other_sites(examples: list[LabelledForm]) -> None:
    # Only one site has this form, and calls it a login: whoever has seen it knows.
    odd = form_of('<form action="/search" class="search"><input type=search name=q></form>')
    judged = cross_validate(
        [*examples, LabelledForm(odd, "l", {}, "odd.example")], form_concepts(), 3
    )
    assert judged[-1].type == "search"
    assert figures(examples, judged[:-1]).search.f1 > 0.95


def test_folds_are_the_same_each_time(examples: list[LabelledForm]) -> None:
    one, other = (cross_validate(examples, form_concepts(), 2) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("folds", [1, 13])
def test_folds_that_cannot_be(examples: list[LabelledForm], folds: int) -> None:
    with pytest.raises(ValueError, match=f"12 sites cannot be cut into {folds} folds"):
        cross_validate(examples, form_concepts(), folds)


def test_a_fold_that_takes_all_searches_away(examples: list[LabelledForm]) -> None:
    one_search = [e for e in examples if e.label != "s" or e.host == "www.site3.example"]
    with pytest.raises(ValueError, match="leave one without searches"):
        cross_validate(one_search, form_concepts(), 2)


def test_what_is_lacking(examples: list[LabelledForm]) -> None:
    assert lacking(examples) == ""
    assert "two sites" in lacking([])
    assert "two sites" in lacking([e for e in examples if e.host == "www.site3.example"])
    assert "searches" in lacking([e for e in examples if e.label != "s"])
    assert "other forms" in lacking([e for e in examples if e.label == "s"])
    assert "boxes for a query" in lacking([replace(e, boxes={}) for e in examples])


def said(type_: str, search: float, query_input: str | None = None) -> FormType:
    return FormType(type_, 1.0, search, {}, query_input, "other", 0.0)


def test_figures() -> None:
    form = form_of("<form><input name=q></form>")
    labels = ["s", "s", "s", "l", "V", "m"]
    boxes = [{"q": "qq"}, {"q": "qq"}, {}, {}, {}, {}]
    examples = [LabelledForm(form, a, b, "site") for a, b in zip(labels, boxes, strict=True)]
    told = figures(examples, [
        said("search", 0.9, "q"), said("search", 0.5, "x"), said("login", 0.4), said("search", 0.6),
        said("display options", 0.1), said("newsletter", 0.0),
    ])  # fmt: skip
    assert told.search == BinaryFigures(right=2, said=3, there=3)
    assert told.search.precision == told.search.recall == told.search.f1 == pytest.approx(2 / 3)
    assert told.accuracy == pytest.approx(4 / 6)
    assert told.query_box == 0.5


def test_figures_of_nothing() -> None:
    nothing = binary_figures([], [])
    assert (nothing.precision, nothing.recall, nothing.f1) == (0.0, 0.0, 0.0)
    assert figures([], []).accuracy == 0.0
