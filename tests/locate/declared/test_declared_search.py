"""Declared searches beside forms: who agrees, what is left, and what is asked."""

from __future__ import annotations

from typing import get_args
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.model import forms
from deepweb.form.submission import submission
from deepweb.form.submission import template as template_of
from deepweb.locate.declared.declared_search import (
    LEFT_OUT,
    QUERY,
    DeclaredSearch,
    absolute,
    agreeing,
    as_form,
    braced,
    declared,
    leftover,
    placeholders,
    settled,
)
from deepweb.locate.declared.opensearch import opensearch_links, read_opensearch
from deepweb.locate.declared.query_links import query_links
from deepweb.locate.declared.search_action import search_actions
from deepweb.store.resources import form_words
from tests.read.pages import page_of
from tests.site import Site, Style, unicode_characters
from tests.site.browser import fetch
from tests.site.style import Declares

URL = "https://site.example/"


def search(template: str, source: str = "OpenSearch", **more: str) -> DeclaredSearch:
    return declared(DeclaredSearch(template, source, f"{source} says so", **more))  # type: ignore[arg-type]


FORM = "https://site.example/search?q={query}&lang=&sort=date"


@pytest.mark.parametrize(
    "template",
    [
        FORM,
        "https://site.example/search?q={query}",
        "http://site.example/search?q={query}",
        "https://www.site.example/search/?ref=os&q={query}",
        "https://site.example:443/search?q={query}#top",
        "https://SITE.example/search?q={query}",
    ],
)
def test_the_same_search_whatever_its_other_arguments(template: str) -> None:
    assert agreeing(FORM, [search(template)]) == ("OpenSearch",)
    assert leftover([FORM], [search(template)]) == []


@pytest.mark.parametrize(
    "template",
    [
        "https://other.example/search?q={query}",
        "https://site.example:8080/search?q={query}",
        "https://site.example/find?q={query}",
        "https://site.example/search?query={query}",
        "https://site.example/search?lang={query}&q=",
        "https://site.example/search/{query}",
        "https://site.example/search?q=x{query}",
        "https://site.example/Search?q={query}",
    ],
)
def test_another_search(template: str) -> None:
    assert agreeing(FORM, [search(template)]) == ()
    assert [left.template for left in leftover([FORM], [search(template)])] == [template]


def test_each_source_is_named_once_in_order() -> None:
    said = [search(FORM, source) for source in ("SearchAction", "OpenSearch", "SearchAction")]
    assert agreeing(FORM, said) == ("SearchAction", "OpenSearch")


@pytest.mark.parametrize("template", [None, "", "https://site.example/", "http://[/?q={query}"])
def test_a_form_without_a_template_agrees_with_none(template: str | None) -> None:
    assert agreeing(template, [search(FORM)]) == ()
    assert len(leftover([template], [search(FORM)])) == 1


def test_what_posts_does_not_agree_with_a_template() -> None:
    posted = declared(
        DeclaredSearch(
            "https://site.example/search", "OpenSearch", "", "POST", body=(("q", QUERY),)
        )
    )
    assert agreeing(FORM, [posted]) == ()
    assert leftover([FORM], [posted]) == [posted]


def test_what_is_left_stands_once_and_says_who_declares_it() -> None:
    found = [
        search("http://site.example/find?w={query}&n=5"),
        search("https://site.example/find?w={query}", "SearchAction"),
        search("https://site.example/find?w={query}", "SearchAction"),
        search("https://site.example/tags/{query}", "query links"),
    ]
    first, second = leftover([FORM, None], found)
    assert first.template == "http://site.example/find?w={query}&n=5"
    assert first.reason == "OpenSearch says so; SearchAction says so"
    assert second.unusable == "the query goes into the path"


def test_of_those_that_say_the_same_one_that_can_be_asked_is_taken() -> None:
    hindered = search("https://site.example/find?w={query}", unusable="asks for {geo:lat}")
    (left,) = leftover(
        [], [hindered, search("https://site.example/find?w={query}", "SearchAction")]
    )
    assert (left.source, left.unusable) == ("SearchAction", "")


