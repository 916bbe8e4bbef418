"""Which links of the answers lead to something else, and which of them show the same?

Second-level URLs [He13 §6] are links that carry the query. Those that differ only in presentation
and tracking arguments form a partition, of which one is asked for, as it was found. What the
arguments of the site are for is learnt as answers arrive (``read/links/site_urls.py``), in the
order in which they are taken, so that a crawl replayed from the ledger decides the same.

Departures. To [He13 §6.3.3] prevalence alone decides; near its threshold θ it is wrong as often as
not. So an argument in doubt counts as a selection until two pages that differ only in it were
compared (``settle_doubts``): their records are better evidence. An argument whose links have counts
beside them is a selection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from deepweb.page.address.argument_names import SURE, ArgumentWords
from deepweb.read.links.arguments import Pair, arguments_of_url
from deepweb.read.links.prevalence import THETA
from deepweb.read.links.query_place import QueryPlace
from deepweb.read.links.roles import IRRELEVANT, ArgumentRole, ComparedPage, settled
from deepweb.read.links.signs import PRESENTATION, QUERY, SELECTION
from deepweb.read.links.site_urls import KnownArguments, SiteUrls
from deepweb.surface.answer import FAILED, Answer, AskAll, Found, Question

# Numbers of answers after which roles are decided anew; later answers change little.
DECIDED_AFTER = frozenset({4, 8, 16, 32, 64, 256})
MAX_COUNTED = 20_000  # addresses that are kept to count partitions in the end
MAX_COMPARED = 2  # arguments that are settled by comparing pages, two pages each


@dataclass(frozen=True, slots=True)
class SearchAddress:
    """Where a form sends its query, and what is known about arguments beforehand."""

    box: str
    action: str
    is_get: bool
    defaults: tuple[Pair, ...]
    """What the form sends besides the query."""
    words: ArgumentWords
    theta: float = THETA


@dataclass(frozen=True, slots=True)
class LinkCount:
    """Second-level URLs on the answers of a form, and the partitions that they fall into."""

    links: int
    partitions: int


class SecondLevel:
    """What is known of the second-level URLs of one form; watches answers and asks nothing."""

    def __init__(self, address: SearchAddress) -> None:
        self._address = address
        place = QueryPlace(address.box) if address.box and address.is_get else None
        self._site = SiteUrls(address.words, place, theta=address.theta)
        self._known = KnownArguments({}, self._site.names)
        self._roles: dict[str, ArgumentRole] = {}
        self._settled: dict[str, ArgumentRole] = {}
        self._pages = 0
        self._urls: dict[str, None] = {}

    @property
    def arguments(self) -> KnownArguments:
        """What the arguments are for, as far as is known; another object when that changes."""
        return self._known

    def promise(self) -> float:
        return 0.0

    def next(self) -> Question | None:
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from the links of an answer."""
        if not answer.found or not answer.url:
            return
        links = on_site(answer)
        self._site.add_page(answer.url, links, answer.next_url)
        for url in links:
            if len(self._urls) < MAX_COUNTED and self._site.is_second_level(url):
                self._urls[url] = None
        self._pages += 1
        if self._pages in DECIDED_AFTER:
            self._learn()
        self._believe_counts(answer)

    def page_key(self, url: str) -> str:
        """Equal for addresses that show the same, as far as is known."""
        return self._known.page_key(url)

    def only_presents(self, url: str, here: str) -> bool:
        """Does a link show its own page in another way?"""
        names, there = self._known.names, arguments_of_url(url, self._known.names)
        page = arguments_of_url(here, names)
        changed = {name for name, _ in set(there.pairs()) ^ set(page.pairs())}
        return there.address == page.address and not any(map(self._may_select, changed))

    def query_of(self, url: str) -> str:
        """The query of a link to answers of the form; "" for other links."""
        place = self._site.place
        if place is None or place.argument not in {"", self._address.box}:
            return ""
        is_here = _path(url) == _path(self._address.action)
        is_asked = is_here or QueryPlace(before=place.before).is_carried_by(url)
        return as_text((place.query_of(url) or "").strip()) if is_asked else ""

    def selects_more(self, url: str, here: str) -> bool:
        """Does a link select something, besides the query, that its page does not?"""
        more = set(arguments_of_url(url, self._known.names).pairs())
        more.difference_update(arguments_of_url(here, self._known.names).pairs())
        more.difference_update(self._address.defaults)
        place = self._site.place
        own = place.argument if place else self._address.box
        return any(name != own and self._selects(name) for name, _ in more)

    def doubts(self, urls: Iterable[str]) -> list[ArgumentRole]:
        """The arguments of some links that are in doubt, and that two addresses would settle."""
        names = {name for url in urls for name, _ in self._pairs(url)}
        return [r for r in self._roles.values() if r.doubtful and r.settle and r.argument in names]

    def settle(self, role: ArgumentRole) -> None:
        """Note the role of an argument that is known for sure."""
        self._settled[role.argument] = self._roles[role.argument] = role
        self._use_roles()

    def roles(self) -> list[ArgumentRole]:
        """What the arguments of the links are for."""
        if self._pages:
            self._learn()
        return list(self._roles.values())

    def count(self) -> LinkCount:
        """Count the second-level URLs and their partitions."""
        return LinkCount(len(self._urls), len(set(map(self._known.partition_key, self._urls))))

    def _learn(self) -> None:
        self._roles = {role.argument: role for role in self._site.roles()} | self._settled
        self._use_roles()

    def _use_roles(self) -> None:
        told = {n: SELECTION if r.doubtful else r.role for n, r in self._roles.items()}
        self._known = KnownArguments(told, self._site.names)

    def _selects(self, name: str) -> bool:
        return self._known.roles.get(name, SELECTION) not in {*IRRELEVANT, QUERY}

    def _may_select(self, name: str) -> bool:
        """By its role, or by its name if no link had the argument so far."""
        if name in self._known.roles:
            return self._known.roles[name] not in IRRELEVANT
        sure = {role for role, claim in self._address.words.claims(name).items() if claim == SURE}
        return not sure or not sure <= IRRELEVANT

    def _believe_counts(self, answer: Answer) -> None:
        """An argument whose links have counts selects: nobody counts a sort order."""
        for link in answer.facets:
            if link.count is None or not self.only_presents(link.url, answer.url):
                continue
            for name, _ in self._pairs(link.url) ^ self._pairs(answer.url):
                role = self._roles.get(name)
                if role and role.role == PRESENTATION:
                    self.settle(_as_selection(role))

    def _pairs(self, url: str) -> set[Pair]:
        return set(arguments_of_url(url, self._known.names).pairs())


