"""Hostile pages: each is large or deep in one way."""

from __future__ import annotations

import json
from collections.abc import Callable

BOX = '<form action="/s"><input name="q" type="search"><button>Search</button></form>'


def _page(inside: str) -> bytes:
    return f"<html><head><title>Shop</title></head><body>{BOX}{inside}</body></html>".encode()


ATTACKS: dict[str, Callable[[], bytes]] = {
    "plain": lambda: _page("".join(f'<li><a href="/i/{n}">Item {n}</a></li>' for n in range(50))),
    "sitemap of spaces": lambda: b"<urlset><url><loc>" + b" " * 60_000 + b"</loc></url></urlset>",
    "sitemap of open tags": lambda: b"<urlset>" + b"<loc>" * 100_000,
    "100,000 attributes": lambda: _page(
        "<div " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x</div>"
    ),
    "100,000 attributes without values": lambda: _page(
        "<div " + " ".join(f"a{n}" for n in range(100_000)) + ">x</div>"
    ),
    "pager of 100,000 links": lambda: _page(
        "".join(f'<a href="/s?q=a&page={n}">{n}</a> ' for n in range(100_000))
    ),
    "5,000 forms": lambda: _page(BOX.replace("/s", "/t") * 5_000),
    "50,000 forms": lambda: _page(
        "".join(f'<form action="/f{n}"><input name="q{n}"></form>' for n in range(50_000))
    ),
    "50,000 inputs": lambda: _page(
        '<form action="/t">'
        + "".join(f'<label>Field {n} <input name="i{n}"></label>' for n in range(50_000))
        + "</form>"
    ),
    "50,000 options": lambda: _page(
        '<form action="/t"><select name="s">'
        + "".join(f"<option value={n}>Place {n}</option>" for n in range(50_000))
        + "</select></form>"
    ),
    "20 MB of cells": lambda: _page("<table><tr>" + "<td>" * 5_000_000 + "</table>"),
    "20 MB of links": lambda: _page("<a>" * 6_000_000),
    "20 MB of links with addresses": lambda: _page(
        "".join(f'<a href="/i/{n}">Item {n}</a>' for n in range(700_000))
    ),
    "20 MB of items": lambda: _page(
        "<ul>" + "".join(f'<li><a href="/i/{n}">I {n}</a> x</li>' for n in range(500_000)) + "</ul>"
    ),
    "10 MB of text": lambda: _page("word and text " * 700_000),
    "10 MB of one word": lambda: _page("w" * 10_000_000),
    "10 MB of spaces": lambda: _page("<p>a" + " " * 10_000_000 + "b</p>"),
    "10 MB of an attribute": lambda: _page(f'<a href="/{"x" * 10_000_000}">Next</a>'),
    "100,000 levels": lambda: _page("<div>" * 100_000),
    "100,000 levels of lists": lambda: _page("<ul><li>a" * 50_000),
    "50,000 nested tables": lambda: _page("<table><tr><td>" * 50_000),
    "100,000 classes": lambda: _page(
        f'<ul class="{" ".join(f"c{n}" for n in range(100_000))}">'
        + "<li><a href=/a>Item</a></li>" * 20
        + "</ul>"
    ),
    "1,000 items of 1,000 cells": lambda: _page(
        "<table>" + ("<tr>" + "<td>a</td>" * 1000 + "</tr>") * 1000 + "</table>"
    ),
    "numbers without end": lambda: _page(f"<p>{'1' * 1_000_000} results found</p>"),
    "prices without end": lambda: _page("<p>" + "1,000." * 200_000 + "</p>"),
    "dates without end": lambda: _page("<p>" + "12-" * 300_000 + "</p>"),
    "commas without end": lambda: _page("<li>" + "," * 1_000_000 + "</li>"),
    "entities": lambda: _page("&amp;" * 1_000_000),
    "comments": lambda: _page("<!-- x -->" * 500_000),
    "an open comment": lambda: _page("<!--" * 1_000_000),
    "JSON-LD of 100,000 levels": lambda: _page(
        f'<script type="application/ld+json">{"[" * 100_000}</script>'
    ),
    "JSON-LD of 10 MB": lambda: _page(
        '<script type="application/ld+json">'
        + json.dumps([{"@type": "Product", "name": f"n{n}"} for n in range(200_000)])
        + "</script>"
    ),
    "next links": lambda: _page('<a rel="next" href="/s?page=2">Next</a>' * 50_000),
    "labels": lambda: _page('<label for="x">Search</label>' * 50_000 + '<input id="x" name="x">'),
    "base": lambda: _page("").replace(b"<title>", b'<base href="javascript:"><title>'),
    "charset": lambda: _page("").replace(b"<title>", b'<meta charset="rot13"><title>'),
}


