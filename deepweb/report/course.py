"""The course of a crawl: records over requests, what each source of questions brought, keywords."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deepweb.report.history import Asked, Made
from deepweb.surface.harvest import FREE
from deepweb.surface.size import Catches, Size

# Points of the curve, parts of the timeline, keywords that are told one by one.
POINTS, PARTS, MOST_KEYWORDS = 150, 40, 300

SOURCES = {
    "background": "nonsense, to know empty pages",
    "unrestricted": "everything at once",
    "seed": "words of the form page",
    "keyword": "words of records found",
    "next": "next pages",
    "typed": "typed values",
    "range": "ranges",
    "menu": "menus",
    "facet": "facets",
    "related": "related queries",
    "log": "query log",
    "knowledge": "knowledge base",
}
"""What the purposes of questions are called; others go by their own name."""


@dataclass(frozen=True, slots=True)
class Point:
    """After so many requests: records known, and the size of the database as it was guessed."""

    requests: int
    records: int
    size: Size | None


@dataclass(frozen=True, slots=True)
class SourceYield:
    """What one source of questions brought."""

    source: str
    questions: int
    shown: int
    new: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """What was asked for, by which source, and what it brought with all its pages."""

    asked: str
    source: str
    pages: int
    shown: int
    new: int


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the crawl: answers by status, and requests a minute where times are known."""

    first: int
    statuses: dict[str, int]
    speed: float | None


def size_of(asked: Sequence[Asked]) -> Size | None:
    """How many records the database holds, by all that was answered."""
    points = _points(asked)
    return points[-1].size if points else None


def curve(asked: Sequence[Asked], made: Sequence[Made]) -> list[Point]:
    """Records over requests; answers stand at the requests that they were got by."""
    places = _places(asked, made)
    points = [
        Point(place, point.records, point.size)
        for place, point in zip(places, _points(asked), strict=True)
    ]
    step = max(1, len(points) // POINTS)
    return points[:-1:step] + points[-1:]


def yields(asked: Sequence[Asked]) -> list[SourceYield]:
    """What each source brought, the best first."""
    by_source: defaultdict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        by_source[each.purpose].append(each)
    told = [
        SourceYield(SOURCES.get(purpose, purpose), len(all_), _shown(all_), _new(all_))
        for purpose, all_ in by_source.items()
    ]
    return sorted(told, key=lambda each: -each.new)


def origins(asked: Sequence[Asked]) -> dict[str, tuple[int, int]]:
    """Of each source, answers and new records; next pages count for what they go on from."""
    first: dict[tuple[str, str], str] = {}
    brought: dict[str, tuple[int, int]] = {}
    for each in asked:
        key = each.form, _told(each)
        source = first.get(key, each.purpose) if each.purpose == "next" else each.purpose
        first.setdefault(key, source)
        answers, new = brought.get(source, (0, 0))
        brought[source] = answers + 1, new + each.new
    return brought


def keywords(asked: Sequence[Asked]) -> list[Keyword]:
    """What was asked for, the best first; next pages count for what they go on from."""
    by_query: defaultdict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        if each.query and each.purpose != "background":
            by_query[_told(each)].append(each)
    told = [
        Keyword(query, _source(all_), len(all_), _shown(all_), _new(all_))
        for query, all_ in by_query.items()
    ]
    return sorted(told, key=lambda each: -each.new)[:MOST_KEYWORDS]


def timeline(made: Sequence[Made]) -> list[Part]:
    """Statuses and speed, from the first request to the last."""
    step = max(1, -(-len(made) // PARTS))
    return [_part(start, made[start : start + step]) for start in range(0, len(made), step)]


def _points(asked: Sequence[Asked]) -> list[Point]:
    """After each answer: records known, and the guess."""
    catches, known, told = Catches(), 0, None
    points = []
    for number, each in enumerate(asked, 1):
        known += each.new
        if each.purpose == "unrestricted" and each.shown and each.count:
            told = each.count
        if each.purpose in FREE or each.purpose == "next":
            catches.add(each.shown, each.new)
        points.append(Point(number, known, catches.size(known, told)))
    return points


def _places(asked: Sequence[Asked], made: Sequence[Made]) -> Iterator[int]:
    """By answer, the number of the request that got it; never fewer than before."""
    numbers: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, request in enumerate(made, 1):
        numbers[request.url].append(number)
    last = 0
    for number, each in enumerate(asked, 1):
        there = numbers[each.url]
        last = max(last, there.popleft() if there else number)
        yield last


def _told(each: Asked) -> str:
    return ", ".join(f"{name}={value}" for name, value in sorted(each.query.items()) if value)


def _source(all_: Sequence[Asked]) -> str:
    purpose = next((each.purpose for each in all_ if each.purpose != "next"), "next")
    return SOURCES.get(purpose, purpose)


def _shown(all_: Sequence[Asked]) -> int:
    return sum(each.shown for each in all_)


def _new(all_: Sequence[Asked]) -> int:
    return sum(each.new for each in all_)


def _part(start: int, made: Sequence[Made]) -> Part:
    statuses = Counter(_status(each.status) for each in made)
    times = [each.time for each in made if each.time is not None]
    took = times[-1] - times[0] if len(times) > 1 else 0.0
    speed = 60 * (len(times) - 1) / took if took > 0 else None
    return Part(start + 1, dict(sorted(statuses.items())), speed)


def _status(status: int) -> str:
    return f"{status // 100}xx" if status else "no answer"
