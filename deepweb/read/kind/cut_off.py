"""Is a page only the beginning of one?

A page that opens ``<html>`` closes it; one that does not was cut off on its way. HTML lets both be
left out, so a page that opens nothing tells nothing.
"""

from __future__ import annotations

import re

# Where a page begins and ends, in bytes; scripts and comments may stand after the end.
HEAD, TAIL = 4_000, 4_000

_BEGIN = re.compile(rb"<html[\s>]", re.IGNORECASE)
_END = re.compile(rb"</(?:html|body|frameset)\s*>", re.IGNORECASE)


def is_cut_off(body: bytes) -> bool:
    """Does a page begin, and never end?"""
    return bool(_BEGIN.search(body[:HEAD])) and not _END.search(body[-TAIL:])
