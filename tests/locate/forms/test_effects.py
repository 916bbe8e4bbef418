"""Forms and options that act, though they look like searches."""

from __future__ import annotations

import pytest

from deepweb.locate.forms.effects import form_effects, own_things, without_actions
from deepweb.page.effects.judge import NO_EFFECTS
from deepweb.store.resources import effects
from tests.samples import form_of

JUDGE = effects()
URL = "https://www.example.org/page"
BOX = '<input type="search" name="q">'
BUTTON = "<button>Search</button>"


def said(html: str) -> list[str]:
    return [effect.reason for effect in form_effects(form_of(html, URL), JUDGE)]


@pytest.mark.parametrize(
    ("html", "word"),
    [
        (f"<form action=/s>{BOX}<button>Search and delete</button></form>", "delete"),
        (f"<form action=/s>{BOX}<button>Spärra</button>{BUTTON}</form>", "sparra"),
        (f"<h3>Cancel a reservation</h3><form action=/s>{BOX}{BUTTON}</form>", "Cancel"),
        (f"<form action=/s><fieldset><legend>Assign to agent</legend>{BOX}{BUTTON}", "Assign"),
        (f"<form action=/s>{BOX}<input type=hidden name=do value=purge>{BUTTON}</form>", "purge"),
        (f"<p>The book will be reserved at once.</p><form action=/s>{BOX}{BUTTON}", "reserved"),
        (f"<form action=/s onsubmit=\"return confirm('Sure?')\">{BOX}{BUTTON}</form>", "confirm"),
        (f"<form action=/newsletter/unsubscribe>{BOX}{BUTTON}</form>", "unsubscribe"),
        (f"<form action=/s>{BOX}<input name=r placeholder='Replace with'>{BUTTON}", "Replace"),
        (f"<form action=/s>{BOX}{BUTTON}<button name=x>Delete</button></form>", "delete"),
        (f"<form action=/s>{BOX}{BUTTON}<button name=x>Send to all</button></form>", "Send to all"),
        (f"<form action=/s>{BOX}{BUTTON} Första lediga tid bokas åt dig.</form>", "bokas"),
        (f"<form action=/s>{BOX}{BUTTON}</form><p>Each lookup: fee of 2 €</p>", "fee"),
        (f"<form action=/s>{BOX}{BUTTON} (the first match is sent to your desk)</form>", "desk"),
        (f"<form action=/s><input name=q title='Lamps found there go dark'>{BUTTON}", "go dark"),
        (f"<form action=/s title='Radiation of a club member'>{BOX}{BUTTON}", "Radiation"),
        (f"<form action=/s>{BOX}<button data-confirm='Sure?'>Search</button></form>", "confirm"),
        (f"<form action=/s>{BOX}{BUTTON}</form><p>Whoever is found is expelled.</p>", "expelled"),
        (f"<form action=/s>{BOX}<button>Fetch to desk 14</button></form>", "Fetch to"),
        (f"<form action=/s><input name=q aria-label='Add a feed to your reader'>{BUTTON}", "feed"),
        (f"<form action=/s>{BOX}{BUTTON}</form><p>A search counts as consent.</p>", "counts"),
        # What nobody listed: long texts, and what the model doubts, must speak of searching there.
        (
            f"<form action=/s aria-label='Lantern for the gardener of the town'>{BOX}{BUTTON}",
            "Lantern",
        ),
        (f"<form action=/s>{BOX}<button title='Confiscation of a vehicle'>Go</button>", "Confisc"),
        (
            f"<form action=/s><fieldset><legend>Confiscation of a vehicle</legend>{BOX}{BUTTON}",
            "Confiscation",
        ),
        (f"<form action=/s><input type=hidden name=lantern value=oui>{BOX}{BUTTON}", "lantern"),
        (
            f"<form action=/s>{BOX}<label><input type=checkbox name=k value=1 checked>"
            f"and lantern for its gardener</label>{BUTTON}",
            "gardener",
        ),
        (f"<form action=/s><label>Lamp that you want to douse {BOX}</label>{BUTTON}", "douse"),
        (
            f"<title>Cars</title><h3>Confiscation of a vehicle</h3><form action=/s>{BOX}{BUTTON}",
            "Confiscation",
        ),
        (f"<form action=/s>{BOX}<button><i class='icon-trash'></i></button>", "trash"),
        (
            f"<form action=/s>{BOX}<label>Delete and pay by <select name=p><option>cash<option>card"
            f"</select></label>{BUTTON}",
            "pay by",
        ),
    ],
)
def test_what_a_form_says(html: str, word: str) -> None:
    assert any(word in reason for reason in said(html))


