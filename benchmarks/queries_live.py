"""Records per request with a log and a knowledge base, and by probing alone, same budget.

Live crawls of two sites of hotels in towns of five countries (tests/site), 20 results a query. On
one, names of hotels share words, and every answer leads on to other towns; on the other each hotel
has a name of its own, so that no answer shows more than one town. The log is what visitors are made
to have asked a search engine: towns with "hotels in" or "hotel reviews" around them, the larger the
town, the more often.

    python -m benchmarks.queries_live [--budget N] [--json]
    python -m benchmarks.queries_live --ordinary    # does what ships cost other sites anything?

``--ordinary`` crawls sites of other things with no log, each with and without the knowledge base
that ships: those that it has no list for, and those that it has one for but that need none.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.crawled import Crawled, crawl
from deepweb.knowledge.knowledge_base import default_knowledge
from tests.site import Catalogue, Entry, Site, Style, unicode_characters, used_books, world_cities

COUNTRIES = ("germany", "france", "italy", "spain", "united_kingdom")
TOWNS, HOTELS = 300, 1500
FIRST = ("Grand", "Royal", "Park", "Central", "Palace", "Garden", "Golden", "Blue", "Star", "Plaza")
LAST = ("Hotel", "Inn", "Lodge", "House", "Residence", "Court", "Suites", "Rooms", "Resort")
WAYS = (
    ("probing alone", False, "none"),
    ("knowledge", False, ""),
    ("log", True, "none"),
    ("log and knowledge", True, ""),
)
Row = dict[str, object]
AROUND = ("{}", "hotels in {}", "{} hotel reviews", "where to stay in {}", "cheap hotels in {}")


def hotels(rng: random.Random, *, shares_words: bool) -> Catalogue:
    """A few hotels in most towns, many in the largest."""
    places = [town for country in COUNTRIES for town in towns(country)]
    sums = list(accumulate(1 / (number % TOWNS + 5) for number in range(len(places))))
    entries = []
    for number in range(HOTELS):
        (town,) = rng.choices(places, cum_weights=sums)
        shared = f"{rng.choice(FIRST)} {rng.choice(LAST)}"
        own = "".join(rng.choices(("ba", "lo", "ri", "ne", "tu", "mas", "vel", "do"), k=4))
        title = shared if shares_words else own.capitalize()
        entries.append(Entry(str(number), title, {"town": town}))
    return Catalogue("Hotels", tuple(entries))


def towns(country: str) -> list[str]:
    return names_of(f"location/city_{country}")[:TOWNS]


def write_log(path: Path, site: str, catalogue: Catalogue, rng: random.Random) -> None:
    """Searches for hotels that exist, and for the site itself."""
    with path.open("w", encoding="utf-8") as file:
        for entry in rng.choices(catalogue.records, k=400):
            query = rng.choice(AROUND).format(entry.attributes["town"].lower())
            for page in range(rng.choice((1, 2, 3))):
                file.write(f"{query}\t{site}hotels/{entry.id}/{page}\t{rng.randint(1, 9)}\n")
        file.write(f"hotel site login\t{site}login\t900\n")


def people(rng: random.Random, n: int) -> Catalogue:
    """A directory: names that the knowledge base has, jobs and towns."""
    given, surnames = names_of("people/first_name"), names_of("people/surname")
    places = towns("united_states")
    return Catalogue(
        "People",
        tuple(
            Entry(
                str(number),
                f"{rng.choice(given[:400])} {surnames[int(len(surnames) * rng.random() ** 3)]}",
                {"job": rng.choice(LAST), "town": rng.choice(places)},
            )
            for number in range(n)
        ),
    )


def names_of(type_: str) -> list[str]:
    known = default_knowledge()
    (number,) = (number for number, each in enumerate(known.types) if each.name == type_)
    return list(known.names(number))


def ordinary() -> Iterator[tuple[str, Catalogue, Style]]:
    """Sites that words alone open; the most that a query shows is 20, or all of it."""
    catalogues = (world_cities(HOTELS), used_books(HOTELS), unicode_characters(HOTELS))
    for catalogue in (*catalogues, people(random.Random("people"), HOTELS)):
        for cap in (None, 20):
            name = f"{catalogue.name}, {cap or 'all'} shown"
            yield name, catalogue, Style(title=catalogue.name, page_size=20, cap=cap)


def compared_ordinary(budget: int) -> Iterator[Row]:
    for (name, catalogue, style), knowledge in product(ordinary(), ("none", "")):
        with Site(catalogue, style) as site:
            done = crawl(site, budget, "-s", f"DEEPWEB_KNOWLEDGE={knowledge}")
        yield _row(name, "probing alone" if knowledge else "knowledge", done)


def compared_hotels(budget: int) -> Iterator[Row]:
    for shares_words, (name, has_log, knowledge) in product((True, False), WAYS):
        catalogue = hotels(random.Random("hotels"), shares_words=shares_words)
        style = Style(title="Hotels", page_size=20, cap=20)
        with TemporaryDirectory() as folder, Site(catalogue, style) as site:
            log = Path(folder) / "log.tsv"
            write_log(log, site.url, catalogue, random.Random("log"))
            given = ["-a", f"query_log={log}"] if has_log else []
            done = crawl(site, budget, *given, "-s", f"DEEPWEB_KNOWLEDGE={knowledge}")
        yield _row("shared words" if shares_words else "own words", name, done)


def _row(names: str, name: str, done: Crawled) -> Row:
    each = round(len(done.reached) / max(done.requests, 1), 2)
    return {
        "names": names,
        "with": name,
        "records": len(done.reached),
        "requests": done.requests,
        "each": each,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=int, default=150)
    parser.add_argument("--ordinary", action="store_true", help="sites of other things, no log")
    parser.add_argument("--json", action="store_true")
    opts = parser.parse_args()
    compared = compared_ordinary if opts.ordinary else compared_hotels
    rows = list(compared(opts.budget))
    if opts.json:
        print(json.dumps(rows))
        return
    print(
        f"{'names':<32}{'with':<20}{'records':>9}{'requests':>10}{'a request':>11}  of {HOTELS:,}"
    )
    for row in rows:
        told = f"{row['records']:>9}{row['requests']:>10}{row['each']:>11}"
        print(f"{row['names']:<32}{row['with']:<20}{told}")


if __name__ == "__main__":
    main()
