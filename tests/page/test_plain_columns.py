"""Lines of plain text whose words stand below each other are cells; the page looks as before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import HtmlElement, document_fromstring

from deepweb.page.lines import with_lines

TREES = (
    ("Alder", "20 m", "wet woods"),
    ("Common birch", "30 m", "heaths"),
    ("Fir", "9 m", "hills"),
)
ROWS = [f"{name:<14}{height:<6}  {place}" for name, height, place in TREES] * 2
LINKED = [f'<a href="/{n}">{row[:12]}</a>{row[12:]}' for n, row in enumerate(ROWS)]
HEAD = f"{'Tree':<14}{'Height':<6}  Where it grows"


def read(*lines: str) -> HtmlElement:
    return with_lines(document_fromstring("<pre>" + "\n".join(lines) + "</pre>"))


def cells(page: HtmlElement) -> list[list[str]]:
    rows = [[" ".join(c.itertext()).strip() for c in row.iter("span")] for row in page.iter("div")]
    return [row for row in rows if row]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (ROWS, ["Alder", "20 m", "wet woods"]),
        (LINKED, ["Alder", "20 m", "wet woods"]),
        ([f"   {row}" for row in ROWS], ["Alder", "20 m", "wet woods"]),
        ([row.replace("  ", " ") for row in ROWS], None),  # no column is left
        ([f"{row}\t1" for row in ROWS], None),  # tabs stand anywhere
        (["Trees grow in  the woods,", "on hills and heaths, and", "by  rivers."] * 3, None),
    ],
)
def test_columns(lines: list[str], first: list[str] | None) -> None:
    found = cells(read(*lines))
    assert (found[0] if found else None) == first


def test_a_line_without_a_gap_is_not_cut() -> None:
    found = cells(read(*ROWS * 60, "A remark that goes over all of the columns of the table"))
    assert found[-1] == ["A remark that goes over all of the columns of the table"]


@pytest.mark.parametrize("lines", [[HEAD, *LINKED], [HEAD, "-" * 40, *ROWS]])
def test_the_line_above_names_the_columns(lines: list[str]) -> None:
    named = [cell.get("data-column") for cell in read(*lines).iter("span")]
    assert named[-3:] == ["Tree", "Height", "Where it grows"]


@given(st.lists(st.text("ab <x", max_size=30), max_size=12))
def test_the_page_says_the_same(lines: list[str]) -> None:
    plain = [line.replace("<", "&lt;") for line in lines]
    before = document_fromstring("<pre>x" + "\n".join(plain) + "</pre>").text_content()
    now = read("x" + (plain or [""])[0], *plain[1:]).text_content()
    assert "".join(now.split()) == "".join(before.split())
