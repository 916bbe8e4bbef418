"""What to ask a search box, until it has nothing new to say.

1. Background: nonsense, to learn what an empty answer looks like (000, section 5).
2. Unrestricted: nothing at all; some sites then list their database.
3. Seeds: words of the form page (002, section 5.1).
4. Keywords: words of the records found, while they bring new records.

The informativeness test (002, Definition 1) runs over the answers to words: when fewer than τ of
them are distinct, the box is not worth asking.

Rounds are asked together but judged in the order of asking, so that the same answers always lead to
the same next question, whatever the network did.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from deepweb.surface.answer import Answer, Ask, NotAskedError
from deepweb.surface.keywords import KeywordPlan
from deepweb.surface.nonsense import nonsense

# Fallback seeds where neither the page nor the empty query gave a word that finds anything.
LETTERS = tuple("aeiostnr1")


@dataclass(frozen=True, slots=True)
class TextBoxLimits:
    """When to stop asking; the defaults are in settings.py."""

    background: int
    seeds: int
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


@dataclass(slots=True)
class _Progress:
    seen: set[str]
    """Records known, also from other forms of the site."""
    plan: KeywordPlan = field(default_factory=KeywordPlan)
    asked: int = 0
    signatures: set[str] = field(default_factory=set)
    found: int = 0
    dry: int = 0
    failed: int = 0

    @property
    def distinctness(self) -> float | None:
        return len(self.signatures) / self.asked if self.asked else None

    def take(self, word: str, answer: Answer, *, tested: bool) -> None:
        """Judge one answer; ``tested`` ones count for the informativeness test."""
        new = [record for record in answer.found if record.id not in self.seen]
        self.seen.update(record.id for record in new)
        for record in new:
            self.plan.add(record.title, record.text)
        self.plan.credit(word, len(new))
        self.found += len(new)
        self.failed = self.failed + 1 if answer.kind == "error" else 0
        if tested:
            self.dry = 0 if new else self.dry + 1
            self.asked += 1
            # HTTP errors have no signature and lower the fraction (002, section 4.1).
            self.signatures |= {answer.signature} - {""}

    def begin_test(self) -> None:
        """Start counting anew: seeds that found nothing were the page's fault, not the box's."""
        self.dry = self.asked = 0
        self.signatures.clear()


async def surface_text_box(
    ask: Ask,
    *,
    page_words: Sequence[str],
    seen: set[str],
    rng: random.Random,
    limits: TextBoxLimits,
) -> TextBoxOutcome:
    """Ask a text box until it is dry. ``seen`` grows by the ids of the records found."""
    progress = _Progress(seen)
    try:
        reason = await _ask_all(ask, progress, page_words, rng, limits)
    except NotAskedError as error:
        reason = str(error)
    distinctness = progress.distinctness
    informative = bool(progress.found) and (distinctness is None or distinctness >= limits.tau)
    return TextBoxOutcome(informative, progress.asked, distinctness, reason)


async def _ask_all(
    ask: Ask,
    progress: _Progress,
    page_words: Sequence[str],
    rng: random.Random,
    limits: TextBoxLimits,
) -> str:
    """Run the stages; returns why the asking ended."""
    await _round(ask, progress, "background", nonsense(rng, limits.background), tested=False)
    await _round(ask, progress, "unrestricted", [""], tested=False)
    reason = ""
    for seed in _chunks([*page_words[: limits.seeds], *LETTERS], limits.together):
        if progress.found or (reason := _stop(progress, limits)):
            break
        await _round(ask, progress, "seed", seed, tested=True)
    if not progress.found:
        return reason or "no seed word found anything"
    progress.begin_test()
    while not (reason := _stop(progress, limits)):
        chosen = [word for _ in range(limits.together) if (word := progress.plan.next())]
        if not chosen:
            return "every known word was asked"
        await _round(ask, progress, "keyword", chosen, tested=True)
    return reason


async def _round(
    ask: Ask, progress: _Progress, purpose: str, chosen: Sequence[str], *, tested: bool
) -> None:
    for word in chosen:
        progress.plan.exclude(word)
    asked = (ask(purpose, word) for word in chosen)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for word, answer in zip(chosen, answers, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        progress.take(word, answer, tested=tested)


def _stop(progress: _Progress, limits: TextBoxLimits) -> str:
    """Why to stop now, or nothing."""
    distinctness = progress.distinctness
    if progress.failed >= limits.failures:
        return f"{progress.failed} errors in a row"
    if progress.dry >= limits.patience:
        return f"{progress.dry} answers in a row brought nothing new"
    if progress.asked >= limits.sample and distinctness is not None and distinctness < limits.tau:
        return f"distinctness {distinctness:.2f} < {limits.tau} after {progress.asked} answers"
    return ""


def _chunks(words: Sequence[str], size: int) -> list[Sequence[str]]:
    return [words[i : i + size] for i in range(0, len(words), size)]
