"""Which parts of a page are its records? The pages are made up, in shapes that the web has."""

# ruff: noqa: RUF001 - words of many scripts

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.address.argument_names import is_tracking
from deepweb.read.fresh import AskedQuery
from deepweb.read.records.records import (
    FoundRecord,
    named_records,
    record_url,
)
from tests.read.pages import URL, answer_to, broken_html, mutated, page_of

HEAD = """<div id="top"><a href="/">Home</a> <a href="/about">About us</a></div>
<form action="/search"><input name="q"><button>Go</button></form>"""
FOOT = '<div id="foot"><a href="/imprint">Imprint</a> <span>All rights reserved</span></div>'


@dataclass(frozen=True)
class Case:
    """A shape of result page, and the records on it: URL and title of each."""

    shape: str
    html: str
    records: list[tuple[str, str]]
    empty: str = "<p>Nothing was found.</p>"
    query: str = "pump"
    text: str = ""
    """Of the first record."""


def _framed(content: str) -> str:
    return f"<html><body>{HEAD}<div id='main'>{content}</div>{FOOT}</body></html>"


CASES = [
    Case(
        "list with headings and snippets",
        """<p>3 results for pump</p><ol>
        <li><h3><a href="/d/1">Hand pump</a></h3><p>Made of brass, for wells.</p></li>
        <li><h3><a href="/d/2">Foot pump</a></h3><p>For tyres of every kind.</p></li>
        <li><h3><a href="/d/3">Heat pump</a></h3><p>Warms a house in winter.</p></li></ol>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump"), ("/d/3", "Heat pump")],
    ),
    Case(
        "shop: cards in rows of a grid, picture and name both links",
        """<div class="grid"><div class="row">
        <div class="card"><a href="/p/a"><img src="a.png"></a><a href="/p/a">Steel bucket</a>
          <span>12.00</span></div>
        <div class="card"><a href="/p/b"><img src="b.png"></a><a href="/p/b">Tin bucket</a>
          <span>9.50</span></div></div><div class="row">
        <div class="card"><a href="/p/c"><img src="c.png"></a><a href="/p/c">Ice bucket</a>
          <span>21.00</span></div>
        <div class="card"><a href="/p/d"><img src="d.png"></a><a href="/p/d">Bucket list</a>
          <span>3.00</span></div></div></div>""",
        [("/p/a", "Steel bucket"), ("/p/b", "Tin bucket"), ("/p/c", "Ice bucket"),
         ("/p/d", "Bucket list")],
        query="bucket",
    ),
    Case(
        "grid whose last row is not full",
        "".join(f"<div class=row>{''.join(cards)}</div>" for cards in (
            ("<div class=card><a href='/p/a'>Steel bucket</a><i>grey</i></div>",
             "<div class=card><a href='/p/b'>Tin bucket</a><i>blue</i></div>"),
            ("<div class=card><a href='/p/c'>Ice bucket</a><i>white</i></div>",
             "<div class=card><a href='/p/d'>Bucket list</a><i>paper</i></div>"),
            ("<div class=card><a href='/p/e'>Coal bucket</a><i>black</i></div>",))),
        [("/p/a", "Steel bucket"), ("/p/b", "Tin bucket"), ("/p/c", "Ice bucket"),
         ("/p/d", "Bucket list"), ("/p/e", "Coal bucket")],
        query="bucket",
    ),
    Case(
        "gallery: the picture is the link, the name is not",
        """<ul><li><a href="/g/1"><img src="1.png"></a><p>Lighthouse at dusk</p></li>
        <li><a href="/g/2"><img src="2.png"></a><p>Lighthouse, inside</p></li></ul>""",
        [("/g/1", "Lighthouse at dusk"), ("/g/2", "Lighthouse, inside")],
        query="lighthouse",
    ),
    Case(
        "library: table with a header row among the others, alternating row classes",
        """<table class="hits"><tr><th>Title</th><th>Author</th><th>Year</th></tr>
        <tr class="odd"><td><a href="/rec?no=11">Rivers of Asia</a></td><td>Ito</td><td>1990</td>
        <tr class="even"><td><a href="/rec?no=12">Rivers of Europe</a></td><td>Maas</td><td>1987
        <tr class="odd"><td><a href="/rec?no=13">River pilots</a></td><td>Twain</td><td>1875</td>
        </table>""",
        [("/rec?no=11", "Rivers of Asia"), ("/rec?no=12", "Rivers of Europe"),
         ("/rec?no=13", "River pilots")],
        query="river",
    ),
    Case(
        "register: table with thead and the link in the last cell",
        """<table><thead><tr><th>Name</th><th>Town</th><th></th></tr></thead><tbody>
        <tr><td>Berg & Sons</td><td>Graz</td><td><a href="/f/77">Details</a></td></tr>
        <tr><td>Berg Timber</td><td>Linz</td><td><a href="/f/78">Details</a></td></tr>
        </tbody></table>""",
        [("/f/77", "Berg & Sons"), ("/f/78", "Berg Timber")],
        query="berg",
    ),
    Case(
        "glossary: a record is an article with a list of terms",
        """<section><article><h2><a href="/w/ebb">ebb</a></h2>
        <dl><dt>Kind</dt><dd>noun</dd><dt>Origin</dt><dd>Old English</dd></dl></article>
        <article><h2><a href="/w/flow">flow</a></h2>
        <dl><dt>Kind</dt><dd>verb</dd><dt>Origin</dt><dd>Old Norse</dd></dl></article></section>""",
        [("/w/ebb", "ebb"), ("/w/flow", "flow")],
        query="tide",
    ),
    Case(
        "forum: threads with author, answers and page links of their own",
        """<ul class="threads">
        <li><a href="/t/5-leaking-tap">Leaking tap</a> by <a href="/u/mo">mo</a>, 4 answers</li>
        <li><a href="/t/9-tap-stuck">Tap stuck</a> by <a href="/u/ann">ann</a>, 11 answers</li>
        <li><a href="/t/12-new-tap">New tap</a> by <a href="/u/jo">jo</a>, no answers</li></ul>""",
        [("/t/5-leaking-tap", "Leaking tap"), ("/t/9-tap-stuck", "Tap stuck"),
         ("/t/12-new-tap", "New tap")],
        query="tap",
    ),
    Case(
        "job board: blocks of paragraphs, no list element",
        """<div class="job"><h4><a href="/job/31">Baker</a></h4><p>Kiel</p><p>Full time</p></div>
        <div class="job"><h4><a href="/job/32">Baker's help</a></h4><p>Bonn</p><p>Half</p></div>
        <div class="job top"><h4><a href="/job/33">Head baker</a></h4><p>Ulm</p><p>All</p></div>""",
        [("/job/31", "Baker"), ("/job/32", "Baker's help"), ("/job/33", "Head baker")],
        query="baker",
    ),
    Case(
        "wiki: the query in bold within titles and snippets",
        """<ul><li><div><a href="/wiki/Sea_salt">Sea <b>salt</b></a></div>
        <div>made by drying sea water; see <b>salt</b> pan</div></li>
        <li><div><a href="/wiki/Salt_mine"><b>Salt</b> mine</a></div>
        <div>where rock <b>salt</b> is dug</div></li></ul>""",
        [("/wiki/Sea_salt", "Sea salt"), ("/wiki/Salt_mine", "Salt mine")],
        query="salt",
    ),
    Case(
        "German: facets beside the hits and a pager below",
        """<div class="filter"><h5>Ort</h5><ul>
        <li><a href="/search?q=haus&ort=Ulm">Ulm (12)</a></li>
        <li><a href="/search?q=haus&ort=Kiel">Kiel (7)</a></li>
        <li><a href="/search?q=haus&ort=Trier">Trier (3)</a></li></ul></div>
        <p>22 Treffer für haus</p>
        <div class="treffer"><a href="/objekt/1">Fachwerkhaus am Fluß</a><p>4 Zimmer</p></div>
        <div class="treffer"><a href="/objekt/2">Reihenhaus</a><p>3 Zimmer, neu</p></div>
        <div><a href="/search?q=haus&seite=2">2</a> <a href="/search?q=haus&seite=3">3</a>
        <a href="/search?q=haus&seite=2">Weiter</a></div>""",
        [("/objekt/1", "Fachwerkhaus am Fluß"), ("/objekt/2", "Reihenhaus")],
        query="haus",
    ),
    Case(
        "French: definition list whose terms are the links, prices labelled",
        """<div class="annonce"><strong><a href="/annonce/8">Vélo d'été</a></strong>
        <span>Prix : 80 €</span></div><div class="annonce"><strong><a href="/annonce/9">Vélo pliant
        </a></strong><span>Prix : 140 €</span></div>""",
        [("/annonce/8", "Vélo d'été"), ("/annonce/9", "Vélo pliant")],
        query="vélo",
    ),
    Case(
        "Japanese: text without blanks",
        """<p>「茶」の検索結果 2 件</p><ul class="kekka">
        <li><a href="/hin/1">煎茶百グラム</a><span>価格：８００円</span></li>
        <li><a href="/hin/2">抹茶入り玄米茶</a><span>価格：６５０円</span></li></ul>""",
        [("/hin/1", "煎茶百グラム"), ("/hin/2", "抹茶入り玄米茶")],
        query="茶",
    ),
    Case(
        "Russian: breadcrumb and a sponsored block that every page has",
        """<div class="crumbs"><a href="/">Главная</a> / <a href="/catalog">Каталог</a></div>
        <div class="ads"><div><a href="/ad/1">Окна дёшево</a></div>
        <div><a href="/ad/2">Двери со скидкой</a></div></div>
        <div class="list"><div class="it"><a href="/kniga/4">Война и мир</a> <i>Толстой</i></div>
        <div class="it"><a href="/kniga/5">Мир приключений</a> <i>альманах</i></div>
        <div class="it"><a href="/kniga/6">Мир птиц</a> <i>справочник</i></div></div>""",
        [("/kniga/4", "Война и мир"), ("/kniga/5", "Мир приключений"), ("/kniga/6", "Мир птиц")],
        empty="""<div class="crumbs"><a href="/">Главная</a> / <a href="/catalog">Каталог</a></div>
        <div class="ads"><div><a href="/ad/1">Окна дёшево</a></div>
        <div><a href="/ad/2">Двери со скидкой</a></div></div><p>Ничего не найдено</p>""",
        query="мир",
    ),
    Case(
        "an advert among the hits, without a link of the site",
        """<ul>
        <li class="hit"><h3><a href="/n/1">Storm over the bay</a></h3><p>Boats lost.</p></li>
        <li class="hit"><h3><a href="/n/2">Storm warning</a></h3><p>Stay at home.</p></li>
        <li class="hit"><h3><a href="/n/3">After the storm</a></h3><p>Roofs mended.</p></li></ul>
        <div class="ad"><a href="http://ads.example/x">Umbrellas, half price</a></div>""",
        [("/n/1", "Storm over the bay"), ("/n/2", "Storm warning"), ("/n/3", "After the storm")],
        query="storm",
    ),
    Case(
        "one hit only",
        """<p>1 result for pump</p><div class="hits"><div class="hit">
        <h3><a href="/d/9">Stirrup pump</a></h3><p>Puts out small fires.</p></div></div>""",
        [("/d/9", "Stirrup pump")],
        text="Stirrup pump Puts out small fires.",
    ),
    Case(
        "one hit only, with tags that are links",
        """<div class="hit"><h3><a href="/d/9">Stirrup pump of the fire brigade</a></h3>
        <p>Puts out small fires; two people are needed to work it well.</p>
        <div><span><a href="/tag/fire">fire</a></span> <span><a href="/tag/water">water</a></span>
        </div></div>""",
        [("/d/9", "Stirrup pump of the fire brigade")],
        text="Stirrup pump of the fire brigade Puts out small fires; two people are needed to work "
        "it well. fire water",
    ),
    Case(
        "tips without links beside the hits",
        """<ul><li>Use fewer words to find more pumps</li><li>Use more words to find fewer</li>
        <li>Mind how the words are spelt</li></ul>
        <ul><li><a href="/d/1">Hand pump of cast brass</a></li>
        <li><a href="/d/2">Foot pump for tyres</a></li>
        <li><a href="/d/3">Heat pump</a></li></ul>""",
        [("/d/1", "Hand pump of cast brass"), ("/d/2", "Foot pump for tyres"),
         ("/d/3", "Heat pump")],
        text="Hand pump of cast brass",
    ),
    Case("one hit only, nothing but its name", '<a href="/d/9">Stirrup pump</a>',
         [("/d/9", "Stirrup pump")]),
    Case("two hits",
         '<div><a href="/d/1">Hand pump</a></div><div><a href="/d/2">Foot pump</a></div>',
         [("/d/1", "Hand pump"), ("/d/2", "Foot pump")]),
    Case(
        "links with tracking and the query in them",
        """<ol><li><a href="/d/1?ref=list&pos=1&q=pump">Hand pump</a><p>for wells</p></li>
        <li><a href="/d/2?ref=list&pos=2&q=pump">Foot pump</a><p>for tyres</p></li></ol>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump")],
    ),
    Case(
        "broken HTML: nothing closed, attributes without quotes",
        """<table border=0><tr><td><a href=/d/1>Hand pump</a><td>brass
        <tr><td><a href=/d/2>Foot pump<td>steel<tr><td><a href=/d/3>Heat pump<td>copper""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump"), ("/d/3", "Heat pump")],
    ),
    Case(
        "old page: records parted by rules, each in a paragraph",
        """<p><a href="d1.html">Hand pump</a><br><small>brass, 12 kg</small></p><hr>
        <p><a href="d2.html">Foot pump</a><br><small>steel, 2 kg</small></p><hr>
        <p><a href="d3.html">Heat pump</a><br><small>copper, 80 kg</small></p><hr>""",
        [("/d1.html", "Hand pump"), ("/d2.html", "Foot pump"), ("/d3.html", "Heat pump")],
    ),
    Case(
        "the form's menu of many choices is no list of records",
        """<form><select name="in"><option>All of the catalogue</option><option>Only pumps with
        handles</option><option>Only spare parts</option></select></form>
        <ul><li><a href="/d/1">Hand pump</a></li><li><a href="/d/2">Foot pump</a></li></ul>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump")],
    ),
    Case(
        "navigation in a nav element that only result pages have",
        """<nav><ul><li><a href="/by/name">Browse the whole catalogue by its names</a></li>
        <li><a href="/by/date">Browse the whole catalogue by its dates</a></li></ul></nav>
        <ul><li><a href="/d/1">Hand pump</a></li><li><a href="/d/2">Foot pump</a></li></ul>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump")],
    ),
    Case(
        "related searches that ask the form again",
        """<ul><li><a href="/d/1">Hand pump</a></li><li><a href="/d/2">Foot pump</a></li></ul>
        <div>Related<ul><li><a href="/search?q=water+wells+and+what+they+cost">water wells and what
        they cost</a></li><li><a href="/search?q=tyres+for+every+kind+of+bicycle">tyres for every
        kind of bicycle</a></li></ul></div>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump")],
    ),
    Case(
        "a heading row between groups of hits",
        """<ul><li class="head">Pumps moved by hand</li>
        <li><a href="/d/1">Hand pump</a><p>brass</p></li>
        <li><a href="/d/2">Foot pump</a><p>steel</p></li>
        <li class="head">Pumps moved by current</li>
        <li><a href="/d/3">Heat pump</a><p>copper</p></li>
        <li><a href="/d/4">Sump pump</a><p>iron</p></li>
        </ul>""",
        [("/d/1", "Hand pump"), ("/d/2", "Foot pump"), ("/d/3", "Heat pump"),
         ("/d/4", "Sump pump")],
    ),
    Case("nothing found", "<p>Nothing was found.</p>", []),
    Case("nothing found, in words that hold the query", "<p>No hits for pump.</p>", [],
         empty="<p>No hits for zzqxv.</p>", ),
    Case("an empty container", "<ul></ul>", [], empty="<ul></ul>"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.shape)
def test_shapes(case: Case) -> None:
    reading = answer_to({"q": case.query}, _framed(case.html), _framed(case.empty))
    found = [(r.id.removeprefix("http://site.example"), r.title) for r in reading.records]
    assert found == case.records
    assert not case.text or reading.records[0].text == case.text


def test_a_record_has_all_that_the_page_says_of_it() -> None:
    html = """<table><tr><th>Title</th><th>Year</th></tr>
    <tr><td><a href="/rec/1?ref=x">Rivers of Asia</a></td><td>1990</td></tr>
    <tr><td><a href="/rec/2?ref=x">Rivers of Europe</a></td><td>1987</td></tr></table>"""
    first, second = answer_to({"q": "river"}, _framed(html), _framed("Nothing")).records
    assert first.id == "http://site.example/rec/1"
    assert first.url == "http://site.example/rec/1?ref=x"
    assert first.title == "Rivers of Asia"
    assert first.text == "Rivers of Asia 1990"
    assert first.fields == {
        "title": "Rivers of Asia",
        "year": "1990",
    }
    assert second.fields["year"] == "1987"


def members(html: str) -> list[FoundRecord]:
    """What each item of a list is as a record."""
    page = page_of(f"<ul>{html}</ul>")
    records = [(element,) for element in page.root.iter("li")]
    return named_records(page, records).found([{} for _ in records])


def test_an_address_that_records_share_is_not_their_own() -> None:
    html = (f'<li><a href="/c/{n % 2}">Collection {n % 2}</a><p><a href="/b/{n}">Book {n}a</a></p>'
            for n in range(1, 7))  # fmt: skip
    found = members("".join(html))
    assert [r.url for r in found] == [f"http://site.example/b/{n}" for n in range(1, 7)]
    assert [r.title for r in found] == [f"Book {n}a" for n in range(1, 7)]


def test_what_heads_many_records_is_not_their_title() -> None:
    members = "".join(
        f"<li><h2><a href='/item/{n}'>News</a></h2><h3><a href='/item/{n}'>{name}</a></h3></li>"
        for n, name in enumerate(("Brass pump", "Steel anvil", "Old kettle"))
    )
    read = answer_to({"q": "x"}, f"<ul>{members}</ul>", "<p>Nothing</p>")
    assert [record.title for record in read.records] == ["Brass pump", "Steel anvil", "Old kettle"]


def test_records_without_an_address_of_their_own_are_told_apart_by_their_text() -> None:
    found = members("".join(f'<li><a href="/where">Where</a> Pump {n}</li>' for n in "abcc"))
    assert [r.text for r in found] == ["Where Pump a", "Where Pump b", "Where Pump c"]
    assert all(r.id.startswith("sha256:") for r in found)
    assert all(r.url is None and r.part_of == "http://site.example/where" for r in found)


def test_a_picture_and_a_name_that_lead_to_the_same_place_are_one_record() -> None:
    html = (f'<li><a href="/d/{n}">Picture of {n}</a><li><a href="/d/{n}">Thing {n}</a>'
            for n in "abc")  # fmt: skip
    found = members("".join(html))
    assert [(r.url, r.title) for r in found] == [
        (f"http://site.example/d/{n}", f"Thing {n}") for n in "abc"
    ]


@pytest.mark.parametrize(
    ("member", "url", "title"),
    [
        pytest.param('<a href="/u/{n}">user {n}</a><h3><a href="/d/{n}">Thing {n}</a></h3>',
                     "/d/", "Thing", id="the link in the heading before others"),
        pytest.param('<a href="/d/{n}"><img></a> <a href="/x/{n}">Thing {n}</a>',
                     "/x/", "Thing", id="a link with text before a picture"),
        pytest.param('<h3>Thing {n}</h3><p>good</p><a href="/d/{n}">more</a>',
                     "/d/", "Thing", id="a heading beside the link"),
        pytest.param('<a href="/search?q=by{n}">by {n}</a> <a href="/d/{n}">Thing {n}</a>',
                     "/d/", "Thing", id="a link that asks the form is not it"),
        pytest.param('<a href="/about">Thing</a> <a href="/d/{n}">Thing {n}</a>',
                     "/d/", "Thing", id="a link that every page has is not it"),
        pytest.param('<a name="a{n}"></a><a href="/d/{n}">Thing {n}</a>',
                     "/d/", "Thing", id="an anchor is no link"),
    ],
)  # fmt: skip
def test_which_link_is_the_record_s_own(member: str, url: str, title: str) -> None:
    html = "".join(f"<li>{member.format(n=n)}<p>tells {n}</p></li>" for n in "xyz")
    reading = answer_to({"q": "pump"}, _framed(f"<ul>{html}</ul>"), _framed("Nothing"))
    found = [(r.url, r.title) for r in reading.records]
    assert found == [(f"http://site.example{url}{n}", f"{title} {n}") for n in "xyz"]


def test_relative_links_start_from_the_base() -> None:
    html = '<base href="http://site.example/db/"><ul><li><a href="1">A b</a><li><a href="2">C d</a>'
    found = answer_to({"q": "x"}, html).records
    assert [r.url for r in found] == ["http://site.example/db/1", "http://site.example/db/2"]


def test_where_every_link_hands_the_query_on_they_are_records_all_the_same() -> None:
    html = "".join(f'<li><a href="/show/{n}?q=pump">Thing {n}</a></li>' for n in "xyz")
    reading = answer_to({"q": "pump"}, _framed(f"<ul>{html}</ul>"), _framed("Nothing"))
    assert [r.id for r in reading.records] == [f"http://site.example/show/{n}" for n in "xyz"]


def test_a_title_is_never_missing_nor_endless() -> None:
    html = "".join(f'<li><a href="/d/{n}"><img></a>{"long " * 99}{n}</li>' for n in "xyz")
    reading = answer_to({"q": "pump"}, _framed(f"<ul>{html}</ul>"), _framed("Nothing"))
    assert all(20 < len(r.title) <= 150 for r in reading.records)


def test_a_record_that_every_page_promotes_is_found_among_the_others() -> None:
    promo = '<div><p>Tip of the day</p><a href="/d/y">Thing y</a></div>'
    html = "".join(f'<li><a href="/d/{n}">Thing {n}</a><p>about {n}</p></li>' for n in "xyz")
    reading = answer_to(
        {"q": "pump"}, _framed(f"<ul>{html}</ul>{promo}"), _framed(f"Nothing{promo}")
    )
    assert [r.id[-1] for r in reading.records] == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("url", "is_search", "carries"),
    [
        pytest.param("http://site.example/search?q=pump&page=2", True, True, id="next page"),
        pytest.param("http://site.example/search?q=other", True, False, id="related query"),
        pytest.param("http://site.example/search", True, False, id="the bare form"),
        pytest.param("http://site.example/search?item=5", False, False, id="record, same script"),
        pytest.param("http://site.example/item?q=pump", False, True, id="query handed on"),
        pytest.param("http://site.example/browse/a/b?q=pump", False, True, id="facet in the path"),
        pytest.param("http://else.example/search?q=pump", False, True, id="another host"),
        pytest.param("http://site.example/item?q=Pumps", False, False, id="another value"),
        pytest.param("http://site.example/search?q=", True, False, id="a blank query"),
    ],
)
def test_links_that_ask_again(url: str, is_search: bool, carries: bool) -> None:
    asked = AskedQuery(URL, {"q": "pump", "lang": ""})
    assert (asked.is_search(url), asked.carries_query(url)) == (is_search, carries)


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_page_can_be_read(html: str) -> None:
    found = answer_to({"q": "a"}, html).records
    assert all(record.text and record.title and record.id for record in found)
    assert len({record.id for record in found}) == len(found)