@pytest.mark.parametrize(
    "html",
    [
        f"<h2>Cancelled flights</h2><form action=/flights>{BOX}{BUTTON}</form>",
        f"<h1>Save 20 % on tools</h1><form action=/sale>{BOX}{BUTTON}</form>",
        f"<form action=/s>{BOX}<p>For example: Delete key, Home key</p>{BUTTON}</form>",
        f"<form action=/s>{BOX}<p>Enter a title or an author.</p>{BUTTON}</form>",
        f"<form action=/s>{BOX}<p>Includes cancelled and repealed acts.</p>{BUTTON}</form>",
        f"<form action=/s>{BOX}<p>What are you looking for?</p>{BUTTON}</form>",
        f"<form action=/s aria-label='Search the catalogue'>{BOX}{BUTTON}</form>",
        f"<form action=/s><input name=q title='Town or postcode'>{BUTTON}</form>",
        f"<form action=/s><fieldset><legend>Find a book</legend>{BOX}{BUTTON}</form>",
        f"<form action=/s><fieldset><legend>Catalogue of manuscripts</legend>{BOX}{BUTTON}</form>",
        f"<form action=/s>{BOX}{BUTTON}<p>Der Katalog enthält 12.000 Titel.</p></form>",
        f"<form action=/s>{BOX}{BUTTON}</form><p class=hint>Umlauts are ignored.</p>",
        f"<h1>Museum of modern art</h1><form action=/s>{BOX}{BUTTON}</form>",
        f"<h1>Databáze českých hradů</h1><form action=/s>{BOX}{BUTTON}</form>",
        f"<form action=/s aria-label='Реестр памятников культуры'>{BOX}{BUTTON}</form>",
        f"<form action=/s><input name=q title='Name of the author'>{BUTTON}</form>",
        f"<form action=/s><fieldset><legend>Yayın tarihi</legend>{BOX}"  # noqa: RUF001
        f"<input name=from><input name=to></fieldset>{BUTTON}</form>",
        f"<form action=/s><input type=hidden name=js value=true>{BOX}{BUTTON}</form>",
        f"<form action=/s>{BOX}<input type=checkbox name=a value=1 checked> only in stock {BUTTON}",
        f"<form action=/trash/search>{BOX}{BUTTON}</form>",
        f"<form action=/s><label>Search <input name=q placeholder='cancel a loan'></label>{BUTTON}",
        f"<form action=/s>{BOX}{BUTTON}<input type=reset value='Delete what I typed'></form>",
        f"<h1>Acheter et vendre des vélos</h1><form action=/s>{BOX}{BUTTON}</form>",
        f"<p>Mua bán đồ đã dùng</p><form action=/s>{BOX}{BUTTON}</form>",
        f"<p>The office is open on weekdays.</p><form action=/s>{BOX}{BUTTON}</form>",
        f"<form action=/s><input name=q title='Enter the words to search for'>{BUTTON}</form>",
        f"<form action=/s>{BOX}<input type=submit name=.submit value=ok></form>",
        f"<form action=/s>{BOX}{BUTTON}</form><p>Cerca in questo sito. Ignora MAIUSCOLO/minuscolo. "
        "La ricerca trova le pagine che contengono tutte le parole inserite</p>",
    ],
)
def test_a_search_says_nothing(html: str) -> None:
    assert not said(html)


def test_texts_beside_a_form_are_read_up_to_the_nearest_heading() -> None:
    html = f"<h1>Delete all</h1><h2>Books</h2><p>Old and new</p><form>{BOX}</form><p>Help</p>"
    assert form_of(html, URL).around == ("Old and new", "Books", "Help")


