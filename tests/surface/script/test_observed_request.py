"""From what was seen in a browser to a form: pages and requests as apps make them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from lxml.html import document_fromstring

from deepweb.form.script import FILL, IN_PATH, OPEN, Paging, Script, escaped, unescaped
from deepweb.form.submission import submission
from deepweb.form.target import URLENCODED
from deepweb.page.page import Page
from deepweb.read.data.json_lists import at
from deepweb.surface.script.exchange import LOAD, MORE, SEARCH, Exchange
from deepweb.surface.script.observed_request import observed_search
from deepweb.surface.script.paging import (
    end_pairs,
    linked_page,
    next_address,
    next_pairs,
    with_argument,
)
from deepweb.surface.script.script_form import rendered_form
from deepweb.surface.script.shown_records import SearchPages, ShownClick

HERE = "http://x/app"
WORD = "dune"
BOOKS = [{"key": f"b{n}", "label": f"Dune, part {n}", "about": f"Sand {n}"} for n in range(3)]


def page(body: str) -> Page:
    root = document_fromstring(f"<html><body><h1>Books</h1>{body}</body></html>", base_url=HERE)
    return Page(HERE, root, "utf-8", 0)


def shown(items: list[dict[str, str]], href: str = "/book/{}") -> Page:
    rows = (
        f'<li><a href="{href.format(i["key"])}">{i["label"]}</a> {i["about"]}</li>' for i in items
    )
    return page(f'<a href="/about">About</a><ul>{"".join(rows)}</ul>')


SEEN = SearchPages(page("<p>Nothing found</p>"), shown(BOOKS), WORD)


def get(path: str, answer: Any, stage: str = SEARCH, **asked: str) -> Exchange:
    url = f"http://x{path}?{urlencode(asked)}" if asked else f"http://x{path}"
    return Exchange(
        "GET", url, stage, answer_type="application/json", answer=json.dumps(answer).encode()
    )


def test_a_request_with_the_word_in_it_is_a_form() -> None:
    search = observed_search([get("/api", {"hits": BOOKS}, q="Dune", lang="en")], SEEN)
    assert search is not None
    assert (search.box, search.form.method, search.form.action) == ("q", "GET", "http://x/api")
    assert search.form.script is not None
    assert search.form.script.records == ("hits",)
    assert search.form.script.title == "label"
    assert search.form.script.record_url == "http://x/book/{key}"
    assert submission(search.form, {"q": "a b"}).url == "http://x/api?q=a+b&lang=en"


@pytest.mark.parametrize(("status", "is_one"), [(201, True), (206, True), (404, False)])
def test_other_statuses_of_success_are_answers(status: int, is_one: bool) -> None:
    asked = replace(get("/api", {"hits": BOOKS}, q="dune"), status=status)
    assert (observed_search([asked], SEEN) is not None) == is_one


def test_tokens_of_the_page_are_sent_along() -> None:
    asked = replace(get("/api", {"hits": BOOKS}, q="dune"), headers=(("X-CSRF-Token", "0f3a"),))
    search = observed_search([asked], SEEN)
    assert search is not None
    assert search.form.script is not None
    assert search.form.script.headers == (("x-csrf-token", "0f3a"),)


def test_what_is_proposed_while_typing_is_not_it() -> None:
    proposed = get("/suggest", {"words": [{"text": "dune"}, {"text": "dunes"}]}, term="dune")
    search = observed_search([proposed, get("/api", {"hits": BOOKS}, q="dune"), proposed], SEEN)
    assert search is not None
    assert search.form.action == "http://x/api"


def test_nor_what_the_page_does_not_show() -> None:
    adverts = [{"title": "Buy boots"}, {"title": "Buy hats"}]
    assert observed_search([get("/ads", {"ads": adverts}, q="dune")], SEEN) is None


def test_the_word_in_the_path() -> None:
    search = observed_search([get("/api/find/Dune/all", BOOKS)], SEEN)
    assert search is not None
    assert (search.box, search.form.action) == (IN_PATH, "http://x/api/find/{query}/all")
    assert submission(search.form, {IN_PATH: "a/b c"}).url == "http://x/api/find/a%2Fb%20c/all"


def test_a_body_in_json() -> None:
    body = {"query": "query F { f }", "variables": {"q": "dune", "page": 1}}
    exchange = Exchange(
        "POST",
        "http://x/graphql",
        SEARCH,
        body=json.dumps(body),
        content_type="application/json",
        answer=json.dumps({"data": {"f": [{"node": book} for book in BOOKS]}}).encode(),
    )
    search = observed_search([exchange], SEEN)
    assert search is not None
    assert search.box == "/variables/q"
    sent = submission(search.form, {search.box: "sand", "=/variables/page": "2"})
    assert sent.content_type == "application/json"
    assert json.loads(sent.body) == {
        "query": "query F { f }",
        "variables": {"q": "sand", "page": 2},
    }


def test_a_part_of_a_page() -> None:
    html = "".join(f"<li>{book['label']} {book['about']}</li>" for book in BOOKS)
    exchange = Exchange(
        "GET", "http://x/part?s=dune", SEARCH, answer_type="text/html", answer=html.encode()
    )
    search = observed_search([exchange], SearchPages(page(""), page(f"<ul>{html}</ul>"), WORD))
    assert search is not None
    assert search.form.script is not None and search.form.script.records is None


def test_html_inside_json() -> None:
    html = "".join(f"<li>{book['label']} {book['about']}</li>" for book in BOOKS)
    exchange = get("/ajax", {"data": {"html": html, "n": 3}}, s="dune")
    search = observed_search([exchange], SearchPages(page(""), page(f"<ul>{html}</ul>"), WORD))
    assert search is not None
    assert search.form.script is not None and search.form.script.records == ("data", "html")


def test_a_file_with_everything() -> None:
    others = [{"key": f"o{n}", "label": f"Other {n}", "about": "?"} for n in range(500)]
    exchange = get("/index.json", {"docs": [*others, *BOOKS]}, stage=LOAD)
    search = observed_search([exchange], SEEN)
    assert search is not None
    assert (search.box, search.form.inputs) == ("", ())
    assert search.form.script is not None
    assert search.form.script.record_url == "http://x/book/{key}"


def test_of_the_lists_of_a_file_it_is_the_one_that_makes_most_links() -> None:
    # A few of the many names in an index are names of pages as well.
    pages = [{"doc": 12 * letter, "title": f"Module {letter}"} for letter in "abcdefghijkl"]
    names = [{"name": 12 * letter} for letter in "abcdefmnopqrstuvwxyz"]
    links = "".join(f'<li><a href="/{p["doc"]}.html">{p["title"]}</a></li>' for p in pages)
    told = "".join(f"<li>{each['name']}</li>" for each in names)
    found = page(f"<ul>{links}</ul><ul>{told}</ul>")
    exchange = get("/index.json", {"docs": pages, "names": names}, stage=LOAD)
    search = observed_search([exchange], SearchPages(page("<p>None</p>"), found, WORD))
    assert search is not None and search.form.script is not None
    assert search.form.script.records == ("docs",)
    assert search.form.script.record_url == "http://x/{doc}.html"


PAGED: list[tuple[dict[str, str], dict[str, str], Any, Paging]] = [
    ({"page": "1"}, {"page": "2"}, {}, Paging("page", "number", 1, 3, "1")),
    ({}, {"page": "2"}, {}, Paging("page", "number", 1, 3, "1")),
    ({"p": "0"}, {"p": "1"}, {}, Paging("p", "number", 1, 3, "0")),
    ({"offset": "0"}, {"offset": "3"}, {}, Paging("offset", "offset", 3, 3, "0")),
    ({"x": "0"}, {"x": "3"}, {}, Paging("x", "offset", 3, 3, "0")),
    (
        {"t": "1700000000"},
        {"t": "1700000009", "page": "2"},
        {},
        Paging("page", "number", 1, 3, "1"),
    ),
    (
        {},
        {"after": "abc="},
        {"info": {"end": "abc="}},
        Paging("after", "cursor", 1, 3, "", ("info", "end")),
    ),
]


@pytest.mark.parametrize(("first", "second", "beside", "paging"), PAGED)
def test_how_the_script_asked_for_more(
    first: dict[str, str], second: dict[str, str], beside: Any, paging: Paging
) -> None:
    asked = get("/api", {"hits": BOOKS, **beside}, q="dune", **first)
    more = get("/api", {"hits": []}, stage=MORE, q="dune", **second)
    search = observed_search([asked, more], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.paging == paging


def test_more_is_asked_for_by_name_where_there_is_more() -> None:
    unseen = Paging("start", "offset", 3, 0, "0", is_supposed=True)
    for whole, expected in ((3, unseen), (30, Paging("start", "offset", 3, 3, "0"))):
        asked = get("/api", {"total": whole, "hits": BOOKS}, q="dune", start="0")
        search = observed_search([asked], SEEN)
        assert search is not None and search.form.script is not None
        assert search.form.script.paging == expected


def test_the_number_of_a_page_as_interfaces_in_json_name_it() -> None:
    asked = get("/api", {"total": 30, "hits": BOOKS}, q="dune", **{"page[number]": "1"})
    search = observed_search([asked], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.paging == Paging("page[number]", "number", 1, 3, "1")


def test_a_number_of_pages_says_that_there_is_more() -> None:
    for pages, size in ((1, 0), (4, 3)):
        asked = get("/api", {"last_page": pages, "data": BOOKS}, q="dune", page="1")
        search = observed_search([asked], SEEN)
        assert search is not None and search.form.script is not None
        paging = search.form.script.paging
        assert paging == Paging("page", "number", 1, size, "1", is_supposed=pages == 1)


def test_next_pages_until_the_end() -> None:
    number = Paging("page", "number", 1, 20, "1")
    assert next_pairs(number, (("q", "a"),), {}, 20) == ("page", "2")
    assert next_pairs(number, (("page", "7"),), {}, 20) == ("page", "8")
    assert next_pairs(number, (("page", "8"),), {}, 19) is None
    assert next_pairs(number, (("page", "next"),), {}, 20) is None
    cursor = Paging("after", "cursor", source=("end",))
    assert next_pairs(cursor, (), {"end": "x"}, 2) == ("after", "x")
    assert next_pairs(cursor, (("after", "x"),), {"end": "x"}, 2) is None
    assert next_pairs(cursor, (), {"end": None}, 2) is None


def test_an_answer_that_names_its_next_page() -> None:
    assert next_address({"links": {"next": "/api?page=2"}}, "http://x/api") == "http://x/api?page=2"
    assert next_address({"paging": {"next": {"href": "?p=2"}}}, "http://x/a") == "http://x/a?p=2"
    assert next_address({"next": 2, "nextPage": None}, "http://x/a") == ""
    assert with_argument("http://x/a?q=b&p=1", "p", "2") == "http://x/a?q=b&p=2"


def test_routes_behind_a_hash_survive() -> None:
    for url in ("http://x/#/search?q=a&page=2", "http://x/app#!/find/a", "http://x/#q=a"):
        assert "#" not in escaped(url)
        assert unescaped(escaped(url)) == url
    assert escaped("http://x/page#top") == "http://x/page#top"


def test_what_only_a_browser_can_ask() -> None:
    opened, _ = rendered_form(HERE, "http://x/#/search?q=Dune&sort=new", WORD, Script(box=2))
    assert opened.script is not None and opened.script.way == OPEN
    asked = submission(opened, {"q": "sand"}).url
    assert unescaped(asked) == "http://x/#/search?q=sand&sort=new"
    inside, _ = rendered_form(HERE, "http://x/find/dune", WORD, Script(box=2))
    assert submission(inside, {IN_PATH: "sand"}).url == "http://x/find/sand"
    filled, _ = rendered_form(HERE, "http://x/app?tab=1", WORD, Script(box=2))
    assert filled.script == Script(FILL, box=2)
    assert len({submission(filled, {"q": word}).url for word in ("a", "b")}) == 2


@pytest.mark.parametrize(
    "script", [Script(), Script(OPEN, (("accept", "a"),), ("a", "*"), "u", "t", PAGED[-1][3], 3)]
)
def test_what_is_stored_comes_back(script: Script) -> None:
    assert Script.from_json(json.loads(json.dumps(asdict(script)))) == script


def test_a_value_that_is_made_of_the_word_is_made_again() -> None:
    def asked(word: str) -> Exchange:
        return get("/api", {"hits": BOOKS}, filter=f"contains(name,'{word}')", q2=word)

    seen = SearchPages(SEEN.nothing, SEEN.found, WORD, "xqzzk")
    search = observed_search([asked("xqzzk"), asked(WORD)], seen)
    assert search is not None
    assert search.box == "q2"
    sent = submission(search.form, {"q2": "sand"}).url
    assert sent == "http://x/api?filter=contains%28name%2C%27sand%27%29&q2=sand"


def test_a_body_of_lines_is_made_again() -> None:
    def asked(word: str) -> Exchange:
        return Exchange(
            "POST",
            "http://x/_msearch",
            SEARCH,
            body=f'{{"index": "b"}}\n{{"match": "{word}"}}\n',
            content_type="application/x-ndjson",
            answer=json.dumps({"responses": [{"hits": BOOKS}]}).encode(),
        )

    seen = SearchPages(SEEN.nothing, SEEN.found, WORD, "xqzzk")
    search = observed_search([asked("xqzzk"), asked(WORD)], seen)
    assert search is not None
    sent = submission(search.form, {search.box: "sand"})
    assert (sent.body, sent.content_type) == (asked("sand").body.encode(), "application/x-ndjson")


def test_what_stands_in_records_is_no_list_of_records() -> None:
    tags = [[{"key": f"owner {n}", "value": b["label"]}, {"key": "tier", "value": b["about"]}]
            for n, b in enumerate(BOOKS)]  # fmt: skip
    items = [{**b, "tags": each} for b, each in zip(BOOKS, tags, strict=True)]
    search = observed_search([get("/api", {"models": items}, q=WORD)], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.records == ("models",)


def test_but_sections_of_records_are_no_records() -> None:
    sections = [{"name": b["label"], "items": [b, {**b, "label": b["about"]}]} for b in BOOKS]
    search = observed_search([get("/api", {"sections": sections}, q=WORD)], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.records == ("sections", "*", "items")


def test_rows_that_are_lists_are_records() -> None:
    rows = [[f'<a href="/book/{b["key"]}">{b["label"]}</a>', b["about"]] for b in BOOKS]
    search = observed_search([get("/api", {"n": 3, "data": rows}, q=WORD)], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.records == ("data",)
    assert search.form.script.record_url == "{+1_url}"
    assert search.form.script.title == "1"


def opened(path: str, items: list[dict[str, str]], menu: str = "") -> Exchange:
    rows = "".join(f"<li>{item['label']} {item['about']}</li>" for item in items)
    return Exchange(
        "GET",
        f"http://x{path}",
        LOAD,
        is_page=True,
        answer_type="text/html",
        answer=f"<h1>Books</h1>{menu}<ul>{rows}</ul>".encode(),
    )


def test_an_address_that_brings_the_results_is_the_search() -> None:
    parts = get("/parts", "?", q=WORD)
    search = observed_search([opened("/", []), parts, opened("/find?q=dune", BOOKS)], SEEN)
    assert search is not None
    assert submission(search.form, {search.box: "sand"}).url == "http://x/find?q=sand"


def test_but_not_by_what_stands_in_its_menu() -> None:
    menu = "".join(f"<a>{b['label']}</a> <a>{b['about']}</a>" for b in BOOKS)
    pages = [opened("/", [], menu), opened("/find?q=dune", [], menu)]
    assert observed_search(pages, SEEN) is None


def test_what_carries_the_word_is_not_all_there_is() -> None:
    asked = get("/api", {"hits": BOOKS}, q=f"title:({WORD})")
    assert observed_search([asked], SEEN) is None


def test_the_next_page_by_a_step_of_the_path() -> None:
    first = get("/find/dune/0", {"found": BOOKS, "total": 9})
    second = get("/find/dune/1", {"found": BOOKS, "total": 9}, stage=MORE)
    search = observed_search([first, second], SEEN)
    assert search is not None and search.form.script is not None
    paging = search.form.script.paging
    assert paging is not None and paging.argument == "/3"
    assert next_pairs(paging, (("/3", "1"),), None, 3) == ("/3", "2")
    assert with_argument("http://x/find/a%20b/1?c=d", "/3", "2") == "http://x/find/a%20b/2?c=d"


def test_a_counter_of_requests_is_no_page() -> None:
    first = get("/api", {"found": BOOKS, "total": 9}, q=WORD, draw="2", start="0")
    second = get("/api", {"found": BOOKS}, stage=MORE, q=WORD, draw="3", start="3")
    search = observed_search([first, second], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.paging == Paging("start", "offset", 3, 3, "0")


def test_the_number_of_records_on_a_page_can_be_raised() -> None:
    first = get("/api", {"total": 9, "hits": BOOKS}, q="dune", start="0", length="3")
    more = get("/api", {"total": 9, "hits": BOOKS}, MORE, q="dune", start="3", length="3")
    search = observed_search([first, more], SEEN)
    assert search is not None
    menus = {i.name: i.options for i in search.form.inputs if i.role == "selection"}
    assert menus == {"length": (("3", "3"), ("100", "100"))}


def test_a_page_that_asks_for_its_next_one_by_itself() -> None:
    first, second = (
        get("/api", {"total": 9, "hits": BOOKS[:2]}, q="dune", page="1"),
        get("/api", {"total": 9, "hits": BOOKS[1:]}, q="dune", page="2"),
    )
    search = observed_search([first, second], SEEN)
    assert search is not None
    assert dict(search.form.defaults)["page"] == "1"
    assert search.form.script is not None and search.form.script.paging is not None
    assert search.form.script.paging.argument == "page"


def test_what_the_interface_told_shorter_is_no_other_record() -> None:
    """A calendar asks the same address for its days alone."""
    shown_books = page("".join(f"<p>{e['label']}</p><p>{e['about']}</p>" for e in BOOKS))
    clicks = tuple(ShownClick(e["label"], f"http://x/read/{e['key']}") for e in BOOKS[:2])
    days = get("/api/books", {"hits": [{"day": f"{n} May"} for n in range(30)]}, LOAD, month="5")
    asked = get("/api/books", {"hits": BOOKS}, q="dune")
    seen = SearchPages(page("<p>Nothing"), shown_books, WORD, clicks=clicks)
    search = observed_search([days, asked], seen)
    assert search is not None and search.form.script is not None
    assert search.form.script.record_url == "http://x/read/{key}"


@pytest.mark.parametrize(
    ("path", "around"),
    [
        (
            ("1", "data"),
            lambda html: [{"command": "settings"}, {"command": "insert", "data": html}],
        ),
        (
            ("components", "0", "effects", "html"),
            lambda html: {"components": [{"snapshot": "{}", "effects": {"html": html}}]},
        ),
    ],
)
def test_html_inside_a_list_of_json(path: tuple[str, ...], around: Callable[[str], Any]) -> None:
    rows = "".join(f"<p>{book['label']}</p><p>{book['about']}</p>" for book in BOOKS)
    search = observed_search([get("/api", around(rows), q="dune")], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.records == path
    assert at(around("<p>Sand</p>"), path) == "<p>Sand</p>"


def test_html_that_asks_for_its_next_page_by_itself() -> None:
    rows = [f"<p>{book['label']}</p><p>{book['about']}</p>" for book in BOOKS]
    first, second = (
        Exchange("POST", "http://x/rows", SEARCH, body, URLENCODED, (), answer_type="text/html",
                 answer="".join(answer).encode())
        for body, answer in (("q=dune&kind=", rows), ("q=dune&kind=&from=3", rows[::-1]))
    )  # fmt: skip
    search = observed_search([first, second], SEEN)
    assert search is not None and search.form.script is not None
    assert "from" not in dict(search.form.defaults)
    paging = search.form.script.paging
    assert paging is not None and (paging.argument, paging.step) == ("from", 3)


@pytest.mark.parametrize(
    ("frame", "attribute"),
    [("<p hx-get={}>", "hx-get"), ('<turbo-frame id="p2" src={}></turbo-frame>', "src")],
)
def test_html_names_its_next_page_in_an_attribute(frame: str, attribute: str) -> None:
    rows = "".join(f"<p>{book['label']}</p><p>{book['about']}</p>" for book in BOOKS)
    first, second = (
        Exchange("GET", url, stage, answer_type="text/html", answer=answer.encode())
        for url, stage, answer in (
            ("http://x/find?q=dune", SEARCH, rows + frame.format('"/more?q=dune&amp;p=2"')),
            ("http://x/more?q=dune&p=2", SEARCH, rows),
        )
    )
    search = observed_search([first, second], SEEN)
    assert search is not None and search.form.script is not None
    paging = search.form.script.paging
    assert search.form.action == "http://x/find"
    assert paging == Paging(attribute, "link", source=("/more",))
    html = '<a data-x="/more?p=9"></a>' + frame.format('"/more?q=sand&amp;p=3"').upper()
    html = html.replace("MORE?Q=SAND&AMP;P", "more?q=sand&amp;p")
    assert linked_page(paging, html, "http://x/more?q=sand&p=2") == "http://x/more?q=sand&p=3"
    assert linked_page(paging, frame.format("'/edit/3'"), "http://x/more?q=sand&p=3") == ""


def test_next_pages_by_json_inside_an_argument() -> None:
    def asked(page: int, stage: str = SEARCH) -> Exchange:
        sent = {"0": {"text": "dune", "page": page, "size": 3}}
        return get("/api", {"total": 9, "hits": BOOKS}, stage, input=json.dumps(sent))

    search = observed_search([asked(0), asked(1, MORE)], SEEN)
    assert search is not None and search.form.script is not None
    paging, sent = search.form.script.paging, submission(search.form, {search.box: "sand"}).url
    assert paging is not None
    assert _inside(sent) == {"0": {"text": "sand", "page": 0, "size": 3}}
    assert _inside(with_argument(sent, paging.argument, "4"))["0"]["page"] == 4


def _inside(url: str) -> Any:
    return json.loads(parse_qs(urlsplit(url).query)["input"][0])


def test_an_answer_tells_its_page_where_no_argument_does() -> None:
    answer = {"props": {"page": 1, "total": 3, "hits": BOOKS}}
    search = observed_search([get("/api", answer, q="dune")], SEEN)
    assert search is not None and search.form.script is not None
    assert search.form.script.paging == Paging("page", "number", first="1", is_supposed=True)


@pytest.mark.parametrize(("stated", "expected"), [(40, ("page", "3")), (20, None), (None, None)])
def test_a_next_page_that_was_never_seen_needs_a_total(
    stated: int | None, expected: tuple[str, str] | None
) -> None:
    paging = Paging("page", "number", 1, 0, "1", is_supposed=True)
    assert next_pairs(paging, (("page", "2"),), {}, 10, stated) == expected


def test_a_page_that_is_told_by_its_start_and_its_end() -> None:
    """As AG Grid and json-server ask."""
    first = get("/api", {"hits": BOOKS}, q="dune", _end="3", _start="0")
    more = get("/api", {"hits": BOOKS}, MORE, q="dune", _end="6", _start="3")
    search = observed_search([first, more], SEEN)
    assert search is not None and search.form.script is not None
    paging = search.form.script.paging
    assert paging == Paging("_start", "offset", 3, 3, "0", end="_end")
    sent = (("_start", "0"), ("_end", "100"))
    assert end_pairs(paging, sent, ("_start", "100")) == (("_end", "200"),)
    assert end_pairs(Paging("p", "number"), sent, ("p", "2")) == ()
