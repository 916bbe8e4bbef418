"""The report of a topic: the sites that ``sitelocator`` found, and the other sites.

``located-<topic>.html`` in the output folder, and its data beside it as JSON.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from deepweb.items import Site
from deepweb.locate.web.topic_crawl import DEEP, VisitedSite
from deepweb.page.site import folder_name
from deepweb.report.form_names import form_names
from deepweb.report.page import rendered, write_whole
from deepweb.store.sites import SiteDatabase

MAX_SITES = 2_000  # sites of a table; the JSON holds all


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """What is known of a topic's sites."""

    topic: str
    found: Sequence[Mapping[str, Any]]
    """The sites with searches on the topic, the best first."""
    others: Sequence[VisitedSite]
    """All other sites that were visited, each with its verdict and the reason."""
    verdicts: Mapping[str, int]
    waiting: int
    pages: int
    searches: int


def topic_facts(database: SiteDatabase, topic: str) -> TopicFacts:
    visited = database.visited()
    pages = {each.site: each.pages for each in visited}
    return TopicFacts(
        topic=Path(topic).stem,
        found=[_found(site, pages[site.site]) for site in database.found()],
        others=sorted(
            (each for each in visited if each.verdict != DEEP), key=lambda each: each.verdict
        ),
        verdicts=dict(Counter(each.verdict for each in visited).most_common()),
        waiting=database.waiting(),
        pages=sum(pages.values()),
        searches=len(database.searched()),
    )


def write_topic(facts: TopicFacts, output: Path) -> Path:
    """Write the report of a topic; returns its path."""
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"located-{folder_name(facts.topic)}.html"
    data = json.dumps(asdict(facts), ensure_ascii=False, indent=1)
    write_whole(path.with_suffix(".json"), data)
    write_whole(path, rendered("located.html", facts=facts, most=MAX_SITES, made=""))
    return path


def _found(site: Site, pages: int) -> dict[str, Any]:
    names = form_names(site.forms)
    forms = [
        {"name": names[each.form.id], "page": each.form.url, "reason": each.reason}
        for each in site.forms
    ]
    told = {"rank": site.rank, "site": site.site, "url": site.url, "worth": site.worth}
    return {**told, "reason": site.reason, "pages": pages, "forms": forms}
