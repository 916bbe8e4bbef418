"""Makes a surfacing task from each form: first questions, inputs and limits, by the settings."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Self

from scrapy.settings import BaseSettings

from deepweb.items import SearchForm
from deepweb.store.resources import (
    argument_words,
    effects,
    presentation_words,
    type_knowledge,
)
from deepweb.surface.facets.second_level import SearchAddress
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.inputs import InputKnowledge, InputLimits, OtherInputs
from deepweb.surface.keywords.first_words import nonsense
from deepweb.surface.queries.query_source import KnownQueries
from deepweb.surface.task import SurfacingLimits, Task
from deepweb.surface.templates.informative import InformativenessLimits
from deepweb.surface.templates.isit import IsitLimits

TRAP_SHARE = 0.1  # share of a site's requests for a form whose records seem to be invented
BROWSER_COST = 10  # cost of a question by the browser, in plain questions
MIN_PATIENCE = 5  # answers in a row without a new record after which such a form may end


@dataclass(frozen=True, slots=True)
class Tasks:
    """Makes a surfacing task from each form."""

    known: InputKnowledge
    background: int
    """Number of background queries."""
    seed: int
    limits: InputLimits
    facet_requests: int
    """Maximum requests for facets that only add attributes to records."""
    theta: float
    """Prevalence above which arguments of links are irrelevant [He13 §6.3]."""

    @classmethod
    def of(cls, settings: BaseSettings) -> Self:
        year = datetime.now(UTC).year
        share = settings.getfloat("DEEPWEB_INPUTS_SHARE")
        facets = settings.getfloat("DEEPWEB_FACETS_SHARE")
        most = settings.getint("DEEPWEB_MAX_REQUESTS")
        return cls(
            known=InputKnowledge(type_knowledge(year), presentation_words(), year, effects()),
            background=settings.getint("DEEPWEB_BACKGROUND_QUERIES"),
            seed=settings.getint("DEEPWEB_SEED"),
            limits=_input_limits(settings, int(share * most)),
            facet_requests=int(facets * most),
            theta=settings.getfloat("DEEPWEB_LINKS_THETA"),
        )

    def task(self, item: SearchForm, known: KnownQueries, *, is_again: bool = False) -> Task:
        box = item.query_input or ""
        return Task(
            box=box,
            # In the writing system of the form's page.
            nonsense=nonsense(self._rng(item), self.background, " ".join(item.words)),
            first_words=item.words,
            known=known,
            facet_requests=self.facet_requests,
            address=self._address(item, box),
            is_again=is_again,
            others=OtherInputs(item.form, box, self.known, self.limits, self._rng(item)),
        )

    def _address(self, item: SearchForm, box: str) -> SearchAddress:
        form = item.form
        is_get = form.method == "GET"
        return SearchAddress(box, form.action, is_get, form.defaults, argument_words(), self.theta)

    def _rng(self, item: SearchForm) -> random.Random:
        return random.Random(f"{self.seed} {item.site} {item.form.id}")  # noqa: S311


def _input_limits(settings: BaseSettings, share: int) -> InputLimits:
    informative = InformativenessLimits(
        settings.getfloat("DEEPWEB_TAU"),
        settings.getfloat("DEEPWEB_FORM_TAU"),
        settings.getint("DEEPWEB_TEMPLATE_SAMPLE"),
    )
    isit = IsitLimits(
        share,
        informative=informative,
        max_dimension=settings.getint("DEEPWEB_MAX_DIMENSION"),
        max_submissions=settings.getint("DEEPWEB_MAX_TEMPLATE_URLS"),
        few_values=settings.getint("DEEPWEB_FEW_OPTIONS"),
    )
    return InputLimits(isit, settings.getfloat("DEEPWEB_TYPED_TAU"))


def surfacing_limits(settings: BaseSettings) -> SurfacingLimits:
    """The limits of a form, by the settings."""
    return SurfacingLimits(
        background_first=settings.getint("DEEPWEB_BACKGROUND_FIRST"),
        tau=settings.getfloat("DEEPWEB_TAU"),
        sample=settings.getint("DEEPWEB_SAMPLE"),
        harvest=HarvestLimits(
            patience=settings.getint("DEEPWEB_PATIENCE"),
            failures=settings.getint("DEEPWEB_MAX_FAILURES"),
            together=max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")),
            saturation=settings.getint("DEEPWEB_SATURATION"),
            coverage=settings.getfloat("DEEPWEB_COVERAGE"),
            trap=int(TRAP_SHARE * settings.getint("DEEPWEB_MAX_REQUESTS")),
        ),
    )


def limits_of(item: SearchForm, limits: SurfacingLimits) -> SurfacingLimits:
    """The limits of a form: questions that the browser asks cost more."""
    if item.form.script is None or not item.form.script.needs_browser:
        return limits
    patience = max(MIN_PATIENCE, limits.harvest.patience // BROWSER_COST)
    return replace(limits, harvest=replace(limits.harvest, patience=patience))
