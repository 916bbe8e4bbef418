"""Labelled forms from a folder, and pages of a topic that a user names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scrapy.settings import Settings

from deepweb.crawl.form_judge import FormJudge
from deepweb.train.examples import ExamplesError, addresses, labelled_forms, page_examples
from tests.labelled_pages import FORMS, write_labelled_pages
from tests.read.pages import page_of

JUDGE = FormJudge.of(
    Settings({"DEEPWEB_MIN_PROBABILITY": 0.5, "DEEPWEB_MIN_POST_PROBABILITY": 0.9})
)
SEARCH = '<form action="/search"><input type=search name={}><button>Search</button></form>'
LOGIN = '<form method=post action="/login"><input name=user><input type=password name=p></form>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_labelled_pages(tmp_path / "data" / "forms", sites=2)


def test_forms_have_the_labels_of_their_place(folder: Path) -> None:
    found = labelled_forms(folder)
    assert [e.label for e in found] == [label for label, *_ in FORMS] * 2, "X is no label"
    assert [e.boxes for e in found] == [boxes for *_, boxes in FORMS] * 2
    for example in found:
        assert {i.name for i in example.form.inputs if i.name} == set(example.boxes)
    assert {e.host for e in found} == {"www.site0.example", "www.site1.example"}


def test_the_folder_above_will_do(folder: Path) -> None:
    assert labelled_forms(folder.parent) == labelled_forms(folder)


def rewrite(folder: Path, **more: object) -> None:
    """Change the second page of the index."""
    first, second = (folder / "index.jsonl").read_text().splitlines()
    (folder / "index.jsonl").write_text(f"{first}\n{json.dumps(json.loads(second) | more)}\n")


def test_more_or_fewer_forms_than_labels(folder: Path) -> None:
    rewrite(folder, forms=["s"], visible_html_fields=[{}])
    assert len(labelled_forms(folder)) == len(FORMS) + 1
    rewrite(folder, forms=["s"] * 20, visible_html_fields=[{}] * 20)
    assert len(labelled_forms(folder)) == 2 * len(FORMS) + 1


WRONG = {
    "no such page": ({"html": "html/none.html.gz"}, "none.html.gz"),
    "not packed": ({"html": "index.jsonl"}, "index.jsonl"),
    "labels missing": ({"forms": None}, "line 2"),
    "labels of another page": ({"forms": ["s"]}, "line 2"),
}


@pytest.mark.parametrize(("change", "named"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_read_is_named(folder: Path, change: dict[str, object], named: str) -> None:
    rewrite(folder, **change)
    with pytest.raises(ExamplesError, match=named) as raised:
        labelled_forms(folder)
    assert ";" in str(raised.value), "no remedy is named"


def test_a_line_that_is_no_json(folder: Path) -> None:
    (folder / "index.jsonl").write_text("{not json}\n")
    with pytest.raises(ExamplesError, match="line 1"):
        labelled_forms(folder)


def test_a_folder_without_an_index(tmp_path: Path) -> None:
    with pytest.raises(ExamplesError, match=r"holds no index\.jsonl; give a folder that does"):
        labelled_forms(tmp_path)


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


UNREADABLE = {
    "an empty folder": ("{}/empty", "holds no HTML files"),
    "no such list": ("@{}/none.txt", "none.txt"),
    "a list that is a picture": ("@{}/picture.png", "is no text"),
    "a list that is a folder": ("@{}/empty", "cannot be read"),
    "a list that names an empty folder": ("@{}/list.txt", "holds no HTML files"),
}


@pytest.mark.parametrize(("given", "said"), UNREADABLE.values(), ids=UNREADABLE.keys())
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
