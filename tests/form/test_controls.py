"""Which controls belong to which form, as browsers have it or as its author meant it."""

import pytest

from deepweb.form.model import Form, forms
from tests.read.pages import page_of


def _names(form: Form) -> str:
    return " ".join(control.name for control in form.inputs)


# Names of the controls of each form, HTML.
OWNERS = {
    "one each": (["a", "b"], "<form><input name=a></form><form><input name=b></form>"),
    "form= from outside": (["a b"], "<form id=f><input name=a></form><input name=b form=f>"),
    "form= before the form": (["b a"], "<input name=b form=f><form id=f><input name=a></form>"),
    "form= in another form": (
        ["a b", ""],
        "<form id=f><input name=a></form><form><input name=b form=f></form>",
    ),
    "form= of no form": (["a"], "<form id=f><input name=a><input name=b form=gone></form>"),
    "form= of the first of two": (
        ["a c", "b"],
        "<form id=f><input name=a></form><form id=f><input name=b></form><input name=c form=f>",
    ),
    "form= empty": (["a"], "<form><input name=a form=''></form>"),
    "unclosed": (["x", "y"], "<form action=/a><input name=x><form action=/b><input name=y>"),
    "inside a form, with an action": (
        ["__VIEWSTATE z", "q"],
        "<form action=page.aspx><input type=hidden name=__VIEWSTATE><div><form action=/search>"
        "<input name=q></form></div><div><input name=z></div></form>",
    ),
    "inside a form that is filled in": (
        ["x", "y"],
        "<form action=/a><input name=x><div><form><input name=y></form></div></form>",
    ),
    "inside an empty form, without an action": (
        ["x", "x"],
        "<form action=/a><div><form><input name=x></form></div></form>",
    ),
    "three deep": (
        ["x", "", "x"],
        "<form action=/a><div><form><div><form><input name=x></form></div></form></div></form>",
    ),
    "start tag twice": (["x", "x"], "<form action=/a><form><input name=x></form>"),
    "empty form beside another": (["", "x"], "<form></form><form><input name=x></form>"),
    "across rows": (["q"], "<table><form action=/a><tr><td><input name=q></td></form></table>"),
    "across cells": (
        ["q go"],
        "<table><tr><td><form action=/a></td><td><input name=q></td><td><input type=submit name=go>"
        "</td><td><input name=other></td></tr></form></table>",
    ),
    "end tag of a wrapper": (["q"], "<div><form action=/a></div><input name=q></form>"),
    "empty form for scripts": (["",], "<form id=f></form><input name=q>"),
    "in a menu": (["s q"], "<form><select name=s><option>a<input name=q></select></form>"),
    "button in a button": (["a b"], "<form><button name=a>x<button name=b>y</form>"),
}  # fmt: skip


@pytest.mark.parametrize(("names", "html"), OWNERS.values(), ids=OWNERS)
def test_owners(names: list[str], html: str) -> None:
    found = [form for form in forms(page_of(html)) if form.index is not None]
    assert list(map(_names, found)) == names
    assert [form.index for form in found] == list(range(len(found)))


@pytest.mark.parametrize("start", ["<form action=/a><div><form>", "<form action=/a><form>"])
def test_a_form_that_browsers_pass_over(start: str) -> None:
    outer, inner = forms(page_of(f"{start}<input name=q></form>"))
    assert (outer.action, outer.defaults, outer.unusable) == (
        "http://site.example/a",
        (("q", ""),),
        "",
    )
    assert inner.unusable == "browsers take it for a part of the form around it"


def test_disabled_controls_cannot_be_filled_in() -> None:
    html = """<form><input name=a disabled><fieldset disabled><select name=b></select><legend>
    <input name=c></legend><fieldset><input name=d></fieldset></fieldset><input name=e>
    <button name=f disabled></button></form>"""
    (form,) = forms(page_of(html))
    assert _names(form) == "c e f"  # a button may say what the form is for


@pytest.mark.parametrize(
    ("attributes", "kind"),
    [
        ("", "text"),
        ("type=''", "text"),
        ("type=SEARCH", "search"),
        ("type=Email", "email"),
        ("type=datetime", "text"),
        ("type=' search'", "text"),
        ("type=datetime-local", "datetime-local"),
    ],
)
def test_types_of_inputs(attributes: str, kind: str) -> None:
    (form,) = forms(page_of(f"<form><input name=a {attributes}></form>"))
    assert form.inputs[0].kind == kind


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("text", "text"),
        ("search", "text"),
        ("number", "text"),
        ("month", "text"),
        ("checkbox", "selection"),
        ("radio", "selection"),
        ("hidden", "hidden"),
        ("submit", "button"),
        ("image", "button"),
        ("password", "other"),
        ("file", "other"),
    ],
)
def test_roles(kind: str, role: str) -> None:
    (form,) = forms(page_of(f"<form><input name=a type={kind}></form>"))
    assert form.inputs[0].role == role
