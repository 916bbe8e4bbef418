"""Does a sentence in a form say how the form is filled in, or how it searches?

Whatever stands in a form and is no known help may tell what happens when the form is sent
(``page/effects/sentence``). Rich forms say much of themselves: "Fields marked * are required",
"Please choose a county first", "Results are sorted by date". Such a sentence speaks of fields and
what they must have, of order, of spelling, or of the search, or asks in one clause to choose
something; and it tells nothing that is done, apart from filling in and sorting.
"""

from __future__ import annotations

import re

from deepweb.page.concepts import Concepts
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.sentence import charge
from deepweb.page.effects.spelling import tokens_of
from deepweb.page.effects.words import ACTS

MAX_ORDER = 6  # words of a sentence that asks to choose something, and tells no more
MAX_HELP = 20  # words of a sentence that is help
BEGINNING = 3  # words with which a sentence tells what it is about
MARKED = re.compile(
    r"(?<!\S)[\"„(]?[*%][\"“).,]*(?!\S)"
)  # the sign of required fields, or a wildcard
_CLAUSE = re.compile(r"[,;:(]")
_DATE = re.compile(r"\b(?:dd|tt|jj|gg|pp|дд)[./-](?:mm|aa|мм|kk)[./-]\w{2,4}\b", re.IGNORECASE)
# "Please choose, state or enter", in Chinese, Japanese and Korean
_ORDER = re.compile(
    "[请請](?:至少)?[选選][择擇]|[^、,]{0,20}(?:選択|指定|入力|記入)して(?:ください|下さい)。?$"
    "|[^,]{0,20}(?:선택|입력|지정)(?:하세요|해 ?주세요|하십시오)[.]?$"
)


def is_help(text: str, words: Concepts, effects: Effects) -> bool:
    """Is a sentence of a form help for those who fill it in?"""
    tokens = tokens_of(text)
    if len(tokens) > MAX_HELP or charge(text, effects):
        return False
    return _is_about_form(text, tokens, words) and not _tells_effect(text, tokens, words, effects)


def _is_about_form(text: str, tokens: list[str], words: Concepts) -> bool:
    said, first = words.said_in(text), words.said_in(" ".join(tokens[:BEGINNING]))
    is_short = len(tokens) <= MAX_ORDER and not _CLAUSE.search(text)
    return (
        {"fields", "mandatory"} <= said
        or not said.isdisjoint({"sorts", "matching"})
        or "searches" in first
        or (is_short and "chooses" in words.said_in(" ".join(tokens[:2])))
        or any(sign.search(text) for sign in (MARKED, _DATE, _ORDER))
    )


def _tells_effect(text: str, tokens: list[str], words: Concepts, effects: Effects) -> bool:
    """Does a sentence tell what is done, besides what one does to fill a form in?"""
    plain = {"fills", "sorts", "mandatory", "chooses", "searches"}
    rest = " ".join(token for token in tokens if plain.isdisjoint(words.said_in(token)))
    is_acting = any(hit.level == ACTS for hit in effects.words.hits(rest))
    return is_acting or bool(effects.words.tells_effect(rest))
