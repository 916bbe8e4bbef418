"""What a site's second-level URLs are made of, learnt as its result pages arrive.

He et al. (WSDM 2013, section 6): links are filtered by the query argument (``query_place.py``), the
prevalence of what is left is counted page by page (``prevalence.py``), and roles and partitions
follow (``url_roles.py``, ``partition.py``). The first pages are kept as a sample, from which comes
what counting does not show; memory is bounded however many pages there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from deepweb.page.argument_names import ArgumentWords
from deepweb.read.links.arguments import arguments_of_url, pairs_of_urls, path_names
from deepweb.read.links.evidence import UrlView, evidence, examples, note_choices
from deepweb.read.links.prevalence import THETA, Prevalence
from deepweb.read.links.query_place import PageLinks, QueryPlace, place_in_pages, with_paths
from deepweb.read.links.roles import IRRELEVANT, ArgumentRole, query_role, role_of
from deepweb.read.links.signs import PAGE, QUERY, SELECTION, TRACKING, ArgumentFacts, facts_of

# Pages of the sample, and links that are kept of each.
SAMPLE, SAMPLE_LINKS = 64, 1_000
# Pages at which the sample is looked at anew for names in paths.
LOOKED_AT = frozenset({2, 4, 8, 16, 32, SAMPLE})


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
        """A result page, the links on it, and where its pager leads."""
        page = PageLinks(url, links, next_url)
        if len(self._sample) < SAMPLE:
            kept = tuple(dict.fromkeys(links))[:SAMPLE_LINKS]
            self._sample.append(PageLinks(url, kept, next_url))
            if len(self._sample) in LOOKED_AT and self._has_learnt():
                self._start_over()
                for earlier in self._sample[:-1]:
                    self._count(earlier)
        self._count(page)

    def is_second_level(self, url: str) -> bool:
        """Does a link carry a query (000, section 6.2)? Where none is known, all may."""
        return self.place is None or self.place.is_carried_by(url)

    def roles(self) -> list[ArgumentRole]:
        """The role of each argument, of second-level URLs first."""
        return [*self._roles(self._second, True), *self._roles(self._other, False)]

    def known(self, settled: Sequence[ArgumentRole] = ()) -> KnownArguments:
        """What partitions are made by; ``settled`` roles outweigh those that the signs tell."""
        roles = {role.argument: role.role for role in (*self.roles(), *settled)}
        return KnownArguments(roles, self.names)

    def learn(self) -> None:
        """Look for the query and for names in paths once more, in all that the sample holds."""
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
        # What links change alone shows only when tracking is looked away from.
        for _ in range(2):
            view = UrlView(self.names, frozenset(n for n, r in found.items() if _is_noise(r)))
            note_choices(looked, sample, view)
            for name in names:
                found[name] = self._role(facts_of(name, counted, looked, self.theta), is_second)
        pairs = examples(sample, self._less_tracking(found)) | examples(sample, view)
        for name, role in found.items():
            whole = found.get(name.partition(":")[0], role)
            # Of "sort=price:asc" the whole tells; its parts are none.
            if whole is role or whole.role == SELECTION:
                yield replace(role, settle=pairs.get(name)) if role.doubtful else role

    def _role(self, seen: ArgumentFacts, is_second: bool) -> ArgumentRole:
        if is_second and self.place and seen.name == self.place.argument:
            return query_role(seen.name, seen.prevalence)
        return role_of(seen, self._words)

    def _less_tracking(self, roles: Mapping[str, ArgumentRole]) -> UrlView:
        """Addresses that differ in tracking, even if it is in doubt, are better than none."""
        return UrlView(self.names, frozenset(n for n, r in roles.items() if r.role == TRACKING))

    def _only(self, is_second: bool) -> Iterator[PageLinks]:
        for page in self._sample:
            links = [url for url in page.links if self.is_second_level(url) == is_second]
            yield page._replace(links=links) if is_second else PageLinks(page.url, links)


def _is_noise(role: ArgumentRole) -> bool:
    return role.role == TRACKING and not role.doubtful


# --- merged from partition.py; rewrite or remove this note ---
# Which URLs select the same, so that one of them is enough?
#
# He et al. (WSDM 2013, section 6.3): URLs that differ in presentation and tracking only are semantic
# duplicates; they form a partition, and one URL of it is crawled, as it was found. The order of
# arguments, of predicates packed in one value and of facets in the path does not count, and an empty
# argument selects nothing.
#
# To the paper the number of a page is presentation too: a partition is all pages of one selection.
# ``page_key`` keeps pages apart, for who follows them.

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
