"""Which parts of records are the same thing?"""

import json
import time
from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement

from deepweb.read.fields.alignment import Alignment, align, joined
from tests.read.pages import broken_html, page_of

WORDS = ["amber", "birch", "cedar", "dune", "elm", "fjord", "grove", "heath"]


def records(*html: str) -> list[list[HtmlElement]]:
    (body,) = page_of(f"<body>{''.join(html)}</body>").root.iter("body")
    return [[element] for element in body]


def table(found: Sequence[Sequence[HtmlElement]]) -> list[list[str]]:
    """The columns of text, each with its values in order of the records, "" where it has none."""
    columns: defaultdict[int, list[str]] = defaultdict(lambda: [""] * len(found))
    alignment = align(found).alignment
    for row, record in enumerate(found):
        texts: defaultdict[int, list[str]] = defaultdict(list)
        for column, part in alignment.place(record):
            assert column is not None
            if part.slot == "text":
                texts[column].append(part.text)
        for column, values in texts.items():
            columns[column][row] = joined(values)
    return [columns[column] for column in sorted(columns)]


def test_optional_parts_leave_a_gap() -> None:
    found = records(
        "<li><h3>amber</h3><p class=a>by Ann</p><i class=y>1990</i></li>",
        "<li><h3>birch</h3><i class=y>1991</i></li>",
        "<li><h3>cedar</h3><p class=a>by Cy</p></li>",
    )
    assert table(found) == [
        ["amber", "birch", "cedar"],
        ["Ann", "", "Cy"],
        ["1990", "1991", ""],
    ]


def test_places_are_columns_where_their_number_is_steady() -> None:
    rows = [(word, f"{n + 3} May 2015", f"${n}.50") for n, word in enumerate(WORDS)]
    cards = [f"<div><p>{a}</p><p>{b}</p><p>{c}</p></div>" for a, b, c in rows]
    cards[3] = "<div><p>dune</p><p>$3.50</p></div>"  # no date
    columns = table(records(*cards))
    assert columns[0] == WORDS
    assert columns[1][3] == "" and columns[1][4] == "7 May 2015"
    assert columns[2][3] == "$3.50"


def test_a_list_is_one_column() -> None:
    tags = [WORDS[n : n + 2 + n % 3] for n in range(5)]
    found = records(*(f"<li><h3>No {n}</h3>" + "".join(f"<a>{t}</a>, " for t in some) + "</li>"
                      for n, some in enumerate(tags)))  # fmt: skip
    assert table(found)[1] == ["; ".join(some) for some in tags]


def test_highlighting_does_not_split_a_title() -> None:
    found = records(
        "<li><a href=/1>old <span class=hl>maps</span></a></li>",
        "<li><a href=/2><span class=hl>maps</span> of rivers</a></li>",
        "<li><a href=/3>all <span class=hl>maps</span> and <span class=hl>maps</span></a></li>",
    )
    assert table(found) == [["old maps", "maps of rivers", "all maps and maps"]]


def test_prose_with_links_is_one_text() -> None:
    prose = (
        "<p>It was long ago in a town by the river that <a>{}</a> was seen for the last time.</p>"
    )
    found = records(*(f"<div>{prose.format(word)}</div>" for word in WORDS))
    (column,) = table(found)
    assert (
        column[0] == "It was long ago in a town by the river that amber was seen for the last time."
    )


