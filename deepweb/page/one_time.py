"""Which hidden values hold for one visit only, and must be taken from a fresh copy of the page?

Sites guard forms with values that they made up for this visitor, and refuse a form that comes back
with an old one. They are told by their names (``csrf``, ``__VIEWSTATE``), or by values that look
random: long, and changing again and again between letters and digits.
"""

from __future__ import annotations

import re

_NAME = re.compile(
    r"csrf|xsrf|token|nonce|^__?viewstate|^__eventvalidation|requestverification|authenticity"
    r"|form_?build_?id|form_?key|sess_?key|session_?id|^(?:j|php|asp)_?sess|^s(?:es)?s?id$|captcha"
    r"|challenge|digest|_dynsess|javax\.faces\.viewstate|security_?key|_once$",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z0-9+/_=.~-]{16,}")
_CHANGE = re.compile(r"(?<=[0-9])[A-Za-z]|(?<=[A-Za-z])[0-9]")
# Changes between letters and digits per character; hexadecimal digits have 0.47, base64 0.27,
# names of files and products hardly 0.1.
_RANDOM = 0.13
# Longer values are judged by their beginning.
_LOOKED_AT = 200

# Sessions that servers write into addresses.
_SESSION = re.compile(
    r";jsessionid=[^?#;/]*|(?<=[?&])(?:phpsessid|jsessionid|s(?:es)?s?id|session_?id)=[^&#]*&?",
    re.IGNORECASE,
)


def is_one_time(name: str, value: str) -> bool:
    """Was a hidden input's value made up for this visit?"""
    return bool(_NAME.search(name[:_LOOKED_AT])) or is_random(value) or is_random(name)


def is_random(text: str) -> bool:
    """Does a text look like nothing a person or a program's author would have written?"""
    start = text[:_LOOKED_AT]
    if not _CODE.fullmatch(start):
        return False
    return len(_CHANGE.findall(start)) >= _RANDOM * len(start)


def without_session(url: str) -> str:
    """An address less the visit that it was written for."""
    return _SESSION.sub("", url).rstrip("?&")
