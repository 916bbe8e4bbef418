"""How far the asking of a form has come: what was found, and for how long nothing new was."""

from __future__ import annotations

from dataclasses import dataclass, field

from deepweb.surface.answer import FAILED, Answer, Question
from deepweb.surface.harvest.size import FREE, Catches

WEIGHT_OF_NEXT = 0.5  # how much a next page counts of an answer that may show any record
GUESSED = frozenset({"knowledge"})
"""Purposes of questions that are guesses: that they bring nothing does not say how much is left."""


@dataclass(slots=True)
class HarvestProgress:
    """What the answers so far brought."""

    asked: int = 0
    found: int = 0
    """New records."""
    has_records: bool = False
    has_answered: bool = False
    failed: int = 0
    """Errors in a row."""
    dry: int = 0
    """Answers since the last new record."""
    dry_free: float = 0
    """Of these, answers to questions that may show any record."""
    shown: set[str] = field(default_factory=set)
    """Records shown since the last new record."""
    catches: Catches = field(default_factory=Catches)
    """What the size of the database is estimated from."""

    def add(self, question: Question, answer: Answer, new: int) -> None:
        self.asked += 1
        self.found += new
        self.has_records = self.has_records or bool(answer.found)
        self.failed = self.failed + 1 if answer.kind in FAILED else 0
        self.has_answered = self.has_answered or not self.failed
        if new:
            self.dry, self.dry_free, self.shown = 0, 0, set()
        else:
            self.dry += question.purpose not in GUESSED
            self.dry_free += WEIGHT_OF_NEXT if question.purpose == "next" else 0
            # A question that is refused says nothing about what is left.
            self.dry_free += question.purpose in FREE and not answer.demands
            self.shown = self.shown.union(record.id for record in answer.found)
        self.catches.take(
            question.purpose,
            len(answer.found),
            new,
            answer.count,
            has_next=bool(answer.next_url),
        )

    def browsed(self, new: int) -> None:
        """Count a page of the site that answers no form."""
        if new:
            self.dry, self.dry_free, self.shown = 0, 0, set()
        else:
            self.dry += 1

    def begin_harvest(self) -> None:
        """Questions that were asked to learn about the form did not have to bring anything."""
        self.dry = 0
        self.shown.clear()