@given(st.sampled_from(CASES).flatmap(lambda case: mutated(_framed(case.html))))
@settings(max_examples=100, deadline=None)
def test_damaged_pages_can_be_read(html: str) -> None:
    found = answer_to({"q": "pump"}, html).records
    assert all(record.text and record.title and record.id for record in found)


@pytest.mark.parametrize(
    "piece",
    ["<div>x", "<div><a href=/i>t</a><p>q</p>", "<ul><li>x<li><a href=/y>y</a>", "<b><a href=/z>z"],
)
def test_deep_pages_can_be_read(piece: str) -> None:
    found = answer_to({}, piece * 5000).records
    assert bool(found) == ("href" in piece)


def test_wide_pages_are_read_in_full() -> None:
    html = "".join(f'<li><a href="/d/{n}">Thing {n}</a><p>of many</p></li>' for n in range(5000))
    reading = answer_to({}, f"<ul>{html}")
    assert len(reading.records) == 5000


@given(st.permutations(range(4)))
@settings(max_examples=20, deadline=None)
def test_records_do_not_depend_on_the_order_of_the_background(order: list[int]) -> None:
    pages = [f"<ul><li><a href='/d/{n}'>Thing {n}</a></li></ul><p>none {n}</p>" for n in range(4)]
    html = "".join(f'<li><a href="/d/{n}">Thing {n}</a><p>tells {n}</p></li>' for n in range(6))
    shuffled = answer_to({"q": "x"}, f"<ul>{html}</ul>", *(pages[n] for n in order))
    assert shuffled.records == answer_to({"q": "x"}, f"<ul>{html}</ul>", *pages).records


