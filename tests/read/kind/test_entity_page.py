"""By what does a page show that it describes one thing?"""

import pytest

from deepweb.read.kind.entity_page import entity_signs
from deepweb.read.kind.evidence import evidence_of
from deepweb.store.resources import kind_words
from tests.read.pages import page_of

_LABELLED = "".join(f"<p>{name}: some value</p>" for name in ("Maker", "Size", "Year", "Price"))
_DECLARED = '<script type="application/ld+json">{"@type": "%s"}</script>'


def signs(body: str, title: str = "", head: str = "") -> list[str]:
    page = page_of(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>")
    return entity_signs(evidence_of(page, kind_words(), None, None), kind_words())


@pytest.mark.parametrize(
    ("body", "title", "head", "found"),
    [
        ("<h1>Red pump</h1>", "Red pump - Shop", "", ["its heading is its title"]),
        ("<h1>Red pump</h1><h1>Blue pump</h1>", "Red pump", "", []),
        ("<p itemscope itemtype='https://schema.org/Book'>x</p>", "", "", ["type book"]),
        ("<p itemtype='https://schema.org/Book'>x</p>" * 3, "", "", []),
        ("", "", _DECLARED % "Recipe", ["type recipe"]),
        ("", "", _DECLARED % "ItemList" + _DECLARED % "Recipe", []),
        ("", "", '<meta property="og:type" content="video.movie">', ["type movie"]),
        (_LABELLED, "", "", ["4 named values"]),
        (_LABELLED * 2, "", "", []),
    ],
)
def test_signs(body: str, title: str, head: str, found: list[str]) -> None:
    assert signs(body, title, head) == found


def test_a_long_list_describes_no_one_thing() -> None:
    said = "A few words about it that fill a line, so that one sees what it is about."
    items = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {said}</li>" for n in range(9))
    assert signs(f"<h1>Pumps</h1><ul>{items}</ul>", "Pumps") == []
