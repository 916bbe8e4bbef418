"""What links of facets say; the cases are written after result pages of shops and libraries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.facets.count import count_beside, value_and_count
from tests.read.pages import body_of

CASES = (
    ("<a>Garmin (12)</a>", "Garmin", 12),
    ("<a>Garmin [1,234]</a>", "Garmin", 1234),
    ("<a>Garmin <span>12</span></a>", "Garmin", 12),
    ("<a>Garmin <span class=badge>(1.234)</span></a>", "Garmin", 1234),
    ("<a><em>7</em> Garmin</a>", "Garmin", 7),
    ("<a>China (Mainland) (198120)</a>", "China (Mainland)", 198120),
    ("<a>ガーミン（12）</a>", "ガーミン", 12),  # noqa: RUF001
    ("<a>غارمن (١٢)</a>", "غارمن", 12),
    ("<a>Garmin (12 items)</a>", "Garmin", 12),
    ("<a>Size 12</a>", "Size 12", None),
    ("<a>2012</a>", "2012", None),
    ("<a><span>2012</span></a>", "2012", None),
    ("<a>2012 <span>15</span></a>", "2012", 15),
    ("<a>Garmin (99+)</a>", "Garmin (99+)", None),
    ("<a>Short (0-4 min)</a>", "Short (0-4 min)", None),
    ("<a>• Garmin »</a>", "Garmin", None),
    ("<a></a>", "", None),
)


@pytest.mark.parametrize(("html", "value", "count"), CASES)
def test_value_and_count(html: str, value: str, count: int | None) -> None:
    assert value_and_count(body_of(html)) == (value, count)


@pytest.mark.parametrize(
    ("text", "count"),
    [("(12)", 12), ("12", 12), (" 1 234 ", 1234), ("12 results", 12), ("12件", 12), ("[3]", 3),
     ("", None), ("Brand", None), ("12 of the best", None), ("1.2k+", None), ("4 & up", None)],
)  # fmt: skip
def test_count_beside(text: str, count: int | None) -> None:
    assert count_beside(text) == count


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    count = count_beside(text)
    assert count is None or count >= 0
