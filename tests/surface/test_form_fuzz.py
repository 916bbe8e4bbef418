"""Generated and mutated forms: whatever a page holds, it is read in no time and without an error.

10,000 forms in all: 9,000 from a seeded generator, whole, damaged in their text or in their bytes,
and 1,000 from hypothesis, which looks for the cases that no generator thinks of.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from deepweb.form.label import MAX_LABEL
from deepweb.form.model import Form, forms
from deepweb.form.submission import submission, template, with_tokens
from deepweb.locate.site.hints import frames
from deepweb.page.page import Page
from deepweb.store.resources import any_words
from tests.read.pages import broken_html, mutated, page_of

KINDS = [
    "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
    "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image",
    "reset", "button", "TEXT", "Search", "x",
]  # fmt: skip
NAMES = [
    "q", "r", "a[]", "", "csrf", "_charset_", "ä", "x" * 200, "9f86d081884c7d659a2feaa0c55ad015",
]  # fmt: skip
VALUES = [
    "", "1", "a b", "é茶", "on", "<b>", "2020-02-03", "-1e5", "&#xD800;", "\0", "x" * 3000, "&#0;",
]  # fmt: skip
ENCODINGS = ["utf-8", "windows-1251", "shift_jis", "gb18030", "euc-kr", "utf-16", "nonsense"]
ATTRIBUTES = [
    "checked", "disabled", "required", "multiple", "form=f1", "form=none", "id=i1", "id=i2",
    "hidden", "list=l1", "min=1 max=9 step=2", "min=9 max=1", "step=any", "min=x max=1e999",
    "class='hp x'", "placeholder='Suche …'", "title='検索'", "aria-label='Ara'", "role=search",
    "aria-labelledby='i1 i2'", "size=3", "style='display:none'", "style='left:-9999px",
    "formaction=/b", "formmethod=post", "tabindex=-1", "formenctype=multipart/form-data",
    "autocomplete=off", "aria-hidden=true",
]  # fmt: skip
FORM_ATTRIBUTES = [
    "action=/s", "action='?a=1'", "action='http://['", "action='javascript:x'", "method=post",
    "method=dialog", "enctype=multipart/form-data", "enctype=text/plain", "id=f1", "role=search",
    "accept-charset='x koi8-r'", "action='http://h:port/'", "action='\\\\x y/ä'", "action='//'",
]  # fmt: skip
WRAPPERS = [
    "p", "div", "table", "tr", "td", "th", "label", "fieldset", "fieldset disabled", "legend",
    "label for=i1", "dl", "dt", "dd", "form", "datalist id=l1", "optgroup", "noscript", "h2",
    "template", "svg", "b", "div role=group", "div style='display:none'",
]  # fmt: skip
TEXTS = [
    "Author:", "Год *", "any", "", "&nbsp;", "leave empty", "<!-- c -->", "<br>", "<base href=/x/>",
]  # fmt: skip


def control(random: Random) -> str:
    pick = random.choice
    attributes = " ".join(random.sample(ATTRIBUTES, random.randrange(4)))
    said = f'name="{pick(NAMES)}" {attributes}'
    match random.randrange(6):
        case 0:
            options = (
                f"<option value='{pick(VALUES)}' {pick(ATTRIBUTES)}>{pick(TEXTS)}" for _ in "abc"
            )
            return f"<select {said}>{''.join(options)}</select>"
        case 1:
            return f"<textarea {said}>\n{pick(VALUES)}</textarea>"
        case 2:
            return f"<button type={pick(KINDS)} {said}>{pick(TEXTS)}</button>"
        case _:
            return f'<input type={pick(KINDS)} {said} value="{pick(VALUES)}">{pick(TEXTS)}'


def body(random: Random, depth: int = 0) -> str:
    """Controls and texts, some of them wrapped in something."""
    parts = []
    for _ in range(random.randrange(5)):
        if depth < 4 and random.random() < 0.4:
            wrapper = random.choice(WRAPPERS)
            end = f"</{wrapper.split()[0]}>" if random.random() < 0.8 else ""
            parts.append(f"<{wrapper}>{random.choice(TEXTS)}{body(random, depth + 1)}{end}")
        else:
            parts.append(control(random))
    return "".join(parts)


def generated(random: Random) -> str:
    attributes = " ".join(random.sample(FORM_ATTRIBUTES, random.randrange(4)))
    end = "</form>" if random.random() < 0.8 else ""
    return f"{body(random, 3)}<form {attributes}>{body(random)}{end}{body(random, 3)}"


def damaged(random: Random) -> str:
    """A form with pieces of it cut out, doubled or put elsewhere."""
    html = generated(random)
    for _ in range(random.randrange(1, 5)):
        start, end = sorted(random.randrange(len(html) + 1) for _ in "ab")
        piece, at = html[start : min(end, start + 40)], random.randrange(len(html) + 1)
        html = random.choice(
            [html[:start] + html[start + len(piece) :], html[:at] + piece + html[at:]]
        )
    return html


def corrupt(random: Random) -> str:
    """A form some bytes of which are others."""
    data = bytearray(generated(random).encode(errors="replace"))
    for _ in range(random.randrange(1, 12)):
        data[random.randrange(len(data))] = random.randrange(256)
    return data.decode("latin-1" if random.random() < 0.5 else "utf-8", errors="replace")


def look_at(page: Page) -> list[Form]:
    """Do with a page all that a crawl does with its forms, and check what always holds."""
    found = forms(page, any_words())
    elements = sum(1 for _ in page.root.iter("form"))
    indices = [form.index for form in found if form.index is not None]
    assert indices == list(range(elements))
    frames(page)
    for form in found:
        check(form)
    return found


def check(form: Form) -> None:
    assert form.unusable or form.action.startswith(("http://", "https://"))
    assert len(form.id) == 16
    assert all(len(i.label) <= MAX_LABEL for i in form.inputs)
    assert all(i.wildcard is None or i.wildcard in dict(i.options) for i in form.inputs)
    assert set(form.tokens) <= {i.name for i in form.inputs if i.kind == "hidden"}
    assert len(form.text) <= 400
    sent = submission(form, {i.name: ("x", "ä茶") if i.multiple else "é" for i in form.inputs})
    assert sent.url.isascii() or form.unusable
    for box in form.text_boxes:
        made = template(form, box.name)
        assert (made is None) == (form.method != "GET" or bool(form.unusable))
    assert with_tokens(form, form).defaults == form.defaults


@pytest.mark.parametrize("make", [generated, damaged, corrupt])
def test_3000_forms(make: Callable[[Random], str]) -> None:
    random = Random(make.__name__)
    seen, slowest = 0, 0.0
    while seen < 3000:
        page = page_of(f"<body>{make(random)}", encoding=random.choice(ENCODINGS))
        start = time.process_time()
        seen += max(1, len(look_at(page)))
        slowest = max(slowest, time.process_time() - start)
    assert slowest < 2


@given(broken_html)
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_500_pages_of_debris(html: str) -> None:
    assert look_at(page_of(f"<form>{html}"))


_SEARCH = generated(Random("a form"))


@given(mutated(_SEARCH))
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_500_mutations(html: str) -> None:
    look_at(page_of(html))


# Pages that cost the square of their size where something is read again and again.
HOSTILE = {
    "labels in labels": "<form>" + "<label>a<input name=q>" * 2000,
    "labels for inputs": "<form>"
    + "".join(f"<label for=i{n}>L</label><p><input id=i{n} name=q>" for n in range(5000)),
    "labels for one input": "<form>"
    + "<label for=i></label>" * 5000
    + "<input id=i name=q>" * 5000,
    "inputs": "<form>" + "<input name=q>" * 10_000,
    "groups": "<form>" + "".join(f"<input type=radio name=q{n}><i></i>" for n in range(5000)),
    "one group": "<form>" + "<input type=radio name=q>" * 10_000,
    "cells": f"<form><table><tr>{'<td>h' * 5000}<tr>{'<td><input name=q>' * 5000}",
    "forms in forms": "<div><form><input name=q><button>" * 5000,
    "empty forms in forms": "<div><form>" * 5000 + "<input name=q>",
    "forms": "<form action=/x><input name=q></form>" * 5000,
    "forms that are cut off": "<div><form action=/x></div><input name=q>" * 3000,
    "elements in elements": "<form>" + "<div>" * 5000 + "<input name=q>" * 2000,
    "fieldsets": "<form>" + "<fieldset disabled><legend>" * 3000 + "<input name=q>" * 2000,
    "menus in menus": "<form>" + "<select name=s><option>a" * 5000,
    "options": "<form><select name=s>" + "<option value=1>a" * 30_000,
    "one list for many": f"<form><datalist id=d>{'<option value=1>' * 2000}</datalist>"
    + "<input list=d name=q>" * 2000,
    "long attributes": f"<form action='/{'a' * 3_000_000}' class='{'h- ' * 500_000}'><input name=q "
    f"value='{'x' * 3_000_000}' placeholder='{'y ' * 500_000}' style='{'left : ' * 500_000}'>",
    "a hidden panel": f"<form><div hidden>{'<p>x</p>' * 5000}{'<input name=q>' * 3000}",
    "boxes outside": "<div><input type=search>" * 5000,
    "a long heading": "<div>" + "<h2>x</h2>" * 15_000 + "</div><form><input name=q></form>",
    "noise": "<form>" + "".join(map(chr, range(1, 3000))) * 200,
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_cost_little(html: str) -> None:
    page = page_of(html)
    start = time.process_time()
    found = forms(page, any_words())
    assert found
    assert time.process_time() - start < 5
