"""Witnesses: addresses of the records' kinds that stand on some page and are not among the records.

They tell that something is missing, and each is worth a request of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from deepweb.page.address.kind import AddressKinds
from deepweb.read.records.identity import IdentityRules
from deepweb.surface.harvest.source import WayOutcome
from deepweb.surface.record_numbers import KnownRecords

WITNESSES = "witnesses"  # the way of pages that were opened because records have such addresses
MAX_WITNESSES = 20_000  # addresses that are kept
_MORE = re.compile(r"(\d+) more ")


@dataclass(slots=True)
class Witnesses:
    """The witnesses of one site."""

    known: KnownRecords
    records: AddressKinds
    """The kinds of addresses that records have."""
    _rules: IdentityRules = field(default_factory=IdentityRules)
    """The rules by which the ids of ``_seen`` were made."""
    _seen: dict[str, str] = field(default_factory=dict)
    """By id, addresses that were seen; only those of the records' kinds are witnesses."""
    _opened: int = 0
    _proved: int = 0
    """Records that opened pages proved to be."""

    def note(self, url: str) -> bool:
        """An address that stands on a page; is it a new witness?"""
        id_ = self.known.id_of(url)
        if len(self._seen) >= MAX_WITNESSES or id_ in self.known.ids or id_ in self._seen:
            return False
        self._seen[id_] = url
        return bool(self._page(url))

    def _page(self, url: str) -> str:
        """The page to open where an address is that of a record, or of a page with several; ""."""
        bare = url.partition("?")[0]
        if self.records.has_parts(bare):
            return bare
        return url if self.records.holds(url) else ""

    @property
    def purpose(self) -> str:
        """Why pages are opened: where records are parts of pages, each is a list."""
        return "list" if self.records.are_parts else "record"

    def _renew(self) -> None:
        """Give the addresses the ids that they have by now."""
        if self._rules is not self.known.rules:
            self._rules = self.known.rules
            self._seen = {self.known.id_of(url): url for url in self._seen.values()}

    def drop(self, id_: str) -> None:
        """A record was found."""
        self._seen.pop(id_, None)

    def count(self, new: int) -> None:
        """Count a page that was opened, and the new records on it."""
        self._opened += 1
        self._proved += new

    def next(self) -> str:
        """The address of a witness, which is given once; "" if there is none."""
        self._renew()
        for id_, url in list(self._seen.items()):
            if id_ in self.known.ids:
                del self._seen[id_]
            elif page := self._page(url):
                del self._seen[id_]
                return page
        return ""

    @property
    def missing(self) -> list[str]:
        """The addresses of all that were not given."""
        self._renew()
        return [
            url for id_, url in self._seen.items() if id_ not in self.known.ids and self._page(url)
        ]

    @property
    def outcome(self) -> WayOutcome:
        """What the pages of witnesses brought, and how many were not opened."""
        missing = f"{len(self.missing)} more addresses of records were seen"
        return WayOutcome(WITNESSES, self._opened, self._proved, 0.0, missing)


def missing_of(way: WayOutcome) -> float:
    """The witnesses that were not opened, as far as those that were proved to be records."""
    seen = _MORE.match(way.reason)
    if way.name != WITNESSES or seen is None:
        return 0.0
    return int(seen[1]) * (way.new / way.requests if way.requests else 1.0)
