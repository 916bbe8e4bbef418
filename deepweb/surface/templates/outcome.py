"""Whether a template of a form was worth asking, whoever found out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TemplateOutcome:
    """Some inputs to fill in (002, section 3.1), and whether that is worth it, and why."""

    binding: tuple[str, ...]
    informative: bool
    tested: int
    distinctness: float | None
    reason: str
