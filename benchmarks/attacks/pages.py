"""``python -m benchmarks.attacks.pages [NAME…]``: CPU seconds and memory that one page can cost.

Each page goes through the judge of forms, the reader of answers, the links of exploring, the next
page and the sitemap, in a process of its own; one JSON line each.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from scrapy.http import HtmlResponse
from scrapy.utils.project import get_project_settings

URL = "http://127.0.0.1/"
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


def run(name: str) -> dict[str, object]:
    """Read one page with all that a crawl does to it."""
    from benchmarks.attacks.reading import read_all  # noqa: PLC0415 - measured, with its imports

    body = ATTACKS[name]()
    read_all(HtmlResponse(URL, body=ATTACKS["plain"]()), b"")
    before, memory = time.process_time(), _memory()
    steps = read_all(HtmlResponse(URL, body=body, headers={"Content-Type": "text/html"}), body)
    return {
        "attack": name,
        "bytes": len(body),
        "seconds": round(time.process_time() - before, 2),
        "memory_mb": round(_memory() - memory),
        "steps": steps,
    }


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which attacks; all without a name")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one page")
    given = parser.parse_args()
    if len(given.names) == 1:
        print(json.dumps(run(given.names[0])))
        return
    for name in given.names or ATTACKS:
        command = [sys.executable, "-m", "benchmarks.attacks.pages", name]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=given.timeout, check=False
            )
            failed = done.stderr.strip().rpartition("\n")[2]
            told = done.stdout.strip() or json.dumps({"attack": name, "failed": failed})
        except subprocess.TimeoutExpired:
            told = json.dumps({"attack": name, "failed": f"over {given.timeout:.0f} s"})
        print(told, flush=True)


if __name__ == "__main__":
    get_project_settings()
    main()
