"""The index agrees with brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from demosite.derived import derived_attributes
from demosite.search import SORTS, Bound, Index, Selection, index_of
from tests.site import Catalogue, Entry, unicode_characters, world_cities
from tests.site.bruteforce import expected_ids
from tests.site.results import find_results
from tests.site.style import Style
from tests.site.submission import Submission

_WORDS = st.lists(st.sampled_from(("red", "green", "blue", "Big", "small", "zzz")), max_size=4)
_KINDS = ("Fruit, ripe", "Tool", "Blue thing")


@st.composite
def catalogues(draw: st.DrawFn) -> Catalogue:
    drawn = draw(st.lists(st.tuples(_WORDS, st.sampled_from(_KINDS)), max_size=25))
    entries = (
        Entry(str(n), " ".join(title), {"kind": kind, **derived_attributes(n)})
        for n, (title, kind) in enumerate(drawn)
    )
    return Catalogue("drawn", tuple(entries))


_PRICES = st.just("") | st.floats(0, 600).map(str)
_DATES = st.just("") | st.dates().map(str)
_BOUNDS = st.builds(Bound, st.just("price"), _PRICES, _PRICES) | st.builds(
    Bound, st.just("date"), _DATES, _DATES
)


def _kinds_among(kinds: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (("kind", tuple(kinds)),) if kinds else ()


selections = st.builds(
    Selection,
    text=st.one_of(_WORDS.map("-".join), _WORDS.map(" ".join)),
    match=st.sampled_from(("and", "or")),
    equal=st.lists(st.tuples(st.just("kind"), st.sampled_from(_KINDS)), max_size=2).map(tuple),
    among=st.lists(st.sampled_from(_KINDS), max_size=2).map(_kinds_among),
    bounds=st.lists(_BOUNDS, max_size=2).map(tuple),
    words=st.lists(st.tuples(st.just("title"), _WORDS.filter(bool).map(" ".join)), max_size=1).map(
        tuple
    ),
    sort=st.sampled_from(("", *SORTS)),
)


@given(catalogues(), selections)
@settings(max_examples=300, deadline=None)
def test_positions_agree_with_brute_force(catalogue: Catalogue, selection: Selection) -> None:
    index = Index(catalogue)
    found = [entry.id for entry in index.entries(index.positions(selection))]
    assert found == expected_ids(catalogue, selection)


@given(
    catalogues(), selections, st.integers(1, 12), st.integers(1, 5), st.none() | st.integers(1, 20)
)
@settings(max_examples=200, deadline=None)
def test_pages_cut_up_the_capped_answer(
    catalogue: Catalogue, selection: Selection, page: int, size: int, cap: int | None
) -> None:
    index = Index(catalogue)
    style = Style(cap=cap, blank="all")
    results = find_results(style, index, Submission(selection, page, size))
    expected = expected_ids(catalogue, selection)[:cap]
    assert [e.id for e in index.entries(results.on_page)] == expected[(page - 1) * size :][:size]


@given(catalogues(), selections)
@settings(deadline=None)
def test_counts_add_up(catalogue: Catalogue, selection: Selection) -> None:
    index = Index(catalogue)
    found = index.positions(selection)
    counted = dict(index.counts("kind", found))
    records = index.entries(found)
    assert counted == {
        kind: n for kind in _KINDS if (n := sum(e.attributes["kind"] == kind for e in records))
    }


@pytest.mark.parametrize("text", ["latin letter", "SIGN", "with-above", "letterx", "lett", "!?"])
@pytest.mark.parametrize("match", ["and", "or"])
def test_real_names(text: str, match: str) -> None:
    catalogue = unicode_characters(2000)
    selection = Selection(text=text, match="or" if match == "or" else "and")
    index = index_of(catalogue)
    found = [entry.id for entry in index.entries(index.positions(selection))]
    expected = expected_ids(catalogue, selection) if text != "!?" else []
    assert found == expected
    assert bool(found) == (text not in ("letterx", "lett", "!?"))


def test_a_city_is_its_title_where_there_is_no_such_attribute() -> None:
    index = index_of(world_cities(100))
    (found,) = index.entries(index.positions(Selection(equal=(("city", "tokyo"),))))
    assert found.title == "Tokyo"


def test_the_nearest_word_is_a_word_of_the_catalogue() -> None:
    index = index_of(unicode_characters(500))
    for text in ("", "a", "lettes", "zzzzz", "éé"):
        assert index.positions(Selection(text=index.nearest_word(text)))


def test_an_index_is_built_once() -> None:
    assert index_of(unicode_characters(500)) is index_of(unicode_characters(500))
