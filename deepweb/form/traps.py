"""Is a box there to catch machines?

Sites put boxes on a form that no person sees or is asked to leave alone; whoever fills one in is
refused, or worse. What gives them away: a style that hides them, ``aria-hidden`` with no way to get
there by keyboard, a class named after honey, a label that says to leave it empty.

A style alone may also be a panel that opens on a click. So a hidden wrapper counts only where the
box is all there is in it, and where a form has no other text box its style is not held against it.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

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
# A wrapper further up holds more than one box.
_WRAPPERS = 3
_FILLED_IN = ("input", "select", "textarea", "button")
_MANY = 20
_LONGEST = 500


def trap(control: HtmlElement, label: str, hints: str) -> str:
    """Why a person would leave a box alone; nothing if a person would not."""
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
        return "hidden from those who listen to the page"
    style = element.get("style")
    if style and _UNSEEN.search("".join(style[:_LONGEST].split())):
        return HIDDEN
    return HIDDEN if "hidden" in element.attrib else ""


def _is_skipped(element: HtmlElement) -> bool:
    """Is there no way to a box by keyboard?"""
    box = element if element.tag in _FILLED_IN else next(iter(_boxes(element)), None)
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
    """The boxes in an element, up to two; who finds more than a few controls finds no more."""
    controls = islice(element.iter(*_FILLED_IN), _MANY)
    seen = (c for c in controls if isinstance(c, HtmlElement) and c.get("type") != "hidden")
    return list(islice(seen, 2))


# --- merged from captcha.py; rewrite or remove this note ---
# Does a form want a person to prove to be one? Then it is not for us to submit.

# Where the puzzles are that are no inputs: frames, pictures, and what scripts fill.
_HOLDERS = ("div", "iframe", "img", "script", "span")
_CAPTCHA = re.compile(r"captcha|cf-turnstile|turnstile/v\d", re.IGNORECASE)
# Elements of a form that are looked at, and characters of each of their attributes.
_MOST, _LOOKED_AT = 2_000, 300


def wants_captcha(form: HtmlElement) -> bool:
    """Is a puzzle of one of the usual makers in the form?"""
    return any(
        _CAPTCHA.search(element.get(name, "")[:_LOOKED_AT])
        for element in islice(form.iter(*_HOLDERS), _MOST)
        for name in ("class", "id", "src")
    )
