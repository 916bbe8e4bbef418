"""What does a page itself call the parts of a record?"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.fields.alignment import MAX_LEARNT
from deepweb.read.fields.learn import header_cells, learn
from tests.read.fields.test_fields import TITLES, books, site_page
from tests.read.pages import broken_html, page_of

_TABLE = """<table><caption>Books</caption><tr><th>Title</th><th>Year <b>of print</b></th></tr>
<tr><td>Rivers</td><td>1990</td></tr><tr><td>Hills</td><td></td></tr>
<tr><td colspan="2">More below</td></tr></table>"""


def test_columns_name_the_cells_of_a_row() -> None:
    rows = list(page_of(_TABLE).root.iter("tr"))[1:]
    assert header_cells(rows) == ("Title", "Year of print")


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<table><tr><td>a</td><td>b</td></tr></table>", id="no header"),
        pytest.param("<table><tr><th>Books</th></tr><tr><td>a</td></tr></table>", id="a heading"),
        pytest.param("<table><tr><th>Name</th><td>a</td></tr></table>", id="header of the row"),
        pytest.param("<ul><li>a</li></ul>", id="no table"),
    ],
)
def test_tables_without_column_names(html: str) -> None:
    rows = list(page_of(html).root.iter("tr", "li"))[-1:]
    assert header_cells(rows) == ()


def test_no_rows_no_columns() -> None:
    assert header_cells([]) == ()


def test_the_header_stands_in_a_thead_of_the_same_table() -> None:
    html = "<table><tr><th>X</th><th>Y</th></tr><tr><td>{}</td></tr></table>"
    inner = (
        "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr id=r></tr></tbody></table>"
    )
    (row,) = [e for e in page_of(html.format(inner)).root.iter("tr") if e.get("id") == "r"]
    assert header_cells([row]) == ("A", "B")


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_row_may_have_column_names(html: str) -> None:
    for element in page_of(html).root.iter("div", "tr", "li", "table"):
        assert element.tag == "tr" or header_cells([element]) == ()


def test_where_nothing_is_called_a_title_what_records_are_called_by_is() -> None:
    cards = [f"<li><div><a href=/{n}>{t}</a></div><i>Words</i></li>" for n, t in enumerate(TITLES)]
    learnt = learn(site_page(*cards))
    assert [row["title"] for row in learnt.rows()] == [*TITLES]
    named = [card.replace("<div>", "<div class=headline>") for card in cards]
    assert [row["headline"] for row in learn(site_page(*named)).rows()] == [*TITLES]
    grey = [card.replace("<div>", "<div class=grey>") for card in cards]
    assert [row["title"] for row in learn(site_page(*grey)).rows()] == [*TITLES]
    label = [card.replace("<div>", "<div>Work: ") for card in cards]
    assert [row["work"] for row in learn(site_page(*label)).rows()] == [*TITLES]


def test_what_most_records_have_gets_the_short_name() -> None:
    kept = [f"kept in room {n}" for n in range(6)]
    cards = [f"<li><p>for you</p><span class=note>{room}</span></li>" for room in kept]
    learnt = learn(site_page("<li><h3 class=note>Sold out</h3><p>for now</p></li>", *cards))
    assert [row.get("note") for row in learnt.rows()] == [None, *kept]


def test_the_same_text_in_all_records_is_no_data_until_it_changes() -> None:
    cards = [f"<li><h3>{t}</h3><i>In stock</i></li>" for t in TITLES]
    model = learn(site_page(*cards)).model
    assert model.read(site_page(*cards)[0]) == {"title": "Rivers"}
    sold_out = site_page("<li><h3>Fens</h3><i>Sold out</i></li>")[0]
    assert "Sold out" in model.read(sold_out).values()


def test_the_header_of_a_table_names_its_columns() -> None:
    page = page_of("<table><tr><th>Title</th><th>Year of print</th></tr>"
                   "<tr><td><a href=/1>Rivers</a></td><td>1990</td></tr>"
                   "<tr><td><a href=/2>Hills</a></td><td>1991</td></tr></table>")  # fmt: skip
    rows = [[row] for row in page.root.iter("tr")][1:]
    assert learn(rows).model.read(rows[1]) == {"title": "Hills", "link": "http://site.example/2",
                                         "year_of_print": "1991"}  # fmt: skip


def test_structured_data_of_the_page_names_columns() -> None:
    data = [{"@type": "Book", "name": t, "publisher": f"{t} Press"} for t in TITLES]
    head = f'<head><script type="application/ld+json">{json.dumps(data)}</script></head>'
    found = site_page(*(f"<li><b>{t}</b><br><i>{t} Press</i></li>" for t in TITLES), head=head)
    assert learn(found).model.read(found[0]) == {"name": "Rivers", "publisher": "Rivers Press"}


def test_learning_does_not_depend_on_chance() -> None:
    assert learn(books()).model.to_json() == learn(books()).model.to_json()


@pytest.mark.parametrize("times", [1, 2 * MAX_LEARNT], ids=["all learnt", "a sample learnt"])
def test_the_records_learnt_from_are_read_as_any_other(times: int) -> None:
    found = books() * times
    learnt = learn(found)
    assert learnt.rows() == list(learnt.model.read_page(found).rows)
    assert learnt.rows(3) == learnt.rows()[3:]


def test_a_word_set_off_in_other_scripts_reads_alike_when_learnt_and_later() -> None:
    cards = [f"<li><h3><a href=/{n}>東京<em>地図</em>{n}番</a></h3></li>" for n in range(4)]
    found = site_page(*cards)
    learnt = learn(found)
    assert learnt.rows() == list(learnt.model.read_page(found).rows)
    assert learnt.rows()[1]["title"] == "東京地図1番"


def test_signs_that_stand_apart_read_alike_when_learnt_and_later() -> None:
    found = [[e] for e in page_of("<div>0<q>&amp;</q></div>").root.iter("div")]
    learnt = learn(found)
    assert learnt.rows() == list(learnt.model.read_page(found).rows)


@given(st.lists(broken_html, max_size=2))
@settings(max_examples=100, deadline=None)
def test_any_record_reads_alike_when_learnt_and_later(pages: list[str]) -> None:
    found = [[e] for html in pages for e in page_of(html).root.iter("div", "tr", "li")]
    learnt = learn(found)
    assert learnt.rows() == list(learnt.model.read_page(found).rows)


def test_a_word_beside_a_number_says_what_it_counts() -> None:
    counts = (1, 12, 7, 1, 30)
    cards = [
        f"<li><h3>{title}</h3><b>{n}</b> <a href=/c/{n}>Comment{'s' * (n > 1)}</a></li>"
        for title, n in zip(TITLES, counts, strict=False)
    ]
    (first, *_) = learn(site_page(*cards)).rows()
    assert first["comments"] == "1"
    assert "Comment" not in map(str, first.values())


def test_only_the_title_of_the_records_is_called_so() -> None:
    """The class of the section that each record stands in says that it is the title."""
    cards = [
        f'<li><p class="title">{section}</p><h3><a href="/{n}">{name}</a></h3></li>'
        for n, (section, name) in enumerate(
            zip(("Bible", "Awake", "Series"), ("Rivers of Asia", "Hills", "Old seas"), strict=True)
        )
    ]
    rows = learn(site_page(*cards)).rows()
    assert [row["title"] for row in rows] == ["Rivers of Asia", "Hills", "Old seas"]
    assert [row["text"] for row in rows] == ["Bible", "Awake", "Series"]


def test_what_a_picture_is_called_is_no_picture() -> None:
    row = '<li><a href="/{0}"><img src="/{0}.png" title="Boat {0}"></a><b>Name {0}</b></li>'
    items = list(page_of("".join(row.format(n) for n in range(5))).root.iter("li"))
    rows = learn([(item,) for item in items]).rows()
    assert [(str(each["image"])[-6:], each["image_text"]) for each in rows] == [
        (f"/{n}.png", f"Boat {n}") for n in range(5)
    ]


def test_a_class_around_several_values_names_only_the_title() -> None:
    row = '<li class=r><div class=name><a href="/{0}">{1} pie</a><p>for {1}s</p>all year</div></li>'
    rows = [row.format(n, word) for n, word in enumerate(("apple", "plum", "lemon"))]
    (first, *_) = learn([(item,) for item in page_of("".join(rows)).root.iter("li")]).rows()
    assert first["name"] == "apple pie"
    assert not [name for name in first if name.startswith("name_") and name != "name_link"]


def test_numbered_titles_are_no_counts() -> None:
    row = '<li><a href="/{0}">Boat {0}</a> <b>{0}.50 $</b></li>'
    items = page_of("".join(row.format(n) for n in range(5))).root.iter("li")
    assert [row["title"] for row in learn([(item,) for item in items]).rows()] == [
        f"Boat {n}" for n in range(5)
    ]


def test_the_title_of_the_records_is_called_so_beside_the_name_of_somebody_else() -> None:
    row = (
        '<li><div class=excerpt><h3><a href="/{0}">{1}</a></h3><p>All about {1}</p></div>'
        "<i itemprop=name>{2}</i></li>"
    )
    rows = [row.format(n, *said) for n, said in enumerate((("Pies", "Jo"), ("Tea", "Al")))]
    (first, *_) = learn([(item,) for item in page_of("".join(rows)).root.iter("li")]).rows()
    assert (first["title"], first["name"]) == ("Pies", "Jo")


def columns_of(*records: str) -> dict[str, list[str]]:
    """The fields of the records by name, in the order of the records."""
    learnt = learn(site_page(*(f"<li>{record}</li>" for record in records)))
    told: dict[str, list[str]] = {}
    for row in learnt.rows():
        for name, value in row.items():
            told.setdefault(name, []).append(str(value))
    return told


WORDS = "amber birch cedar dill elder fern ginger hazel ivy juniper".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("cell", "name", "value"),
    [
        # github: the page of each record that its number leads to
        ('<a href="/r/{w}/stargazers">{n}</a>', "stargazers", "7"),
        # legacy.com, newegg: what the links of all records say or lead to
        ('<a href="/book/{w}">View guest book</a>', "view_guest_book_link", None),
        ('<a href="/shop/SellerProfile.aspx?s={w}"><img src=x></a>', "seller_profile_link", None),
        # ultimate-guitar, wellsfargo: values in brackets, in a heading
        ("<i>[ {few} or both of them ]</i>", "category", "[ Hardcover or both of them ]"),
        ("<h4><i>({few})</i></h4>", "category", "(Hardcover)"),
        # azlyrics: who made it
        ("<i>by {w} Jones</i>", "author", "amber Jones"),
        ("<i>Recipe by {w}</i>", "recipe_by", "amber"),
        # wiley, macys: one of a few words
        ("<i>{few}</i>", "category", "Hardcover"),
        # udemy: numbers up to five
        ("<i>{n5}</i>", "rating", "4.0"),
        # wikipedia: several values beside a hyphen
        ("<i>{n} KB (1,200 words) - 15:34, {n} January 2017</i>", "size", "7 KB (1,200 words)"),
        ("<i>{n} KB (1,200 words) - 15:34, {n} January 2017</i>", "date", "15:34, 7 January 2017"),
        # github: sentences
        ("<i>A small library that reads {w} files</i>", "description", None),
        # newegg: a class that the values deny
        ('<i class="price">Sale ends in {n} days from now</i>', "description", None),
    ],
)
def test_what_is_left_names_a_column(cell: str, name: str, value: str | None) -> None:
    few, kinds = ("Hardcover", "E-book"), range(len(WORDS))
    made = (
        f"<h3><a href='/r/{w}'>The {w} tree</a></h3>"
        + cell.format(w=w, n=7 + n, few=few[n % 2], n5=f"{4 + n / 10:.1f}")
        for n, w in zip(kinds, WORDS, strict=True)
    )
    told = columns_of(*made)
    assert name in told
    assert value is None or told[name][0] == value


def test_two_links_of_one_path_lead_to_pages_of_their_own() -> None:
    made = (
        f"<h3><a href='/r/{w}'>The {w} tree</a></h3><p><a class=n href='/r/{w}/stargazers'>{n}</a>"
        f"<a class=n href='/r/{w}/network'>{n + 50}</a></p>"
        for n, w in enumerate(WORDS)
    )
    told = columns_of(*made)
    assert {"stargazers", "network", "stargazers_link", "network_link"} <= told.keys()


def test_links_that_act_sort_nothing() -> None:
    made = (
        f"<h3>The {w} tree</h3><a class=x href='/do/{n}'>{('Chat now', 'Leave message')[n % 2]}</a>"
        for n, w in enumerate(WORDS)
    )
    assert "category" not in columns_of(*made)


def test_somebody_elses_name_is_called_what_its_address_says() -> None:
    made = (
        f"<h3><a href='/r/{w}'>The {w} tree</a></h3>"
        f"<a href='/author/{w}'><b itemprop=name>Jo {w}</b></a>"
        for w in WORDS
    )
    assert columns_of(*made)["author"][0] == "Jo amber"


def test_the_title_is_what_the_records_are_called() -> None:
    made = (
        f"<li><div class=in><a href='/c/{n % 3}'><b class=title>Shelf {n % 3}</b></a></div>"
        f"<p><a href='/r/{w}'><i class=ttl>The {w} tree</i></a></p></li>"
        for n, w in enumerate(WORDS)
    )
    records = site_page(*made)
    (first, *_) = learn(records, [f"The {w} tree" for w in WORDS]).rows()
    assert first["title"] == f"The {WORDS[0]} tree", first


def test_what_a_class_calls_wrongly_is_called_by_its_address() -> None:
    told = columns_of(
        *(
            f"<h3><a href='/r/{w}'>The {w} tree</a></h3>"
            f"<p class=description><a href='/genre/{w}'>{w}</a></p>"
            for w in WORDS
        )
    )
    assert told["genre"][0] == WORDS[0]


def test_the_machine_readable_time_is_told_once() -> None:
    told = columns_of(
        *(
            f"<h3><a href='/r/{w}'>The {w} tree</a></h3>"
            f"<time datetime='2020-03-{n + 10}T10:00'>{n + 10} March 2020, 10:00</time>"
            for n, w in enumerate(WORDS)
        )
    )
    assert {name for name in told if name.startswith("date")} == {"date", "date_iso"}


def test_columns_of_two_layouts_share_their_names() -> None:
    wide = [
        f"<li><h3><a href='/r/{w}'>The {w} tree</a></h3><b class=price>{n}.50 EUR</b></li>"
        for n, w in enumerate(WORDS)
    ]
    narrow = [
        f"<li><p class=title><a href='/r/{w}s'>All {w} trees</a><i class=price>{n}.70 EUR</i></li>"
        for n, w in enumerate(WORDS)
    ]
    rows = learn(site_page(*wide, *narrow)).rows()
    assert {frozenset(row) - {"link", "link_2"} for row in rows} == {
        frozenset({"title", "price", "price_amount", "price_currency"})
    }
    assert [rows[n]["price_amount"] for n in (1, 11)] == [1.5, 1.7]


def test_columns_of_one_record_have_names_of_their_own() -> None:
    told = columns_of(
        *(
            f"<h3><a href='/r/{w}'>The {w} tree</a></h3><b class=price>{n}.50 EUR</b>"
            f"<i class=price>{n + 3}.70 EUR</i>"
            for n, w in enumerate(WORDS)
        )
    )
    assert told["price"][1] == "1.50 EUR"
    assert told["price_2"][1] == "4.70 EUR"
