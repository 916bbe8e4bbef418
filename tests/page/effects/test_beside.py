"""Tips of links, and sentences beside them, may tell what the text of a link leaves out."""

from __future__ import annotations

import pytest
from lxml.html import HtmlElement

from deepweb.page.effects.beside import told_of_link, told_of_results
from deepweb.page.page import Page
from deepweb.store.resources import effects
from tests.read.pages import page_of

JUDGE = effects()


def link_on(html: str) -> tuple[HtmlElement, Page]:
    page = page_of(f"<html><body><div>{html}</div></body></html>")
    return next(page.root.iter("a")), page


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/air/next title='douses it for all listeners'>Onward</a>",
        "<a href=/air/next aria-label='douses it for all listeners'>Onward</a>",
        "<p>Job. <a href=/jobs/5>Onward</a> \u2013 your papers go to the firm.</p>",
        "<p>May: <a href=/draw/may>Onward</a> (the lot falls then)</p>",
    ],
)
def test_what_a_link_does_besides(html: str) -> None:
    link, page = link_on(html)
    assert told_of_link(link, page, JUDGE)


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/maps title='Old maps of towns'>Maps</a>",
        "<a href=/x title='View all of the towns'>Onward</a>",
        "<a href=/x title='House of the Rising Sun'>Onward</a>",
        "<a href=/x title='a story of the sea'>The long title of some story</a>",
        "<a href=/x title='the united nations'>UN</a>",
        "<a href=/1 title='go on to the advert'>Lamp</a>" * 3,
        "<p>With <a href=/x>Onward</a> you keep your head in any weather.</p>",
        "<p><a href=/x>Onward</a> (1931)</p>",
    ],
)
def test_most_tips_and_texts_say_nothing_else(html: str) -> None:
    link, page = link_on(html)
    assert not told_of_link(link, page, JUDGE)


def test_a_sentence_near_a_link_to_more_results_tells_what_it_does() -> None:
    quoted, _ = link_on("<p><a href=/r?call=1>Free now (2)</a></p><p>'Free now' rings them up.</p>")
    assert told_of_results(quoted, JUDGE)
    paid, _ = link_on("<p><a href=/r?p=2>Next</a></p><p>1 \u20ac goes off your balance.</p>")
    assert told_of_results(paid, JUDGE)
    plain, _ = link_on("<p><a href=/r?p=2>Next</a></p><p>The room is open on weekdays.</p>")
    assert not told_of_results(plain, JUDGE)
