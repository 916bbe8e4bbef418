"""Searches that are no form on the first page: in frames, or declared to machines only."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.items import SearchForm
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import Answers, answers_of, crawl, html, project_settings
from tests.site import STYLES, Site, Style, unicode_characters
from tests.site.style import Declares

HOST = "example.org"
CATALOGUE = unicode_characters(25)


def surfaced(folder: Path, answers: Answers) -> tuple[list[str], list[SearchForm]]:
    """Addresses of the records, and the forms."""
    settings = project_settings(folder, ANSWERS=answers, DEEPWEB_PATIENCE=100_000)
    crawl(settings, Surfacer, site=f"http://{HOST}/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    found = [str(record.url) for record in store.records(HOST)], store.decisions.forms(HOST)
    store.close()
    return found


FRAMESET = """<html><frameset cols="20%,*"><frame src="/menu"><frame src="/inner">
<frame src="http://ads.example/"></frameset><noframes>Your browser is old.</noframes></html>"""
IFRAMES = '<p>Welcome</p><iframe src="about:blank"></iframe><iframe src="/inner"></iframe>'


@pytest.mark.parametrize("home", [FRAMESET, IFRAMES], ids=["frameset", "iframes"])
def test_a_search_in_a_frame(tmp_path: Path, home: str) -> None:
    site = Site(CATALOGUE, Style(promoted=3))
    answers = answers_of(site)
    asked: list[str] = []

    def framed(request: Request) -> Response:
        asked.append(request.url.removeprefix(f"http://{HOST}"))
        match asked[-1]:
            case "/":
                return html(request, home)
            case "/menu":
                return html(request, '<a href="/inner">Start</a>')
            case "/inner":
                return answers(request.replace(url=f"http://{HOST}/")).replace(url=request.url)
            case _:
                return answers(request)

    urls, forms = surfaced(tmp_path, framed)
    assert len(urls) > 20
    (form,) = (form for form in forms if form.is_asked)
    assert form.form.url == f"http://{HOST}/inner"
    assert asked.count("/inner") == 1, "a frame was looked at twice"


@pytest.mark.parametrize("how", ["opensearch", "json-ld", "microdata", "links"])
def test_a_search_that_is_only_declared(tmp_path: Path, how: Declares) -> None:
    site = Site(CATALOGUE, Style(formless=True, declares=(how,), promoted=3))
    urls, forms = surfaced(tmp_path, answers_of(site))
    assert len(urls) > 20
    (form,) = (form for form in forms if form.is_asked)
    assert (form.form.index, form.query_input, form.form.method) == (None, "q", "GET")
    assert form.reason.startswith("looks like search")
    assert f"declared by {form.declared[0]}" in form.reason


def test_a_search_that_is_declared_to_be_posted(tmp_path: Path) -> None:
    style = Style(
        formless=True, declares=("opensearch",), method="post", hidden={"db": "x"}, promoted=3
    )
    site = Site(CATALOGUE, style)
    urls, _ = surfaced(tmp_path, answers_of(site))
    assert len(urls) > 20
    assert {(hit.method, hit.form["db"]) for hit in site.searches} == {("POST", "x")}


@pytest.mark.parametrize("name", ["declared", "declared-hidden", "declared-post"])
def test_a_declaration_beside_a_form_is_not_asked_twice(tmp_path: Path, name: str) -> None:
    site = Site(CATALOGUE, STYLES[name])
    _, forms = surfaced(tmp_path, answers_of(site))
    assert sum(form.is_asked for form in forms) == 1
    asked = [tuple(hit.form.items()) for hit in site.searches]
    assert len(asked) == len(set(asked))


def test_a_search_by_script_alone_is_told_and_not_asked(tmp_path: Path) -> None:
    site = Site(CATALOGUE, Style(formless=True))
    urls, forms = surfaced(tmp_path, answers_of(site))
    assert (urls, site.searches) == ([], [])
    (form,) = {form.form.id: form for form in forms}.values()
    assert "not submitted: cannot be submitted: it is no form, but driven by script" in form.reason
