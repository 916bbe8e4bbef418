"""What does a form say that it does besides searching, and which of its options act?

The judge of effects (``page/effects/``) is asked about all that a form says: its button, the
heading and the sentences around it, its address, the values that it sends without being asked, and
what its boxes are called. Options and boxes to tick that act are taken out of the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.page.effects.address import acting_address
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.names import (
    acting_icon,
    acting_name,
    acting_script,
    is_action,
    is_asked,
    is_output,
    may_name,
    sent_name,
)
from deepweb.page.effects.sentence import (
    MIN_NAMED,
    charge,
    effect_of_sentence,
    told_beside,
    told_by_tip,
    told_inside,
)
from deepweb.page.effects.spelling import is_unspaced, tokens_of
from deepweb.page.effects.words import ACTS, MAY, NOUN

NO = frozenset({"0", "no", "off", "none", "false", "-", ""})
TICKED = frozenset({"checkbox", "radio"})
MAX_ACTIONS = 4  # options of a menu of actions, where one that acts is enough
MIN_SHARE = 1 / 3  # share of the options that act in longer menus of actions
MAX_OPTIONS = 500  # options of a menu that are judged
MIN_VALUE = 2  # letters of the value of an option that is part of another one
FEW_INPUTS = 2  # inputs of a form whose heading may speak of a thing ("Book a room")
MIN_SENTENCE = 5  # words of a sentence; a shorter text is a heading
# Scores of the model of effects that none of 262 labelled searches reaches, help for searching
# apart.
MIN_TEXT = 3.0  # of a heading, and of a label or example of a box
MIN_NAME = 3.5  # of the name of a box
MIN_STEP = 3.2  # of the last step of the address
MAX_NAME = 3  # words of the name of a box that may be an order
MAX_TITLE = 6  # words of a heading that may name what is done
MIN_LEGEND = 3  # words of a legend that may say what is done
_PARTS = re.compile(r"[-_:.]")
_FILE = re.compile(r"\.\w{2,6}$")
# Titles and names have numbers, quotation marks, colons or capitals.
_TITLE = re.compile(r"[\d:“”«\"']|\s[A-Z]")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a form says that it does."""

    reason: str
    is_doubt: bool = False
    """Are its words no more than doubtful ("Buy")?"""


def form_effects(form: Form, effects: Effects) -> Iterator[Effect]:
    """All by which a form says that it does something."""
    for said in button_effects(form.pressed, effects) if form.pressed else ():
        is_doubt = effects.words.spelt("".join(tokens_of(said))) in {MAY, NOUN}
        yield Effect(f"its button says {said!r}", is_doubt=is_doubt)
    if said := acting_icon(form.icons, effects):
        yield Effect(f"its button shows {said!r}")
    yield from (Effect(f"another button says {s!r}") for s in _other_buttons(form, effects))
    yield from (Effect(f"a text beside it says {said!r}") for said in _headings(form, effects))
    yield from (Effect(f"a text beside it says {said!r}") for said in _sentences(form, effects))
    said = acting_address(form.action, effects, _known(form), is_sent=True)
    if said := said or _last_step(form, effects):
        yield Effect(f"its address says {said!r}")
    yield from (Effect(f"it sends {said!r}") for said in _sent(form, effects))
    yield from (Effect(f"a box is called {said!r}") for said in _boxes(form, effects))


def _last_step(form: Form, effects: Effects) -> str:
    """The last step of the address that a form is sent to, if it looks a little like an action."""
    last = _FILE.sub("", form.address.path.rstrip("/").rpartition("/")[2])
    is_order = bool(last) and not _known(form) and may_name(last, MIN_STEP, effects)
    return last if is_order else ""


def own_things(form: Form, effects: Effects) -> str:
    """The text by which a form, or what stands around it, speaks of the visitor's own things."""
    shown = (i.label for i in form.inputs if i.kind in TEXT_KINDS or i.kind in SUBMITTING)
    path = urlsplit(form.url).path.replace("/", " ").replace("-", " ")
    texts = (form.heading, *form.around, *shown, form.address.path.replace("/", " "), path)
    return next((text for text in texts if effects.words.has("own", text)), "")


def without_actions(form: Form, effects: Effects) -> Form:
    """The form without options that act; a menu or tick that only acts is marked as a trap."""
    inputs = tuple(_without_actions(control, effects) for control in form.inputs)
    return form if inputs == form.inputs else replace(form, inputs=inputs)


def _without_actions(control: Input, effects: Effects) -> Input:
    if control.role != "selection" or control.trap or not control.options:
        return control
    named = "".join(tokens_of(control.name))
    is_order = control.kind not in TICKED and effects.words.spelt(named) == ACTS
    if called := _called_action(control, effects) or (control.name if is_order else ""):
        return replace(control, trap=f"it acts, for it is called {called!r}")
    acting = {
        value: said
        for value, label in control.options[:MAX_OPTIONS]
        if (said := option_effect(control, value, label, effects))
    }
    acting |= _repeating(control) if not is_asked(control.name, effects) else {}
    if not acting and (shown := _only_shown(control, effects)):
        return replace(control, options=shown)
    if not acting:
        return control
    if _is_menu_of_actions(control, len(acting)):
        said = next(iter(acting.values()))
        return replace(control, trap=f"it acts, for it says {said!r}")
    return replace(control, options=tuple(o for o in control.options if o[0] not in acting))


