"""What speaks against a crawl that believes itself complete."""

from __future__ import annotations

import pytest

from deepweb.read.kind.empty import ONE_FILE
from deepweb.report.doubts import doubts
from deepweb.report.history import LoggedAnswer
from deepweb.surface.harvest.source import WayOutcome


def answer(
    purpose: str = "keyword",
    shown: int = 10,
    new: int = 0,
    count: int | None = None,
    reason: str = "",
    kind: str = "",
) -> LoggedAnswer:
    kind = kind or ("results" if shown else "empty")
    return LoggedAnswer("f", purpose, {}, "http://x/", 200, kind, reason, count, shown, new)


def witnesses(opened: int, proved: int, left: int) -> list[tuple[str, WayOutcome]]:
    told = f"{left} more addresses of records were seen"
    return [("", WayOutcome("witnesses", opened, proved, 0.0, told))]


FIRST = answer("unrestricted", shown=100, new=100)
KNOWN = [FIRST, *[answer()] * 20]
VAIN = answer(shown=0, reason="no such page")
UNREAD = answer(shown=0, reason="nothing on it reads as a record")
REFUSED = answer("next", shown=0, reason="HTTP 403", kind="blocked")
FILE = answer("background", shown=0, reason=ONE_FILE, kind="error")
CUT = [answer(new=10), *[answer()] * 11, *[VAIN] * 12]


@pytest.mark.parametrize(
    ("asked", "ways", "told"),
    [
        pytest.param(KNOWN, witnesses(0, 0, 0), "", id="all came back"),
        pytest.param([*KNOWN, answer(count=104)], [], "", id="states about as many"),
        pytest.param([*KNOWN, answer(count=115)], [], "states 115", id="states some more"),
        pytest.param([*KNOWN, answer(count=400)], [], "states 400", id="states more"),
        pytest.param(
            [*KNOWN, answer(count=400), *[answer(shown=3, count=12)] * 10],
            [],
            "",
            id="states other things",
        ),
        pytest.param(
            [*KNOWN, answer(count=400), *[answer(shown=3, count=3)] * 10],
            [],
            "states 400",
            id="states records",
        ),
        pytest.param(
            [*KNOWN, answer(count=400), *[answer(shown=100, count=400)] * 10],
            [],
            "states 400",
            id="full pages without a next page",
        ),
        pytest.param([FIRST, *[VAIN] * 20], [], "20 of 20 words", id="words find nothing"),
        pytest.param([*KNOWN, *[VAIN] * 20], [], "", id="half of the words find something"),
        pytest.param(CUT, [], "12 answers show 10 records, none shows more", id="cut off"),
        pytest.param([*CUT, answer("next")], [], "", id="cut off, but there are next pages"),
        pytest.param([FIRST, *[UNREAD] * 12], [], "on 12 of 13 answers", id="answers are not read"),
        pytest.param([FIRST, *[answer()] * 12, *[UNREAD] * 13], [], "", id="half of them are read"),
        pytest.param([FIRST, *[answer()] * 8, *[REFUSED] * 5], [], "5 of 14 ques", id="refused"),
        pytest.param([*KNOWN, *[REFUSED] * 4], [], "", id="few are refused"),
        pytest.param([FIRST, *[FILE] * 10], [], "", id="one file answers a form"),
        pytest.param(KNOWN, witnesses(0, 0, 50), "50 more addresses", id="witnesses"),
        pytest.param(KNOWN, witnesses(10, 8, 50), "40 more addresses", id="most are records"),
        pytest.param(KNOWN, witnesses(4, 0, 50), "", id="witnesses that are none"),
        pytest.param([answer(new=9)] * 50, [], "suggest about", id="nearly all are new to the end"),
    ],
)
def test_doubts(asked: list[LoggedAnswer], ways: list[tuple[str, WayOutcome]], told: str) -> None:
    found = "; ".join(doubts(asked, ways, records=sum(each.new for each in asked)))
    assert told in found
    assert bool(found) == bool(told)


def test_what_lists_state_counts_where_only_they_brought_records() -> None:
    lists = [answer("list", shown=12, new=12, count=345), answer("list", shown=0, count=900)]
    assert list(doubts([], [], 12, lists)) == ["the site states 345 records"]
    assert list(doubts([], [], 340, lists)) == []
