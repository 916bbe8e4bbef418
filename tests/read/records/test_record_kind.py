"""What records look like, by declared types and by the names of their fields."""

from __future__ import annotations

import pytest

from deepweb.read.records.record_kind import declared_kinds, kind_of_names, record_kind
from tests.read.pages import page_of


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("price category script", "product"),
        ("price rating image", "product"),
        ("author year isbn", "document"),
        ("company location salary", "job"),
        ("author date byline", "article"),
        ("venue date time", "event"),
        ("birthdate nationality", "person"),
        ("ingredients rating", "recipe"),
        ("bedrooms bathrooms price", "place"),
        ("director year", "video"),
        # Not plain: names that any record may have.
        ("author date", ""),
        ("date description", ""),
        ("text number", ""),
        ("", ""),
        # A tie is no answer.
        ("isbn price", ""),
    ],
)
def test_names_of_fields(names: str, kind: str) -> None:
    assert kind_of_names(names.split()) == kind


def test_the_declared_type_is_believed_against_the_names() -> None:
    item = '<li itemscope itemtype="https://schema.org/JobPosting"><a href="/{0}">{0}</a></li>'
    page = page_of("<ul>" + "".join(item.format(n) for n in "abc") + "</ul>")
    records = [(element,) for element in page.root.iter("li")]
    assert declared_kinds(records[0]) == {"job"}
    assert record_kind(records, [{"price": "1"}] * 3) == "job"


def test_an_unknown_type_says_nothing() -> None:
    page = page_of('<p itemscope itemtype="http://schema.org/Thing">a</p>')
    assert record_kind([(next(page.root.iter("p")),)], [{"price": "1"}]) == "product"


def test_a_field_that_few_records_have_does_not_count() -> None:
    rows = [{"salary": "1"}, *[{"text": "a"}] * 9]
    records = [(page_of("<p>a</p>").root,)] * 10
    assert record_kind(records, rows) == ""
