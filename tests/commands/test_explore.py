"""``scrapy explore`` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.preloaded import run_scrapy
from tests.serving import HTML, served

PAGES = {
    "/": '<a href="/team">Our team</a><a href="/db">Catalogue</a><p>Welcome</p>',
    "/db": '<a href="/db/search">Advanced search</a>',
    "/db/search": '<form action="/results"><input name="q"><button>Search</button></form>',
    "/team": "<p>We</p>",
}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served(
        lambda path: (200 if path in PAGES else 404, HTML, PAGES.get(path, "").encode())
    ) as url:
        yield url


def explore(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    store = ["-s", f"DEEPWEB_STORE=sqlite:///{folder}/store.db"]
    return run_scrapy("explore", *store, *arguments)


def test_json_tells_the_pages_in_order_and_why_it_stopped(site: str, tmp_path: Path) -> None:
    done = explore(tmp_path, "--json", site)
    assert done.returncode == 0, done.stderr
    *pages, last = map(json.loads, done.stdout.splitlines())
    assert all(list(page) == ["url", "depth", "score", "forms"] for page in pages)
    assert [page["url"].removeprefix(site) for page in pages[:3]] == ["", "db", "db/search"]
    assert [page["depth"] for page in pages[:3]] == [0, 1, 2]
    assert all(0 < page["score"] <= 1 for page in pages)
    (form,) = pages[2]["forms"]
    assert (form["action"], form["query_input"]) == (f"{site}results", "q")
    assert [page["forms"] for page in pages if page is not pages[2]] == [[]] * (len(pages) - 1)
    assert list(last) == ["stopped"]
    assert last["stopped"] == dict.fromkeys(("0", "1", "2"), "exhausted")


def test_a_stop_criterion_and_the_budget_are_named(site: str, tmp_path: Path) -> None:
    limited = explore(tmp_path, "--json", site, "-s", "DEEPWEB_SC1_MAX_DEPTH=1")
    assert json.loads(limited.stdout.splitlines()[-1])["stopped"]["2"] == "SC1"
    poor = explore(tmp_path, "--json", site, "-s", "DEEPWEB_MAX_REQUESTS=2")
    assert "budget" in json.loads(poor.stdout.splitlines()[-1])["stopped"].values()


def test_for_people(site: str, tmp_path: Path) -> None:
    done = explore(tmp_path, site)
    assert done.stdout.splitlines()[1] == f"  depth 0  score 1.00  {site}"
    assert f"    GET {site}results: looks like search" in done.stdout
    assert "depth 1 stopped by exhausted" in done.stdout


def test_it_keeps_nothing_in_the_store(site: str, tmp_path: Path) -> None:
    first = explore(tmp_path, "--json", site)
    assert explore(tmp_path, "--json", site).stdout == first.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name one site"),
        (["http://["], "is no web address"),
        (["@located"], "site '@located' is no address of one site; give one such as"),
        (["http://127.0.0.1:9/"], "does not answer"),
        (["http://127.0.0.1:9/", "-s", "DEEPWEB_SC1_MAX_DEPTH=deep"], "is not a valid number"),
    ],
)
def test_what_goes_wrong_is_told(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = explore(tmp_path, *arguments, "-s", "RETRY_TIMES=0")
    assert done.returncode != 0
    assert said in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