# Which part of a link names the record?

_SITE = "http://site.example"


@pytest.mark.parametrize(
    ("link", "query", "named"),
    [
        pytest.param("/item/1", {}, "/item/1", id="nothing to take off"),
        pytest.param("/item?id=7", {}, "/item?id=7", id="named by an argument"),
        pytest.param("/item?id=7&utm_source=a&UTM_x=b", {}, "/item?id=7", id="campaign"),
        pytest.param("/item?ref=list&pos=3&sid=9f&id=7", {}, "/item?id=7", id="position, session"),
        pytest.param("/item?PHPSESSID=ab12&id=7", {}, "/item?id=7", id="PHP session"),
        pytest.param("/item/1?q=honda", {"q": "honda"}, "/item/1", id="the query handed on"),
        pytest.param("/item/1?q=HONDA+", {"q": "Honda"}, "/item/1", id="other letters"),
        pytest.param("/item/1?q=deep+web", {"q": "deep web"}, "/item/1", id="two words"),
        pytest.param("/item/1?q=%C3%B6l", {"q": "öl"}, "/item/1", id="the query, encoded"),
        pytest.param("/item/1?q=hondas", {"q": "honda"}, "/item/1?q=hondas", id="more than that"),
        pytest.param("/c/12?type=None&label=", {}, "/c/12", id="arguments that say nothing"),
        pytest.param("/c?type=null&id=river", {}, "/c?id=river", id="nothing beside a name"),
        pytest.param("/~u1/wiki?HomePage", {}, "/~u1/wiki?HomePage=", id="a name without a value"),
        pytest.param("/wiki?title=Honda", {"search": "honda"}, "/wiki?title=Honda", id="a title"),
        pytest.param("/item?b=2&a=1", {}, "/item?a=1&b=2", id="order of arguments"),
        pytest.param("/item?a=1&a=2", {}, "/item?a=1&a=2", id="an argument twice"),
        pytest.param("/thread?1234", {}, "/thread?1234=", id="an argument without a value"),
        pytest.param("/item/1#reviews", {}, "/item/1", id="fragment"),
        pytest.param("/%7Euser", {}, "/~user", id="one spelling of the path"),
        pytest.param("/ä?n=ö", {}, "/%C3%A4?n=%C3%B6", id="letters that need encoding"),
        pytest.param("/x?n=M%FCller", {}, "/x?n=M%FCller", id="bytes that are no UTF-8"),
        pytest.param("/x?position_id=4", {}, "/x?position_id=4", id="a longer name than tracking"),
    ],
)
def test_record_url(link: str, query: dict[str, str], named: str) -> None:
    assert record_url(_SITE + link, query) == _SITE + named


