"""Can pages be made to show more?

Madhavan et al. (PVLDB 2008), section 4.3, choose a single value for the number of results per page,
and leave open which. Departure: requests are what we have least of, so the largest is filled in
with every question from then on. One request tells: a page that goes on, asked for again with the
largest number, shows the same records and more.
"""

from __future__ import annotations

from deepweb.surface.templates.choices import Choice, Pairs
from deepweb.surface.templates.heard import FULL_LENGTH
from deepweb.surface.templates.informativeness import Seen, holds
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.presentation import PAGE_SIZE
from deepweb.surface.templates.role import PRESENTATION, Role

# A page of more records than this may be too much for the site.
LARGEST = 500


async def widened_pages(choice: Choice, interview: Interview) -> Role | None:
    """Fill in the largest page size from now on, if a choice is one; None if that is not known."""
    page, largest = _page_that_goes_on(choice, interview), _largest(choice)
    if choice.looks_like != PAGE_SIZE or page is None or largest is None:
        return None
    bound, before = page
    (after,) = await interview.answers([(*bound, *largest)])
    if not shows_more(before, after):
        return None
    interview.fix(largest)
    interview.heard.renew(bound, after)
    return Role(PRESENTATION, f"shows {len(after.ids)} records in place of {len(before.ids)}")


def shows_more(before: Seen, after: Seen) -> bool:
    """Does an answer show what another shows, and more?"""
    return len(after.ids) > len(before.ids) > 0 and holds(after, before)


def _page_that_goes_on(choice: Choice, interview: Interview) -> tuple[Pairs, Seen] | None:
    for bound, seen in interview.answers_without(choice):
        is_more_said = (seen.count or 0) > len(seen.ids)
        is_more_likely = seen.count is None and len(seen.ids) >= FULL_LENGTH
        if seen.ids and (seen.has_next or is_more_said or is_more_likely):
            return bound, seen
    return None


def _largest(choice: Choice) -> Pairs | None:
    sizes = zip(choice.numbers or (), choice.values, strict=False)
    allowed = [(number, value) for number, value in sizes if number <= LARGEST]
    return max(allowed)[1] if allowed else None
