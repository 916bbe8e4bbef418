"""A query log and a knowledge base with known truth, of any size.

Sites hold things of one type each, three sites a type, and some are far better known than others.
People search for a thing by its name, half of the time with something around it ([He13,
Tables 2 and 3]: prefixes, prefixes with a preposition, suffixes), for a thing with a place
("in london"), for a thing that no knowledge base knows, for the site itself (navigational), or for
common words that some thing is called by, too. Shops hold nothing that the knowledge base knows,
but sell by such words: the "flowers, love, baskets" of the paper, which are cities. Which words are
names of towns, what shops sell and how well each site is known differs from seed to seed.

The knowledge base has real names by type, a type of releases whose names are common words and
phrases ("where to", "review": half of the patterns are names, too), and, up to the size wanted,
types of made-up names whose words follow Zipf's law.
"""

from __future__ import annotations

import csv
import gzip
import random
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from deepweb.knowledge.knowledge_base import default_knowledge
from deepweb.store.resources import commonness
from deepweb.surface.queries.entity_match import name_key, tokens

_PREFIXES = (
    "how|watch|download|is|which|free|the|best|cheap|buy|new|top|who|what|why|"
    "where|when|used|old|official|discount|compare|find|rent|order|wholesale|good|"
    "great|list|popular|latest|local|vintage|original|online|cheapest|why is|how is|"
    "what is|who is|where is|when is|how old is|how big is|what are|is there|the best|"
    "best cheap|top 10|best price|free download|watch free|where can i buy|i want to buy|"
    "is the"
)
_WITH_PREPOSITION = (
    "lyrics to|pictures of|list of|map of|history of|lyrics for|pics of|facts about|"
    "lyrics of|where to stay in|price of|how to get to|hotels in|things to do in|"
    "reviews of|review of|images of|photos of|cost of|meaning of|definition of|jobs at|"
    "jobs in|books about|books by|songs by|movies with|flights to|weather in|"
    "cheap flights to|restaurants in|population of|directions to|tickets for|recipes with|"
    "recipe for|parts for|manual for|used cars in|apartments in|homes for sale in|"
    "information about|information on|news about|what is the price of|where to buy|"
    "how to pronounce|quotes from|quotes by|summary of|cast of|trailer for|coupons for|"
    "deals on|sale on|specs of|time in"
)
_SUFFIXES = (
    "lyrics|download|wiki|torrent|online|video|review|pictures|reviews|price|prices|"
    "images|photos|movie|book|hotel|hotels|map|weather|jobs|news|wikipedia|pdf|mp3|"
    "trailer|cast|quotes|address|hours|coupons|discount|deals|tickets|recipes|manual|"
    "specs|song|songs|album|biography|height|age|birthday|salary|rankings|tuition|"
    "admissions|parts|dealers|used|cheap|store|shop|locations|flights|population|"
    "apartments|restaurants|attractions|facts|history|meaning|definition|pronunciation|"
    "summary|characters|ebook|audiobook|soundtrack|dvd|streaming|subtitles|free|"
    "youtube|facebook|twitter|pics|wallpaper|logo|ringtone|phone number|coupon code|"
    "release date|full movie|net worth|customer service|review 2012|price list|"
    "airport code|zip code|time zone|real estate|study guide|blu ray|watch online|"
    "free download"
)
PREFIXES, WITH_PREPOSITION, SUFFIXES = (
    told.split("|") for told in (_PREFIXES, _WITH_PREPOSITION, _SUFFIXES)
)
PLACES = ("in us", "in uk", "in london", "in new york", "in canada", "in germany", "in paris")
NAVIGATION = ("", "login", "uk", "locations", "com", "sign in", "www")
# Names of a made-up type at most, and words that made-up names have.
MADE_UP = 200_000
VOCABULARY = 150_000
# Types of which some names are common words, as there are towns called Love and Flowers; how many;
# shops, and how many of these words each sells by.
TOWNS = ("location/city_united_states", "location/city_france", "people/surname")
COINED, SHOPS, SOLD_BY = 300, 20, 150
# Sites that hold things of a type; how unlike they are in visits (sigma of a log-normal draw).
HOLDERS, UNLIKE = 3, 0.8
# Words of every day.
WORDS = 800
# Sites whose truth is not asked for.
OTHERS = 2000


