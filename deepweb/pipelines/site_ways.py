"""The state that all ways into the database of one site share, and which forms are asked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from deepweb.form.model import Form
from deepweb.items import SearchForm
from deepweb.locate.site.page_links import is_page
from deepweb.page.site import is_on_site
from deepweb.store.resources import effects
from deepweb.surface.harvest.turns import Turns
from deepweb.surface.lists.list_source import ListSource
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.run import Surfacing

IN_VAIN = 3  # forms of a family without new records, after which its other forms are left


@dataclass(slots=True)
class FormFamily:
    """Forms that differ only in where they stand: each may search another part of the site."""

    asked: int = 0
    brought: int = 0

    def add(self, brought: int) -> None:
        self.asked += 1
        self.brought += brought if self.asked > 1 else 0

    @property
    def is_exhausted(self) -> bool:
        """Did several of them find no records beyond those of the first?"""
        return self.asked > IN_VAIN and not self.brought

    @property
    def reason(self) -> str:
        return f"not asked: {self.asked - 1} other forms like it brought nothing new"


@dataclass(slots=True)
class SiteWays:
    """What all ways into the database of one site share."""

    home: str
    known: KnownRecords
    lists: ListSource
    turns: Turns = field(default_factory=Turns)
    families: defaultdict[tuple[str, ...], FormFamily] = field(
        default_factory=lambda: defaultdict(FormFamily)
    )
    surfacings: list[tuple[SearchForm, Surfacing]] = field(default_factory=list)
    """The forms that were asked, in the order of beginning."""
    better_boxes: dict[str, str] = field(default_factory=dict)
    """By form, the box for words that finds records where its keyword box finds none."""
    is_home_known: bool = False
    is_complete: bool = False
    """Has a form shown all its records?"""

    @property
    def best_words(self) -> tuple[str, ...]:
        """The words that found the most records, with the first form that found any."""
        return next((words for _, each in self.surfacings if (words := each.best_words)), ())

    @property
    def blank(self) -> tuple[str, ...]:
        """The word "" if a form has listed records for it: parts of a site may share no words."""
        return ("",) if any(each.lists_blank for _, each in self.surfacings) else ()

    @property
    def answering(self) -> tuple[SearchForm, Surfacing] | None:
        """The first form that found records by words."""
        return next((each for each in self.surfacings if each[1].best_words), None)

    def family(self, form: Form) -> FormFamily:
        """The forms with the same inputs whose address ends alike."""
        last = urlsplit(form.action).path.rstrip("/").rpartition("/")[2]
        return self.families[form.method, last, *sorted(i.name for i in form.inputs)]

    @classmethod
    def of(cls, site: str, home: str) -> Self:
        def may_follow(url: str) -> bool:
            return is_on_site(url, site) and is_page(url, effects())

        known = KnownRecords()
        return cls(home, known, ListSource(home, known, may_follow))
