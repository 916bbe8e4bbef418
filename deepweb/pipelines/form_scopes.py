"""Surfaces a form with an option chosen, or by another button, if that shows other records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from scrapy.crawler import Crawler

from deepweb.crawl.asking.submissions import Submissions
from deepweb.crawl.store import store_of
from deepweb.items import SearchForm
from deepweb.locate.forms.effects import button_effects
from deepweb.pipelines.site_ways import SiteWays
from deepweb.store.decisions import FormInput
from deepweb.store.resources import effects
from deepweb.surface.answer import NotAskedError, Question
from deepweb.surface.harvest.turns import Turn
from deepweb.surface.task import Outcome
from deepweb.surface.templates.required import Scope, button_scopes

FEW_WORDS = 8  # words that are tried with several options of a required input at once
BUTTON_WORDS = 2  # words that show whether another button finds other records,
SCOPE_WORDS = 4  # and another option, which may be of quite another part

Surface = Callable[[SearchForm, Turn], Awaitable[Outcome]]


class FormScopes:
    """Surfaces the scopes of forms; ``surface`` surfaces one of them like any other form."""

    def __init__(self, crawler: Crawler, submissions: Submissions, surface: Surface) -> None:
        self._crawler = crawler
        self._decisions = store_of(crawler).decisions
        self._submissions = submissions
        self._surface = surface

    async def choose(self, item: SearchForm, scope: Scope, ways: SiteWays, turn: Turn) -> None:
        """Surface a form with an option chosen, if words that found records find others there."""
        box = ways.better_boxes.get(item.form.id, item.query_input)
        words = ways.best_words or item.words
        scoped = replace(item, form=scope.form, words=words, query_input=box)
        if scope.is_whole:  # several options at once are often not understood
            scoped = replace(scoped, words=scoped.words[:FEW_WORDS])
        tried = (*ways.blank, *scoped.words[:SCOPE_WORDS])
        if ways.best_words and not await self._brings_new(scoped, ways, tried):
            self._crawler.stats.inc_value("deepweb/scopes/nothing_new")
            return
        await self._surface(scoped, turn)
        self._crawler.stats.inc_value("deepweb/scopes/asked")

    async def press_others(self, item: SearchForm, ways: SiteWays, turn: Turn) -> None:
        """Surface a form once more for each other button that shows records not known yet."""
        for scope in button_scopes(item.form, lambda each: any(button_effects(each, effects()))):
            scoped = replace(item, form=scope.form)
            is_new = await self._brings_new(scoped, ways, scoped.words[:BUTTON_WORDS])
            if is_new:
                await self._surface(scoped, turn)
            told = "shows other records" if is_new else "shows nothing new"
            self._crawler.stats.inc_value(f"deepweb/buttons/{told.replace(' ', '_')}")
            ((name, values),) = scope.chosen
            role = "submit choice"
            why = f"{values[0]!r} {told}"
            self._decisions.save_input(FormInput(item.site, item.form.id, name, role, why))

    async def _brings_new(self, item: SearchForm, ways: SiteWays, words: Sequence[str]) -> bool:
        """Do words that found records find others in another scope of the form?"""
        known, box = ways.known.ids, item.query_input or ""
        for word in words:
            try:
                question = Question("scope", ((box, word),) if box else ())
                answer = ways.known.taught(await self._submissions.ask(item, question))
            except NotAskedError:
                return False
            if any(found.id not in known for found in answer.found):
                return True
        return False
