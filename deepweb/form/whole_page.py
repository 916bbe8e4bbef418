"""Pages that are one form, as ASP.NET and JSF make them: where is the search, how do links post?

Such a form holds the whole page, and a hidden input holds its state (``__VIEWSTATE``). The search
is a box that calls itself one, or a button that says so, and the inputs before that button in the
smallest block around them. A browser sends the whole form with that button; so do we, but nothing
else of the form is filled in or pressed.

Links of such a page post the form as well, with the link's name in a hidden input:
``javascript:__doPostBack('grid','Page$2')``. The page that such a link leads to has no address.
It is written as the address of the form, and behind ``#post:`` the body that a browser would send.
Since the state is in it, the answer depends on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from lxml.html import HtmlElement

from deepweb.form.controls import NOT_FILLED_IN, SUBMITTING, TYPED_KINDS, FormControls, kind
from deepweb.form.label import Labels
from deepweb.form.script import is_script_search, says_search, search_button

Pairs = tuple[tuple[str, str], ...]

EVENT_TARGET, EVENT_ARGUMENT = "__EVENTTARGET", "__EVENTARGUMENT"
POSTED = "#post:"
MAX_POSTED = 200_000  # characters of a body that is kept in an address
_STATE = re.compile(r"^__VIEWSTATE|^javax\.faces\.|^jakarta\.faces\.|^__\w+$")
_STATE_ITSELF = re.compile(r"^__VIEWSTATE|\.faces\.ViewState$")
_TEXT = r"""(?:'([^'\\]*)'|"([^"\\]*)")"""
_DO_POST_BACK = re.compile(rf"__doPostBack\(\s*{_TEXT}\s*,\s*{_TEXT}\s*\)")
_WITH_OPTIONS = re.compile(rf"WebForm_PostBackOptions\(\s*{_TEXT}\s*,\s*{_TEXT}")
_CROSS_PAGE = re.compile(rf"WebForm_PostBackOptions\((?:[^,()]*,){{4}}\s*{_TEXT}")
_JSF = re.compile(r"jsfcljs\([^{}]*\{([^{}]*)\}")
_JSF_PAIR = re.compile(rf"{_TEXT}\s*:\s*{_TEXT}")
_MYFACES = re.compile(rf"ubmitForm\(\s*{_TEXT}\s*,\s*{_TEXT}")
# Arguments of events that show another page of a list; "Delete$3" is none.
_SHOWS_PAGE = re.compile(r"|\d{1,5}|Page\$\w{1,9}|(?:page)?(?:next|prev(?:ious)?|first|last)", re.I)
_MAX_LEVELS = 8  # elements around a box in which its button may stand
_MAX_CODE = 2_000  # characters of a script that are read
_MAX_AMONG = 3  # elements around a search in which other boxes make it a part of theirs
_FEW_BOXES = 2  # such boxes, at most
_MAX_SEARCHES = 5  # searches of a form that are read


@dataclass(frozen=True, slots=True)
class SearchPart:
    """A search within a form that holds more."""

    block: HtmlElement
    """The smallest element around the box and its button."""
    controls: list[HtmlElement]
    button: HtmlElement
    """A button, or a link that posts the form."""
    event: Pairs = ()
    """What the link sends."""


def search_parts(form: FormControls, labels: Labels) -> list[SearchPart]:
    """The searches within a form that is a whole page; none if the form is nothing else."""
    if not any(_is_state_itself(control) for control in form.controls):
        return []
    shown = [control for control in form.controls if kind(control) not in NOT_FILLED_IN]
    buttons = [control for control in form.controls if kind(control) in SUBMITTING]
    found: dict[HtmlElement, SearchPart] = {}
    boxes = (box for box in shown if is_script_search(box, labels.of(box, form.element)))
    for start in (*boxes, *filter(says_search, buttons)):
        part = _part(start, form)
        if part is None or {*shown, *buttons} <= {*part.controls} or _is_among_boxes(part, form):
            continue
        found.setdefault(part.button, part)
        if len(found) == _MAX_SEARCHES:
            break
    return list(found.values())


