"""Sentences in forms and beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.effects.sentence import (
    charge,
    effect_of_sentence,
    told_beside,
    told_by_tip,
    told_inside,
)
from deepweb.store.resources import effects

JUDGE = effects()


@pytest.mark.parametrize(
    "text",
    ["Das Buch wird sofort für Sie vorgemerkt.", "The book will be reserved in your name.",
     "Найденная книга будет сразу забронирована.", "查到的图书将自动为您预约。",
     "La personne trouvée reçoit une demande."],
)  # fmt: skip
def test_words_that_act(text: str) -> None:
    assert effect_of_sentence(text, JUDGE)


@pytest.mark.parametrize(
    "text",
    ["For example: Delete key, Home key", "Search in titles, authors and subjects of all books.",
     "„Löschen“ und „tilgen“ werden oft verwechselt."],
)  # fmt: skip
def test_words_that_do_not_act(text: str) -> None:
    assert not effect_of_sentence(text, JUDGE)


@pytest.mark.parametrize(
    "text",
    ["Trafienie oznacza odcięcie zasilania bez dalszych pytań.", "Elevul găsit primește absență.",
     "ระบบจะส่งข้อความแจ้งผู้ปกครองของนักเรียนที่ค้นพบ",
     "查到的空闲会议室直接归您使用两小时。",
     "Enter the name. Its index is dropped and built anew."],
)  # fmt: skip
def test_what_happens_with_what_is_found_or_asked(text: str) -> None:
    assert told_beside(text, JUDGE)


@pytest.mark.parametrize(
    "text",
    ["The office is open on weekdays from nine to five.", "25 books found",
     "No books were found for this title.", "Use quotes to find exact matches.",
     "Enter the name of a lamp.", "Download Mango v1.05 with new themes",
     "Matching books of other libraries are included.", "検索するカテゴリーを選択します。"],
)  # fmt: skip
def test_sentences_about_something_else(text: str) -> None:
    assert not told_beside(text, JUDGE)


@pytest.mark.parametrize(
    ("text", "is_told"),
    [("Passet som hittas lämnas tillbaka", True), ("Lampu di ruangan ini akan padam", True),
     ("Enter the terms you wish to search for.", False), ("PLZ oder Ort", False)],
)  # fmt: skip
def test_tips(text: str, is_told: bool) -> None:
    assert bool(told_by_tip(text, JUDGE)) is is_told


def test_sentences_in_a_form() -> None:
    assert told_inside("The first free table is yours.", JUDGE)
    assert not told_inside("Withdrawn standards are included.", JUDGE)
    assert not told_inside("Use an asterisk as a wildcard.", JUDGE)


def test_nobody_pays_for_a_search() -> None:
    assert charge("Each check is charged at £2.40 to your account.", JUDGE)


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    told = told_beside(text, JUDGE), told_by_tip(text, JUDGE), told_inside(text, JUDGE)
    assert all(isinstance(each, str) for each in told)
