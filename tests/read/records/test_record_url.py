"""Which part of a link names the record?"""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.records.record_url import TRACKING, TRACKING_PREFIXES, record_url

_SITE = "http://site.example"


@pytest.mark.parametrize(
    ("link", "query", "named"),
    [
        pytest.param("/item/1", {}, "/item/1", id="nothing to take off"),
        pytest.param("/item?id=7", {}, "/item?id=7", id="named by an argument"),
        pytest.param("/item?id=7&utm_source=a&UTM_x=b", {}, "/item?id=7", id="campaign"),
        pytest.param("/item?ref=list&pos=3&sid=9f&id=7", {}, "/item?id=7", id="position, session"),
        pytest.param("/item?PHPSESSID=ab12&id=7", {}, "/item?id=7", id="PHP session"),
        pytest.param("/item/1?q=honda", {"q": "honda"}, "/item/1", id="the query handed on"),
        pytest.param("/item/1?q=HONDA+", {"q": "Honda"}, "/item/1", id="other letters"),
        pytest.param("/item/1?q=deep+web", {"q": "deep web"}, "/item/1", id="two words"),
        pytest.param("/item/1?q=%C3%B6l", {"q": "öl"}, "/item/1", id="the query, encoded"),
        pytest.param("/item/1?q=hondas", {"q": "honda"}, "/item/1?q=hondas", id="more than that"),
        pytest.param("/item/1?a=", {"a": ""}, "/item/1?a=", id="a blank query takes nothing off"),
        pytest.param("/wiki?title=Honda", {"search": "honda"}, "/wiki?title=Honda", id="a title"),
        pytest.param("/item?b=2&a=1", {}, "/item?a=1&b=2", id="order of arguments"),
        pytest.param("/item?a=1&a=2", {}, "/item?a=1&a=2", id="an argument twice"),
        pytest.param("/thread?1234", {}, "/thread?1234=", id="an argument without a value"),
        pytest.param("/item/1#reviews", {}, "/item/1", id="fragment"),
        pytest.param("/%7Euser", {}, "/~user", id="one spelling of the path"),
        pytest.param("/ä?n=ö", {}, "/%C3%A4?n=%C3%B6", id="letters that need encoding"),
        pytest.param("/x?n=M%FCller", {}, "/x?n=M%FCller", id="bytes that are no UTF-8"),
        pytest.param("/x?position_id=4", {}, "/x?position_id=4", id="a longer name than tracking"),
    ],
)
def test_record_url(link: str, query: dict[str, str], named: str) -> None:
    assert record_url(_SITE + link, query) == _SITE + named


_PLAIN_WORDS = st.text("abAB01_.-", max_size=4)


@given(
    st.text("aB0_./-", max_size=8),
    st.lists(st.tuples(st.text("abAB01_.-", min_size=1, max_size=4), _PLAIN_WORDS), max_size=4),
)
@settings(max_examples=200, deadline=None)
def test_plain_addresses_are_spelt_as_all_others(
    path: str, arguments: list[tuple[str, str]]
) -> None:
    url = f"{_SITE}/{path}?{'&'.join(f'{name}={value}' for name, value in arguments)}"
    # A fragment, which is dropped, makes an address one that is not plain.
    assert record_url(url, {"a": "b"}) == record_url(f"{url}#x", {"a": "b"})


def test_two_names_in_another_encoding_stay_two() -> None:
    assert record_url(f"{_SITE}/x?n=%E4", {}) != record_url(f"{_SITE}/x?n=%F6", {})


_ARGUMENTS = st.lists(
    st.tuples(st.text(max_size=5) | st.sampled_from(sorted(TRACKING)), st.text(max_size=5)),
    max_size=5,
)
_URLS = st.builds(
    lambda path, arguments: f"{_SITE}/{path}?{urlencode(arguments)}",
    st.text("ab/%é ;,.", max_size=8),
    _ARGUMENTS,
)
_QUERIES = st.dictionaries(st.text(max_size=2), st.text(max_size=5), max_size=2)


@given(_URLS, _QUERIES)
@settings(max_examples=100, deadline=None)
def test_record_url_is_idempotent(url: str, query: dict[str, str]) -> None:
    once = record_url(url, query)
    assert record_url(once, query) == once


@given(_ARGUMENTS, _QUERIES)
@settings(max_examples=100, deadline=None)
def test_what_is_left_is_what_does_not_track(
    arguments: list[tuple[str, str]], query: dict[str, str]
) -> None:
    left = urlsplit(record_url(f"{_SITE}/?{urlencode(arguments)}", query)).query
    expected = [
        (name, value)
        for name, value in arguments
        if name.lower() not in TRACKING
        and not name.lower().startswith(TRACKING_PREFIXES)
        and not (value and value.strip().lower() == query.get(name, "").strip().lower())
    ]
    assert sorted(parse_qsl(left, keep_blank_values=True)) == sorted(expected)


@given(_ARGUMENTS)
@settings(max_examples=100, deadline=None)
def test_order_does_not_matter(arguments: list[tuple[str, str]]) -> None:
    assert record_url(f"{_SITE}/?{urlencode(arguments)}", {}) == record_url(
        f"{_SITE}/?{urlencode(arguments[::-1])}", {}
    )
