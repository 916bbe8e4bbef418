"""The first words to ask, of form pages with much text, little, and none."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.words import language, terms
from deepweb.store.resources import seed_words
from deepweb.surface.keywords.first_words import (
    CONSONANTS,
    N_INITIAL,
    RARE_IDEOGRAPHS,
    nonsense,
    seeds,
)
from tests.site import Catalogue, unicode_characters, world_cities

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


def test_short_stop_words_come_before_those_of_other_languages() -> None:
    text = "Skriv et eller flere ord og tryk, one page at a time"
    asked = seeds([text], stop_words={"page", "et", "og", "eller"})
    assert [word for word in asked if word in {"page", "et", "og", "eller"}][:2] == ["et", "og"]


def test_no_more_than_the_paper_takes() -> None:
    text = " ".join(f"word{n}x" for n in range(200))
    assert len(seeds([text], stop_words=_STOP, common=_COMMON)) == N_INITIAL


# Nonsense


def test_the_same_seed_gives_the_same_words() -> None:
    assert nonsense(random.Random("site"), 6) == nonsense(random.Random("site"), 6)
    assert nonsense(random.Random("site"), 6) != nonsense(random.Random("other"), 6)


def test_fewer_words_are_the_first_of_more() -> None:
    assert nonsense(random.Random(7), 6)[:3] == nonsense(random.Random(7), 3)


_RUSSIAN = "Поиск по каталогу: введите название товара, город или фамилию автора"
_SHAPES = (
    r"[^\W\d_]{12}",
    r"[^\W\d_]{7} [^\W\d_]{8}",
    r"[^\W\d_]{6}[0-9]{4}[^\W\d_]{2}",
    r"[^\W\d_]{28}",
    r"[^\W\d_]{2}(?P<twice>[^\W\d_]{2})(?P=twice){4}",
    r"[^\W\d_]{5}",
)


@pytest.mark.parametrize("site_text", ["", _RUSSIAN, "日本語の検索"])
def test_queries_have_different_shapes(site_text: str) -> None:
    found = nonsense(random.Random(3), 2 * len(_SHAPES), site_text)
    for query, shape in zip(found, 2 * _SHAPES, strict=True):
        assert re.fullmatch(shape, query)


@given(st.integers(), st.integers(0, 30), st.text(max_size=80))
@settings(max_examples=100, deadline=None)
def test_queries_are_distinct_whatever_the_site_says(
    seed: int, number: int, site_text: str
) -> None:
    found = nonsense(random.Random(seed), number, site_text)
    assert len(found) == len(set(found)) == number
    assert all(query == query.strip() and len(query) >= 5 for query in found)


@pytest.mark.parametrize(
    ("site_text", "letters"),
    [
        pytest.param("Search our catalogue", CONSONANTS, id="Latin, without vowels"),
        pytest.param("", CONSONANTS, id="nothing known"),
        pytest.param("12 34 !?", CONSONANTS, id="no letters"),
        pytest.param(_RUSSIAN + " Search", _RUSSIAN.lower(), id="Cyrillic, of the site's own"),
        pytest.param("αναζήτηση στον κατάλογο", "αναζήτηση στον κατάλογο", id="Greek"),
        pytest.param("Поиск", CONSONANTS, id="too few letters to write with"),
        pytest.param("搜索商品名称", RARE_IDEOGRAPHS, id="Chinese, seldom used"),
        pytest.param("キーワードをいれてください", RARE_IDEOGRAPHS, id="Japanese"),
    ],
)
def test_the_script_is_the_site_s_own(site_text: str, letters: str) -> None:
    for query in nonsense(random.Random(1), 10, site_text):
        assert {c for c in query if c.isalpha()} <= set(letters)


def test_rare_ideographs_can_be_sent_in_old_encodings() -> None:
    for encoding in ("gb2312", "big5", "shift_jis", "euc_jp"):
        assert RARE_IDEOGRAPHS.encode(encoding)


@pytest.mark.parametrize("catalogue_of", [unicode_characters, world_cities])
def test_real_catalogues_hold_none_of_them(catalogue_of: Callable[[int], Catalogue]) -> None:
    held = {word for entry in catalogue_of(2000).records for word in entry.words}
    assert not held.intersection(nonsense(random.Random(5), 300))


@pytest.mark.parametrize(
    ("text", "stated", "told"),
    [
        pytest.param("Die Bücher sind in der Bibliothek", "", "de", id="by its stop words"),
        pytest.param("Zbiory muzeum", "pl-PL", "pl", id="as the page states"),
        pytest.param("Wir haben uns das für Sie so gedacht", "en", "de", id="stated wrongly"),
        pytest.param("Museum", "nb", "no", id="of two names"),
        pytest.param("Museum", "", "en", id="nothing tells"),
    ],
)
def test_the_language_of_first_words(text: str, stated: str, told: str) -> None:
    assert language([text], stated, seed_words()) == told
