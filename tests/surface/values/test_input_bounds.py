"""What inputs take by their own bounds."""

from __future__ import annotations

import pytest

from deepweb.form.model import Input
from deepweb.surface.values.input_bounds import within


@pytest.mark.parametrize(
    ("minimum", "maximum", "step", "expected"),
    [
        ("", "", "", ("5", "500")),
        ("1", "100", "50", ("5", "51", "1")),
        ("0", "1", "0.5", ("1", "0.5", "0")),
        ("nan", "inf", "x", ("5", "500")),
        ("9", "1", "", ()),
    ],
)
def test_bounds_of_an_input_are_kept(
    minimum: str, maximum: str, step: str, expected: tuple[str, ...]
) -> None:
    box = Input("n", "number", minimum=minimum, maximum=maximum, step=step)
    assert within(box, ("5", "500")) == expected


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("date", ("2026-01-31", "2026-02-01", "2027-01-01"), ("2026-02-01",)),
        ("text", ("a", "b", "a"), ("a", "b")),
    ],
)
def test_dates_are_bound_as_they_are_written(
    kind: str, values: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    bounds = {"minimum": "2026-02-01", "maximum": "2026-12-31"} if kind == "date" else {}
    assert within(Input("n", kind, **bounds), values) == expected  # type: ignore[arg-type]
