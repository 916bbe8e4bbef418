"""``scrapy forms`` as a user runs it: files, addresses, JSON, and what goes wrong."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.preloaded import run_scrapy
from tests.serving import Answer, served
from tests.site import STYLES, Site, Style, unicode_characters

KEYS = [
    "url", "index", "action", "method", "type", "searchable", "probability", "safe", "reason",
    "template", "query_input", "inputs", "tried", "objections",
]  # fmt: skip
PAGE = """<html><body><form action="/find"><label for="k">Keywords</label><input name="q" id="k">
<select name="kind"><option value="">Any</option><option value="b" selected>Books</option></select>
<input name="site" style="display:none"><button>Search</button></form>
<form action="/login" method="post"><input name="user"><input type="password" name="pass">
<button>Log in</button></form></body></html>"""
SAVED = "<!-- saved from url=(0023)https://www.example.org/ -->" + PAGE
Told = list[dict[str, Any]]


def scrapy_forms(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_scrapy("forms", *arguments)


def told(*arguments: str) -> Told:
    done = scrapy_forms("--json", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(folder: Path, html: str | bytes, name: str = "page.html") -> str:
    path = folder / name
    path.write_bytes(html if isinstance(html, bytes) else html.encode())
    return str(path)


def test_json_has_the_keys_that_were_promised(tmp_path: Path) -> None:
    path = written(tmp_path, SAVED)
    search, login = told(path)
    assert list(search) == list(login) == KEYS
    assert (search["url"], search["index"], login["index"]) == (path, 0, 1)
    assert (search["action"], search["method"]) == ("https://www.example.org/find", "GET")
    assert (search["type"], search["searchable"], search["safe"]) == ("search", True, True)
    assert 0.9 < search["probability"] <= 1
    assert search["template"] == "https://www.example.org/find?q={query}&kind=b&site="
    assert (search["query_input"], login["query_input"]) == ("q", None)
    assert (login["type"], login["searchable"], login["safe"]) == ("login", False, False)
    assert "has an input of kind password" in login["reason"]
    assert login["template"] is None


def test_every_input_is_told(tmp_path: Path) -> None:
    search, _ = told(written(tmp_path, PAGE))
    box, menu, trap, button = search["inputs"]
    assert (box["name"], box["kind"], box["label"]) == ("q", "text", "Keywords")
    assert (box["default"], box["role"], box["type"]) == ("", "keyword", "free text")
    assert box["asks_for"] == "query"
    assert (menu["kind"], menu["role"], menu["default"]) == ("select", "selection", "b")
    assert menu["options"] == [["", "Any"], ["b", "Books"]]
    assert menu["wildcard"] == ""
    assert trap["trap"] == "hidden by its style"
    assert (button["kind"], button["label"], button["role"]) == ("submit", "Search", "submit")


def test_a_file_that_does_not_say_where_it_was_is_judged_too(tmp_path: Path) -> None:
    search, login = told(Path(written(tmp_path, PAGE)).as_uri())
    assert (search["searchable"], search["safe"]) == (True, True)
    assert search["template"] == "file:///find?q={query}&kind=b&site="
    assert not login["safe"]


def test_many_pages_in_one_call(tmp_path: Path) -> None:
    paths = [written(tmp_path, PAGE.replace("/find", f"/find{n}"), f"{n}.html") for n in range(120)]
    forms = told(*paths)
    assert [form["url"] for form in forms] == [path for path in paths for _ in range(2)]
    assert [form["action"] for form in forms[::2]] == [f"file:///find{n}" for n in range(120)]


def test_files_and_addresses_keep_their_order(tmp_path: Path) -> None:
    path = written(tmp_path, PAGE)
    with Site(unicode_characters(20), Style(beside=("login",))) as site:
        item = f"{site.url}item/{site.catalogue.records[0].id}"
        done = scrapy_forms(site.url, path, item)
    assert done.returncode == 0
    heads = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert heads == [f"{site.url}: 2 forms", f"{path}: 2 forms", f"{item}: 1 form"]


def test_a_live_page_is_looked_at_and_nothing_submitted() -> None:
    style = Style(beside=("newsletter", "login", "contact"), menus=("category",))
    with Site(unicode_characters(40), style) as site:
        forms = told(site.url)
    assert [hit.path for hit in site.hits] == ["/robots.txt", "/"]
    assert {form["type"] for form in forms} == {
        "newsletter", "login", "contact or comment", "search"
    }  # fmt: skip
    assert [form["searchable"] for form in forms] == [f["type"] == "search" for f in forms]
    assert [form["safe"] for form in forms] == [f["type"] == "search" for f in forms]


def test_what_the_site_declares_is_told() -> None:
    with Site(unicode_characters(40), STYLES["declared"]) as site:
        (form,) = told(site.url)
        assert "/opensearch.xml" in [hit.path for hit in site.hits]
    assert (form["index"], form["searchable"], form["safe"]) == (0, True, True)
    for who in ("OpenSearch", "SearchAction", "query links"):
        assert who in form["reason"]
    hidden = Style(formless=True, declares=("opensearch",))
    with Site(unicode_characters(40), hidden) as site:
        forms = told(site.url)
    (declared,) = (form for form in forms if form["template"])
    assert (declared["index"], declared["safe"]) == (None, True)
    assert declared["template"] == f"{site.url}search?q={{query}}"


def test_people_can_read_it(tmp_path: Path) -> None:
    done = scrapy_forms(written(tmp_path, SAVED))
    assert (done.returncode, done.stderr) == (0, "")
    for line in (
        "page.html: 2 forms",
        "  form 0: search, a search with ",
        "safe to submit",
        "    template  https://www.example.org/find?q={query}&kind=b&site=",
        "    text      q; label 'Keywords'; the query",
        "    select    kind; default 'b'; options Any, Books; any ''",
        "    text      site; left alone: hidden by its style",
        "  form 1: login, a search with 0.0",
        "not submitted: has an input of kind password",
    ):
        assert line in done.stdout, line


@pytest.mark.parametrize("body", [b"", b"\0" * 1000, bytes(range(256)) * 50, b"<p>no form"])
def test_a_page_without_forms_is_no_error(tmp_path: Path, body: bytes) -> None:
    path = written(tmp_path, body)
    assert told(path) == []
    assert scrapy_forms(path).stdout == f"{path}: 0 forms\n"


# What it is: argument, what the one line must say.
WRONG = {
    "missing file": ("no/such/file.html", "'no/such/file.html' is neither a file"),
    "missing file URL": (
        "file:///no/such/file.html",
        "file.html' is neither a file",
    ),
    "folder": ("/", "'/' is neither a file"),
    "another scheme": ("ftp://example.org/", "'ftp://example.org/'"),
    "bare host": ("example.org", "give a file or http(s)://"),
    "no host": ("http://", "'http://'"),
    "no address": ("http://[", "'http://['"),
    "bad port": ("http://example.org:99999/", "'http://example.org:99999/'"),
    "long name": ("x" * 5000, "is neither a file"),
}


@pytest.mark.parametrize(("argument", "named"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line(tmp_path: Path, argument: str, named: str) -> None:
    done = scrapy_forms(written(tmp_path, PAGE), argument)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("forms: ")
    assert named in line


def test_no_page_named() -> None:
    done = scrapy_forms()
    assert done.returncode == 2
    assert "name at least one page" in done.stderr


def test_a_model_that_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, PAGE)
    done = scrapy_forms(path, "-s", f"DEEPWEB_FORM_MODEL={tmp_path}/none")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "form_types.npz: No such file" in line


def except_robots(status: int, content_type: str, body: bytes) -> Callable[[str], Answer]:
    """The answer of a site to all requests but that for robots.txt."""
    headers = {"Content-Type": content_type}
    return lambda path: (404 if path == "/robots.txt" else status, headers, body)


# What it is: answer, what the one line must say, forms told all the same.
REFUSED = {
    "picture": ((200, "image/png", b"\x89PNG"), "is image/png, not HTML", 0),
    "JSON": ((200, "application/json", b"{}"), "is application/json, not HTML", 0),
    "not found": ((404, "text/html", PAGE.encode()), "is an error page, HTTP 404", 2),
    "forbidden": ((403, "text/html", b"No."), "is an error page, HTTP 403", 0),
}


@pytest.mark.parametrize(("answer", "named", "forms"), REFUSED.values(), ids=REFUSED)
def test_a_page_that_is_not_what_was_asked_for(
    tmp_path: Path, answer: tuple[int, str, bytes], named: str, forms: int
) -> None:
    with served(except_robots(*answer)) as url:
        done = scrapy_forms("--json", url, written(tmp_path, PAGE))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"forms: {url}: {named}"]
    assert len(done.stdout.splitlines()) == forms + 2, "the other page was not told"


def test_a_page_that_robots_forbid() -> None:
    with Site(unicode_characters(20), Style(robots="User-agent: *\nDisallow: /\n")) as site:
        done = scrapy_forms(site.url)
    assert [hit.path for hit in site.hits] == ["/robots.txt"]
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"forms: {site.url}: Forbidden by robots.txt")


def test_a_site_that_does_not_answer() -> None:
    with served(except_robots(200, "text/html", b"")) as url:
        """Gone as soon as its address is known."""
    done = scrapy_forms(url)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"forms: {url}: does not answer")


def test_a_description_on_another_site_is_not_fetched() -> None:
    with Site(unicode_characters(20)) as other:
        link = (
            f'<link rel="search" type="application/opensearchdescription+xml" href="{other.url}">'
        )
        with served(except_robots(200, "text/html", (link + PAGE).encode())) as url:
            assert len(told(url)) == 2
    assert other.hits == []
