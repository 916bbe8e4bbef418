"""Queries that look for the site itself."""

from __future__ import annotations

import pytest

from deepweb.surface.queries.query_filter import log_site, names_site


@pytest.mark.parametrize(
    ("query", "site", "expected"),
    [
        ("ebay uk", "ebay.com", True),
        ("e bay", "ebay.co.uk", True),
        ("barnesandnoble locations", "barnesandnoble.com", True),
        ("barnes and noble", "www.barnesandnoble.com", True),
        ("iphone 4", "ebay.com", False),
        ("shopping cart", "shop.example.org", False),
        ("anything", "127.0.0.1:8000", False),
        ("", "ebay.com", False),
    ],
)
def test_navigational_queries(query: str, site: str, expected: bool) -> None:
    assert names_site(query, site) is expected


def test_www_makes_no_other_site() -> None:
    assert log_site("WWW.Example.org.") == log_site("example.org") == "example.org"
