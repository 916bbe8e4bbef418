"""Menus and tick boxes beside a search box, as inputs of the request that was observed."""

from __future__ import annotations

from dataclasses import replace

from deepweb.form.model import Form
from deepweb.form.submission import submission
from deepweb.surface.script.filters import ShownFilter
from deepweb.surface.script.observed_request import observed_search
from tests.surface.script.test_observed_request import BOOKS, SEEN, get

GENRES = (("", "All genres"), ("sf", "Science fiction"), ("poem", "Poetry"))
MENU = ShownFilter("Genre", GENRES, "sf", "filter 0", wildcard="")
TICK = ShownFilter("with archived books", (), "on", "filter 1")
FEW = {"hits": BOOKS[:2], "of": 2}
ALL = {"hits": BOOKS, "of": 3}


def form_of(*filters: ShownFilter, after: dict[str, str], answer: object = FEW) -> Form:
    asked = {"q": "dune", "genre": "", "old": "0"}
    before = get("/api", FEW, **asked)
    changed = [get("/api", answer, each.stage, **{**asked, **after}) for each in filters]
    search = observed_search([before, *changed], replace(SEEN, filters=filters))
    assert search is not None
    return search.form


def test_a_menu_tells_the_values_of_an_argument() -> None:
    form = form_of(MENU, after={"genre": "sf"})
    (menu,) = [control for control in form.inputs if control.name == "genre"]
    assert (menu.kind, menu.label, menu.options, menu.wildcard) == ("select", "Genre", GENRES, "")
    assert submission(form, {"q": "x", "genre": "poem"}).url == "http://x/api?q=x&genre=poem&old=0"


def test_or_their_labels() -> None:
    form = form_of(MENU, after={"genre": "Science fiction"})
    (menu,) = [control for control in form.inputs if control.name == "genre"]
    assert ("Poetry", "Poetry") in menu.options


def test_a_tick_that_changes_one_argument_is_a_choice() -> None:
    form = form_of(TICK, after={"old": "1"})
    (tick,) = [control for control in form.inputs if control.name == "old"]
    assert tick.options == (("0", ""), ("1", "with archived books"))
    assert tick.default == "0"


def test_a_tick_that_brings_more_records_becomes_the_default() -> None:
    form = form_of(TICK, after={"old": "1"}, answer=ALL)
    assert submission(form, {"q": "x"}).url == "http://x/api?q=x&genre=&old=1"


def test_a_larger_total_says_so_too() -> None:
    form = form_of(TICK, after={"old": "1"}, answer={"hits": BOOKS[1:], "of": 90})
    assert dict(form.defaults)["old"] == "1"


def test_so_does_a_total_in_a_header() -> None:
    asked = {"q": "dune", "old": "0"}
    before = replace(get("/api", FEW, **asked), told=(("X-Total-Count", "9"),))
    after = get("/api", FEW, TICK.stage, **{**asked, "old": "1"})
    changed = replace(after, told=(("X-Total-Count", "12"),))
    search = observed_search([before, changed], replace(SEEN, filters=(TICK,)))
    assert search is not None
    assert dict(search.form.defaults)["old"] == "1"


def test_so_do_other_records_between_the_same_ones() -> None:
    other = {"key": "b9", "label": "Dune, an old one", "about": "Sand"}
    mixed = {"hits": [BOOKS[0], other, BOOKS[1]], "of": 2}
    whole = {"hits": BOOKS, "of": 2}
    asked = {"q": "dune", "old": "0"}
    for answer, default in ((mixed, "1"), ({"hits": [*BOOKS[1:], other], "of": 2}, "0")):
        changed = get("/api", answer, TICK.stage, **{**asked, "old": "1"})
        search = observed_search(
            [get("/api", whole, **asked), changed], replace(SEEN, filters=(TICK,))
        )
        assert search is not None
        assert dict(search.form.defaults)["old"] == default


def test_a_box_that_was_ticked_and_hides_records_is_left_out() -> None:
    only = ShownFilter("only new ones", (), "on", "filter 2")
    changed = get("/api", ALL, only.stage, q="dune")
    search = observed_search(
        [get("/api", FEW, q="dune", new="1"), changed], replace(SEEN, filters=(only,))
    )
    assert search is not None
    assert submission(search.form, {"q": "x"}).url == "http://x/api?q=x"
    assert submission(search.form, {"q": "x", "new": "1"}).url == "http://x/api?q=x&new=1"


def test_a_box_that_was_ticked_and_hides_nothing_stays() -> None:
    only = ShownFilter("with pictures", (), "on", "filter 2")
    changed = get("/api", FEW, only.stage, q="dune")
    search = observed_search(
        [get("/api", FEW, q="dune", new="1"), changed], replace(SEEN, filters=(only,))
    )
    assert search is not None
    assert submission(search.form, {"q": "x"}).url == "http://x/api?q=x&new=1"


def test_an_argument_that_was_not_there_is_sent_if_it_is_chosen() -> None:
    form = form_of(TICK, after={"also": "old"})
    assert submission(form, {"q": "x"}).url == "http://x/api?q=x&genre=&old=0"
    assert submission(form, {"q": "x", "also": "old"}).url.endswith("&also=old")


def test_a_change_of_two_arguments_tells_nothing() -> None:
    form = form_of(TICK, after={"old": "1", "genre": "sf"})
    assert {control.kind for control in form.inputs} == {"search", "hidden"}
