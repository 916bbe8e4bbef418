"""Which URLs select the same, so that one of them is enough?

He et al. (WSDM 2013, section 6.3): URLs that differ in presentation and tracking only are semantic
duplicates; they form a partition, and one URL of it is crawled, as it was found. The order of
arguments, of predicates packed in one value and of facets in the path does not count, and an empty
argument selects nothing.

To the paper the number of a page is presentation too: a partition is all pages of one selection.
``page_key`` keeps pages apart, for who follows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deepweb.read.links.arguments import arguments_of_url
from deepweb.read.links.roles import IRRELEVANT
from deepweb.read.links.signs import PAGE, QUERY, SELECTION

_NO_PAGES = IRRELEVANT - {PAGE}


@dataclass(frozen=True, slots=True)
class KnownArguments:
    """What is known of a site's arguments; of the others, that they select."""

    roles: Mapping[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    """Steps of paths that are names of arguments (``path_names.py``)."""

    def partition_key(self, url: str) -> str:
        """The same for all URLs that select the same."""
        return self._key(url, IRRELEVANT)

    def page_key(self, url: str) -> str:
        """The same for all URLs that select the same and show the same page of it."""
        return self._key(url, _NO_PAGES)

    def _key(self, url: str, dropped: frozenset[str]) -> str:
        address, arguments = arguments_of_url(url, self.names)
        kept: set[tuple[str, str]] = set()
        for name, value, parts in arguments:
            role = self.roles.get(name, SELECTION)
            if role in dropped or not value:
                continue
            if not parts or role == QUERY:
                kept.add((name, value))
            else:
                kept.update(p for p in parts if self.roles.get(p[0], SELECTION) not in dropped)
        # No decoded name holds a line break and an equals sign by chance alone.
        return "\n".join((address, *(f"{name}\t{value}" for name, value in sorted(kept))))


def partitions(urls: Iterable[str], known: KnownArguments) -> list[list[str]]:
    """The URLs by what they select, in the order in which they came; each URL once."""
    found: dict[str, list[str]] = {}
    for url in dict.fromkeys(urls):
        found.setdefault(known.partition_key(url), []).append(url)
    return list(found.values())
