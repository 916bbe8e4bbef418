"""Which second-level URLs of a site select the same, so that one of them is enough? [He13 §6]

1. Links are filtered by the query argument (``query_place.py``).
2. The prevalence of their arguments is counted page by page (``prevalence.py``).
3. Each argument gets a role (``roles.py``).
4. URLs that differ only in presentation and tracking are semantic duplicates. They form a partition
   of which one URL is requested, as it was found. The order of arguments, of packed predicates and
   of facets in the path does not count; empty arguments select nothing.

In the paper the page number is presentation: a partition holds all pages of one selection.
``KnownArguments.page_key`` keeps pages apart for those who follow them. The first pages are kept as
a sample, for what counting does not show; memory is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from deepweb.page.address.argument_names import ArgumentWords
from deepweb.read.links.arguments import arguments_of_url, pairs_of_urls, path_names
from deepweb.read.links.evidence import UrlView, evidence, examples, note_choices
from deepweb.read.links.prevalence import THETA, Prevalence
from deepweb.read.links.query_place import PageLinks, QueryPlace, place_in_pages, with_paths
from deepweb.read.links.roles import IRRELEVANT, ArgumentRole, query_role, role_of
from deepweb.read.links.signs import PAGE, QUERY, SELECTION, TRACKING, ArgumentFacts, facts_of

# Pages of the sample.
SAMPLE = 64
# Links that are kept of a page of the sample.
SAMPLE_LINKS = 1_000
# Sizes of the sample at which the query and the names in paths are sought again.
_LEARN_AT = frozenset({2, 4, 8, 16, 32, SAMPLE})
_NO_PAGES = IRRELEVANT - {PAGE}


@dataclass(frozen=True, slots=True)
class KnownArguments:
    """The roles of a site's arguments; unknown arguments select."""

    roles: Mapping[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    """Steps of paths that are names of arguments."""

    def partition_key(self, url: str) -> str:
        """Equal for all URLs that select the same."""
        return self._key(url, IRRELEVANT)

    def page_key(self, url: str) -> str:
        """Equal for all URLs that select the same and show the same page of it."""
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
        # Decoded names and values hardly ever hold line breaks and tabs.
        return "\n".join((address, *(f"{name}\t{value}" for name, value in sorted(kept))))


class SiteUrls:
    """The links of one site's result pages."""

    def __init__(
        self, words: ArgumentWords, place: QueryPlace | None = None, *, theta: float = THETA
    ) -> None:
        self._words = words
        self.theta = theta
        self._given = place
        self.place = place
        self.names = words.in_paths
        self._sample: list[PageLinks] = []
        self._start_over()

    def add_page(self, url: str, links: Sequence[str], next_url: str = "") -> None:
        """Count a result page, given its links and its next page."""
        page = PageLinks(url, links, next_url)
        if len(self._sample) < SAMPLE:
            kept = tuple(dict.fromkeys(links))[:SAMPLE_LINKS]
            self._sample.append(PageLinks(url, kept, next_url))
            if len(self._sample) in _LEARN_AT and self._has_learnt():
                self._start_over()
                for earlier in self._sample[:-1]:
                    self._count(earlier)
        self._count(page)

    def is_second_level(self, url: str) -> bool:
        """Does a link carry a query [He13 §6.2]? If the argument is unknown, all links may."""
        return self.place is None or self.place.is_carried_by(url)

    def roles(self) -> list[ArgumentRole]:
        """The role of each argument, those of second-level URLs first."""
        return [*self._roles(self._second, True), *self._roles(self._other, False)]

    def known(self, settled: Sequence[ArgumentRole] = ()) -> KnownArguments:
        """What partitions are made by; ``settled`` roles replace those by signs."""
        roles = {role.argument: role.role for role in (*self.roles(), *settled)}
        return KnownArguments(roles, self.names)

    def learn(self) -> None:
        """Seek the query and the names in paths again, in the whole sample."""
        if self._has_learnt():
            self._start_over()
            for page in self._sample:
                self._count(page)

    def _start_over(self) -> None:
        self._second, self._other = Prevalence(), Prevalence()

    def _has_learnt(self) -> bool:
        before = self.place, self.names
        if self._given is None:
            self.place = place_in_pages(self._sample, self._words)
        else:
            self.place = with_paths(self._given, self._sample)
        links = (url for page in self._sample for url in page.links if self.is_second_level(url))
        self.names = self._words.in_paths | path_names(links)
        return (self.place, self.names) != before

    def _count(self, page: PageLinks) -> None:
        second: list[str] = []
        other: list[str] = []
        for url in page.links:
            (second if self.is_second_level(url) else other).append(url)
        self._second.add_page(pairs_of_urls(second, self.names))
        self._other.add_page(pairs_of_urls(other, self.names))

    def _roles(self, counted: Prevalence, is_second: bool) -> Iterator[ArgumentRole]:
        sample = list(self._only(is_second))
        looked = evidence(sample, self.place, self.names)
        names = [n for n in counted.arguments if is_second or n not in self._second.arguments]
        found: dict[str, ArgumentRole] = {}
        # Which arguments links change alone shows only if tracking is ignored.
        for _ in range(2):
            view = UrlView(self.names, frozenset(n for n, r in found.items() if _is_noise(r)))
            note_choices(looked, sample, view)
            for name in names:
                found[name] = self._role(facts_of(name, counted, looked, self.theta), is_second)
        pairs = examples(sample, self._less_tracking(found)) | examples(sample, view)
        for name, role in found.items():
            whole = found.get(name.partition(":")[0], role)
            # "sort=price:asc" has one role as a whole; its parts have none.
            if whole is role or whole.role == SELECTION:
                yield replace(role, settle=pairs.get(name)) if role.doubtful else role

    def _role(self, facts: ArgumentFacts, is_second: bool) -> ArgumentRole:
        if is_second and self.place and facts.name == self.place.argument:
            return query_role(facts.name, facts.prevalence)
        return role_of(facts, self._words)

    def _less_tracking(self, roles: Mapping[str, ArgumentRole]) -> UrlView:
        """A view without tracking, even if that is doubtful: better than no pair to compare."""
        return UrlView(self.names, frozenset(n for n, r in roles.items() if r.role == TRACKING))

    def _only(self, is_second: bool) -> Iterator[PageLinks]:
        for page in self._sample:
            links = [url for url in page.links if self.is_second_level(url) == is_second]
            yield page._replace(links=links) if is_second else PageLinks(page.url, links)


def _is_noise(role: ArgumentRole) -> bool:
    return role.role == TRACKING and not role.doubtful


def partitions(urls: Iterable[str], known: KnownArguments) -> list[list[str]]:
    """The URLs grouped by what they select, in their order; each URL once."""
    found: dict[str, list[str]] = {}
    for url in dict.fromkeys(urls):
        found.setdefault(known.partition_key(url), []).append(url)
    return list(found.values())
