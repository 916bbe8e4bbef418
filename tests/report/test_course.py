"""Records over requests, what sources brought, what was asked for."""

from deepweb.report.course import (
    MAX_KEYWORDS,
    MAX_PARTS,
    MAX_POINTS,
    curve,
    keywords,
    origins,
    pace,
    percent,
    size_of,
    timeline,
)
from deepweb.report.history import LoggedAnswer, MadeRequest
from deepweb.surface.harvest.source import WayOutcome
from deepweb.surface.lists.witnesses import WITNESSES


def asked(
    purpose: str, word: str, shown: int, new: int, count: int | None = None, kind: str = "results"
) -> LoggedAnswer:
    url = f"http://example.org/s?q={word}"
    return LoggedAnswer("f", purpose, {"q": word}, url, 200, kind, "", count, shown, new)


def made(url: str, status: int = 200, time: float | None = None) -> MadeRequest:
    return MadeRequest(url, status, "", time)


def test_the_curve_stands_at_the_requests_that_brought_it() -> None:
    answers = [asked("seed", "a", 10, 10), asked("keyword", "b", 10, 5)]
    requests = [made("http://example.org/robots.txt"), made("http://example.org/")]
    requests += [made(answers[0].url, 503), made(answers[1].url), made(answers[0].url)]
    assert [(p.requests, p.records) for p in curve(answers, requests)] == [(3, 10), (4, 15)]


def test_a_curve_never_goes_back() -> None:
    answers = [asked("seed", "a", 1, 1), asked("keyword", "b", 1, 1), asked("keyword", "c", 1, 1)]
    requests = [made(answers[1].url), made(answers[2].url), made(answers[0].url)]
    places = [point.requests for point in curve(answers, requests)]
    assert places == sorted(places)


def test_a_long_curve_is_thinned_out_and_keeps_its_end() -> None:
    answers = [asked("keyword", str(n), 2, 1) for n in range(2_000)]
    points = curve(answers, [made(each.url) for each in answers])
    assert len(points) <= 2 * MAX_POINTS
    assert (points[-1].requests, points[-1].records) == (2_000, 2_000)


def test_nothing_asked_is_no_curve() -> None:
    assert curve([], [made("http://example.org/")]) == []
    assert size_of([], []) is None


def test_size_is_what_the_site_says() -> None:
    size = size_of([asked("unrestricted", "", 20, 20, count=512)], [])
    assert size is not None
    assert (size.low, size.likely, size.high) == (512, 512, 512)


def test_size_is_guessed_from_questions_that_may_show_anything() -> None:
    words = [asked("keyword", str(n), 20, 2) for n in range(30)]
    ranges = [asked("range", str(n), 20, 0) for n in range(30)]
    assert size_of(words, []) is not None
    assert size_of(ranges, []) is None


def test_the_pace_leaves_out_pauses_between_runs() -> None:
    times = [0.0, 1.0, 2.0, 90_000.0, 90_001.0]
    told = pace([made("http://example.org/", time=time) for time in times])
    assert (told.seconds, told.per_minute) == (3.0, 60.0)
    assert pace([]).per_minute is None


def test_next_pages_count_for_the_source_that_they_go_on_from() -> None:
    answers = [asked("log", "a", 2, 2), asked("keyword", "b", 2, 1), asked("next", "a", 1, 1)]
    answers.append(asked("knowledge", "c", 0, 0, kind="empty"))
    assert origins(answers) == {"log": (2, 3), "keyword": (1, 1), "knowledge": (1, 0)}


def test_next_pages_count_for_their_word() -> None:
    answers = [asked("seed", "a", 10, 10), asked("next", "a", 10, 8), asked("keyword", "b", 3, 1)]
    best, other = keywords(answers)
    assert (best.asked, best.source, best.pages, best.shown, best.new) == (
        "q=a",
        "words of the form page",
        2,
        20,
        18,
    )
    assert (other.asked, other.new) == ("q=b", 1)


def test_only_so_many_keywords_and_no_nonsense() -> None:
    answers = [asked("keyword", str(n), 1, 1) for n in range(MAX_KEYWORDS + 5)]
    assert len(keywords(answers)) == MAX_KEYWORDS
    assert keywords([asked("background", "xq", 0, 0)]) == []


def test_the_timeline_counts_statuses_and_speed() -> None:
    requests = [made("u", 200, float(n)) for n in range(40)] + [made("u", 503, 40.0)]
    requests += [made("u", 0)]
    parts = timeline(requests)
    assert len(parts) <= MAX_PARTS
    assert sum(sum(part.statuses.values()) for part in parts) == len(requests)
    assert parts[-1].statuses == {"5xx": 1, "no answer": 1}
    assert parts[0].speed == 60.0


def test_witnesses_are_joined_with_the_size() -> None:
    words = [asked("keyword", str(n), 20, 10) for n in range(20)]
    told = size_of(words, [])
    assert told is not None
    missing = told.high  # more than the answers tell
    seen = WayOutcome(WITNESSES, 4, 4, 0.0, f"{missing} more addresses of records were seen")
    joined = size_of(words, [("", seen), ("form", seen)])
    assert joined is not None
    assert joined.likely == joined.high == 200 + missing
    assert f"{missing} more addresses of records were seen" in joined.reason
    half = WayOutcome(WITNESSES, 4, 2, 0.0, f"{missing} more addresses of records were seen")
    doubted = size_of(words, [("", half)])
    assert doubted is not None
    assert doubted.likely == max(told.likely, 200 + round(missing / 2))


def test_less_than_all_is_less_than_a_hundred_per_cent() -> None:
    assert [percent(share) for share in (1.0, 1_999 / 2_000, 0.29, 0.0)] == ["100", "99", "29", "0"]
    assert percent(1_999 / 2_000, 1) == "99.9"
    assert percent(1_999_999 / 2_000_000, 1) == "99.9"
