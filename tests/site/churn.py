"""Which records are on the site at the moment, and where do they stand?

The moment is the number of searches answered so far, so that a crawl sees the same changes in every
run, however fast it is.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from demosite.catalogue import Catalogue
from tests.site.style import Style

PERIOD = 400  # searches over which the changes are spread
_WHOLE = 2**32


def is_there(style: Style, record: str, moment: int) -> bool:
    """Of the records that change, half come and half go, each at a moment of its own."""
    if not style.churn or is_steady(style, record):
        return True
    turn = _number(record, "turn")
    is_turned = moment >= turn // 2 % PERIOD
    return is_turned if turn % 2 else not is_turned


def is_steady(style: Style, record: str) -> bool:
    return _number(record, "churn") / _WHOLE >= style.churn


def steady_records(style: Style, catalogue: Catalogue) -> set[str]:
    """Ids of the records that are there all the time."""
    return {entry.id for entry in catalogue.records if is_steady(style, entry.id)}


def present(style: Style, catalogue: Catalogue, found: Sequence[int], moment: int) -> Sequence[int]:
    """Those of the records found that are there at the moment."""
    if not style.churn:
        return found
    records = catalogue.records
    return [p for p in found if is_there(style, records[p].id, moment)]


def shaken(style: Style, found: Sequence[int], page_size: int, moment: int) -> Sequence[int]:
    """The order of the moment: some records stand up to a page before or behind their place."""
    if not style.unstable:
        return found
    rng = random.Random(moment)
    shifts = {
        position: rng.uniform(-page_size, page_size)
        for position in found
        if _number(str(position), "unstable") / _WHOLE < style.unstable
    }
    places = {position: place for place, position in enumerate(found)}
    return sorted(found, key=lambda position: places[position] + shifts.get(position, 0.0))


@lru_cache(maxsize=2**17)
def _number(record: str, purpose: str) -> int:
    digest = blake2b(f"{purpose} {record}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
