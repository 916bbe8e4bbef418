"""Words that act, in many languages and places, and the same words where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.effects.judge import NO_EFFECTS
from deepweb.page.effects.names import acting_icon, acting_name, acting_script
from deepweb.store.resources import effects

JUDGE = effects()


@pytest.mark.parametrize(
    "text",
    [
        "Delete", "Search and delete", "Clear search history", "Save search", "Ban", "Erase all",
        "Look up and take off the list",
        "Entfernen", "Suchen und löschen", "Supprimer", "Vaciar", "Elimina tutto", "Usuń", "Smazat",
        "Sil", "消去", "検索履歴を消去", "查找并删除", "삭제하기", "Удалить", "حذف", "ابحث واحذف",
        "חפש ומחק",
        "Διαγραφή", "Xóa", "ลบ", "हटाएँ", "Hapus", "Buy", "Order now", "unbookmark", "Find and zap",
    ],
)  # fmt: skip
def test_buttons_that_act(text: str) -> None:
    assert JUDGE.button(text)


@pytest.mark.parametrize(
    "text",
    ["Search", "Go", "OK", "Find a store", "Search the register", "Search orders", "Suchen",
     "Rechercher", "Submit", "Search and browse", "検索", "搜索", "검색", "Tìm", "Bản đồ"],
)  # fmt: skip
def test_buttons_that_only_search(text: str) -> None:
    assert not JUDGE.button(text)


@pytest.mark.parametrize(
    "text",
    ["Delete", "Log out", "Add to cart", "Mark as read", "Löschen", "Ta bort", "Wyloguj", "좋아요",
     "いいね", "\N{MULTIPLICATION SIGN}", "👍", "+1", "Print", "Report this", "Share this page"],
)  # fmt: skip
def test_links_that_act(text: str) -> None:
    assert JUDGE.link(text)


@pytest.mark.parametrize(
    "text",
    ["How to delete a file", "Orders of magnitude", "Deleted scenes", "Delete key", "Post office",
     "Removing items from a collection", "Share prices", "Cómo borrar archivos", "削除シーン一覧",
     "국회, 법안 삭제 논란", "Financiën en belastingen", "Dosya nas\u0131l silinir", "Additives",
     "1", "Contact us", "Survey"],
)  # fmt: skip
def test_links_to_read(text: str) -> None:
    assert not JUDGE.link(text)


@pytest.mark.parametrize(
    "text",
    ["Unsubscribe", "Cancel an appointment", "Termin absagen", "Se désabonner", "Find your account",
     "Poll: which season do you prefer?", "Üyeyi engelle", "Przelew", "Avboka tid",
     "Ακύρωση ραντεβού", "退会手続き", "مسدود کردن کاربر"],
)  # fmt: skip
def test_headings_of_forms_that_act(text: str) -> None:
    assert JUDGE.heading(text)


@pytest.mark.parametrize(
    "text",
    ["Catalogue", "Cancelled flights", "Ban the bomb: posters 1958", "Törölt járatok", "Register",
     "Save 20 % on garden tools", "Удалённые сцены", "Edit distance and other algorithms",
     "Guía: cómo borrar cookies"],
)  # fmt: skip
def test_headings_of_searches(text: str) -> None:
    assert not JUDGE.heading(text)


@pytest.mark.parametrize(
    "text",
    ["Impersonate a customer", "Prolonger un prêt", "Prolongar una reserva", "Аннулировать бронь"],
)
def test_grammar_tells_verbs_that_are_not_listed(text: str) -> None:
    assert JUDGE.imperative(text)


@pytest.mark.parametrize(
    "text", ["починається з", "закінчується на", "містить", "starts with", "začíná na"]
)
def test_options_that_tell_how_texts_are_compared_are_no_orders(text: str) -> None:
    assert not JUDGE.option(text, is_of_few=True)


@pytest.mark.parametrize(
    "text", ["Inclou activitats passades", "Vergangene Veranstaltungen einschließen"]
)
def test_ticks_that_include_more_results_select(text: str) -> None:
    assert JUDGE.selects(text)


@pytest.mark.parametrize(
    "text", ["Find a book", "Rechercher un titre", "On a clear day", "Letters"]
)
def test_verbs_that_look_up_are_no_orders(text: str) -> None:
    assert not JUDGE.imperative(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [("do", "purge"), ("_method", "PUT"), ("aktion", "verschieben"), ("cmd", "chmod"),
     ("delete", "1"), ("usun", "stare"), ("save", "1"), ("title", "Special:EditWatchlist")],
)  # fmt: skip
def test_names_and_values_that_act(name: str, value: str) -> None:
    assert acting_name(name, value, JUDGE)


@pytest.mark.parametrize(
    ("name", "value"),
    [("q", "delete"), ("action", "search"), ("op", "Søg"), ("order", "asc"), ("sort", "likes"),
     ("category", "Printers"), ("post_type", "product"), ("login", "Ann"), ("langue", "br")],
)  # fmt: skip
def test_names_and_values_that_select(name: str, value: str) -> None:
    assert not acting_name(name, value, JUDGE)


def test_icons_tell_where_there_is_no_text() -> None:
    assert acting_icon("icon icon-trash", JUDGE)
    assert acting_icon("fa fa-thumbs-up", JUDGE)
    assert not acting_icon("fa fa-search", JUDGE)


def test_handlers_that_ask_for_confirmation_act() -> None:
    assert acting_script("return confirm('Really?')", JUDGE)
    assert acting_script("app.deleteItem(7)", JUDGE)
    assert not acting_script("removeCookie('x'); open()", JUDGE)


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    for ask in (JUDGE.button, JUDGE.link, JUDGE.heading, JUDGE.option):
        assert isinstance(ask(text), str)
        assert not getattr(NO_EFFECTS, ask.__name__)(text)
    assert isinstance(acting_name(text, text, JUDGE), str)
    assert isinstance(acting_icon(text, JUDGE), str)


@pytest.mark.parametrize("text", ["Результати пошуку", "Кімнати в оренду", "Цитати дня"])
def test_nouns_that_end_as_verbs_do_order_nothing(text: str) -> None:
    assert not effects().imperative(text)


def test_a_value_that_ends_as_a_look_up_does_not_act() -> None:
    assert not acting_name("op", "vindex", JUDGE)
    assert acting_name("op", "reindex", JUDGE)
    assert acting_name("op", "unlist", JUDGE)


@pytest.mark.parametrize(
    "text", ["Find & close", "Cerca e disdici", "חפש וקבע תור", "Szukaj i zablokuj", "Send a reply"]
)
def test_buttons_that_do_more_than_search(text: str) -> None:
    assert JUDGE.button(text)


@pytest.mark.parametrize(
    "text", ["Sök i längden", "Find a doctor", "Buscar en el sitio", "Search in archive"]
)
def test_in_and_a_do_not_mean_and(text: str) -> None:
    assert not JUDGE.button(text)


@pytest.mark.parametrize("text", ["Become this person", "Play it next", "Store it", "Start scan"])
def test_buttons_that_do_not_look_up(text: str) -> None:
    assert not JUDGE.looks_up(text)


@pytest.mark.parametrize("text", ["Vezi definiția", "時刻を調べる", "Prohledat", "Apply", "View"])
def test_buttons_that_look_up(text: str) -> None:
    assert JUDGE.looks_up(text)


def test_options_that_show_and_then_act() -> None:
    assert JUDGE.option("Liste, puis clôture des dossiers affichés")
    assert JUDGE.option("and mark everything shown as read", is_tick=True)
    assert not JUDGE.option("Books and articles")


def test_what_acknowledges_something_acts() -> None:
    assert JUDGE.link("Got it")
    assert JUDGE.link("Entendido")


def test_what_is_done_after_a_search_acts() -> None:
    assert acting_name("apoi", "pune_absenta", JUDGE)
    assert not acting_name("after", "2020-01-01", JUDGE)


@pytest.mark.parametrize("text", ["コメントを投稿", "ซื้อทันที"])
def test_buttons_without_spaces(text: str) -> None:
    assert JUDGE.button(text)


def test_a_japanese_search_is_no_order() -> None:
    assert not JUDGE.button("本を検索")
