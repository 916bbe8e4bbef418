"""Whole forms after the shapes of real pages, written for this test: labels, defaults, encodings.

Each is asked as a crawl would ask it, and must send what a browser would.
"""

# ruff: noqa: RUF001 (labels in many alphabets)

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from deepweb.form.model import forms
from deepweb.form.submission import Values, submission
from deepweb.store.resources import any_words
from tests.read.pages import page_of

PAGE = "http://site.example/dir/page.php?x=1"


@dataclass(frozen=True)
class Shape:
    """A page with one form: what to fill in, what is sent, and what inputs are called."""

    html: str
    values: Values
    sent: str
    """Address and arguments, or address and body."""
    labels: dict[str, str]
    wild: dict[str, str] = field(default_factory=dict)
    tokens: tuple[str, ...] = ()
    encoding: str = "utf-8"


SHAPES = {
    "WordPress": Shape(
        """<form role="search" method="get" class="search-form" action="http://site.example/"><label>
        <span class="screen-reader-text">Search for:</span><input type="search" class="search-field"
        placeholder="Search &hellip;" value="" name="s" /></label><input type="submit"
        class="search-submit screen-reader-text" value="Search" /></form>""",
        {"s": "tea & cake"},
        "http://site.example/?s=tea+%26+cake",
        {"s": "Search for", "": "Search"},
    ),
    "MediaWiki": Shape(
        """<form action="/w/index.php" id="searchform"><div id="simpleSearch"><input type="search"
        name="search" placeholder="Search Wiki" title="Search Wiki [f]" accesskey="f"
        id="searchInput"/><input type="hidden" value="Special:Search" name="title"/><input
        type="submit" name="go" value="Go" title="Go to a page with this exact name"/><input
        type="submit" name="fulltext" value="Search"/></div></form>""",
        {"search": "Öl", "fulltext": "Search"},
        "http://site.example/w/index.php?search=%C3%96l&title=Special%3ASearch&fulltext=Search",
        {"search": "Search Wiki", "go": "Go", "fulltext": "Search"},
    ),
    "Drupal": Shape(
        """<form action="/search/node" method="post" id="search-block-form" accept-charset="UTF-8">
        <div class="form-item"><label class="element-invisible" for="edit-keys">Search </label>
        <input title="Enter the terms you wish to search for." type="text" id="edit-keys"
        name="keys"
        value="" size="15" maxlength="128" class="form-text" /></div><input type="submit"
        id="edit-submit" name="op" value="Search" /><input type="hidden" name="form_build_id"
        value="form-x8Qe_17abV" /><input type="hidden" name="form_id" value="search_form"
        /></form>""",
        {"keys": "ñ"},
        "http://site.example/search/node keys=%C3%B1&op=Search&form_build_id=form-x8Qe_17abV"
        "&form_id=search_form",
        {"keys": "Search", "op": "Search"},
        tokens=("form_build_id",),
        encoding="iso-8859-1",
    ),
    "phpBB": Shape(
        """<form method="get"
        action="./search.php?sid=8f14e45fceea167a5a36dedd4bea2543"><dl><dt><label
        for="keywords">Search for keywords:</label><br><span>Place + in front of a word which
        must be
        found</span></dt><dd><input type="search" id="keywords" name="keywords"></dd><dd><label
        for="terms1"><input type="radio" name="terms" id="terms1" value="all" checked> Search for
        all
        terms</label></dd><dd><label for="terms2"><input type="radio" name="terms" id="terms2"
        value="any"> Search for any terms</label></dd></dl><dl><dt><label for="sd">Sort by:</label>
        </dt><dd><select name="sk" id="sd"><option value="t" selected>Post time</option><option
        value="a">Author</option></select></dd></dl><input type="hidden" name="t" value="0"><input
        type="reset" value="Reset" name="reset"><input type="submit" name="submit" value="Search">
        </form>""",
        {"keywords": "php"},
        "http://site.example/dir/search.php?keywords=php&terms=all&sk=t&t=0&submit=Search",
        {"keywords": "Search for keywords", "sk": "Sort by", "reset": "Reset"},
    ),
    "ASP.NET": Shape(
        """<form name="aspnetForm" method="post" action="./Default.aspx" id="aspnetForm"><div>
        <input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="" /><input type="hidden"
        name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKLTk2Mjk2NDE4M2Rk1w==" /></div><table><tr>
        <td><span id="ctl00_lblCity">City:</span></td><td><select name="ctl00$ddlCity"
        id="ctl00_ddlCity"><option value="0">-- All --</option><option value="17">Bern</option>
        </select></td></tr><tr><td>Keyword</td><td><input name="ctl00$txtKey" type="text"
        id="ctl00_txtKey" /></td></tr></table><input type="submit" name="ctl00$btnGo" value="Go"
        id="ctl00_btnGo" /></form>""",
        {"ctl00$txtKey": "a"},
        "http://site.example/dir/Default.aspx __EVENTTARGET=&__VIEWSTATE="
        "%2FwEPDwUKLTk2Mjk2NDE4M2Rk1w%3D%3D&ctl00%24ddlCity=0&ctl00%24txtKey=a&ctl00%24btnGo=Go",
        {"ctl00$txtKey": "Keyword", "ctl00$ddlCity": "City", "ctl00$btnGo": "Go"},
        {"ctl00$ddlCity": "0"},
        ("__VIEWSTATE",),
    ),
    "Joomla": Shape(
        """<form action="/index.php" method="post"><div class="search"><label for="mod-search"
        class="element-invisible">Suchen ...</label><input name="searchword" id="mod-search"
        maxlength="200" class="inputbox" type="search" placeholder="Suchen ..."><input type="hidden"
        name="task" value="search"><input type="hidden" name="option" value="com_search"><input
        type="hidden" name="5d41402abc4b2a76b9719d911017c592" value="1"></div></form>""",
        {"searchword": "Käse"},
        "http://site.example/index.php searchword=K%C3%A4se&task=search&option=com_search"
        "&5d41402abc4b2a76b9719d911017c592=1",
        {"searchword": "Suchen ..."},
        tokens=("5d41402abc4b2a76b9719d911017c592",),
    ),
    "Rails filter": Shape(
        """<form action="/products" accept-charset="UTF-8" method="get"><input name="utf8"
        type="hidden" value="&#x2713;"><input type="search" name="q[name_cont]" id="q_name_cont">
        <label for="q_name_cont">Name contains</label><input name="q[sold]" type="hidden" value="0">
        <input type="checkbox" value="1" name="q[sold]" id="q_sold"><label for="q_sold">Sold</label>
        <input type="submit" name="commit" value="Search" data-disable-with="Search"></form>""",
        {"q[name_cont]": "tea", "q[sold]": "1"},
        "http://site.example/products?utf8=%E2%9C%93&q%5Bname_cont%5D=tea&q%5Bsold%5D=0&commit=Search"
        "&q%5Bsold%5D=1",
        {"q[name_cont]": "Name contains"},
    ),
    "library catalogue": Shape(
        """<form method="get" action="/Search/Results" name="searchForm"><input id="lookfor"
        type="text" name="lookfor" aria-label="Search terms" list="l"><datalist id="l"><option
        value="history"></datalist><select name="type" aria-label="Search type"><option
        value="AllFields">All Fields</option><option value="Title">Title</option></select><input
        type="checkbox" name="limit[]" value="online" id="lo"><label for="lo">Online</label><input
        type="checkbox" name="limit[]" value="new" id="ln" checked><label
        for="ln">New</label><button
        type="submit">Find</button></form>""",
        {"lookfor": "maps", "limit[]": ("online", "new")},
        "http://site.example/Search/Results?lookfor=maps&type=AllFields&limit%5B%5D=online"
        "&limit%5B%5D=new",
        {"lookfor": "Search terms", "type": "Search type"},
        {"type": "AllFields"},
    ),
    "OPAC of the nineties, Latin-1": Shape(
        """<FORM ACTION="/cgi-bin/opac?lang=fr" METHOD=GET><TABLE><TR><TD ALIGN=right>Auteur&nbsp;:
        <TD><INPUT NAME=au SIZE=40><TR><TD ALIGN=right>Année<TD>de <INPUT NAME=y1 SIZE=4> à <INPUT
        NAME=y2 SIZE=4></TABLE><INPUT TYPE=submit VALUE=Chercher><INPUT TYPE=reset></FORM>""",
        {"au": "Zoë €"},
        "http://site.example/cgi-bin/opac?au=Zo%EB+%80&y1=&y2=",
        {"au": "Auteur", "y1": "de", "y2": "à"},
        encoding="iso-8859-1",
    ),
    "airline": Shape(
        """<form action="/flights" method="get"><fieldset><legend>Trip</legend><input type="radio"
        name="trip" value="RT" id="rt" checked><label for="rt">Return</label><input type="radio"
        name="trip" value="OW" id="ow"><label for="ow">One way</label></fieldset><div><div
        class="l">From</div><div><input type="text" name="from" autocomplete="off"></div></div><div>
        <div class="l">To</div><div><input type="text" name="to"></div></div><input type="date"
        name="out" value="2026-01-31" min="2026-01-01" aria-label="Departure"><input type="number"
        name="adults" min="1" max="9" value="1" title="Adults"><input type="image" src="go.gif"
        name="go" alt="Search flights"></form>""",
        {"from": "ZRH", "to": "OSL", "trip": "OW"},
        "http://site.example/flights?trip=OW&from=ZRH&to=OSL&out=2026-01-31&adults=1&go.x=0&go.y=0",
        {"trip": "Trip", "from": "From", "to": "To", "out": "Departure", "adults": "Adults",
         "go": "Search flights"},
    ),
    "used cars": Shape(
        """<form action="/cars"><table><tr><th>Marke</th><th>Preis bis</th></tr><tr><td><select
        name="make"><option value="">Beliebig</option><option value="9">Audi</option></select></td>
        <td><select name="max"><option value="0">egal</option><option value="5000">5.000</option>
        </select></td></tr></table><input type="range" name="km" min="0" max="200000" step="5000"
        aria-label="Kilometer"><button>Suchen</button></form>""",
        {"make": "9"},
        "http://site.example/cars?make=9&max=0&km=100000",
        {"make": "Marke", "max": "Preis bis", "km": "Kilometer", "": "Suchen"},
        {"make": "", "max": "0"},
    ),
    "jobs": Shape(
        """<form method="get" action="jobs"><p><b>What</b><br><input type="text"
        name="k"><br><small>
        title, keywords or company</small></p><p><b>Where</b><br><input type="text" name="l"
        value="Zürich"></p><select name="st[]" multiple size="3"><option value="">Any<option
        value="full" selected>Full time<option value="part" selected>Part time</select><input
        type="hidden" name="src" value="hp"><input type="submit" value="go" name="s"></form>""",
        {"k": "chef", "st[]": ()},
        "http://site.example/dir/jobs?k=chef&l=Z%FCrich&src=hp&s=go",
        {"k": "What", "l": "Where", "s": "go"},
        {"st[]": ""},
        encoding="windows-1252",
    ),
    "Russian shop, windows-1251": Shape(
        """<form action="/search/" method="get"><table><tr><td>Поиск:</td><td><input type="text"
        name="text" value=""></td><td><select name="cat"><option value="0">Все разделы</option>
        <option value="12">Книги</option></select></td><td><input type="submit" value="Найти"></td>
        </tr></table></form>""",
        {"text": "чай"},
        "http://site.example/search/?text=%F7%E0%E9&cat=0",
        {"text": "Поиск", "": "Найти"},
        {"cat": "0"},
        encoding="windows-1251",
    ),
    "Ukrainian forum, KOI8-U": Shape(
        """<form action="/find" method="post"><label>Пошук<input name="q"></label><button>Знайти
        </button></form>""",
        {"q": "їжа"},
        "http://site.example/find q=%A7%D6%C1",
        {"q": "Пошук", "": "Знайти"},
        encoding="koi8-u",
    ),
    "Japanese shop, Shift_JIS": Shape(
        """<form action="/cgi-bin/search.cgi" method="get">キーワード：<input type="text"
        name="key">
        <select name="g"><option value="">すべて</option><option value="1">本</option></select>
        <input type="hidden" name="_charset_"><input type="submit" value="検索"></form>""",
        {"key": "お茶"},
        "http://site.example/cgi-bin/search.cgi?key=%82%A8%92%83&g=&_charset_=Shift_JIS",
        {"key": "キーワード", "": "検索"},
        {"g": ""},
        encoding="shift_jis",
    ),
    "Japanese library, EUC-JP": Shape(
        """<form action="s"><table><tr><th>書名<td><input name="t"><tr><th>著者名<td><input
        name="a">
        </table><input type="submit" value="検索する"></form>""",
        {"t": "茶"},
        "http://site.example/dir/s?t=%C3%E3&a=",
        {"t": "書名", "a": "著者名"},
        encoding="euc-jp",
    ),
    "Korean portal, EUC-KR": Shape(
        """<form name="sf" action="/search.php"><select name="area"><option
        value="all">전체</option>
        <option value="title">제목</option></select><input type="text" name="query"
        title="검색어 입력">
        <input type="image" src="b.gif" alt="검색"></form>""",
        {"query": "차"},
        "http://site.example/search.php?area=all&query=%C2%F7&x=0&y=0",
        {"query": "검색어 입력", "": "검색"},
        {"area": "all"},
        encoding="euc-kr",
    ),
    "Chinese site, GB2312": Shape(
        """<form action="/so.asp" method="post"><input type="text" name="keyword"
        value="请输入关键词"
        size="20"><input type="radio" name="t" value="1" checked>标题<input type="radio" name="t"
        value="2">全文<input type="submit" value="搜索"></form>""",
        {"keyword": "茶"},
        "http://site.example/so.asp keyword=%B2%E8&t=1",
        {"keyword": "请输入关键词", "": "搜索"},
        encoding="gb2312",
    ),
    "Taiwanese library, Big5": Shape(
        """<form action="/q"><label for=k>查詢</label> <input id=k name=k><select name=c><option
        value=x>不限<option value=y>書</select></form>""",
        {"k": "茶"},
        "http://site.example/q?k=%AF%F9&c=x",
        {"k": "查詢"},
        {"c": "x"},
        encoding="big5",
    ),
    "Greek shop, ISO-8859-7": Shape(
        '<form action="/s"><input name=q placeholder="Αναζήτηση προϊόντων"><button>Εύρεση</button>',
        {"q": "τσάι"},
        "http://site.example/s?q=%F4%F3%DC%E9",
        {"q": "Αναζήτηση προϊόντων", "": "Εύρεση"},
        encoding="iso-8859-7",
    ),
    "Hebrew site, windows-1255": Shape(
        '<form action="/s" dir=rtl><label>חיפוש: <input name=q></label></form>',
        {"q": "תה"},
        "http://site.example/s?q=%FA%E4",
        {"q": "חיפוש"},
        encoding="windows-1255",
    ),
    "Arabic site, windows-1256": Shape(
        '<form action="/s"><input name=q title="بحث"><select name=c><option value=0>الكل<option '
        "value=5>كتب<option value=7>صور</select></form>",
        {"q": "شاي"},
        "http://site.example/s?q=%D4%C7%ED&c=0",
        {"q": "بحث"},
        {"c": "0"},
        encoding="windows-1256",
    ),
    "Thai site, TIS-620": Shape(
        '<form action="/s"><input name=q aria-label="ค้นหา"></form>',
        {"q": "ชา"},
        "http://site.example/s?q=%AA%D2",
        {"q": "ค้นหา"},
        encoding="tis-620",
    ),
    "Polish site, ISO-8859-2": Shape(
        '<form action="/szukaj"><b>Szukaj:</b> <input name=co> <input type=submit value="»">',
        {"co": "żółć"},
        "http://site.example/szukaj?co=%BF%F3%B3%E6",
        {"co": "Szukaj", "": "»"},
        encoding="iso-8859-2",
    ),
    "Turkish site, ISO-8859-9": Shape(
        '<form action="/ara"><label for=q>Ara</label><input id=q name=q><select name=k><option '
        "value=t>Tümü<option value=2>Kitap</select></form>",
        {"q": "çağ"},
        "http://site.example/ara?q=%E7a%F0&k=t",
        {"q": "Ara"},
        {"k": "t"},
        encoding="iso-8859-9",
    ),
    "Latin-1 page asking what it cannot say": Shape(
        '<form action="/s"><input name=q placeholder=Search></form>',
        {"q": "tea 茶"},
        "http://site.example/s?q=tea+%26%2333590%3B",
        {"q": "Search"},
        encoding="iso-8859-1",
    ),
    "Latin-1 page whose form takes UTF-8": Shape(
        '<form action="/s" accept-charset="utf-8, iso-8859-1"><input name=q></form>',
        {"q": "é茶"},
        "http://site.example/s?q=%C3%A9%E8%8C%B6",
        {"q": ""},
        encoding="iso-8859-1",
    ),
    "button outside, form= and formaction": Shape(
        """<header><form id="top" action="/wrong"><input type="search" name="q" aria-label="Find">
        </form></header><nav><button form="top" formaction="/right" name="b" value="1">Go</button>
        <label>In <select name="in" form="top"><option value="*">all</select></label></nav>""",
        {"q": "x"},
        "http://site.example/right?q=x&b=1&in=*",
        {"q": "Find", "b": "Go", "in": "In"},
        {"in": "*"},
    ),
    "newsgroup archive with a base": Shape(
        """<base href="http://site.example/archive/"><form action="find.pl"><tt>Author</tt><input
        name=author><br><tt>Subject</tt><input name=subject></form>""",
        {"subject": "re: *~x"},
        "http://site.example/archive/find.pl?author=&subject=re%3A+*%7Ex",
        {"author": "Author", "subject": "Subject"},
    ),
    "property search with a trap": Shape(
        """<form action="/homes" method="get"><label for="loc">Town <span
        class="req">*</span></label>
        <input id="loc" name="loc" required><div
        style="position:absolute;left:-9999px"><label>Website
        <input name="website" tabindex="-1"></label></div><select name="beds" id="beds"><option
        value="" disabled selected>Bedrooms</option><option value="0">Studio</option><option
        value="1">1</option></select></form>""",
        {"loc": "Bath", "website": "http://spam.example/"},
        "http://site.example/homes?loc=Bath&website=",
        {"loc": "Town", "website": "Website"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_shapes(shape: Shape) -> None:
    (form,) = forms(page_of(shape.html, PAGE, shape.encoding), any_words())
    sent = submission(form, shape.values)
    assert " ".join((sent.url, sent.body.decode())).strip() == shape.sent
    labels = {control.name: control.label for control in form.inputs}
    assert {name: labels[name] for name in shape.labels} == shape.labels
    menus = {
        i.name: i.wildcard for i in form.inputs if i.kind == "select" and i.wildcard is not None
    }
    assert {n: v for n, v in menus.items() if n in shape.wild} == shape.wild
    assert form.tokens == shape.tokens
