"""What arguments and hidden inputs mean, after what sites and frameworks write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.address.argument_names import (
    PERHAPS,
    SURE,
    ArgumentWords,
    is_one_time,
    is_random,
    is_tracking,
    plain,
    without_session,
    without_tracking,
)
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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("csrf_token", "1"),
        ("csrfmiddlewaretoken", "QCE3pWhMU4l2OblZXOB2o86vfwRLz0aa"),
        ("authenticity_token", "dDIHKI59+H6maxCJxlG7F3hBab8nc9=="),
        ("__RequestVerificationToken", ""),
        ("__VIEWSTATE", "/wEPDwUKMTY1NDU2MTA1MmRk"),
        ("__EVENTVALIDATION", "x"),
        ("javax.faces.ViewState", "j_id1"),
        ("_wpnonce", "caa40afa7e"),
        ("form_build_id", "form-f7CCuT41a_03q-GZPdU"),
        ("form_key", "SQShdatOwiqOFO3r"),
        ("sid", "7avi5kekk4lplei99qg5682ur4"),
        ("PHPSESSID", "abc"),
        ("s", "724891295a8c37e18608d2f87e066e1b"),
        ("uuid", "550e8400-e29b-41d4-a716-446655440000"),
        ("9f86d081884c7d659a2feaa0c55ad015", "1"),
    ],
)
def test_one_time(name: str, value: str) -> None:
    assert is_one_time(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("q", ""),
        ("lang", "de"),
        ("option", "com_search"),
        ("form_id", "search_block_form"),
        ("cx", "partner-pub-6782929613561816:6368904694"),
        ("return", "/catalogue/advanced-search?page=2"),
        ("redirect", "http://site.example/a1b2c3"),
        ("title", "Special:Search"),
        ("number", "41556909831159412341"),
        ("date", "2026-01-02T03:04:05"),
        ("words", "the-quick-brown-fox-jumps-over"),
        ("class", "com.example.search.SimpleSearchBean2"),
        ("side", "left"),
    ],
)
def test_lasting(name: str, value: str) -> None:
    assert not is_one_time(name, value)


@given(st.binary(min_size=16, max_size=64))
def test_hashes_look_random(data: bytes) -> None:
    digest = data.hex()
    letters = sum(sign.isalpha() for sign in digest)
    assert is_random(digest) or not 0.25 < letters / len(digest) < 0.5


@pytest.mark.parametrize(
    ("url", "lasting"),
    [
        ("http://h/a.jsp;jsessionid=01AF?x=1", "http://h/a.jsp?x=1"),
        ("http://h/a.jsp;jsessionid=01AF.node1", "http://h/a.jsp"),
        ("http://h/a.php?PHPSESSID=1f&x=1", "http://h/a.php?x=1"),
        ("http://h/a.php?x=1&sid=1f", "http://h/a.php?x=1"),
        ("http://h/a.php?sid=1f", "http://h/a.php"),
        ("http://h/a.php?side=left", "http://h/a.php?side=left"),
    ],
)
def test_addresses_without_the_visit(url: str, lasting: str) -> None:
    assert without_session(url) == lasting


@pytest.mark.parametrize(
    "name",
    ["utm_source", "UTM_x-y", "pk_campaign", "gclid", "ref", "referer", "referrer", "rank",
     "highlight", "sid", "PHPSESSID", "session_id"],
)  # fmt: skip
def test_names_that_mean_tracking_everywhere(name: str) -> None:
    assert is_tracking(name)
    url = f"http://h/a?{name}=1"
    assert without_tracking(f"{url}&x=1") == "http://h/a?x=1"
    assert without_tracking(url) == "http://h/a"


@pytest.mark.parametrize("name", ["", "q", "page", "reference", "ref_id", "side", "utm", "src"])
def test_names_that_may_mean_anything(name: str) -> None:
    assert not is_tracking(name)
    assert without_tracking(f"http://h/a?{name}=1&x=1") == f"http://h/a?{name}=1&x=1"
