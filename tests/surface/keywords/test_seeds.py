"""The first words to ask, of form pages with much text, little, and none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.words import terms
from deepweb.surface.keywords.seeds import N_INITIAL, seeds

_STOP = frozenset({"the", "and", "of", "der", "und"})
_COMMON = ("new", "the", "world", "john")
_TEXTS = st.lists(st.text(max_size=30), max_size=8)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param(
            ["The valve and the pump", "pump, valve, handles", "valve"],
            ("valve", "the", "pump", "new", "handles", "and", "world", "john"),
            id="telling words, stop words and common words in turn",
        ),
        pytest.param([], ("the", "new", "world", "john"), id="a page without text"),
        pytest.param(["1 23 x"], ("the", "new", "world", "john"), id="numbers and letters only"),
        pytest.param(
            ["Der Fluss", "Fluss und See"],
            ("fluss", "der", "see", "new", "und", "world", "the", "john"),
            id="another language",
        ),
        pytest.param(["図書館"], ("図書", "the", "書館", "new", "world", "john"), id="no spaces"),
    ],
)
def test_seeds(texts: list[str], expected: tuple[str, ...]) -> None:
    assert seeds(texts, stop_words=_STOP, common=_COMMON) == expected


@given(_TEXTS, st.integers(0, 60))
@settings(max_examples=100, deadline=None)
def test_laws(texts: list[str], most: int) -> None:
    found = seeds(texts, stop_words=_STOP, common=_COMMON, most=most)
    assert len(found) == len(set(found)) <= most
    assert set(found) <= {*_COMMON, *(word for text in texts for word in terms(text))}
    assert seeds(reversed(texts), stop_words=_STOP, common=_COMMON, most=most) == found
    assert found == seeds(texts, stop_words=_STOP, common=_COMMON, most=most + 5)[:most]


def test_no_more_than_the_paper_takes() -> None:
    text = " ".join(f"word{n}x" for n in range(200))
    assert len(seeds([text], stop_words=_STOP, common=_COMMON)) == N_INITIAL
