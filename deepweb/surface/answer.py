"""What an algorithm sees of the answer to a submission, live or from the ledger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


class NotAskedError(Exception):
    """A submission that may not be made: budget spent, robots.txt forbids, another host."""


class AnswerLostError(Exception):
    """An answer that came but could not be kept; nothing may be built on it, so nothing goes on."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record on an answer: its id, and the texts that new keywords come from."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; ``found`` is empty unless ``kind`` is ``results`` or ``duplicate``."""

    kind: str
    signature: str
    found: tuple[Found, ...] = ()


Ask = Callable[[str, str], Awaitable[Answer]]
"""``answer = await ask(purpose, word)``; raises NotAskedError."""
