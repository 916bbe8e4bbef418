"""What is read off a form, in whatever language it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.model import forms
from deepweb.locate.forms.features import box_features, concepts_said, form_features, grams
from deepweb.page.concepts import MAX_TEXT, Concepts, tokens_of
from deepweb.page.words import unaccented
from deepweb.store.resources import form_concepts
from tests.read.pages import broken_html, page_of
from tests.samples import form_of

SHIPPED = form_concepts()


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("Suchen", "suchen"),
        ("Löschen", "loschen"),
        ("Søg", "sog"),
        ("HASŁO", "haslo"),
        ("kay\N{LATIN SMALL LETTER DOTLESS I}t", "kayit"),
        ("Straße", "strasse"),
        ("Ёлка", "елка"),
        ("検索", "検索"),
        ("검색", "검색"),
        ("ﬁnd", "find"),
    ],
)
def test_accents_do_not_count(text: str, flat: str) -> None:
    assert unaccented(text) == flat


@given(st.text())
def test_folding_once_is_enough(text: str) -> None:
    assert unaccented(unaccented(text)) == unaccented(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Search the site", ["search", "the", "site"]),
        ("txtSearchTerm", ["txt", "search", "term"]),
        ("search_box-2", ["search", "box", "2"]),
        ("ctl00$txtQ", ["ctl", "00", "txt", "q"]),
        ("", []),
        ("»", []),
    ],
)
def test_words_of_texts_and_of_code(text: str, tokens: list[str]) -> None:
    assert tokens_of(text) == tokens


def test_only_the_start_of_a_text_is_read() -> None:
    assert tokens_of("a " * 10_000) == ["a"] * (MAX_TEXT // 2)


CONCEPTS = Concepts.of(
    {"search": ["find", "such*", "検索", "ค้นหา", "さがす"], "sign": ["signin", "user_name"]}
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Find", {"search"}),
        ("finder", set()),
        ("Suchbegriff", {"search"}),
        ("SUCHEN", {"search"}),
        ("Besuch", set()),
        ("Sign in to find it", {"sign", "search"}),
        ("SignIn", {"sign"}),
        ("sign-in", {"sign"}),
        ("サイト内検索する", {"search"}),
        ("ค้นหาในเว็บไซต์", {"search"}),
        ("本をさがす", {"search"}),
        ("", set()),
    ],
)
def test_concepts(text: str, said: set[str]) -> None:
    assert CONCEPTS.said_in(text) == said


# Of each concept, a word in other scripts and with other signs than English has.
WORDS = {
    "search": "Søg Sök Ara Hľadať Tìm Найти Αναζήτηση بحث חיפוש खोजें ค้นหา 搜索 検索する さがす 검색",
    "login": "Anmelden Connexion Войти Giriş Přihlásit ログイン 登录 로그인 เข้าสู่ระบบ",
    "password": "Contraseña Hasło Heslo Şifre Пароль パスワード 密码 비밀번호 รหัสผ่าน",
    "order": "Warenkorb Panier Carrito Корзина Sepete カートに 购物车 장바구니 ตะกร้า",
    "subscribe": "Abonnieren Suscribirse Подписаться メルマガ 订阅 구독하기",
    "poll": "Abstimmen Sondage Encuesta Голосовать 投票 アンケート 투표",
    "delete": "Löschen Supprimer Eliminar Удалить 删除 削除 삭제",
}


@pytest.mark.parametrize(
    ("concept", "word"), [(concept, word) for concept in WORDS for word in WORDS[concept].split()]
)
def test_the_shipped_concepts_speak_many_languages(concept: str, word: str) -> None:
    assert concept in SHIPPED.said_in(word)


def test_where_a_word_stands_is_part_of_the_feature() -> None:
    form = form_of(
        """<form action="/find" class="login"><h3>Vote</h3><label>E-mail <input name="qty"></label>
        <input type="hidden" name="csrf" value="delete"><button>Subscribe</button></form>"""
    )
    features = form_features(form, SHIPPED)
    assert features.keys() >= {
        "action!search", "form!login", "heading!poll", "label!email", "name!order", "value!delete",
        "button!subscribe", "any!search", "any!login", "method=GET", "text=1", "hidden=1",
    }  # fmt: skip
    assert "button!search" not in features
    assert {"search", "login", "poll", "email", "order", "subscribe"} <= concepts_said(
        form, SHIPPED
    )


def test_traps_do_not_count_as_inputs() -> None:
    html = '<form><input name="q">{}<button>Search</button></form>'
    plain = form_features(form_of(html.format("")), SHIPPED)
    trapped = form_features(form_of(html.format('<input name="x" class="honeypot">')), SHIPPED)
    shape = {name for name in plain if name.startswith(("shown=", "boxes=", "text="))}
    assert shape <= trapped.keys()


def test_a_box_is_known_by_itself_and_by_its_form() -> None:
    form = form_of('<form action="/login"><input name="a"><input name="q" type="search"></form>')
    first, second = box_features(form, form.inputs, SHIPPED)
    assert {"first", "form!login", "kind=text", "boxes=2"} <= first.keys()
    assert {"form!login", "kind=search", "name!search"} <= second.keys()
    assert "first" not in second


def test_long_forms_are_read_in_part() -> None:
    form = form_of('<form><input name="q"></form>')
    long = replace(form, text="search " * 100_000, inputs=(form.inputs[0],) * 2000)
    assert len(form_features(long, SHIPPED)) < 200


def test_pieces_of_words() -> None:
    assert grams("Suche") >= {"<suche>", "<suc", "uche", "che>", "<such", "uche>"}
    assert grams("") == frozenset()


@settings(deadline=None)
@given(broken_html)
def test_broken_forms_never_raise(html: str) -> None:
    for form in forms(page_of(f"<form>{html}")):
        features = form_features(form, SHIPPED)
        assert all(weight > 0 for weight in features.values())
        assert all(box_features(form, form.text_boxes, SHIPPED))