def test_as_a_form_it_is_asked_through_one_box() -> None:
    form = as_form(search("https://site.example/find?lang=en&w={query}&n=5"), URL)
    assert (form.index, form.method, form.url) == (None, "GET", URL)
    assert [(i.name, i.kind) for i in form.inputs] == [
        ("lang", "hidden"), ("w", "search"), ("n", "hidden"),
    ]  # fmt: skip
    assert [box.name for box in form.text_boxes] == ["w"]
    asked = submission(form, {"w": "deep web"})
    assert asked.url == "https://site.example/find?lang=en&w=deep+web&n=5"
    assert "OpenSearch" in form.hints


def test_as_a_form_that_posts() -> None:
    body = (("lang", "en"), ("w", QUERY))
    posted = declared(DeclaredSearch(f"{URL}find?a=b", "OpenSearch", "", "POST", body=body))
    assert not posted.unusable
    asked = submission(as_form(posted, URL), {"w": "deep web"})
    assert (asked.url, asked.method, asked.body) == (
        f"{URL}find?a=b",
        "POST",
        b"lang=en&w=deep+web",
    )


def test_a_form_that_cannot_be_asked_says_why() -> None:
    form = as_form(search("https://site.example/search/{query}?a=b"), URL)
    assert form.unusable == "the query goes into the path"
    assert form.action == "https://site.example/search/{query}"
    assert form.text_boxes == ()


def test_two_declarations_of_one_search_are_one_form() -> None:
    one, other = search(f"{URL}?q={{query}}&a=b"), search(f"{URL}?a=c&q={{query}}", "SearchAction")
    assert as_form(one, URL).id == as_form(other, f"{URL}elsewhere").id


# Line breaks are sent as CR LF, whatever they were.
CHARACTERS = st.characters(codec="utf-8", exclude_characters="\r\n")
NAMES = st.text("abcäö漢_-[]. ", min_size=1, max_size=6)
VALUES = st.text(CHARACTERS, max_size=8).filter(lambda v: QUERY not in v)


@settings(deadline=None)
@given(
    st.dictionaries(NAMES, VALUES, max_size=4),
    NAMES,
    st.text(CHARACTERS, max_size=20),
)
def test_a_query_comes_back_out_of_the_address_that_asks_it(
    others: dict[str, str], name: str, query: str
) -> None:
    others.pop(name, None)
    pairs = [*others.items(), (name, None)]
    written = "&".join(f"{quote_plus(n)}={QUERY if v is None else quote_plus(v)}" for n, v in pairs)
    found = search(f"{URL}find?{written}")
    assert (found.unusable, found.query_input) == ("", name)
    asked = submission(as_form(found, URL), {name: query})
    sent = parse_qsl(urlsplit(asked.url).query, keep_blank_values=True)
    assert sent == [(n, query if v is None else v) for n, v in pairs]


@settings(deadline=None)
@given(st.sampled_from(("iso-8859-1", "shift_jis", "euc-kr", "windows-1251")), st.text("aéя漢字한"))
def test_a_query_is_written_in_the_encoding_declared(encoding: str, query: str) -> None:
    written = query.encode(encoding, "ignore").decode(encoding)
    asked = submission(as_form(search(FORM, encoding=encoding), URL), {"q": written})
    sent = parse_qsl(urlsplit(asked.url).query, keep_blank_values=True, encoding=encoding)
    assert dict(sent)["q"] == written


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_template_never_raises(one: str, other: str) -> None:
    template = f"http://site.example/{one}{{query}}{other}"
    try:
        urlsplit(template)
    except ValueError:
        return
    found = search(template)
    agreeing(template, [found])
    leftover([template], [found])
    assert as_form(found, URL).unusable == found.unusable


ALL: tuple[Declares, ...] = get_args(Declares)
CATALOGUE = unicode_characters(400)


def declared_by(live: Site) -> list[DeclaredSearch]:
    page = page_of(fetch(live.url).text, live.url, live.style.charset)
    described = [(url, fetch(url).content) for url in opensearch_links(page)]
    return [
        *(search for url, xml in described for search in read_opensearch(xml, url)),
        *search_actions(page),
        *query_links(page, form_words().search),
    ]


