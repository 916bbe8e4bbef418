"""``scrapy report SITE…``: writes the reports of sites again, from the store."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.crawl.topics import topic_name
from deepweb.output.export import write_table
from deepweb.page.site import site_name, site_url
from deepweb.report.history import known_sites
from deepweb.store.ledger import CrawlStore, StoreError
from deepweb.store.sites import SiteDatabase, known_topics

if TYPE_CHECKING:
    from deepweb.report.site_facts import SiteFacts


class Command(QuietCommand):
    """Reads the store and writes files; makes no requests."""

    def syntax(self) -> str:
        return "[options] <site> …"

    def short_desc(self) -> str:
        return "Write the report of a site from the store, also in the middle of its crawl"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--all", action="store_true", help="reports of every site in the store, with an index"
        )
        parser.add_argument(
            "--topic", metavar="TOPIC", default="", help="the sites that sitelocator found"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from deepweb.report.page import write_index  # noqa: PLC0415 - slow

        assert self.settings is not None
        if bool(args) + bool(opts.topic) + opts.all != 1:
            raise UsageError("name the sites, such as example.org, or give --topic or --all")
        output = Path(self.settings["DEEPWEB_OUTPUT"])
        try:
            with closing(CrawlStore.open(self.settings["DEEPWEB_STORE"])) as store:
                told = [] if opts.topic else _site_reports(store, args, output)
                topics = _topic_reports(store, opts.topic, output) if opts.topic or opts.all else {}
                if opts.all:
                    print(write_index(told, output, topics))
        except (ValueError, StoreError, OSError) as error:
            self.refuse(error)


def _site_reports(store: CrawlStore, asked: Sequence[str], output: Path) -> list[SiteFacts]:
    """Write the reports of some sites, or of all."""
    from deepweb.report.page import write_report  # noqa: PLC0415 - slow
    from deepweb.report.site_facts import site_facts  # noqa: PLC0415

    wanted = [site_name(site_url(each)) for each in asked]
    with store.connect() as connection:
        known = known_sites(connection)
    if missing := [site for site in wanted if site not in known]:
        there = ", ".join(known[:5]) or "none"
        raise ValueError(f"the store has no site {missing[0]!r}; it has: {there}")
    told = [facts for site in wanted or known if (facts := site_facts(store, site))]
    for facts in told:
        write_table(store, facts.site, output)
        print(write_report(facts, output))
    return told


def _topic_reports(store: CrawlStore, asked: str, output: Path) -> dict[str, str]:
    """Write the reports of one topic, or of all; returns the name of each file."""
    from deepweb.report.located import topic_facts, write_topic  # noqa: PLC0415 - slow

    known, wanted = known_topics(store), topic_name(asked) if asked else ""
    if asked and wanted not in known:
        raise ValueError(f"the store has no topic {asked!r}; it has: {', '.join(known) or 'none'}")
    files = {}
    for topic in [wanted] if wanted else known:
        facts = topic_facts(SiteDatabase(store, topic), topic)
        path = write_topic(facts, output)
        files[facts.topic] = path.name
        print(path)
    return files
