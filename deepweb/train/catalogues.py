"""From the translations of programs to examples for the model of effects.

A catalogue of gettext holds the texts of a program in English and in another language. A short text
whose English begins with a verb that the list knows acts in every language ("Delete page"); a text
without any word of the list does not act ("Page size").
"""

from __future__ import annotations

import gettext
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.spelling import tokens_of
from deepweb.page.effects.words import ACTS, MAY

MAX_WORDS = 4  # English words of a text that is learnt from
MAX_LENGTH = 60  # letters of it
MAX_TRANSLATED = 90  # letters of its translation

_LANGUAGE = re.compile(r"/([A-Za-z]{2,3})(?:[_@-]\w+)?/LC_MESSAGES/")
_MARKS = re.compile(r"[_&]|\s*\([_&]?[A-Za-z]\)")
_NO_LABEL = re.compile(r"[%{}<>\n|\\/=]")
_ENDS = " .:!\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True)
class Translation:
    """A text of a program in another language."""

    text: str
    english: str
    language: str
    acts: bool


def translations(folder: Path, effects: Effects) -> Iterator[Translation]:
    """The labelled texts of all catalogues (``*.mo``) below a folder, each once."""
    known: dict[str, bool | None] = {}
    told: set[tuple[str, str]] = set()
    for file in sorted(folder.rglob("*.mo")):
        found = _LANGUAGE.search(file.as_posix())
        if found is None or found[1] == "en":
            continue
        for english, text in _pairs(file):
            if english not in known:
                known[english] = _acts(english, effects)
            acts = known[english]
            if acts is not None and (english, text) not in told and text != english:
                told.add((english, text))
                yield Translation(text, english, found[1], acts)


def _pairs(file: Path) -> Iterator[tuple[str, str]]:
    try:
        with file.open("rb") as opened:
            catalogue = gettext.GNUTranslations(opened)
    except (OSError, ValueError, LookupError, SyntaxError, struct.error):
        return  # not a catalogue
    for english, text in vars(catalogue)["_catalog"].items():
        if isinstance(english, str) and text and not _NO_LABEL.search(english):
            plain = _MARKS.sub("", english.rpartition("\x04")[2]).strip(_ENDS)
            if len(plain) <= MAX_LENGTH and len(text) <= MAX_TRANSLATED:
                yield plain, _MARKS.sub("", text).strip(_ENDS)


def _acts(english: str, effects: Effects) -> bool | None:
    """Does an English text act? None if that is not sure."""
    tokens = tokens_of(english)
    if not 0 < len(tokens) <= MAX_WORDS or not english.isascii() or effects.explains(english):
        return None
    hits = effects.words.hits(english)
    if not hits:
        return None if effects.model.acts(english) else False
    first = hits[0]
    is_order = first.level == ACTS or (
        first.level == MAY and (first.is_whole or effects.words.is_listed("this", first.behind))
    )
    is_sure = first.is_first and is_order and not first.is_foreign
    return True if is_sure and not effects.words.is_listed("about", tokens[-1]) else None
