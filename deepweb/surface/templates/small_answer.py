"""Does an input take records away from an answer whose records are all seen?

Where pages are full and say no numbers, the first page of a sort order looks like that of a
selection: Madhavan et al. (PVLDB 2008) would call both informative. But a question about other
inputs that has few records, all of them seen, can be asked again together with the input in doubt.
A selection takes some of them away, for no record has all the values; a sort order, a page size or
a language leaves as many as there were. A bound takes away more and more of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from deepweb.surface.templates.choices import Choice, Pairs
from deepweb.surface.templates.informativeness import Seen
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.role import MONOTONIC, PRESENTATION, SELECTION, Role

# Records that an answer must have to tell, and values that are asked with it.
LEAST_RECORDS, VALUES = 3, 3


async def small_answer_test(choice: Choice, interview: Interview, rng: Random) -> Role | None:
    """What a small answer shows of an input; None where there is none, or it shows nothing."""
    small = _small_answer(choice, interview)
    if small is None:
        return None
    bound, before = small
    values = rng.sample(choice.values, min(VALUES, len(choice.values)))
    answers = await interview.answers([(*bound, *value) for value in values])
    are_true = interview.heard.counts_are_true
    told = [seen for seen in answers if not seen.failed]
    if any(_has_less(seen, before, counts_are_true=are_true) for seen in told):
        selects = Role(SELECTION, f"takes away some of {len(before.ids)} records")
        return _bound_role(values, answers, choice) or selects
    if len(told) < len(answers):
        return None
    return Role(PRESENTATION, f"leaves {len(before.ids)} records as they are")


def _small_answer(choice: Choice, interview: Interview) -> tuple[Pairs, Seen] | None:
    """Of the answers that show all that they have, one that has much to lose."""
    small = [
        (bound, seen)
        for bound, seen in interview.answers_without(choice)
        if bound and interview.heard.is_complete(seen) and len(seen.ids) >= LEAST_RECORDS
    ]
    return max(small, key=lambda each: len(each[1].ids), default=None)


def _bound_role(values: Sequence[Pairs], answers: Sequence[Seen], choice: Choice) -> Role | None:
    """The role of a bound, if one answer with records is a part of another."""
    found = [(set(seen.ids), value) for seen, value in zip(answers, values, strict=True)]
    chain = sorted((each for each in found if each[0]), key=lambda each: len(each[0]))
    is_nested = all(less[0] <= more[0] for less, more in pairwise(chain))
    if len(chain) < 2 or not is_nested or len(chain[0][0]) == len(chain[-1][0]):
        return None
    told = f"{len(chain[0][0])} records of {len(chain[-1][0])} others"
    return Role(MONOTONIC, told, choice.values.index(chain[-1][1]))


def _has_less(seen: Seen, before: Seen, *, counts_are_true: bool) -> bool:
    if not seen.has_records:
        return True
    if counts_are_true and seen.count is not None and before.count is not None:
        return seen.count < before.count
    return not seen.has_next and len(seen.ids) < len(before.ids)
