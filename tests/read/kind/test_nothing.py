"""The signs that nothing was found, and what outweighs them."""

from __future__ import annotations

import pytest

from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.resources import kind_words
from tests.read.pages import page_of

_FORM = '<form><input name="q" value="pump"><button>Search</button></form>'
_PROSE = f"<p>{'The register holds what the town has built since it was founded. ' * 6}</p>"
_LIST = "".join(
    f'<li><a href="/item/{n}">Pump number {n}</a> and a line that says what it is for</li>'
    for n in range(9)
)


def _kind(body: str, records: int = 0, score: float = 0.0) -> PageVerdict:
    return page_kind(page_of(f"<body>{body}"), kind_words(), records=records, score=score)


@pytest.mark.parametrize(
    "sign",
    [
        '<div class="no-results">We have nothing of the kind</div>',
        '<div id="noResultsMessage"><p>A pity.</p></div>'.replace("Message", ""),
        '<p class="search-empty">A pity.</p>',
        '<div class="empty-state">Dommage.</div>',
        '<p class="sem-resultados">Que pena.</p>',
    ],
)
def test_a_class_or_an_id_says_so(sign: str) -> None:
    verdict = _kind(f"{_FORM}{_PROSE}{sign}")
    assert verdict.kind == "empty"
    assert "named so" in verdict.reason
    assert _kind(f"{_FORM}<ul>{_LIST}</ul>{sign}", 9, 0.9).kind == "results"


def test_the_class_of_the_whole_page_says_so() -> None:
    page = page_of(f'<body class="search search-no-results">{_PROSE}<p>A pity.</p></body>')
    assert page_kind(page, kind_words(), records=0, score=0.0).kind == "empty"


def test_weak_signs_add_up() -> None:
    table = "<table><tr><th>Name</th><th>Year</th></tr></table>"
    named = '<div class="no-data">-- --</div>'
    weights = [_kind(f"{_PROSE}{sign}").probability for sign in (named, table + named)]
    assert weights[0] < weights[1]
    both = _kind(f"{_PROSE}{table}{named}")
    assert both.kind == "empty"
    assert "a table with a head and no rows" in both.reason


_PUMP = "<h2>Village pump</h2><p>Cast iron, 1932, with a trough. The pump stood on the green.</p>"


@pytest.mark.parametrize(
    "sentence",
    [
        "We do not sell your data.",
        "Some images are not shown.",
        "Items cannot be returned after 30 days.",
        "Nous ne partageons pas vos données.",
        "Не все товары есть в наличии.",  # noqa: RUF001
    ],
)
def test_a_sentence_that_denies_something_else_is_no_message(sentence: str) -> None:
    assert "it says" not in _kind(f"{_FORM}{_PUMP}<p>{sentence}</p>").reason
    # The same words on a page without anything else are one.
    assert "it says" in _kind(f"{_FORM}<p>{sentence}</p>").reason


@pytest.mark.parametrize("sentence", ["No item fits your query.", "There is no such pump to find."])
def test_a_sentence_that_speaks_of_the_search_is_one_beside_prose(sentence: str) -> None:
    assert _kind(f"{_FORM}{_PROSE}<p>{sentence}</p>").kind == "empty"


def test_a_menu_beside_a_large_form_may_be_the_answer() -> None:
    form = _FORM.replace("<button>", '<input name="a"><input name="b"><button>')
    menu = '<ul><li><a href="/{0}">{0} one</a><li><a href="/2">{0} two</a></ul>'
    assert _kind(f"{form}{_LIST}{menu.format('Pump')}").kind != "empty"
    other = _LIST.replace("Pump", "Help")
    assert _kind(f"{form}{other}{menu.format('Help')}").kind == "empty"


def test_a_table_with_rows_says_nothing() -> None:
    rows = "<tr><td>Pump</td><td>1932</td></tr>" * 2
    table = f"<table><tr><th>Name</th><th>Year</th></tr>{rows}</table>"
    assert "table" not in _kind(f"{_PROSE}{table}").reason


def test_a_question_is_no_statement() -> None:
    asked = "<p>No results that you like?</p>"
    assert _kind(f"{asked}<ul>{_LIST}</ul>", 9, 0.9).kind == "results"
    assert _kind(f"{_PROSE}{asked}").kind != "empty"


def test_a_sure_list_outweighs_a_phrase_and_a_doubtful_one_does_not() -> None:
    said = "<p>No results found.</p>"
    assert _kind(f"{_FORM}{said}<ul>{_LIST}</ul>", 9, 0.9).kind == "results"
    menu = "".join(f'<li><a href="/m{n}">Entry {n}</a></li>' for n in range(9))
    assert _kind(f"{_FORM}<ul>{menu}</ul>{said}", 9, 0.2).kind == "empty"


def test_a_list_without_the_query_is_a_recommendation() -> None:
    others = _LIST.replace("Pump", "Kettle")
    said = "<p>No results found.</p>"
    assert _kind(f"{_FORM}{said}<ul>{others}</ul>", 9, 0.9).kind == "empty"
