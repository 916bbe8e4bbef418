"""Labelled forms from a folder of pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deepweb.page.site import registered_domain
from deepweb.train.form_examples import ExamplesError, labelled_forms
from tests.labelled_pages import FORMS, write_labelled_pages


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


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("http://www.shop.co.uk/a", "shop.co.uk"),
        ("https://a.b.example.com:8080/", "example.com"),
        ("http://someone.github.io/", "github.io"),
        ("http://10.0.0.1:81/", "10.0.0.1:81"),
        ("http://localhost:8000/x", "localhost:8000"),
        ("file:///home/pages/a.html", "file:///home/pages/a.html"),
    ],
)
def test_registered_domain(url: str, domain: str) -> None:
    assert registered_domain(url) == domain