def test_a_row_of_values_is_split() -> None:
    found = records(*(f"<div><p>by <a>{w}</a> on <i class=d>{n} May 2015</i></p></div>"
                      for n, w in enumerate(WORDS, 1)))  # fmt: skip
    columns = table(found)
    assert WORDS in columns
    assert [f"{n} May 2015" for n in range(1, 9)] in columns


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("<li><b>Colour:</b> {}</li>", id="in bold"),
        pytest.param("<li><p>Colour: {}</p></li>", id="in one text"),
        pytest.param("<li><span>Colour:</span><span>{}</span></li>", id="its own element"),
        pytest.param("<li><i class=k>Colour</i><i class=v>{}</i></li>", id="without a colon"),
        pytest.param("<li><dl><dt>Colour</dt><dd>{}</dd></dl></li>", id="a term"),
    ],
)
def test_labels_are_no_data(card: str) -> None:
    found = records(*(card.format(word) for word in WORDS))
    placed = [align(found).alignment.place(record) for record in found]
    assert [(p.label.rstrip(":"), p.text) for row in placed for _, p in row] == [
        ("Colour", word) for word in WORDS
    ]


def test_labels_in_any_order() -> None:
    found = records(
        "<ul><li>Age: 5</li><li>Size: big</li></ul>",
        "<ul><li>Size: small</li><li>Age: 7</li></ul>",
        "<ul><li>Age: 9</li></ul>",
    )
    assert sorted(table(found)) == [["5", "7", "9"], ["big", "small", ""]]


def test_a_colon_in_a_title_or_in_prose_is_no_label() -> None:
    found = records(*(f"<li><h3>{w}: a life</h3><p>{w}: what I saw of it</p></li>" for w in WORDS))
    assert table(found) == [
        [f"{w}: a life" for w in WORDS],
        [f"{w}: what I saw of it" for w in WORDS],
    ]


def test_wrappers_and_states_do_not_make_columns() -> None:
    found = records(
        "<li><p class='price'>$1</p></li>",
        "<li><p class='price sale'>$2</p></li>",
        "<li><div><p class=price>$3</p></div></li>",
    )
    assert table(found) == [["$1", "$2", "$3"]]


def test_what_has_another_name_is_another_column() -> None:
    found = records("<li><p class=author>Ann</p></li>", "<li><p class=place>Bonn</p></li>")
    assert sorted(table(found)) == [["", "Bonn"], ["Ann", ""]]


def test_separators_cut_where_they_always_do() -> None:
    found = records(*(f"<li><p>{w} | {n} pages | $5.{n}</p></li>" for n, w in enumerate(WORDS, 10)))
    assert [column[0] for column in table(found)] == ["amber", "10 pages", "$5.10"]


def test_cells_of_rows_by_their_column() -> None:
    page = page_of("<table><tr><td>a<td>1<td>x<tr><td>b<td colspan=2>2<tr><td>c<td>3<td>z</table>")
    found = [[row] for row in page.root.iter("tr")]
    assert table(found) == [["a", "b", "c"], ["1", "2", "3"], ["x", "", "z"]]


def test_stored_and_loaded_again_it_says_the_same() -> None:
    found = records(*(f"<li><h3>{w}</h3><p>by <a>Ann</a>: {n}</p><u>Age: {n}</u></li>"
                      for n, w in enumerate(WORDS)))  # fmt: skip
    alignment = align(found).alignment
    again = Alignment.from_json(json.loads(json.dumps(alignment.to_json())))
    assert again == alignment
    assert [again.place(r) for r in found] == [alignment.place(r) for r in found]


def test_cost_grows_with_the_records_only() -> None:
    def cost(n: int) -> float:
        found = records(
            *(f"<li><h3>{i}</h3><p class=c{i % 7}>{i} of {n}</p></li>" for i in range(n))
        )
        begin = time.process_time()
        align(found)
        return time.process_time() - begin

    cost(100)
    assert cost(20_000) < 20 * cost(1_000) + 0.5  # of many, a sample is learnt from


def test_no_records() -> None:
    assert list(align([]).rows()) == []


@given(st.lists(broken_html, max_size=4))
@settings(max_examples=100, deadline=None)
def test_any_records_can_be_aligned(pages: list[str]) -> None:
    found = [[e] for html in pages for e in page_of(html).root.iter("div", "tr", "li")]
    alignment = align(found).alignment
    for record in found:
        assert all(c is None or 0 <= c < alignment.size for c, _ in alignment.place(record))