def _repeating(control: Input) -> dict[str, str]:
    """Options that do something with another one: "Accounts", "Hand over to Accounts"."""
    values = {value for value, label in control.options if len(value) >= MIN_VALUE and label}
    return {
        value: label
        for value, label in control.options[:MAX_OPTIONS]
        if values & {*_PARTS.split(value)[1:]}
    }


def _only_shown(control: Input, effects: Effects) -> tuple[tuple[str, str], ...]:
    """The options of a small menu that say "Show" or "On screen"; beside these stand actions."""
    if len(control.options) > MAX_ACTIONS:
        return ()
    return tuple(o for o in control.options if effects.is_shown(o[1]))


def _called_action(control: Input, effects: Effects) -> str:
    """What a menu is called if that is an action ("op", "Bulk action"); its options are orders."""
    return next((c for c in (control.name, control.label) if is_action(c, effects)), "")


def option_effect(control: Input, value: str, label: str, effects: Effects) -> str:
    """The words by which an option says that it acts, or ""."""
    is_tick = control.kind in TICKED
    called = control.name, control.label
    for_output = any(is_output(each, effects) for each in called)
    is_order = for_output or bool(_called_action(control, effects))
    is_state = any(is_asked(each, effects) for each in called)
    is_of_few = len(control.options) <= MAX_ACTIONS and not is_state
    said = effects.option(label, is_tick=is_tick, is_called_action=is_order, is_of_few=is_of_few)
    said = said or effects.heading(dict(control.sections).get(value, ""))
    if not said and _is_lone_tick(control) and not effects.selects(label):
        return label
    if said or _means_nothing(value, label) or (is_tick and value.lower() in NO):
        return said
    is_searched = is_asked(control.name, effects) and not is_order
    by_value = "" if is_searched else acting_name(control.name if is_order else "", value, effects)
    if by_value or (for_output and effects.words.spelt("".join(tokens_of(value))) >= MAY):
        return by_value or value
    if is_tick and _is_own_place(value, effects):
        return value
    return _tick_effect(control, value, effects) if is_tick else ""


def _is_lone_tick(control: Input) -> bool:
    """Is it a box to tick of its own, and none of several values?"""
    return control.kind == "checkbox" and len(control.options) == 1


def _is_own_place(value: str, effects: Effects) -> bool:
    """Is it where a visitor keeps things: "cart"?"""
    place = " ".join(tokens_of(value))
    return all(effects.words.is_listed(name, place) for name in ("own", "places"))


def _tick_effect(control: Input, value: str, effects: Effects) -> str:
    """What the name of a tick, or of radio buttons, says that it does."""
    if control.kind == "radio":
        return acting_name(control.name, "1", effects)
    if len(control.options) > 1:
        return ""
    first, *rest = [effects.words.spelt(token) for token in tokens_of(control.name)] or [0]
    # "invia_fax"
    ordered = control.name if first >= MAY and rest and rest[0] >= MAY else ""
    by_label = effects.option(control.label, is_tick=True)
    return by_label or ordered or acting_name(control.name, value, effects)


def _means_nothing(value: str, label: str) -> bool:
    """Is it the option that does nothing: "-", "None"?"""
    return not tokens_of(value) and not tokens_of(label)


def _is_menu_of_actions(control: Input, acting: int) -> bool:
    few = len(control.options) <= MAX_ACTIONS
    return few or acting >= MIN_SHARE * len(control.options)


def button_effects(button: Input, effects: Effects) -> Iterator[str]:
    """What a button says that acts, by its text, its name and its value."""
    texts = (button.label, button.default[:100], button.placeholder)
    yield from filter(None, map(effects.button, texts))
    if not button.label:
        yield from filter(None, [acting_icon(button.hints, effects)])
    # CGI.pm calls every button ".submit".
    if "".join(tokens_of(button.name)) not in SUBMITTING:
        yield from filter(None, [acting_name(button.name, button.default[:100], effects)])


def _other_buttons(form: Form, effects: Effects) -> Iterator[str]:
    """What other buttons than the pressed one order; that one empties the boxes is no harm."""
    for button in form.inputs:
        if button.kind in SUBMITTING - {"reset"} and button is not form.pressed:
            yield from filter(None, [_other_button(button.label, effects)])


def _other_button(text: str, effects: Effects) -> str:
    first, *rest = tokens_of(text) or [""]
    if effects.words.is_listed("sends", first) and rest:
        return text  # "Send to all"
    said = effects.button(text)
    is_sure = effects.words.spelt("".join(tokens_of(said))) != MAY or effects.words.has("now", text)
    return said if is_sure else ""


