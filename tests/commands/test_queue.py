"""``scrapy queue …`` as a user types it, over a real Redis."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from deepweb.locate.web.topic_crawl import DEEP
from deepweb.store.ledger import CrawlStore
from deepweb.store.schema import located_sites
from tests.crawling import project_settings
from tests.samples import SITE
from tests.servers import PASSWORD, RedisServer

Queue = Callable[..., str]


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer) -> Settings:
    return project_settings(tmp_path, DEEPWEB_REDIS=redis_server.address)


@pytest.fixture
def queue(settings: Settings, capsys: pytest.CaptureFixture[str]) -> Queue:
    """``queue("list", code=0)``: what it prints."""

    def run(*args: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", "queue", *args], settings=settings.copy())
        assert ended.value.code == code
        out, err = capsys.readouterr()
        assert PASSWORD not in out + err
        return out + err

    return run


def test_from_adding_to_clearing(queue: Queue) -> None:
    assert queue("add", "example.org", "http://example.net:8080/a,b?x", "--priority", "5") == (
        "2 of 2 sites added; the others were in the queue already\n"
    )
    assert "1 of 2" in queue("add", "https://example.org/", "https://example.com/")
    assert queue("list").splitlines() == [
        "waiting      5  http://example.net:8080/a%2Cb?x",
        "waiting      0  https://example.com/",
        "waiting      0  https://example.org/",
    ]
    assert json.loads(queue("stats", "--json")) == {
        "waiting": 3, "leased": 0, "done": 0, "failed": 0,
    }  # fmt: skip
    assert queue("stats").splitlines()[0] == "waiting  3"
    assert queue("retry") == "0 retried\n"
    assert json.loads(queue("clear", "--json", "done")) == {"cleared": 0}
    assert queue("clear") == "3 cleared\n"
    assert queue("list") == ""


def test_sites_from_files_and_standard_input(
    queue: Queue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sites.txt"
    file.write_text("# to do\nexample.org\n\nhttps://example.net/ # the other\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("example.com\n"))
    assert json.loads(queue("add", str(file), "-", "--json")) == {"given": 3, "added": 3}
    listed = [json.loads(line) for line in queue("list", "--json").splitlines()]
    assert [each["site"] for each in listed] == ["example.com", "example.net", "example.org"]
    assert queue("list", "--state", "failed") == ""


def test_sites_that_were_located(queue: Queue, settings: Settings) -> None:
    assert "no site is located yet" in queue("add", "@located", code=2)
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    row = {"topic": "book", "reason": "", "score": 1.0, "worth": 1.0, "pages": 1, "is_whole": True}
    with store.decisions.transaction() as writing:
        for site, verdict, found in ((SITE, DEEP, 1), ("none.example", "no search", 0)):
            told = {"site": site, "url": f"http://{site}/", "verdict": verdict, "forms": found}
            writing.put(located_sites, {**row, **told})
    store.close()
    assert json.loads(queue("add", "@located", "--json")) == {"given": 1, "added": 1}
    assert "http://example.org/" in queue("list")


WRONG = {
    "nothing": ((), "no action"),
    "no such thing": (("empty",), "'empty' is not an action"),
    "no site": (("add",), "no site to add"),
    "no address": (("add", "two words"), "'two words' is no web address"),
    "no number": (("add", "a.example", "--priority", "high"), "'high'"),
    "too high": (("add", "a.example", "--priority", "1001"), "'1001'"),
    "no state": (("list", "--state", "gone"), "'gone' is not a state"),
    "clearing what is crawled": (("clear", "leased"), "'leased' is not a state"),
}


@pytest.mark.parametrize(("args", "told"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_one_clear_line(queue: Queue, args: tuple[str, ...], told: str) -> None:
    assert told in queue(*args, code=2)


def test_without_redis(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    for address, told in (
        ("", "DEEPWEB_REDIS is empty"),
        ("redis://:x@127.0.0.1:1", "cannot be used"),
    ):
        given = settings.copy()
        given.set("DEEPWEB_REDIS", address, "cmdline")
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", "queue", "stats"], settings=given)
        assert ended.value.code == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("queue: ")
        assert told in line
