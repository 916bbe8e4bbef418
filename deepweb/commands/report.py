"""``scrapy report SITE…``: writes the reports of sites again, from the store."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from deepweb.crawl.named_pages import be_quiet
from deepweb.page.site import site_name, site_url
from deepweb.report.history import known_sites
from deepweb.store.ledger import CrawlStore, StoreError

if TYPE_CHECKING:
    from deepweb.report.site_facts import SiteFacts


class Command(ScrapyCommand):
    """Reads the store and writes files; makes no requests."""

    requires_project = True

    def syntax(self) -> str:
        return "[options] <site> …"

    def short_desc(self) -> str:
        return "Write the report of a site from the store, also in the middle of its crawl"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--all", action="store_true", help="reports of every site in the store, with an index"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        be_quiet(self, opts)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from deepweb.report.page import write_index, write_report  # noqa: PLC0415 - slow

        assert self.settings is not None
        if bool(args) == opts.all:
            raise UsageError("name the sites, such as example.org, or give --all")
        output = Path(self.settings["DEEPWEB_OUTPUT"])
        try:
            told = _facts(self.settings["DEEPWEB_STORE"], args)
        except (ValueError, StoreError) as error:
            print(f"report: {error}", file=sys.stderr)
            raise UsageError(print_help=False) from None
        for facts in told:
            print(write_report(facts, output))
        if opts.all:
            print(write_index(told, output))


def _facts(address: str, asked: Sequence[str]) -> list[SiteFacts]:
    """The facts of some sites, or of all."""
    from deepweb.report.site_facts import site_facts  # noqa: PLC0415 - slow

    wanted = [site_name(site_url(each)) for each in asked]
    store = CrawlStore.open(address)
    try:
        with store.connect() as connection:
            known = known_sites(connection)
        if missing := [site for site in wanted if site not in known]:
            there = ", ".join(known[:5]) or "none"
            raise ValueError(f"the store has no site {missing[0]!r}; it has: {there}")
        return [facts for site in wanted or known if (facts := site_facts(store, site))]
    finally:
        store.close()
