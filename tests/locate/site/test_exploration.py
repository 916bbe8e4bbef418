"""The plan by itself: which page comes next, and why there is none."""

from __future__ import annotations

import pytest
from parsel import Selector

from deepweb.form.model import Form, forms
from deepweb.locate.site.exploration import Exploration, SeenPage, Visit
from deepweb.locate.site.link_ranker import LinkRanker
from deepweb.locate.site.page_links import Link
from deepweb.locate.site.stop_criteria import Stop
from deepweb.page.page import Page
from deepweb.store.resources import link_vocabulary

HOME = "http://example.org/"
MANY = 1_000


def plan(further: int = 2) -> Exploration:
    return Exploration(HOME, LinkRanker(link_vocabulary()), min_promise=0.5, further=further)


def link(path: str, anchor: str = "") -> Link:
    return Link(HOME + path, anchor or path)


def search(action: str = "results") -> Form:
    html = f"<form action='/{action}'><input name=q><button>Search</button></form>"
    (found,) = forms(Page(HOME, Selector(html, base_url=HOME).root, "utf-8", 100))
    return found


def look(exploration: Exploration, *links: Link, found: tuple[Form, ...] = ()) -> Visit:
    """Look at the next page, which has these links and forms."""
    visit = exploration.next()
    assert visit is not None, "there is no next page"
    exploration.is_known(visit.url)
    exploration.explored(SeenPage(visit, visit.url, len(found), links), found)
    return visit


def order(exploration: Exploration, most: int = MANY) -> list[str]:
    """The paths of the pages that follow, all of them without links and forms."""
    paths: list[str] = []
    while len(paths) < most and (visit := exploration.next()) is not None:
        exploration.explored(SeenPage(visit, visit.url))
        paths.append(visit.url.removeprefix(HOME))
    return paths


def test_it_starts_at_home() -> None:
    visit = plan().next()
    assert visit == Visit(HOME, 0, 1.0)


def test_the_most_promising_link_comes_first() -> None:
    exploration = plan()
    look(exploration, link("green"), link("privacy-policy"), link("search"), link("catalogue"))
    assert order(exploration)[:3] == ["search", "catalogue", "green"]


def test_a_click_further_is_worth_less_unless_it_says_search() -> None:
    exploration = plan()
    look(exploration, link("green"), link("blue"))
    look(exploration, link("red"), link("grey/search"))
    assert [path for path in order(exploration) if path != "sitemap.xml"] == [
        "grey/search",
        "blue",
        "red",
    ]


def test_waiting_links_are_ranked_anew_when_it_has_learnt() -> None:
    exploration = plan(further=MANY)
    alpha = [link(f"a{n}", "Alpha") for n in range(3)]
    look(exploration, link("hera1", "Hera plants"), *alpha, link("hera2", "Hera stones"))
    assert look(exploration, found=(search(),)).url == HOME + "hera1"
    assert order(exploration, 1) == ["hera2"], "what leads to forms was not learnt"


def test_directories_take_turns() -> None:
    exploration = plan()
    green = [link(f"green/{c}", "Spring") for c in "abcdef"]
    blue = [link(f"blue/{c}", "Spring") for c in "abcdef"]
    look(exploration, *green, *blue)
    drawn = [path.split("/")[0] for path in order(exploration, 7) if path != "sitemap.xml"]
    assert drawn.count("green") == drawn.count("blue") == 3


def test_with_a_form_at_home_only_what_promises_another_is_followed() -> None:
    exploration = plan()
    look(exploration, link("team"), link("x"), link("advanced-search"), found=(search(),))
    assert order(exploration) == ["advanced-search"]
    assert exploration.stopped[1].criterion == "exhausted"
    assert "of 2 links left none promises a new form" in exploration.stopped[1].reason


def test_a_form_elsewhere_makes_further_pages_worth_a_look() -> None:
    exploration = plan(further=2)
    look(exploration, link("search"), *(link(f"alpha{c}") for c in "abcdefgh"))
    look(exploration, found=(search("results"),))
    assert len(order(exploration)) == 2
    exploration = plan(further=2)
    look(exploration, link("search"), link("find"), *(link(f"alpha{c}") for c in "abcdefgh"))
    look(exploration, found=(search("results"),))
    look(exploration, found=(search("others"),))
    assert len(order(exploration)) == 4, "two pages had forms, so two more are looked at for each"


@pytest.mark.parametrize(
    ("path", "anchor"),
    [
        ("db/results?q=books", "Search books"),
        ("db/results", "Search"),
        ("db/results?section=games", "Games"),
        ("db/results/4711", "Red rose"),
    ],
)
def test_answers_of_a_known_form_are_no_pages_to_explore(path: str, anchor: str) -> None:
    exploration = plan(further=MANY)
    look(exploration, link("search"), link(path, anchor))
    look(exploration, found=(search("db/results"),))
    assert order(exploration) == []
    assert exploration.stopped[1].reason.startswith("1 links left, to answers")


