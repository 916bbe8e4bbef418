"""Pages that are not the own pages of records, on a live site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrapy import Request

from tests import serving
from tests.conftest import Crawl, json_lines, records_path
from tests.crawl.details.test_phase import NAMES, NO_DETAILS, SITE, served
from tests.crawling import Answers
from tests.serving import HTML, Answer


def answers_of(site: Answers) -> Callable[[str], Answer]:
    """The answers of a site, to be sent over HTTP."""

    def answer(path: str) -> Answer:
        told = site(Request(f"http://{SITE}{path}"))
        moved = {"Location": where.decode()} if (where := told.headers.get("Location")) else {}
        return told.status, HTML | moved, told.body

    return answer


def test_pages_that_are_no_details_leave_their_records(crawl: Crawl, tmp_path: Path) -> None:
    """A login, a missing page with status 200, consent, the home page, 404: all in one crawl."""
    instead: dict[str, Any] = {f"n{2 + 5 * n}": page for n, page in enumerate(NO_DETAILS.values())}
    with serving.served(answers_of(served(**instead))) as url:
        done = crawl(url, "-a", "details=yes", "-a", "max_details=0")
    assert done.code == 0, done.log
    lines = json_lines(records_path(tmp_path, url))
    left = [line for line in lines if not line.get("details_fetched")]
    assert (len(lines), len(left)) == (30, len(NO_DETAILS))
    assert all(line["fields"].keys() >= NAMES for line in lines if line not in left)
    assert not any("zip_code" in line["fields"] for line in left)
