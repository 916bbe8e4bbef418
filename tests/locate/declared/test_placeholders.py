"""Placeholders are settled one by one, and nothing else of a template changes."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.locate.declared.placeholders import LEFT_OUT, absolute, braced, names, settled

BASE = "http://site.example/a/b"


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("/?q={q}", "/?q={query}"),
        ("/?q={q}&n={n}", "/?q={query}"),
        ("/?n={n}&q={q}", "/?q={query}"),
        ("/?n={n}", "/"),
        ("/?n={n}#top", "/#top"),
        ("/{n}/x?q={q}", "//x?q={query}"),
        ("/?q={q}&geo={a},{b}", "/?q={query}&geo=,"),
        ("/?q={q}&flag&empty=", "/?q={query}&flag&empty="),
        ("/?q={{q}}", "/?q=%7B{query}%7D"),
        ("/?q={q}&x=}{", "/?q={query}&x=%7D%7B"),
    ],
)
def test_settled(template: str, filled: str) -> None:
    assert settled(template, lambda name: "{query}" if name == "q" else LEFT_OUT) == filled


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/?q=%7bq%7D", "/?q={q}"),
        (" /?q={q}\n", "/?q={q}"),
        ("/?a=b&amp;q={q}", "/?a=b&q={q}"),
        ("/?a=%26&q={q}", "/?a=%26&q={q}"),
    ],
)
def test_braced(written: str, meant: str) -> None:
    assert braced(written) == meant


def test_names() -> None:
    assert names("/{a}?q={searchTerms?}&x={}&y={moz:locale}{") == [
        "a",
        "searchTerms?",
        "",
        "moz:locale",
    ]


@pytest.mark.parametrize(
    ("template", "url"),
    [
        ("?q={query}", "http://site.example/a/b?q={query}"),
        ("c?q={query}", "http://site.example/a/c?q={query}"),
        ("//other.example/{query}", "http://other.example/{query}"),
        ("https://other.example:8080/?q={query}", "https://other.example:8080/?q={query}"),
        ("ftp://site.example/{query}", None),
        ("mailto:{query}", None),
        ("http://:80/{query}", None),
        ("http://[{query}", None),
        ("http://site.example:port/{query}", None),
        ("http://site.example:0/{query}", None),
        ("/a\x00b?q={query}", None),
        ("/?q={query}&x=" + "x" * 2000, None),
    ],
)
def test_absolute(template: str, url: str | None) -> None:
    assert absolute(template, BASE) == url


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_is_settled_and_has_no_brace_left(template: str, value: str) -> None:
    filled = settled(template, lambda _: quote(value))
    assert not {"{", "}"} & set(filled)
    if (url := absolute(filled, BASE)) is not None:
        assert urlsplit(url).scheme in {"http", "https"}


@settings(deadline=None)
@given(st.text(alphabet="{}?&=#/ab", max_size=30))
def test_what_has_no_placeholder_and_no_brace_stays(template: str) -> None:
    plain = template.replace("{", "").replace("}", "")
    assert settled(plain, str) in {plain, plain.replace("?", "", 1)}
