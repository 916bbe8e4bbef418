"""``SearchForm`` → submissions: asks each search form what it holds.

The asking goes on in the background while the form itself moves on to the store; the spider stays
open until it ends. The forms of a site are asked one after another: the second one starts with what
the first one found.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider

from deepweb.extensions.open_store import store_of
from deepweb.items import QueryTemplate, SearchForm
from deepweb.resources import seed_words
from deepweb.signals import site_failed
from deepweb.submissions import Submissions
from deepweb.surface.answer import Answer, AnswerLostError
from deepweb.surface.nonsense import nonsense
from deepweb.surface.text_box import TextBoxLimits, seeds, surface_text_box

logger = logging.getLogger(__name__)


class QuerySurfacing:
    """Runs the surfacing of forms, each as a task."""

    def __init__(
        self,
        crawler: Crawler,
        limits: TextBoxLimits,
        *,
        background: int,
        seed: int,
        seed_words: int,
    ) -> None:
        self._crawler = crawler
        self._submissions = Submissions(crawler, store_of(crawler))
        self._limits = limits
        self._background = background
        self._seed = seed
        self._seed_words = seed_words
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._seen: dict[str, set[str]] = defaultdict(set)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        limits = TextBoxLimits(
            background_first=settings.getint("DEEPWEB_BACKGROUND_FIRST"),
            tau=settings.getfloat("DEEPWEB_TAU"),
            sample=settings.getint("DEEPWEB_SAMPLE"),
            patience=settings.getint("DEEPWEB_PATIENCE"),
            failures=settings.getint("DEEPWEB_MAX_FAILURES"),
            together=max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")),
        )
        pipeline = cls(
            crawler,
            limits,
            background=settings.getint("DEEPWEB_BACKGROUND_QUERIES"),
            seed=settings.getint("DEEPWEB_SEED"),
            seed_words=settings.getint("DEEPWEB_SEED_WORDS"),
        )
        crawler.signals.connect(pipeline.stay_open, signals.spider_idle)
        return pipeline

    def process_item(self, item: Any) -> Any:
        if isinstance(item, SearchForm) and item.is_asked:
            key = item.site, item.form.id
            if key not in self._tasks:
                self._tasks[key] = asyncio.create_task(self._surface_safely(item))
        return item

    def stay_open(self) -> None:
        if any(not task.done() for task in self._tasks.values()):
            raise DontCloseSpider

    async def close_spider(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _surface_safely(self, item: SearchForm) -> None:
        """One form must not take the others down, nor end in silence."""
        try:
            async with self._turns[item.site]:
                await self._surface(item)
        except AnswerLostError as error:
            self._fail(item, f"{error}; mend that, then run the same command again")
        except Exception as error:
            logger.exception("site %s: surfacing stopped", item.site)
            self._fail(item, f"surfacing stopped: {error!r}")
        finally:
            self._look_for_the_end()

    def _fail(self, item: SearchForm, reason: str) -> None:
        self._crawler.signals.send_catch_log(site_failed, site=item.site, reason=reason)

    def _look_for_the_end(self) -> None:
        """Have Scrapy see that nothing is left to do; by itself it looks every 5 seconds."""
        slot = self._crawler.engine._slot
        if slot is not None:
            asyncio.get_running_loop().call_soon(slot.nextcall.schedule)

    async def _surface(self, item: SearchForm) -> None:
        box = item.query_input or ""

        async def ask(purpose: str, word: str) -> Answer:
            return await self._submissions.ask(item, purpose, {box: word})

        outcome = await surface_text_box(
            ask,
            nonsense=self._nonsense(item),
            first_words=seeds(item.words, seed_words(), self._seed_words),
            seen=self._seen[item.site],
            limits=self._limits,
        )
        template = QueryTemplate(
            site=item.site,
            form=item.form.id,
            binding=(box,),
            informative=outcome.informative,
            tested=outcome.tested,
            distinctness=outcome.distinctness,
            reason=outcome.reason,
        )
        for decided in (template, *_left_alone(item)):
            await self._emit(decided)
        if outcome.broken_off:
            self._fail(item, f"stopped answering: {outcome.reason}; run the same command later")

    def _nonsense(self, item: SearchForm) -> list[str]:
        """What means nothing, in the script that the form's page is written in."""
        rng = random.Random(f"{self._seed} {item.site} {item.form.id}")  # noqa: S311
        return nonsense(rng, self._background, " ".join(item.words))

    async def _emit(self, item: QueryTemplate) -> None:
        verdict = "kept" if item.informative else "not_kept"
        self._crawler.stats.inc_value(f"deepweb/templates/{verdict}")
        await self._crawler.engine.scraper.start_itemproc_async(item, response=None)


def _left_alone(item: SearchForm) -> list[QueryTemplate]:
    """The inputs that were not tried, so that the report can say so."""
    kinds = {"select", "radio", "checkbox", "text", "search", "number", "date"}
    names = dict.fromkeys(
        each.name
        for each in item.form.inputs
        if each.kind in kinds and each.name and each.name != item.query_input
    )
    reason = "left at its default: only the keyword box is asked yet"
    return [
        QueryTemplate(item.site, item.form.id, (name,), False, 0, None, reason) for name in names
    ]
