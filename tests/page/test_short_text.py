"""The first words of an element."""

from hypothesis import given, settings

from deepweb.page.page import visible_text
from deepweb.page.short_text import UNREAD, short_text
from tests.read.pages import body_of, broken_html, page_of


def test_it_reads_as_a_person_does() -> None:
    html = "<div> a <b>b</b>c <p>d</p>e<select><option>no</select><form>no</form> <i>f</i></div>"
    assert short_text(body_of(html), 80) == "a bc d e f"


def test_it_is_cut_off() -> None:
    element = body_of(f"<div>{'<p>abc </p>' * 1000}</div>")
    assert short_text(element, 10) == "abc abc abc"
    assert len(short_text(element, 100)) == 101


def test_elements_without_text_come_to_an_end() -> None:
    assert short_text(body_of(f"<div>{'<i></i>' * 1000}late</div>"), 10) == ""


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_it_is_the_beginning_of_the_visible_text(html: str) -> None:
    root = page_of(f"<div>{html}</div>").root
    whole = visible_text(root, UNREAD)
    assert short_text(root, 20, pieces=10_000) == whole[:21]
