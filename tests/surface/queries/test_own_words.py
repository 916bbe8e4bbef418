"""Types by the site's own words, with the knowledge base that ships."""

from __future__ import annotations

import random

import pytest

from deepweb.knowledge.knowledge_base import default_knowledge
from deepweb.store.resources import commonness
from deepweb.surface.queries.own_words import LEAST_RECORDS, Commonness, OwnWords
from tests.site import unicode_characters, used_books, world_cities

COMMON = Commonness(100, {"love": 40, "new": 90})


def looked(texts: list[str]) -> OwnWords:
    known = default_knowledge()
    own = OwnWords(known, known.types_of, commonness())
    for text in texts:
        own.add(text)
    return own


def types(own: OwnWords) -> list[str]:
    return [default_knowledge().type_name(match.type) for match in own.matches()]


def hotels(country: str, count: int) -> list[str]:
    known, rng = default_knowledge(), random.Random(country)
    (number,) = (n for n, t in enumerate(known.types) if t.name == f"location/city_{country}")
    towns = list(known.names(number))
    return [f"Hotel Garni, {rng.choice(towns)}: rooms from 40 euros" for _ in range(count)]


@pytest.mark.parametrize("country", ["germany", "brazil", "japan"])
def test_a_site_of_hotels_speaks_of_towns_of_its_country(country: str) -> None:
    own = looked(hotels(country, 100))
    assert types(own) == [f"location/city_{country}"]
    assert own.unseen(own.matches()[0].type) > 0.5


def test_books_and_characters_are_no_towns() -> None:
    for catalogue in (used_books(500), unicode_characters(500)):
        texts = [
            f"{entry.title} {' '.join(entry.attributes.values())}" for entry in catalogue.records
        ]
        assert not [name for name in types(looked(texts)) if name.startswith("location/city")]


def test_few_records_say_nothing() -> None:
    assert types(looked(hotels("germany", LEAST_RECORDS - 1))) == []


def test_what_all_records_show_need_not_be_asked_for() -> None:
    own = looked(hotels("germany", 10) * 30)
    assert all(own.unseen(number) < 0.05 for number in range(len(default_knowledge().types)))


def test_numbers_say_nothing() -> None:
    assert types(looked([f"item {10001 + n}" for n in range(200)])) == []


def test_a_name_is_as_common_as_its_rarest_word() -> None:
    assert COMMON.share("new love") == 0.4
    assert COMMON.share("zanesville") == 0
    assert COMMON.rarity("zanesville") > COMMON.rarity("love") > COMMON.rarity("new")


def test_records_of_the_world() -> None:
    texts = [entry.text for entry in world_cities(300).records]
    assert looked(texts).records == 300