MENU = "<select name={}><option value=1>{}</option><option value=2>{}</option>{}</select>"
MANY = "".join(f"<option value=m{n}>Map {n}</option>" for n in range(20))


@pytest.mark.parametrize(
    ("control", "is_left_alone"),
    [
        (MENU.format("bulkAction", "None", "Close issues", ""), True),
        (MENU.format("t", "View", "Delete", ""), True),
        (MENU.format("out", "Screen", "Printer", ""), True),
        ("<label><input type=checkbox name=z value=1> Save search</label>", True),
        ("<label><input type=checkbox name=notify value=1> New ones</label>", True),
        ("<input type=checkbox name=l value=1> Lagre søk", True),
        (MENU.format("sendto", "me", "Dr Hale", ""), True),
        ("<input type=radio name=x value=wipe> B <input type=radio name=x value=keep> A", True),
        ("<select name=d><optgroup label='Send to'><option value=2>Desk</select>", True),
        ("<label><input type=checkbox name=invia_fax value=1> Sede</label>", True),
        ("<label><input type=checkbox name=b value=1> Mail me what is new</label>", True),
        ("<select name=status><option value=a>all<option value=iptal>not held</select>", False),
        (MENU.format("type", "Book", "Report", ""), False),
        (MENU.format("sort", "Date", "Title", ""), False),
        ("<label><input type=checkbox name=a value=1> Available to order</label>", False),
        ("<label><input type=checkbox name=b value=1> Books</label>", False),
    ],
)
def test_menus_and_ticks_that_act_are_left_alone(control: str, is_left_alone: bool) -> None:
    form = without_actions(form_of(f"<form>{BOX}{control}{BUTTON}</form>", URL), JUDGE)
    (menu,) = [each for each in form.inputs if each.role == "selection"]
    assert menu.trap.startswith("it acts") == is_left_alone


def test_of_a_long_menu_only_the_option_goes() -> None:
    html = f"<form>{BOX}{MENU.format('kind', 'Maps', 'Delete all', MANY)}{BUTTON}</form>"
    form = form_of(html, URL)
    (menu,) = [i for i in without_actions(form, JUDGE).inputs if i.kind == "select"]
    assert not menu.trap
    assert "2" not in dict(menu.options)
    assert len(menu.options) == 21
    assert without_actions(form, NO_EFFECTS) is form


def test_strictly_seen_the_visitors_own_things_are_left_alone() -> None:
    own = form_of(f"<h2>Your search history</h2><form action=/h>{BOX}{BUTTON}</form>", URL)
    other = form_of(f"<h2>Maps</h2><form action=/h>{BOX}{BUTTON}</form>", URL)
    assert own_things(own, JUDGE) == "Your search history"
    assert not own_things(other, JUDGE)


def offered(html: str) -> list[str]:
    """The options of the menu that may be sent."""
    form = without_actions(form_of(f"<form action=/s>{BOX}{html}{BUTTON}</form>", URL), JUDGE)
    menu = next(each for each in form.inputs if each.name == "m")
    return [] if menu.trap else [label for _, label in menu.options]


def menu(*labels: str) -> str:
    options = "".join(f"<option value={n}>{label}" for n, label in enumerate(labels))
    return f"<select name=m>{options}</select>"


def test_beside_an_option_that_only_shows_stand_actions() -> None:
    assert offered(menu("On screen", "Partner FTP", "Third floor")) == ["On screen"]
    assert offered(menu("Show all", "Paper", "Film")) == ["Show all", "Paper", "Film"]


def test_an_option_for_the_visitor_is_not_sent() -> None:
    labels = ["10", "20", "30", "40", "50", "50 (make this my default)"]
    assert offered(menu(*labels)) == labels[:-1]


def test_an_input_without_a_name_sends_nothing() -> None:
    assert not said(f"<form action=/s>{BOX}<input type=hidden value=Delete>{BUTTON}</form>")


def test_a_trap_for_robots_says_nothing() -> None:
    trap = '<input name=url style="display:none" aria-label="Leave this empty">'
    assert not said(f"<form action=/s>{BOX}{trap}{BUTTON}</form>")