def on_site(answer: Answer) -> list[str]:
    """The links of an answer that stay on its host."""
    here = _host(answer.url)
    return [url for url in answer.links if _host(url) == here]


def _as_selection(role: ArgumentRole) -> ArgumentRole:
    said = "counts stand beside its links"
    return replace(role, role=SELECTION, reason=said, doubtful=False, settle=None)


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].partition("?")[0].lower()


def as_text(query: str) -> str:
    """A query whose bytes were kept, as text: the bytes are those of an older encoding."""
    kept = query.encode("utf-8", "surrogateescape")
    try:
        return kept.decode("utf-8")
    except UnicodeDecodeError:
        return kept.decode("cp1252", "replace")


def _path(url: str) -> str:
    try:
        return urlsplit(url).path.rstrip("/")
    except ValueError:
        return url


async def settle_doubts(ask: AskAll, links: SecondLevel, box: str, waiting: Sequence[str]) -> int:
    """Compare pages for the arguments in doubt of waiting links; returns the requests made."""
    doubts = links.doubts(waiting)[:MAX_COMPARED]
    for role in doubts:
        assert role.settle is not None
        questions = [Question("compare", _asked(links, box, url), url) for url in role.settle]
        first, second = await ask(questions)
        if first.kind not in FAILED and second.kind not in FAILED:
            links.settle(settled(role, _shown(first), _shown(second)))
    return 2 * len(doubts)


def _asked(links: SecondLevel, box: str, url: str) -> tuple[tuple[str, str], ...]:
    return ((box, links.query_of(url)),) if box else ()


def _shown(answer: Answer) -> ComparedPage:
    ids = [record.id for record in answer.found]
    return ComparedPage(ids, answer.count, goes_on=bool(answer.next_url))
