"""The request that a browser would make of a filled-in form."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.model import Form, forms
from deepweb.form.submission import (
    MAX_VALUES,
    Submission,
    Values,
    folded,
    json_body,
    json_pairs,
    submission,
    template,
    unfolded,
    with_tokens,
)
from tests.read.pages import page_of
from tests.samples import form_of

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
        pytest.param("*-._~", "utf-8", "q=*-._%7E", id="signs that browsers leave alone"),
        pytest.param("a\nb\rc\r\nd", "utf-8", "q=a%0D%0Ab%0D%0Ac%0D%0Ad", id="line breaks"),
        pytest.param("茶ö", "iso2022_jp", "q=%1B%24BCc%1B%28B%26%23246%3B", id="with escapes"),
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


def _crlf(text: str) -> str:
    return "\r\n".join(re.split("\r\n|\r|\n", text))


def _sent(sent: Submission) -> str:
    return sent.body.decode() if sent.method == "POST" else urlsplit(sent.url).query


@given(st.sampled_from(["GET", "POST"]), _VALUES, _VALUES)
@settings(max_examples=100, deadline=None)
def test_what_is_sent_comes_back(
    method: str, defaults: dict[str, str], values: dict[str, str]
) -> None:
    sent = submission(_form(method, tuple(defaults.items())), values)
    received = dict(parse_qsl(_sent(sent), keep_blank_values=True))
    assert received == {_crlf(name): _crlf(each) for name, each in {**defaults, **values}.items()}
    assert dict(sent.values) == received


@given(_ENCODINGS, st.text(max_size=12))
@settings(max_examples=100, deadline=None)
def test_what_the_encoding_can_say_comes_back_in_its_bytes(encoding: str, word: str) -> None:
    sent = _sent(submission(_form(encoding=encoding), {"q": word}))
    assert sent.isascii()
    value = sent.removeprefix("q=").replace("+", " ")
    assert unquote_to_bytes(value) == _crlf(word).encode(encoding, "xmlcharrefreplace")


# What is filled in, what is sent, HTML.
FILLED: dict[str, tuple[Values, str, str]] = {
    "one of several": ({"s": "b"}, "s=b", "<select name=s multiple><option selected>a<option>b"),
    "several": ({"s": ("b", "c")}, "s=b&s=c&z=", "<select name=s multiple><option selected>a"
                "<option selected>b<option>c</select><input name=z>"),
    "none of several": ({"s": ()}, "z=", "<select name=s multiple><option selected>a</select>"
                        "<input name=z>"),
    "a box ticked": ({"c": "1"}, "z=&c=1", "<input type=checkbox name=c value=1><input name=z>"),
    "a box not ticked": ({"c": ()}, "z=", "<input type=checkbox name=c checked><input name=z>"),
    "a box with a hidden no": ({"c": "1"}, "c=0&c=1", "<input type=hidden name=c value=0>"
                               "<input type=checkbox name=c value=1>"),
    "a hidden input by itself": ({"h": "2"}, "h=2", "<input type=hidden name=h value=1>"),
    "another radio": ({"r": "2"}, "r=2", "<input type=radio name=r value=1 checked>"
                      "<input type=radio name=r value=2>"),
    "one box twice": ({"q": "x"}, "q=x&q=x", "<input name=q><input name=q>"),
    "two boxes of one name": ({"q": ("x", "y")}, "q=x&q=y", "<input name=q><input name=q>"),
    "another button": ({"b": "2"}, "q=&b=2", "<input name=q><button name=a value=1></button>"
                       "<button name=b value=2></button>"),
    "a button, not a picture": ({"b": "2"}, "q=&b=2", "<input name=q><input type=image name=a>"
                                      "<button name=b value=2></button>"),
    "another value of a button": ({"a": "2"}, "a=2&q=", "<button name=a value=1></button>"
                                  "<input name=q>"),
    "not a text area": ({"t": "spam", "q": "x"}, "t=old&q=x", "<textarea name=t>old</textarea>"
                        "<input name=q>"),
    "not a password": ({"p": "secret"}, "p=&q=", "<input type=password name=p><input name=q>"),
    "not a file": ({"f": "x"}, "q=", "<input type=file name=f><input name=q>"),
    "not a trap": ({"u": "a", "q": "x"}, "u=&q=x", "<input name=u class=honeypot><input name=q>"),
    "not the hidden twin of a box": ({"q": "x"}, "q=1&q=x", "<input type=hidden name=q value=1>"
                                     "<input name=q>"),
    "what the form does not have": ({"n": "x"}, "q=&n=x", "<input name=q>"),
}  # fmt: skip


@pytest.mark.parametrize(("values", "sent", "html"), FILLED.values(), ids=FILLED)
@pytest.mark.parametrize("method", ["get", "post"])
def test_filling_in(values: Values, sent: str, html: str, method: str) -> None:
    form = form_of(f"<form action=/s method={method}>{html}</form>")
    assert _sent(submission(form, values)) == sent


def test_a_multipart_body() -> None:
    form = form_of(
        """<form action=/s method=post enctype=multipart/form-data><input name='a"b' value="é">
        <input name=q><input type=file name=f></form>""",
        encoding="iso-8859-1",
    )
    sent = submission(form, {"q": "x\ny €茶"})
    boundary = sent.content_type.removeprefix("multipart/form-data; boundary=")
    assert sent.body.split(f"--{boundary}".encode()) == [
        b"",
        b'\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\n\xe9\r\n',
        b'\r\nContent-Disposition: form-data; name="q"\r\n\r\nx\r\ny \x80&#33590;\r\n',
        b"--\r\n",
    ]
    assert submission(form, {"q": "x\ny €茶"}) == sent
    assert submission(form, {"q": "z"}).content_type != sent.content_type


def test_a_body_of_plain_text() -> None:
    form = form_of(
        "<form method=post enctype=text/plain><input name=q><input name=r value=1></form>"
    )
    sent = submission(form, {"q": "a b"})
    assert (sent.body, sent.content_type) == (b"q=a b\r\nr=1\r\n", "text/plain")


def test_content_types() -> None:
    assert submission(_form("POST"), {}).content_type == "application/x-www-form-urlencoded"
    assert submission(_form(), {}).content_type == ""


@pytest.mark.parametrize(
    ("html", "encoding", "expected"),
    [
        pytest.param("<form action=/s?old=1><input name=q><input name=r value='é{query}'></form>",
                     "iso-8859-1", "http://site.example/s?q={query}&r=%E9%7Bquery%7D", id="GET"),
        pytest.param("<form action=/s{x}><input name=q value=old><button name=b value=1></form>",
                     "utf-8", "http://site.example/s%7Bx%7D?q={query}&b=1", id="braces"),
        pytest.param("<form><input name=q><input type=hidden name=q value=1></form>", "shift_jis",
                     "http://site.example/dir/page?q={query}&q=1", id="a name twice"),
        pytest.param("<form method=post><input name=q></form>", "utf-8", None, id="POST"),
        pytest.param("<form action=javascript:x><input name=q></form>", "utf-8", None, id="script"),
        pytest.param("<form><input name=p></form>", "utf-8", None, id="another box"),
    ],
)  # fmt: skip
def test_templates(html: str, encoding: str, expected: str | None) -> None:
    assert template(form_of(html, encoding=encoding), "q") == expected


@given(_ENCODINGS, st.text(max_size=9), st.text(max_size=9))
@settings(max_examples=100, deadline=None)
def test_a_template_filled_in_is_the_submission(encoding: str, default: str, word: str) -> None:
    form = form_of("<form action=/s><input name=q><input name=r></form>", encoding=encoding)
    form = replace(form, defaults=(("q", ""), ("r", default)))
    query = submission(form, {"q": word}).url.partition("?q=")[2].partition("&")[0]
    made = template(form, "q")
    assert made is not None
    assert made.replace("{query}", query) == submission(form, {"q": word}).url


_GUARDED = """<form action="/s;jsessionid={0}" method=post><input name=q><input type=hidden
name=csrf
value="{0}"><input type=hidden name=lang value="{1}"><input type=hidden name=h
value="{2}"></form>"""


def test_tokens_are_taken_afresh() -> None:
    old = form_of(_GUARDED.format("A1", "de", "9f86d081884c7d659a2f"))
    new = form_of(_GUARDED.format("B2", "fr", "0a1b86d081884c7d659a"))
    asked = submission(with_tokens(old, new), {"q": "x"})
    assert asked.url == "http://site.example/s;jsessionid=B2"
    assert asked.body == b"q=x&csrf=B2&lang=de&h=0a1b86d081884c7d659a"
    assert with_tokens(old, new).id == old.id
    assert with_tokens(old, old) == old


def test_tokens_whose_names_change() -> None:
    html = "<form action=/s><input name=q><input type=hidden name={} value=1></form>"
    first, second = "9f86d081884c7d659a2feaa0c55ad015", "0a1b86d081884c7d659a2feaa0c5509f"
    renewed = with_tokens(form_of(html.format(first)), form_of(html.format(second)))
    assert renewed == form_of(html.format(second))


KEYS = st.text(min_size=1, max_size=8)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=10)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def test_names_tell_where_a_value_stands() -> None:
    body = {"query": "query Q { a }", "variables": {"text": "dune", "page": 1, "tags": []}}
    assert json_pairs(body) == (
        ("/query", "query Q { a }"),
        ("/variables/text", "dune"),
        ("=/variables/page", "1"),
        ("=/variables/tags", "[]"),
    )


def test_what_is_filled_in_keeps_its_type() -> None:
    body = json_body([("/q", "7"), ("=/page", "2"), ("/sort/0/by", "date")])
    assert json.loads(body) == {"q": "7", "page": 2, "sort": [{"by": "date"}]}


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_there_and_back(body: dict[str, object]) -> None:
    pairs = json_pairs(body)
    assert pairs is not None
    assert json.loads(json_body(pairs)) == body
    assert folded(unfolded([("a", "1"), ("in", json.dumps(body))]))[0] == ("a", "1")


def test_json_inside_an_argument_is_taken_apart() -> None:
    """As tRPC asks."""
    asked = [("batch", "1"), ("input", '{"0":{"text":"dune","page":1}}')]
    pairs = unfolded(asked)
    assert pairs == (("batch", "1"), ("input#/~20/text", "dune"), ("=input#/~20/page", "1"))
    assert json.loads(dict(folded(pairs))["input"]) == json.loads(asked[1][1])
    assert unfolded([("a", "[]"), ("b", "{x"), ("c", "{}")]) == (
        ("a", "[]"),
        ("b", "{x"),
        ("c", "{}"),
    )


@pytest.mark.parametrize("body", [list(range(MAX_VALUES + 2)), {"a": ["x"] * 1000}])
def test_what_is_too_large_is_no_question(body: object) -> None:
    assert json_pairs(body) is None


def test_names_that_contradict_each_other_do_not_raise() -> None:
    assert json.loads(json_body([("/a", "1"), ("/a/b", "2"), ("=/c", "{")])) == {
        "a": {"b": "2"},
        "c": "{",
    }
