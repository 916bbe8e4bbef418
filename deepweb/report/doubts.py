"""Why may a crawl that ended as complete have missed records?

Each doubt is evidence that the answers themselves give, independent of the rule that ended the
crawl: the site states more records than were found, words of records do not find them, answers are
cut off without a next page or could not be read, many questions failed, addresses of records were
seen and not checked, too many records were shown only once (``surface/harvest/size.py``), and
records are not found again by their titles (``surface/harvest/genuine.py``). One doubt is enough
not to call a crawl complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from deepweb.read.kind.empty import ONE_FILE, UNREAD
from deepweb.report.course import missing_records, size_of
from deepweb.report.history import LoggedAnswer
from deepweb.surface.answer import FAILED
from deepweb.surface.harvest.genuine import TRAP
from deepweb.surface.harvest.size import Stated
from deepweb.surface.harvest.source import WayOutcome

STATED = 1.05  # stated records, as a multiple of those found, that are too many
ENOUGH = 10  # minimum answers for a statement about most of them
REFUSED = 0.2  # share of the questions that may fail
MANY_REFUSED = 5  # minimum failed questions that raise a doubt
READ = 0.2  # share of the answers that must have been read; words often find nothing
FINDING = 0.45  # share of the words that must find something: to .40 in wrong crawls, .72 in 20
VAIN = 0.25  # share of the words that find nothing, where answers are cut off without a next page
MISSING = 0.1  # witnesses, as a share of the records found, that are too many
FEW = 10  # records that may be missing without a doubt
FEW_STATED = 5  # the same, where the site states how many there are
KNOWN = 0.75  # share of the estimated size that must be known


def doubts(
    asked: Sequence[LoggedAnswer],
    ways: Sequence[tuple[str, WayOutcome]],
    records: int,
    lists: Sequence[LoggedAnswer] = (),
) -> Iterator[str]:
    """Reasons to think that there are more records.

    ``lists`` are pages of the site that list records, where only these brought any.
    """
    yield from dict.fromkeys(way.reason for _, way in ways if way.reason.startswith(TRAP))
    stated = Stated()
    for each in (*asked, *lists):
        stated.take(each.purpose, each.shown, each.count, has_next=bool(each.next_url))
    most = stated.most
    if most > STATED * records + FEW_STATED:
        yield f"the site states {most} records"
    words = [each for each in asked if each.purpose == "keyword"]
    vain = sum(each.shown == 0 for each in words)
    if len(words) >= ENOUGH and vain > (1 - FINDING) * len(words):
        yield f"{vain} of {len(words)} words of records find nothing"
    largest = max((each.shown for each in asked), default=0)
    cut = sum(each.shown == largest > 1 for each in words)
    has_next = any(each.purpose == "next" for each in asked)
    if cut >= ENOUGH and not has_next and vain > VAIN * len(words):
        yield (
            f"{cut} answers show {largest} records, none shows more, and {vain} of {len(words)} "
            "words of records find nothing"
        )
    unread = sum(each.reason == UNREAD for each in asked)
    if unread >= ENOUGH and unread > (1 - READ) * len(asked):
        yield f"no record could be read on {unread} of {len(asked)} answers"
    # A form that one file answers is asked by its script instead.
    failed = [each for each in asked if each.kind in FAILED and each.reason != ONE_FILE]
    if len(failed) >= MANY_REFUSED and len(failed) > REFUSED * len(asked):
        why, _ = Counter(each.reason for each in failed).most_common(1)[0]
        yield f"{len(failed)} of {len(asked)} questions failed, mostly: {why}"
    missing = missing_records(ways)
    if missing > max(FEW, MISSING * records):
        yield f"{missing} more addresses of records were seen"
    size = size_of(asked, ways)
    if size and size.coverage(records) < KNOWN:
        yield f"the answers suggest about {size.likely} records"
