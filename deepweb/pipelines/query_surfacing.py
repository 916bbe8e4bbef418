"""``SearchForm`` → submissions: surfaces the records behind each search form.

Surfacing runs in the background while the form itself moves on to the store; the spider stays open
until it ends. The forms of a site are asked in turns (``surface/harvest/turns.py``), and all know
the records that any of them found.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.robotstxt import RobotParser

from deepweb.crawl.asking.answers import browsed_form
from deepweb.crawl.asking.fingerprint import link_dedup
from deepweb.crawl.asking.submissions import Submissions
from deepweb.crawl.details.phase import DetailPhase
from deepweb.crawl.exploring import sitemaps_of
from deepweb.crawl.private_names import wake_engine
from deepweb.crawl.signals import (
    exploring_ended,
    form_unanswered,
    page_stored,
    records_withdrawn,
    site_failed,
)
from deepweb.crawl.store import store_of
from deepweb.form.submission import submission
from deepweb.items import ResultPage, SearchForm
from deepweb.knowledge.site_queries import LogFindings, SiteQueries
from deepweb.locate.forms.effects import without_actions
from deepweb.page.site import owner
from deepweb.pipelines.empty_page_filter import EmptyPageFilter
from deepweb.pipelines.form_scopes import FormScopes
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.pipelines.site_ways import SiteWays
from deepweb.pipelines.surfacing_outcome import save_outcome
from deepweb.pipelines.surfacing_tasks import Tasks, limits_of, surfacing_limits
from deepweb.store.decisions import FormInput
from deepweb.store.ownership import SiteLostError
from deepweb.store.resources import effects, log_words
from deepweb.surface.answer import Answer, AnswerLostError, Ask, Question
from deepweb.surface.facets.second_level import SecondLevel
from deepweb.surface.harvest.genuine import TRAP, GenuineRecords
from deepweb.surface.harvest.source import WayOutcome
from deepweb.surface.harvest.turns import Turn
from deepweb.surface.lists.browsing import browse, learn_home
from deepweb.surface.lists.list_source import SETTLED
from deepweb.surface.run import Surfacing
from deepweb.surface.task import Outcome, SurfacingLimits
from deepweb.surface.templates.required import other_choices, scopes
from deepweb.surface.trial import QUESTIONS, Trial

logger = logging.getLogger(__name__)

TRIALS_SHARE = 0.05  # share of a site's requests for forms that do not look like searches


class QuerySurfacing:
    """Runs the surfacing of each form as a task."""

    def __init__(
        self, crawler: Crawler, limits: SurfacingLimits, tasks: Tasks, *, only_templates: bool
    ) -> None:
        self._crawler = crawler
        self._store = store_of(crawler)
        self._submissions = Submissions(crawler, self._store)
        self._scopes = FormScopes(crawler, self._submissions, self._surface)
        self._details = DetailPhase(crawler, self._submissions)
        self._limits = limits
        self._known = tasks
        self._only_templates = only_templates
        self._queries = SiteQueries()
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._failed: set[str] = set()
        self._ways: dict[str, SiteWays] = {}
        self._links: dict[tuple[str, str], SecondLevel] = {}
        """By site and form, what is known of second-level URLs."""
        most = int(TRIALS_SHARE * crawler.settings.getint("DEEPWEB_MAX_REQUESTS"))
        self._trial_questions: dict[str, int] = defaultdict(lambda: most)
        """By site, the questions that are left for forms that do not look like searches."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        only_templates = settings.getbool("DEEPWEB_ONLY_TEMPLATES")
        limits, tasks = surfacing_limits(settings), Tasks.of(settings)
        pipeline = cls(crawler, limits, tasks, only_templates=only_templates)
        crawler.signals.connect(pipeline.stay_open, signals.spider_idle)
        crawler.signals.connect(pipeline.note_failed, site_failed)
        crawler.signals.connect(pipeline.note_sitemaps, signals.robots_parsed)
        crawler.signals.connect(pipeline.note_explored, exploring_ended)
        crawler.signals.connect(pipeline.note_stored, page_stored)
        return pipeline

    def open_spider(self) -> None:
        """Read the query log and the knowledge base, if given, before the first request."""
        settings = self._crawler.settings
        given = settings["DEEPWEB_QUERY_LOG"], settings["DEEPWEB_KNOWLEDGE"]
        sites = getattr(self._crawler.spider, "site_names", ())
        self._queries = SiteQueries.read(*given, sites, log_words)
        if self._queries.findings:
            self._report_findings(self._queries.findings)

    def process_item(self, item: Any) -> Any:
        if isinstance(item, SearchForm) and item.is_asked:
            key = item.site, item.form.id
            if key not in self._tasks:
                is_late = True if item.form.script is not None else None
                turns = self._ways_of(item.site).turns
                turn = turns.join(is_likely=not item.is_tried, is_late=is_late)
                work = self._surface_scopes(item, turn)
                self._tasks[key] = asyncio.create_task(self._surface_safely(item.site, turn, work))
        return item

    @property
    def is_busy(self) -> bool:
        """Are there forms that are still being asked, or own pages of records?"""
        return self._is_asking or self._details.is_due

    @property
    def _is_asking(self) -> bool:
        return self._details.is_busy or any(not task.done() for task in self._tasks.values())

    def stay_open(self) -> None:
        """Keep the spider open while forms are asked, then lists and records' own pages read."""
        for ways in self._ways.values():
            ways.turns.explored.set()
        if not self._is_asking and self._reads_lists:
            for site in getattr(self._crawler.spider, "site_names", ()):
                if (site, "") not in self._tasks and site not in self._failed:
                    self._tasks[site, ""] = asyncio.create_task(self._browse_safely(site))
        if not self._is_asking:
            self._details.start()
        if self._is_asking:
            raise DontCloseSpider

    @property
    def _reads_lists(self) -> bool:
        return self._crawler.settings.getbool("DEEPWEB_LISTS") and not self._only_templates

    async def close_spider(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._details.close()
        await self._submissions.close()

    async def _surface_safely(self, site: str, turn: Turn, work: Coroutine[Any, Any, None]) -> None:
        """Surface a form; an error ends the form, not the crawl, and is reported."""
        try:
            async with turn:
                await work
        except Exception as error:
            self._stop(site, "surfacing", error)
        finally:
            wake_engine(self._crawler)

    def _stop(self, site: str, what: str, error: Exception) -> None:
        """Report an error; only one that nobody expects is shown with the code that raised it."""
        if isinstance(error, AnswerLostError):
            self._fail(site, f"{error}; fix that, then run the same command again")
        elif isinstance(error, SiteLostError):
            self._fail(site, str(error))
        else:
            logger.exception("site %s: %s stopped", site, what)
            self._fail(site, f"{what} stopped: {error!r}")

    async def _browse_safely(self, site: str) -> None:
        """Read the lists of a site; an error ends that, not the crawl, and is reported."""
        try:
            ways = self._ways_of(site)
            form = ways.answering
            genuine = form[1].genuine if form else None
            reason = await browse(
                ways.lists,
                self._asking_form(form[0]) if form else self._asking(site),
                ways.known,
                self._limits.harvest,
                is_complete=ways.is_complete,
                genuine=genuine,
            )
            logger.info("site %s: lists: %s", site, reason)
            self._crawler.stats.set_value(
                "deepweb/lists/witnesses_missing", len(ways.lists.missing)
            )
            outcome = ways.lists.outcome()
            if genuine and genuine.are_lists_trap:
                self._crawler.stats.inc_value("deepweb/traps/lists")
                outcome.append(WayOutcome(TRAP, 0, 0, 0.0, genuine.reason))
            self._store.decisions.save_ways(site, "", outcome)
        except Exception as error:
            self._stop(site, "reading lists", error)
        finally:
            wake_engine(self._crawler)

    def _fail(self, site: str, reason: str) -> None:
        self._crawler.signals.send_catch_log(site_failed, site=site, reason=reason)

    def note_failed(self, site: str) -> None:
        self._failed.add(site)

    def note_explored(self, site: str) -> None:
        self._ways_of(site).turns.explored.set()

    def note_stored(self, page: ResultPage) -> None:
        """Records were stored; their own pages may be fetched once records are settled."""
        dedup = self._crawler.get_item_pipeline(SecondLevelDedup)
        if page.records and (dedup is None or dedup.is_settled(page.site)):
            self._details.start_along(page.site)

    def note_sitemaps(self, robotparser: RobotParser, request: Request) -> None:
        """The sitemaps that robots.txt names."""
        site = owner(request.url, getattr(self._crawler.spider, "sites", ()))
        if site is not None:
            self._ways_of(site).lists.sitemaps = sitemaps_of(robotparser, site)

    def _ways_of(self, site: str) -> SiteWays:
        if site not in self._ways:
            home = self._crawler.spider.sites[site]  # type: ignore[union-attr]
            self._ways[site] = SiteWays.of(site, home)
        return self._ways[site]

    def _asking_form(self, item: SearchForm) -> Ask:
        """Asks a form, or opens pages of the site, as questions say."""
        ask_page, dedup = self._asking(item.site), link_dedup(self._crawler)
        ways = self._ways_of(item.site)

        async def ask(question: Question) -> Answer:
            if dedup and (links := self._links.get((item.site, item.form.id))):
                dedup.learn(item.site, links)
            if question.is_browsing:
                return await ask_page(question)
            return ways.known.taught(await self._submissions.ask(item, question))

        return ask

    def _asking(self, site: str) -> Ask:
        """Opens pages of the site."""
        ways = self._ways_of(site)

        async def ask(question: Question) -> Answer:
            if not ways.is_home_known:
                ways.is_home_known = True
                await learn_home(ask_page, ways.home)
            return await ask_page(question)

        async def ask_page(question: Question) -> Answer:
            form = browsed_form(site, ways.home, question)
            return ways.known.taught(await self._submissions.ask(form, question))

        return ask

    async def _surface_scopes(self, item: SearchForm, turn: Turn) -> None:
        """Surface a form; a form that requires a choice is surfaced once for each option."""
        ways = self._ways_of(item.site)
        family = ways.family(item.form)
        if family.is_exhausted:
            self._crawler.stats.inc_value("deepweb/forms/like_others_in_vain")
            told = WayOutcome("form", 0, 0, 0.0, family.reason)
            self._store.decisions.save_ways(item.site, item.form.id, [told])
            return
        found = len(ways.known.ids)
        await self._surface_each_scope(item, turn)
        family.add(brought=len(ways.known.ids) - found)

    async def _surface_each_scope(self, item: SearchForm, turn: Turn) -> None:
        ways = self._ways_of(item.site)
        form = without_actions(item.form, effects())
        needed = scopes(form)
        if not needed:
            outcome = await self._surface(item, turn)
            better = ways.better_boxes.get(form.id, item.query_input)
            item = replace(item, query_input=better)
            needed = scopes(form, *outcome.must_choose) if outcome.found_nothing else []
            together = [scope for scope in scopes(form, outcome.required) if scope.is_whole][:1]
            needed = needed or together
            if not outcome.found_nothing and not item.is_tried:
                with_words = replace(item, words=outcome.best_words or ("",))
                await self._scopes.press_others(with_words, ways, turn)
                others = self._known.task(item, self._queries.of(item.site)).others
                for scope in other_choices(item.form, others.choices) if others else ():
                    await self._scopes.choose(item, scope, ways, turn)
        if needed:  # what the first teaches (words, the box for them) the others need not find out
            await self._scopes.choose(item, needed[0], ways, turn)
        for scope in needed[1:]:
            turn_of_scope = ways.turns.join(is_late=False)
            work = self._scopes.choose(item, scope, ways, turn_of_scope)
            task = self._surface_safely(item.site, turn_of_scope, work)
            self._tasks[item.site, f"{item.form.id} {scope.told}"] = asyncio.create_task(task)
        told = f"nothing is found without a choice; asked for each of {len(needed)} choices"
        for name in {name for scope in needed for name, _ in scope.chosen}:
            role = FormInput(item.site, item.form.id, name, "required", told)
            self._store.decisions.save_input(role)

    async def _surface(self, item: SearchForm, turn: Turn) -> Outcome:
        """Surface a form through its keyword box, or through the one that finds more."""
        ways = self._ways_of(item.site)
        item = replace(item, query_input=ways.better_boxes.get(item.form.id, item.query_input))
        outcome = await self._surface_once(item, turn)
        if outcome.better_box:
            self._crawler.stats.inc_value("deepweb/forms/better_box")
            ways.better_boxes[item.form.id] = outcome.better_box
            words = (*outcome.best_words, *item.words)
            item = replace(item, query_input=outcome.better_box, words=words)
            outcome = await self._surface_once(item, turn)
        return outcome

    async def _surface_once(self, item: SearchForm, turn: Turn) -> Outcome:
        ways, ask = self._ways_of(item.site), self._asking_form(item)
        lists = [ways.lists] if self._reads_lists and not item.is_tried else []
        is_further = ways.lists.by_forms >= SETTLED and not item.is_tried
        trial = self._trial(item, ask) if item.is_tried else None
        if is_further:
            most = QUESTIONS if ways.is_complete else 2 * QUESTIONS
            trial = Trial(ask, most, known=ways.known.ids)
        is_again = any(each.form.id == item.form.id for each, _ in ways.surfacings)
        task = self._known.task(item, self._queries.of(item.site), is_again=is_again)
        asking = trial.question if trial else ask
        limits = limits_of(item, self._limits)
        limits = replace(limits, background_first=1) if is_further or is_again else limits
        drop = partial(self._drop_adverts, item)
        surfacing = Surfacing(
            task, asking, ways.known, limits, lists=lists, turn=turn, on_adverts=drop
        )
        self._links[item.site, item.form.id] = surfacing.links
        ways.surfacings.append((item, surfacing))
        box = (item.query_input or "") if item.form.method == "GET" else ""
        if box:
            ways.lists.leave_to_form(item.form.action, box)
        outcome = await (surfacing.decide() if self._only_templates else surfacing.run())
        if trial is not None and item.is_tried:
            self._trial_questions[item.site] += trial.most - min(trial.asked, trial.most)
            verdict = "a_search" if trial.has_succeeded else "no_search"
            self._crawler.stats.inc_value(f"deepweb/trials/{verdict}")
        if surfacing.genuine.is_trap:
            self._crawler.stats.inc_value("deepweb/traps/forms")
        save_outcome(self._store, self._crawler.stats, item, outcome)
        ways.is_complete = ways.is_complete or outcome.is_complete
        is_checked = False
        if box and not surfacing.has_records:
            ways.lists.take_from_form(item.form.action, box, submission(item.form, {}).url)
        if outcome.found_nothing:
            arguments = {"form": item, "reason": outcome.reason}
            results = await self._crawler.signals.send_catch_log_async(form_unanswered, **arguments)
            is_checked = any(result is True for _, result in results)
        if outcome.broken_off and not is_checked:
            self._fail(
                item.site, f"stopped answering: {outcome.reason}; run the same command later"
            )
        return outcome

    def _drop_adverts(self, item: SearchForm, genuine: GenuineRecords) -> None:
        """Some records of a form proved to be none: withdraw them, and read no more of them."""
        logger.info("site %s: adverts are left out: %s", item.site, genuine.reason)
        if judge := self._crawler.get_item_pipeline(EmptyPageFilter):
            judge.expect_words(item.site, item.form.id, genuine.box)
        for ids in list(self._store.record_ids(item.site)):
            if adverts := [each for each in ids if genuine.is_advert(each)]:
                arguments = {"site": item.site, "ids": adverts}
                self._crawler.signals.send_catch_log(records_withdrawn, **arguments)

    def _trial(self, item: SearchForm, ask: Ask) -> Trial:
        """The trial of a form; unused questions are given back."""
        most = min(QUESTIONS, self._trial_questions[item.site])
        self._trial_questions[item.site] -= most
        return Trial(ask, most)

    def _report_findings(self, findings: LogFindings) -> None:
        for remark in findings.remarks():
            logger.warning("query log: %s", remark)
        counts = asdict(findings.totals) | {"malformed": findings.trouble.total()}
        for what, number in counts.items():
            self._crawler.stats.set_value(f"deepweb/query_log/{what}", number)
