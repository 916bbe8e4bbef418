"""What do the sitemap and the feeds of a site name?

Both name addresses without asking any form. Those of the records' kinds are witnesses, and the
entries of a feed that have a title are records at once. A site without a sitemap costs one request;
sitemaps are read on while they name pages of records.
"""

from __future__ import annotations

import re
from collections import deque
from urllib.parse import urljoin

from deepweb.surface.answer import AskAll, Question
from deepweb.surface.lists.list_source import ListSource

DECLARED = "sitemap"
"""The purpose of questions for sitemaps and feeds."""
MAX_SITEMAPS = 20  # sitemaps that are read
MAX_FEEDS = 3  # feeds that are read
MAX_MISSED = 2  # sitemaps in a row that name no page of a record
_SITEMAP = re.compile(r"\.xml(?:\.gz)?$|sitemap[^/]*$", re.IGNORECASE)


async def read_sitemaps(lists: ListSource, ask: AskAll) -> None:
    """Read the sitemaps that robots.txt names, or the one at the usual address."""
    waiting = deque(lists.sitemaps or [urljoin(lists.home, "/sitemap.xml")])
    seen, missed = set(waiting), 0
    while waiting and len(seen) - len(waiting) < MAX_SITEMAPS and missed < MAX_MISSED:
        url = waiting.popleft()
        (answer,) = await ask([Question(DECLARED, link=url, kinds=lists.kinds)])
        further = [link for link in answer.links if _SITEMAP.search(link) and link not in seen]
        # Those of records mostly stand last.
        waiting.extendleft(further)
        seen.update(further)
        missed = 0 if further or any(map(lists.is_record, answer.links)) else missed + 1


async def read_feeds(lists: ListSource, ask: AskAll) -> None:
    """Read some of the feeds that pages name."""
    for url in list(lists.feeds)[:MAX_FEEDS]:
        await ask([Question(DECLARED, link=url, kinds=lists.kinds)])
