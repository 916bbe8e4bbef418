"""Which inputs does a search by script have besides its box?

Menus, tick boxes and the like beside a search box were changed in the browser, one at a time, while
the word stayed. What changed in the request is the argument that such a filter sets; a menu tells
the other values too, if the request carried the value or the label of the choice. A choice that
brought more records than the default (archived ones, other languages) becomes the default.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from deepweb.form.model import Form, Input
from deepweb.read.data.json_lists import JsonList, at
from deepweb.read.data.json_records import total
from deepweb.surface.script.answer_headers import total_by_header
from deepweb.surface.script.exchange import MAX_VALUE, SEARCH, Exchange

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShownFilter:
    """A filter of a page that was changed."""

    label: str
    options: Options
    """Values and labels of a menu; empty for a tick box."""
    chosen: str
    """The value that was chosen; of a tick box, what its HTML says that it sends."""
    stage: str
    """The stage of the requests that the change caused."""
    wildcard: str | None = None
    """The value of a menu that restricts nothing."""


def with_filters(
    form: Form,
    exchange: Exchange,
    filters: Sequence[ShownFilter],
    exchanges: Sequence[Exchange],
    fixed: Collection[str],
) -> Form:
    """The form of a search, with its filters as menus; ``fixed`` are arguments that are none."""
    before, restless = dict(exchange.pairs or ()), _restless(exchange, exchanges)
    found: dict[str, Input] = {}
    for each in filters:
        asked = _search_after(each, exchange, exchanges)
        if asked is not None and (name := _left_out(each, asked, before, fixed)):
            if _has_more(exchange, asked):
                found[name] = Input(name, "checkbox", each.label, before[name])
            continue
        if asked is None or (told := _sent_value(each, asked, before, fixed, restless)) is None:
            continue
        name, old = told[0], before.get(told[0])
        default = told[1] if _has_more(exchange, asked) else old or ""
        made = Input(name, "select", each.label, default, _options(each, told[1], old))
        made = replace(made, wildcard=each.wildcard if told[1] == each.chosen else None)
        found[name] = _merged(found.get(name), made, old)
    unticked = {name for name, control in found.items() if control.kind == "checkbox"}
    sent = {name: control.default for name, control in found.items() if name not in unticked}
    return replace(
        form,
        inputs=(
            *(found.get(control.name, control) for control in form.inputs),
            *(control for name, control in found.items() if name not in before),
        ),
        defaults=(
            *((n, sent.get(n, v)) for n, v in form.defaults if n not in unticked),
            *((n, value) for n, value in sent.items() if n not in before and value),
        ),
    )


def _search_after(
    changed: ShownFilter, exchange: Exchange, exchanges: Sequence[Exchange]
) -> Exchange | None:
    """The last request of the search after the change of a filter."""
    asked = [e for e in exchanges if e.stage == changed.stage and _is_same_place(e, exchange)]
    return asked[-1] if asked and asked[-1].pairs else None


def _is_same_place(one: Exchange, other: Exchange) -> bool:
    return one.method == other.method and urlsplit(one.url).path == urlsplit(other.url).path


def _restless(exchange: Exchange, exchanges: Sequence[Exchange]) -> set[str]:
    """Arguments that change by themselves: counters and times."""
    sent: dict[str, set[str]] = {}
    for each in exchanges:
        if each.stage == SEARCH and _is_same_place(each, exchange):
            for name, value in each.pairs or ():
                sent.setdefault(name, set()).add(value)
    return {name for name, values in sent.items() if len(values) > 1}


def _sent_value(
    changed: ShownFilter,
    asked: Exchange,
    before: Mapping[str, str],
    fixed: Collection[str],
    restless: Collection[str],
) -> tuple[str, str] | None:
    """The argument that a filter sets, and its new value; None if it is not clear which it is."""
    new = [
        (name, value)
        for name, value in asked.pairs or ()
        if before.get(name) != value and name not in fixed and len(value) <= MAX_VALUE
    ]
    chosen = {changed.chosen, dict(changed.options).get(changed.chosen, "")} - {""}
    told = [pair for pair in new if changed.options and pair[1] in chosen]
    calm = told or [pair for pair in new if pair[0] not in restless]
    return calm[0] if len(calm) == 1 or told else None


def _left_out(
    changed: ShownFilter, asked: Exchange, before: Mapping[str, str], fixed: Collection[str]
) -> str:
    """The argument that is not sent once a box is not ticked; "" if there is none."""
    now = dict(asked.pairs or ())
    gone = [
        name for name, value in before.items() if name not in now and name not in fixed and value
    ]
    is_all = all(before.get(name) == value for name, value in now.items() if name not in fixed)
    return gone[0] if len(gone) == 1 and is_all and not changed.options else ""


def _options(changed: ShownFilter, value: str, old: str | None) -> Options:
    """The values of a filter with their labels, as the request carries them."""
    labels = dict(changed.options)
    if changed.options and value == changed.chosen:
        known = changed.options
    elif changed.options and value == labels.get(changed.chosen):
        known = tuple((label, label) for label in labels.values())
    else:
        known = ((value, labels.get(changed.chosen, changed.label)),)
    has_default = old is None or any(old == each for each, _ in known)
    return known if has_default else ((old or "", ""), *known)


def _merged(known: Input | None, made: Input, old: str | None) -> Input:
    """One argument that several filters set, such as the tick boxes of a facet."""
    if known is None:
        return made
    options = tuple(dict((*known.options, *made.options)).items())
    default = made.default if known.default == (old or "") else known.default
    return replace(known, options=options, default=default)


def _has_more(before: Exchange, after: Exchange) -> bool:
    """Did the change bring more records, or did the answer tell a larger number of them?"""
    one = before.lists[0] if before.lists else None
    two = next((each for each in after.lists if one and each.path == one.path), None)
    if one is None or two is None:
        return False
    if len(two.items) != len(one.items):
        return len(two.items) > len(one.items)
    told, now = _numbers(before, one), _numbers(after, two)
    is_told = any(now.get(name, 0) > number for name, number in told.items())
    return is_told or _has_others_between(one.items, two.items)


def _has_others_between(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Does a full page show the same records in the same order, with others between them?"""
    kept = [each for each in after if each in before]
    others = len(after) - len(kept)
    is_between = others and after[: len(kept)] != kept
    return bool(is_between and kept and [*before[: len(kept)]] == kept)


def _numbers(exchange: Exchange, listed: JsonList) -> dict[str, int]:
    """The numbers beside a list that may tell how many records there are."""
    above = [at(exchange.data, listed.path[:depth]) for depth in range(len(listed.path))]
    most = len(listed.items)
    totals = total(exchange.data, listed.path, most), total_by_header(exchange.told, most)
    return {f"total {n}": told for n, told in enumerate(totals) if told is not None} | {
        f"{depth} {name}": value
        for depth, around in enumerate(above)
        for name, value in (around.items() if isinstance(around, dict) else ())
        if isinstance(value, int) and not isinstance(value, bool) and value >= len(listed.items)
    }
