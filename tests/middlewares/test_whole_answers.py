"""An answer that broke on the way is asked for again; one that is always so is taken."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import brotli
import pytest
from backports import zstd
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from deepweb.middlewares.whole_answers import WholeAnswers
from tests.crawling import Visitor, html, project_settings, ready_crawler, visit

WHOLE = b"<html><body><p>" + b"all of it " * 500 + b"</p></body></html>"
URL = "http://example.org/page"
Seen = list[tuple[str, int | str]]


def packed(request: Request, body: bytes, how: str) -> Response:
    head = {"Content-Type": "text/html", "Content-Encoding": how}
    return Response(request.url, headers=head, body=body)


def plain(request: Request, body: bytes) -> Response:
    return HtmlResponse(request.url, body=body, encoding="utf-8")


BROKEN: dict[str, Callable[[Request], Response]] = {
    "no gzip": lambda request: packed(request, b"\x1f\x8b\x08" + WHOLE[:99], "gzip"),
    "half of a gzip": lambda request: packed(request, gzip.compress(WHOLE)[:40], "gzip"),
    "no deflate": lambda request: packed(request, b"not packed at all", "deflate"),
    "half of a deflate": lambda request: packed(request, zlib.compress(WHOLE)[:40], "deflate"),
    "no brotli": lambda request: packed(request, b"\xff" * 40, "br"),
    "no zstd": lambda request: packed(request, b"\xff" * 40, "zstd"),
    "gzip that is not told": lambda request: HtmlResponse(
        request.url, body=gzip.compress(WHOLE)[:40], headers={"Content-Type": "text/html"}
    ),
    "half of a page": lambda request: plain(request, WHOLE[: len(WHOLE) // 2]),
}


def crawled(
    folder: Path,
    broken: Callable[[Request], Response],
    times: int,
    pages: int = 1,
    requests: Sequence[Request] = (),
) -> tuple[Seen, Counter[str]]:
    """What was seen of pages that come broken so many times, and how often each was asked for."""
    asked: Counter[str] = Counter()

    def answers(request: Request) -> Response:
        if request.url.endswith("robots.txt"):
            return html(request, status=404)
        asked[request.url] += 1
        if request.url.endswith("good"):
            return plain(request, WHOLE)
        return broken(request) if asked[request.url] <= times else plain(request, WHOLE)

    wanted = requests or [Request(f"{URL}/{number}") for number in range(pages)]
    return visit(
        project_settings(folder, ANSWERS=answers, CONCURRENT_REQUESTS=2), wanted
    ).seen, asked


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_what_broke_is_asked_for_again(
    tmp_path: Path, broken: Callable[[Request], Response]
) -> None:
    seen, asked = crawled(tmp_path, broken, times=1)
    assert seen == [(f"{URL}/0", 200)]
    assert asked == {f"{URL}/0": 2}


def test_what_cannot_be_unpacked_at_all_is_an_error(tmp_path: Path) -> None:
    ((_, said),), asked = crawled(tmp_path, BROKEN["no gzip"], times=99)
    assert "cannot be unpacked" in str(said)
    assert asked.total() == 5


def test_a_site_that_never_ends_its_pages_is_believed(tmp_path: Path) -> None:
    seen, asked = crawled(tmp_path, BROKEN["half of a page"], times=99, pages=12)
    assert [status for _, status in seen] == [200] * 12
    assert asked.total() <= 12 + 5


def test_a_page_that_breaks_elsewhere_each_time_is_not_believed(tmp_path: Path) -> None:
    lengths = iter(range(100, 2000))
    whole = bytes(32 + number % 90 for number in range(3000))
    seen, asked = crawled(
        tmp_path,
        lambda request: plain(request, b"<html><body>" + whole[: next(lengths)]),
        times=3,
        pages=12,
    )
    assert [status for _, status in seen] == [200] * 12
    assert asked.total() == 12 * 4


def test_pages_that_say_html_nowhere_are_whole(tmp_path: Path) -> None:
    seen, asked = crawled(tmp_path, lambda request: plain(request, b"<p>short"), times=99)
    assert asked.total() == len(seen) == 1


@pytest.mark.parametrize(
    ("how", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", partial(brotli.compress, quality=1)),
        ("zstd", zstd.compress),
    ],
)
def test_a_bomb_is_not_unpacked(tmp_path: Path, how: str, pack: Callable[[bytes], bytes]) -> None:
    bomb = pack(b"<html>" + b" " * 30_000_000)
    ((_, said),), asked = crawled(tmp_path, lambda r: packed(r, bomb, how), times=99)
    assert "DOWNLOAD_MAXSIZE" in str(said)
    assert asked.total() == 1


@pytest.mark.parametrize("head", [{"Content-Type": "text/html"}, {}])
def test_a_page_that_is_packed_without_saying_so_is_unpacked(
    tmp_path: Path, head: dict[str, str]
) -> None:
    """Else it would be binary data, and an empty answer."""
    answer = Response(URL, body=gzip.compress(WHOLE), headers=head)
    with ready_crawler(tmp_path, Visitor) as crawler:
        unpacked = WholeAnswers(crawler=crawler).process_response(Request(URL), answer)
    assert unpacked.body == WHOLE
    assert isinstance(unpacked, HtmlResponse)


@pytest.mark.parametrize("named", ["identity", "none", "UTF-8", ""])
def test_an_encoding_that_packs_nothing_is_none(tmp_path: Path, named: str) -> None:
    """Some servers call a plain page so; Scrapy takes it for binary data."""
    answer = packed(Request(URL), WHOLE, named)
    with ready_crawler(tmp_path, Visitor) as crawler:
        read = WholeAnswers(crawler=crawler).process_response(Request(URL), answer)
    assert isinstance(read, HtmlResponse)
    assert read.body == WHOLE


BEYOND = {
    "over 500,000 letters": b"<p>" + b"word " * 120_000,
    "over 5,000 lines": b"<pre>" + b"a line of text\n" * 6_000 + b"</pre>",
    "addresses of over 4,000 characters": b"<a href='/" + b"x" * 4_000 + b"'>a</a>",
    "over 300 forms": b"<form><input name=q></form>" * 301,
    "over 1,000 inputs in a form": b"<form>" + b"<input name=a>" * 1_001 + b"</form>",
    "over 30,000 elements": b"<br>" * 30_500,
    "over 8,000 links": b"<a href=/a>a</a>" * 8_001,
}


@pytest.mark.parametrize("reason", BEYOND)
def test_what_is_not_read_of_a_page_is_told(tmp_path: Path, reason: str) -> None:
    with ready_crawler(tmp_path, Visitor) as crawler:
        answer = HtmlResponse(URL, body=BEYOND[reason], encoding="utf-8")
        WholeAnswers(crawler=crawler).process_response(Request(URL), answer)
        stats = crawler.stats.get_stats()
    assert stats["deepweb/answers/bounded"] == 1
    assert stats[f"deepweb/answers/bounded/{reason.replace(' ', '_')}"] == 1


def test_of_large_honest_pages_everything_is_read(tmp_path: Path) -> None:
    row = b"<p>A book <a href='/item?a=1'>of many words</a> and <b>more</b>.</p>\n"
    with ready_crawler(tmp_path, Visitor) as crawler:
        answer = HtmlResponse(URL, body=row * 4_000, encoding="utf-8")
        WholeAnswers(crawler=crawler).process_response(Request(URL), answer)
        assert "deepweb/answers/bounded" not in crawler.stats.get_stats()


def test_large_data_is_told(tmp_path: Path) -> None:
    answer = Response(URL, body=b"[" + b"1," * 5_000_000, headers={"Content-Type": "text/json"})
    with ready_crawler(tmp_path, Visitor) as crawler:
        WholeAnswers(crawler=crawler).process_response(Request(URL), answer)
        assert crawler.stats.get_value("deepweb/answers/bounded") == 1


DOUBTFUL: dict[str, Callable[[Request], Response]] = {
    "empty": lambda request: plain(request, b" "),
    "not found": lambda request: html(request, status=404),
    "forbidden": lambda request: html(request, status=403),
}


@pytest.mark.parametrize("doubtful", DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_a_question_that_is_refused_once_is_asked_again(
    tmp_path: Path, doubtful: Callable[[Request], Response]
) -> None:
    """Among questions that are answered; a site that refuses all is not asked more than that."""
    answered = Request(f"{URL}/good", meta={"asked": None}, priority=9)
    requests = [Request(f"{URL}/{number}", meta={"asked": None}) for number in range(12)]
    once, asked = crawled(tmp_path / "once", doubtful, times=1, requests=[answered, requests[0]])
    assert [status for _, status in once] == [200, 200]
    assert asked.total() == 3
    always, asked = crawled(tmp_path / "always", doubtful, times=99, requests=[answered, *requests])
    assert len(always) == 13
    assert asked.total() <= 13 + 5