@pytest.mark.parametrize(
    "style",
    [
        *(Style(declares=(how,), formless=True, hidden={"v": "2"}) for how in ALL),
        Style(declares=ALL, formless=True, action="/", query_name="suche"),
        Style(declares=("opensearch",), formless=True, method="post", hidden={"db": "ä"}),
        Style(declares=("opensearch",), formless=True, charset="shift_jis"),
    ],
    ids=[*ALL, "all", "post", "shift_jis"],
)
def test_a_site_without_a_form_is_asked_as_it_declares(style: Style) -> None:
    with Site(CATALOGUE, style) as live:
        (left,) = leftover([], declared_by(live))
        assert left.query_input == style.query_name
        asked = submission(as_form(left, live.url), {style.query_name: "letter"})
        assert len(fetch(asked.url, asked.body or None).ids) == 20
        (hit,) = live.searches
        assert hit.method == style.method.upper()
        assert dict(hit.form)[style.query_name] == "letter"


def test_a_form_is_declared_in_three_ways() -> None:
    with Site(CATALOGUE, Style(declares=ALL, menus=("category",))) as live:
        (form,) = forms(page_of(fetch(live.url).text, live.url))
        of_form = template_of(form, "q")
        found = declared_by(live)
    assert agreeing(of_form, found) == ("OpenSearch", "SearchAction", "query links")
    assert leftover([of_form], found) == []


BASE = "http://site.example/a/b"


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("/?q={q}", "/?q={query}"),
        ("/?q={q}&n={n}", "/?q={query}"),
        ("/?n={n}&q={q}", "/?q={query}"),
        ("/?n={n}", "/"),
        ("/?n={n}#top", "/#top"),
        ("/{n}/x?q={q}", "//x?q={query}"),
        ("/?q={q}&geo={a},{b}", "/?q={query}&geo=,"),
        ("/?q={q}&flag&empty=", "/?q={query}&flag&empty="),
        ("/?q={{q}}", "/?q=%7B{query}%7D"),
        ("/?q={q}&x=}{", "/?q={query}&x=%7D%7B"),
    ],
)
def test_settled(template: str, filled: str) -> None:
    assert settled(template, lambda name: "{query}" if name == "q" else LEFT_OUT) == filled


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/?q=%7bq%7D", "/?q={q}"),
        (" /?q={q}\n", "/?q={q}"),
        ("/?a=b&amp;q={q}", "/?a=b&q={q}"),
        ("/?a=%26&q={q}", "/?a=%26&q={q}"),
    ],
)
def test_braced(written: str, meant: str) -> None:
    assert braced(written) == meant


def test_placeholders() -> None:
    assert placeholders("/{a}?q={searchTerms?}&x={}&y={moz:locale}{") == [
        "a",
        "searchTerms?",
        "",
        "moz:locale",
    ]


@pytest.mark.parametrize(
    ("template", "url"),
    [
        ("?q={query}", "http://site.example/a/b?q={query}"),
        ("c?q={query}", "http://site.example/a/c?q={query}"),
        ("//other.example/{query}", "http://other.example/{query}"),
        ("https://other.example:8080/?q={query}", "https://other.example:8080/?q={query}"),
        ("ftp://site.example/{query}", None),
        ("mailto:{query}", None),
        ("http://:80/{query}", None),
        ("http://[{query}", None),
        ("http://site.example:port/{query}", None),
        ("http://site.example:0/{query}", None),
        ("/a\x00b?q={query}", None),
        ("/?q={query}&x=" + "x" * 2000, None),
    ],
)
def test_absolute(template: str, url: str | None) -> None:
    assert absolute(template, BASE) == url


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_is_settled_and_has_no_brace_left(template: str, value: str) -> None:
    filled = settled(template, lambda _: quote(value))
    assert not {"{", "}"} & set(filled)
    if (url := absolute(filled, BASE)) is not None:
        assert urlsplit(url).scheme in {"http", "https"}


@settings(deadline=None)
@given(st.text(alphabet="{}?&=#/ab", max_size=30))
def test_what_has_no_placeholder_and_no_brace_stays(template: str) -> None:
    plain = template.replace("{", "").replace("}", "")
    assert settled(plain, str) in {plain, plain.replace("?", "", 1)}
