"""What pages declare for machines: pages as shops and libraries write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deepweb.read.details.declared import declared
from deepweb.read.details.reading import read_details
from tests.read.pages import page_of


def json_ld(thing: Any) -> str:
    return f"<script type='application/ld+json'>{json.dumps(thing)}</script>"


CHAIR = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "Amber chair",
    "sku": "A-17",
    "brand": {"@type": "Brand", "name": "Olsen"},
    "offers": {"@type": "Offer", "price": 12.5, "priceCurrency": "EUR"},
    "aggregateRating": {"ratingValue": "4.5", "reviewCount": 3},
    "image": ["/a.jpg", "/b.jpg"],
}
SITE = {"@type": "WebSite", "name": "Wood & Co", "potentialAction": {"@type": "SearchAction"}}
DECLARED = {
    "the object that is called as the page is": (
        json_ld({"@graph": [SITE, CHAIR]}),
        {
            "sku": ["A-17"],
            "brand": ["Olsen"],
            "price": ["12.5"],
            "price_currency": ["EUR"],
            "aggregate_rating_rating_value": ["4.5"],
            "aggregate_rating_review_count": ["3"],
            "image": ["http://wood.example/a.jpg", "http://wood.example/b.jpg"],
        },
    ),
    "not the site": (json_ld(SITE), {}),
    "not JSON": ("<script type='application/ld+json'>{'name': </script>", {}),
    "microdata that nobody sees": (
        "<div itemscope><meta itemprop='gtin13' content='4006381333931'></div>",
        {"gtin13": ["4006381333931"]},
    ),
    "OpenGraph": (
        "<meta property='og:image' content='/c.jpg'><meta property='og:site_name' content='Wood'>"
        "<meta property='product:price:amount' content='12.50'>",
        {"image": ["http://wood.example/c.jpg"], "price_amount": ["12.50"]},
    ),
}


@pytest.mark.parametrize("case", DECLARED)
def test_declared(case: str) -> None:
    html, expected = DECLARED[case]
    page = page_of(f"<html><head></head><body>{html}</body></html>", "http://wood.example/chair")
    assert declared(page, "Amber chair") == expected


def test_what_the_page_shows_keeps_the_name_that_people_see() -> None:
    def page(n: int) -> str:
        thing = CHAIR | {"name": f"Chair {n}", "sku": f"A-{n}"}
        return (
            f"<html><head><title>Chair {n} - Wood</title>{json_ld(thing)}</head><body>"
            f"<h1>Chair {n}</h1><p>Item number: A-{n}</p><img class='big' src='/{n}.jpg'>"
            "<img src='/logo.png'></body></html>"
        )

    every = read_details([page_of(page(n), f"http://wood.example/{n}") for n in range(4)])
    for n, details in enumerate(every):
        assert details.fields["item_number"] == f"A-{n}"
        assert "sku" not in details.fields
        # The same for all of them: it is not about the thing.
        assert "brand" not in details.fields
        assert details.fields["image"] == f"http://wood.example/{n}.jpg"
