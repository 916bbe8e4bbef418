"""Running text for the pages of the simulated web."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.web.names import made_up, place
from tests.web.subjects import Subject, subjects, word_lists

# Words that any page may use.
_COMMON = word_lists()["common"]
ON_TOPIC = (0.08, 0.3)  # share of words on the topic: minimum and maximum over pages
STRAY = 0.03  # share of words of another subject
TYPOS = 0.01  # share of misspelt words


class Prose:
    """Writes texts about some subjects, or about none.

    ``noise`` multiplies the shares of stray and of misspelt words.
    """

    def __init__(self, about: Sequence[str], rng: random.Random, noise: float = 1.0) -> None:
        known = subjects()
        self._about: list[Subject] = [known[name] for name in about]
        self._all = list(known.values())
        self._rng = rng
        self._telling = rng.uniform(*ON_TOPIC) if about else 0.0
        self._stray, self._typos = STRAY * noise, TYPOS * noise

    def sentence(self) -> str:
        said = [self._word() for _ in range(self._rng.randint(6, 18))]
        return " ".join(said).capitalize() + "."

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self._rng.randint(2, 5)))

    def phrase(self) -> str:
        """A few words on a subject, for a link or a heading."""
        rng = self._rng
        if not self._about:
            return " ".join(rng.sample(_COMMON, 3)).capitalize()
        subject = self._subject()
        match rng.randrange(4):
            case 0:
                return rng.choice(subject.slogans)
            case 1:
                return rng.choice(subject.items)
            case 2:
                words = " ".join(rng.sample(subject.words, 2))
                return f"{words} in {place(rng)}".capitalize()
        return f"{rng.choice(subject.sections)} {rng.choice(('by', 'with', 'at'))} {made_up(rng)}"

    def _subject(self) -> Subject:
        # The main subject is chosen most often.
        return self._about[int(self._rng.random() ** 1.5 * len(self._about))]

    def _word(self) -> str:
        rng, of = self._rng, self._rng.random()
        stray = self._telling + self._stray
        if of < self._telling:
            word = rng.choice(self._subject().words)
        elif of < stray:
            word = rng.choice(rng.choice(self._all).words)
        elif of < stray + 0.03:
            word = rng.choice((made_up(rng), place(rng), str(rng.randint(2, 2024))))
        else:
            word = rng.choice(_COMMON)
        return self._misspelt(word) if rng.random() < self._typos else word

    def _misspelt(self, word: str) -> str:
        at = self._rng.randrange(len(word))
        match self._rng.randrange(3):
            case 0:
                return word[:at] + word[at + 1 :]
            case 1:
                return word[:at] + word[at : at + 1] * 2 + word[at + 1 :]
        return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
