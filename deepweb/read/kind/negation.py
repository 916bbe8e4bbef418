"""Does a sentence say that nothing was found, in any language?

No list of whole sentences holds all of them. A sentence says so if it denies ("no", "keine", "не")
and, a few words away, speaks of finding or of what is found ("results", "gefunden", "запис"). A
question says nothing, and neither does a sentence that supposes or advises ("if you find nothing").
In scripts without spaces, both are searched as parts of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from deepweb.page.words import MARKS, unaccented

# Words from the one that denies to the one that speaks of finding.
_MAX_APART = 5
# Characters between the two where no spaces part words.
_MAX_BETWEEN = 10
# Words of a sentence that says so; longer ones tell a story.
_MAX_WORDS = 24
# Characters of a sentence where no spaces part words.
_MAX_JOINED = 60
# Letters of the longest beginning that is looked up.
_MAX_BEGINNING = 12
# Letters of a word that says something only as a whole: "no" is no beginning of "novel".
_WHOLE = 3

_SENTENCE = re.compile(
    r"[^\n.!?;\u3002\uff01\uff1f\u061f\u037e|]+(?:\.(?=\S)[^\n.!?;\u3002\uff01\uff1f\u061f|]*)*"
    r"([.!?;\u3002\uff01\uff1f\u061f\u037e]?)"
)
_QUESTIONS = frozenset("?\uff1f\u061f\u037e")
_WORD = re.compile(rf"\d+(?:[.,]\d+)*(?!\w)|[^\W_][\w'{MARKS}]*")
_JOINED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
# A count of 0 that is no part of another number, of a name or of an address.
_ZERO = r"(?<![\da-z_./,:#-])0(?![\da-z_./,:%-])"


@dataclass(frozen=True)
class Negations:
    """Words of many languages that deny, that speak of finding, and that suppose."""

    denying: frozenset[str]
    denying_begins: frozenset[str]
    finding: frozenset[str]
    both: frozenset[str]
    supposing: frozenset[str]
    pointing: frozenset[str]
    asking: frozenset[str]
    denying_joined: tuple[str, ...]
    finding_joined: tuple[str, ...]

    @classmethod
    def of(cls, listed: Mapping[str, Sequence[str]]) -> Negations:
        """From the sections of ``negations.txt``."""
        return cls(
            denying=_plain(word for word in listed["not"] if not word.endswith("*")),
            denying_begins=_plain(word[:-1] for word in listed["not"] if word.endswith("*")),
            finding=_plain(listed["found"]),
            both=_plain(listed["not found"]),
            supposing=_plain(listed["if"]),
            pointing=_plain(listed["this"]),
            asking=_plain(listed["search"]),
            denying_joined=tuple(listed["not joined"]),
            finding_joined=tuple(listed["found joined"]),
        )

    def statements(self, text: str) -> Iterator[tuple[int, int]]:
        """Places of the sentences of a spelt text that say that nothing was found."""
        for sentence in _SENTENCE.finditer(text):
            if sentence[1] not in _QUESTIONS and self._says_so(sentence[0]):
                yield sentence.span()

    def asks(self, sentence: str) -> bool:
        """Does a sentence speak of a search?"""
        words = (unaccented(word) for word in _WORD.findall(sentence))
        return any(_begins(word, self.asking) for word in words)

    def _says_so(self, sentence: str) -> bool:
        if _JOINED.search(sentence):
            return len(sentence) <= _MAX_JOINED and bool(self._together.search(sentence))
        words = [unaccented(word) for word in _WORD.findall(sentence)]
        if not 1 <= len(words) <= _MAX_WORDS or words[0] in self.supposing:
            return False
        if any(_begins(word, self.both) for word in words):
            return True
        denied = [n for n, word in enumerate(words) if self._denies(word)]
        if not denied or self._is_of_one_thing(words):
            return False
        found = [n for n, word in enumerate(words) if _begins(word, self.finding)]
        if any(0 < n < denied[0] and _is_some(words[n - 1]) for n in found):
            return False  # "31 records found, not all are shown"
        return any(0 < abs(n - m) <= _MAX_APART for n in denied for m in found)

    def _denies(self, word: str) -> bool:
        is_whole = word in self.denying or word.endswith("n't")
        return is_whole or _begins(word, self.denying_begins)

    def _is_of_one_thing(self, words: Sequence[str]) -> bool:
        """Does it speak of this or that thing, not of this search?"""
        return any(
            this in self.pointing and not any(_begins(each, self.asking) for each in after)
            for this, *after in zip(words, [*words[1:], ""], [*words[2:], "", ""], strict=False)
        )

    @cached_property
    def _together(self) -> re.Pattern[str]:
        """A denial and a word of finding, close to each other."""
        no, found = (
            "|".join([_ZERO if word == "0" else re.escape(word) for word in words])
            for words in (self.denying_joined, self.finding_joined)
        )
        apart = rf".{{0,{_MAX_BETWEEN}}}?"
        return re.compile(rf"(?:{no}){apart}(?:{found})|(?:{found}){apart}(?:{no})")


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(unaccented, words))


def _is_some(word: str) -> bool:
    """Is it a number other than 0?"""
    return word[0].isdigit() and word.strip("0.,") != ""


def _begins(word: str, known: frozenset[str]) -> bool:
    """Is a word known, or does it begin as a known word of some length does?"""
    if word in known:
        return True
    return any(word[:n] in known for n in range(_WHOLE + 1, min(len(word), _MAX_BEGINNING) + 1))
