"""What a person sees of a page, and where its links lead."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.page import (
    UNREAD,
    Page,
    link_target,
    links,
    seen_elements,
    short_text,
    text_pieces,
    visible_text,
)
from tests.read.pages import body_of, broken_html, page_of


@pytest.mark.parametrize(
    ("html", "text"),
    [
        pytest.param("<p>deep<b>web</b> crawl</p>", "deepweb crawl", id="bold inside a word"),
        pytest.param("<p>H<sub>2</sub>O and m<sup>2</sup></p>", "H2O and m2", id="sub and sup"),
        pytest.param("<p>long<wbr>word</p>", "longword", id="a place to break"),
        pytest.param("<p>one<br>two</p>", "one two", id="line break"),
        pytest.param("<tr><td>one</td><td>two</td></tr>", "one two", id="cells"),
        pytest.param("<p>a<span>b</span>c</p>", "abc", id="span"),
        pytest.param("<p><span>a</span><span>b</span></p>", "a b", id="spans side by side"),
        pytest.param("<p><a>a</a>, <a>b</a></p>", "a, b", id="links with a sign between"),
        pytest.param("<p><a>a<span>b</span></a>c</p>", "abc", id="span at the end of a link"),
        pytest.param("<p><a><b>a</b></a><a><b>b</b></a></p>", "a b", id="links side by side"),
        pytest.param("<p>a<span class=icon></span>b</p>", "a b", id="an empty span is an icon"),
        pytest.param("<p>東京<em>地図</em>の本</p>", "東京地図の本", id="a Chinese word set off"),
        pytest.param("<p><span>東</span><span>京</span></p>", "東京", id="Chinese in spans"),
        pytest.param("<p>東京<br>地図</p>", "東京 地図", id="a line break in Chinese"),
        pytest.param("<p>deep<font color=red>web</font>s</p>", "deepwebs", id="part of a word"),
        pytest.param("<p>a<img src=x>b</p>", "a b", id="a picture"),
        pytest.param("<p>a<div>b</div>c</p>", "a", id="a block ends a paragraph"),
        pytest.param("<p> a \n\t b\u00a0c </p>", "a b c", id="white space"),
        pytest.param("<div>a<script>var b</script>c<style>d{}</style></div>", "a c", id="script"),
        pytest.param(
            "<div>a<noscript>b</noscript><svg><text>x</text></svg>c</div>", "a c", id="svg"
        ),
        pytest.param("<div>a<!-- b --><?php c ?>d</div>", "ad", id="comment"),
        pytest.param("<div>a &amp; b &#252;</div>", "a & b ü", id="references"),
        pytest.param("<div><b>a</b><i>b</i></div>", "ab", id="formatting side by side"),
    ],
)
def test_visible_text(html: str, text: str) -> None:
    table = html.startswith("<tr>")
    assert visible_text(body_of(f"<table>{html}</table>" if table else html)) == text


def test_more_can_be_left_out() -> None:
    label = body_of("<label>Sort <select><option>Price</option></select> now</label>")
    assert visible_text(label, frozenset({"select"})) == "Sort now"


def test_text_pieces_are_folded_and_without_blanks() -> None:
    page = page_of("<title>x</title><div> one  two <p>three</p>\n<script>no</script> four</div>")
    assert list(text_pieces(page.root)) == ["one two", "four", "three"]


def test_seen_elements_stand_in_document_order() -> None:
    root = page_of("<body><ul><li><b>x</b></li><li></li></ul><template><i></i></template><p></p>")
    tags = [element.tag for element in seen_elements(root.root)]
    assert tags == ["html", "body", "ul", "li", "b", "li", "p"]


_PAGE = "http://site.example/dir/page?a=1"


@pytest.mark.parametrize(
    ("href", "target"),
    [
        pytest.param("item/1", "http://site.example/dir/item/1", id="relative"),
        pytest.param("/item/1", "http://site.example/item/1", id="from the root"),
        pytest.param("../x", "http://site.example/x", id="one up"),
        pytest.param("?b=2", "http://site.example/dir/page?b=2", id="arguments only"),
        pytest.param("//cdn.example/x", "http://cdn.example/x", id="without a scheme"),
        pytest.param("https://o.example/a#top", "https://o.example/a", id="fragment cut off"),
        pytest.param(" \n/x\t", "http://site.example/x", id="white space around"),
        pytest.param("http://o.example:8080/", "http://o.example:8080/", id="with a port"),
        pytest.param("#top", "http://site.example/dir/page?a=1", id="on the page itself"),
        pytest.param("", None, id="empty"),
        pytest.param("javascript:go(1)", None, id="script"),
        pytest.param("mailto:a@b.example", None, id="mail"),
        pytest.param("tel:+431", None, id="telephone"),
        pytest.param("ftp://f.example/x", None, id="ftp"),
        pytest.param("data:text/plain,x", None, id="data"),
        pytest.param("http://[", None, id="broken address"),
        pytest.param("http://o.example:port/", None, id="port that is no number"),
        pytest.param("http://o.example:99999/", None, id="port too large"),
    ],
)
def test_link_target(href: str, target: str | None) -> None:
    page = page_of(f'<a href="{href}">x</a>', _PAGE)
    (link,) = page.root.iter("a")
    assert link_target(page, link) == target


@pytest.mark.parametrize(
    ("base", "target"),
    [
        ("http://other.example/shop/", "http://other.example/shop/item"),
        ("/cat/", "http://site.example/cat/item"),
        ("cat/", "http://site.example/dir/cat/item"),
    ],
)
def test_links_start_from_the_base(base: str, target: str) -> None:
    page = page_of(f'<head><base href="{base}"></head><a href="item">x</a>', _PAGE)
    assert links(page, 9) == (target,)


def test_links_are_distinct_in_order_and_bounded() -> None:
    html = '<a href="/b">1</a><a>2</a><a name="x">3</a><a href="/a">4</a><a href="/b#c">5</a>'
    page = page_of(html + '<a href="/c">6</a>')
    assert links(page, 9) == tuple(f"http://site.example/{name}" for name in "bac")
    assert links(page, 2) == tuple(f"http://site.example/{name}" for name in "ba")


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_page_can_be_read(html: str) -> None:
    page = page_of(html)
    whole = visible_text(page.root)
    assert whole == " ".join(whole.split())
    # Pieces and the whole hold the same letters; only the gaps and the order may differ.
    pieces = "".join(text_pieces(page.root))
    assert sorted(pieces.replace(" ", "")) == sorted(whole.replace(" ", ""))
    assert all(target.startswith(("http://", "https://")) for target in links(page, 500))


@pytest.mark.parametrize("tag", ["div", "b", "ul><li", "table><tr><td", "form", "a href=/x"])
def test_nesting_deeper_than_python_recurses(tag: str) -> None:
    page = page_of(f"<{tag}>x" * 5000)
    assert visible_text(page.root).replace(" ", "").startswith("x" * 100)
    assert set(text_pieces(page.root)) == {"x"}
    assert len(links(page, 500)) == (tag == "a href=/x")


@given(st.integers(1, 7_000))
@settings(max_examples=5, deadline=None)
def test_wide_pages(width: int) -> None:
    page: Page = page_of("".join(f'<a href="/{n}">t</a>' for n in range(width)))
    assert len(visible_text(page.root).split()) == width
    assert len(links(page, 500)) == min(width, 500)


def test_it_reads_as_a_person_does() -> None:
    html = "<div> a <b>b</b>c <p>d</p>e<select><option>no</select><form>no</form> <i>f</i></div>"
    assert short_text(body_of(html), 80) == "a bc d e f"


def test_it_is_cut_off() -> None:
    element = body_of(f"<div>{'<p>abc </p>' * 1000}</div>")
    assert short_text(element, 10) == "abc abc abc"
    assert len(short_text(element, 100)) == 101


def test_elements_without_text_come_to_an_end() -> None:
    assert short_text(body_of(f"<div>{'<i></i>' * 1000}late</div>"), 10) == ""


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_it_is_the_beginning_of_the_visible_text(html: str) -> None:
    root = page_of(f"<div>{html}</div>").root
    whole = visible_text(root, UNREAD)
    assert short_text(root, 20, pieces=10_000) == whole[:21]
