"""What the own pages of records say: tables of pages as sites write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.page import Page
from deepweb.read.details.reading import Details, learn_details, read_details
from tests.read.pages import mutated, page_of

NAMES = ("Amber chair", "Beech table", "Cedar shelf", "Dogwood stool", "Elm bench", "Fir desk")
MAKERS = ("Olsen", "Marsh", "Olsen", "Novak", "Okada", "Marsh")
COLOURS = ("white", "white", "white", "white", "black", "white")
WEIGHTS = ("5 kg", "12 kg", "7 kg", "3 kg", "9 kg", "21 kg")
WOODS = (("oak", "ash"), ("beech",), ("cedar", "pine", "larch"), ("dogwood",), ("elm",), ("fir",))
PHONES = tuple(f"206-448-090{number}" for number in range(6))

Body = Callable[[int], str]


def shop(body: str, name: str) -> str:
    return (
        f"<html><head><title>{name} - Wood & Co</title></head><body>"
        "<ul class='menu'><li><a href='/'>Home</a></li><li><a href='/all'>All things</a></li></ul>"
        f"<h1>{name}</h1>{body}"
        "<div class='foot'>Wood and Co, open daily. <a href='/terms'>Terms</a></div></body></html>"
    )


def pages(body: Body, count: int = 6) -> list[Page]:
    every = (shop(body(number), NAMES[number]) for number in range(count))
    return [page_of(html, f"http://wood.example/{number}") for number, html in enumerate(every)]


def table(n: int) -> str:
    rows = {"Maker": MAKERS[n], "Colour": COLOURS[n], "Weight": WEIGHTS[n]}
    cells = "".join(f"<tr><td>{k}</td><td>{v}</td></tr>" for k, v in rows.items())
    return f"<table>{cells}</table>"


def definitions(n: int) -> str:
    return (
        f"<dl><dt>Maker</dt><dd><a href='/m'>{MAKERS[n]}</a></dd><dt>Colour</dt><dd>{COLOURS[n]}"
        f"</dd><dt>Weight</dt><dd>{WEIGHTS[n]}</dd></dl>"
    )


def lines(n: int) -> str:
    return f"<p>Maker: {MAKERS[n]}<br>Colour: {COLOURS[n]}<br>Weight: {WEIGHTS[n]}</p>"


def bold_lines(n: int) -> str:
    every = {"Maker": MAKERS[n], "Colour": COLOURS[n], "Weight": WEIGHTS[n]}
    return "<p>" + "<br>".join(f"<b>{k}:</b> {v}" for k, v in every.items()) + "</p>"


def blocks(n: int) -> str:
    every = {"Maker": MAKERS[n], "Colour": COLOURS[n], "Weight": WEIGHTS[n]}
    return "".join(f"<div><span>{k}</span><div>{v}</div></div>" for k, v in every.items())


def headings(n: int) -> str:
    every = {"Maker": MAKERS[n], "Colour": COLOURS[n], "Weight": WEIGHTS[n]}
    return "".join(f"<h3>{k}</h3><p>{v}</p>" for k, v in every.items())


def header_row(n: int) -> str:
    return (
        "<table><tr><td>Maker</td><td>Colour</td><td>Weight</td></tr>"
        f"<tr><td>{MAKERS[n]}</td><td>{COLOURS[n]}</td><td>{WEIGHTS[n]}</td></tr></table>"
    )


LABELLED = (table, definitions, lines, bold_lines, blocks, headings, header_row)


@pytest.mark.parametrize("body", LABELLED, ids=lambda body: body.__name__)
def test_labels_name_values(body: Body) -> None:
    for n, details in enumerate(read_details(pages(body))):
        assert details.title == NAMES[n]
        assert details.fields == {"maker": MAKERS[n], "colour": COLOURS[n], "weight": WEIGHTS[n]}


@pytest.mark.parametrize(
    "body", [table, definitions, lines, bold_lines], ids=lambda body: body.__name__
)
def test_a_page_alone_is_read_by_its_structure(body: Body) -> None:
    (details,) = read_details(pages(body, 1))
    assert details.title == NAMES[0]
    assert details.fields == {"maker": "Olsen", "colour": "white", "weight": "5 kg"}


def test_several_values_are_a_list() -> None:
    def body(n: int) -> str:
        return "<h3>Woods</h3><ul>" + "".join(f"<li>{wood}</li>" for wood in WOODS[n]) + "</ul>"

    told = [details.fields["woods"] for details in read_details(pages(body))]
    assert told == [list(woods) if len(woods) > 1 else woods[0] for woods in WOODS]


def test_links_in_a_line_are_a_list_and_prose_is_one_text() -> None:
    def body(n: int) -> str:
        woods = ", ".join(f"<a href='/w/{wood}'>{wood}</a>" for wood in WOODS[n])
        maker = f"<a href='/m'>{MAKERS[n]}</a>"
        prose = f"This piece by {maker} weighs {WEIGHTS[n]}; it was made by hand in an old barn."
        return f"<p><b>Woods:</b> {woods}</p><p><b>About:</b> {prose}</p>"

    details = read_details(pages(body))[2]
    assert details.fields["woods"] == ["cedar", "pine", "larch"]
    assert details.fields["about"] == (
        "This piece by Olsen weighs 7 kg; it was made by hand in an old barn."
    )


def test_a_label_that_one_page_has_is_one_where_labels_stand() -> None:
    def body(n: int) -> str:
        more = "<tr><td class='k'>Warranty</td><td class='v'>2 years</td></tr>" if n == 1 else ""
        rows = {"Maker": MAKERS[n], "Colour": COLOURS[n], "Weight": WEIGHTS[n]}
        cells = "".join(
            f"<tr><td class='k'>{k}</td><td class='v'>{v}</td></tr>" for k, v in rows.items()
        )
        return f"<table>{cells}{more}</table>"

    every = read_details(pages(body))
    assert every[1].fields["warranty"] == "2 years"
    assert "warranty" not in every[0].fields


def test_values_without_labels_are_named_by_what_they_are() -> None:
    def body(n: int) -> str:
        return (
            f"<div class='box'><span>{PHONES[n]}</span></div>"
            f"<div><a href='/maker/{MAKERS[n]}'>{MAKERS[n]}</a></div>"
            f"<div class='item-weight'>{WEIGHTS[n]}</div>"
        )

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields == {"phone": PHONES[n], "maker": MAKERS[n], "weight": WEIGHTS[n]}


def test_other_things_of_a_page_are_left_out() -> None:
    def body(n: int) -> str:
        reviews = "".join(
            f"<div class='review'><b>Buyer {n}{each}</b><p>I like no. {n}{each}.</p></div>"
            for each in range(3)
        )
        alike = "".join(
            f"<div class='a'><a href='/{each}'>Thing {n}{each}</a><p>Weight: {n}{each}</p></div>"
            for each in range(1, 6)
        )
        return f"{table(n)}<h2>Reviews</h2>{reviews}<h2>Alike</h2>{alike}"

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields == {"maker": MAKERS[n], "colour": COLOURS[n], "weight": WEIGHTS[n]}


def test_a_table_of_other_things_is_left_out() -> None:
    def body(n: int) -> str:
        rows = "".join(
            f"<tr><td>{year}</td><td>{n + year}</td><td>{n * 3}</td><td>{year - n}</td></tr>"
            for year in range(2001, 2006)
        )
        heads = "<tr><td>Year</td><td>Made</td><td>Sold</td><td>Kept</td></tr>"
        return f"{table(n)}<table>{heads}{rows}</table>"

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields == {"maker": MAKERS[n], "colour": COLOURS[n], "weight": WEIGHTS[n]}


def test_the_same_label_twice_gets_a_number() -> None:
    def body(n: int) -> str:
        return (
            f"<h2>Chair</h2><p><b>Weight:</b> {WEIGHTS[n]}</p>"
            f"<h2>Parcel</h2><p><b>Weight:</b> {n + 30} kg</p>"
        )

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields == {"weight": WEIGHTS[n], "weight_2": f"{n + 30} kg"}


def test_texts_of_several_places_below_a_heading_are_several_fields() -> None:
    def body(n: int) -> str:
        return (
            f"<div><h3>Makers</h3><div><b>no. {n}</b> <a href='/m{n}'>{MAKERS[n]}</a></div></div>"
        )

    for n, details in enumerate(read_details(pages(body))):
        assert MAKERS[n] in details.fields.values()


def test_a_label_with_values_of_several_sorts_is_one_field() -> None:
    contacts = [phone if n % 2 else f"{n}0 Harbour Street" for n, phone in enumerate(PHONES)]

    def body(n: int) -> str:
        return f"<table><tr><th>Contact:</th><td>{contacts[n]}</td></tr></table>{table(n)}"

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields["contact"] == contacts[n]


def test_a_price_is_told_without_its_explanation() -> None:
    def body(n: int) -> str:
        why = f"and this set of {n + 2} pieces is sent to you for nothing at all by {MAKERS[n]}"
        told = f"<b>${n + 3}.00</b> {why}"
        return f"<table><tr><th>Price:</th><td>{told}</td></tr></table>{table(n)}"

    for n, details in enumerate(read_details(pages(body))):
        assert details.fields["price"] == f"${n + 3}.00"


def test_a_row_of_statistics_and_phrases_about_the_thing_are_no_fields() -> None:
    def body(n: int) -> str:
        row = "".join(f"<td>{n * each}</td>" for each in range(1, 8))
        deals = f"<div class='d'>Our deals for {NAMES[n]} today</div>"
        return f"<table><tr><td>Total</td>{row}</tr></table>{deals}{table(n)}"

    for details in read_details(pages(body)):
        assert details.fields.keys() == {"maker", "colour", "weight"}


TITLES: dict[str, tuple[Body, Body]] = {
    "what <title> says, not the largest heading": (
        lambda n: f"<div class='name'>{NAMES[n]} (no. {n})</div><h2>Sale {n}</h2>",
        lambda n: f"{NAMES[n]} (no. {n})",
    ),
    "a heading beats a number": (
        lambda n: f"<div>{n}123456</div><h2>{NAMES[n]}</h2>",
        lambda n: NAMES[n],
    ),
    "without an ending that all titles share": (
        lambda n: f"<h1 class='title'>{NAMES[n]} Pictures</h1><p><a href='/{n}'>{NAMES[n]}</a></p>",
        lambda n: NAMES[n],
    ),
    "without the place behind a comma": (
        lambda n: f"<h2>{NAMES[n]}, {MAKERS[n]}town</h2><p>{NAMES[n]}</p>",
        lambda n: NAMES[n],
    ),
    "with a comma if the name stands nowhere without it": (
        lambda n: f"<h2>{NAMES[n]}, {MAKERS[n]}town</h2>",
        lambda n: f"{NAMES[n]}, {MAKERS[n]}town",
    ),
    "not what many pages share": (
        lambda n: f"<h2>{MAKERS[n]} furniture</h2><div class='t'>{NAMES[n]}</div>",
        lambda n: NAMES[n],
    ),
}


@pytest.mark.parametrize("case", TITLES)
def test_titles(case: str) -> None:
    body, expected = TITLES[case]
    every = [
        page_of(
            f"<html><head><title>{NAMES[n]} - Wood & Co</title></head><body><div>Wood & Co</div>"
            f"{body(n)}{table(n)}</body></html>"
        )
        for n in range(6)
    ]
    assert [details.title for details in read_details(every)] == [expected(n) for n in range(6)]


@pytest.mark.parametrize("body", LABELLED, ids=lambda body: body.__name__)
def test_a_page_that_was_not_compared_is_read_alike(body: Body) -> None:
    every = pages(body)
    learnt = learn_details(every[:5])
    assert learnt.read(every[5]) == read_details(every)[5]


NOT_PAGES = ("", "<html></html>", "<table><tr><td>", "<p>:</p>", "<dl><dt>x<dd></dl>", "<title>a")


@pytest.mark.parametrize("html", NOT_PAGES)
def test_bad_pages_say_nothing(html: str) -> None:
    assert all(isinstance(each, Details) for each in read_details([page_of(html)] * 3))
    assert not read_details([page_of(html)])[0].fields


def test_no_pages() -> None:
    assert read_details([]) == []


@given(st.data())
def test_any_page_is_read(data: st.DataObject) -> None:
    bodies: Sequence[Body] = LABELLED
    every = [data.draw(mutated(shop(body(n), NAMES[n]))) for n, body in enumerate(bodies[:3])]
    told = read_details([page_of(html) for html in every])
    assert len(told) == 3
    assert all(texts for details in told for texts in details.fields.values())
