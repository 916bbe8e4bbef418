"""``scrapy plan SITE``: the ways into a site's database, with their new records."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.output.log_lines import say
from deepweb.page.site import site_name, site_url
from deepweb.store.ledger import CrawlStore, StoreError


class Command(QuietCommand):
    """Reads the store; makes no requests."""

    def syntax(self) -> str:
        return "[options] <site>"

    def short_desc(self) -> str:
        return "Show the ways into the database of a crawled site, and their new records"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("name one site, such as example.org")
        assert self.settings is not None
        try:
            ways = _ways(self.settings["DEEPWEB_STORE"], args[0])
        except (ValueError, StoreError) as error:
            self.refuse(error)
        lines = (
            (json.dumps(each, ensure_ascii=False) for each in ways) if opts.json else _told(ways)
        )
        say("\n".join(lines))


def _ways(address: str, asked: str) -> list[dict[str, Any]]:
    site = site_name(site_url(asked))
    store = CrawlStore.open(address)
    try:
        actions = {each.form.id: each.form.action for each in store.decisions.forms(site)}
        ways = [
            {"by": actions.get(form, form) if form else "lists of the site", **asdict(way)}
            for form, way in store.decisions.ways(site)
        ]
    finally:
        store.close()
    if not ways:
        raise ValueError(f"no way into {site} was tried yet; crawl it: -a site={asked}")
    return ways


def _told(ways: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "requests  new records  next promises  way"
    for each in ways:
        figures = f"{each['requests']:>8}  {each['new']:>11}  {each['promise']:>13.1f}"
        yield f"{figures}  {each['name']} ({each['by']}): {each['reason']}"
