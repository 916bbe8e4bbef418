"""Reads the own pages of records as they come, and learns from them.

The first pages wait until there are enough to compare. Later ones are read by what was learnt. A
page that is unlike the others (a login, an error page with status 200, a consent wall) leaves its
record as it was; when many such pages are like each other, the site has changed, and is learnt
anew.

The state of a reader is its ``DetailMemory``, which can be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from deepweb.page.page import Page
from deepweb.read.details.own_data import DataAddress
from deepweb.read.details.reading import DetailPages, Details, learn_fitting

ENOUGH = 8
"""Pages that are compared."""
# Version of what is learnt; what another version of deepweb has learnt is learnt anew.
_VERSION = 3


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The own page of a record, and what it says, or why it says nothing."""

    record: str
    """The id of the record."""
    url: str
    details: Details | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DetailMemory:
    """What a reader has learnt, and the pages that it will learn from."""

    learnt: DetailPages | None = None
    waiting: tuple[tuple[str, Page], ...] = ()
    """Ids of records with their pages, which do not fit what was learnt."""
    data: DataAddress | None = None
    """Where the data of records are, if scripts draw their own pages."""

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "version": _VERSION,
            "learnt": self.learnt.to_json() if self.learnt else None,
            "waiting": [
                [id_, page.url, page.source.decode("latin-1"), page.encoding]
                for id_, page in self.waiting
            ],
            "data": self.data.to_json() if self.data else None,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], parse: Callable[[str, bytes, str], Page]) -> Self:
        """What ``to_json`` gave; ``parse`` makes a page from address, source and encoding."""
        is_known = stored["learnt"] and stored.get("version") == _VERSION
        return cls(
            DetailPages.from_json(stored["learnt"]) if is_known else None,
            tuple(
                (id_, parse(url, source.encode("latin-1"), encoding))
                for id_, url, source, encoding in stored["waiting"]
            ),
            DataAddress.from_json(stored["data"]) if stored.get("data") else None,
        )


class DetailReader:
    """Reads pages one by one; ``memory`` is all that it knows."""

    def __init__(self, memory: DetailMemory | None = None) -> None:
        self.memory = memory or DetailMemory()

    def read(self, record: str, page: Page) -> list[OwnPage]:
        """The pages that can be read now: this one, all that waited, or none yet."""
        learnt = self.memory.learnt
        if learnt is not None:
            told = [_own_page(learnt, record, page)]
            if told[0].details is not None:
                return told
        else:
            told = []
        waiting = (*self.memory.waiting, (record, page))
        if len(waiting) < ENOUGH:
            self.memory = replace(self.memory, waiting=waiting)
            return told
        return self._learn(waiting) or told

    def finish(self) -> list[OwnPage]:
        """Read the pages that still wait, by comparing these few with each other."""
        if self.memory.learnt is not None or not self.memory.waiting:
            return []
        return self._learn(self.memory.waiting)

    def _learn(self, waiting: Sequence[tuple[str, Page]]) -> list[OwnPage]:
        learnt = learn_fitting([page for _, page in waiting])
        if not learnt.usual and self.memory.learnt is not None:
            # Pages without anything of their own are no new shape of the site.
            self.memory = replace(self.memory, waiting=tuple(waiting[1:]))
            return []
        self.memory = DetailMemory(learnt)
        return [_own_page(learnt, *each) for each in waiting]


def _own_page(learnt: DetailPages, record: str, page: Page) -> OwnPage:
    details = learnt.read(page)
    misfit = learnt.misfit(details)
    return OwnPage(record, page.url, None if misfit else details, misfit)
