"""Examples of a topic, from the pages that a user names."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from deepweb.crawl.form_judge import FormJudge
from deepweb.train.form_examples import ExamplesError
from deepweb.train.topic_examples import addresses, page_examples
from tests.read.pages import page_of

JUDGE = FormJudge.of(
    Settings({"DEEPWEB_MIN_PROBABILITY": 0.5, "DEEPWEB_MIN_POST_PROBABILITY": 0.9})
)
SEARCH = '<form action="/search"><input type=search name={}><button>Search</button></form>'
LOGIN = '<form method=post action="/login"><input name=user><input type=password name=p></form>'


def test_addresses(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("b.html", "a.HTM", "picture.png", "in/c.xhtml"):
        (tmp_path / name).touch()
    listed = tmp_path / "list.txt"
    listed.write_text("# mine\nhttp://one.example/\n\n  http://two.example/  \n")
    folder = [str(tmp_path / name) for name in ("a.HTM", "b.html", "in/c.xhtml")]
    web = ["http://one.example/", "http://two.example/"]
    assert addresses([str(tmp_path), f"@{listed}", *web, "some.html"]) == [
        *folder, *web, "some.html",
    ]  # fmt: skip


WRONG = {
    "an empty folder": ("{}/empty", "holds no HTML files"),
    "no such list": ("@{}/none.txt", "none.txt"),
    "a list that is a picture": ("@{}/picture.png", "is no text"),
    "a list that is a folder": ("@{}/empty", "cannot be read"),
    "a list that names an empty folder": ("@{}/list.txt", "holds no HTML files"),
}


@pytest.mark.parametrize(("given", "said"), WRONG.values(), ids=WRONG.keys())
def test_addresses_that_are_none(tmp_path: Path, given: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "list.txt").write_text(f"{tmp_path}/empty\n")
    with pytest.raises(ExamplesError, match=f"{said}.*;"):
        addresses([given.format(tmp_path)])


def test_an_example_for_each_search() -> None:
    html = (
        f"<h1>Crime novels</h1>{SEARCH.format('q')}{LOGIN}{SEARCH.format('q')}{SEARCH.format('w')}"
    )
    one, other = page_examples(page_of(html, "http://www.shop.co.uk/"), "page", True, JUDGE)
    assert [box.name for e in (one, other) if e.form for box in e.form.text_boxes] == ["q", "w"]
    assert one.words == other.words == ("novels", "crime", "search")
    assert (one.site, one.is_on) == ("shop.co.uk", True)


def test_a_page_without_a_search_is_an_example() -> None:
    (example,) = page_examples(page_of(f"<p>novels</p>{LOGIN}"), "page", False, JUDGE)
    assert example.form is None
    assert example.words == ("novels",)


@pytest.mark.parametrize(
    "html", ["<p></p>", "<p>2024</p>", "<p>the and of</p>", "<script>x</script>"]
)
def test_a_page_without_text_is_named(html: str) -> None:
    with pytest.raises(ExamplesError, match=r"'empty\.html' holds no text.*; leave it out"):
        page_examples(page_of(html), "empty.html", True, JUDGE)
