"""What is never submitted, whoever says that it is a search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.model import Form, forms
from deepweb.locate.forms.form_type import FormType, form_types
from deepweb.locate.forms.safety import (
    FormWords,
    SafetyRule,
    objections,
    says_search,
)
from deepweb.store.resources import any_words, form_model, form_words
from tests.harmful import HARMFUL, planted
from tests.read.pages import broken_html, page_of
from tests.samples import form_of

URL = "https://www.example.org/page"
SITE = "www.example.org"
WORDS = form_words()
RULE = SafetyRule(WORDS, min_probability=0.5, min_post=0.9)
BOX = '<input name="q"><button>Search</button>'


def sworn(form: Form, search: float = 1.0) -> FormType:
    """What the model says of the form's boxes, and that it is a search."""
    (kind,) = form_types([form], form_model())
    return replace(kind, type="search", search=search, type_probability=search)


def against(html: str, search: float = 1.0, rule: SafetyRule = RULE) -> str:
    (form,) = forms(page_of(html, URL), any_words())
    return objection(form, sworn(form, search), rule)


def objection(form: Form, kind: FormType, rule: SafetyRule = RULE) -> str:
    """The first reason against submitting a form; "" if there is none."""
    return next((each.reason for each in objections(form, kind, SITE, rule)), "")


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_form_is_no_search(name: str) -> None:
    form = form_of(HARMFUL[name], URL)
    (kind,) = form_types([form], form_model())
    assert objection(form, kind)


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_form_is_not_submitted_though_the_model_swears_by_it(name: str) -> None:
    assert against(HARMFUL[name])
    assert against(planted(HARMFUL[name])), "a class name made it a search"


# What it is: HTML, reason.
OBJECTIONS = {
    "password": ('<input type="password" name="p">', "has an input of kind password"),
    "file": ('<input type="file" name="f">', "has an input of kind file"),
    "e-mail": ('<input type="email" name="e">', "has an input of kind email"),
    "telephone": ('<input type="tel" name="t">', "has an input of kind tel"),
    "card by its autocomplete": (
        '<input name="a" autocomplete="cc-number">',
        "has an input for cc-number",
    ),
    "password by its autocomplete": (
        '<input name="a" autocomplete="current-password">',
        "has an input for current-password",
    ),
    "captcha": ('<input name="captcha">', "has a box for captcha: 'captcha'"),
    "e-mail in a text box": (
        '<input name="email" placeholder="Your e-mail address">',
        "has a box for e-mail: 'email'",
    ),
    "what the server obeys": ('<input type="hidden" name="do" value="delete">', "says 'delete'"),
    "second button": ("<button>Subscribe</button>", "says 'subscribe'"),
    "box for harm": ('<input name="x" placeholder="Vote for it">', "says 'vote'"),
}  # fmt: skip


@pytest.mark.parametrize(("inside", "reason"), OBJECTIONS.values(), ids=OBJECTIONS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_speaks_against_the_plainest_search(inside: str, reason: str, method: str) -> None:
    form = '<form action="/search" role="search" method="{}">{}{}</form>'
    assert not against(form.format(method, BOX, ""))
    assert against(form.format(method, BOX, inside)) == reason


@pytest.mark.parametrize(
    ("action", "objects"),
    [
        ("/find", False),
        ("http://example.org/find", False),
        ("https://WWW.EXAMPLE.ORG/find", False),
        ("https://example.com/find", True),
        ("https://search.example.org/find", False),
        ("https://www.example.org.evil.example/find", True),
        ("https://www.example.org:8443/find", True),
        ("https://user@www.example.org/find", True),
        ("http://127.0.0.1/find", True),
        ("//evil.example/find", True),
    ],
)
def test_only_hosts_of_the_same_owner_are_asked(action: str, objects: bool) -> None:
    reason = against(f'<form action="{action}">{BOX}</form>')
    assert reason.startswith("sends to another site: ") == objects


def test_other_sites_are_asked_where_the_rule_names_them() -> None:
    rule = replace(RULE, other_sites=frozenset({"search.example.net", "example.net:8080"}))
    for action, objects in (
        ("https://search.example.net/find", False),
        ("http://search.example.net/find", False),
        ("http://example.net:8080/find", False),
        ("https://example.net/find", True),
        ("https://other.example.net/find", True),
        ("https://www.search.example.net/find", False),
        ("https://user@search.example.net/find", True),
    ):
        assert bool(against(f'<form action="{action}">{BOX}</form>', rule=rule)) == objects, action


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ('<form method="post">{}</form>', "is sent by POST, and 0.89 < 0.9 sure"),
        ('<form>{}<textarea name="t"></textarea></form>', "has a text area, and 0.89 < 0.9 sure"),
        ("<form>{}<button>Zap</button></form>", ""),
        ("<form>{}</form>", ""),
    ],
)
def test_where_more_is_at_stake_more_must_be_sure(html: str, reason: str) -> None:
    assert not against(html.format(BOX), search=0.9)
    told = against(html.format(BOX), search=0.89)
    assert told.startswith(reason)
    assert bool(told) == bool(reason)


@pytest.mark.parametrize(
    ("html", "search", "objects"),
    [
        ('<h2>Advanced search</h2><form action=/x method="post">{}</form>', 0.76, False),
        ('<form action=/find/search method="post">{}</form>', 0.76, False),
        ('<form action=/x method="post">{}</form>', 0.76, True),
        ('<h2>Advanced search</h2><form action=/x method="post">{}</form>', 0.74, True),
        ('<h2>Advanced search</h2><form action=/find method="post">{}</form>', 0.61, False),
        (
            '<h2>Advanced search</h2><form action=/x method="post">{}<select name=k>'
            '<option value="">All<option>Books</select></form>',
            0.61,
            False,
        ),
        (
            '<form action=/x method="post">{}<select name=k>'
            '<option value="">All<option>Books</select></form>',
            0.89,
            True,
        ),
        ('<h2>Advanced search</h2><form action=/find method="post">{}</form>', 0.59, True),
    ],
)
def test_a_form_that_says_search_often_may_be_less_sure(
    html: str, search: float, objects: bool
) -> None:
    assert bool(against(html.format(BOX), search=search)) == objects


