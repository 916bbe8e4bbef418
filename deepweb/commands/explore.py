"""``scrapy explore URL``: the pages of a site that are searched for forms, and why it stops."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scrapy.exceptions import UsageError

from deepweb.crawl.exploring import Exploring, UnreachedError, numbered
from deepweb.crawl.fetches import PageFetches
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.quiet_command import QuietCommand
from deepweb.crawl.store import store_of
from deepweb.items import Site
from deepweb.locate.site.exploration import SeenPage
from deepweb.locate.site.link_ranker import SeenLink
from deepweb.locate.site.page_content import JudgedForm
from deepweb.locate.site.stop_criteria import Stop
from deepweb.middlewares.unreachable_robots import MAX_TRIES
from deepweb.output.log_lines import say
from deepweb.spiders.arguments import check_settings, one_site
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore, StoreError

Seen = tuple[SeenPage, list[JudgedForm]]
# No form is asked, nothing is kept.
ALONE = {"ITEM_PIPELINES": {}, "DEEPWEB_STORE": "sqlite://", "DEEPWEB_SUMMARY": False}


class Command(QuietCommand):
    """Explores as a crawl would; asks no form, and leaves the store as it is."""

    def syntax(self) -> str:
        return "[options] <url>"

    def short_desc(self) -> str:
        return "Look for the search forms of a site: pages visited, forms found, why it stopped"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object a line, a page")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.crawler_process is not None
        if len(args) != 1:
            raise UsageError("name one site: the address of its first page")
        try:
            followed = self._prepare(args[0])
        except (ValueError, StoreError) as error:
            self.refuse(error)
        crawler = self.crawler_process.create_crawler(Explorer)
        self.crawler_process.crawl(crawler, site=args[0], followed=followed)
        self.crawler_process.start()
        assert isinstance(crawler.spider, Explorer)
        self._tell(crawler.spider, opts.json)

    def _prepare(self, address: str) -> list[SeenLink]:
        """Check the arguments; returns what was learnt from the sites crawled before."""
        assert self.settings is not None
        site = one_site(address)
        check_settings(self.settings)
        FormJudge.of(self.settings)
        store = CrawlStore.open(self.settings["DEEPWEB_STORE"])
        followed = store.decisions.followed_links(site)
        store.close()
        for name, value in ALONE.items():
            self.settings.set(name, value, priority="cmdline")
        return followed

    def _tell(self, explorer: Explorer, as_json: bool) -> None:
        (site,) = explorer.sites
        for line in (_json if as_json else _lines)(explorer.seen, explorer.stopped):
            say(line)
        for reason in explorer.failed.values():
            say(f"explore: {site}: {reason}", sys.stderr)
            self.exitcode = 1


class Explorer(Surfacer):
    """Explores a site and asks no form."""

    name = "explore"

    def __init__(self, followed: Sequence[SeenLink] = (), **arguments: str) -> None:
        super().__init__(**arguments)
        self._followed = followed
        self.seen: list[Seen] = []
        """The pages in the order of exploring, each with the searches found there."""
        self.stopped: dict[int, Stop] = {}

    def fail(self, site: str, reason: str) -> Site:
        """The command prints the reason; the log does not."""
        self.failed[site] = reason
        return Site(site, self.sites[site], reason)

    async def start(self) -> AsyncIterator[Any]:
        self.fetches = PageFetches(self, home_retries=MAX_TRIES)
        exploring = Exploring(self, self.fetches, followed=lambda site: self._followed)
        for site in self.sites:
            try:
                async for page in exploring.pages(site):
                    self.seen.append((page.seen, list(page.found)))
            except UnreachedError as error:
                yield self.fail(site, str(error))
            self.stopped = store_of(self.crawler).decisions.stops(site)


def _json(seen: Iterable[Seen], stopped: Mapping[int, Stop]) -> Iterator[str]:
    for page, forms in seen:
        told = {
            "url": page.url,
            "depth": page.visit.depth,
            "score": page.visit.score,
            "forms": [_form(form) for form in forms],
        }
        yield json.dumps(told, ensure_ascii=False)
    yield json.dumps({"stopped": {depth: stopped[depth].criterion for depth in sorted(stopped)}})


def _form(form: JudgedForm) -> dict[str, object]:
    verdict, of = form.verdict, form.search.form
    return {
        "index": of.index,
        "action": of.action,
        "method": of.method,
        "probability": verdict.probability,
        "query_input": verdict.query_input,
        "reason": verdict.reason,
    }


def _lines(seen: Sequence[Seen], stopped: Mapping[int, Stop]) -> Iterator[str]:
    found = sum(len(forms) for _, forms in seen)
    yield f"{numbered(len(seen), 'page')}, {numbered(found, 'search form')}"
    for page, forms in seen:
        kind = "" if page.visit.kind == "page" else f" ({page.visit.kind})"
        yield f"  depth {page.visit.depth}  score {page.visit.score:.2f}  {page.url}{kind}"
        for form in forms:
            yield f"    {form.search.form.method} {form.search.form.action}: {form.verdict.reason}"
    for depth in sorted(stopped):
        yield f"  depth {depth} stopped by {stopped[depth].criterion}: {stopped[depth].reason}"
