"""What values without a label are called."""

from __future__ import annotations

import pytest

from deepweb.read.details.names import sort_of

SORTS = {
    "2021-06-15": "date",
    "15.06.2021": "date",
    "206-448-0901": "phone",
    "+49 30 1234567": "phone",
    "$12.00": "price",
    "me@example.org": "email",
    "www.example.org": "website",
    "1234567": "",
    "oak": "",
}


@pytest.mark.parametrize("text", SORTS)
def test_the_sort_of_a_value(text: str) -> None:
    assert sort_of(text) == SORTS[text]
