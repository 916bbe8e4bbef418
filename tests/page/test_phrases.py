"""Which of many phrases does a text say?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.phrases import Phrases, spelt, text_words

KNOWN = Phrases(
    [
        "no results",
        "no * found",
        "nothing for … here",
        "0 hits",
        "keine treffer",
        "見つかりません",
        "没有*结果",
    ]
)


def said(text: str) -> list[str]:
    return [match.group() for match in KNOWN.matches(spelt(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sorry: No Results!", ["no results"]),
        ("no such old book found", ["no such old book found"]),
        ("no one two three four five found", []),
        ("Nothing for “brass pump” here", ["nothing for “brass pump” here"]),
        ("piano results", []),
        ("no resultset", []),
        ("0 hits", ["0 hits"]),
        ("10 hits, 2.0 hits", []),
        ("検索結果は見つかりませんでした", ["見つかりません"]),
        ("没有找到相关结果", ["没有找到相关结果"]),
        ("Leider KEINE\u00a0Treffer", ["keine treffer"]),
    ],
)
def test_what_is_said(text: str, found: list[str]) -> None:
    assert said(text) == found


def test_apostrophes_and_blanks_are_plain() -> None:
    assert spelt("Couldn\u2019t\u00a0Find") == "couldn't find"
    assert spelt("\uff26ound") == "found"


def test_no_phrases_are_never_said() -> None:
    assert not list(Phrases([]).matches("no results"))


@given(st.text(max_size=80))
def test_words_that_are_known_make_no_difference(text: str) -> None:
    plain = spelt(f"{text} no results {text}")
    given_words = [m.span() for m in KNOWN.matches(plain, text_words(plain))]
    assert given_words == [m.span() for m in KNOWN.matches(plain)]