def _part(start: HtmlElement, form: FormControls) -> SearchPart | None:
    """A box or a button that searches, with the inputs before the button in the same block."""
    own = set(form.controls)
    for above, _ in zip(start.iterancestors(), range(_MAX_LEVELS), strict=False):
        within = list(above.iter("a", "input", "select", "textarea", "button"))
        place = within.index(start)
        button = search_button(_buttons_behind(within[place:], own))
        group = [each for each in _before(button, within) if each in own]
        if button is not None and group:
            is_control = button in own
            event = () if is_control else post_back(button)
            return SearchPart(above, [*group, *([button] if is_control else [])], button, event)
        if above is form.element:
            break
    return None


def _is_among_boxes(part: SearchPart, form: FormControls) -> bool:
    """Does a search stand among other boxes, as the one for a postcode does in an address?"""
    for above, _ in zip(part.block.iterancestors(), range(_MAX_AMONG), strict=False):
        if above is form.element:
            break
        boxes = (each for each in above.iter("input", "textarea") if each not in part.controls)
        if sum(kind(each) in TYPED_KINDS | {"password", "textarea"} for each in boxes) > _FEW_BOXES:
            return True
    return False


def _sends(element: HtmlElement, own: set[HtmlElement]) -> bool:
    if element.tag != "a":
        return element in own and kind(element) in SUBMITTING
    return bool(post_back(element)) and says_search(element)


def _buttons_behind(elements: Sequence[HtmlElement], own: set[HtmlElement]) -> list[HtmlElement]:
    """The first button of some elements, and those that follow it before the next input."""
    found: list[HtmlElement] = []
    for element in elements:
        if _sends(element, own):
            found.append(element)
        elif found and element in own and kind(element) not in NOT_FILLED_IN:
            break
    return found


def _before(button: HtmlElement | None, within: Sequence[HtmlElement]) -> list[HtmlElement]:
    """The inputs between a button and the one before it; two that stand together share them."""
    group: list[HtmlElement] = []
    is_closed = False
    for element in within:
        if element is button:
            break
        if element.tag == "a":
            continue
        if kind(element) in SUBMITTING:
            is_closed = True
        elif kind(element) not in NOT_FILLED_IN:
            group, is_closed = ([] if is_closed else group) + [element], False
    return group


def _is_state_itself(control: HtmlElement) -> bool:
    return kind(control) == "hidden" and bool(_STATE_ITSELF.search(control.get("name", "")))


def is_state(name: str) -> bool:
    """Does a hidden input keep the state of a page that is one form?"""
    return bool(_STATE.search(name))


# --- Links that post the form ---


def post_back(link: HtmlElement) -> Pairs:
    """What a link or button sends besides the form; empty if it does not post it by script."""
    code = f"{link.get('href', '')[:_MAX_CODE]} {link.get('onclick', '')[:_MAX_CODE]}"
    if found := _DO_POST_BACK.search(code) or _WITH_OPTIONS.search(code):
        event = found[1] or found[2] or "", found[3] or found[4] or ""
        return ((EVENT_TARGET, event[0]), (EVENT_ARGUMENT, event[1]))
    if found := _JSF.search(code):
        return tuple((a or b, c or d) for a, b, c, d in _JSF_PAIR.findall(found[1]))
    if found := _MYFACES.search(code):
        return ((f"{found[1] or found[2]}:_idcl", found[3] or found[4] or ""),)
    return ()


def other_page(button: HtmlElement) -> str:
    """The address of another page to which a button posts the form, or ""."""
    found = _CROSS_PAGE.search(button.get("onclick", "")[:_MAX_CODE].replace("&quot;", '"'))
    return (found[1] or found[2] or "") if found else ""


def shows_page(event: Pairs) -> bool:
    """May an event show another page of a list, by what it sends?"""
    argument = dict(event).get(EVENT_ARGUMENT, "")
    return bool(event) and _SHOWS_PAGE.fullmatch(argument) is not None


def event_address(page_url: str, event: Pairs) -> str:
    """What stands for the target of a link that posts its page."""
    return f"{page_url.partition('#')[0]}{POSTED}{urlencode(event)}"


def event_of(address: str) -> Pairs:
    """What ``event_address`` was made of."""
    _, _, sent = address.partition(POSTED)
    return tuple(parse_qsl(sent, keep_blank_values=True))
