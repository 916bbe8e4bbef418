"""Forms as they stand on the web, written for this test after what sites of each kind use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from deepweb.form.model import forms
from deepweb.locate.forms.form_type import FormType, form_types
from deepweb.locate.forms.safety import SafetyRule
from deepweb.locate.forms.search_form import FormVerdict, is_site_search, judge_form
from deepweb.store.resources import any_words, exploring_words, form_model, form_words
from tests.read.pages import page_of
from tests.samples import form_of

URL = "https://www.example.org/"
RULE = SafetyRule(form_words(), min_probability=0.5, min_post=0.9)


def verdict(html: str, *agreeing: str, rule: SafetyRule = RULE) -> FormVerdict:
    *_, form = forms(page_of(html, URL), any_words())
    (kind,) = form_types([form], form_model())
    return judge_form(form, kind, "www.example.org", rule, agreeing)


# Language: placeholder, button.
HEADERS = {
    "English": ("Search the site", "Search"),
    "German": ("Suchbegriff eingeben", "Suchen"),
    "French": ("Rechercher un article", "OK"),
    "Spanish": ("Buscar en el sitio", "Buscar"),
    "Portuguese": ("O que você procura?", "Pesquisar"),
    "Italian": ("Cerca nel sito", "Cerca"),
    "Dutch": ("Waar bent u naar op zoek?", "Zoeken"),
    "Swedish": ("Sök på webbplatsen", "Sök"),
    "Danish": ("Søg her", "Søg"),
    "Finnish": ("Hae sivustolta", "Hae"),
    "Polish": ("Czego szukasz?", "Szukaj"),
    "Czech": ("Hledat na webu", "Hledat"),
    "Hungarian": ("Keresés az oldalon", "Keresés"),
    "Russian": ("Поиск по сайту", "Найти"),
    "Ukrainian": ("Пошук", "Шукати"),
    "Greek": ("Αναζήτηση", "ΑΝΑΖΗΤΗΣΗ"),
    "Turkish": ("Sitede ara", "Ara"),
    "Arabic": ("ابحث في الموقع", "بحث"),
    "Hebrew": ("חיפוש באתר", "חפש"),
    "Hindi": ("साइट में खोजें", "खोजें"),
    "Thai": ("ค้นหาในเว็บไซต์", "ค้นหา"),
    "Vietnamese": ("Tìm kiếm", "Tìm"),
    "Chinese": ("请输入关键词", "站内搜索"),
    "Japanese": ("サイト内検索", "検索する"),
    "Korean": ("통합검색", "검색"),
}


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("placeholder", "button"), HEADERS.values(), ids=HEADERS)
def test_header_box(placeholder: str, button: str, method: str) -> None:
    """The names say nothing, so that the language must."""
    judged = verdict(
        f'<form action="/index.php" method="{method}"><input name="x1" placeholder="{placeholder}">'
        f"<button>{button}</button></form>"
    )
    assert (judged.searchable, judged.safe, judged.query_input) == (True, True, "x1"), judged
    assert judged.probability >= 0.9
    assert judged.reason == f"looks like search ({judged.probability:.2f}); asked through 'x1'"


# What it is: box to ask through, HTML.
SEARCHES = {
    "WordPress": (
        "s",
        """<form role="search" method="get" class="search-form" action="/"><label><span
        class="screen-reader-text">Search for:</span><input type="search" class="search-field"
        placeholder="Search …" value="" name="s"></label><input type="submit" value="Search">
        </form>""",
    ),
    "Joomla": (
        "searchword",
        """<form action="/index.php" method="post"><input name="searchword" id="mod-search"
        maxlength="200" class="inputbox" type="text" value="Search..."><input type="hidden"
        name="task" value="search"><input type="hidden" name="option" value="com_search"></form>""",
    ),
    "Drupal": (
        "keys",
        """<form action="/search/node" method="get" id="search-block-form"><input title="Enter the
        terms you wish to search for." type="search" name="keys" value="" size="15"><input
        type="submit" value="Search"><input type="hidden" name="form_build_id" value="form-x8Qe_1">
        <input type="hidden" name="form_id" value="search_block_form"></form>""",
    ),
    "MediaWiki": (
        "search",
        """<form action="/w/index.php" id="searchform"><input type="search" name="search"
        placeholder="Search Wiki" title="Search Wiki [f]"><input type="hidden" name="title"
        value="Special:Search"><input type="submit" name="fulltext" value="Search"><input
        type="submit" name="go" value="Go"></form>""",
    ),
    "library catalogue": (
        "lookfor",
        """<form method="get" action="/Search/Results" name="searchForm" id="searchForm"><input
        id="lookfor" type="text" name="lookfor"><select name="type"><option value="AllFields">All
        Fields</option><option value="Title">Title</option><option value="Author">Author</option>
        </select><button type="submit">Find</button></form>""",
    ),
    "OPAC with a basket menu": (
        "q",
        """<form name="searchform" method="get" action="/cgi-bin/koha/opac-search.pl"><select
        name="idx"><option value="">Catalog</option><option value="ti">Title</option></select>
        <input type="text" id="translControl1" name="q" title="Type search term"><button
        title="Search">Go</button></form>""",
    ),
    "advanced search": (
        "all_words",
        """<form action="/advanced" method="get"><table><tr><td>Title</td><td><input type="text"
        name="title"></td></tr><tr><td>Author</td><td><input type="text" name="author"></td></tr>
        <tr><td>Search all words</td><td><input type="text" name="all_words"></td></tr><tr><td>
        <select name="lang"><option>English</option><option>German</option></select><select
        name="sort"><option>Order by date</option></select></td></tr></table><input type="submit"
        value="Search"></form>""",
    ),
    "POST": (
        "query",
        """<form action="/results" method="POST"><input name="query"><input type="submit"
        value="Search"></form>""",
    ),
    "ASP.NET box by itself": (
        "ctl00$txtSearch",
        """<form method="post" action="./Default.aspx" id="aspnetForm"><input type="hidden"
        name="__VIEWSTATE" value="/wEPDwUKMTY1NDU2MTA1MmRkb+2/Q"><input name="ctl00$txtSearch"
        type="text"><input type="submit" name="ctl00$btnGo" value="Go"></form>""",
    ),
    "camel case": ("catalogueSearchTerm", '<form method="post"><input name="catalogueSearchTerm">'),
    "image for a button": (
        "t",
        '<form action="/x" method="post"><input name="t"><input type="image" alt="Search">',
    ),
    "shop with an order": (
        "k",
        """<form action="/s"><input name="k" aria-label="Search products"><input name="price"
        type="number"><button>Search</button><select name="s"><option>Order by price</option>
        </select></form>""",
    ),
    "orders archive": ("term", '<form action="/orders"><input name="term"><button>Find order'),
    "Japanese registered trade marks": (
        "kw",
        '<form action="/tm" method="post"><input name="kw" placeholder="登録商標"><button>検索',
    ),
    "epigraphy": ("q", '<form><label>Inscription <input name="q"></label><button>Search</button>'),
    "German catalogue": (
        "stichwort",
        '<form method="post" action="/katalog"><input name="stichwort"><button>Los</button>',
    ),
    "absolute action without www": ("q", '<form action="http://example.org/find"><input name="q">'),
    "formaction stays": ("q", '<form><input name="q"><button formaction="/find">Go</button>'),
    "people": (
        "lastname",
        """<form action="/staff/find"><label>First name <input name="firstname"></label>
        <label>Find by last name <input name="lastname"></label><button>Find people</button>""",
    ),
    "messages": ("q", '<form action="/forum"><input name="q"><button>Search messages</button>'),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_search(name: str) -> None:
    box, html = SEARCHES[name]
    judged = verdict(html)
    assert (judged.searchable, judged.safe, judged.query_input) == (True, True, box), judged.reason


# What says too little of itself to be asked: a wrong guess may change something on the site.
SILENT = {
    "says it in its value only": '<form method="post"><input name="t" value="Search..">',
    "says it by its kind only": '<form method="post"><input type="search" name="x"><button>Send',
    "says nothing at all": '<form action="/list"><input name="text1"></form>',
}


@pytest.mark.parametrize("name", SILENT)
def test_what_says_too_little_is_left_alone(name: str) -> None:
    judged = verdict(SILENT[name])
    assert not (judged.searchable and judged.safe)
    assert f"looks like {judged.type} (" in judged.reason


# What it is: what the reason must name, HTML. All by GET unless POST belongs to the case: the rule
# is laxer with GET.
HARMFUL = {
    "login": (
        "password",
        '<form action="/x"><input name="user"><input type="password" name="p"><button>Go</button>',
    ),
    "login, first step": ("login", '<form action="/x"><input name="id"><button>Log in</button>'),
    "login in camel case": ("login", '<form id="userLogin"><input name="id"><button>Go</button>'),
    "login beside a search": (
        "login",
        '<form><input name="q"><button>Search</button><button name="b$Login">Log in</button>',
    ),
    "sign in": ("signin", '<form action="/sign-in"><input name="id"></form>'),
    "login, German": ("anmelden", '<form><input name="kennung"><button>Anmelden</button></form>'),
    "login, Japanese": ("ログイン", '<form><input name="id"><button>ログインする</button></form>'),
    "login, Chinese": ("登录", '<form><input name="id"><button>会员登录</button></form>'),
    "registration": (
        "signup",
        """<form action="/x"><label>Name <input name="n"></label><button>Sign up now</button>""",
    ),
    "registration, says search": (
        "username",
        '<form action="/find"><label>User name <input name="a"></label><button>Search</button>',
    ),
    "newsletter": ("email", '<form><input type="email" name="e"><button>OK</button></form>'),
    "newsletter in a text box": ("email", '<form><input name="email"><button>OK</button></form>'),
    "newsletter, placeholder": ("e-mail", '<form><input name="a" placeholder="Your e-mail here">'),
    "newsletter, value": ("mail", '<form><input name="a" value="Enter e-mail address"></form>'),
    "newsletter, camel case": ("e-mail", '<form><input name="subscriberEmail"></form>'),
    "newsletter, class": ("newsletter", '<form class="footer-newsletter"><input name="a"></form>'),
    "newsletter, hidden": (
        "subscribe",
        '<form><input name="a"><input type="hidden" name="do" value="subscribe"></form>',
    ),
    "newsletter, says search": (
        "newsletter",
        '<form action="/search"><input name="q"><button>Get the newsletter</button></form>',
    ),
    "newsletter, French": (
        "e-mail",
        '<form><input name="a" placeholder="Votre courriel"></form>',
    ),
    "newsletter, Spanish": ("e-mail", '<form><input name="a" placeholder="Correo electrónico">'),
    "newsletter, Polish": ("zapisz", '<form><input name="a"><button>Zapisz się</button></form>'),
    "newsletter, Finnish": ("uutiskirje", '<form><input name="a" title="Tilaa uutiskirje"></form>'),
    "newsletter, Turkish": ("abone", '<form><input name="a"><button>Abone ol</button></form>'),
    "newsletter, Russian": (
        "рассылку",
        '<form><input name="a" title="Подписка на рассылку"></form>',
    ),
    "newsletter, Korean": ("구독", '<form><input name="a"><button>구독하기</button></form>'),
    "comment": (
        "text area",
        '<form action="/x"><input name="author"><textarea name="c"></textarea><button>Go</button>',
    ),
    "comment in one line": (
        "comment",
        '<form><input name="c"><button>Post comment</button></form>',
    ),
    "contact": ("a box for comment", '<form action="/contact"><input name="subject"></form>'),
    "contact by telephone": ("tel", '<form><input name="n"><input type="tel" name="t"></form>'),
    "guest book": (
        "guestbook",
        '<form action="/guestbook.pl"><input name="q"><button>Search</button>',
    ),
    "unsubscribe": (
        "unsubscribe",
        '<form action="/unsubscribe"><input name="a"><button>Confirm</button></form>',
    ),
    "unsubscribe, hidden": (
        "unsubscribe",
        '<form action="/list"><input name="q"><input type="hidden" name="a" value="unsubscribe">',
    ),
    "opt out": ("optout", '<form><input name="a"><button>Opt-out</button></form>'),
    "delete account": (
        "account, delete",
        '<form action="/account/delete"><input name="confirm"><button>Yes</button></form>',
    ),
    "delete account, hidden": (
        "delete",
        '<form><input name="sure"><input type="hidden" name="op" value="delete_account"></form>',
    ),
    "delete account, in a POST's query": (
        "delete",
        '<form method="post" action="/find?op=delete"><input name="q"><button>Search</button>',
    ),
    "close account": (
        "account",
        '<form><input name="why"><button>Close my account</button></form>',
    ),
    "cart": (
        "cart",
        '<form action="/x"><input type="text" name="n" value="1"><button>Add to cart</button>',
    ),
    "cart, German": ("warenkorb", '<form><input name="n"><button>In den Warenkorb</button></form>'),
    "cart, Chinese": ("购物车", '<form><input name="n"><button>加入购物车</button></form>'),
    "cart, bag": ("bag", '<form><input name="n" value="1"><button>Add to bag</button></form>'),
    "quantity": ("quantity", '<form action="/x"><input name="quantity[17]" value="1"></form>'),
    "quantity update": (
        "update",
        '<form><input name="n[3]" value="2"><button>Update</button></form>',
    ),
    "order": ("order", '<form action="/x"><input name="n" value="1"><button>Order now</button>'),
    "poll": ("poll", '<form class="poll"><input type="radio" name="c"><input name="other"></form>'),
    "vote": ("vote", '<form><input name="other"><button>Vote</button></form>'),
    "forgotten password": (
        "password",
        '<form action="/password/reset"><input name="id"><button>Continue</button></form>',
    ),
    "find your account": (
        "account",
        """<form action="/identify"><label>Find your account <input name="who"></label>
        <button>Search</button></form>""",
    ),
    "find your account by address": (
        "e-mail",
        '<form><input name="a" placeholder="E-mail or phone"><button>Search</button></form>',
    ),
    "recovery": ("recover", '<form action="/recover"><input name="q"><button>Find</button></form>'),
    "upload": ("file", '<form method="post"><input type="file" name="f"><input name="q"></form>'),
    "upload by address": ("upload", '<form action="/upload"><input name="url"></form>'),
    "captcha": (
        "captcha",
        '<form action="/search"><input name="q"><input name="captcha"><button>Search</button>',
    ),
    "payment": (
        "cardnumber",
        '<form action="/x"><input name="cardNumber"><input name="cvv"><button>OK</button></form>',
    ),
    "payment, two words": (
        "creditcard",
        '<form><label>Credit card <input name="n"></label></form>',
    ),
    "bank": ("iban", '<form><input name="iban"><button>Find</button></form>'),
    "donation": ("donate", '<form><input name="amount"><button>Donate</button></form>'),
    "coupon": ("coupon", '<form><input name="c" placeholder="Coupon code"><button>Apply</button>'),
    "promotion code": ("promocode", '<form><input name="c" placeholder="Promo code"></form>'),
    "shortened address": (
        "shorten",
        '<form action="/x"><input name="url"><button>Shorten</button>',
    ),
    "another host": (
        "another site: https://www.google.com/search",
        '<form action="https://www.google.com/search"><input name="q"><button>Search</button>',
    ),
    "another port": (
        "another site",
        '<form action="https://www.example.org:8443/search"><input name="q"></form>',
    ),
    "another host, by the button": (
        "another site",
        '<form><input name="q"><button formaction="https://evil.example/search">Search</button>',
    ),
    "another host, in disguise": (
        "another site",
        '<form action="http://www.example.org@evil.example/search"><input name="q"></form>',
    ),
    "this machine": (
        "another site",
        '<form action="http://127.0.0.1:8080/search"><input name="q"></form>',
    ),
    "javascript": (
        "cannot be submitted: its action is javascript:",
        '<form action="javascript:void(0)"><input name="q"><button>Search</button></form>',
    ),
    "mailto": (
        "cannot be submitted: its action is mailto:",
        '<form action="mailto:me@example.org"><input name="q"><button>Search</button></form>',
    ),
    "dialog": (
        "cannot be submitted",
        '<form method="dialog"><input name="q"><button>Search</button>',
    ),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_harmful(name: str) -> None:
    _, html = HARMFUL[name]
    judged = verdict(html)
    assert not judged.safe
    assert f"looks like {judged.type} (" in judged.reason
    assert "; not submitted: " in judged.reason


@pytest.mark.parametrize("name", HARMFUL)
def test_harmful_though_the_model_swears_that_it_is_a_search(name: str) -> None:
    named, html = HARMFUL[name]
    form = form_of(html, URL)
    (kind,) = form_types([form], form_model())
    sure = replace(kind, type="search", search=1.0, type_probability=1.0)
    judged = judge_form(form, sure, "www.example.org", RULE)
    assert (judged.searchable, judged.safe) == (True, False)
    assert judged.reason.startswith("looks like search (1.00); not submitted: ")
    assert named in judged.reason


# No harm in them that a word tells, but no searches either: type, HTML.
NO_SEARCH = {
    "language menu": (
        "display options",
        '<form><select name="lang"><option>de</option></select></form>',
    ),
    "only numbers": ("other", '<form><input type="number" name="n"></form>'),
    "several boxes": (
        "other",
        '<form><input name="street"><input name="town"><button>Continue</button></form>',
    ),
    "POST that says nothing": (
        "other",
        '<form method="post"><input name="x"><button>OK</button></form>',
    ),
    "order of a list": (
        "display options",
        """<form action="/list"><label>Sort by <select name="sort"><option>Price</option>
        <option>Name</option></select></label></form>""",
    ),
    "poll": (
        "poll",
        """<form action="/poll"><label><input type="radio" name="a" value="1"> Yes</label><label>
        <input type="radio" name="a" value="2"> No</label><button>Vote</button></form>""",
    ),
}


@pytest.mark.parametrize(("type_", "html"), NO_SEARCH.values(), ids=NO_SEARCH)
def test_no_search(type_: str, html: str) -> None:
    judged = verdict(html)
    assert (judged.type, judged.searchable, judged.safe) == (type_, False, False)
    assert judged.query_input is None


def test_a_search_without_a_box_that_can_be_asked() -> None:
    judged = verdict("<form><input><button>Search</button></form>")
    assert (judged.searchable, judged.query_input) == (True, None)
    assert judged.reason.endswith("; not submitted: cannot be submitted: only its script sends it")
    assert not judged.safe


@pytest.mark.parametrize(
    ("html", "box"),
    [
        ('<form><input name="title"><input name="q"><button>Search</button></form>', "q"),
        ('<form><input name="title"><input name="x" type="search"><button>Find</button>', "x"),
        ('<form><input name="title"><input name="x" placeholder="Keywords"><button>Find', "x"),
        ('<form class="search"><input name="title"><input name="author"></form>', "title"),
        ('<form><input name="q" class="hp"><input name="words"><button>Search</button>', "words"),
        ('<form><input name="city"><input name="what" placeholder="Job title, keyword"><button>'
         "Find jobs</button></form>", "what"),
    ],
)  # fmt: skip
def test_the_box_that_says_so_is_asked(html: str, box: str) -> None:
    assert verdict(html).query_input == box


SURE = form_of('<form action="/s"><input name="q"><button>Search</button></form>', URL)


def of_kind(search: float, type_: str = "search") -> FormType:
    return FormType(type_, search, search, {"q": "query"}, "q", "login", 0.3)


@pytest.mark.parametrize(
    ("method", "search", "searchable", "safe"),
    [
        ("GET", 0.6, True, True),
        ("GET", 0.59, False, False),
        ("POST", 0.8, True, True),
        ("POST", 0.79, True, False),
        ("POST", 0.5, False, False),
    ],
)
def test_thresholds_decide(method: str, search: float, searchable: bool, safe: bool) -> None:
    rule = replace(RULE, min_probability=0.6, min_post=0.8)
    form = replace(SURE, method=method)
    judged = judge_form(form, of_kind(search), "www.example.org", rule)
    assert (judged.searchable, judged.safe) == (searchable, safe), judged.reason


def test_a_search_that_is_not_sure_enough_is_what_else_it_may_be() -> None:
    judged = judge_form(SURE, of_kind(0.45), "www.example.org", RULE)
    assert (judged.type, judged.probability, judged.query_input) == ("login", 0.45, None)
    assert judged.reason.startswith("looks like login (0.30); not submitted: is no search but ")


def test_declarations_that_agree_take_doubt_away() -> None:
    html = '<form action="/list"><input name="text1"></form>'
    alone, once, twice = verdict(html), verdict(html, "OpenSearch"), verdict(html, "a", "b")
    assert alone.probability < once.probability < twice.probability < 1
    assert (alone.searchable, once.searchable, once.safe) == (False, True, True)
    assert once.reason.endswith("as declared by OpenSearch; asked through 'text1'")
    assert "as declared by a and b" in twice.reason


def test_no_declaration_makes_a_harmful_form_safe() -> None:
    for name in HARMFUL:
        assert not verdict(HARMFUL[name][1], "OpenSearch", "SearchAction", "query links").safe, name


OWN = exploring_words().own_pages
BOX = '<input name="q" placeholder="{}"><button>Go</button>'


@pytest.mark.parametrize(
    "html",
    [
        f"<form action=/find>{BOX.format('Search this site')}</form>",
        f"<form action=/find>{BOX.format('Search our website')}</form>",
        f"<form action=/find>Search our pages {BOX.format('')}</form>",
        f"<form action=/site-search.php>{BOX.format('')}</form>",
        f"<form action=/siteSearch>{BOX.format('')}</form>",
        f"<form action=/suche>{BOX.format('Webseite durchsuchen')}</form>",
        f"<form action=/cerca>{BOX.format('Cerca nel sito')}</form>",
        f"<form action=/poisk>{BOX.format('Поиск по сайту')}</form>",
        f"<form action=/s>{BOX.format('搜索本站')}</form>",
        "<form action=/s><label>Terms <input name=s></label><input type=submit "
        "value='Search site'></form>",
    ],
)
def test_what_says_that_it_searches_the_site_does(html: str) -> None:
    assert is_site_search(form_of(html), OWN)


@pytest.mark.parametrize(
    "html",
    [
        f"<form action=/find>{BOX.format('Title, author or ISBN')}</form>",
        f"<form action=/search>{BOX.format('')}</form>",
        # Where a page lies says nothing of what it searches.
        f"<form action=/site/find.php>{BOX.format('Job title')}</form>",
        # Who can choose what to search for searches more than pages.
        f"<form action=/find>{BOX.format('Search this site')}<select name=make><option>Any"
        "<option>Ford<option>Fiat</select></form>",
        f"<form action=/find>{BOX.format('Building site')}<input name=town></form>",
        "<form action=/find><select name=site><option>This site<option>All</select></form>",
    ],
)
def test_others_do_not(html: str) -> None:
    assert not is_site_search(form_of(html), OWN)


# Words beside a search do not condemn it; what it asks for does.
BESIDE = {
    "links": "<form action=/search><input name=q placeholder=Books><button>Search</button> "
    "<a href=/login>Log in</a> <a href=/save>Save</a></form>",
    "a menu": "<form action=/search><div>Login | Register</div><input name=q><button>Search",
    "a button": "<form action=/rooms><input name=q placeholder=Where><button name=a value=1>Add a "
    "room</button><button name=a value=2>Search</button></form>",
    "a sentence": "<form action=/s><input name=q><button>Search</button><p>Login to keep results",
    "a tick": "<form action=/search><input name=q><button>Search</button><label><input "
    "type=checkbox name=keep value=1> Save this search</label></form>",
    "another form": "<form action=/lost><h3>Find your account</h3><input name=u><button>Search"
    "</button></form><form action=/search><input name=q><button>Search</button></form>",
}
LOOKED_UP = {
    "account, label": "<form action=/find><label>Find your account: <input name=q></label>"
    "<button>Search</button></form>",
    "account, heading": "<form action=/find><h3>Find your account</h3><input name=q><button>Search",
    "account, heading before": "<h2>Find your account</h2><form action=/find><input name=q><button>"
    "Search</button></form>",
    "delete beside": "<form action=/s><input name=q placeholder=Books><button name=a value=1>Search"
    "</button><button name=a value=2>Delete</button></form>",
    "booking": "<form action=/find><h2>Find your booking</h2><input name=code><button>Search",
    "Buchung": "<form action=/s><h2>Finden Sie Ihre Buchung</h2><input name=n><button>Suchen",
}


@pytest.mark.parametrize("name", BESIDE)
def test_words_beside_a_search_do_not_condemn_it(name: str) -> None:
    judged = verdict(BESIDE[name])
    assert judged.safe, judged.reason


WHOLE_PAGE = """<form method=post action=/d.aspx><input type=hidden name=__VIEWSTATE value=x><p>
<input name=mail placeholder=E-mail><input type=submit name=j value=Join></p>{}</form>"""
PARTS = {
    "account": "<h3>Find your account</h3><div><input name=q><input type=submit name=s value=Go>",
    "delete": "<div><input name=search><input type=submit name=d value='Delete all'></div>",
    "user": "<div><label>User name <input name=u></label><input type=submit name=s value=Search>",
    "replace": "<div><input name=search><input name=by placeholder='Replace with'><input "
    "type=submit name=s value='Search and replace'></div>",
}


@pytest.mark.parametrize("html", PARTS.values(), ids=PARTS)
def test_a_part_of_a_page_that_does_more_is_left_alone(html: str) -> None:
    found = forms(page_of(WHOLE_PAGE.format(html), URL), any_words())
    kinds = form_types(found, form_model())
    judged = [judge_form(f, k, "www.example.org", RULE) for f, k in zip(found, kinds, strict=True)]
    assert not [each.reason for each in judged if each.safe]


@pytest.mark.parametrize("html", LOOKED_UP.values(), ids=LOOKED_UP)
def test_what_looks_up_a_person_is_left_alone(html: str) -> None:
    assert not verdict(html).safe


# --- Forms that answers decide ---

MENU = "<select name={0}><option value=''>All {1}<option>a<option>b</select>"
TRIED = {
    "finder made of menus": f"<form action=/cars>{MENU.format('make', 'makes')}"
    f"{MENU.format('model', 'models')}<button>Go</button></form>",
    "what is on": f"<form action=/shows>{MENU.format('cinema', 'cinemas')}<select name=day>"
    "<option>Today<option>Tomorrow</select><button>Show</button></form>",
    "a range": "<form action=/list><label>Price from <input name=a></label><label>to <input name=b>"
    "</label><button>Filter</button></form>",
    "prices applied": "<form action=/list><label>Price from <input name=a></label><label>Price to "
    "<input name=b></label><label><input type=checkbox name=s value=1>In stock</label>"
    "<button>Apply</button></form>",
}


@pytest.mark.parametrize("html", TRIED.values(), ids=TRIED)
def test_a_form_that_selects_is_tried(html: str) -> None:
    judged = verdict(html)
    assert (judged.searchable, judged.safe, judged.is_tried) == (False, True, True)
    assert judged.reason.endswith("a few answers decide whether it is a search")


@pytest.mark.parametrize("html", TRIED.values(), ids=TRIED)
@pytest.mark.parametrize(
    "change",
    [
        lambda html: html.replace("<form ", "<form method=post "),
        lambda html: html.replace("</form>", "<input type=hidden name=csrf_token value=8f3a2b>"),
        lambda html: html.replace("</form>", "<input name=email></form>"),
        lambda html: html.replace("</form>", "<textarea name=t></textarea></form>"),
        lambda html: html.replace("</form>", "<button>Vote</button></form>"),
        lambda html: html.replace("action=/", "action=/delete/"),
        lambda html: re.sub("<button>.*?</button>", "<button>Save</button>", html),
        lambda html: re.sub("<button>.*?</button>", "<button>OK</button>", html),
    ],
)
def test_any_sign_of_harm_prevents_it(html: str, change: Callable[[str], str]) -> None:
    assert not verdict(change(html)).safe


# Sent by GET, and without a word that says what they do.
QUIET = {
    "poll": "<form action=/results><p>Best season?</p><label><input type=radio name=a value=1> "
    "Spring</label><label><input type=radio name=a value=2> Fall</label><button>Show "
    "results</button></form>",
    "poll menu": "<form action=/results><p>Best season?</p><select "
    "name=a><option>Spring<option>Fall</select><button>Show results</button></form>",
    "poll menu ok": "<form action=/survey><p>How did you hear of us?</p><select "
    "name=a><option>Radio<option>TV</select><button>OK</button></form>",
    "swap": "<form action=/list/swap><input type=hidden name=id value=3><select "
    "name=with><option>1<option>2</select><button>Go</button></form>",
    "reorder": "<form action=/items><input type=hidden name=item value=3><select "
    "name=position><option>1<option>2</select><button>OK</button></form>",
    "move": "<form action=/playlist/move><input type=hidden name=track value=3><input name=to "
    "size=2><button>Go</button></form>",
    "2fa": "<form action=/verify><label>Code from your app <input "
    "name=code></label><button>Continue</button></form>",
    "2fa b": "<form action=/next><label>6-digit number <input "
    "name=n></label><button>Continue</button></form>",
    "otp": "<form action=/check><label>One-time code <input "
    "name=otp></label><button>Submit</button></form>",
    "account": "<form action=/recover><p>Enter your email, phone or username to search for your "
    "account</p><input name=q><button>Search</button></form>",
    "unsub": "<form action=/list><label>Address to remove <input "
    "name=a></label><button>OK</button></form>",
    "logout": "<form action=/session><select name=where><option>This device<option>All "
    "devices</select><button>Sign out</button></form>",
    "booking": "<form action=/reserve><label>Date <input type=date name=d></label><select "
    "name=time><option>18:00<option>19:00</select><button>Continue</button></form>",
    "booking2": "<form action=/appointments><label>Day <input type=date name=d></label><select "
    "name=slot><option>9:00<option>10:00</select><button>Confirm</button></form>",
    "settings": "<form action=/preferences><select "
    "name=notify><option>Daily<option>Weekly</select><select "
    "name=tz><option>UTC<option>CET</select><button>Submit</button></form>",
    "settings2": "<form action=/settings><select "
    "name=alerts><option>On<option>Off</select><button>OK</button></form>",
    "assign": "<form action=/ticket/5><select name=assignee><option>ann<option>bob</select><select "
    "name=status><option>open<option>closed</select><button>Go</button></form>",
    "assign2": "<form action=/ticket/5><input type=hidden name=op value=set><select "
    "name=status><option>open<option>closed</select><button>Submit</button></form>",
    "bulk": "<form action=/mail><select name=do><option>Mark as "
    "read<option>Archive<option>Delete</select><button>Go</button></form>",
    "bulk2": "<form action=/admin/users><select name=action><option value=''>Action<option "
    "value=delete_selected>Delete selected users</select><input type=checkbox name=id "
    "value=1><button>Go</button></form>",
    "cart qty": "<form action=/update><select "
    "name=n><option>1<option>2</select><button>OK</button></form>",
    "size": "<form action=/bag><select "
    "name=size><option>S<option>M</select><button>Submit</button></form>",
    "guess": "<form action=/quiz><label>Your answer <input "
    "name=a></label><button>Submit</button></form>",
    "shout": "<form action=/chat><input name=say><button>Go</button></form>",
    "tag": "<form action=/photo/3><input name=tag placeholder='tag this "
    "photo'><button>OK</button></form>",
    "rename": "<form action=/file/3><input name=name value='report.pdf'><button>OK</button></form>",
    "shorten": "<form action=/create><input name=url "
    "placeholder='http://'><button>Go</button></form>",
    "ping": "<form action=/tools><input name=host placeholder='host or "
    "IP'><button>Go</button></form>",
    "reboot": "<form action=/device><select name=mode><option>Reboot<option>Power "
    "off</select><button>Apply</button></form>",
    "leave": "<form action=/leave><label>From <input name=from></label><label>To <input name=to>"
    "</label><button>Apply</button></form>",
    "loan": "<form action=/loan><label>Your name <input name=n></label><label>Amount <input name=a>"
    "</label><button>Apply</button></form>",
    "rate select": "<form action=/film/3><select "
    "name=stars><option>1<option>2<option>3</select><button>OK</button></form>",
    "remind": "<form action=/event><select name=before><option>10 minutes<option>1 "
    "day</select><button>OK</button></form>",
}


@pytest.mark.parametrize("html", QUIET.values(), ids=QUIET)
def test_without_a_sign_that_it_selects_nothing_is_tried(html: str) -> None:
    assert not verdict(html).safe


@pytest.mark.parametrize("button", ["Browse", "Selaa", "Przeglądaj"])
def test_a_box_whose_button_opens_a_list_at_a_word_is_tried(button: str) -> None:
    html = f"<form action=/titles>Titles from: <input name=from> <button>{button}</button></form>"
    assert verdict(html).safe
    assert not verdict(html.replace(button, "Archive")).safe
