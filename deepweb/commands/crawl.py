"""``scrapy crawl`` with clear errors: a wrong argument gives one line and an exit code."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.crawler import Crawler
from scrapy.exceptions import UsageError
from scrapy.spiderloader import get_spider_loader

from deepweb.crawl.form_judge import FormJudge, read_topic_model
from deepweb.extensions.feeds import FAILED
from deepweb.knowledge.site_queries import check_sources
from deepweb.output.log_lines import masked, say
from deepweb.output.places import check_places
from deepweb.spiders.arguments import check_settings
from deepweb.store.database import StoreError, check_store
from deepweb.store.resources import log_words


def _check_queue(address: str) -> None:
    """Raises ValueError if no Redis answers."""
    try:
        from deepweb.store.queue import check_queue  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ValueError(
            f"DEEPWEB_REDIS is set, but {error}; pip install 'deepweb[redis]'"
        ) from None
    check_queue(address)


class Command(ScrapyCrawl):
    """Checks arguments and settings first; the exit code says whether the crawl failed."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if len(args) != 1:
            return  # run() raises UsageError
        try:
            self._check(args[0], opts.spargs)
        except (ValueError, StoreError) as error:
            say(f"{args[0]}: {error}", sys.stderr)
            self._log_refusal(f"{args[0]}: {error}")
            raise UsageError(print_help=False) from None

    def _log_refusal(self, why: str) -> None:
        """Write to the log file why there is no crawl; a job of Scrapyd leaves nothing else."""
        assert self.settings is not None
        if file := self.settings["LOG_FILE"]:
            with suppress(OSError), Path(file).open("a", encoding="utf-8") as log:
                now = datetime.now().strftime(self.settings["LOG_DATEFORMAT"])
                say(f"{now} [deepweb] ERROR: {masked(why)}", log)

    def _check(self, name: str, arguments: dict[str, str]) -> None:
        assert self.settings is not None
        loader = get_spider_loader(self.settings)
        if name not in loader.list():
            raise ValueError(f"no such spider; there are {' and '.join(sorted(loader.list()))}")
        spider = loader.load(name)
        check, check_given = (
            getattr(spider, f"check_{n}", None) for n in ("arguments", "settings")
        )
        if check and check_given:
            is_worker = bool(self.settings["DEEPWEB_REDIS"]) and name == "surfacer"
            given = check(arguments, **({"is_worker": True} if is_worker else {}))
            check_settings(self.settings)
            check_places(self.settings)
            log, knowledge = self.settings["DEEPWEB_QUERY_LOG"], self.settings["DEEPWEB_KNOWLEDGE"]
            check_sources(log, knowledge, log_words)
            FormJudge.of(self.settings)
            read_topic_model(self.settings)
            check_store(self.settings["DEEPWEB_STORE"])
            if is_worker:
                _check_queue(self.settings["DEEPWEB_REDIS"])
            check_given(given, self.settings)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            super().run(args, opts)  # raises UsageError
        assert self.crawler_process is not None
        crawler = self.crawler_process.create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed or _has_failed(crawler):
            self.exitcode = 1


def _has_failed(crawler: Crawler) -> bool:
    """Did a site or a feed fail, or did a site end without records?"""
    spider: Any = crawler.spider
    if getattr(spider, "failed", None) or any(
        name.startswith(FAILED) for name in crawler.stats.get_stats()
    ):
        return True
    outcomes = getattr(spider, "outcomes", {})
    # Without an outcome, the crawl broke before it was decided.
    return any(
        site not in outcomes or not outcomes[site].is_good
        for site in getattr(spider, "site_names", ())
    )
