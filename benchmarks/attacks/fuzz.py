"""``python -m benchmarks.attacks.fuzz [--pages FOLDER] [--number N]``: broken pages, read in full.

Without a folder, pages are generated: nested elements of all kinds, with forms, lists, tables,
scripts, odd text and odd attributes. With one, its pages (``*.html``, ``*.html.gz``) are mutated:
parts are cut out, repeated, swapped, nested or overwritten. Each goes through all that a crawl does
to a page (``reading.py``). One JSON line: pages, errors, the slowest page and the memory.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from scrapy.http import HtmlResponse

from benchmarks.attacks.reading import read_all

URL = "http://127.0.0.1/search?q=item"
MAX_BYTES = 400_000  # bytes of a page that is mutated
_TAGS = (
    "a", "b", "br", "button", "dd", "div", "dl", "dt", "em", "fieldset", "form", "h1", "h2", "hr",
    "iframe", "img", "input", "label", "li", "nav", "ol", "option", "p", "pre", "script", "select",
    "span", "style", "svg", "table", "tbody", "td", "template", "textarea", "th", "time", "tr",
)  # fmt: skip
_NAMES = (
    "action", "aria-label", "class", "data-id", "for", "href", "id", "itemprop", "itemscope",
    "itemtype", "lang", "method", "name", "onclick", "placeholder", "rel", "src", "srcset", "style",
    "title", "type", "value",
)  # fmt: skip
_TEXTS = (
    "", " ", "item", "Search", "Next »", "1", "12,50 €", "1-20 of 9999999999999999999 results",
    "No results", "2020-02-30", "/i/1", "/s?q=item&page=2", "//", "http://[", "javascript:void(0)",
    "#", "?", "q", "text", "post", "search", "checkbox", "radio", "hidden", "\x00",
    "\u202e\u200b", "é" * 50, "東京", "\U0001f600", "&#xD800;", "&amp;amp;", "&#1;",
    '{"@type": "WebSite", "a": [', "]]>", "<!--", "-->", "</", "x" * 300, "Löschen",
    "http://a:b@c:99999/",
)  # fmt: skip


def generated(rng: Random) -> bytes:
    """A page of random elements."""
    parts = ["<html><body>"] if rng.random() < 0.8 else []
    inside: list[str] = []
    for _ in range(rng.randint(1, 80)):
        chance = rng.random()
        if chance < 0.55:
            tag = rng.choice(_TAGS)
            names = (
                f'{rng.choice(_NAMES)}="{rng.choice(_TEXTS)}"' for _ in range(rng.randint(0, 3))
            )
            parts.append(f"<{tag} {' '.join(names)}>")
            inside.append(tag)
        elif chance < 0.8 and inside:
            parts.append(f"</{inside.pop()}>")
        else:
            parts.append(rng.choice(_TEXTS))
    body = "".join(parts)
    repeated = body * rng.choice((1, 1, 1, 1, 3))
    return repeated.encode(rng.choice(("utf-8", "utf-8", "utf-16", "latin-1")), "replace")


def mutated(source: bytes, rng: Random) -> bytes:
    """A page of which parts are cut, repeated, swapped, nested or overwritten."""
    for _ in range(rng.randint(1, 6)):
        tags = max(1, source.count(b"<"))
        pieces = source.split(b"<")
        one, other = sorted((rng.randrange(tags + 1), rng.randrange(tags + 1)))
        part = pieces[one : min(other, one + 400)]
        match rng.randrange(6):
            case 0:
                pieces[one:other] = []
            case 1:
                pieces[one:one] = part * rng.randint(1, 4)
            case 2:
                pieces[one:other] = pieces[one:other][::-1]
            case 3:
                pieces.insert(one, rng.choice(_TAGS).encode() + b">")
            case 4:
                pieces[one : one + 1] = [rng.choice(_TEXTS).encode()]
            case _:
                place = rng.randrange(len(source) + 1)
                source = source[:place] + rng.randbytes(rng.randint(1, 40)) + source[place + 20 :]
                continue
        source = b"<".join(pieces)[:MAX_BYTES]
    return source


def pages(number: int, seed: int, folder: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Names and sources of so many pages, the same for the same seed."""
    files = sorted(folder.rglob("*.html*")) if folder else []
    for count in range(number):
        rng = Random(f"{seed} {count}")
        if files:
            file = rng.choice(files)
            source = file.read_bytes()
            source = gzip.decompress(source) if file.suffix == ".gz" else source
            yield f"{file.name} {count}", mutated(source[:MAX_BYTES], rng)
        else:
            yield f"generated {count}", generated(rng)


def fuzz(number: int, seed: int = 0, folder: Path | None = None) -> dict[str, Any]:
    """Read pages; errors with the name of the page and where they came from."""
    errors: list[str] = []
    slowest, what = 0.0, ""
    for name, source in pages(number, seed, folder):
        response = HtmlResponse(URL, body=source, headers={"Content-Type": "text/html"})
        start = time.process_time()
        try:
            read_all(response, source)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            errors.append(f"{name}: {error!r} at {place.filename}:{place.lineno}")
        taken = time.process_time() - start
        if taken > slowest:
            slowest, what = taken, name
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {
        "pages": number,
        "errors": errors,
        "slowest_seconds": round(slowest, 2),
        "slowest": what,
        "memory_mb": memory,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, help="folder of pages to mutate")
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(json.dumps(fuzz(given.number, given.seed, given.pages)))


if __name__ == "__main__":
    main()
