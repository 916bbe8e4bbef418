"""What does an HTTP response say of an answer before its page is read?"""

from __future__ import annotations

import re

# Some sites answer "nothing found" with these.
GONE = frozenset({404, 410})
# The site refuses to answer us.
SHUT_OUT = frozenset({401, 403, 407, 429, 451})
# Of these, the ones that may concern one form only.
MEMBERS_ONLY = frozenset({401, 403})

FORM_AGAIN = frozenset({400, 406, 422})
"""Errors that refuse what was filled in, where they show the form again."""
# Errors by which sites also refuse a question: too many results, too short a word.
DEMANDING = frozenset({400, 404, 406, 413, 422, 500})

# Statuses of temporary failures, and 0 for no response: a later run asks again.
TRANSIENT = frozenset({0, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})

# Bytes at the beginning and at the end of a page that are searched; scripts and comments may
# follow the end of the document.
_EDGE = 4_000
_BEGIN = re.compile(rb"<html[\s>]", re.IGNORECASE)
_END = re.compile(rb"</(?:html|body|frameset)\s*>", re.IGNORECASE)


def kind_by_status(status: int) -> str | None:
    """``empty``, ``blocked`` or ``error``; None if the page itself must tell."""
    if status < 400:
        return None
    return "empty" if status in GONE else "blocked" if status in SHUT_OUT else "error"


def is_cut_off(body: bytes) -> bool:
    """Is the page incomplete: does it open ``<html>`` and never close it?

    HTML allows leaving out both tags, so a page that opens nothing may be complete.
    """
    return bool(_BEGIN.search(body[:_EDGE])) and not _END.search(body[-_EDGE:])