@dataclass(frozen=True, slots=True)
class World:
    """Real names by type, and the sites that hold them."""

    names: dict[str, list[str]]
    sites: dict[str, str]
    """Host to the type that it holds; "" where no list has what it holds."""
    shops: dict[str, list[str]]
    """Host to the common words that it sells by."""
    common: list[str]
    """Names that are common words."""
    visits: dict[str, float]
    """How well known a site is."""

    @classmethod
    def of(cls, data: Path | None, seed: int) -> World:
        names = _package_names() | (_data_names(data) if data else {})
        common = _common_words()[:WORDS]
        rng = random.Random(f"world {seed}")
        for name in TOWNS:
            names[name] = [*names[name], *rng.sample(common, COINED)]
        hosts = {
            f"holder{number}{letter}.example": name
            for number, name in enumerate(names)
            for letter in "abcdefgh"[:HOLDERS]
        }
        shops = {
            f"shop{number}.example": rng.sample(
                names[TOWNS[number % len(TOWNS)]][-COINED:], SOLD_BY
            )
            for number in range(SHOPS)
        }
        visits = {site: rng.lognormvariate(0, UNLIKE) for site in (*hosts, *shops)}
        return cls(names, hosts | dict.fromkeys(shops, ""), shops, common, visits)


def _common_words() -> list[str]:
    """Words that stand on many sites, no stop words."""
    common = commonness()
    fit = [word for word in common.holders if word.isascii() and len(word) > 3]
    return [word for word in fit if 0.03 < common.share(word) < 0.3]


def _package_names() -> dict[str, list[str]]:
    """Types of the default knowledge base that do not hold each other's names."""
    chosen = ("airport", "currency", "language", "us_county", "surname", "country_de")
    cities = ("germany", "france", "brazil", "japan", "india", "poland", "turkey", "italy")
    more = ("russia", "china", "indonesia", "united_states", "netherlands", "finland", "sweden")
    wanted = {*chosen, *(f"city_{country}" for country in (*cities, *more))}
    known = default_knowledge()
    return {
        each.name: list(known.names(number))
        for number, each in enumerate(known.types)
        if each.name.partition("/")[2].replace("the_", "") in wanted
    }


def _data_names(folder: Path) -> dict[str, list[str]]:
    """Lists of a folder of ``type.tsv.gz`` files with a header; the name is the first column."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.tsv.gz")):
        kind = path.name.partition(".")[0]
        if kind.startswith(("cities", "countries", "us_", "names", "airports")):
            continue  # the packages have those
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
            rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
        column = _name_column(rows[0])
        found[f"data/{kind}"] = [row[column] for row in rows[1:] if len(row) > column]
    return found


def _name_column(header: Sequence[str]) -> int:
    called = [cell.lower() for cell in header]
    return next((called.index(name) for name in ("title", "name", "model") if name in called), 0)


class Weighted:
    """Items, some more often than others."""

    def __init__(self, items: Sequence[str], weights: Iterable[float], rng: random.Random) -> None:
        self._items, self._rng = items, rng
        self._sums = list(accumulate(weights))

    def pick(self) -> str:
        return self._items[bisect(self._sums, self._rng.random() * self._sums[-1])]


class Zipf(Weighted):
    """Items, the first far more often than the last."""

    def __init__(self, items: Sequence[str], rng: random.Random, power: float = 1.0) -> None:
        super().__init__(items, (1 / (rank + 2) ** power for rank in range(len(items))), rng)


def vocabulary(rng: random.Random, size: int = VOCABULARY) -> list[str]:
    """Common words first, then made-up ones."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "ost")]
    common = _common_words()
    made = {"".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(size)}
    return common + sorted(made)


def write_knowledge(folder: Path, world: World, size: int, rng: random.Random) -> None:
    """``domain/type.tsv`` files with so many names in all, or as many as are real."""
    lists: dict[str, Iterator[str]] = {name: iter(names) for name, names in world.names.items()}
    words = Zipf(vocabulary(rng), rng)
    lists["music/release"] = _releases(rng)
    left = size - sum(map(len, world.names.values()))
    number = 0
    while left > 0:
        number += 1
        lists[f"made_up/type_{number}"] = _made_up(words, min(left, MADE_UP), rng)
        left -= MADE_UP
    for name, names in lists.items():
        path = folder / f"{name}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{each}\n" for each in names)


