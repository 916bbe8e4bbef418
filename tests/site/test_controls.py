"""Inputs beside the box for keywords: how they are written, and what they select."""

from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import pytest

from demosite.search import Bound, Selection
from tests.site import Site, Style, used_books
from tests.site.browser import Reply, all_pages, get, submit
from tests.site.bruteforce import expected_ids
from tests.site.controls import Choice, Control, Flag, Presents, Range, Steps, Words
from tests.site.style import Labels

BOOKS = used_books(400)
SUBJECTS = sorted({entry.attributes["subject"] for entry in BOOKS.records})
ALL_LABELS: tuple[Labels, ...] = ("label", "placeholder", "text", "table")


def _style(*controls: Control, labels: Labels = "label") -> Style:
    return Style(query_name="", controls=controls, labels=labels)


def _found(control: Control, selection: Selection, **values: str | list[str]) -> None:
    """The values find what brute force finds, on the first page and on those it leads to."""
    with Site(BOOKS, _style(control)) as live:
        expected = expected_ids(BOOKS, selection)
        assert 20 < len(expected) < len(BOOKS)
        assert all_pages(live, submit(live, **values)) == expected


def _home(control: Control, labels: Labels = "label") -> Reply:
    with Site(BOOKS, _style(control, labels=labels)) as live:
        return get(live, "/")


@pytest.mark.parametrize("labels", ALL_LABELS)
def test_radios(labels: Labels) -> None:
    control = Choice("s", "subject", "Subject", shown="radios", any_label="All", any_value="x")
    home = _home(control, labels)
    radios = home.find("//form//input[@type='radio'][@name='s']")
    assert [r.attrib["value"] for r in radios] == ["x", *SUBJECTS]
    assert [r.attrib["value"] for r in radios if "checked" in r.attrib] == ["x"]
    _found(control, Selection(equal=(("subject", "Music"),)), s="Music")


def test_words_of_buttons() -> None:
    control = Choice("s", "subject", "Subject", shown="radios", any_label="All")
    inside = _home(control).find("//label[input[@value='Music']]")
    assert inside.xpath("string(.)").get() == " Music"
    beside = _home(control, "placeholder")
    own = beside.find("//input[@value='Music']/@id").get()
    assert beside.find(f"//label[@for='{own}']/text()").get() == "Music"
    for labels in ("text", "table"):
        bare = _home(control, labels)
        following = bare.find("//input[@value='Music']/following-sibling::text()[1]").get()
        assert following == " Music "
        assert not bare.find("//label")


def test_groups_have_a_legend() -> None:
    control = Choice("s", "subject", "Subject", shown="radios")
    assert _home(control).find("//fieldset/legend/text()").get() == "Subject"
    assert _home(control, "table").find("//tr/td[1]/text()").get() == "Subject"


def test_ticked_boxes_add_up() -> None:
    control = Choice("s[]", "subject", "Subjects", shown="checkboxes")
    boxes = _home(control).find("//input[@type='checkbox'][@name='s[]']")
    assert [box.attrib["value"] for box in boxes] == SUBJECTS
    assert not [box for box in boxes if "checked" in box.attrib]
    either = Selection(among=(("subject", ("Music", "Travel")),))
    _found(control, either, **{"s[]": ["Music", "Travel"]})


def test_ticked_boxes_stay_ticked() -> None:
    with Site(BOOKS, _style(Choice("s", "subject", "S", shown="checkboxes"))) as live:
        reply = submit(live, s=["Music", "Travel"])
        assert reply.find("//input[@checked]/@value").getall() == ["Music", "Travel"]
        arguments = parse_qsl(urlsplit(reply.link("Next")).query)
        assert arguments == [("s", "Music"), ("s", "Travel"), ("page", "2")]


def test_a_single_box() -> None:
    control = Flag("hard", "format", "Hardcover", "Only hardcovers", sent="yes")
    assert _home(control).find("//input[@type='checkbox']/@value").getall() == ["yes"]
    _found(control, Selection(equal=(("format", "Hardcover"),)), hard="yes")


@pytest.mark.parametrize(
    ("label", "value"), [("All", ""), ("--", "--"), ("Alle", "0"), ("すべて", "-1")]
)
def test_what_stands_for_all(label: str, value: str) -> None:
    control = Choice("s", "subject", "Subject", any_label=label, any_value=value)
    with Site(BOOKS, _style(control, Choice("l", "language", "Language"))) as live:
        option = get(live, "/").find("//select[@name='s']/option[1]")
        assert (option.xpath("text()").get(), option.attrib["value"]) == (label, value)
        latin = expected_ids(BOOKS, Selection(equal=(("language", "Latin"),)))
        assert all_pages(live, submit(live, s=value, l="Latin")) == latin


def test_nothing_may_stand_for_all() -> None:
    options = _home(Choice("s", "subject", any_label=None)).find("//select/option/text()")
    assert options.getall() == SUBJECTS


def test_codes() -> None:
    control = Choice("s", "subject", any_label="All", any_value="0", codes=True)
    values = _home(control).find("//option/@value").getall()
    assert values == [str(n) for n in range(len(SUBJECTS) + 1)]
    _found(control, Selection(equal=(("subject", SUBJECTS[3]),)), s="4")
    with Site(BOOKS, _style(control)) as live:
        assert submit(live, s="99").ids == submit(live, s="Music").ids == []


