"""``scrapy templates`` as a user runs it, on live forms whose truth is known."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.preloaded import run_scrapy
from tests.site import SURFACING_STYLES, Site, Style, unicode_characters, used_books


def templates(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_scrapy("templates", *arguments)


def test_json_tells_each_template_and_then_the_form(tmp_path: Path) -> None:
    with Site(used_books(300), SURFACING_STYLES["menus-3"]) as site:
        done = templates("--json", site.url)
    assert done.returncode == 0, done.stderr
    *tried, form = map(json.loads, done.stdout.splitlines())
    keys = ["binding", "distinctness", "tested", "informative", "reason"]
    assert tried
    assert all(list(each) == keys for each in tried)
    assert any(each["informative"] for each in tried)
    assert all(each["reason"] for each in tried)
    assert list(form) == ["inputs", "keywords", "requests"]
    assert form["requests"] == len(site.hits)
    assert "selection" in form["inputs"].values()


def test_a_keyword_box_and_a_sort_order() -> None:
    style = Style(presents=("sort",), menus=("category",))
    with Site(unicode_characters(200), style) as site:
        done = templates(site.url)
    assert done.returncode == 0, done.stderr
    assert "q: informative" in done.stdout
    assert "input q: keyword" in done.stdout
    assert "input sort: selection" not in done.stdout
    assert "keywords  " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param((), 2, "name one page", id="nothing"),
        pytest.param(("http://[",), 2, "is no web address", id="no address"),
        pytest.param(("@located",), 2, "site '@located' is no address of one", id="many"),
        pytest.param(("http://127.0.0.1:9/",), 1, "does not answer", id="nobody there"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = templates(*arguments)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_without_a_search() -> None:
    with Site(unicode_characters(20), Style(formless=True)) as site:
        done = templates(site.url)
    assert done.returncode == 1
    assert "no form on the page is a search to ask" in done.stderr
