"""What do the sentences in a form and beside it say that happens when it is sent?

Searches have few: a heading, labels and examples are no sentences, and most sentences are help for
searching. One that speaks of what was asked for or found ("The computers found are shut down")
and gives no help tells an effect, whatever its words. Sentences about anything else ("The office
is open on weekdays") tell one only by words that act.
"""

from __future__ import annotations

import re

from deepweb.page.effects.judge import QUOTED, Effects
from deepweb.page.effects.spelling import tokens_of
from deepweb.page.effects.words import ACTS

MAX_SENTENCE = 60  # words of a text beside a form
MAX_COUNT = 7  # words of a text that counts what was found ("25 books found")
MIN_TOLD = 3  # words of a text beside a box that speaks of a charge
MIN_ASIDE = 7  # words of a text in parentheses that is a sentence
MIN_FOUND = 4  # words of a sentence that speaks of what is found
MIN_NAMED = 1.0  # score of the model of effects of a few words that may tell what is done
MAX_NAMED = 4  # words of such a text
MIN_TIP = 3  # words of a tip that must be help for searching

_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LONG_RUN = re.compile(f"[{_UNSPACED}]{{9}}")
_ASIDE = re.compile(r"\(.*\)")
_RUN_HELP = re.compile("\u8bf7?\u8f93\u5165|\u8acb?\u8f38\u5165")  # "Enter", in Chinese
# At least three words, or six letters where no spaces part words,
_WORDS = re.compile(f"\\S\\s+\\S+\\s+\\S|[{_UNSPACED}]{{6}}")
# and a full stop.
_NUMBER = re.compile(r"\d{2}")
_STOP = re.compile('[.!\u3002\uff01\u0964\u06d4]["”»)\uff09]?$')
_ENDS = re.compile("(?<=[.!?;])\\s+|(?<=[\u3002\uff01\u0964\u06d4])")


def told_inside(text: str, effects: Effects) -> str:
    """A sentence in a form, if it is no help for searching ("The first free table is yours")."""
    if text.startswith("*") or effects.explains(text) or _covers(text, effects):
        return ""
    if charge(text, effects):
        return text[:80]
    is_aside = len(tokens_of(text)) >= MIN_ASIDE and _ASIDE.fullmatch(text) is not None
    if not is_aside and not _is_sentence(text):
        return ""
    if _NUMBER.search(text) and not effects.words.tells_effect(text):
        return ""  # "The catalogue holds 640 books."
    return "" if helps(text, effects) and not effects.words.tells_effect(text) else text[:80]


def told_beside(text: str, effects: Effects) -> str:
    """A sentence beside a form that tells what is done with what is asked for or found."""
    is_asked = False
    for part in filter(None, _ENDS.split(text)):
        if is_asked and not _reads(part, effects):
            return text[:80]
        if _is_found(part, effects) or effects.words.has("counts as", part):
            return text[:80]
        # "Enter the name of an index. It is built anew."
        is_asked = _is_sentence(part) and helps(part, effects)
    return ""


def told_by_tip(text: str, effects: Effects) -> str:
    """What a box shows when one points at it, if that is a sentence and no help for searching."""
    is_long = len(tokens_of(text)) >= MIN_TIP or _LONG_RUN.search(text) is not None
    # "Town or postcode"
    is_help = _reads(text, effects) or effects.searches(text) or effects.words.has("or", text)
    # A few words are mostly what there is ("Museum of modern art").
    is_name = len(tokens_of(text)) <= MAX_NAMED and not effects.may_act(text, MIN_NAMED)
    is_told = _is_found(text, effects) or not (is_help or is_name)
    return text[:80] if is_long and is_told else ""


def charge(text: str, effects: Effects) -> str:
    """A text that speaks of a charge: nobody pays for a search."""
    is_charge = len(tokens_of(text)) >= MIN_TOLD and effects.words.has("charge", text)
    return text[:80] if is_charge else ""


def effect_of_sentence(text: str, effects: Effects) -> str:
    """The words of a sentence that act: "It will be reserved at once"."""
    if len(tokens_of(text)) > MAX_SENTENCE or effects.explains(text):
        return ""
    words, text = effects.words, QUOTED.sub("", text)
    acting = [hit for hit in words.hits(text) if hit.level == ACTS]
    for hit in acting:
        if words.is_listed("purpose", hit.before):
            return f"{hit.before} {hit.word}"
    if not words.has("at once", text):
        return ""
    unspaced = (hit.word for hit in acting if hit.is_inside)
    return next(unspaced, "") or words.tells("done", text)


def _is_sentence(text: str) -> bool:
    text = text.rstrip()
    stop = _STOP.search(text, max(0, len(text) - 2))
    return stop is not None and _WORDS.search(text, 0, stop.start()) is not None


def _is_found(text: str, effects: Effects) -> bool:
    """Does a sentence speak of what is found, more than how much that is?"""
    tokens, words = tokens_of(text), effects.words
    found = words.tells("found", text)
    is_long = len(text.split()) >= MIN_FOUND or _LONG_RUN.search(text) is not None
    if not found or not is_long:
        return False
    is_count = len(tokens) <= MAX_COUNT and any(token.isdigit() for token in tokens)
    place = tokens.index(found) if found in tokens else len(tokens)
    is_denied = words.has("not", " ".join(tokens[max(0, place - 3) : place + 2]))
    # "查到的" is "found", not "search".
    is_help = _reads(text, effects) and not text.startswith(found)
    return not (is_count or is_denied or is_help)


def _reads(text: str, effects: Effects) -> bool:
    """Is it help for searching, or does it tell what is searched?"""
    is_about_words = effects.words.has("search help", text)
    return is_about_words or helps(text, effects) or _covers(text, effects)


def helps(text: str, effects: Effects) -> bool:
    """Does a sentence begin as help for searching does?"""
    tokens = tokens_of(text) or [""]
    return (
        effects.words.begins("search", text)
        or effects.words.begins("search more", text)
        or effects.words.has("help", " ".join(tokens[:2]))
        or effects.words.has("search help", " ".join(tokens[:2]))
        or _RUN_HELP.match(text) is not None
        or effects.words.is_listed("reads", tokens[0])
    )


def _covers(text: str, effects: Effects) -> bool:
    tokens = tokens_of(text)
    return effects.words.has("covers", " ".join(tokens[:2])) or effects.words.has("included", text)
