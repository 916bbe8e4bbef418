"""What links of facets say; the cases are written after result pages of shops and libraries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.facets.controls import FilterForm, count_beside, value_and_count
from tests.read.pages import body_of, page_of

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


# Addresses that filter forms ask for.

FORM = """<form action="/search"><input type=hidden name=q value="gps &amp; maps">
  <input type=checkbox name=brand value=3 id=g><label for=g>Garmin</label>
  <input type=checkbox name=brand value=4 checked id=t><label for=t>TomTom</label>
  <input type=radio name=new value=1 checked><input type=radio name=new value=0>
  <select name=size><option value="">Any<option value=s>Small</select>
  <input type=submit name=go value=Go></form>"""


def _urls(html: str) -> list[str | None]:
    page = page_of(html)
    (element,) = page.root.iter("form")
    form = FilterForm.of(page, element)
    assert form is not None
    controls = [e for e in element.iter("input", "option") if e.get("type") != "hidden"]
    return [form.url_with(control) for control in controls if control.get("type") != "submit"]


def test_every_control_at_its_default_but_the_one_chosen() -> None:
    start = "http://site.example/search?q=gps+%26+maps"
    assert _urls(FORM) == [
        f"{start}&brand=4&new=1&size=&brand=3",
        f"{start}&new=1&size=",  # unticked
        f"{start}&brand=4&size=&new=1",
        f"{start}&brand=4&size=&new=0",
        f"{start}&brand=4&new=1&size=",
        f"{start}&brand=4&new=1&size=s",
    ]


@pytest.mark.parametrize(
    "html",
    ["<form method=post><input type=checkbox name=a></form>",
     "<form method=dialog><input type=checkbox name=a></form>",
     '<form action="http://["><input type=checkbox name=a></form>',
     f"<form>{'<input name=a value=1>' * 100}</form>"],
)  # fmt: skip
def test_forms_that_no_address_sends(html: str) -> None:
    page = page_of(html)
    (element,) = page.root.iter("form")
    assert FilterForm.of(page, element) is None


def test_a_control_without_a_name_and_an_endless_value_ask_nothing() -> None:
    html = f"<form><input type=checkbox><input type=checkbox name=a value={'x' * 5000}></form>"
    assert _urls(html) == [None, None]
