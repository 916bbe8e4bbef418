"""Does a form want a person to prove to be one? Then it is not for us to submit."""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

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
