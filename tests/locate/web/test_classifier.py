"""Pages that no site is behind."""

from __future__ import annotations

import pytest

from deepweb.locate.web.classifier import why_parked
from deepweb.store.resources import parked_phrases
from tests.read.pages import page_of


@pytest.mark.parametrize(
    "html",
    [
        "<h1>example.com</h1><p>This domain is for sale!</p>",
        "<title>example.com - This website is coming soon</title><body>",
        "<h1>Welcome to nginx!</h1><p>If you see this page, it works.</p>",
        "<p>Diese Domain steht zum Verkauf.</p>",
        "<h1>Account suspended</h1><p>Contact your hosting provider.</p>",
    ],
)
def test_parked(html: str) -> None:
    assert why_parked(page_of(html), parked_phrases()).startswith("parked: it says ")


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Books</h1><p>Used and rare books.</p>",
        "<p>This domain is for sale.</p>" + "<p>A site about domains says much of them.</p>" * 70,
        "",
    ],
)
def test_not_parked(html: str) -> None:
    assert not why_parked(page_of(html or "<html></html>"), parked_phrases())
