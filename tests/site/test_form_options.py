"""Options of the form: each test fails where its option does nothing."""

from typing import get_args

import pytest

from demosite.search import Bound, Selection
from tests.site import Site, Style, unicode_characters, world_cities
from tests.site.browser import Reply, all_pages, fetch, get, submit
from tests.site.bruteforce import expected_ids
from tests.site.style import Labels, TypedAs

CATALOGUE = unicode_characters(400)
LETTERS = expected_ids(CATALOGUE, Selection("letter"))


def test_get_and_names() -> None:
    style = Style(action="/find/it", query_name="kw", query_label="Look for", button="Go")
    with Site(CATALOGUE, style) as live:
        form = get(live, "/").search_form
        assert form.attrib["method"] == "get"
        assert form.xpath(".//label[@for='kw']/text()").get() == "Look for"
        assert form.xpath(".//button/text()").get() == "Go"
        assert submit(live, kw="letter").ids == LETTERS[:20]
        assert get(live, "/search", q="letter").status == 404


def test_action_may_be_the_home_page() -> None:
    with Site(CATALOGUE, Style(action="/")) as live:
        assert get(live, "/").search_form.attrib["action"] == "/"
        assert submit(live, q="letter").ids == LETTERS[:20]
        assert [hit.kind for hit in live.hits] == ["home", "home", "search"]


def test_post_is_needed_where_the_form_posts() -> None:
    with Site(CATALOGUE, Style(method="post")) as live:
        reply = submit(live, q="letter")
        assert reply.ids == LETTERS[:20]
        assert live.searches[0].method == "POST"
        assert live.searches[0].form == {"q": "letter"}
        assert get(live, "/search", q="letter").status == 405
        assert all_pages(live, reply) == LETTERS


def test_menus_select() -> None:
    with Site(CATALOGUE, Style(menus=("category", "script"))) as live:
        options = get(live, "/").find("//select[@name='category']/option")
        assert (options[0].attrib["value"], options[0].xpath("text()").get()) == (
            "",
            "Any category",
        )
        held = sorted({entry.attributes["category"] for entry in CATALOGUE.records})
        assert [option.attrib["value"] for option in options[1:]] == held
        chosen = {"category": "Letter, lowercase", "script": "Latin"}
        expected = expected_ids(CATALOGUE, Selection("small", equal=tuple(chosen.items())))
        assert 0 < len(expected) < len(LETTERS)
        assert all_pages(live, submit(live, q="small", **chosen)) == expected


def test_options_may_have_codes_as_values() -> None:
    with Site(CATALOGUE, Style(menus=("script",), codes=True)) as live:
        options = get(live, "/").find("//select[@name='script']/option")
        (code,) = [o.attrib["value"] for o in options if o.xpath("text()").get() == "Latin"]
        assert code.isdecimal()
        expected = expected_ids(CATALOGUE, Selection(equal=(("script", "Latin"),)))
        assert all_pages(live, submit(live, script=code)) == expected
        assert submit(live, script="Latin").ids == []


@pytest.mark.parametrize("sort", ["title", "title-desc", "price", "newest"])
def test_sort_orders_reorder(sort: str) -> None:
    with Site(CATALOGUE, Style(presents=("sort",))) as live:
        found = all_pages(live, submit(live, q="letter", sort=sort))
        assert found == expected_ids(CATALOGUE, Selection("letter", sort=sort))
        assert found != LETTERS
        assert sorted(found) == sorted(LETTERS)


def test_results_per_page_can_be_chosen() -> None:
    with Site(CATALOGUE, Style(presents=("per_page",), page_size=15)) as live:
        options = get(live, "/").find("//select[@name='per_page']/option/text()").getall()
        assert options == ["10", "15", "20", "50", "100"]
        assert len(submit(live, q="letter").ids) == 15
        assert len(submit(live, q="letter", per_page="50").ids) == 50
        assert len(submit(live, q="letter", per_page="7").ids) == 15