def test_two_names_in_another_encoding_stay_two() -> None:
    assert record_url(f"{_SITE}/x?n=%E4", {}) != record_url(f"{_SITE}/x?n=%F6", {})


_ARGUMENTS = st.lists(
    st.tuples(
        st.text(max_size=5) | st.sampled_from(["ref", "utm_source", "sid", "SID"]),
        st.text(max_size=5),
    ),
    max_size=5,
)
_URLS = st.builds(
    lambda path, arguments: f"{_SITE}/{path}?{urlencode(arguments)}",
    st.text("ab/%é ;,.", max_size=8),
    _ARGUMENTS,
)
_QUERIES = st.dictionaries(st.text(max_size=2), st.text(max_size=5), max_size=2)


@given(_URLS, _QUERIES)
@settings(max_examples=100, deadline=None)
def test_record_url_is_idempotent(url: str, query: dict[str, str]) -> None:
    once = record_url(url, query)
    assert record_url(once, query) == once


@given(_ARGUMENTS, _QUERIES)
@settings(max_examples=100, deadline=None)
def test_what_is_left_is_what_does_not_track(
    arguments: list[tuple[str, str]], query: dict[str, str]
) -> None:
    left = urlsplit(record_url(f"{_SITE}/?{urlencode(arguments)}", query)).query
    expected = [
        (name, value)
        for name, value in arguments
        if not is_tracking(name)
        and not (value and value.strip().lower() == query.get(name, "").strip().lower())
    ]
    nothing = {"", "none", "null", "undefined"}
    expected = [each for each in expected if not (each[0] and each[1].lower() in nothing)]
    assert sorted(parse_qsl(left, keep_blank_values=True)) == sorted(expected)


@given(_ARGUMENTS)
@settings(max_examples=100, deadline=None)
def test_order_does_not_matter(arguments: list[tuple[str, str]]) -> None:
    assert record_url(f"{_SITE}/?{urlencode(arguments)}", {}) == record_url(
        f"{_SITE}/?{urlencode(arguments[::-1])}", {}
    )


@pytest.mark.parametrize("end", ["...", "\u2026", " \u2026"])
def test_a_title_that_is_cut_is_told_in_full(end: str) -> None:
    whole = [f"A short history of {name} in ten chapters" for name in ("rivers", "hills", "seas")]
    by_picture = "".join(
        f'<li><img src="/{n}.png" alt="{t}"><a href="/d/{n}">{t[:25]}{end}</a><p>of {n}</p></li>'
        for n, t in enumerate(whole)
    )
    by_link = "".join(
        f'<li><a href="/d/{n}" title="{t}">{t[:25]}{end}</a><p>of book {n}</p></li>'
        for n, t in enumerate(whole)
    )
    for rows in (by_picture, by_link):
        found = answer_to({"q": "x"}, f"<ul>{rows}</ul>", "<p>None</p>").records
        assert [record.title for record in found] == whole
