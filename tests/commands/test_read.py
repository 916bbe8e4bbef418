"""``scrapy read`` as a user runs it: files, addresses, JSON, and what goes wrong."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.preloaded import run_scrapy
from tests.serving import HTML, served
from tests.site import STYLES, Site, unicode_characters

KEYS = ["url", "kind", "records", "next_url", "region", "reason", "sure"]
RECORD_KEYS = ["title", "url", "kind", "text", "fields"]
KINDS = {"results", "single", "empty", "detail", "blocked", "error"}
Told = dict[str, Any]

FRUITS = ("Apple", "Banana", "Cherry", "Damson", "Elderberry", "Fig", "Grape", "Lemon", "Mango")
ORIGINS = ("Spain", "Kenya", "Turkey", "France", "Poland", "Greece", "Chile", "Italy", "India")


def shop_page(body: str, asked: str = "", title: str = "Fruit shop") -> str:
    return (
        f"<html><head><title>{title}</title><base href='http://shop.example/search'></head><body>"
        "<nav><a href='/'>Home</a> <a href='/about'>About us</a> <a href='/help'>Help</a></nav>"
        f"<form action='/search'><input name='q' value='{asked}'><button>Search</button></form>"
        f"{body}<footer>Fruit of all kinds, every day from six in the morning.</footer>"
        "</body></html>"
    )


def item(number: int) -> str:
    name, origin = FRUITS[(number - 1) % 9], ORIGINS[(number - 1) % 9]
    return (
        f"<li class='item'><h3><a href='/item/{number}'>{name} no. {number}</a></h3>"
        f"<p>Price: <b>${number}.50</b></p><p>Origin: <i>{origin}</i></p>"
        f"<p class='about'>Sold by the crate, picked in week {number} and kept cool ever since.</p>"
        "</li>"
    )


def results_page(numbers: Sequence[int], asked: str, more: str = "") -> str:
    items = "".join(map(item, numbers))
    found = f"<h1>{len(numbers)} results for {asked}</h1><ul class='items'>{items}</ul>{more}"
    return shop_page(found, asked)


NEXT = "<div class='pager'><b>1</b> <a href='/search?q=red&amp;page=2'>Next</a></div>"
FULL = results_page(range(1, 9), "red", NEXT)
EMPTY = shop_page("<h1>Results</h1><p>No products were found for zebra.</p>", "zebra")
# Nothing on it says in words that it is empty, and what it offers is laid out as results.
OFFERS = "<h1>Our offers</h1><ul class='items'>{}</ul>".format("".join(map(item, (70, 71, 72))))
QUIET = shop_page(OFFERS, "zebra")
DETAIL = shop_page(
    "<h1>Apple no. 1</h1><table><tr><th>Price</th><td>$1.50</td></tr><tr><th>Origin</th>"
    "<td>Spain</td></tr><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Sort</th><td>Boskoop</td>"
    "</tr><tr><th>Number</th><td>1</td></tr></table><p>Sold by the crate, and kept cool.</p>",
    title="Apple no. 1 | Fruit shop",
)
WALL = (
    "<html><head><title>Access denied</title></head><body><h1>Access denied</h1>"
    "<p>Please prove that you are not a robot.</p></body></html>"
)
BROKEN = (
    "<html><head><title>Internal Server Error</title></head><body><h1>Internal Server Error</h1>"
    "<p>An error occurred while your request was being worked on.</p></body></html>"
)


def scrapy_read(*arguments: str) -> subprocess.CompletedProcess[str]:
    done = run_scrapy("read", *arguments)
    assert "Traceback" not in done.stderr
    return done


def lines_of(done: subprocess.CompletedProcess[str]) -> list[Told]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(*arguments: str) -> list[Told]:
    done = scrapy_read("--json", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return lines_of(done)


def written(folder: Path, **pages: str | bytes) -> list[str]:
    """The pages as files, in the order given."""
    paths = [folder / f"{name}.html" for name in pages]
    for path, page in zip(paths, pages.values(), strict=True):
        path.write_bytes(page if isinstance(page, bytes) else page.encode())
    return list(map(str, paths))


def columns(page: Told) -> list[set[str]]:
    return [set(record["fields"]) for record in page["records"]]


# --- What is told ---


def test_details_are_one_record_a_page(tmp_path: Path) -> None:
    others = [DETAIL.replace("Apple no. 1", f"{name} no. {n}").replace("Spain", ORIGINS[n])
              for n, name in enumerate(FRUITS[1:4], 1)]  # fmt: skip
    names = written(tmp_path, one=DETAIL, two=others[0], three=others[1], four=others[2])
    said = told("--details", *names)
    assert [page["url"] for page in said] == names
    assert [list(page) for page in said] == [KEYS] * 4
    assert {page["kind"] for page in said} == {"detail"}
    records = [record for page in said for record in page["records"]]
    assert [record["title"] for record in records] == [
        "Apple no. 1", "Banana no. 1", "Cherry no. 2", "Damson no. 3"
    ]  # fmt: skip
    assert [record["fields"]["origin"] for record in records] == list(ORIGINS[:4])


def test_a_page_alone_has_its_labelled_details(tmp_path: Path) -> None:
    (path,) = written(tmp_path, one=DETAIL)
    (page,) = told("--details", path)
    assert page["records"][0]["title"] == "Apple no. 1"
    assert page["records"][0]["fields"] == {
        "price": "$1.50", "origin": "Spain", "weight": "2 kg", "sort": "Boskoop", "number": "1"
    }  # fmt: skip


def test_json_has_the_keys_that_were_promised(tmp_path: Path) -> None:
    (path,) = written(tmp_path, full=FULL)
    (page,) = told(path)
    assert list(page) == KEYS
    assert (page["url"], page["kind"]) == (path, "results")
    assert [list(record) for record in page["records"]] == [RECORD_KEYS] * 8
    first = page["records"][0]
    assert (first["title"], first["url"]) == ("Apple no. 1", "http://shop.example/item/1")
    assert first["text"].startswith("Apple no. 1 Price: $1.50 Origin: Spain Sold by the crate")
    assert (first["fields"]["price"], first["fields"]["origin"]) == ("$1.50", "Spain")
    assert first["fields"]["price_amount"] == 1.5
    assert page["next_url"] == "http://shop.example/search?q=red&page=2"
    assert page["region"] == "html/body/ul"
    assert "8 results" in page["reason"]


def test_each_kind_of_page_in_the_order_named(tmp_path: Path) -> None:
    one = results_page([5], "fig")
    pages = {
        "wall": WALL, "detail": DETAIL, "full": FULL, "empty": EMPTY, "broken": BROKEN, "one": one
    }  # fmt: skip
    names = written(tmp_path, **pages)
    said = told(*names)
    assert [page["url"] for page in said] == names
    kinds = [page["kind"] for page in said]
    assert kinds == ["blocked", "detail", "results", "empty", "error", "single"]
    assert set(kinds) == KINDS
    assert [len(page["records"]) for page in said] == [0, 0, 8, 0, 0, 1]
    assert [page["next_url"] is not None for page in said] == [False] * 2 + [True] + [False] * 3
    assert "no products were found for zebra" in said[3]["reason"]
    assert all(page["region"] is None for page in said if not page["records"])


def test_pages_of_a_site_have_the_same_columns(tmp_path: Path) -> None:
    pages = {
        "many": FULL, "few": results_page([11, 12, 13], "blue"), "one": results_page([5], "fig")
    }  # fmt: skip
    many, few, one = told(*written(tmp_path, **pages))
    assert [len(page["records"]) for page in (many, few, one)] == [8, 3, 1]
    assert one["records"][0]["title"] == "Elderberry no. 5"
    every = [names for page in (many, few, one) for names in columns(page)]
    assert all(names == every[0] for names in every)
    assert {"price", "price_amount", "origin"} <= every[0]


def test_a_page_named_twice_is_told_twice(tmp_path: Path) -> None:
    (path,) = written(tmp_path, full=FULL)
    first, second = told(path, path)
    assert first == second
    assert len(first["records"]) == 8


def test_a_file_by_its_url(tmp_path: Path) -> None:
    (path,) = written(tmp_path, full=FULL)
    url = Path(path).as_uri()
    (page,) = told(url)
    assert (page["url"], page["kind"], len(page["records"])) == (url, "results", 8)


def test_people_can_read_it(tmp_path: Path) -> None:
    full, empty = written(tmp_path, full=results_page(range(1, 13), "red", NEXT), empty=EMPTY)
    done = scrapy_read(full, empty)
    assert (done.returncode, done.stderr) == (0, "")
    for line in (
        f"{full}: results, 12 records",
        "  records html/body/ul",
        "  next    http://shop.example/search?q=red&page=2",
        "  - Apple no. 1",
        "      url: http://shop.example/item/1",
        "      price: $1.50",
        "  and 2 more",
        f"{empty}: empty, 0 records",
        "  why     it says: no products were found for zebra.",
    ):
        assert line in done.stdout.splitlines(), line


# --- Known empty pages ---


def test_a_page_like_the_known_empty_ones_is_empty(tmp_path: Path) -> None:
    other = QUIET.replace("zebra", "quagga")
    quiet, full, known = written(tmp_path, quiet=QUIET, full=FULL, known=other)
    alone = told(quiet)[0]
    assert (alone["kind"], len(alone["records"])) == ("results", 3)
    beside, results = told(quiet, full, "--background", known)
    assert (beside["kind"], beside["records"], beside["region"]) == ("empty", [], None)
    assert (results["kind"], len(results["records"])) == ("results", 8)
    assert "records; 0." in results["reason"], "no figure beside the verdict"


def test_what_empty_pages_offer_too_is_no_record(tmp_path: Path) -> None:
    mixed = shop_page(f"{OFFERS}<h1>Found</h1><ul class='found'>{item(1)}{item(2)}</ul>", "red")
    pages = written(tmp_path, mixed=mixed, quiet=QUIET)
    (page,) = told(pages[0], "--background", pages[1])
    assert [record["title"] for record in page["records"]] == ["Apple no. 1", "Banana no. 2"]


def test_one_record_is_found_beside_empty_pages(tmp_path: Path) -> None:
    pages = written(tmp_path, one=results_page([5], "fig"), empty=EMPTY)
    (page,) = told(pages[0], "--background", pages[1])
    (record,) = page["records"]
    assert (record["title"], record["url"]) == ("Elderberry no. 5", "http://shop.example/item/5")


def test_background_may_be_given_again_and_first(tmp_path: Path) -> None:
    full, one, two = written(tmp_path, full=FULL, one=EMPTY, two=QUIET)
    wanted = told(full, "--background", one, two)
    assert told(full, "--background", one, "--background", two) == wanted
    assert told("--background", one, two, "--", full) == wanted
    done = scrapy_read("--background", one, full)
    assert done.returncode == 2
    assert "before any --background" in done.stderr


def test_background_that_cannot_be_had_is_said(tmp_path: Path) -> None:
    (full,) = written(tmp_path, full=FULL)
    with served(lambda path: (503 if path == "/empty" else 404, {}, EMPTY.encode())) as url:
        done = scrapy_read("--json", full, "--background", f"{url}empty")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"read: {url}empty: HTTP 503; read without it"]
    assert lines_of(done)[0]["kind"] == "results"


# --- From the web ---


@pytest.mark.parametrize("name", ["plain", "table", "cards", "dl"])
def test_live_pages(name: str) -> None:
    with Site(unicode_characters(300), STYLES[name]) as site:
        words = [f"{site.url}search?q={word}" for word in ("arrow", "letter", "zzqxv")]
        said = told(*words, "--background", f"{site.url}search?q=qqqwz")
        shown = {hit.path: len(hit.shown) for hit in site.hits}
    assert [page["kind"] for page in said] == ["results", "results", "empty"]
    for page in said:
        assert len(page["records"]) == shown[page["url"].replace(site.url, "/")]
        assert all(each["url"].startswith(f"{site.url}item/") for each in page["records"])


def test_what_the_status_says() -> None:
    page = FULL.encode()
    routes = {
        "/gone": (404, {}, page), "/shut": (403, {}, page), "/down": (503, {}, page),
        "/ok": (200, {}, page), "/picture": (200, {"Content-Type": "image/png"}, b"\x89PNG"),
        "/round": (302, {"Location": "/round"}, b""),
    }  # fmt: skip
    with served(lambda path: routes.get(path, (404, HTML, b"<h1>Not found</h1>"))) as url:
        done = scrapy_read("--json", *(f"{url}{path[1:]}" for path in routes))
    pages = {page["url"].removeprefix(url): page for page in lines_of(done)}
    assert list(pages) == [path[1:] for path in routes]
    kinds = [page["kind"] for page in pages.values()]
    assert kinds == ["empty", "blocked", "error", "results", "error", "error"]
    assert [pages[name]["reason"] for name in ("gone", "shut", "down")] == [
        "HTTP 404", "HTTP 403", "HTTP 503"
    ]  # fmt: skip
    assert pages["picture"]["reason"] == "is image/png, not HTML"
    assert "redirect" in pages["round"]["reason"].lower()
    assert [len(page["records"]) for page in pages.values()] == [0, 0, 0, 8, 0, 0]
    assert done.returncode == 1


def test_a_site_that_does_not_answer(tmp_path: Path) -> None:
    with served(lambda _: (404, {}, b"")) as url:
        """Gone as soon as its address is known."""
    (full,) = written(tmp_path, full=FULL)
    done = scrapy_read("--json", url, full)
    assert done.returncode == 1
    gone, page = lines_of(done)
    assert (gone["kind"], gone["records"], gone["region"]) == ("error", [], None)
    assert gone["reason"].startswith("does not answer")
    assert page["kind"] == "results"


# --- What goes wrong ---


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["no/such/file.html"], "'no/such/file.html' is neither a file"),
        (["file:///no/such.html"], "'file:///no/such.html' is neither a file"),
        (["FULL", "--background", "no/such.html"], "'no/such.html' is neither a file"),
        (["ftp://example.org/"], "'ftp://example.org/'"),
        (["FULL", "--jason"], "'--jason' is neither a file"),
    ],
    ids=["missing file", "missing file URL", "missing background", "another scheme", "an option"],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, arguments: list[str], named: str) -> None:
    (full,) = written(tmp_path, full=FULL)
    done = scrapy_read(*(full if each == "FULL" else each for each in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("read: ")
    assert named in line


def test_no_page_named() -> None:
    done = scrapy_read()
    assert done.returncode == 2
    assert "name at least one page" in done.stderr


def test_bad_files_are_told_like_others(tmp_path: Path) -> None:
    pages = {
        "nothing": b"",
        "zeros": b"\0" * 1000,
        "binary": bytes(range(256)) * 200,
        "cut": FULL.encode()[:1200],
        "cut in a tag": FULL.encode()[: FULL.index("href='/item/5'") + 9],
        "charset": FULL.replace("<head>", "<head><meta charset='klingon'>").encode("latin-1"),
        "utf-16 said": FULL.replace("<head>", "<head><meta charset='utf-16'>").encode(),
        "cyrillic": FULL.replace("Spain", "Испания").encode("windows-1251"),
        "deep": b"<div>" * 5_000 + b"deep" + b"</div>" * 5_000,
        "attribute": b"<a href='" + b"x" * 1_000_000 + b"'>one</a>",
        "json": b'{"results": []}',
        "frames": b"<html></html><html><body><p>two</p></body></html>",
    }
    done = scrapy_read("--json", *written(tmp_path, **pages))
    assert done.stderr == ""
    said = {Path(page["url"]).stem: page for page in lines_of(done)}
    assert list(said) == list(pages)
    assert {page["kind"] for page in said.values()} <= KINDS
    for name in ("cut in a tag", "charset", "utf-16 said", "cyrillic"):
        assert len(said[name]["records"]) >= 4, name
    assert said["nothing"]["records"] == said["zeros"]["records"] == []


@pytest.mark.parametrize("much", ["records", "one text", "tags"])
def test_50_mb(tmp_path: Path, much: str) -> None:
    part = {"records": item(1), "one text": "no fruit at all ", "tags": "<b><i>"}[much]
    page = shop_page(f"<ul>{part * (50_000_000 // len(part))}</ul>")
    done = scrapy_read("--json", *written(tmp_path, much=page))
    assert done.returncode == 0
    (said,) = lines_of(done)
    assert said["kind"] in KINDS
    assert (said["kind"] == "results") == (much == "records")


def test_the_address_of_a_saved_page(tmp_path: Path) -> None:
    items = "".join(
        f"<li><a href='/item/{n}'>{name}</a> <span>{ORIGINS[n]}</span></li>"
        for n, name in enumerate(FRUITS)
    )
    (file,) = written(tmp_path, saved=f"<html><body><ul>{items}</ul></body></html>")
    (page,) = told("--base", "https://shop.example/find?q=fruit", file)
    assert page["records"][0]["url"] == "https://shop.example/item/0"
    for wrong in (("--base", "nonsense://x", file), ("--base", "https://shop.example/")):
        assert scrapy_read(*wrong).returncode == 2
