"""What sites call their arguments."""

from __future__ import annotations

import pytest

from deepweb.page.argument_names import PERHAPS, SURE, ArgumentWords, plain
from deepweb.store.resources import argument_words

WORDS = argument_words()


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("q", "query"), ("_nkw", "query"), ("searchTerm", "query"), ("suchbegriff", "query"),
        ("page", "page"), ("_pgn", "page"), ("pageNo", "page"), ("offset", "page"),
        ("/page", "page"),
        ("seite", "page"), ("página", "page"), ("страница", "page"), ("ページ", "page"),
        ("category_page", "page"), ("startIndex", "page"),
        ("sort", "presentation"), ("sortBy", "presentation"), ("_sop", "presentation"),
        ("orderby", "presentation"), ("product_list_order", "presentation"),
        ("sort_price", "presentation"), ("ordenar", "presentation"), ("per_page", "presentation"),
        ("pageSize", "presentation"), ("viewMode", "presentation"), ("limit", "presentation"),
        ("utm_source", "tracking"), ("gclid", "tracking"), ("_trksid", "tracking"),
        ("PHPSESSID", "tracking"), ("referrer", "tracking"), ("rnd", "tracking"),
        ("brand", "selection"), ("filter[brand]", "selection"), ("f[]:brand", "selection"),
        ("min_price", "selection"), ("CatId", "selection"), ("marke", "selection"),
        ("rh:p_n_condition-type", "selection"), ("цвет", "selection"), ("/color", "selection"),
    ],
)  # fmt: skip
def test_names_that_say_it_surely(name: str, role: str) -> None:
    assert WORDS.claims(name).get(role) == SURE


@pytest.mark.parametrize("name", ["ref", "from", "p", "size", "dir"])
def test_names_that_mean_other_things_too(name: str) -> None:
    assert set(WORDS.claims(name).values()) == {PERHAPS}


@pytest.mark.parametrize("name", ["jx0", "zzq", "", "___", "3", "\udce4"])
def test_names_that_say_nothing(name: str) -> None:
    assert WORDS.claims(name) == {}


def test_things_are_no_arguments_of_a_path() -> None:
    assert {"page", "brand", "sort", "seite"} <= WORDS.in_paths
    assert not {"view", "search", "q", "print", "item", "p"} & WORDS.in_paths


def test_sections_of_a_list() -> None:
    words = ArgumentWords.of({"page": ["pg", "sei*"], "page?": ["p"], "values: page": ["Last"]})
    assert words.claims("pg") == words.claims("seite") == {"page": SURE}
    assert words.claims("p") == {"page": PERHAPS}
    assert words.values == {"page": frozenset({"last"})}


def test_one_spelling() -> None:
    assert plain("Página_2") == plain("pagina") == "pagina"
