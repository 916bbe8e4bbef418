"""Words in the scripts of real sites, and laws that hold for any text."""

# ruff: noqa: RUF001 - letters of many scripts are what is tested

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.words import (
    MAX_WORD,
    all_normalised,
    folded,
    normalised,
    terms,
    words,
)

_TEXTS = st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Deep-Web crawling, 2nd ed.", ["deep", "web", "crawling", "2nd", "ed"], id="en"
        ),
        pytest.param("Größe: 12,5 cm", ["größe", "12", "5", "cm"], id="German"),
        pytest.param("l'été à Paris", ["l", "été", "à", "paris"], id="French"),
        pytest.param("e\u0301te\u0301", ["été"], id="accents written apart"),
        pytest.param("Война и мир", ["война", "и", "мир"], id="Russian"),
        pytest.param("ＡＢＣ １２３ ｶﾅ", ["abc", "123", "カナ"], id="full and half width"),
        pytest.param("東京・大阪", ["東京", "大阪"], id="Japanese, parted by a dot"),
        pytest.param("हिन्दी पुस्तक", ["हिन्दी", "पुस्तक"], id="Hindi, with vowel signs"),
        pytest.param("snake_case_name", ["snake", "case", "name"], id="underscores part"),
        pytest.param("x" * (MAX_WORD + 1) + " " + "y" * MAX_WORD, ["y" * MAX_WORD], id="a key"),
        pytest.param(" \t–…!?€ ", [], id="no word at all"),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_has_the_same_words_beside_other_letters(text: str) -> None:
    assert words(f"{text} é") == [*words(text), "é"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("東京都立図書館", ["東京", "京都", "都立", "立図", "図書", "書館"], id="Han"),
        pytest.param("東京の図書館", ["東京", "図書", "書館"], id="particles part words"),
        pytest.param("茶", ["茶"], id="one sign"),
        pytest.param("さくら まつり の", ["さくら", "まつり"], id="Hiragana alone"),
        pytest.param("スマホケース", ["スマホケース"], id="Katakana is one word"),
        pytest.param("iPhone15ケース", ["iphone15", "ケース"], id="Latin in Japanese"),
        pytest.param("2020年", ["2020", "年"], id="a year"),
        pytest.param("中华人民 共和", ["中华", "华人", "人民", "共和"], id="Chinese"),
        pytest.param("ภาษาไทย", ["ภาษา", "ษาไท", "ไทย"], id="Thai, vowels before and behind"),
        pytest.param("ខ្មែរ", ["ខ្មែរ"], id="Khmer, letters below"),
        pytest.param("ປະເທດລາວ", ["ປະເທ", "ເທດ", "ດລາ", "ລາວ"], id="Lao"),
        pytest.param("서울에서 만나요", ["서울에서", "만나요"], id="Korean has spaces"),
        pytest.param("हिन्दी पुस्तक", ["हिन्दी", "पुस्तक"], id="Hindi has spaces"),
        pytest.param("東" * 50, ["東東"] * 49, id="a run longer than any word"),
        pytest.param("กขค" + "\u0e34" * 99, ["กข"], id="a sign with far too many marks"),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@given(st.text(st.characters(max_codepoint=0x0DFF), max_size=60))
def test_terms_are_words_where_spaces_part_them(text: str) -> None:
    assert terms(text) == words(text)


@given(_TEXTS)
@settings(max_examples=100, deadline=None)
def test_terms_stand_in_the_text(text: str) -> None:
    said = unicodedata.normalize("NFKC", text).lower()
    assert all(term in said and len(term) <= MAX_WORD for term in terms(text))


@pytest.mark.parametrize("piece", ["東", "ก่", "aก", "の", "東ก", "\u17d2", "ေ", "東 "])
def test_terms_of_long_texts_take_no_long_time(piece: str) -> None:
    assert len(terms(piece * 50_000)) <= 150_000


@pytest.mark.parametrize(
    ("text", "query", "same_as", "same_query"),
    [
        pytest.param("7 results for Honda", ["Honda"], "0 results for zzqx", ["zzqx"], id="count"),
        pytest.param("1,234 hits", [], "0 hits", [], id="thousands with a comma"),
        pytest.param("1.234 Treffer", [], "0 Treffer", [], id="thousands with a dot"),
        pytest.param("1\u00a0234 résultats", [], "0 résultats", [], id="thousands with a blank"),
        pytest.param("「ＣＤ」 3 件", ["ＣＤ"], "「zzqx」 0 件", ["zzqx"], id="full width query"),
        pytest.param("  You\n searched  ", [], "you searched", [], id="white space and case"),
        pytest.param("for deep  web now", ["Deep Web"], "for zz now", ["zz"], id="two words"),
    ],
)
def test_normalised_texts_that_say_the_same(
    text: str, query: list[str], same_as: str, same_query: list[str]
) -> None:
    assert normalised(text, query) == normalised(same_as, same_query)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Red car", "Blue car"), ("a b", "ab"), ("Chapter 3", "Chapter"), ("x…y", "x y")],
)
def test_normalised_texts_that_differ(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_a_blank_query_hides_nothing() -> None:
    assert normalised("Red car", ["", "  "]) == "red car"


@given(_TEXTS)
@settings(max_examples=100, deadline=None)
def test_words_of_words_are_the_same_words(text: str) -> None:
    found = words(text)
    assert words(" ".join(found)) == found
    assert all(0 < len(word) <= MAX_WORD for word in found)


@given(_TEXTS)
@settings(max_examples=100, deadline=None)
def test_normalised_is_idempotent(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(_TEXTS, st.lists(_TEXTS, max_size=3))
@settings(max_examples=100, deadline=None)
def test_normalised_leaves_no_digit_and_no_loose_blank(text: str, query: list[str]) -> None:
    said = normalised(text, query)
    assert said == " ".join(said.split())
    assert not any(c.isdecimal() and c != "0" for c in said)


_FOLDED = st.text(st.sampled_from("aA1 ,.ςΣş…¨ﬁ०\u0301東q"), max_size=12).map(
    lambda text: " ".join(text.split())
)


@given(st.lists(_FOLDED, max_size=5), st.lists(_FOLDED, max_size=2))
def test_many_at_once_are_normalised_as_each_alone(texts: list[str], query: list[str]) -> None:
    assert all_normalised(texts, query) == [normalised(text, query) for text in texts]


def test_accents_without_end_take_no_time() -> None:
    """Unicode sorts the accents of a letter, in quadratic time."""
    start = time.process_time()
    assert len(folded("a" + "\u0315\u0300" * 500_000)) <= 51
    assert time.process_time() - start < 1
