"""What on a page answers the query, and what stands there whatever is asked?"""

import pytest

from deepweb.page.page import Page
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import Background
from tests.read.pages import URL, page_of

MENU = "<nav><a href='/'>Home</a></nav><ul><li><a href='/about'>About us</a></li></ul>"
EMPTY = Background.of(
    [
        (("home", "about us", "0 results for \N{HORIZONTAL ELLIPSIS}"), (f"{URL}", "http://site.example/about"))
    ]
)  # fmt: skip


def fresh_of(body: str, **query: str) -> tuple[Page, Fresh]:
    page = page_of(f"<html><body>{body}</body></html>")
    return page, Fresh(page, AskedQuery(URL, query), EMPTY)


def test_what_answers_to_nonsense_say_too_is_not_fresh() -> None:
    page, fresh = fresh_of(
        f"{MENU}<p>7 results for pump</p><ol><li><a href='/item/1'>Brass pump</a></li></ol>",
        q="pump",
    )
    told = {element.tag: n for element, n in fresh.length.items()}
    assert told == dict.fromkeys(("html", "body", "ol", "li", "a"), len("Brass pump"))
    assert fresh.length[page.root] == len("Brass pump")


def test_where_fresh_links_lead() -> None:
    page, fresh = fresh_of(f"{MENU}<p><a href='/item/1'>Brass pump</a></p>")
    (link,) = page.root.iter("p")
    assert fresh.targets[link] == ("http://site.example/item/1",)
    (menu,) = page.root.iter("ul")
    assert fresh.targets[menu] == ()


def test_links_to_further_searches_are_no_part_of_the_answer() -> None:
    page, fresh = fresh_of(
        "<p><a href='/item/1'>Brass pump</a></p><p><a href='?q=pump&amp;colour=red'>red</a></p>"
        "<p><a href='/refine?q=pump'>more like this</a></p>",
        q="pump",
    )
    assert [link.text for link in page.root.iter("a") if link in fresh.searches] == [
        "red",
        "more like this",
    ]
    assert fresh.length[page.root] == len("Brass pump")


def test_where_every_link_hands_the_query_on_that_says_nothing() -> None:
    page, fresh = fresh_of("<p><a href='/item/1?q=pump'>Brass pump</a></p>", q="pump")
    assert not fresh.searches
    assert fresh.length[page.root] == len("Brass pump")


@pytest.mark.parametrize("tag", ["select", "button", "nav", "label", "textarea"])
def test_controls_hold_no_answers(tag: str) -> None:
    page, fresh = fresh_of(f"<{tag}>Brass pump</{tag}>")
    assert not fresh.length[page.root]


@pytest.mark.parametrize(
    ("url", "is_search", "carries"),
    [
        (f"{URL}?q=pump&page=2", True, True),
        (f"{URL}?page=2", False, False),
        (URL, True, False),
        ("http://site.example/item?q=pump", False, True),
        ("http://site.example/item?q=anvil", False, False),
        ("http://site.example/item?faq=pump", False, False),
        ("http://other.example/search?q=pump", False, True),
    ],
)
def test_links_that_ask_again(url: str, is_search: bool, carries: bool) -> None:
    asked = AskedQuery(URL, {"q": "pump"})
    assert asked.is_search(url) is is_search
    assert asked.carries_query(url) is carries


@pytest.mark.parametrize(
    ("link", "is_search"),
    [
        pytest.param("<a href='/search?q=0x1D7A3804'>1D7A3804</a>", False, id="a record's number"),
        pytest.param("<a href='/search?q=brass+pump'>brass pump</a>", True, id="a related query"),
        pytest.param("<a href='/search?q=pump&page=2'>next</a>", True, id="the next page"),
        pytest.param("<a href='/search?q=pump&kind=7'>Tools</a>", True, id="a facet"),
        pytest.param("<a href='/search?q=0x1D7A3804'><img src=x></a>", True, id="a picture"),
    ],
)
def test_a_search_for_a_number_that_is_not_shown_is_a_record(link: str, is_search: bool) -> None:
    page, fresh = fresh_of(f"<p>{link} and some text of its own</p>", q="pump")
    (element,) = page.root.iter("a")
    assert (element in fresh.searches or not fresh.length[element]) == is_search
