"""Does a page refuse to answer?"""

import pytest

from deepweb.read.kind.evidence import PageVerdict, evidence_of
from deepweb.read.kind.refusal import refusal_of
from deepweb.store.resources import kind_words
from tests.read.pages import page_of

_SAID = "A few words about it that fill a line, so that one sees what it is about. "
_ITEMS = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {_SAID}</li>" for n in range(5))
_ROBOT = "<h1>Are you a robot?</h1>"


def refusal(body: str) -> PageVerdict | None:
    page = page_of(f"<html><body>{body}</body></html>")
    return refusal_of(evidence_of(page, kind_words(), None, None), kind_words())


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"{_ROBOT}<ul>{_ITEMS}</ul>", id="a list"),
        pytest.param(f"{_ROBOT}<p>57 results</p>", id="a number of answers"),
        pytest.param(f"{_ROBOT}<p>{_SAID * 30}</p>", id="a long story"),
        pytest.param(f"<p><a href='/robot'>Are you a robot?</a> {_SAID * 3}</p>", id="a link"),
        pytest.param(f"<p>{_SAID * 3}</p><form><input type=password></form>" * 3, id="a login"),
    ],
)
def test_what_says_more_than_that_refuses_nothing(body: str) -> None:
    assert refusal(body) is None


def test_a_heading_is_believed_more_than_a_line() -> None:
    heading, line = refusal(_ROBOT), refusal(f"<p>{_SAID * 3}</p><p>Are you a robot?</p>")
    assert heading is not None
    assert line is not None
    assert heading.kind == line.kind == "blocked"
    assert heading.probability > line.probability


@pytest.mark.parametrize(
    "mount", ["<div id='root'></div>", "<main id='__next'><script>x()</script></main>"]
)
def test_a_page_with_an_empty_mount_is_a_shell(mount: str) -> None:
    body = f"<p>{_SAID * 3}</p>{mount}<script src='app.js'></script>"
    found = refusal(body)
    assert found is not None
    assert found.is_shell
    assert refusal(body.replace("</div>", "x</div>").replace("<script>", "x<script>")) is None
