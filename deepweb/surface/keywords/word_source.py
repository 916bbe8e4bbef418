"""The words to ask a text box, as a source of questions.

The informativeness test [Madhavan08 §4.1, Definition 1] runs along: when the share of distinct
answers to words falls below τ, the box is not worth asking. Departure: answers without records are
not counted, since they say that the word was wrong, not that the box is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from deepweb.read.kind.demands import LENGTH, Demand
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.keywords.keywords import KeywordPlan
from deepweb.surface.record_numbers import TextNumbers

MAX_LENGTH = 1_000  # characters of a query, unless answers demand less
MOST_UNKNOWN = 4  # characters that a query gets at most where answers only call it too short
IN_VAIN = 24  # words of records in a row that find nothing, after which no more are asked
MOST_TIMES = 10_000  # times the records of a page that a stated number of records may be
MOST_NUMBERS = 4  # numbers that find nothing before no more are asked
MOST_KEPT = 50  # answers that are kept, to compare others with
WORDS_ASKED = frozenset({"seed", "keyword", "log", "knowledge", "unrestricted", "next"})
"""Purposes of questions whose answers show what words bring; others fill in more inputs."""


@dataclass(slots=True)
class WordSource:
    """The words known so far for one box."""

    box: str
    tau: float
    sample: int
    """Answers from which on the share of distinct ones is believed."""
    tested: int = 0
    has_found: bool = False
    """Did a word bring a new record?"""
    asked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Words that find too much."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """Answers to the first words."""
    _numbers: int = 0
    """Words that begin with a digit that were asked."""
    _numbers_find: bool = False
    """Did one of them find anything?"""
    _in_vain: int = 0
    """Words of records in a row that found nothing."""
    _found: dict[str, int] = field(default_factory=dict)
    """Words that found something, with the least number of their records."""
    _retired: str = ""
    _plan: KeywordPlan = field(default_factory=KeywordPlan)
    _promise: float = 0.0
    _waiting: str | None = None
    _signatures: TextNumbers = field(default_factory=TextNumbers)
    """Signatures of the answers to words that found something."""
    _answered: int = 0
    """Words that found something."""
    _lengths: tuple[int, int] = (0, MAX_LENGTH)
    """Characters that a query must and may have, as answers demand."""

    @property
    def distinctness(self) -> float | None:
        return len(self._signatures) / self._answered if self._answered else None

    @property
    def verdict(self) -> str:
        """The reason why the box is not worth asking, or ""."""
        if self._retired:
            return self._retired
        if self._in_vain >= IN_VAIN:
            return f"{self._in_vain} words of records in a row find nothing"
        distinctness, answered = self.distinctness, self._answered
        if answered < self.sample or distinctness is None or distinctness >= self.tau:
            return ""
        return f"distinctness {distinctness:.2f} < {self.tau} of {answered} answers"

    @property
    def is_retired(self) -> bool:
        return bool(self._retired)

    def retire(self, reason: str) -> None:
        """Ask no more words, because the box turned out to take something else."""
        self._retired = reason

    def best(self, most: int) -> tuple[str, ...]:
        """The words that found the most records."""
        return tuple(sorted(self._found, key=lambda word: -self._found[word])[:most])

    def promise(self) -> float:
        if not self.box or self.verdict:
            return 0.0
        if self._waiting is None:
            self._promise = self._plan.promise()
            self._waiting = self._next_word()
        return self._promise if self._waiting else 0.0

    def next(self) -> Question | None:
        word, self._waiting = self._waiting or self._next_word(), None
        return self.question("keyword", word) if word else None

    def fits(self, query: str) -> bool:
        """Is a query as long as the answers so far demand?"""
        least, most = self._lengths
        return least <= len(query) <= most

    def _next_word(self) -> str | None:
        while (word := self._plan.next()) is not None:
            is_vain = self._numbers >= MOST_NUMBERS and not self._numbers_find
            if self.fits(word) and not (is_vain and _is_number(word)):
                break
        return word

    def _learn_length(self, query: str, demand: Demand) -> None:
        least, most = self._lengths
        unknown = len(query) + 1 if len(query) < MOST_UNKNOWN else 0
        least = max(least, demand.least or (0 if demand.most else unknown))
        self._lengths = least, min(most, demand.most or most)

    def question(self, purpose: str, word: str) -> Question:
        """The box filled in with a word, which is not offered again."""
        self._plan.exclude(word)
        return Question(purpose, ((self.box, word),))

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        for record in new:
            self._plan.add(record.title, record.text)
        words = [value for name, value in question.values if name == self.box]
        for demand in answer.demands if words and words[0] else ():
            if demand.kind == LENGTH and demand.input in {"", self.box}:
                self._learn_length(words[0], demand)
        if question.purpose == "related" and answer.found:
            self._plan.exclude(words[0])
        if question.purpose not in WORDS_ASKED or not words:
            return
        self._plan.exclude(words[0])  # other sources may have asked for it
        self._plan.credit(words[0], len(new), answer.count, len(answer.found))
        self.has_found = self.has_found or bool(new)
        if words[0] and answer.is_too_much:
            self._plan.refuse(words[0])
            self.refused.append(words[0])
        if words[0] and not question.link:
            self._note(words[0], answer)
        if question.purpose == "keyword":
            self.tested += 1
            self._in_vain = 0 if answer.found else self._in_vain + 1
            if _is_number(words[0]):
                self._numbers_find = self._numbers_find or bool(answer.found)
                self._numbers += 1
            self.asked.append(words[0])
            if answer.found:
                self._answered += 1
                self._signatures.add(answer.signature)

    def _note(self, word: str, answer: Answer) -> None:
        if len(self.answers) < MOST_KEPT:
            self.answers[word] = answer
        if answer.found:
            stated = answer.count or 0
            is_likely = stated <= MOST_TIMES * len(answer.found)  # a long number may be of a record
            self._found[word] = max(len(answer.found), stated if is_likely else 0)


def _is_number(word: str) -> bool:
    return word[:1].isdigit()
