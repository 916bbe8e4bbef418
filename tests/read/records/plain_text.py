"""Pages whose records are plain text: old listings without classes, in many shapes.

Each shape makes the page of one answer from records; the words are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

_HEAD = (
    "<html><head><title>Search</title></head><body bgcolor=white><h1>Search results</h1>"
    '<a href="/">Home</a> | <a href="/search.html">New search</a> | '
    '<a href="/help.html">Help</a><hr>'
)
_FOOT = '<hr><address>Comments to <a href="mailto:w@site.example">the webmaster</a></address>'
_PLACES = ("Kirkwall", "Stromness", "Lerwick", "Wick", "Thurso", "Tongue", "Durness", "Ullapool")
_THINGS = ("lighthouse", "chapel", "mill", "quarry", "harbour", "schoolhouse", "smithy", "bridge")
_NOTES = (
    "Built by the parish after the great storm",
    "Repaired twice",
    "Now a private house, seen from the road only",
    "Ruined since the fire",
    "Still in use, with its first wheel and two later ones",
    "Nobody knows who paid for it",
    "Moved stone by stone to its present place",
    "Closed to visitors in winter",
)


@dataclass(frozen=True, slots=True)
class PlainRecord:
    """What a record of a listing says."""

    number: int
    title: str
    note: str
    year: int

    @property
    def href(self) -> str:
        return f"/cgi-bin/show?id={self.number}"


def records(count: int, start: int = 0) -> list[PlainRecord]:
    """Records that all differ."""
    return [
        PlainRecord(
            1000 + 7 * n,
            f"The {_THINGS[n % 8]} at {_PLACES[(n * 3 + n // 8) % 8]}",
            _NOTES[(n * 5 + n // 8) % 8],
            1780 + 3 * n,
        )
        for n in range(start, start + count)
    ]


def page(shape: str, found: Sequence[PlainRecord]) -> str:
    """The page of an answer in one shape."""
    return _HEAD + SHAPES[shape](found) + _FOOT


def _joined(one: Callable[[PlainRecord], str], around: str = "{}") -> Callable[..., str]:
    return lambda found: around.format("".join(map(one, found)))


SHAPES: dict[str, Callable[[Sequence[PlainRecord]], str]] = {
    "pre, a link a line": _joined(
        lambda r: f'{r.number}  <a href="{r.href}">{r.title}</a>   {r.year}\n', "<pre>{}</pre>"
    ),
    "pre, an index of a folder": _joined(
        lambda r: (
            f'<img src="/i.gif" alt="[   ]"> <a href="{r.href}">{r.title}.txt</a>'
            f"  03-Mar-{r.year}  12k\n"
        ),
        "<pre>      Name                Last modified   Size\n<hr>{}</pre>",
    ),
    "pre, columns without links": _joined(
        lambda r: f"{r.number:<8}{r.title:<40}{r.year}\n", "<pre>{}</pre>"
    ),
    "pre, paragraphs": _joined(
        lambda r: (
            f'{r.number}. <a href="{r.href}">{r.title}</a>\n    {r.note}\n    Year: {r.year}\n\n'
        ),
        "<pre>\n{}</pre>",
    ),
    "pre, paragraphs without links": _joined(
        lambda r: f"Name:  {r.title}\nNote:  {r.note}\nYear:  {r.year}\n\n", "<pre>\n{}</pre>"
    ),
    "pre, the number is the link": _joined(
        lambda r: (
            f'<strong>rec</strong>  <a href="{r.href}">{r.number}</a> {r.year}-03-01 '
            f'<a href="{r.href}&amp;full=1">{r.title}</a>\n'
        ),
        "<pre>Type  number  date  name\n</pre><hr><pre>{}</pre>",
    ),
    "lines with a link": _joined(
        lambda r: f'<a href="{r.href}">{r.title}</a> - {r.note} ({r.year})<br>\n'
    ),
    "numbered lines": _joined(
        lambda r: f'{r.number}. <a href="{r.href}">{r.title}</a>, {r.year}<br>\n', "<p>{}</p>"
    ),
    "lines without links": _joined(lambda r: f"{r.title}, {r.note}, {r.year}<br>\n", "<p>{}</p>"),
    "paragraphs of lines": _joined(
        lambda r: (
            f'<b>{r.number}.</b> <a href="{r.href}">{r.title}</a><br>{r.note}<br>'
            f"<i>{r.year}</i><br><br>\n"
        )
    ),
    "labels and rules": _joined(
        lambda r: f"<b>Name:</b> {r.title}<br><b>Note:</b> {r.note}<br><b>Year:</b> {r.year}<hr>\n"
    ),
    "paragraphs": _joined(
        lambda r: f'<p><a href="{r.href}">{r.title}</a><br>\n{r.note}, {r.year}\n'
    ),
    "definition list": _joined(
        lambda r: f'<dt><a href="{r.href}">{r.title}</a><dd>{r.note} ({r.year})\n', "<dl>{}</dl>"
    ),
    "definition list without links": _joined(
        lambda r: f"<dt>{r.title}<dd>{r.note}<dd>{r.year}\n", "<dl>{}</dl>"
    ),
    "a table without classes": _joined(
        lambda r: f'<tr><td>{r.number}<td><a href="{r.href}">{r.title}</a><td>{r.year}\n',
        "<table border=1><tr><th>No.<th>Name<th>Year\n{}</table>",
    ),
    "a table without links": _joined(
        lambda r: f"<tr><td>{r.title}</td><td>{r.note}</td><td>{r.year}</td></tr>\n",
        "<table><tr><td><b>Name</b></td><td><b>Note</b></td><td><b>Year</b></td></tr>{}</table>",
    ),
    "a table of fonts": _joined(
        lambda r: (
            f"<tr><td valign=top><font size=2>{r.number}.</font></td><td><font size=2>"
            f'<a href="{r.href}"><b>{r.title}</b></a><br>{r.note}<br>{r.year}</font></td></tr>\n'
        ),
        '<center><table width="90%" cellpadding=3>{}</table></center>',
    ),
    "two rows a record": _joined(
        lambda r: (
            f'<tr><td><a href="{r.href}">{r.title}</a></td></tr>'
            f"<tr><td>{r.note}, {r.year}</td></tr>\n"
        ),
        "<table>{}</table>",
    ),
    "headings and paragraphs": _joined(
        lambda r: f'<h3><a href="{r.href}">{r.title}</a></h3>\n<p>{r.note}</p>\n<p>{r.year}</p>\n'
    ),
    "a plain list": _joined(
        lambda r: f'<li><a href="{r.href}">{r.title}</a> {r.note} {r.year}\n', "<ol>{}</ol>"
    ),
    "quotes between rules": _joined(
        lambda r: (
            f'<blockquote><a href="{r.href}">{r.title}</a> {r.note}, {r.year}</blockquote><hr>\n'
        )
    ),
    "lines in a cell": _joined(
        lambda r: f'&middot; <a href="{r.href}">{r.title}</a> [{r.year}]<br>\n',
        "<table><tr><td width=120><a href=/a>About</a><br><a href=/b>Staff</a></td>"
        "<td>{}</td></table>",
    ),
}
