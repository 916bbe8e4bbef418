"""A box is found again by its place."""

from __future__ import annotations

import pytest

from deepweb.form.box_place import box_places
from deepweb.form.model import forms
from tests.read.pages import page_of


@pytest.mark.parametrize(
    ("html", "places"),
    [
        ('<input type="hidden" name="a"><form><input name="b"><input name="q"></form>', [2]),
        ('<textarea></textarea><form><input type="search" id="q" class="x  y"></form>', [1]),
        ('<form><input name="q" class="small"><input name="q" class="large"></form>', [1]),
        ('<form><input name="q"></form><form><input name="q"></form>', [0, 1]),
    ],
)
def test_places(html: str, places: list[int]) -> None:
    page = page_of(html)
    box = forms(page)[0].inputs[-1]
    assert box_places(page, box) == places
