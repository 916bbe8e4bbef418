"""``scrapy demo``: serves the demo site, a catalogue of characters behind a search form."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

if TYPE_CHECKING:
    from demosite import DemoSite


class Command(ScrapyCommand):
    """Serves until interrupted, or until the crawl of ``--surface`` has ended."""

    requires_project = True
    requires_crawler_process = False

    def short_desc(self) -> str:
        return "Serve the demo site on this machine"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--port", type=int, default=0, help="port to listen on (default: a free one)"
        )
        parser.add_argument(
            "--surface",
            action="store_true",
            help="crawl the site, with the settings given, then stop",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from demosite import DemoSite  # noqa: PLC0415 - only this command needs it

        site = DemoSite(opts.port)
        if opts.surface:
            self.exitcode = _surface(site, _passed_on(opts))
        else:
            site.serve_forever()


def _passed_on(opts: argparse.Namespace) -> list[str]:
    """The global options, for the crawl."""
    settings = [part for each in opts.set for part in ("-s", each)]
    return [*settings, *(["--loglevel", opts.loglevel] if opts.loglevel else [])]


def _surface(site: DemoSite, options: list[str]) -> int:
    with site:
        print(f"demo site at {site.url}", flush=True)
        crawl = [sys.executable, "-m", "scrapy", "crawl", "surfacer", "-a", f"site={site.url}"]
        return subprocess.call([*crawl, *options])  # noqa: S603
