"""Is a box there to catch machines, or does a form want a captcha solved?

Sites put boxes on a form that people do not see or are told to leave empty; whoever fills one in is
refused, or worse. Signs of such a trap: a style that hides it, ``aria-hidden`` without access by
keyboard, a class named after honey, a label that says to leave it empty.

A hidden style may also be a panel that opens on a click. So a hidden wrapper counts only where the
box is alone in it, and the style does not count where a form has no other text box.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.page import CONTROLS

HIDDEN = "hidden by its style"

_NAMED = re.compile(
    r"honey|(?:^|[\s_-])h(?:-|_)?p(?:ot)?(?:$|[\s_-])|bot-?trap|spam-?trap|anti-?spam|gotcha"
    r"|are-?you-?(?:a-?)?human|nospam",
    re.IGNORECASE,
)
_UNSEEN = re.compile(
    r"display:none|visibility:hidden|opacity:0(?:\.0+)?(?:;|$|!)"
    r"|(?:left|top|right|text-indent|margin-left|margin-top):-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%|vw)"
    r"|clip:rect\(0|(?:^|;)(?:width|height|font-size):[01](?:px|em)?(?:;|$|!)",
    re.IGNORECASE,
)
_LEAVE_EMPTY = re.compile(
    r"leave (?:this |the |it )?(?:field |box |input )?(?:empty|blank)(?! *(?:for|to|and|or|in) )"
    r"|(?:do not|don[^\w\s]t) (?:fill|enter|type|complete|touch)"
    r"|(?:should|must) be (?:empty|blank)|if you(?:[^\w\s]re| are) (?:a )?human"
    r"|nicht aus\w*füllen|bitte leer|leer lassen|frei lassen|leeg laten|leeg *$|niet invullen"
    r"|laisse[rz] (?:ce champ )?vide|ne (?:pas|rien) remplir|ne remplissez pas"
    r"|dej(?:e|ar|a) (?:este campo )?(?:vac[ií]o|en blanco)|no (?:rellen|complet|llen)\w+"
    r"|deix(?:e|ar) (?:este campo )?(?:vazio|em branco)|não preench\w+"
    r"|lascia(?:re|te)? (?:questo campo )?(?:vuoto|in bianco)|non compilare"
    r"|lämna (?:detta fält |fältet )?tomt|fyll inte i|skal være tomt|ikke udfyld|udfyld ikke"
    r"|ikke fyll|la stå tomt|jätä tyhjäksi|älä täytä|(?:pozostaw|zostaw) puste|nie wypełniaj"
    r"|nevyplňujte|nechte prázdné|ponechte prázdné|hagyja? üresen|ne töltse ki"
    r"|lăsați gol|nu completa|boş b.rak|doldurmay.n"
    r"|не заполня|оставьте (?:это поле )?пустым|не заповнюй|залиште порожнім"
    r"|оставете празно|αφήστε (?:το )?κενό|μη συμπληρ|اترك\w* (?:هذا الحقل )?فارغ|השאר\w* ריק"
    r"|留空|不要填|请勿填|請勿填|入力しないで|空欄のまま|空のまま"
    r"|비워 ?두|입력하지 ?마|เว้นว่าง|để trống",
    re.IGNORECASE,
)
# Elements that hold captchas, apart from inputs: frames, pictures, and what scripts fill.
_CAPTCHA_TAGS = ("div", "iframe", "img", "script", "span")
_CAPTCHA = re.compile(r"captcha|cf-turnstile|turnstile/v\d", re.IGNORECASE)

_WRAPPERS = 3  # elements around a box that may hide it; one further up holds more than one box
_MANY = 20  # controls of a wrapper that are read
_LONGEST = 500  # characters read of a text or attribute
_MAX_CAPTCHA_TAGS = 2_000  # elements of a form that are searched for captchas
_LONGEST_CAPTCHA = 300  # characters read of their attributes


def trap(control: HtmlElement, label: str, hints: str) -> str:
    """Why a person would leave a box empty; "" if there is no reason."""
    if found := _NAMED.search(f"{hints} {control.get('name', '')[:_LONGEST]}"):
        return f"is called {found[0].strip()!r}"
    texts = (label, control.get("placeholder", ""), control.get("title", ""))
    if any(_LEAVE_EMPTY.search(text[:_LONGEST]) for text in texts):
        return "says that it is to be left empty"
    if control.get("type") == "checkbox":  # often hidden, with a picture in its place
        return ""
    return _unseen(control) or _hidden_wrapper(control)


def _unseen(element: HtmlElement) -> str:
    if element.get("aria-hidden") == "true" and _is_skipped(element):
        return "hidden from screen readers"
    style = element.get("style")
    if style and _UNSEEN.search("".join(style[:_LONGEST].split())):
        return HIDDEN
    return HIDDEN if "hidden" in element.attrib else ""


def _is_skipped(element: HtmlElement) -> bool:
    """Does the Tab key skip the box?"""
    box = element if element.tag in CONTROLS else next(iter(_boxes(element)), None)
    return box is not None and box.get("tabindex") == "-1"


def _hidden_wrapper(control: HtmlElement) -> str:
    for above in islice(control.iterancestors(), _WRAPPERS):
        if above.tag in {"form", "body", "html"}:
            break
        hints = f"{above.get('class', '')[:_LONGEST]} {above.get('id', '')[:_LONGEST]}"
        named = _NAMED.search(hints)
        reason = f"is called {named[0].strip()!r}" if named else _unseen(above)
        if reason:
            return reason if len(_boxes(above)) == 1 else ""
    return ""


def _boxes(element: HtmlElement) -> list[HtmlElement]:
    """The first boxes in an element, at most two."""
    controls = islice(element.iter(*CONTROLS), _MANY)
    seen = (c for c in controls if isinstance(c, HtmlElement) and c.get("type") != "hidden")
    return list(islice(seen, 2))


def wants_captcha(form: HtmlElement) -> bool:
    """Does a form contain a captcha of one of the usual makers?"""
    return any(
        _CAPTCHA.search(element.get(name, "")[:_LONGEST_CAPTCHA])
        for element in islice(form.iter(*_CAPTCHA_TAGS), _MAX_CAPTCHA_TAGS)
        for name in ("class", "id", "src")
    )
