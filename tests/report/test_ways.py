"""What each way into a database cost and brought; all requests are told."""

from __future__ import annotations

from deepweb.report.history import LoggedAnswer, MadeRequest
from deepweb.report.ways import LISTS, LOOKING, Way, ways_of
from deepweb.surface.harvest.source import WayOutcome

HOME = "http://example.org/"


def asked(purpose: str, word: str, shown: int, new: int, form: str = "f") -> LoggedAnswer:
    url = f"{HOME}?q={word}&from={purpose}"
    return LoggedAnswer(form, purpose, {"q": word}, url, 200, "results", "", None, shown, new)


def made(*answers: LoggedAnswer) -> list[MadeRequest]:
    return [MadeRequest(each.url, 200, "", None) for each in answers]


def test_the_best_way_stands_first_and_next_pages_belong_to_their_first_page() -> None:
    answers = [asked("keyword", "b", 10, 3), asked("seed", "a", 10, 10), asked("next", "a", 10, 8)]
    told = ways_of(answers, made(*answers), [("f", WayOutcome("seed", 1, 10, 0.0, "dry"))])
    assert told == [
        Way("seed", "words of the form page", "f", 2, 20, 18, "dry"),
        Way("keyword", "words of records found", "f", 1, 10, 3, ""),
    ]


def test_all_requests_are_told_and_no_page_is_counted_twice() -> None:
    home = LoggedAnswer("", "list", {}, HOME, 200, "results", "", None, 4, 4)
    again = LoggedAnswer("", "record", {}, HOME, 200, "results", "", None, 0, 0)
    requests = [MadeRequest(f"{HOME}robots.txt", 404, "", None), *made(home)]
    told = ways_of([home, again], requests, [])
    assert [(way.way, way.requests, way.new) for way in told] == [(LISTS, 1, 4), (LOOKING, 1, 0)]
    assert sum(way.requests for way in told) == len(requests)
