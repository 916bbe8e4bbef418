"""Putting questions about the choices of a form: nothing twice, nothing beyond its share.

The answers are kept in ``heard`` by what was asked for; how the question is put (wild cards, page
size) is the ``wording``, which may get better meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deepweb.surface.answer import AskAll
from deepweb.surface.templates.choices import Choice, Pairs
from deepweb.surface.templates.heard import Filled, Heard
from deepweb.surface.templates.informativeness import Seen, is_alike
from deepweb.surface.templates.template import Template, Wording

# Errors in a row after which the form is left.
MOST_ERRORS = 12


class BrokenOffError(Exception):
    """The share of requests is spent, or the form only answers with errors."""


class Interview:
    """What was asked about the choices of a form, and what came back."""

    def __init__(
        self, choices: Iterable[Choice], ask: AskAll, share: int, heard: Heard | None = None
    ) -> None:
        self.heard = heard or Heard()
        self.wording = Wording(tuple(choices), self.heard.fixed)
        self.heard.never_free = frozenset(
            name for c in self.wording.choices if c.restricts_untouched for name in c.names
        )
        self.requests = 0
        self.reacts = False
        """Was there any answer with records that was unlike the unrestricted one?"""
        self._ask = ask
        self._share = share
        self._errors = 0

    @property
    def unrestricted(self) -> Seen | None:
        return self.heard.answer(())

    @property
    def is_counted(self) -> bool:
        """Does the unrestricted answer say how many records there are?"""
        base = self.unrestricted
        return base is not None and base.count is not None and self.heard.counts_are_true

    def fix(self, pairs: Pairs) -> None:
        """Fill in some values with every question from now on."""
        self.heard.fixed = (*self.heard.fixed, *pairs)
        self.wording = Wording(self.wording.choices, self.heard.fixed)

    async def answers(self, asked: Sequence[Pairs], purpose: str = "menu") -> list[Seen]:
        """The answers to some values; those that are not known yet by asking."""
        new = [bound for bound in asked if self.heard.answer(bound) is None]
        if self.requests + len(new) > self._share:
            raise BrokenOffError(f"the share of {self._share} requests is spent")
        questions = [self.wording.question(bound, purpose) for bound in new]
        told = await self._ask(questions) if new else []
        self.requests += len(new)
        for bound, answer in zip(new, told, strict=True):
            self._take(bound, Seen.of(answer))
        answers = [seen for bound in asked if (seen := self.heard.answer(bound)) is not None]
        self.reacts = self.reacts or any(map(self._is_another, answers))
        return answers

    def answers_to(self, template: Template) -> Iterator[tuple[Pairs, Seen]]:
        """What was answered to exactly the inputs of a template."""
        own = [set(choice.names) for choice in template.choices]
        names = set().union(*own)
        for filled, seen in self.heard.answers():
            given = {name for name, _ in filled}
            if given <= names and all(given & each for each in own):
                yield tuple(sorted(filled)), seen

    def answers_without(self, choice: Choice) -> Iterator[tuple[Pairs, Seen]]:
        """What was answered where a choice was not filled in."""
        for filled, seen in self.heard.answers():
            if not _binds(filled, choice):
                yield tuple(sorted(filled)), seen

    def finds_alone(self, choice: Choice) -> bool:
        """Did any value of a choice find records by itself?"""
        answers = map(self.heard.answer, choice.values)
        return any(seen is not None and seen.has_records for seen in answers)

    def others_find(self) -> bool:
        """Did any input that is no choice, such as a text box, find records by itself?"""
        own = {name for choice in self.wording.choices for name in choice.names}
        return any(
            seen.has_records and own.isdisjoint(name for name, _ in filled)
            for filled, seen in self.heard.answers()
            if filled
        )

    def share_cut_off(self, template: Template) -> float:
        """Of the answers with records to a template, how many have more than can be reached?"""
        seen = [seen for _, seen in self.answers_to(template) if seen.has_records]
        return sum(map(self.heard.is_cut_off, seen)) / len(seen) if seen else 0.0

    def times_too_large(self, template: Template) -> float:
        """How many times more the answers that are cut off have than can be reached of them, on
        average; 1 if unknown."""
        answers = [s for _, s in self.answers_to(template) if self.heard.is_cut_off(s) and s.ids]
        times = [
            seen.count / ((seen.has_next and self.heard.reachable) or len(seen.ids))
            for seen in answers
            if seen.count is not None
        ]
        return sum(times) / len(times) if times else 1.0

    def _take(self, bound: Pairs, seen: Seen) -> None:
        self.heard.note(bound, seen)
        self._errors = self._errors + 1 if seen.failed else 0
        if self._errors >= MOST_ERRORS:
            raise BrokenOffError(f"{self._errors} errors in a row")

    def _is_another(self, seen: Seen) -> bool:
        """Has an answer records, and others than the unrestricted one?"""
        base = self.unrestricted
        if base is None or not seen.has_records:
            return False
        return not base.has_records or not is_alike(base, seen)


def _binds(filled: Filled, choice: Choice) -> bool:
    return any(name in choice.names for name, _ in filled)
