"""How far a crawl is, in words."""

from dataclasses import replace

from deepweb.report.progress import MAX_ASKED, Progress
from tests.samples import SITE, page, record


def test_before_anything_is_asked() -> None:
    progress = Progress(SITE, budget=1_000, requests=3)
    assert progress.line == ("example.org: phase looking for forms; requests 3 of 1,000; records 0")


def test_what_was_brought_lately_and_what_there_is() -> None:
    progress = Progress(SITE, budget=1_000)
    for number in range(10):
        told = replace(page(str(number), *map(record, range(20))), purpose="keyword")
        progress.take(told, new=20 if number < 5 else 0)
    rows = dict(progress.rows)
    assert rows["new per 100"] == "1000"
    assert rows["records"].startswith("100 of about ")
    assert rows["phase"].startswith("words of records found")


def test_what_the_site_says_there_is() -> None:
    progress = Progress(SITE, budget=1_000)
    progress.take(replace(page("a", record(1)), purpose="unrestricted", count=250), new=1)
    assert dict(progress.rows)["records"] == "1 of about 250 (250 to 250), 0%"


def test_nearly_all_is_not_all() -> None:
    progress = Progress(SITE, budget=1_000, records=1_998)
    progress.take(replace(page("a", record(1)), purpose="unrestricted", count=2_000), new=1)
    assert dict(progress.rows)["records"] == "1,999 of about 2,000 (2,000 to 2,000), 99%"
    progress.take(replace(page("b", record(2)), purpose="keyword"), new=1)
    assert dict(progress.rows)["records"].endswith(" 100%")


def test_trouble() -> None:
    progress = Progress(SITE, budget=10, waits=12.0)
    assert dict(progress.rows)["trouble"] == "slow: 12 s between requests"
    for _ in range(2):
        progress.take(page("b", kind="blocked"), new=0)
    assert dict(progress.rows)["trouble"] == "the site refuses: 2 answers in a row"
    progress.take(page("c", record(1)), new=1)
    assert "refuses" not in progress.trouble


def test_a_long_query_is_cut() -> None:
    progress = Progress(SITE, budget=10)
    progress.take(replace(page("a"), query={"q": "x" * 500}), new=0)
    assert len(progress.asking) == MAX_ASKED


def test_time_pace_and_rest() -> None:
    progress = Progress(SITE, budget=1_000, requests=400)
    assert progress.time == ""
    progress.requests += 100
    progress.seconds = 120.0
    assert dict(progress.rows)["time"] == "2 min, 50 requests a minute, at most 10 min left"
