"""Messages of forms, as applications of many countries word them; written for this test."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from deepweb.crawl.html import html_page
from deepweb.read.kind.demands import CHOOSE, ENTER, LENGTH, NARROWER, Demand, demand_in, demands
from deepweb.store.resources import demand_words

WORDS = demand_words()


@pytest.mark.parametrize(
    ("text", "kind", "least"),
    [
        ("Please enter at least 3 characters", LENGTH, 3),
        ("Bitte geben Sie mindestens 4 Zeichen ein", LENGTH, 4),
        ("Le mot doit comporter au moins 3 caractères", LENGTH, 3),
        ("Escriba al menos 2 caracteres", LENGTH, 2),
        ("Digite pelo menos 3 letras", LENGTH, 3),
        ("Inserisci almeno 3 caratteri", LENGTH, 3),
        ("Voer minstens 3 tekens in", LENGTH, 3),
        ("Skriv minst 3 tecken", LENGTH, 3),
        ("Kirjoita vähintään 3 merkkiä", LENGTH, 3),
        ("Wpisz co najmniej 3 znaki", LENGTH, 3),
        ("Zadejte alespoň 3 znaky", LENGTH, 3),
        ("Legalább 3 karaktert adjon meg", LENGTH, 3),
        ("Introduceți cel puțin 3 caractere", LENGTH, 3),
        ("Lütfen en az 3 karakter girin", LENGTH, 3),
        ("Введите не менее 3 символов", LENGTH, 3),
        ("Введіть щонайменше 3 символи", LENGTH, 3),
        ("Πληκτρολογήστε τουλάχιστον 3 χαρακτήρες", LENGTH, 3),
        ("كلمة البحث يجب أن تكون 3 أحرف على الأقل", LENGTH, 3),
        ("יש להזין לפחות 3 תווים", LENGTH, 3),
        ("กรุณาใส่อย่างน้อย 3 ตัวอักษร", LENGTH, 3),
        ("搜索词至少3个字符", LENGTH, 3),
        ("検索語は3文字以上入力してください", LENGTH, 3),
        ("검색어는 3글자 이상 입력하세요", LENGTH, 3),
        ("Please select at least one type", CHOOSE, 0),
        ("Bitte wählen Sie eine Kategorie aus", CHOOSE, 0),
        ("Veuillez choisir une catégorie", CHOOSE, 0),
        ("Debe seleccionar una provincia", CHOOSE, 0),
        ("Per favore, selezionare una regione", CHOOSE, 0),
        ("Пожалуйста, выберите категорию", CHOOSE, 0),
        ("Proszę wybrać kategorię", CHOOSE, 0),
        ("カテゴリを選択してください", CHOOSE, 0),
        ("请选择类别", CHOOSE, 0),
        ("Valitse laji.", CHOOSE, 0),
        ("Vælg en kategori!", CHOOSE, 0),
        ("Выберите раздел.", CHOOSE, 0),
        ("Please enter a search term", ENTER, 0),
        ("Bitte einen Suchbegriff eingeben", ENTER, 0),
        ("Too many results, please refine your search", NARROWER, 0),
    ],
)
def test_one_sentence(text: str, kind: str, least: int) -> None:
    said = demand_in(text, WORDS)
    assert said is not None
    assert (said.kind, said.least) == (kind, least)


@pytest.mark.parametrize(
    "text",
    [
        "Search our books",
        "Select a category",
        "3 results found",
        "Show at least 10 results per page",
        "Choose your language",
        "12 characters of Shakespeare",
        "A short history of nearly everything",
        "Nothing was found",
        "",
    ],
)
def test_other_sentences_demand_nothing(text: str) -> None:
    assert demand_in(text, WORDS) is None


def test_a_range_of_lengths() -> None:
    said = demand_in("Field must be between 3 and 50 characters long.", WORDS)
    assert said is not None
    assert (said.least, said.most) == (3, 50)


def on_page(body: str) -> tuple[Demand, ...]:
    page = html_page(HtmlResponse("http://example.org/", body=body, encoding="utf-8"))
    assert page is not None
    return demands(page, WORDS)


BESIDE = """<form><div class="group has-error"><label for=t>Kind</label>
<select id=t name=types multiple><option value=a>A</select>
<span class=help-block>This field is required.</span></div>
<div class=group><input name=q></div><button>Search</button></form>"""


def test_a_message_beside_a_menu_is_about_that_menu() -> None:
    (said,) = on_page(BESIDE)
    assert (said.kind, said.input) == (CHOOSE, "types")


def test_a_message_beside_a_box_is_about_that_box() -> None:
    (said,) = on_page(
        "<form><p class=error>Your word is too short</p><p><input name=q> "
        "<em class=error>Too short</em></p></form>"
    )[-1:]
    assert (said.kind, said.input, said.least) == (LENGTH, "q", 0)


@pytest.mark.parametrize(
    "body",
    [
        "<label>Please select a category</label>",
        "<select><option>Please select a category</select>",
        "<a href=/x>Please choose a language</a>",
        "<button>Please select at least one</button>",
        "<script>alert('Please select at least one')</script>",
        f"<p>{'Please select at least one. ' * 20}</p>",
        "<p>Choose a kind</p>",
        "<p>Choose from hundreds of gardens, parks and museums all over the country.</p>",
    ],
)
def test_what_belongs_to_the_page_is_no_message(body: str) -> None:
    assert on_page(f"<h1>Search</h1>{body}") == ()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Error handling request: Too many responses, unable to process query", [NARROWER]),
        ("Zu viele Treffer", [NARROWER]),
        ("Too many requests", []),
        ("Too many connections", []),
        ("Internal server error", []),
    ],
)
def test_an_error_page_that_refuses_the_question(text: str, kinds: list[str]) -> None:
    page = html_page(HtmlResponse("http://example.org/", body=f"<p>{text}</p>", encoding="utf-8"))
    assert page is not None
    assert [each.kind for each in demands(page, WORDS, is_error=True)] == kinds
