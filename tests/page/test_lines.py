"""Lines of plain text become elements; nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from lxml.html import HtmlElement, tostring
from parsel import Selector

from deepweb.page.lines import with_lines
from deepweb.page.page import visible_text
from tests.read.pages import broken_html


def _root(body: str) -> HtmlElement:
    root = Selector(f"<html><body>{body}</body></html>", type="html").root
    assert isinstance(root, HtmlElement)
    return root


def _body(root: HtmlElement) -> str:
    (body,) = root.iter("body")
    return "".join(tostring(child, encoding="unicode") for child in body)


@pytest.mark.parametrize(
    ("body", "lined"),
    [
        pytest.param(
            "<pre>1 <a href=/1>a</a> x\n2 <a href=/2>b</a>\n3 <a href=/3>c</a></pre>",
            '<pre><div>1 <a href="/1">a</a> x</div><div>2 <a href="/2">b</a></div>'
            '<div>3 <a href="/3">c</a></div></pre>',
            id="lines of pre",
        ),
        pytest.param(
            "<p><a href=/1>a</a> x<br><a href=/2>b</a><br><a href=/3>c</a><br><a href=/4>d</a></p>",
            '<p><div><a href="/1">a</a> x</div><div><a href="/2">b</a></div>'
            '<div><a href="/3">c</a></div><div><a href="/4">d</a></div></p>',
            id="line breaks",
        ),
        pytest.param(
            "<h1>t</h1>" + "".join(f"<a href=/{n}>n</a> x<br>" for n in range(4)) + "<hr>",
            "<h1>t</h1><div>"
            + "".join(f'<div><a href="/{n}">n</a> x</div>' for n in range(4))
            + "</div><hr>",
            id="beside other content, a list of its own",
        ),
        pytest.param(
            "<pre>a <a href=/1>b</a>\n c\n\nd\n e\n\nf\n g\n</pre>",
            '<pre><div><div>a <a href="/1">b</a></div><div> c</div></div>'
            "<div><div>d</div><div> e</div></div><div><div>f</div><div> g</div></div></pre>",
            id="paragraphs",
        ),
    ],
)
def test_lines_become_elements(body: str, lined: str) -> None:
    root = _root(body)
    before = tostring(root)
    assert _body(with_lines(root)) == lined
    assert tostring(root) == before  # the page of the user's callbacks stays as it was


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("<p>1 Road<br>Town<br>Country<br>Phone</p>", id="an address"),
        pytest.param("<pre>one\ntwo</pre>", id="two lines"),
        pytest.param("<p>one two three</p>", id="no lines"),
        pytest.param("<pre>one\ntwo\nthree of them</pre><hr>" * 3, id="several, each a record"),
        pytest.param("<div><p>a</p><br><p>b</p><br><p>c</p><br><p>d</p></div>", id="blocks"),
    ],
)
def test_other_pages_keep_their_tree(body: str) -> None:
    root = _root(body)
    assert with_lines(root) is root


@given(broken_html)
def test_no_text_is_lost(body: str) -> None:
    root = _root(f"<pre>{body}</pre>" + body * 4)
    lined = with_lines(root)
    assert visible_text(lined).replace(" ", "") == visible_text(root).replace(" ", "")


def test_encoded_data_has_no_records() -> None:
    key = "\n".join(["mQINBGTn2ZsBEADF" * 4] * 20)
    page = _root(f"<h1>A key</h1><pre>{key}</pre>")
    assert with_lines(page) is page


def test_control_characters_do_not_stop_the_reading() -> None:
    lines = "<br>".join(f"<a href=/{n}>item\x02 {n}</a> a\x03b &#1;" for n in range(6))
    root = _root(f"<p>{lines}</p>")
    assert len(with_lines(root).findall(".//p/div")) == 6
