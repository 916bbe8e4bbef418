"""Does a text with links in it say one thing, or several?"""

import pytest

from deepweb.read.fields.one_text import cut, split_paths, whole_paths
from deepweb.read.fields.parts import Part, Seen, parts_of
from tests.read.pages import body_of

NAMES = ["Ann", "Bea", "Cy", "Dan"]


@pytest.mark.parametrize(
    ("cards", "is_whole"),
    [
        pytest.param([f"<p>by <a>{n}</a></p>" for n in NAMES], False, id="a row of values"),
        pytest.param([f"<p>by <a>{n}</a>{' on <i class=d>3 May</i>' * (len(n) > 2)}</p>"
                      for n in NAMES], False, id="a row with an optional value"),
        pytest.param([f"<p>Long ago in a small town lived a man whose name was <a>{n}</a>.</p>"
                      for n in NAMES], True, id="prose"),
        pytest.param(["<p>a <i class=h>b</i></p>", "<p><i class=h>b</i> lost c d e</p>",
                      "<p>some f <i class=h>b</i> g <i class=h>b</i></p>"], True,
                     id="highlighting"),
        pytest.param([f"<p><i class=a>{n}</i><i class=b>x</i></p>" for n in NAMES], False,
                     id="no text of its own"),
    ],
)  # fmt: skip
def test_whole_elements(cards: list[str], is_whole: bool) -> None:
    seen = Seen()
    for card in cards:
        parts_of([body_of(f"<div>{card}</div>")], frozenset(), seen)
    assert ("div/p" in whole_paths(seen)) is is_whole


def rows(*texts: str) -> list[list[Part]]:
    return [[Part("p", "text", text)] for text in texts]


def test_separators_cut_what_they_always_cut() -> None:
    found = rows("Ann | $5", "Bea | $6", "Cy | $7")
    assert split_paths(found) == {"p": 2}
    assert [part.text for part in cut(found[0], {"p": 2})] == ["Ann", "$5"]
    assert list(cut(rows("Ann")[0], {"p": 2})) == rows("Ann")[0]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["Ann | $5", "Bea", "Cy | $7"], id="not always"),
        pytest.param(["red | blue", "pink | grey", "teal | rose"], id="all of one kind"),
        pytest.param(["3 May 2015 | 10:18 AM", "4 May 2015 | 9:00 AM", "5 May 2015 | 1:00 PM"],
                     id="a moment"),
        pytest.param(["Ann | $5", "Bea | $6"], id="two are few"),
    ],
)  # fmt: skip
def test_other_separators_do_not(texts: list[str]) -> None:
    assert split_paths(rows(*texts)) == {}
