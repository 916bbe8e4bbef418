"""Which boxes may be filled in, and where they stand."""

from __future__ import annotations

import json

import pytest
from scrapy.settings import Settings

from deepweb.browser.search_boxes import box_places, broad_words, data_words, search_boxes
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.scripted.visit import has_results
from deepweb.form.model import forms
from deepweb.surface.script.exchange import LOAD, Exchange
from tests.read.pages import page_of

SETTINGS = Settings()
SETTINGS.setmodule("deepweb.settings")
HOME = "https://www.example.org/"


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ('<input type="search" id="q" placeholder="Search">', 1),
        (
            '<form onsubmit="return false"><input type="search" id="q"><button>Go</button></form>',
            1,
        ),
        ('<form action="javascript:go()"><input type="search" name="q"></form>', 1),
        ('<form><input type="email" name="mail"><button>Subscribe</button></form>', 0),
        ('<form><input name="user"><input type="password"><button>Log in</button></form>', 0),
        ('<form><input type="search" name="q"><input type="password" name="p"></form>', 0),
        ('<form><input type="search" name="q"><div class="g-recaptcha"></div></form>', 0),
        ("<p>No box</p>", 0),
        ("", 0),
    ],
)
def test_boxes(html: str, count: int) -> None:
    assert len(search_boxes(html, HOME, FormJudge.of(SETTINGS), 0.9)) == count


def test_a_menu_that_scripts_draw_is_no_box_to_write_in() -> None:
    menus = "".join(f"<label>{each} <input readonly></label>" for each in ("Biome", "Status"))
    html = f"<form onsubmit='return false'><label>Name <input></label>{menus}<button>Search</form>"
    (box,) = search_boxes(html, HOME, FormJudge.of(SETTINGS), 0.9)
    assert (box.places, box.may_post) == ((0,), True)


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<h1>Schools</h1><input placeholder='Name or town'><button>Go</button>", 1),
        ("<h1>Birds</h1><div><input></div>", 1),
        ("<h1>Birds</h1><input><input>", 0),
        ("<h1>Tasks</h1><input placeholder='Add a task'><button>Add</button>", 0),
        ("<h1>News</h1><input placeholder='Your e-mail address'><button>Subscribe</button>", 0),
        ("<h1>Hello</h1><input placeholder=User><input type=password>", 0),
    ],
)
def test_a_box_that_stands_alone_may_not_post(html: str, count: int) -> None:
    judge = FormJudge.of(SETTINGS)
    assert not search_boxes(html, HOME, judge, 0.9)
    boxes = search_boxes(html, HOME, judge, 0.9, is_lone=True)
    assert len(boxes) == count
    assert not any(box.may_post for box in boxes)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("<p>You asked: dune</p><ul><li>Dune by Herbert</li><li>Sand and water</li></ul>", True),
        ("<p>dune</p><p>Nothing found</p>", False),
        ("<p>0 results</p>", False),
        ('<ul><li><a href="/books/Dune.html">Dune</a></li></ul>', True),
        ('<p><a href="/ask?q=dune">Dune</a></p><p><a href="/ask/dune">dune</a></p>', False),
        ('<p><a href="https://other.example/dune.html">dune</a></p>', False),
        ("", False),
    ],
)
def test_results(found: str, expected: bool) -> None:
    nothing = "<p>You asked: xqzt</p><p>Nothing found</p>"
    assert has_results(nothing, found, "dune") == expected


def test_words_that_may_fill_more_than_a_page() -> None:
    found = "<p>Dune and sand</p><p>Sand of Mars</p><p>Dune of Venus</p>"
    words = broad_words("<p>Nothing</p>", found, "dune", ["history", "dune", "a"])
    assert words[:2] in (["sand", "of"], ["of", "sand"])
    assert words[2] == "a"


def test_words_of_the_data_that_a_page_has_loaded() -> None:
    titles = [["el-refugio", "El breve refugio"], ["b", "Garza y refugio"], ["c", {"t": "Garza"}]]
    loaded = Exchange("GET", "http://x/titles.json", LOAD, answer=json.dumps(titles).encode())
    assert data_words([loaded], 2) in (["refugio", "garza"], ["garza", "refugio"])


@pytest.mark.parametrize(
    ("html", "places"),
    [
        ('<input type="hidden" name="a"><form><input name="b"><input name="q"></form>', [2]),
        ('<textarea></textarea><form><input type="search" id="q" class="x  y"></form>', [1]),
        ('<form><input name="q" class="small"><input name="q" class="large"></form>', [1]),
        ('<form><input name="q"></form><form><input name="q"></form>', [0, 1]),
    ],
)
def test_a_box_is_found_again_by_its_place(html: str, places: list[int]) -> None:
    page = page_of(html)
    box = forms(page)[0].inputs[-1]
    assert box_places(page, box) == places
