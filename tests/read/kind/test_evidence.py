"""What is there to judge a page by?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.kind.evidence import PageEvidence, evidence_of, line_around
from deepweb.store.resources import kind_words
from tests.read.pages import page_of

_SAID = "A few words about it that fill a line, so that one sees what it is about."


def evidence(body: str, records: int | None = None, score: float | None = None) -> PageEvidence:
    page = page_of(f"<html><title>All  Pumps</title><body>{body}</body></html>")
    return evidence_of(page, kind_words(), records, score)


def test_the_list_is_that_of_links_with_text_beside_them() -> None:
    menu = "".join(f"<b><a href='/menu/{n}'>Menu {n}</a></b> " for n in range(20))
    items = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {_SAID}</li>" for n in range(5))
    found = evidence(f"<p>{menu}</p><ul>{items}</ul>")
    assert found.answers.members == 5
    assert found.shown.text[found.answers.start :].startswith("thing 0")


@pytest.mark.parametrize(
    ("records", "score", "members"), [(8, None, 8), (8, 0.5, 4), (0, 0.0, 5), (0, 1.0, 0)]
)
def test_records_that_others_found_count_by_how_sure_they_are(
    records: int, score: float | None, members: int
) -> None:
    items = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {_SAID}</li>" for n in range(5))
    assert evidence(f"<ul>{items}</ul>", records, score).answers.members == members


def test_counts_in_furniture_are_not_those_of_the_page() -> None:
    found = evidence(f"<nav>99 results</nav><p>0 results, 57 results</p><p>{_SAID}</p>")
    assert [count.number for count in found.counts] == [0, 57]
    assert found.count is not None
    assert found.count.number == 57
    assert found.title == "all  pumps"


@given(st.text(alphabet="ab \n", max_size=40), st.integers(0, 40))
def test_a_line_is_what_stands_between_its_ends(text: str, place: int) -> None:
    at = min(place, len(text))
    before, behind = text[:at].rpartition("\n")[2], text[at:].partition("\n")[0]
    assert line_around(text, at, at) == (before + behind).strip()