@pytest.mark.parametrize(
    "html",
    [
        "<form></form>",
        "<form><button>Search</button></form>",
        '<form><input type="hidden" name="q" value="x"><button>Search</button></form>',
    ],
)
def test_nothing_to_fill_in(html: str) -> None:
    assert against(html) == "has nothing to fill in"


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/orders"><input name="q"><button>Search my orders</button></form>',
        '<form action="/hotels"><input name="where"><label>Check-out <input name="to"></label>'
        '<input name="c" placeholder="Promo code"><button>Find hotels</button></form>',
        '<form class="cart-menu"><input name="q"><button>Search</button></form>',
        '<form action="/account/search"><input name="q"><button>Search messages</button></form>',
        '<form action="/archive"><input name="q" placeholder="Search newsletters">'
        "<button>Go</button></form>",
        '<form class="searchform"><input name="s"><button>Go</button></form>',
        '<form class="searchform"><input name="s"><input type="image" src="x.gif"></form>',
        '<form class="searchform"><input name="s"><button>»</button></form>',
        '<form action="/opac"><input name="title"><button>检索</button></form>',
    ],
)
def test_searches_among_harmful_things_are_asked(html: str) -> None:
    assert not against(html)


def test_a_class_name_alone_says_nothing_where_the_button_says_something_else() -> None:
    silent = '<form class="search-box"><input name="x"><button>{}</button></form>'
    assert not against(silent.format("OK"))
    assert against(silent.format("Zap")) == ("its button says 'Zap', not that it searches")
    assert not says_search(form_of(silent.format("OK"), URL), WORDS)


def test_the_page_itself_says_nothing_of_a_form_on_it() -> None:
    page = page_of(f"<form>{BOX}</form>", "https://www.example.org/login")
    assert page.url
    form = form_of(f"<form>{BOX}</form>", "https://www.example.org/login")
    assert not objection(form, sworn(form))


def test_words_come_from_the_lists_given() -> None:
    words = FormWords(frozenset({"ask"}), frozenset({"burn"}), frozenset({"paint"}))
    rule = replace(RULE, words=words)

    def safe(html: str) -> bool:
        return not against(html, rule=rule)

    assert safe('<form><input name="ask"></form>')
    assert safe('<form action="/paint"><input name="ask"><button>Ask</button></form>')
    assert not safe('<form action="/paint"><input name="x"></form>')
    assert not safe('<form><input name="ask"><button>Paint</button></form>')
    assert not safe('<form><input name="ask"><button>Burn</button></form>')
    assert not safe('<form><input name="ask"><input name="burnHouse"></form>')
    assert safe('<form><input name="search"></form>'), "nothing is said, and nothing against it"


def test_lists_do_not_contradict_each_other() -> None:
    lists = (WORDS.search, WORDS.harmful, WORDS.doubtful, WORDS.neutral)
    for number, one in enumerate(lists):
        assert one
        for other in lists[number + 1 :]:
            assert not one & other


@settings(deadline=None)
@given(broken_html, st.sampled_from(["search", "login", "other"]))
def test_broken_forms_never_raise(html: str, type_: str) -> None:
    for form in forms(page_of(f"<form>{html}", URL)):
        kind = replace(sworn(form), type=type_)
        assert isinstance(objection(form, kind), str)


@pytest.mark.parametrize(
    "button",
    ["Show results", "View results", "Show 1,234 results", "Go", "Ergebnisse anzeigen", "Ver"],
)
def test_a_button_that_shows_results_says_nothing_against_a_search(button: str) -> None:
    html = f"<form action=/list><label>Make <input name=make></label><button>{button}</button>"
    assert not against(html + "</form>", search=0.6)
    assert against(html.replace(button, "Rent it now") + "</form>", search=0.6)


def test_the_dates_of_a_stay_are_no_order_and_a_pick_up_date_is_no_update() -> None:
    stay = (
        "<form action=/rooms><label>Check-in <input name=checkin></label><label>Check-out "
        "<input name=checkout></label><label>Pick-up date <input name=pickUpDate></label>"
        "<button>{}</button></form>"
    )
    assert not against(stay.format("Show"))
    assert against(stay.format("Checkout")) == "says 'checkout'"
    assert against(stay.format("Update")) == "says 'update'"
    assert against(stay.replace("Check-in", "Name").replace("checkin", "n").format("Show"))


@pytest.mark.parametrize(
    ("html", "search", "is_harmless"),
    [
        ("<form method=post action=/find><input name=q><button>Find</button></form>", 0.6, True),
        ("<form action=/list><input name=make><button>Rent a car</button></form>", 0.6, True),
        ("<form action=/list><input name=x><button>Buy</button></form>", 1.0, True),
        ("<form action=/find><input name=q><button>Find</button></form>", 1.0, True),
        ("<form action=/find><input name=q><button>Delete</button></form>", 1.0, False),
        ("<form action=/find><input name=q><input type=password name=p></form>", 1.0, False),
        ("<form action=https://other.example/><input name=q><button>Find</button>", 1.0, False),
    ],
)
def test_doubt_is_told_from_harm(html: str, search: float, is_harmless: bool) -> None:
    form = form_of(html, URL)
    found = objections(form, sworn(form, search), SITE, RULE)
    assert all(each.is_doubt for each in found) is is_harmless
