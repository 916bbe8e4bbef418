"""Which arguments set the page size; addresses as applications write them, made for this test."""

import pytest

from deepweb.store.resources import presentation_words
from deepweb.surface.answer import Answer, Found
from deepweb.surface.templates.page_size import larger_pages
from tests.samples import form_of

TEN = tuple(Found(f"/d/{n}", f"Thing {n}", "") for n in range(10))


@pytest.mark.parametrize(
    ("inputs", "links", "tried"),
    [
        ("", ["/s?q=a&per_page=10&page=2"], [("per_page", "100")]),
        ("", ["/s?q=a&HITSPERPAGE=20", "/s?q=a&HITSPERPAGE=50"], [("HITSPERPAGE", "50")]),
        ("<input type=hidden name=rows value=10>", [], [("rows", "100")]),
        ("", ["/s?q=a&count=10&page=2"], [("count", "100")]),
        ("", ["/s?q=a&count=12&page=2"], []),
        ("", ["/s?q=a&start=10"], []),
        ("", ["/other?limit=10"], []),
        ("", ["/s?q=a&limit=5000"], [("limit", "100")]),
        ("<select name=rows><option>10<option>20</select>", ["/s?rows=10"], []),
    ],
)
def test_arguments(inputs: str, links: list[str], tried: list[tuple[str, str]]) -> None:
    form = form_of(f"<form action='/s'><input name=q>{inputs}<button>Search</button></form>")
    base = "http://site.example"
    answer = Answer("results", "", TEN, url=f"{base}/s?q=a", links=tuple(base + x for x in links))
    assert larger_pages(form, answer, presentation_words()) == tried