def _releases(rng: random.Random) -> Iterator[str]:
    """Songs and albums are called anything."""
    common = [word for word in commonness().holders if word.isascii() and len(word) > 2]
    yield from rng.sample(common, 1500)
    patterns = [*PREFIXES, *WITH_PREPOSITION, *SUFFIXES]
    yield from rng.sample(patterns, len(patterns) // 2)
    yield "where to"


def _made_up(words: Zipf, size: int, rng: random.Random) -> Iterator[str]:
    for length in rng.choices((1, 2, 3, 4), (1, 4, 3, 2), k=size):
        yield " ".join(words.pick() for _ in range(length))


@dataclass(slots=True)
class LogWriter:
    """Writes rows of a log; remembers what was around the names."""

    world: World
    rng: random.Random

    def write(self, path: Path, rows: int) -> None:
        rng, written = self.rng, 0
        queries = self._queries()
        with path.open("w", encoding="utf-8") as file:
            while written < rows:
                query, site, is_navigation = next(queries)
                pages = 1 if is_navigation and rng.random() > 0.05 else rng.choice((1, 2, 2, 3, 4))
                for _ in range(pages):
                    page = rng.randrange(1_000_000)
                    clicks = rng.choice((1, 2, 3, 4, 5, 8, 15))
                    file.write(f"{query}\thttp://www.{site}/p/{page}\t{clicks}\n")
                written += pages

    def _queries(self) -> Iterator[tuple[str, str, bool]]:
        """Query, site, and whether it only looks for the site."""
        rng, world = self.rng, self.world
        before = Zipf([*PREFIXES, *WITH_PREPOSITION], rng, 0.7)
        behind = Zipf(SUFFIXES, rng, 0.7)
        named = {name: Zipf(rng.sample(x, len(x)), rng, 0.6) for name, x in world.names.items()}
        made_up = Zipf(vocabulary(rng), rng)
        sites = self._visited()
        while True:
            site = sites.pick()
            kind, chance = world.sites.get(site, ""), rng.random()
            if chance < 0.15:
                yield f"{site.partition('.')[0]} {rng.choice(NAVIGATION)}".strip(), site, True
                continue
            # Of sites at large half of the searches are for words of every day.
            if site in world.shops or chance < (0.2 if kind else 0.6):
                thing = rng.choice(world.shops.get(site, world.common))
            elif chance < 0.35 or not kind:  # what no knowledge base knows
                thing = f"{made_up.pick()} {made_up.pick()}"
            else:
                thing = named[kind].pick().lower()
            yield self._around(thing, before, behind), site, False

    def _visited(self) -> Weighted:
        """Half of all visits go to the sites whose truth is known."""
        weights = self.world.visits
        others = [f"site{number}.example" for number in range(OTHERS)]
        share = sum(weights.values()) / OTHERS
        return Weighted(
            [*weights, *others], [*weights.values(), *(share for _ in others)], self.rng
        )

    def _around(self, thing: str, before: Zipf, behind: Zipf) -> str:
        chance = self.rng.random()
        if chance < 0.5:
            return thing
        if chance < 0.72:
            return f"{thing} {behind.pick()}"
        if chance < 0.92:
            return f"{before.pick()} {thing}"
        if chance < 0.96:
            return f"{before.pick()} {thing} {behind.pick()}"
        return f"{thing} {self.rng.choice(PLACES)}"


def is_pattern(text: str) -> bool:
    """Is it made of nothing but what was put around names?"""
    whole = {name_key(tokens(each)) for each in (*PREFIXES, *WITH_PREPOSITION, *SUFFIXES)}
    parts = text.split(" ")
    reached = {0}
    for end in range(1, len(parts) + 1):
        if any(start in reached and " ".join(parts[start:end]) in whole for start in range(end)):
            reached.add(end)
    return len(parts) in reached
