"""Which values does an input of HTML5 take, by its own bounds?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf, isfinite

from deepweb.form.model import Input
from deepweb.surface.values.value_type import spread

FIXED = {
    "date": ("date", "Y-m-d"), "month": ("month", "Y-m"), "week": ("week", "Y-Ww"),
    "datetime-local": ("datetime", "Y-m-dT00:00"), "time": ("time", ""),
}  # fmt: skip
"""Type and notation that inputs of HTML5 send."""
# Values counted out between the least and the greatest that an input takes.
_STEPS = 200


def within(box: Input, values: Iterable[str]) -> tuple[str, ...]:
    """Values that the bounds of an input allow, or where these leave few, steps between them."""
    distinct = tuple(dict.fromkeys(values))
    if not (box.minimum or box.maximum):
        return distinct
    if box.kind in FIXED:  # these are written so that later is greater
        least, most = box.minimum, box.maximum or "~"
        return tuple(value for value in distinct if least <= value <= most)
    least_number, most_number = _number(box.minimum, -inf), _number(box.maximum, inf)
    kept = tuple(v for v in distinct if least_number <= _number(v, inf) <= most_number)
    return tuple(dict.fromkeys((*kept, *_steps(box, least_number, most_number))))


def _steps(box: Input, least: float, most: float) -> Iterator[str]:
    if not (isfinite(least) and isfinite(most) and least < most):
        return
    step = max(_number(box.step, 1.0), (most - least) / _STEPS)
    whole = box.step in {"", "any"} or step.is_integer()
    for place in spread(range(int((most - least) / step) + 1)):
        value = least + place * step
        yield str(round(value)) if whole else f"{value:g}"


def _number(text: str, otherwise: float) -> float:
    try:
        number = float(text)
    except ValueError:
        return otherwise
    return number if isfinite(number) else otherwise
