"""What an HTTP status alone says of an answer."""

from __future__ import annotations

import re

# Some sites say "nothing found" with these.
GONE = frozenset({404, 410})
# And these say that it is us whom they do not answer.
SHUT_OUT = frozenset({401, 403, 407, 429, 451})
# Of these, those that may be about one form only.
MEMBERS_ONLY = frozenset({401, 403})


def kind_by_status(status: int) -> str | None:
    """``empty``, ``blocked`` or ``error``; None where the page itself must tell."""
    if status < 400:
        return None
    return "empty" if status in GONE else "blocked" if status in SHUT_OUT else "error"


# --- merged from cut_off.py; rewrite or remove this note ---
# Is a page only the beginning of one?
#
# A page that opens ``<html>`` closes it; one that does not was cut off on its way. HTML lets both be
# left out, so a page that opens nothing tells nothing.

# Where a page begins and ends, in bytes; scripts and comments may stand after the end.
HEAD, TAIL = 4_000, 4_000

_BEGIN = re.compile(rb"<html[\s>]", re.IGNORECASE)
_END = re.compile(rb"</(?:html|body|frameset)\s*>", re.IGNORECASE)


def is_cut_off(body: bytes) -> bool:
    """Does a page begin, and never end?"""
    return bool(_BEGIN.search(body[:HEAD])) and not _END.search(body[-TAIL:])
