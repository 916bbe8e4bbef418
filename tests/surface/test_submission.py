"""The request that a browser would make of a filled-in form."""

from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.form import Form, forms
from deepweb.surface.submission import Submission, submission
from tests.read.pages import page_of

ACTION = "http://site.example/s"


def _form(
    method: str = "GET",
    defaults: tuple[tuple[str, str], ...] = (("q", ""),),
    encoding: str = "utf-8",
    action: str = ACTION,
) -> Form:
    return Form(ACTION, 0, action, method, encoding, (), defaults)


@pytest.mark.parametrize(
    ("word", "encoding", "sent"),
    [
        pytest.param("öl", "utf-8", "q=%C3%B6l", id="UTF-8"),
        pytest.param("öl", "iso-8859-1", "q=%F6l", id="Latin-1"),
        pytest.param("öl €", "cp1252", "q=%F6l+%80", id="Windows"),
        pytest.param("茶", "shift_jis", "q=%92%83", id="Shift-JIS"),
        pytest.param("чай", "koi8-r", "q=%DE%C1%CA", id="KOI8"),
        pytest.param("茶", "iso-8859-1", "q=%26%2333590%3B", id="not in Latin-1: a reference"),
        pytest.param("ö", "shift_jis", "q=%26%23246%3B", id="not in Shift-JIS: a reference"),
        pytest.param("a b&c=d+e/f", "utf-8", "q=a+b%26c%3Dd%2Be%2Ff", id="signs with a meaning"),
        pytest.param("", "utf-8", "q=", id="nothing"),
    ],
)
def test_encodings(word: str, encoding: str, sent: str) -> None:
    got = submission(_form(encoding=encoding), {"q": word})
    assert (got.url, got.method, got.body) == (f"{ACTION}?{sent}", "GET", b"")
    posted = submission(_form("POST", encoding=encoding), {"q": word})
    assert (posted.url, posted.method, posted.body) == (ACTION, "POST", sent.encode())


@pytest.mark.parametrize(
    ("defaults", "values", "pairs"),
    [
        pytest.param([("lang", "de"), ("q", ""), ("go", "1")], {"q": "x"},
                     [("lang", "de"), ("q", "x"), ("go", "1")], id="written over, in its place"),
        pytest.param([("lang", "de")], {"q": "x"}, [("lang", "de"), ("q", "x")], id="added"),
        pytest.param([("c", "1"), ("c", "2"), ("q", "")], {"q": "x"},
                     [("c", "1"), ("c", "2"), ("q", "x")], id="a name twice stays"),
        pytest.param([("q", "old")], {}, [("q", "old")], id="nothing filled in"),
        pytest.param([], {}, [], id="nothing at all"),
    ],
)  # fmt: skip
def test_values_over_defaults(
    defaults: list[tuple[str, str]], values: dict[str, str], pairs: list[tuple[str, str]]
) -> None:
    sent = submission(_form(defaults=tuple(defaults)), values)
    assert list(sent.values) == pairs
    assert parse_qsl(urlsplit(sent.url).query, keep_blank_values=True) == pairs


def test_a_posted_form_keeps_the_query_of_its_action() -> None:
    sent = submission(_form("POST", action=f"{ACTION}?a=1"), {"q": "x"})
    assert (sent.url, sent.body) == (f"{ACTION}?a=1", b"q=x")


def test_where_a_record_was_found() -> None:
    assert submission(_form(), {"q": "x"}).found_on == f"{ACTION}?q=x"
    assert submission(_form("POST"), {"q": "x"}).found_on == {"url": ACTION, "values": {"q": "x"}}


def test_from_page_to_request() -> None:
    html = """<form action="/s?old=1"><input type=hidden name=lang value=fr><input name=mots>
    <select name=tri><option value=date>Date<option value=prix selected>Prix</select>
    <input type=submit name=ok value=Chercher></form>"""
    (form,) = forms(page_of(html, encoding="iso-8859-1"))
    sent = submission(form, {"mots": "été"})
    assert sent.url == "http://site.example/s?lang=fr&mots=%E9t%E9&tri=prix&ok=Chercher"


_VALUES = st.dictionaries(st.text(max_size=6), st.text(max_size=12), max_size=4)
_ENCODINGS = st.sampled_from(["utf-8", "iso-8859-1", "shift_jis", "euc-kr", "gb18030"])


def _sent(sent: Submission) -> str:
    return sent.body.decode() if sent.method == "POST" else urlsplit(sent.url).query


@given(st.sampled_from(["GET", "POST"]), _VALUES, _VALUES)
@settings(max_examples=100, deadline=None)
def test_what_is_sent_comes_back(
    method: str, defaults: dict[str, str], values: dict[str, str]
) -> None:
    sent = submission(_form(method, tuple(defaults.items())), values)
    received = dict(parse_qsl(_sent(sent), keep_blank_values=True))
    assert received == {**defaults, **values}
    assert dict(sent.values) == received


@given(_ENCODINGS, st.text(max_size=12))
@settings(max_examples=100, deadline=None)
def test_what_the_encoding_can_say_comes_back_in_its_bytes(encoding: str, word: str) -> None:
    sent = _sent(submission(_form(encoding=encoding), {"q": word}))
    assert sent.isascii()
    value = sent.removeprefix("q=").replace("+", " ")
    assert unquote_to_bytes(value) == word.encode(encoding, "xmlcharrefreplace")
