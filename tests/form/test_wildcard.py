"""Menus as sites write them, and the option that restricts nothing."""

# ruff: noqa: RUF001 (labels in many alphabets)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.model import forms
from deepweb.form.wildcard import wildcard
from deepweb.store.resources import any_words
from tests.read.pages import page_of

# First options of menus: value, label.
WILD = [
    ("", "Any"), ("0", "All"), ("all", "All makes"), ("x", "-- Any --"), ("", "--"), ("", ""),
    ("0", "Select a category…"), ("-1", "Choose one"), ("", "(any)"), ("ANY", "No preference"),
    ("*", "Make"), ("", "Make"), ("all", "Everything"), ("0", "No min"), ("-", "— Please select —"),
    ("0", "Alle"), ("0", "Alle Kategorien"), ("x", "Bitte wählen"), ("x", "Beliebig"),
    ("0", "Toutes les catégories"), ("x", "Tous"), ("x", "Indifférent"), ("x", "Sélectionnez"),
    ("0", "Todas las marcas"), ("x", "Cualquiera"), ("x", "Seleccione"), ("0", "Todos"),
    ("x", "Qualquer"), ("x", "Selecione..."), ("0", "Tutte le regioni"), ("x", "Qualsiasi"),
    ("0", "Alle merken"), ("x", "Maakt niet uit"), ("0", "Alla"), ("x", "Välj"), ("0", "Kaikki"),
    ("0", "Wszystkie"), ("x", "Dowolny"), ("0", "Všechny kraje"), ("0", "Összes"), ("x", "Mindegy"),
    ("0", "Toate"), ("0", "Все"), ("0", "Все регионы"), ("x", "Любой"), ("x", "Выберите город"),
    ("0", "Всі"), ("0", "Όλες"), ("x", "ΕΠΙΛΈΞΤΕ"), ("0", "Tümü"), ("x", "SEÇİNİZ"), ("0", "الكل"),
    ("0", "הכל"), ("0", "सभी"), ("0", "ทั้งหมด"), ("0", "Tất cả"), ("0", "Semua"), ("0", "全部"),
    ("0", "不限"), ("x", "所有城市"), ("x", "请选择"), ("0", "すべて"), ("x", "指定なし"),
    ("x", "カテゴリを選択してください"), ("0", "전체"), ("x", "지역 선택"), ("x", "ＡＬＬ"),
]  # fmt: skip


@pytest.mark.parametrize("first", WILD, ids=[f"{v} {label}" for v, label in WILD])
def test_the_first_option_is_wild(first: tuple[str, str]) -> None:
    options = [first, ("17", "Audi"), ("4", "Volvo"), ("9", "Seat")]
    assert wildcard(options, any_words()) == first[0]


@pytest.mark.parametrize(
    ("options", "wild"),
    [
        pytest.param([("m", "Male"), ("f", "Female")], None, id="none"),
        pytest.param([("m", "Male"), ("f", "Female"), ("b", "All")], "b", id="the last"),
        pytest.param([("", "Select make"), ("all", "All"), ("1", "Audi")], "all",
                     id="a choice before a request to choose"),
        pytest.param([("1", "Audi"), ("2", "All Saints")], None, id="a name that begins like it"),
        pytest.param([("1", "Audi"), ("", "All Saints")], "", id="empty value anywhere"),
        pytest.param([("0", "January"), ("1", "February"), ("2", "March")], None, id="months"),
        pytest.param([("0", "0"), ("17", "17"), ("4", "4")], None, id="a number"),
        pytest.param([("0", "Region"), ("17", "Bern"), ("4", "Uri")], "0", id="nought"),
        pytest.param([("0", "No"), ("1", "Yes")], None, id="yes or no"),
        pytest.param([("a", "Alleghany"), ("b", "Anyang")], None, id="part of a word"),
        pytest.param([("|", "by region"), ("x|", "Asia")], "|", id="a sign for a value"),
        pytest.param([("All States", "State: All States"), ("NSW", "NSW")], "All States",
                     id="said by the value"),
        pytest.param([], None, id="no options"),
        pytest.param([("1", "any " * 50), ("2", "b")], None, id="a text"),
    ],
)  # fmt: skip
def test_menus(options: list[tuple[str, str]], wild: str | None) -> None:
    assert wildcard(options, any_words()) == wild


def test_what_must_be_filled_in_has_no_empty_wild_card() -> None:
    options = [("", "Any"), ("1", "Audi")]
    assert wildcard(options, any_words(), required=True) is None
    assert wildcard([*options, ("0", "All")], any_words(), required=True) == "0"


def test_wild_cards_of_a_form() -> None:
    html = """<form><select name=s><option value=0>Alle<option value=5>Neu</select>
    <select name=m multiple><option>Neu</select><select name=r required><option value="">Any
    <option>Neu</select><input type=radio name=o value=x>All<input type=radio name=o value=y>New
    <input type=checkbox name=c value="">All</form>"""
    (form,) = forms(page_of(html), any_words())
    found = {control.name: control.wildcard for control in form.inputs}
    assert found == {"s": "0", "m": None, "r": None, "o": "x", "c": None}


@given(st.lists(st.tuples(st.text(max_size=9), st.text(max_size=70)), max_size=5))
def test_a_wild_card_is_one_of_the_options(options: list[tuple[str, str]]) -> None:
    found = wildcard(options, any_words())
    assert found is None or found in dict(options)


def test_the_list_of_words_is_in_order() -> None:
    words = any_words()
    assert len(words) > 400
    assert all(word and len(word) <= 30 for word in words)