def _items(inside: str, number: int) -> str:
    return (
        "<ul>" + "".join(f"<li>{inside.replace('#', str(n))}</li>" for n in range(number)) + "</ul>"
    )


def _results(inside: str, number: int = 50) -> bytes:
    return _page(_items(f'<a href="/i/#">Item #</a> {inside}', number))


FURTHER: dict[str, Callable[[], bytes]] = {
    "inline tags in each other": lambda: _page("<span><b><i><em>" * 20_000 + "word"),
    "inline tags in 200 levels": lambda: _page(
        ("<span>" * 200 + "x" + "</span>" * 200) * 140 + "<p>end"
    ),
    "empty spans": lambda: _page("<span></span>" * 29_000),
    "text between 30,000 spans": lambda: _page("<p>" + "<span>a</span> b " * 29_000 + "</p>"),
    "a million line breaks": lambda: _page("<br>" * 1_000_000),
    "lines of plain text": lambda: _page("<pre>" + "item 1 blue\n" * 800_000 + "</pre>"),
    "lines and breaks": lambda: _page("<p>" + "Item one, 12 EUR<br>" * 50_000),
    "a menu of 50,000 options, ten times": lambda: _page(
        '<form action="/t">'
        + ("<select name=s>" + "<option>Place of some name" * 6_000 + "</select>") * 10
        + '<input name="q"></form>'
    ),
    "an option of 5 MB": lambda: _page(
        f'<form action="/t"><input name=q><select name=s><option value="{"x" * 5_000_000}">a'
        f"<option>{'y ' * 1_000_000}</select></form>"
    ),
    "data- attributes of 5 MB": lambda: _page(
        "".join(
            f'<div data-a{n}="{"v" * 5_000}"><a href="/i/{n}">I</a></div>' for n in range(1_000)
        )
    ),
    "400 attributes on 1,000 elements": lambda: _page(
        ("<div " + " ".join(f"data-{n}=x" for n in range(400)) + ">x</div>") * 1_000
    ),
    "1 MB of one word, linked": lambda: _page(f'<a href="/i/1">{"w" * 1_000_000}</a>' * 3),
    "1 MB of one word in each of ten titles": lambda: _page(
        "".join(f'<li><h3><a href="/i/{n}">{"w" * 400_000}</a></h3></li>' for n in range(20))
    ),
    "a style of 9 MB": lambda: _page("<style>" + "a{b:c}" * 1_500_000 + "</style>"),
    "a script of 9 MB": lambda: _page("<script>" + "var a = {b: [1,2]};\n" * 450_000 + "</script>"),
    "20,000 scripts": lambda: _page('<script>var data = [{"a": 1}];</script>' * 20_000),
    "svg in svg": lambda: _page("<svg><use href='#a'/><g>" * 15_000),
    "svg paths": lambda: _results('<svg><path d="' + "M0 0L9 9" * 3_000 + '"/></svg>'),
    "style attributes": lambda: _results(f'<p style="{"color:red;" * 10_000}">x</p>'),
    "srcset lists": lambda: _results(
        f'<img srcset="{", ".join(f"/p{n}.jpg {n}w" for n in range(5_000))}">'
    ),
    "JSON-LD items": lambda: _page(
        '<script type="application/ld+json">{"@type":"WebSite"}</script>' * 15_000
    ),
    "JSON-LD in itself": lambda: _page(
        '<script type="application/ld+json">' + '{"a":' * 900 + "1" + "}" * 900 + "</script>"
    ),
    "microdata in itself": lambda: _page('<div itemscope itemprop=a itemtype="x">' * 200 + "x"),
    "20,000 items of microdata": lambda: _page(
        '<div itemscope itemtype="http://schema.org/WebSite"><p itemprop=name>x</div>' * 15_000
    ),
    "hreflang flood": lambda: _page(
        "".join(f'<link rel="alternate" hreflang="x{n}" href="/x{n}/">' for n in range(50_000))
    ),
    "feeds and searches declared": lambda: _page(
        "".join(
            f'<link rel="alternate" type="application/rss+xml" href="/f{n}">'
            f'<link rel="search" type="application/opensearchdescription+xml" href="/o{n}">'
            for n in range(25_000)
        )
    ),
    "nested tables with text": lambda: _page("<table><tr><td>a<td>b" * 10_000),
    "60,000 cells in rows of three": lambda: _page(
        "<table>" + "<tr><td>Name one<td>12.50 EUR<td>2020-01-02</tr>" * 20_000 + "</table>"
    ),
    "definition lists": lambda: _page("<dl>" + "<dt>Name<dd>Value of it" * 29_000 + "</dl>"),
    "headings": lambda: _page("".join(f"<h2>Title {n}</h2><p>Text {n}" for n in range(20_000))),
    "zero-width text": lambda: _results("\u200b\u200c\u200d\ufeff" * 10_000),
    "right-to-left flood": lambda: _results("\u202e\u202b\u2067" * 10_000 + "abc"),
    "accents without end": lambda: _page("<p>" + "e" + "\u0301" * 2_000_000 + "</p>"),
    "accents of two classes": lambda: _page("<p>" + "a" + "\u0315\u0300" * 500_000 + "</p>"),
    "ligatures that expand": lambda: _page("<p>" + "\ufdfa" * 1_000_000 + "</p>"),
    "Korean letters": lambda: _page("<p>" + "\u1100\u1161\u11a8" * 500_000 + "</p>"),
    "digits of many scripts": lambda: _results("\u0661\u0967\u0e51\uff11" * 5_000),
    "a total without end": lambda: _page(f"<p>{'9' * 100_000} results</p>" + _items("a #", 20)),
    "10,000 totals": lambda: _page("<p>1-20 of 999,999 results found</p>" * 20_000),
    "a page number without end": lambda: _page(
        "".join(f'<a href="/s?q=a&page={"9" * n}">{"9" * n}</a> ' for n in range(1, 3_000))
    ),
    "calendar": lambda: _page(
        "<table>"
        + "".join(
            f'<td><a href="/cal?y={n // 365}&d={n % 365}">{n % 31}</a>' for n in range(25_000)
        )
    ),
    "prices and dates": lambda: _results(
        "$1,000.00 on 12 March 2020, 4 out of 5 stars; " * 200, 300
    ),
    "facets": lambda: _page(
        "".join(
            f"<h4>Facet {g}</h4><ul>"
            + "".join(
                f'<li><a href="/s?q=item&f{g}={n}">Value {n} ({n})</a></li>' for n in range(100)
            )
            + "</ul>"
            for g in range(140)
        )
    ),
    "links with 1,000 arguments": lambda: _page(
        "".join(
            f'<li><a href="/i?{"&".join(f"a{k}={n}" for k in range(1_000))}">Item {n}</a></li>'
            for n in range(400)
        )
    ),
    "paths of 1,000 steps": lambda: _page(
        "".join(f'<li><a href="/{"a/" * 1_000}{n}">Item {n}</a></li>' for n in range(1_000))
    ),
    "labels inside labels": lambda: _page("<form action=/t>" + "<label>a<input name=b>" * 15_000),
    "a label of 9 MB": lambda: _page(
        f"<form action=/t><label>{'search ' * 1_000_000}<input name=q></label></form>"
    ),
    "10,000 hidden inputs in 100 forms": lambda: _page(
        ("<form action=/t>" + "<input type=hidden name=a value=b>" * 500 + "<input name=q></form>")
        * 100
    ),
    "buttons": lambda: _page("<button>Search</button>" * 29_000),
    "frames": lambda: _page("".join(f'<iframe src="/f{n}"></iframe>' for n in range(29_000))),
    "ids and aria": lambda: _page(
        "".join(f'<input aria-labelledby="{"x " * 500}" id=x name=n{n}>' for n in range(3_000))
    ),
    "words that deny": lambda: _page("<p>no results were not found nothing none</p>" * 20_000),
    "errors": lambda: _page("<p class=error>Please enter at least 3 characters</p>" * 20_000),
    "quotes that never close": lambda: _page('<a href="' + "<a href='" * 500_000),
    "angle brackets": lambda: _page("<" * 5_000_000),
    "bytes that are no text": lambda: bytes(range(256)) * 30_000,
    "utf-16": lambda: _results("text").decode().encode("utf-16") * 100,
}
"""Pages of further kinds, written after the bounds for the first ones were set."""

HTML_ATTACKS = ATTACKS | FURTHER
