"""Which option must be chosen for an input to count?

Radio buttons may stand beside boxes, one for each ("by title [  ]", "by number [  ]"), or the
options of a menu may name the boxes; what is written into a box counts only with its option. A
radio button decides about the inputs that stand in a block with it and no other of its group; where
all stand in one block, about those between it and the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from lxml.html import HtmlElement

from deepweb.form.controls import TYPED_KINDS, kind
from deepweb.form.defaults import value
from deepweb.form.inputs import TEXT_KINDS, Input
from deepweb.page.words import terms

MAX_RADIOS = 20  # radio buttons of a group that are looked at
Option = tuple[str, str]
"""The name of a menu or a group of radio buttons, and a value."""


def with_options(inputs: tuple[Input, ...], controls: Sequence[HtmlElement]) -> tuple[Input, ...]:
    """The inputs, each with the option that must be chosen for it to count."""
    decided = _beside_radios(controls) or _named_by_options(inputs)
    return tuple(
        replace(each, only_with=decided[each.name]) if each.name in decided else each
        for each in inputs
    )


def _beside_radios(controls: Sequence[HtmlElement]) -> dict[str, Option]:
    """Name of an input to the radio button that it stands beside."""
    groups: defaultdict[str, list[HtmlElement]] = defaultdict(list)
    for control in controls:
        if kind(control) == "radio" and control.get("name"):
            groups[control.get("name", "")].append(control)
    decided: dict[str, Option] = {}
    for name, radios in groups.items():
        if 1 < len(radios) <= MAX_RADIOS:
            beside = _in_blocks(radios, controls) or _in_turn(radios, controls)
            decided |= {each: (name, value(radio)) for each, radio in beside.items()}
    return decided


def _in_blocks(
    radios: Sequence[HtmlElement], controls: Iterable[HtmlElement]
) -> dict[str, HtmlElement]:
    """Names of the inputs in the block of each radio button."""
    above = {radio: list(radio.iterancestors()) for radio in radios}
    times: defaultdict[HtmlElement, int] = defaultdict(int)
    for elements in above.values():
        for element in elements:
            times[element] += 1
    blocks = {each: radio for radio, elements in above.items() for each in elements
              if times[each] == 1}  # fmt: skip
    found: dict[str, HtmlElement] = {}
    for control in _filled_in(controls):
        around = (each for each in control.iterancestors() if each in blocks)
        if (block := next(around, None)) is not None:
            found[control.get("name", "")] = blocks[block]
    return found


def _in_turn(
    radios: Sequence[HtmlElement], controls: Sequence[HtmlElement]
) -> dict[str, HtmlElement]:
    """Names of the inputs between each radio button and the next, if all have equally many."""
    places = [controls.index(radio) for radio in radios]
    between = [list(_filled_in(controls[one:other])) for one, other in pairwise(places)]
    each_has = {len(some) for some in between}
    if len(each_has) != 1 or each_has == {0}:
        return {}
    behind = list(islice(_filled_in(controls[places[-1] :]), each_has.pop()))
    pairs = zip(radios, [*between, behind], strict=True)
    return {control.get("name", ""): radio for radio, some in pairs for control in some}


def _filled_in(controls: Iterable[HtmlElement]) -> Iterator[HtmlElement]:
    for control in controls:
        if control.get("name") and (kind(control) in TYPED_KINDS or control.tag == "select"):
            yield control


def _named_by_options(inputs: Sequence[Input]) -> Mapping[str, Option]:
    """The boxes that the options of one menu name, one each."""
    boxes = [i for i in inputs if i.kind in TEXT_KINDS and i.name and not i.trap]
    for menu in inputs if len(boxes) > 1 else ():
        chosen = [each for each in menu.options if each[0] and each[0] != menu.wildcard]
        named = {_box_of(option, boxes): (menu.name, option[0]) for option in chosen}
        if len(named) == len(chosen) > 1 and "" not in named and menu.kind in {"select", "radio"}:
            return named
    return {}


def _box_of(option: Option, boxes: Iterable[Input]) -> str:
    """The name of the box that an option names by its value or its label; "" if none."""
    said, label = option
    for box in boxes:
        if said.lower() == box.name.lower() or (terms(label) and terms(label) == terms(box.label)):
            return box.name
    return ""
