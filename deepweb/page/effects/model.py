"""How much does a text, or a name in an address, look like the name of an action?

The list of words cannot hold every form of every verb. This model has learnt from the list how
words that act are built: logistic regression over the letters of words (three to five in a row, and
whole words), by where the word stands, in texts and in names of addresses. It is asked besides the
list, so that it can only add objections.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from zipfile import BadZipFile
from zlib import crc32

import numpy as np

from deepweb.page.effects.spelling import is_unspaced, tokens_of

BITS = 17  # of the number of a feature; the file has a weight for each
LENGTHS = (3, 4, 5)  # letters in a row
SHORT = 2  # letters that are a word where no spaces part words
MAX_WORDS = 8  # words of a text that are read
MAX_LETTERS = 16  # letters of a word that are read
FORMAT = 2  # version of the file
TEXT = "text"
NAME = "name"
WARY = "wary"  # a text where nothing is lost if it is left alone

_FEATURES = 1 << BITS


class ModelFileError(ValueError):
    """A file that is no model of effects."""


def features(text: str, role: str) -> list[int]:
    """The numbers of the features of a text (``TEXT``) or of a name in an address (``NAME``)."""
    return [crc32(each.encode()) % _FEATURES for each in _named(tokens_of(text)[:MAX_WORDS], role)]


def _named(tokens: list[str], role: str) -> Iterator[str]:
    if not tokens:
        return
    yield f"{role} {min(len(tokens), 6)}"
    for number, token in enumerate(tokens):
        place = "first" if number == 0 else "last" if number == len(tokens) - 1 else "inside"
        word = f"^{token[:MAX_LETTERS]}$"
        lengths = (SHORT, *LENGTHS) if is_unspaced(token) else LENGTHS
        pieces = [word[n : n + k] for k in lengths for n in range(len(word) - k + 1)]
        for piece in {*pieces, word}:
            yield f"{place} {piece}"
            yield f"{role} {place} {piece}"
            if place != "inside":
                yield piece


@dataclass(frozen=True, slots=True, eq=False)
class EffectModel:
    """Weights of the features, and how high a score must be to count."""

    weights: list[float] = field(default_factory=list)
    least: tuple[tuple[str, float], ...] = ()
    """Least score of a text and of a name that acts; lower for a text that nobody needs."""

    def acts(self, text: str, role: str = TEXT) -> bool:
        """Does a text or name look like an action?"""
        if not self.weights:
            return False
        return self.score(text, TEXT if role == WARY else role) >= dict(self.least)[role]

    @lru_cache(maxsize=50_000)  # noqa: B019  (there is one for the life of a process)
    def score(self, text: str, role: str = TEXT) -> float:
        """The higher, the more it looks like an action."""
        weights = self.weights
        if not weights:
            return 0.0
        return sum(weights[number] for number in features(text, role))

    def to_bytes(self) -> bytes:
        """The file: plain arrays, read without pickle."""
        file = io.BytesIO()
        least = dict(self.least)
        np.savez_compressed(
            file,
            format=np.array([FORMAT]),
            weights=np.array(self.weights, dtype=np.float16),
            least=np.array([least[TEXT], least[NAME], least[WARY]]),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> EffectModel:
        """Read a file; raises ``ModelFileError`` for anything that ``to_bytes`` has not written."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                weights = file["weights"].astype(np.float32)
                text, name, wary = map(float, file["least"])
                is_ours = file["format"].tolist() == [FORMAT] and weights.shape == (_FEATURES,)
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
            raise ModelFileError(f"no model of effects: {error}") from error
        if not is_ours or not np.isfinite(weights).all():
            raise ModelFileError("no model of effects of this version")
        return cls(weights.tolist(), ((TEXT, text), (NAME, name), (WARY, wary)))
