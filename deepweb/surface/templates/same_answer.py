"""Do two answers show the same?

As in ``informativeness``, by their records or by what they say. But two limits of one attribute may
list the same records first and differ only behind them: where both answers tell how many records
there are, they must tell the same number.
"""

from __future__ import annotations

from deepweb.surface.templates.informativeness import Seen, is_alike


def is_same_answer(one: Seen, other: Seen) -> bool:
    """Was the second question answered like the first?"""
    is_counted = one.count is not None and other.count is not None
    return is_alike(one, other) and not (is_counted and one.count != other.count)
