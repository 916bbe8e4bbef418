"""What people call a form and its inputs: the texts that they see on its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from deepweb.form.model import Form, Input
from deepweb.items import SearchForm

MAX_NAME = 70  # characters of the name of a form
MAX_LABEL = 40  # characters of the name of an input
MAX_INPUTS = 3  # inputs that the name of a form lists
_TYPED_OR_CHOSEN = ("text", "selection")


def form_names(forms: Iterable[SearchForm]) -> dict[str, str]:
    """By id, the name of each form; forms of one name are told apart by their pages."""
    listed = {each.form.id: each.form for each in forms}
    names = {id_: form_name(form) for id_, form in listed.items()}
    times = Counter(names.values())
    return {
        id_: f"{name} on {urlsplit(listed[id_].url).path or '/'}" if times[name] > 1 else name
        for id_, name in names.items()
    }


def form_name(form: Form) -> str:
    """The form's heading or button and its inputs, else the path that it is sent to."""
    shown = [each for each in form.inputs if each.role in _TYPED_OR_CHOSEN and not each.trap]
    button = next((each.label for each in form.inputs if each.role == "button"), "")
    inputs = ", ".join(filter(None, map(_label, shown[:MAX_INPUTS])))
    if len(shown) > MAX_INPUTS:
        inputs += " …"
    title = _short(form.heading or button, MAX_LABEL)
    told = f"{title}: {inputs}" if title and inputs else title or inputs
    return _short(told, MAX_NAME) or f"form sent to {urlsplit(form.action).path or '/'}"


def input_names(forms: Iterable[SearchForm]) -> dict[str, Mapping[str, str]]:
    """By form, the label of each input that has one."""
    return {
        each.form.id: {i.name: label for i in each.form.inputs if (label := _label(i))}
        for each in forms
    }


def _label(each: Input) -> str:
    return _short(each.label or each.placeholder, MAX_LABEL)


def _short(text: str, most: int) -> str:
    plain = " ".join(text.split()).rstrip(":")
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"
