"""Does an argument of links select, if its signs do not tell? Two pages that differ in it alone do.

Beyond He et al. (WSDM 2013, section 6.3.3), to whom prevalence decides: near θ it is wrong as often
as not, and the records of two pages are a better witness (``settled`` in ``read/links/roles.py``).
Only what a link that may be followed depends on is worth the requests.
"""

from __future__ import annotations

from collections.abc import Sequence

from deepweb.read.links.roles import ComparedPage, settled
from deepweb.surface.answer import FAILED, Answer, AskAll, Question
from deepweb.surface.facets.second_level import SecondLevel

# Arguments that are settled by asking, two pages each.
MOST_COMPARED = 2


async def settle_doubts(ask: AskAll, links: SecondLevel, box: str, waiting: Sequence[str]) -> int:
    """Compare pages for the doubtful arguments of links that wait; returns how many were asked."""
    doubts = links.doubts(waiting)[:MOST_COMPARED]
    for role in doubts:
        assert role.settle is not None
        questions = [Question("compare", _asked(links, box, url), url) for url in role.settle]
        first, second = await ask(questions)
        if first.kind not in FAILED and second.kind not in FAILED:
            links.settle(settled(role, _shown(first), _shown(second)))
    return 2 * len(doubts)


def _asked(links: SecondLevel, box: str, url: str) -> tuple[tuple[str, str], ...]:
    return ((box, links.query_of(url)),) if box else ()


def _shown(answer: Answer) -> ComparedPage:
    ids = [record.id for record in answer.found]
    return ComparedPage(ids, answer.count, goes_on=bool(answer.next_url))
