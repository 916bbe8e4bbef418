"""Made-up pages of old sites, whose records are plain text, to teach the ranker of regions.

The labelled pages are of large sites of today; none lists its records as lines of ``pre``, in
tables without classes or between line breaks, as small and old sites do. These pages are built from
random words, with menus, notes and columns around the records. The same seed gives the same pages.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from lxml.html import document_fromstring

from deepweb.page.lines import with_lines
from deepweb.page.page import Page
from deepweb.train.regions import GoldRecord, LabelledPage, plain

URL = "http://old.example/cgi-bin/search"
PAGES = 3  # of each site
_SYLLABLES = ("ba", "cor", "den", "el", "far", "gul", "hem", "is", "jon", "ka", "lor", "mi", "nar",
              "ost", "pel", "ra", "sil", "tor", "un")  # fmt: skip
_SIZES = (2, 3, 4, 5, 7, 10, 15, 25, 40)  # records of a page


@dataclass(frozen=True, slots=True)
class _Row:
    """A record: a name, a note, a number and a year."""

    name: str
    note: str
    number: int
    year: int

    @property
    def link(self) -> str:
        return f'<a href="show.cgi?key={self.number}">{self.name}</a>'


_Shape = Callable[[_Row], str]
SHAPES: tuple[tuple[str, _Shape], ...] = (
    ("<pre>{}</pre>", lambda r: f"{r.link}  {r.year}  {r.note}\n"),
    ("<pre>{}</pre>", lambda r: f"{r.year} {r.number:6} {r.name}\n"),
    ("<pre>\n{}</pre>", lambda r: f"{r.link}\n  {r.note}\n  {r.year}\n\n"),
    ("<pre>\n{}</pre>", lambda r: f"NAME {r.name}\nTEXT {r.note}\nDATE {r.year}\n\n"),
    ("<font size=2>{}</font>", lambda r: f"{r.link} {r.year} {r.note}<br>"),
    ("<p>{}</p>", lambda r: f"{r.name}: {r.note} [{r.year}]<br>"),
    ("{}", lambda r: f"{r.link}<br>{r.note}<br>{r.year}<br><br>"),
    ("{}", lambda r: f"<b>{r.name}</b><br>{r.note}, {r.year}<hr>"),
    ("{}", lambda r: f"<b>What:</b> {r.name}<br><b>More:</b> {r.note}, {r.year}<hr>"),
    ("{}", lambda r: f"<p>{r.link} {r.note}</p>"),
    ("{}", lambda r: f"<p><b>{r.name}</b> {r.note} {r.year}</p>"),
    ("<dl>{}</dl>", lambda r: f"<dt>{r.link}</dt><dd>{r.note}</dd>"),
    ("<dl>{}</dl>", lambda r: f"<dt>{r.name}</dt><dd>{r.note}</dd><dd>{r.year}</dd>"),
    (
        "<table><tr><th>Key</th><th>Name</th><th>Year</th></tr>{}</table>",
        lambda r: f"<tr><td>{r.number}</td><td>{r.link}</td><td>{r.year}</td></tr>",
    ),
    (
        "<table border>{}</table>",
        lambda r: f"<tr><td>{r.name}</td><td>{r.year}</td><td>{r.note}</td></tr>",
    ),
    (
        "<table>{}</table>",
        lambda r: f"<tr><td><font>{r.link}<br>{r.note}</font></td><td>{r.year}</td></tr>",
    ),
    (
        "<table>{}</table>",
        lambda r: (
            f"<tr><td>{r.link}</td><td>{r.year}</td></tr><tr><td colspan=2>{r.note}</td></tr>"
        ),
    ),
    (
        "<table>{}</table>",
        lambda r: f"<tr><td><b>{r.name}</b></td></tr><tr><td>{r.note}</td></tr>",
    ),
    ("{}", lambda r: f"<h4>{r.link}</h4><p>{r.note}</p>"),
    ("{}", lambda r: f"<h3>{r.name}</h3><p>{r.note}</p><p>{r.year}</p>"),
    ("<ul>{}</ul>", lambda r: f"<li>{r.link}, {r.year}</li>"),
    ("<ol>{}</ol>", lambda r: f"<li>{r.name}. {r.note}</li>"),
)


def plain_sites(seed: int = 0, each: int = 2) -> list[list[LabelledPage]]:
    """Pages of sites of every shape, with what is on them."""
    rng = random.Random(seed)
    return [_site(rng, around, shape) for around, shape in SHAPES for _ in range(each)]


def _site(rng: random.Random, around: str, shape: _Shape) -> list[LabelledPage]:
    before, behind = _before(rng), _behind(rng)
    length = rng.choice((2, 6, 15, 30))
    pages = []
    for _ in range(PAGES):
        rows = [_row(rng, length) for _ in range(rng.choice(_SIZES))]
        html = before + around.format("".join(map(shape, rows))) + behind
        root = document_fromstring(html, base_url=URL)
        gold = tuple(GoldRecord(plain(row.name), plain(f"{row.name} {row.note}")) for row in rows)
        pages.append(LabelledPage(Page(URL, with_lines(root), "utf-8", len(html)), gold))
    return [*pages, _without_records(rng, before, behind)]


def _without_records(rng: random.Random, before: str, behind: str) -> LabelledPage:
    """A page of the site that answers nothing: a note, a form or a long menu instead."""
    entries = "".join(f"<li>{_menu(rng, '</li><li>')}</li>" for _ in range(rng.randint(1, 5)))
    boxes = "".join(f"<p>{_words(rng, 2)}: <input name=b{n}></p>" for n in range(rng.randint(2, 9)))
    instead = rng.choice((f"<ul>{entries}</ul>", f"<form>{boxes}</form>", ""))
    html = before + instead + f"<p>{_words(rng, rng.randint(3, 12))}.</p>" + behind
    return LabelledPage(Page(URL, document_fromstring(html, base_url=URL), "utf-8", len(html)), ())


def _row(rng: random.Random, length: int) -> _Row:
    note = _words(rng, max(2, length + rng.randint(-length // 2, length // 2)))
    return _Row(_words(rng, rng.randint(2, 6)), note, rng.randint(100, 99999), _year(rng))


def _year(rng: random.Random) -> int:
    return rng.randint(1700, 2024)


def _words(rng: random.Random, count: int) -> str:
    words = ("".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(count))
    return " ".join(words).capitalize()


def _menu(rng: random.Random, between: str) -> str:
    entries = (_words(rng, rng.randint(1, 2)) for _ in range(rng.randint(3, 9)))
    return between.join(f'<a href="/{n}.html">{entry}</a>' for n, entry in enumerate(entries))


def _before(rng: random.Random) -> str:
    """What stands above the records."""
    parts = [f"<h1>{_words(rng, 3)}</h1>"]
    if rng.random() < 0.7:
        parts.append(f"<p>{_menu(rng, rng.choice((' | ', ' ', ' - ')))}</p>")
    if rng.random() < 0.4:
        parts.append(f"<form><input name=q value={_words(rng, 1)}><input type=submit></form>")
    if rng.random() < 0.5:
        parts.append(f"<p>{_words(rng, rng.randint(8, 40))}.</p>")
    rng.shuffle(parts)
    return "<html><body>" + "".join(parts) + rng.choice(("<hr>", "", "<p>"))


def _behind(rng: random.Random) -> str:
    """What stands below the records."""
    parts = []
    if rng.random() < 0.5:
        parts.append(f"<p>{_menu(rng, ' ')}</p>")
    if rng.random() < 0.6:
        parts.append(f"<address>{_words(rng, 5)}</address>")
    if rng.random() < 0.3:
        parts.append(f"<ul>{''.join(f'<li>{_words(rng, 3)}' for _ in range(4))}</ul>")
    return rng.choice(("<hr>", "")) + "".join(parts) + "</body></html>"
