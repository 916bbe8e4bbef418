"""What is a record called, and which link leads to it?"""

# ruff: noqa: RUF001 - signs of many scripts are what is tested

import pytest
from hypothesis import given, settings

from deepweb.read.records.title import may_be_title, title_and_link
from tests.read.pages import body_of, broken_html, page_of


@pytest.mark.parametrize(
    ("html", "title", "href"),
    [
        pytest.param("<li><a href=/c>Rivers</a><h3><a href=/1>Old <b>maps</b></a></h3></li>",
                     "Old maps", "/1", id="a heading before a link"),
        pytest.param("<a href=/1><h3>Maps</h3><p>All of them</p></a>", "Maps", "/1",
                     id="a link around the heading"),
        pytest.param("<li><h3>Maps</h3><a href=/1>Read more</a></li>", "Maps", "/1",
                     id="the only link"),
        pytest.param("<li><h2>Results</h2><h3><a href=/1>Maps</a></h3></li>", "Maps", "/1",
                     id="a heading with a link before one without"),
        pytest.param("<li><h2><a href=/1>Post</a></h2><h3 class=r-title><a href=/1>Maps</a></h3>",
                     "Maps", "/1", id="the heading of a section, and one called title"),
        pytest.param("<li><a href=/1><img src=p.png></a><a href=/1>Maps</a></li>", "Maps", "/1",
                     id="a picture says nothing"),
        pytest.param("<li><a href=/cart?add=1>Buy now</a><a href=/1>Maps</a></li>", "Maps", "/1",
                     id="no action"),
        pytest.param("<li><a href=/r>9 comments</a><a href=/d>2 May 2015</a><a href=/1>Maps</a>",
                     "Maps", "/1", id="no count, no date"),
        pytest.param("<li><a href=/1><cite>www.a.example › maps</cite><i class=t>Old maps</i></a>",
                     "Old maps", "/1", id="the address stands in the link"),
        pytest.param("<li><a href=/1><div>a.example</div><div><em></em>Old maps</div></a></li>",
                     "Old maps", "/1", id="a domain line"),
        pytest.param("<li><a href=/u>Twain</a><div class=item-title><a href=/1>Maps</a></div></li>",
                     "Maps", "/1", id="its class is title"),
        pytest.param("<li><a href=/1>Maps</a><span class=author-name>Twain</span></li>",
                     "Maps", "/1", id="the name of somebody else"),
        pytest.param("<li><b itemprop=name>Maps</b><h4>Offers</h4><a href=/1>See</a></li>",
                     "Maps", "/1", id="microdata"),
        pytest.param('<li><p itemprop=author itemscope><b itemprop=name>Twain</b></p>'
                     "<h4><a href=/1>Maps</a></h4></li>", "Maps", "/1", id="the author's name"),
        pytest.param("<li><a href=/1>1984</a> by Orwell</li>", "1984", "/1",
                     id="a number that is linked"),
        pytest.param("<li><a href=/1>1984</a> <i>12.50</i></li>", "1984", "/1",
                     id="a number, where nothing else is"),
        pytest.param("<li><b>Maps</b><br>All of them</li>", "Maps", None, id="a first line"),
        pytest.param("<li><a href=#top>Up</a><a href='javascript:x()'>Do</a><p>Maps</p></li>",
                     "Up", None, id="links that lead nowhere"),
        pytest.param("<li><h3><span>Ad</span> <a href=/1>Old maps</a></h3></li>", "Old maps", "/1",
                     id="a badge in the heading"),
        pytest.param("<li><div class=name-box><b class=title>Maps</b><i>Twain</i></div>", "Maps",
                     None, id="the innermost that is called a title"),
        pytest.param("<li></li>", "", None, id="nothing"),
    ],
)  # fmt: skip
def test_title_and_link(html: str, title: str, href: str | None) -> None:
    said, link = title_and_link([body_of(html)])
    assert (said, link.get("href") if link is not None else None) == (title, href)


def test_a_heading_that_only_counts_is_no_title() -> None:
    record = body_of("<div><h6>Views 1,483</h6><a href=/b>A guide to reference books</a></div>")
    title, link = title_and_link([record])
    assert title == "A guide to reference books"
    assert link is not None
    assert link.get("href") == "/b"


def test_a_record_of_several_elements() -> None:
    page = page_of("<body><h3>Maps</h3><p>All</p><p><a href=/1>Read more</a></p></body>")
    title, link = title_and_link(list(page.root.iter("h3", "p")))
    assert title == "Maps"
    assert link is not None and link.get("href") == "/1"


def test_a_record_inside_a_link() -> None:
    (card,) = page_of("<body><a href=/1><div><b>Maps</b></div></a></body>").root.iter("div")
    title, link = title_and_link([card])
    assert title == "Maps"
    assert link is not None and link.get("href") == "/1"


@pytest.mark.parametrize(
    "text",
    ["Read more", "Details", "Weiterlesen", "12 reviews", "$5.00", "a.example", "Buy now",
     "Add to cart",
     "www.a.example › b › c", "3 May 2014", "", "…", "View all 12 offers",
     "3/small/368_fpx.tif ,7/small/368.tif", "/img/cover.jpg"],
)  # fmt: skip
def test_no_titles(text: str) -> None:
    assert not may_be_title(text)


@pytest.mark.parametrize(
    "text",
    [
        "All Pets Are Funny",
        "More than a woman",
        "Reading the river",
        "It",
        "Add water",
        "地図",
        "File:Map.jpg",
    ],
)
def test_titles(text: str) -> None:
    assert may_be_title(text)


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_record_can_be_called(html: str) -> None:
    for element in page_of(html).root.iter("div", "tr", "li", "a"):
        title, _ = title_and_link([element])
        assert title == " ".join(title.split())
