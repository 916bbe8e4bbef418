"""The demo site answers as the site of the tests of the same style."""

from __future__ import annotations

import pytest

from demosite import DemoSite
from demosite.server import Question
from tests.site.demo import demo_site


@pytest.mark.parametrize(
    ("target", "body"),
    [
        pytest.param("/", "", id="home"),
        pytest.param("/search", "", id="nothing asked"),
        pytest.param("/search?q=", "", id="blank"),
        pytest.param("/search?q=+", "", id="a space"),
        pytest.param("/search?q=arrow", "", id="one page"),
        pytest.param("/search?q=with", "", id="several pages"),
        pytest.param("/search?q=LETTER", "", id="many pages"),
        pytest.param("/search?q=letter&page=7&sort=title", "", id="in the middle"),
        pytest.param("/search?q=letter&page=999", "", id="beyond the last page"),
        pytest.param("/search?q=letter&page=no", "", id="no page"),
        pytest.param("/search?q=letter+small&sort=odd", "", id="two words, no such order"),
        pytest.param("/search?category=Symbol%2C+math&sort=newest", "", id="a category"),
        pytest.param("/search?category=None&q=letter", "", id="no such category"),
        pytest.param("/search?q=%3Cb%3E%26&sort=price", "", id="markup"),
        pytest.param("/search?q=zzzz", "", id="no results"),
        pytest.param("/search?q=a&q=arrow&page=1", "", id="twice"),
        pytest.param("/item/0041", "", id="a record, or none"),
        pytest.param("/item/zzzz", "", id="no record"),
        pytest.param("/about", "", id="a page of the menu"),
        pytest.param("/robots.txt", "", id="robots.txt"),
        pytest.param("/nowhere", "", id="no page there"),
        pytest.param("/login", "", id="the address of a form"),
        pytest.param("/newsletter", "email=a%40b.example", id="another form"),
        pytest.param("/search", "q=arrow", id="posted"),
    ],
)
def test_the_same_page(target: str, body: str) -> None:
    question = Question("POST" if body else "GET", target, body)
    expected, page = demo_site().respond(question), DemoSite().respond(question)
    assert page.body == expected.body
    assert (page.status, page.type) == (expected.status, expected.type)


def test_every_record_has_its_page() -> None:
    site, demo = demo_site(), DemoSite()
    for entry in site.catalogue.records[::97]:
        question = Question("GET", f"/item/{entry.id}")
        assert demo.respond(question).body == site.respond(question).body