def test_presenting_menus_do_nothing_where_they_are_not_offered() -> None:
    with Site(CATALOGUE) as live:
        assert get(live, "/search", q="letter", sort="title", per_page="50").ids == LETTERS[:20]


def test_hidden_inputs_must_come_back() -> None:
    with Site(CATALOGUE, Style(hidden={"token": "x1"})) as live:
        assert get(live, "/").find("//input[@type='hidden']/@name").getall() == ["token"]
        assert all_pages(live, submit(live, q="letter")) == LETTERS
        refused = get(live, "/search", q="letter")
        assert refused.ids == []
        assert "start again" in refused.visible


def test_required_inputs_must_be_filled() -> None:
    with Site(CATALOGUE, Style(required=("script",), menus=("script",))) as live:
        refused = submit(live, q="letter")
        assert "Please fill in the field script" in refused.visible
        assert refused.ids == []
        assert submit(live, q="letter", script="Latin").ids


_TYPED: list[tuple[TypedAs, str, str, Selection]] = [
    ("zip", "1234", "10001", Selection("letter", equal=(("zip", "10001"),))),
    ("city", "B2", "New York", Selection("letter", equal=(("city", "New York"),))),
    (
        "date",
        "31.12.2020",
        "2020-12-31",
        Selection("letter", bounds=(Bound("date", "2020-12-31"),)),
    ),
    (
        "date",
        "2020-13-31",
        "2020-12-31",
        Selection("letter", bounds=(Bound("date", "2020-12-31"),)),
    ),
    ("price", "cheap", "99.50", Selection("letter", bounds=(Bound("price", high="99.50"),))),
]


@pytest.mark.parametrize(("kind", "wrong", "right", "selection"), _TYPED)
def test_typed_inputs(kind: TypedAs, wrong: str, right: str, selection: Selection) -> None:
    with Site(CATALOGUE, Style(typed={"box": kind})) as live:
        assert get(live, "/").find("//input[@name='box']/@type").get() == "text"
        refused = submit(live, q="letter", box=wrong)
        assert "Invalid value in the field box" in refused.visible
        assert refused.ids == []
        expected = expected_ids(CATALOGUE, selection)
        assert 0 < len(expected) < len(LETTERS)
        assert all_pages(live, submit(live, q="letter", box=right)) == expected


def test_typed_city_finds_the_city_itself() -> None:
    with Site(world_cities(100), Style(query_name="", typed={"where": "city"})) as live:
        reply = submit(live, where="tokyo")
        assert len(reply.ids) == 1
        assert "Japan" in reply.visible


def test_a_form_may_have_no_text_box() -> None:
    with Site(CATALOGUE, Style(query_name="", menus=("script",))) as live:
        assert not get(live, "/").search_form.css("input")
        expected = expected_ids(CATALOGUE, Selection(equal=(("script", "Greek"),)))
        assert submit(live, script="Greek").ids == expected[:20]


@pytest.mark.parametrize(
    ("labels", "xpath"),
    [
        ("label", "//form//label[@for='q']"),
        ("placeholder", "//form//input[@placeholder='Keywords']"),
        ("text", "//form/p[starts-with(., 'Keywords: ')]/input"),
        ("table", "//form/table//td[.='Keywords']/following-sibling::td/input"),
    ],
)
def test_labels(labels: str, xpath: str) -> None:
    kinds = get_args(Labels)
    assert [kind for kind in kinds if _home(kind).find(xpath)] == [labels]


def _home(labels: Labels) -> Reply:
    with Site(CATALOGUE, Style(labels=labels)) as live:
        return get(live, "/")


def test_submissions_of_forms_beside_are_harm() -> None:
    with Site(CATALOGUE, Style(beside=("newsletter", "login", "contact"))) as live:
        forms = get(live, "/").find(
            "//form[@class='newsletter' or @class='login' or @class='contact']"
        )
        for form in forms:
            fetch(live.url + form.attrib["action"].lstrip("/"), b"a=b")
        assert [hit.kind for hit in live.hits[1:]] == ["harm"] * 3
        assert live.searches == []