def test_a_city_counts_for_nothing_without_its_state() -> None:
    controls = Choice("state", "state"), Choice("city", "city", after="state")
    with Site(BOOKS, _style(*controls)) as live:
        texas = (("state", "Texas"), ("city", "Austin"))
        expected = expected_ids(BOOKS, Selection(equal=texas))
        assert expected
        assert submit(live, state="Texas", city="Austin").ids == expected
        assert submit(live, state="Ohio", city="Austin").ids == []
        assert submit(live, city="Austin").ids == []
        assert len(get(live, "/").find("//select[@name='city']/option")) > 60


_STEPS: list[tuple[Steps, str, Bound]] = [
    (Steps("p", "price", (5, 10, 50)), "50", Bound("price", high="50")),
    (Steps("p", "pages", (100, 300), "least"), "300", Bound("pages", "300")),
    (Steps("p", "date", (30, 365), "days"), "365", Bound("date", "2024-12-13")),
    (Steps("p", "price", (5, 10, 50), shown="radios"), "50", Bound("price", high="50")),
]


@pytest.mark.parametrize(("control", "value", "bound"), _STEPS)
def test_steps(control: Steps, value: str, bound: Bound) -> None:
    offered = _home(control).find("//option/@value | //input/@value").getall()
    assert offered == ["", *map(str, control.offered)]
    _found(control, Selection(bounds=(bound,)), p=value)


def test_each_step_holds_the_one_before() -> None:
    with Site(BOOKS, _style(Steps("p", "price", (5, 10, 50, 500)))) as live:
        found = [set(all_pages(live, submit(live, p=p))) for p in ("5", "10", "50", "500")]
        assert all(small < large for small, large in pairwise(found))


_RANGES: list[tuple[Range, str, str, Bound]] = [
    (Range("a", "z", "price", "price"), "10", "40.5", Bound("price", "10", "40.5")),
    (
        Range("a", "z", "year", "year", offered=("1900", "1950")),
        "1900",
        "1950",
        Bound("year", "1900", "1950"),
    ),
    (
        Range("a", "z", "date", "date", written="31.05.2024"),
        "01.03.2018",
        "",
        Bound("date", "2018-03-01"),
    ),
    (Range("a", "z", "pages"), "", "300", Bound("pages", high="300")),
]


@pytest.mark.parametrize(("control", "low", "high", "bound"), _RANGES)
def test_ranges(control: Range, low: str, high: str, bound: Bound) -> None:
    home = _home(control)
    tags = [element.root.tag for element in home.find("//form//*[@name='a' or @name='z']")]
    assert tags == ["select" if control.offered else "input"] * 2
    _found(control, Selection(bounds=(bound,)), a=low, z=high)
    with Site(BOOKS, _style(control)) as live:
        assert submit(live, a="much", z="more").ids == [], "a range of nothing selects nothing"


def test_types_of_range_boxes() -> None:
    control = Range("a", "z", "date", "date", input_type="date")
    assert _home(control).find("//input/@type").getall() == ["date", "date"]


def test_boxes_that_search_one_attribute() -> None:
    controls = Words("ti", "title", "Title"), Words("au", "author", "Author")
    with Site(BOOKS, _style(*controls)) as live:
        author = BOOKS.records[5].attributes["author"]
        for values, selection in (
            ({"ti": "garden"}, Selection(words=(("title", "garden"),))),
            ({"au": author}, Selection(words=(("author", author),))),
            ({"au": author, "ti": "the"}, Selection(words=(("author", author), ("title", "the")))),
        ):
            assert all_pages(live, submit(live, **values)) == expected_ids(BOOKS, selection)
        assert submit(live, ti=author.split()[1] + "x").ids == []


@pytest.mark.parametrize("shown", ["menu", "radios"])
def test_presenting_inputs(shown: str) -> None:
    controls = [
        Presents("o", "sort", "radios" if shown == "radios" else "menu"),
        Presents("n", "per_page"),
        Presents("v", "view"),
    ]
    with Site(BOOKS, Style(controls=tuple(controls))) as live:
        plain = all_pages(live, submit(live, q="the"))
        ordered = all_pages(live, submit(live, q="the", o="price"))
        assert plain != ordered == expected_ids(BOOKS, Selection("the", sort="price"))
        assert sorted(plain) == sorted(ordered)
        assert len(submit(live, q="the", n="50").ids) == 50
        assert submit(live, q="the", v="grid").find("//div[@class='r-card']")
        kinds = get(live, "/").find("//*[@name='o']")
        assert {kind.root.tag for kind in kinds} == {"input" if shown == "radios" else "select"}


def test_refusals() -> None:
    control = Choice("s", "subject", "Subject", any_value="all")
    for refusal, status, said in (
        ("message", 200, True),
        ("form", 200, False),
        ("error", 400, True),
    ):
        style = Style(controls=(control,), required=("s",), refusal=refusal)  # type: ignore[arg-type]
        with Site(BOOKS, style) as live:
            for missing in ("", "all"):
                reply = submit(live, q="the", s=missing)
                assert reply.status == status
                assert ("Please fill in the field s" in reply.visible) == said
                assert reply.ids == []
                assert bool(reply.find("//form")) == (refusal != "error")
            assert submit(live, q="the", s="Music").ids


def test_a_deaf_form_says_the_same_to_all() -> None:
    style = Style(deaf=True, blank="all", echo=False, controls=(Choice("s", "subject"),))
    with Site(BOOKS, style) as live:
        texts = {submit(live, q=q, s=s).text for q in ("", "the", "zz") for s in ("", "Music")}
        assert len(texts) == 1
