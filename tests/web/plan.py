"""Which sites the simulated web has, what they are about, and which sites they link to.

The figures and their sources (more in docs/benchmarks/locating.md):

- Few sites hold databases: 126 of 2,256 web servers at random addresses, one in 18 (Chang et al.,
  *Structured Databases on the Web*, 2004). Here one site in 18 holds a database on one of the
  twelve topics, one in 160 on a given topic, and one in four of the sites about this topic. With
  the sizes of sites (``site_tree.py``), there is one form for about 300 pages on a topic; Barbosa
  and Freire (*An Adaptive Crawler*, 2007) count 94 forms on 100,000 pages about movies.
- In-degrees follow a power law with exponent 2.1, out-degrees one with 2.7 (Broder et al., *Graph
  Structure in the Web*, 2000). A site links to 18 others on average, about as many as in the host
  graphs of Common Crawl without hosts that have no pages.
- Sites link to sites of their own topic (Davison, *Topical Locality in the Web*, 2000). Sites with
  databases seldom link to their rivals: magazines, directories and pages of links (Kleinberg's
  hubs) link to several of them.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal

from tests.web.names import site_host, site_title
from tests.web.subjects import TOPICS, others

Role = Literal["database", "portal", "magazine", "hub", "directory", "other"]
Health = Literal["well", "slow", "failing", "forbidden", "partly forbidden"]

# Shares of all sites by role. The rest are "other": sites about something else.
SHARES: dict[Role, float] = {
    "database": 0.045, "portal": 0.012, "magazine": 0.2, "hub": 0.02, "directory": 0.004,
}  # fmt: skip
# Topics that portals combine.
PORTALS: tuple[tuple[str, ...], ...] = (
    ("airfare", "hotel", "rental"), ("hotel", "rental", "route"), ("airfare", "hotel"),
    ("book", "music", "movie"), ("book", "music"), ("movie", "music", "product"),
    ("auto", "job", "apartment"), ("job", "apartment"), ("auto", "product"),
    ("people", "movie"), ("people", "music"), ("route", "airfare"),
)  # fmt: skip
HEALTH: dict[Health, float] = {
    "well": 0.93, "slow": 0.02, "failing": 0.02, "forbidden": 0.01, "partly forbidden": 0.02,
}  # fmt: skip
# Share of the links to other sites that lead to the site's own topic.
OWN_TOPIC: dict[Role, float] = {
    "database": 0.3, "portal": 0.3, "magazine": 0.5, "hub": 0.85, "directory": 1.0, "other": 0.6,
}  # fmt: skip
TO_RIVALS = 0.25  # share of these links, on sites with databases, that lead to other such sites
IN_DEGREE = 2.1  # exponent of the power law of links to a site
OUT_DEGREE = 2.7  # exponent of the power law of links from a site
FEWEST_OUT: dict[Role, int] = {
    "database": 6, "portal": 8, "magazine": 10, "hub": 25, "directory": 120, "other": 8,
}  # fmt: skip
MOST_OUT: dict[Role, int] = {
    "database": 60, "portal": 60, "magazine": 120, "hub": 100, "directory": 400, "other": 100,
}  # fmt: skip
MOST_POPULAR = 300.0  # weight of the most popular sites when link targets are drawn
WITH_LINK_PAGE = 0.05  # share of sites about something else that have a page of links on a topic


@dataclass(frozen=True, slots=True)
class Out:
    """A link to another site; ``subject`` is the subject of the page with the link."""

    target: int
    subject: str


@dataclass(slots=True)
class SitePlan:
    """A site, before any of its pages is written."""

    number: int
    host: str
    title: str
    role: Role
    subjects: tuple[str, ...]
    """The subjects of its pages, the main one first."""
    popularity: float
    health: Health
    has_database: bool
    out: list[Out] = field(default_factory=list)

    @property
    def home(self) -> str:
        return f"http://{self.host}/"

    @property
    def is_reachable(self) -> bool:
        return self.health not in ("failing", "forbidden")


class WebPlan:
    """All sites and the links between them; the same seed gives the same plan."""

    def __init__(self, sites: int, seed: int, topics: Sequence[str] = TOPICS) -> None:
        rng = random.Random(f"web {seed} {sites}")
        self.sites = _sites(sites, topics, rng)
        self.of_host = {site.host: site for site in self.sites}
        draw = _Draw(self.sites)
        for site in self.sites:
            site.out = _out_links(site, draw, rng)
        self.back: list[list[int]] = [[] for _ in self.sites]
        for site in self.sites:
            for target in {out.target for out in site.out}:
                self.back[target].append(site.number)

    def on_topic(self, topic: str) -> list[SitePlan]:
        """The sites about a topic, without directories."""
        return [s for s in self.sites if topic in s.subjects and s.role != "directory"]

    def seeds(self, topic: str, most: int = 5) -> list[SitePlan]:
        """The most popular sites with databases on a topic, from which crawls start."""
        known = [s for s in self.on_topic(topic) if s.role == "database" and s.is_reachable]
        return sorted(known, key=lambda s: -s.popularity)[:most]


class _Draw:
    """Draws random sites, popular ones more often."""

    def __init__(self, sites: Sequence[SitePlan]) -> None:
        self.topics = [topic for topic in TOPICS if any(topic in s.subjects for s in sites)]
        self._pools: dict[tuple[str, str], tuple[list[int], list[float]]] = {}
        for subject in ("", *TOPICS, *others()):
            about = [s for s in sites if not subject or subject in s.subjects]
            for kind in ("any", "database", "none"):
                chosen = [s for s in about if kind == "any" or _kind(s) == kind]
                weights = accumulate(s.popularity for s in chosen)
                self._pools[subject, kind] = [s.number for s in chosen], list(weights)

    def one(self, rng: random.Random, subject: str = "", kind: str = "any") -> int | None:
        numbers, weights = self._pools[subject, kind]
        if not numbers:
            return None
        return numbers[min(bisect(weights, rng.random() * weights[-1]), len(numbers) - 1)]

    def some(
        self, rng: random.Random, count: int, subject: str = "", kind: str = "any"
    ) -> list[int]:
        """Up to ``count`` different sites."""
        drawn = (self.one(rng, subject, kind) for _ in range(3 * count))
        return list(dict.fromkeys(number for number in drawn if number is not None))[:count]


def _kind(site: SitePlan) -> str:
    return "database" if site.role in ("database", "portal") else "none"


def _sites(count: int, topics: Sequence[str], rng: random.Random) -> list[SitePlan]:
    planned: list[tuple[Role, tuple[str, ...]]] = []
    for role, share in SHARES.items():
        number = max(1, round(share * count))
        planned += ((role, about) for about in _abouts(role, number, topics, rng))
    rest = count - len(planned)
    planned += (("other", (rng.choice(others()),)) for _ in range(rest))
    rng.shuffle(planned)
    hosts: set[str] = set()
    made = []
    for number, (role, about) in enumerate(planned):
        host = site_host(about, role, rng, hosts)
        hosts.add(host)
        popularity = min((1 - rng.random()) ** (-1 / (IN_DEGREE - 1)), MOST_POPULAR)
        health = rng.choices(list(HEALTH), list(HEALTH.values()))[0]
        has_database = role in ("database", "portal") or (role == "other" and rng.random() < 0.12)
        title = site_title(host, about, rng)
        site = SitePlan(number, host, title, role, about, popularity, health, has_database)
        made.append(site)
    return made


def _abouts(
    role: Role, count: int, topics: Sequence[str], rng: random.Random
) -> Iterator[tuple[str, ...]]:
    """The subjects of each site of a role; all topics get the same number of sites."""
    portals = [about for about in PORTALS if set(about) <= set(topics)] or [tuple(topics[:2])]
    for number in range(count):
        topic = topics[number % len(topics)]
        if role == "portal":
            yield portals[number % len(portals)]
        elif role == "directory":
            # The large ones list everything, the small ones some topics.
            some = rng.sample(topics, rng.randint((len(topics) + 2) // 3, len(topics)))
            yield (*some, *rng.sample(others(), 8))
        elif role == "magazine" and rng.random() < 0.15:
            yield topic, rng.choice(others())
        else:
            yield (topic,)


def _out_links(site: SitePlan, draw: _Draw, rng: random.Random) -> list[Out]:
    role = site.role
    count = int(FEWEST_OUT[role] * (1 - rng.random()) ** (-1 / (OUT_DEGREE - 1)))
    count = min(count, MOST_OUT[role])
    links: dict[int, Out] = {}
    if role == "directory":
        for subject in site.subjects:
            for target in draw.some(rng, count // len(site.subjects), subject):
                links.setdefault(target, Out(target, subject))
    else:
        for _ in range(count):
            link = _link(site, draw, rng)
            links.setdefault(link.target, link)
    if role == "other" and rng.random() < WITH_LINK_PAGE:
        topic = rng.choice(draw.topics)
        for target in draw.some(rng, rng.randint(6, 25), topic):
            links.setdefault(target, Out(target, topic))
    links.pop(site.number, None)
    return list(links.values())


def _link(site: SitePlan, draw: _Draw, rng: random.Random) -> Out:
    subject = rng.choice(site.subjects)
    target = None
    if rng.random() < OWN_TOPIC[site.role]:
        kind = "any"
        if site.has_database and site.role != "other":
            kind = "database" if rng.random() < TO_RIVALS else "none"
        target = draw.one(rng, subject, kind)
    if target is None:
        target = draw.one(rng)
    assert target is not None
    return Out(target, subject)
