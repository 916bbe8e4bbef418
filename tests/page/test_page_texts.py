"""What pages say of their subject."""

from deepweb.page.page_texts import subject_texts
from tests.read.pages import page_of

SUBJECT = "Letters, coins and maps of the seventeenth century"


def test_forms_and_navigation_say_nothing_of_the_subject() -> None:
    page = page_of(
        f"<nav><a>Contact</a></nav><h1>Archive</h1><p>{SUBJECT}</p>"
        '<form>Your e-mail <label>Name <input name="n"></label><button>Subscribe</button></form>'
        "<footer>Imprint</footer>"
    )
    assert subject_texts(page) == ["Archive", SUBJECT]


def test_what_a_menu_offers_is_what_there_is() -> None:
    menu = "<select><option>Coins</option><option>Maps</option></select>"
    page = page_of(f"<p>{SUBJECT}</p><form>Kind {menu}</form>")
    assert subject_texts(page) == [SUBJECT, "Coins", "Maps"]


def test_a_page_that_is_all_form() -> None:
    page = page_of(f"<form><h1>Archive</h1><p>{SUBJECT}</p></form>")
    assert subject_texts(page) == ["Archive", SUBJECT]
