"""A crawl with ``details=yes``: what the own pages of records say, and which of them are none."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from deepweb.crawl.details.phase import DetailLimits
from deepweb.items import DetailedRecord, Record
from deepweb.output.export import FORMATS
from deepweb.settings import DEEPWEB_MAX_FAILURES
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.changes import known_records
from demosite.catalogue import Entry, label_of
from tests.conftest import json_lines
from tests.crawling import Answers, Network, crawl, project_settings
from tests.preloaded import run_scrapy
from tests.site import Style, unicode_characters
from tests.site.layouts import details_html

SITE = "example.org"
HOME = f"http://{SITE}/"
NAMES = {"code", "category", "script", "direction", "price", "date", "zip_code", "city"}
LAYOUTS = ("table", "dl", "cards", "list")
CATALOGUE = unicode_characters(100)
SHOWN = sorted(CATALOGUE.records, key=lambda entry: entry.title)[:30]
TRUTH = {entry.title: entry for entry in SHOWN}
BY_ID = {entry.id: entry for entry in SHOWN}
LOGIN = (
    "<html><head><title>Log in</title></head><body><h1>Please log in</h1><form method='post'>"
    "<input name='user'><input type='password' name='pass'><button>Log in</button></form>"
    "</body></html>"
)
LOST = (
    "<html><head><title>Unicode</title></head><body><h1>Sorry</h1><p>What you were looking for has "
    "moved or was never here.</p></body></html>"
)
CONSENT = (
    "<html><head><title>Your choice</title></head><body><h1>We value your privacy</h1>"
    "<p>We and our partners store information on your device. Agree, or manage your options.</p>"
    "</body></html>"
)


def item_of(request: Request) -> str:
    return request.url.partition("/item/")[2]


def shop(request: Request, layout: str) -> Response:
    """A site whose search lists all that it has."""
    if item := BY_ID.get(item_of(request)):
        main = f"<h2>{item.title}</h2>{details_html(Style(layout=layout), item)}"  # type: ignore[arg-type]
        return page(request, f"{item.title} - Letters", main)
    if "/search?" in request.url:
        asked = request.url.partition("q=")[2].partition("&")[0].lower()
        found = [entry for entry in SHOWN if asked in entry.title.lower()]
        return page(request, "Results", "".join(map(row, found)) or "<p>Nothing was found.</p>")
    if request.url == HOME:
        return page(request, "Letters", "<p>Search our letters.</p>")
    return page(request, "Not found", "<p>There is no such page.</p>", status=404)


def row(entry: Entry) -> str:
    said = " · ".join(list(entry.attributes.values())[1:3])
    return f"<li class='r'><h3><a href='/item/{entry.id}'>{entry.title}</a></h3><p>{said}</p></li>"


def page(request: Request, title: str, main: str, status: int = 200) -> Response:
    form = "<form action='/search'><input type='search' name='q'><button>Search</button></form>"
    body = (
        f"<html><head><title>{title}</title></head><body><div>{form}</div><main>{main}</main>"
        "<footer>Letters of the world, since 1991.</footer></body></html>"
    )
    return HtmlResponse(request.url, status=status, body=body, encoding="utf-8")


def served(layout: str = "list", **pages: Any) -> Answers:
    """A site; ``pages``: by number of an item in the order of asking, what comes instead."""
    order: dict[str, int] = {}

    def answers(request: Request) -> Response:
        if not (item := item_of(request)):
            return shop(request, layout)
        instead = pages.get(f"n{order.setdefault(item, len(order))}")
        if instead is None:
            return shop(request, layout)
        if isinstance(instead, str):
            return HtmlResponse(request.url, body=instead, encoding="utf-8")
        answer: Response = instead(request)
        return answer

    return answers


def run(folder: Path, site: Answers, **more: Any) -> Mapping[str, Any]:
    settings = project_settings(
        folder,
        **{
            "ANSWERS": site,
            "DEEPWEB_REPORT": False,
            "DEEPWEB_PROGRESS": False,
            "DEEPWEB_DETAILS": "yes",
            "DEEPWEB_MAX_REQUESTS": 200,
        }
        | more,
    )
    arguments = {"again": "yes"} if more.get("AGAIN") else {}
    stats: Mapping[str, Any] = crawl(settings, Surfacer, site=HOME, **arguments).stats.get_stats()
    return stats


def stored(folder: Path) -> list[Record]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    records = list(store.records(SITE))
    store.close()
    return records


def statuses(folder: Path) -> dict[str, str]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    with store.connect() as connection:
        found = {each.record.title: each.status for each in known_records(connection, SITE)}
    store.close()
    return found


def own_fields(record: Record) -> dict[str, Any]:
    return {name: value for name, value in record.fields.items() if name in NAMES}


def expected(record: Record) -> dict[str, str]:
    every = TRUTH[record.title].attributes.items()
    return {label_of(name).lower().replace(" ", "_"): value for name, value in every}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_record_has_all_fields_as_its_page_names_them(tmp_path: Path, layout: str) -> None:
    stats = run(tmp_path, served(layout))
    records = stored(tmp_path)
    assert len(records) == 30
    for record in records:
        assert isinstance(record, DetailedRecord)
        assert (record.details_url, record.details_fetched) == (record.url, True)
        assert own_fields(record) == expected(record)
        assert not [name for name in record.fields if name.startswith("snippet")]
    assert stats["deepweb/details/detail"] == 30


def test_without_details_records_have_only_what_lists_show(tmp_path: Path) -> None:
    run(tmp_path, served(), DEEPWEB_DETAILS="no")
    assert {type(record) for record in stored(tmp_path)} == {Record}


def redirected(where: str) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return Response(request.url, status=302, headers={"Location": where})

    return answer


def missing(request: Request) -> Response:
    return HtmlResponse(request.url, status=404, body="<p>Not found</p>", encoding="utf-8")


NO_DETAILS = {
    "login": LOGIN,
    "not found with status 200": LOST,
    "consent": CONSENT,
    "home page": redirected("/"),
    "404": missing,
}


@pytest.mark.parametrize("case", NO_DETAILS)
def test_pages_that_are_no_details_leave_the_record_as_it_was(tmp_path: Path, case: str) -> None:
    """One among the first pages, which are compared, and one among the later ones."""
    run(tmp_path, served(n2=NO_DETAILS[case], n20=NO_DETAILS[case]))
    records = stored(tmp_path)
    left = [record for record in records if not getattr(record, "details_fetched", False)]
    assert len(left) == 2
    for record in left:
        assert "zip_code" not in record.fields
        assert record.title in TRUTH
    assert all(own_fields(record) == expected(record) for record in records if record not in left)
    reasons = details_reasons(tmp_path)
    assert sum(map(bool, reasons.values())) == 2


def details_reasons(folder: Path) -> dict[str, str]:
    from sqlalchemy import select  # noqa: PLC0415

    from deepweb.store.schema import details  # noqa: PLC0415

    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    with store.connect() as connection:
        found = {row.id: row.reason for row in connection.execute(select(details))}
    store.close()
    return found


def test_when_all_own_pages_are_refused_the_asking_ends(tmp_path: Path) -> None:
    stats = run(
        tmp_path, served(**{f"n{n}": LOGIN.replace("log in", f"log in {n}") for n in range(30)})
    )
    assert not any(getattr(record, "details_fetched", False) for record in stored(tmp_path))
    assert len(stored(tmp_path)) == 30
    assert stats["finish_reason"] == "finished"
    assert stats.get("deepweb/submissions/details", 0) < 2 * DEEPWEB_MAX_FAILURES


@pytest.mark.parametrize(
    ("mode", "most", "read"), [("sample", None, 8), ("yes", 5, 5), ("yes", 0, 30)]
)
def test_as_many_as_were_asked_for(tmp_path: Path, mode: str, most: int | None, read: int) -> None:
    run(tmp_path, served(), DEEPWEB_DETAILS=mode, DEEPWEB_MAX_DETAILS=most)
    records = stored(tmp_path)
    assert sum(getattr(record, "details_fetched", False) for record in records) == read
    assert len(records) == 30


def test_the_search_leaves_its_share_of_the_budget(tmp_path: Path) -> None:
    stats = run(tmp_path, served(), DEEPWEB_MAX_REQUESTS=20)
    assert stats["downloader/response_count"] <= 21  # with robots.txt
    assert stats["deepweb/details/detail"] >= 9
    assert stats["finish_reason"] == "budget"


def logged(site: Answers, asked: list[str]) -> Answers:
    def answers(request: Request) -> Response:
        asked.append(request.url)
        return site(request)

    return answers


def test_own_pages_are_fetched_along_with_the_search_if_the_user_says_so(tmp_path: Path) -> None:
    asked: list[str] = []
    run(tmp_path, logged(served(), asked), DEEPWEB_DETAILS="along", DEEPWEB_LISTS=False)
    own = [url for url in asked if "/item/" in url]
    searches = [place for place, url in enumerate(asked) if "/search?" in url]
    assert len(own) == len(set(own)) == 30
    assert sum(place > asked.index(own[7]) for place in searches) > len(searches) / 4
    assert all(own_fields(record) == expected(record) for record in stored(tmp_path))


@pytest.mark.parametrize("mode", ["yes", "along"])
def test_search_and_own_pages_keep_their_shares_of_the_budget(tmp_path: Path, mode: str) -> None:
    asked: list[str] = []
    run(tmp_path, logged(served(), asked), DEEPWEB_DETAILS=mode, DEEPWEB_MAX_REQUESTS=20)
    details = sum("/item/" in url for url in asked)
    assert len(asked) == 20
    assert details == 10


def test_as_many_as_were_asked_for_along_with_the_search(tmp_path: Path) -> None:
    run(tmp_path, served(), DEEPWEB_DETAILS="along", DEEPWEB_MAX_DETAILS=9)
    stats = run(tmp_path, served(), DEEPWEB_DETAILS="along", DEEPWEB_MAX_DETAILS=0)
    assert stats["deepweb/submissions/details"] == 21
    assert all(own_fields(record) == expected(record) for record in stored(tmp_path))


def test_feeds_get_each_record_once_with_its_details(tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    run(tmp_path, served(), FEEDS={feed.as_uri(): {"format": "jsonlines"}})
    lines = feed.read_text().splitlines()
    assert len(lines) == 30
    assert all('"details_fetched": true' in line for line in lines)


def test_every_format_of_export_has_the_fields_of_own_pages(tmp_path: Path) -> None:
    run(tmp_path, served())
    for form in FORMATS:
        given = ["export", SITE, "-s", f"DEEPWEB_STORE=sqlite:///{tmp_path}/store.db"]
        done = run_scrapy(*given, "-o", f"{tmp_path}/records.{form}")
        assert done.returncode == 0, done.stderr
    lines = json_lines(tmp_path / "records.jsonl")
    table = (tmp_path / "records.csv").read_text("utf-8")
    told = {
        "jsonl": [
            line | {f"field.{name}": value for name, value in line["fields"].items()}
            for line in lines
        ],
        "csv": list(csv.DictReader(io.StringIO(table))),
        "parquet": parquet.read_table(tmp_path / "records.parquet").to_pylist(),
    }
    assert told.keys() == set(FORMATS)
    for rows in told.values():
        assert len(rows) == 30
        for row in rows:
            true = TRUTH[row["title"]].attributes
            assert row["details_url"] == row["url"]
            assert str(row["details_fetched"]) == "True"
            assert row["field.city"] == true["city"]
            assert row["field.script"] == true["script"]
            assert row.keys() >= {f"field.{name}" for name in NAMES}


def test_a_resumed_crawl_asks_for_no_own_page_twice(tmp_path: Path) -> None:
    run(tmp_path, served(), DEEPWEB_MAX_DETAILS=10)
    stats = run(tmp_path, served(), DEEPWEB_MAX_DETAILS=0)
    assert stats["deepweb/submissions/details"] == 20
    assert all(own_fields(record) == expected(record) for record in stored(tmp_path))


def test_what_another_version_has_learnt_is_learnt_anew(tmp_path: Path) -> None:
    run(tmp_path, served(), DEEPWEB_MAX_DETAILS=10)
    with sqlite3.connect(tmp_path / "store.db") as store:
        ((form, memory),) = store.execute(
            "select form, memory from readings where memory is not null and form in "
            "(select form from pages where purpose = 'details')"
        ).fetchall()
        earlier = json.loads(zlib.decompress(memory))
        del earlier["version"], earlier["learnt"]["scope"], earlier["data"]
        old = zlib.compress(json.dumps(earlier).encode())
        store.execute("update readings set memory = ? where form = ?", (old, form))
    run(tmp_path, served(), DEEPWEB_MAX_DETAILS=0)
    assert all(own_fields(record) == expected(record) for record in stored(tmp_path))


class DyingNetwork(Network):
    """Ends the process at a request that the setting ``DYING`` says."""

    async def download_request(self, request: Request) -> Response:
        if next(self.crawler.settings["DYING"], None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return await super().download_request(request)


def is_killed(folder: Path, site: Answers, requests: Iterator[int], mode: str) -> bool:
    child = os.fork()
    if not child:
        try:
            handlers = {"http": DyingNetwork, "https": DyingNetwork, "ftp": None}
            more = {"DOWNLOAD_HANDLERS": handlers, "DYING": requests}
            run(folder, site, DEEPWEB_DETAILS=mode, **more)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.parametrize(("mode", "least", "between"), [("yes", 20, (3, 6)), ("along", 5, (9, 14))])
def test_killed_again_and_again_the_records_are_the_same(
    tmp_path: Path, mode: str, least: int, between: tuple[int, int]
) -> None:
    (calm := tmp_path / "calm").mkdir()
    (wild := tmp_path / "wild").mkdir()
    run(calm, served(n3=LOGIN), DEEPWEB_DETAILS=mode)
    rng, kills = random.Random(7), 0
    # The same record answers with a login, whichever process asks.
    while is_killed(wild, site_by_title(calm), iter(range(rng.randint(*between))), mode):
        kills += 1
        assert kills < 80, "nothing is kept"
    run(wild, site_by_title(calm), DEEPWEB_DETAILS=mode)
    assert kills >= least
    assert stored(wild) == stored(calm)


def site_by_title(calm: Path) -> Answers:
    """The site of a crawl that was not killed: its unread record answers with a login."""
    (unread,) = [r.url for r in stored(calm) if not getattr(r, "details_fetched", False)]

    def answers(request: Request) -> Response:
        if request.url == unread:
            return HtmlResponse(request.url, body=LOGIN, encoding="utf-8")
        return shop(request, "list")

    return answers


def test_a_later_crawl_tells_what_changed_on_own_pages(tmp_path: Path) -> None:
    run(tmp_path, served())
    titles = [record.title for record in stored(tmp_path)]
    changed, price = titles[4], TRUTH[titles[4]].attributes["price"]

    def later(request: Request) -> Response:
        response = shop(request, "list")
        if item_of(request) and f"<h2>{changed}</h2>" in response.text:
            return response.replace(body=response.body.replace(price.encode(), b"1.01"))
        return response

    run(tmp_path, later, AGAIN=True)
    told = statuses(tmp_path)
    assert told.pop(changed) == "changed"
    assert set(told.values()) == {"same"}
    (record,) = [each for each in stored(tmp_path) if each.title == changed]
    assert record.fields["price"] == "1.01"


def test_a_later_crawl_tells_which_own_pages_are_new_and_gone(tmp_path: Path) -> None:
    late, early = SHOWN[3], SHOWN[5]

    def without(entry: Entry) -> Answers:
        def answers(request: Request) -> Response:
            response = shop(request, "list")
            if item_of(request) == entry.id:
                return missing(request)
            return response.replace(body=response.body.replace(row(entry).encode(), b""))

        return answers

    run(tmp_path, without(late))
    run(tmp_path, without(early), AGAIN=True)
    told = statuses(tmp_path)
    assert (told.pop(late.title), told.pop(early.title)) == ("new", "gone")
    assert set(told.values()) == {"same"}


def test_a_record_whose_list_is_the_same_but_whose_own_page_is_missing_is_gone(
    tmp_path: Path,
) -> None:
    run(tmp_path, served())
    gone = stored(tmp_path)[11]

    def later(request: Request) -> Response:
        return missing(request) if request.url == gone.url else shop(request, "list")

    run(tmp_path, later, AGAIN=True)
    told = statuses(tmp_path)
    assert told.pop(gone.title) == "gone"
    assert set(told.values()) == {"same"}


@pytest.mark.parametrize("address", ["/delete?id=7", "/item/7/delete", "/index?action=remove&id=7"])
def test_no_own_page_that_acts_is_fetched(tmp_path: Path, address: str) -> None:
    asked: list[str] = []
    entry = SHOWN[4]

    def acting(request: Request) -> Response:
        response = shop(request, "list")
        link = f"'/item/{entry.id}'".encode()
        return response.replace(body=response.body.replace(link, f"'{address}'".encode()))

    stats = run(tmp_path, logged(acting, asked))
    (record,) = [each for each in stored(tmp_path) if each.title == entry.title]
    assert record.url == f"{HOME}{address[1:]}"
    assert record.url not in asked
    assert stats["deepweb/details/left/no page, or one that acts"] == 1


LIMITS = [
    ({"DEEPWEB_DETAILS": "no"}, 50, 0),
    ({"DEEPWEB_DETAILS": "yes"}, 50, 50),
    ({"DEEPWEB_DETAILS": "yes", "DEEPWEB_MAX_DETAILS": 0}, 0, 50),
    ({"DEEPWEB_DETAILS": "yes", "DEEPWEB_MAX_DETAILS": 10}, 10, 10),
    ({"DEEPWEB_DETAILS": "sample"}, 8, 8),
    ({"DEEPWEB_DETAILS": "sample", "DEEPWEB_MAX_DETAILS": 3}, 3, 3),
    ({"DEEPWEB_DETAILS": "yes", "DEEPWEB_DETAILS_SHARE": 0}, 0, 0),
]


@pytest.mark.parametrize(("given", "most", "reserved"), LIMITS)
def test_limits(tmp_path: Path, given: dict[str, Any], most: int, reserved: int) -> None:
    limits = DetailLimits.of(project_settings(tmp_path, DEEPWEB_MAX_REQUESTS=100, **given))
    assert (limits.most, limits.reserved) == (most, reserved)
    assert limits.failures == DEEPWEB_MAX_FAILURES
    assert next(count(limits.together)) >= 1
