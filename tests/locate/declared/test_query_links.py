"""Links that ask a site's own search, and links that only look like it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.submission import submission
from deepweb.locate.declared.declared_search import DeclaredSearch, as_form
from deepweb.locate.declared.query_links import query_links
from deepweb.store.resources import form_words
from tests.read.pages import broken_html, page_of

URL = "http://site.example/"


def found(html: str, encoding: str = "utf-8") -> list[DeclaredSearch]:
    page = page_of(f"<html><body>{html}</body></html>", URL, encoding)
    return query_links(page, form_words().search)


def linked(*pairs: tuple[str, str]) -> list[str]:
    links = "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in pairs)
    return [search.template.removeprefix("http://site.example") for search in found(links)]


@pytest.mark.parametrize(
    ("pairs", "template"),
    [
        ([("/s?q=foo", "foo"), ("/s?q=bar", "bar")], "/s?q={query}"),
        ([("/s?q=red+shoes", "Red shoes"), ("/s?q=hats", "Hats")], "/s?q={query}"),
        ([("/s?q=red%20shoes", "red shoes"), ("/s?q=hats#top", "hats")], "/s?q={query}"),
        ([("?lang=en&q=a1&x=", "a1"), ("?lang=en&q=b2&x=", "b2")], "/?lang=en&q={query}&x="),
        ([("/?Search_Text=a1", "a1"), ("/?Search_Text=b2", "b2")], "/?Search_Text={query}"),
        ([("/sch?_nkw=a1", "a1"), ("/sch?_nkw=b2", "<b>b2</b>")], "/sch?_nkw={query}"),
        ([("/?s=foo+bar", "foo bar"), ("/?s=baz", "Baz")], "/?s={query}"),
        ([("/?suche=alte+hüte", "Alte Hüte"), ("/?suche=hut", "Hut")], "/?suche={query}"),
        ([("/s?q=%22foo%22", "“foo”"), ("/s?q=bar", "bar!")], "/s?q={query}"),
    ],
)
def test_searches(pairs: list[tuple[str, str]], template: str) -> None:
    assert linked(*pairs) == [template]


@pytest.mark.parametrize(
    "pairs",
    [
        [("/s?q=foo", "foo")],
        [("/s?q=foo", "foo"), ("/s?q=foo", "Foo")],
        [("/s?q=foo", "foo"), ("/s?q=bar", "More")],
        [("/s?q=foo", "foo"), ("/t?q=bar", "bar")],
        [("/s?q=foo&p=1", "foo"), ("/s?q=bar&p=2", "bar")],
        [("/s?q=foo&page=2", "2"), ("/s?q=foo&page=3", "3")],
        [("/s?q=foo&cat=books", "Books"), ("/s?q=foo&cat=films", "Films")],
        [("/?s=forum", "Forum"), ("/?s=gallery", "Gallery")],
        [("/?find=about-us", "About us"), ("/?find=imprint", "Imprint")],
        [("/?browse=rock+music", "Rock music"), ("/?browse=jazz", "Jazz")],
        [("/?category=old+hats", "Old hats"), ("/?category=shoes", "Shoes")],
        [(f"/?q=foo&x={'y' * 2000}", "foo"), (f"/?q=bar&x={'y' * 2000}", "bar")],
        [("/?q=", ""), ("/?q", ""), ("/?q=%20", " ")],
        [("/?id=1&q", "q"), ("/?q=&q=", "q")],
        [("javascript:x('?q=foo')", "foo"), ("javascript:x('?q=bar')", "bar")],
        [("http://[?q=foo", "foo"), ("http://[?q=bar", "bar")],
    ],
)
def test_what_is_no_search(pairs: list[tuple[str, str]]) -> None:
    assert linked(*pairs) == []


def in_path(folder: str) -> list[str]:
    asked = ("red-shoes", "old+hats", "green%20socks", "gloves", "silk_ties")
    texts = ("Red shoes", "old hats", "Green socks", "gloves", "silk ties")
    return linked(*((f"{folder}{a}", t) for a, t in zip(asked, texts, strict=True)))


@pytest.mark.parametrize("folder", ["/search/", "/en/suche/", "http://site.example/q/"])
def test_searches_by_path_are_told_but_not_asked(folder: str) -> None:
    assert in_path(folder) == [f"{folder.removeprefix('http://site.example')}{{query}}"]
    (search,) = found("".join(f'<a href="/search/{w}-x">{w} x</a>' for w in "abcde"))
    assert search.unusable == "the query goes into the path"


@pytest.mark.parametrize("folder", ["/tag/", "/keyword/", "/browse/", "/category/", "/", "/a/"])
def test_tags_and_menus_are_no_search(folder: str) -> None:
    assert in_path(folder) == []


def test_menus_below_a_search_page_are_no_search() -> None:
    asked = ("advanced-search", "help", "tips", "by-author", "by-title")
    assert linked(*((f"/search/{a}", a.replace("-", " ")) for a in asked)) == []
    lists = ("authors", "titles", "years", "places", "people", "series")
    assert linked(*((f"/search/{a}", a) for a in lists)) == []


def test_the_reason_shows_what_was_seen() -> None:
    (search,) = found('<a href="?q=red+hats">Red hats</a><a href="?q=ties">ties</a>')
    assert search.source == "query links"
    assert search.reason == "2 links search for their own text, such as 'red hats'"


@pytest.mark.parametrize(
    ("page_encoding", "value", "encoding"),
    [
        ("utf-8", "caf%C3%A9", "utf-8"),
        ("iso-8859-1", "caf%E9", "cp1252"),
        ("iso-8859-1", "caf%C3%A9", "utf-8"),
        ("klingon", "caf%C3%A9", "utf-8"),
    ],
)
def test_the_encoding_is_read_off_the_links(page_encoding: str, value: str, encoding: str) -> None:
    html = f'<a href="?q={value}">café</a><a href="?q=tea">tea</a><a href="?q=milk">milk</a>'
    (search,) = found(html, page_encoding)
    assert search.encoding == encoding


@pytest.mark.parametrize(
    "html",
    [
        "".join(f'<a href="/s?q=w{n}">w{n}</a>' for n in range(20_000)),
        '<a href="/s?q=foo"><div>' * 5_000 + "foo",
        f'<a href="/s?q={"x" * 5_000_000}">{"x" * 5_000_000}</a>' * 2,
        f'<a href="/s?{"q=a&" * 400}">a</a>' * 1_000,
        f'<a href="{"/search" * 100_000}">a</a>' * 2,
    ],
    ids=["many", "nested", "long", "many arguments", "long path"],
)
def test_hostile_pages_come_to_an_end(html: str) -> None:
    assert len(found(html)) <= 1


@settings(deadline=None)
@given(broken_html)
def test_broken_pages_never_raise(html: str) -> None:
    found(f'<a href="/s?q=foo">{html}</a><a href="?q={html}">{html}</a>')


@settings(deadline=None)
@given(
    st.lists(
        st.text("abcäß漢ก ", min_size=1, max_size=12).filter(str.strip), min_size=2, unique=True
    )
)
def test_what_a_search_was_asked_shows_its_template(queries: list[str]) -> None:
    (template,) = found('<a href="/s?l=1&q=a1&n=5">a1</a><a href="/s?l=1&q=b2&n=5">b2</a>')
    asked = [submission(as_form(template, URL), {"q": query}).url for query in queries]
    links = zip(asked, queries, strict=True)
    searches = found("".join(f'<a href="{url}">{query}</a>' for url, query in links))
    different = {" ".join(query.split()) for query in queries}
    assert [s.template for s in searches] == [template.template] * (len(different) > 1)
