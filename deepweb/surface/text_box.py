"""What to ask a search box, until it has nothing new to say.

1. Background: nonsense, to learn what an empty answer looks like (000, section 5).
2. Unrestricted: nothing at all; some sites then list their database.
3. Seeds: words of the form page (002, section 5.1) and common words in turn, until one finds
   something.
4. Keywords: words of the records found, while they bring new records.

The informativeness test (002, Definition 1) runs over the answers to words: when fewer than τ of
them are distinct, the box is not worth asking. Departure: answers without records are not counted,
since they say that the word was wrong, not that the box is; patience ends those.

Rounds are asked together but judged in the order of asking, so that the same answers always lead to
the same next question, whatever the network did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from deepweb.surface.answer import Answer, Ask, NotAskedError
from deepweb.surface.keywords import KeywordPlan

FAILED = frozenset({"error", "blocked"})
"""Kinds of answers that say nothing of the question."""


@dataclass(frozen=True, slots=True)
class TextBoxLimits:
    """When to stop asking; the defaults are in settings.py."""

    background_first: int
    tau: float
    sample: int
    patience: int
    failures: int
    together: int


@dataclass(frozen=True, slots=True)
class TextBoxOutcome:
    """Whether the box is worth asking, and why the asking ended."""

    informative: bool
    tested: int
    distinctness: float | None
    reason: str
    broken_off: bool = False
    """Did the box answer at first, and then only with errors?"""


@dataclass(slots=True)
class _Progress:
    seen: set[str]
    """Records known, also from other forms of the site."""
    plan: KeywordPlan = field(default_factory=KeywordPlan)
    asked: int = 0
    answered: int = 0
    signatures: set[str] = field(default_factory=set)
    heard: bool = False
    """Was there any answer with records, known ones or new?"""
    found: int = 0
    dry: int = 0
    failed: int = 0
    worked: bool = False

    @property
    def distinctness(self) -> float | None:
        return len(self.signatures) / self.answered if self.answered else None

    def take(self, word: str, answer: Answer, *, tested: bool) -> None:
        """Judge one answer; ``tested`` ones count for the informativeness test."""
        new = [record for record in answer.found if record.id not in self.seen]
        self.seen.update(record.id for record in new)
        for record in new:
            self.plan.add(record.title, record.text)
        self.plan.credit(word, len(new))
        self.heard = self.heard or bool(answer.found)
        self.found += len(new)
        self.failed = self.failed + 1 if answer.kind in FAILED else 0
        self.worked = self.worked or not self.failed
        if tested:
            self.dry = 0 if new else self.dry + 1
            self.asked += 1
            if answer.found:
                self.answered += 1
                self.signatures.add(answer.signature)

    def begin_test(self) -> None:
        """Start counting anew: seeds that found nothing were the page's fault, not the box's."""
        self.dry = self.asked = self.answered = 0
        self.signatures.clear()


async def surface_text_box(
    ask: Ask,
    *,
    nonsense: Sequence[str],
    first_words: Sequence[str],
    seen: set[str],
    limits: TextBoxLimits,
) -> TextBoxOutcome:
    """Ask a text box until it is dry. ``seen`` grows by the ids of the records found."""
    progress = _Progress(seen)
    try:
        reason = await _ask_all(ask, progress, nonsense, first_words, limits)
    except NotAskedError as error:
        reason = str(error)
    distinctness = progress.distinctness
    informative = bool(progress.found) and (distinctness is None or distinctness >= limits.tau)
    broken_off = progress.worked and bool(_trouble(progress, limits))
    return TextBoxOutcome(informative, progress.asked, distinctness, reason, broken_off)


async def _ask_all(
    ask: Ask,
    progress: _Progress,
    nonsense: Sequence[str],
    first_words: Sequence[str],
    limits: TextBoxLimits,
) -> str:
    """Run the stages; returns why the asking ended."""
    await _ask_nonsense(ask, progress, nonsense, limits)
    await _round(ask, progress, "unrestricted", [""], tested=False)
    reason = ""
    for seed in _chunks(first_words, limits.together):
        if progress.heard or (reason := _trouble(progress, limits)):
            break
        await _round(ask, progress, "seed", seed, tested=True)
    if not progress.heard:
        return reason or "no seed word found anything"
    if not progress.found:
        return "found only what another form had found"
    progress.begin_test()
    while not (reason := _stop(progress, limits)):
        chosen = [word for _ in range(limits.together) if (word := progress.plan.next())]
        if not chosen:
            return "every known word was asked"
        await _round(ask, progress, "keyword", chosen, tested=True)
    return reason


async def _ask_nonsense(
    ask: Ask, progress: _Progress, chosen: Sequence[str], limits: TextBoxLimits
) -> None:
    """A few words of it, and more only where the answers to those are not the same."""
    first, more = chosen[: limits.background_first], chosen[limits.background_first :]
    answers = await _round(ask, progress, "background", first, tested=False)
    if len({answer.signature for answer in answers}) > 1:
        await _round(ask, progress, "background", more, tested=False)


async def _round(
    ask: Ask, progress: _Progress, purpose: str, chosen: Sequence[str], *, tested: bool
) -> list[Answer]:
    for word in chosen:
        progress.plan.exclude(word)
    asked = (ask(purpose, word) for word in chosen)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    for word, answer in zip(chosen, answers, strict=True):
        if not isinstance(answer, BaseException):
            progress.take(word, answer, tested=tested)
    if refused:
        raise refused[0]
    return [answer for answer in answers if not isinstance(answer, BaseException)]


def _trouble(progress: _Progress, limits: TextBoxLimits) -> str:
    failed = progress.failed
    return f"{failed} errors in a row" if failed >= limits.failures else ""


def _stop(progress: _Progress, limits: TextBoxLimits) -> str:
    """Why to stop now, or nothing."""
    distinctness = progress.distinctness
    if trouble := _trouble(progress, limits):
        return trouble
    if progress.dry >= limits.patience:
        return f"{progress.dry} answers in a row brought nothing new"
    if (
        progress.answered >= limits.sample
        and distinctness is not None
        and distinctness < limits.tau
    ):
        return f"distinctness {distinctness:.2f} < {limits.tau} of {progress.answered} answers"
    return ""


def seeds(page_words: Sequence[str], common_words: Sequence[str], most: int) -> list[str]:
    """The words to start with, taken in turn from the page and from what many databases hold."""
    turns = chain.from_iterable(zip_longest(page_words, common_words))
    return list(dict.fromkeys(word for word in turns if word))[:most]


def _chunks(words: Sequence[str], size: int) -> list[Sequence[str]]:
    return [words[i : i + size] for i in range(0, len(words), size)]
