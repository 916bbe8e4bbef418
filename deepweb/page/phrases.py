"""Which of many phrases does a text contain?

There may be hundreds of phrases in many languages. Only those are tried whose first word stands in
the text; all phrases with one first word become one regular expression.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from deepweb.page.words import folded

_WORDS = r"(?:[^\s.!?]+[ ]){0,4}?"  # "*" in a phrase: up to four words
_STRETCH = r"[^\n\u3002\uff01\uff1f]{0,12}?"  # "*" where no spaces part words
# "…" in a phrase: the query.
_ASKED = r"[^\n]{0,120}?"
# Scripts that put no space between words, or join endings to them.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_WORD = re.compile(r"\w+")
_NEVER = r"(?!)"
_APOSTROPHES = "\u2019\u02bc\u2018"


def spelt(text: str) -> str:
    """The spelling in which phrases are looked for: folded, with plain apostrophes."""
    if text.isascii():
        return text.lower()
    # Several times as quick as ``str.translate``.
    for apostrophe in _APOSTROPHES:
        text = text.replace(apostrophe, "'")
    return folded(text)


def text_words(text: str) -> set[str]:
    """The words of a spelt text, each of which may begin a phrase."""
    return set(_WORD.findall(text))


class Phrases:
    """Phrases to look for."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._spaced: dict[str, list[str]] = defaultdict(list)
        self._patterns: dict[str, re.Pattern[str]] = {}
        unspaced: list[list[str]] = []
        for phrase in sorted(set(map(_spelt_phrase, phrases))):
            if _UNSPACED.search(phrase):
                unspaced.append(_tokens(phrase, _STRETCH))
            else:
                self._spaced[_WORD.findall(phrase)[0]].append(phrase)
        self._unspaced = re.compile(_tree(unspaced) if unspaced else _NEVER)

    def matches(self, text: str, words: Set[str] | None = None) -> Iterator[re.Match[str]]:
        """Where a spelt text contains a phrase; pass the ``words`` of the text if you have them."""
        begun = self._spaced.keys() & (text_words(text) if words is None else words)
        for word in sorted(begun):
            for match in self._pattern(word).finditer(text):
                if _is_apart(text, match.start()):
                    yield match
        if not text.isascii():
            for match in self._unspaced.finditer(text):
                if not match[0][0].isdigit() or _is_apart(text, match.start()):
                    yield match

    def _pattern(self, word: str) -> re.Pattern[str]:
        """The phrases that begin with a word; compiled when needed: most never are."""
        if word not in self._patterns:
            tokens = [[*_tokens(phrase, _WORDS), _end(phrase)] for phrase in self._spaced[word]]
            self._patterns[word] = re.compile(_tree(tokens))
        return self._patterns[word]


def _spelt_phrase(phrase: str) -> str:
    """``spelt``, which would make three points of "…"."""
    return "…".join(map(spelt, phrase.split("…")))


def _is_apart(text: str, place: int) -> bool:
    """Does a word begin at a place? "0 hits" does not stand in "10 hits" or "2.0 hits"."""
    before = text[max(0, place - 2) : place]
    return not before[-1:].isalnum() and not (before[-1:] in {".", ","} and before[0].isdigit())


def _end(phrase: str) -> str:
    return r"\b" if phrase[-1].isalnum() else ""


def _tokens(phrase: str, gap: str) -> list[str]:
    """A phrase as the parts of a pattern: letters and gaps."""
    tokens: list[str] = []
    for piece in re.split(r"(\* ?|…)", phrase):
        if piece.startswith("*"):
            tokens.append(gap)
        elif piece == "…":
            tokens.append(_ASKED)
        else:
            tokens += [re.escape(letter) for letter in piece]
    return tokens


def _tree(phrases: Sequence[Sequence[str]]) -> str:
    """The phrases as one pattern, in which shared beginnings stand once."""
    branches: dict[str, list[Sequence[str]]] = defaultdict(list)
    for tokens in phrases:
        branches[tokens[0] if tokens else ""].append(tokens[1:])
    if len(branches) == 1 and "" not in branches:
        ((token, rest),) = branches.items()
        return token + _tree(rest)
    ends = "" in branches
    inner = "|".join(token + _tree(rest) for token, rest in branches.items() if token)
    if not inner:
        return ""
    return f"(?:{inner})" + ("?" if ends else "")