def test_another_form_at_the_same_address_is_looked_at() -> None:
    exploration = plan()
    advanced = [link("results?mode=advanced", "Advanced search"), link("results/advanced-search")]
    look(exploration, *advanced, found=(search(),))
    assert len(order(exploration)) == 2


def test_a_page_is_looked_at_once_however_it_is_reached() -> None:
    exploration = plan()
    look(exploration, link("a"), link("b"))
    visit = exploration.next()
    assert visit is not None
    assert not exploration.is_known(HOME + "b"), "redirected to another page"
    exploration.explored(SeenPage(visit, HOME + "b", links=(link("a"), link("b"), link(""))))
    assert exploration.next() is None
    assert exploration.is_known(HOME + "b")


def test_hints_come_first_and_only_where_no_form_is_known() -> None:
    exploration = plan()
    exploration.hint(HOME + "frame", 1)
    look(exploration, link("search"))
    exploration.hint(HOME + "frame2", 1)
    assert look(exploration).url == HOME + "frame"
    look(exploration, found=(search(),))
    assert order(exploration) == ["search"]


def test_a_form_in_a_frame_of_the_home_page_is_enough_too() -> None:
    exploration = plan()
    look(exploration, link("green"), link("blue"))
    exploration.hint(HOME + "frame", 1)
    look(exploration, found=(search(),))
    assert order(exploration) == []


def test_calendars_and_numbered_lists_are_tried_twice() -> None:
    exploration = plan()
    months = [Link(f"{HOME}calendar?month={n}", str(n)) for n in range(50)]
    look(exploration, *months)
    assert len(order(exploration)) == 2


def test_a_calendar_without_end_comes_to_an_end() -> None:
    exploration = plan()
    look(exploration, Link(f"{HOME}calendar?month=0", "Calendar"))
    for month in range(1, MANY):
        visit = exploration.next()
        if visit is None:
            break
        exploration.explored(
            SeenPage(visit, visit.url, links=(Link(f"{HOME}calendar?month={month}", f"{month}"),))
        )
    assert month < 5


def test_visits_in_addresses_are_one_page() -> None:
    exploration = plan()
    look(exploration, *(Link(f"{HOME}a;jsessionid={n:016x}", "A") for n in range(100)))
    assert len(order(exploration)) == 1


def test_sites_with_numbers_for_addresses_are_explored_all_the_same() -> None:
    exploration = plan()
    pages = [link(f"node/{n}", f"Alpha {name}") for n, name in enumerate("abcdefgh" * 2)]
    look(exploration, *pages, link("node/99", "Search"))
    assert order(exploration, 8)[0] == "node/99"


def test_huge_lists_do_not_fill_the_memory() -> None:
    exploration = plan()
    look(exploration, *(link(f"{n:x}-x/p", f"Page {n:x}") for n in range(20_000)), link("search"))
    assert len(exploration._waiting) <= 2_000
    assert order(exploration, 1) == ["search"]


@pytest.mark.parametrize(
    ("criterion", "depth", "left"),
    [("SC1", 1, []), ("SC2", 1, ["d2"]), ("SC3", 1, ["d2"]), ("SC4", 1, ["d2"]), ("SC5", 1, [])],
)
def test_what_a_stop_closes(criterion: str, depth: int, left: list[str]) -> None:
    exploration = plan()
    look(exploration, link("a"), link("b"))
    look(exploration, link("d2"))
    exploration.close(depth, Stop(criterion, "as the test says"))
    assert order(exploration) == left
    assert exploration.stopped[depth].criterion == criterion


def test_the_sitemap_is_asked_for_where_no_link_promises_much() -> None:
    exploration = plan()
    exploration.sitemaps([HOME + "sitemap.xml"])
    look(exploration, link("green"))
    visit = exploration.next()
    assert visit is not None
    assert (visit.url, visit.kind) == (HOME + "sitemap.xml", "sitemap")
    exploration.explored(SeenPage(visit, visit.url, links=(Link(HOME + "catalog/search"),)))
    assert order(exploration, 1) == ["catalog/search"]


def test_no_sitemap_where_a_link_says_search_or_a_form_is_known() -> None:
    for links, found in (((link("search"),), ()), ((link("x"),), (search(),))):
        exploration = plan()
        exploration.sitemaps([HOME + "sitemap.xml"])
        look(exploration, *links, found=found)
        assert "sitemap.xml" not in order(exploration, 1)


def test_where_none_is_named_it_is_guessed_once_after_a_while() -> None:
    exploration = plan()
    look(exploration, *(link(f"alpha{c}") for c in "abcdefghij"))
    paths = order(exploration)
    assert paths.count("sitemap.xml") == 1
    assert paths.index("sitemap.xml") >= 3


def test_every_depth_says_why_it_ended() -> None:
    exploration = plan()
    look(exploration, link("a"))
    look(exploration, link("b"))
    order(exploration)
    assert {d: stop.criterion for d, stop in exploration.stopped.items()} == {
        0: "exhausted",
        1: "exhausted",
        2: "exhausted",
    }
    assert exploration.stopped[2].reason == "no link left"
