"""Queries and names as tokens, so that a name can be found in a query.

Both are cut in the same way: into words, in lower case; where no spaces part words (Chinese,
Japanese, Thai and the like), into single signs, since nothing else says where a name may begin.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from deepweb.page.words import words

# A sign of a script without spaces, with the marks that belong to it; or a run of anything else.
_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNSPACED = re.compile(f"[{_SIGNS}]")
_PART = re.compile(
    f"[{_SIGNS}][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e"
    f"\u17b6-\u17d3]*|[^{_SIGNS}]+"
)


def tokens(text: str) -> list[str]:
    """What a query or a name is made of, in order."""
    found = words(text)
    if text.isascii():
        return found
    return [part for word in found for part in _PART.findall(word)]


def name_key(parts: Sequence[str]) -> str:
    """One spelling for all spellings of a name, by its tokens."""
    return " ".join(parts)


def spelled(parts: Sequence[str]) -> str:
    """Tokens as people write them: without spaces where their script has none."""
    written = ""
    for part in parts:
        is_joined = written and _UNSPACED.match(part) and _UNSPACED.match(written[-1])
        written += part if is_joined or not written else f" {part}"
    return written
