"""Counts reasons of one kind together: "by 0.93" and "by 0.91" are "by …", twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

# The figures of a reason, without the status of an answer: that is the reason itself.
_FIGURES = re.compile(r"(?<!HTTP )(?<!status )(?<!\d)\d++(?:[.,]\d++)*")


def counted_reasons(reasons: Iterable[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Count pairs of a thing that was left and its reason; the most frequent first.

    Figures in reasons are left out only if they differ.
    """
    alike: dict[tuple[str, str], Counter[str]] = {}
    for what, reason in reasons:
        alike.setdefault((what, _FIGURES.sub("…", reason)), Counter())[reason] += 1
    counted = [
        (what, next(iter(told)) if len(told) == 1 else kind, told.total())
        for (what, kind), told in alike.items()
    ]
    return sorted(counted, key=lambda each: -each[2])
