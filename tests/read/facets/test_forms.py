"""Addresses that filter forms ask for."""

import pytest

from deepweb.read.facets.forms import FilterForm
from tests.read.pages import page_of

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
