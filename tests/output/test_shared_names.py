"""Records under the names of schema.org and of zyte-common-items."""

from __future__ import annotations

import pytest

from deepweb.output.shared_names import shared
from tests.samples import record

FIELDS = {
    "price": "$ 12.50",
    "price_amount": 12.5,
    "price_currency": "USD",
    "brand": "Acme",
    "rating": "4/5",
    "rating_value": 4.0,
    "rating_scale": 5,
    "script": "Latin",
}


def test_a_product_of_schema_org() -> None:
    made = shared(record(1, kind="product", fields=FIELDS), "schema.org")
    assert made["@type"] == "Product"
    assert made["name"] == record(1).title
    assert made["offers"] == {"@type": "Offer", "price": 12.5, "priceCurrency": "USD"}
    assert made["brand"] == {"@type": "Brand", "name": "Acme"}
    assert made["aggregateRating"] == {"@type": "AggregateRating", "ratingValue": 4.0}
    assert made["additionalProperty"] == [
        {"@type": "PropertyValue", "name": "script", "value": "Latin"}
    ]


def test_a_product_of_zyte_common_items() -> None:
    made = shared(record(1, kind="product", fields=FIELDS), "zyte")
    assert (made["price"], made["currency"]) == (12.5, "USD")
    assert made["brand"] == {"name": "Acme"}
    assert made["additionalProperties"] == [{"name": "script", "value": "Latin"}]


@pytest.mark.parametrize(("kind", "name"), [("job", "jobTitle"), ("article", "headline")])
def test_the_title_has_the_name_of_its_kind(kind: str, name: str) -> None:
    told = record(1, kind=kind, fields={"author": "A. Uthor"})
    made = shared(told, "zyte")
    assert made[name] == told.title
    assert made["authors"] == [{"name": "A. Uthor"}]


def test_without_a_kind_it_is_a_thing_and_nothing_is_lost() -> None:
    made = shared(record(1, fields={"text": "a", "text_2": "b"}, url=None), "schema.org")
    assert made["@type"] == "Thing"
    assert "url" not in made
    assert [each["value"] for each in made["additionalProperty"]] == ["a", "b"]


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match=r"choose schema\.org or zyte"):
        shared(record(1), "dublin core")