def _around(form: Form, effects: Effects) -> list[str]:
    """The texts around a form, without what markets call themselves ("Buy and sell bikes")."""
    return [text for text in form.around if not effects.words.has("trade", text)]


def _fillable(form: Form) -> int:
    """How many inputs a person could fill in."""
    return sum(i.role in {"text", "selection"} and not i.trap for i in form.inputs)


def _headings(form: Form, effects: Effects) -> Iterator[str]:
    fillable = _fillable(form)
    own = [] if effects.words.has("trade", form.heading) else [form.heading]
    for text in (*own, *_around(form, effects)):
        said = effects.heading(text)
        # "Book a room" stands above many searches for rooms.
        is_thing = effects.words.spelt("".join(tokens_of(said))) == NOUN and fillable > FEW_INPUTS
        if (said and not is_thing) or acting_script(text, effects) or effects.imperative(text):
            yield text
    # Above more inputs it may be no more than the name of a group ("Date of publication").
    is_title = len(tokens_of(form.heading)) <= MAX_TITLE and fillable <= FEW_INPUTS
    if own and is_title and effects.may_act(form.heading, MIN_TEXT):
        yield form.heading
    # The name of a single box says that one searches, or what happens to what is found.
    legend, named = form.named
    told = (legend, "" if _TITLE.search(named) else named) if fillable == 1 else ()
    yield from (text for text in told if _may_act(text, effects))


def _may_act(text: str, effects: Effects) -> bool:
    """May a name of a form say more than that one searches, or what there is ("Works of art")?"""
    return not _says_search(text, effects) and effects.may_act(text, MIN_NAMED)


def _says_search(text: str, effects: Effects) -> bool:
    """Does a name of a form say that one searches, or no more than what there is?"""
    tokens, words = tokens_of(text), effects.words
    if not MIN_LEGEND <= len(tokens) <= MAX_TITLE or words.has("trade", text):
        return True
    is_read = words.is_listed("reads", tokens[0]) or words.is_listed("about", tokens[-1])
    return is_read or effects.searches(text) or effects.looks_up(text) or effects.explains(text)


def _sentences(form: Form, effects: Effects) -> Iterator[str]:
    for text in _around(form, effects):
        is_long = len(tokens_of(text)) >= MIN_SENTENCE or not text.isascii()
        said = effect_of_sentence(text, effects) if is_long else ""
        if said or charge(text, effects) or told_beside(text, effects):
            yield text
    yield from filter(None, (told_inside(text, effects) for text in form.inside))
    yield from filter(None, (told_by_tip(text, effects) for text in form.tips))


def _known(form: Form) -> str:
    """The page itself, where the form is sent to it: that address was fetched already."""
    there, here = form.address, urlsplit(form.url)
    return form.url if there.path == here.path else ""


def _sent(form: Form, effects: Effects) -> Iterator[str]:
    """What a form sends although nobody chose it: hidden inputs, ticks, chosen options."""
    for control in form.inputs:
        if not control.name:
            continue  # browsers send nothing without a name
        if control.kind == "hidden" and control.name not in form.tokens:
            yield from filter(None, [sent_name(control.name, control.default, effects)])
        elif control.role == "selection" and control.default:
            labels = dict(control.options)
            label = labels.get(control.default, "")
            yield from filter(None, [option_effect(control, control.default, label, effects)])


def _boxes(form: Form, effects: Effects) -> Iterator[str]:
    # Forms of many boxes are searches by many properties ("Date of publication").
    is_small = _fillable(form) <= FEW_INPUTS
    for box in form.inputs:
        # Boxes that no person would fill in ("Leave this empty") stay empty.
        if not box.trap and (box.kind in TEXT_KINDS or box.kind == "textarea"):
            texts = (box.label, box.placeholder)
            # The example in a box that is called "Search" is a thing to search for.
            for text in texts[:1] if effects.searches(box.label) else texts:
                # What was asked before is called so on some pages of results.
                is_asked_before = text == box.default
                is_doubted = is_small and not is_asked_before
                looks_acting = is_doubted and effects.may_act(text, MIN_TEXT)
                if effects.box(text) or looks_acting or effects.wishes(text):
                    yield text
            # The label says what is done with the text, the placeholder only what it is.
            is_order = len(tokens_of(box.label)) > 1 and box.label != box.placeholder
            if is_order and (effects.tip(box.label) or effects.heading(box.label)):
                yield box.label
            first, *rest = tokens_of(box.name) or [""]
            # "publish-date" is a date.
            is_part = any(effects.words.is_listed("part", each) for each in rest)
            is_order = 0 < len(rest) < MAX_NAME and may_name(box.name, MIN_NAME, effects)
            if (effects.words.spelt(first) == ACTS or is_order) and not is_part:
                yield box.name
        elif box.role == "selection" and box.kind not in TICKED and _is_order(box.label, effects):
            yield box.label


def _is_order(label: str, effects: Effects) -> bool:
    """Does the label of a menu say that something is done ("Order and pay by")?"""
    is_long = len(tokens_of(label)) > 1 or is_unspaced(label)
    return is_long and bool(effects.box(label) or effects.imperative(label))
