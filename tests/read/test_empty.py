"""When is a page called empty, and with which figure?"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.empty import Background, emptiness

_EMPTY = ("home about", "nothing was found for you", "all rights reserved")
_BACKGROUND = Background.of([(_EMPTY, ("http://s.example/a",)), (_EMPTY, ("http://s.example/b",))])


def test_a_background_remembers_its_pages() -> None:
    assert _BACKGROUND.texts == frozenset(_EMPTY)
    assert _BACKGROUND.links == {"http://s.example/a", "http://s.example/b"}
    assert len(_BACKGROUND.pages) == 2
    assert _BACKGROUND.pages[0] == frozenset(" ".join(_EMPTY).split())


@pytest.mark.parametrize(
    ("text", "query", "known"),
    [
        pytest.param("All  Rights reserved", [], True, id="other letters and blanks"),
        pytest.param("Hits: 1,200", [], True, id="another number"),
        pytest.param("Nothing for pump", ["pump"], True, id="the query in it"),
        pytest.param("Nothing for pump", ["valve"], False, id="a word that was not asked"),
        pytest.param("Red car", ["reserved"], False, id="new"),
        pytest.param("home", ["home"], True, id="known although it holds the query"),
    ],
)
def test_what_the_background_knows(text: str, query: list[str], known: bool) -> None:
    texts = ("all rights reserved", "hits: 0", "nothing for …", "home")
    assert Background.of([(texts, ())]).knows(text, query) == known


@pytest.mark.parametrize(
    ("texts", "records", "own_links", "empty", "reason"),
    [
        pytest.param(_EMPTY, 0, 0, True, "nothing on it reads as a record", id="no record, alike"),
        pytest.param(["red car"], 0, 0, True, "nothing on it reads as a record", id="no record"),
        pytest.param(_EMPTY, 2, 0, True, "like the empty pages: 1.00 >= 0.85", id="alike"),
        pytest.param(_EMPTY, 2, 2, False, "2 records, though 1.00 like the empty pages",
                     id="records with pages of their own"),
        pytest.param([*_EMPTY, "red car blue bus green van"], 3, 0, False, "3 records; 0.62 < 0.85",
                     id="unlike"),
        pytest.param([*_EMPTY, "red car"], 1, 0, False, "1 records; 0.83 < 0.85", id="just unlike"),
        pytest.param([*_EMPTY, "car"], 1, 0, True, "like the empty pages: 0.91 >= 0.85",
                     id="just alike"),
    ],
)  # fmt: skip
def test_verdicts(
    texts: Sequence[str], records: int, own_links: int, empty: bool, reason: str
) -> None:
    verdict = emptiness(texts, records, own_links, _BACKGROUND, theta=0.85)
    assert (verdict.empty, verdict.reason) == (empty, reason)


def test_a_page_exactly_as_alike_as_theta_is_empty() -> None:
    verdict = emptiness(["a"], 1, 0, Background.of([(["a b"], ())]), theta=0.5)
    assert verdict.empty
    assert verdict.similarity == 0.5


def test_similarity_is_the_mean_over_the_pages() -> None:
    background = Background.of([(["a b"], ()), (["c"], ())])
    assert emptiness(["a b"], 1, 1, background, theta=0.9).similarity == 0.5


def test_without_a_background_every_page_with_records_is_an_answer() -> None:
    verdict = emptiness(["a"], 1, 0, Background(), theta=0.85)
    assert (verdict.empty, verdict.similarity) == (False, 0.0)


_TEXTS = st.lists(st.text("abc d", max_size=6), max_size=5)


@given(_TEXTS, st.lists(_TEXTS, max_size=3), st.integers(0, 3), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_verdict_agrees_with_its_figures(
    texts: list[str], pages: list[list[str]], records: int, theta: float
) -> None:
    background = Background.of([(page, ()) for page in pages])
    verdict = emptiness(texts, records, 0, background, theta=theta)
    assert 0 <= verdict.similarity <= 1
    assert verdict.empty == (not records or verdict.similarity >= theta)
    backwards = Background.of([(page, ()) for page in reversed(pages)])
    again = emptiness(texts, records, 0, backwards, theta=theta)
    assert abs(again.similarity - verdict.similarity) < 1e-9
