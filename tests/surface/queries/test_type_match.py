"""Sites and types by TF-IDF; the flower shop of [He13 §4.2]."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from deepweb.knowledge.knowledge_base import default_knowledge
from deepweb.store.resources import commonness
from deepweb.surface.queries.type_match import (
    MIN_RECORDS,
    BestScores,
    Commonness,
    Document,
    Match,
    OwnWords,
    Rarity,
    TypeLengths,
    tf_idf,
)
from tests.site import unicode_characters, used_books, world_cities

CITY, FLOWER = 0, 1
CITIES = {"zanesville", "toledo", "akron", "flowers", "love", "baskets"}
FLOWERS = {"rose", "tulip", "orchid"}
SIZES = [len(CITIES), len(FLOWERS)]
SHOP = {"flowers": 9, "love": 8, "baskets": 7, "rose": 1, "tulip": 1}
TRAVEL = {"zanesville": 2, "toledo": 3, "akron": 1}
OTHERS = [{"love": 3, "flowers": 1, "baskets": 2}] * 20


def types_of(name: str) -> list[int]:
    return [n for n, names in enumerate((CITIES, FLOWERS)) if name in names]


def rarity(documents: list[Document]) -> Rarity:
    return Rarity(len(documents), Counter(name for each in documents for name in each))


def scores(documents: list[Document]) -> list[dict[int, float]]:
    rare = rarity(documents)
    lengths = TypeLengths(SIZES, rare)
    for name in rare.holders:
        lengths.add(name, types_of(name))
    return [tf_idf(each, types_of, lengths, rare) for each in documents]


def test_a_flower_shop_is_no_list_of_cities_though_its_words_are() -> None:
    shop, travel, *_ = scores([SHOP, TRAVEL, *OTHERS])
    assert travel[CITY] > 2 * shop[CITY]


def test_the_cosine_is_that_of_the_definitions() -> None:
    documents: list[Document] = [TRAVEL, SHOP, {"akron": 1}]
    idf = {name: math.log(4 / (1 + sum(name in d for d in documents))) for name in CITIES}
    document = {name: TRAVEL.get(name, 0) * idf[name] for name in CITIES}
    expected = sum(document[name] * idf[name] for name in CITIES) / (
        math.dist([0] * 6, list(document.values())) * math.dist([0] * 6, list(idf.values()))
    )
    assert scores(documents)[0][CITY] == pytest.approx(expected)


def test_the_threshold_is_relative_to_the_best_site_of_the_type() -> None:
    best = BestScores()
    best.add({CITY: 0.1, FLOWER: 0.9})
    assert best.matches({CITY: 0.05, FLOWER: 0.4}) == [Match(CITY, 0.05, 0.5)]
    assert best.matches({CITY: 0.05}, threshold=0.7) == []


def test_nothing_is_like_nothing() -> None:
    assert scores([{}, TRAVEL])[0] == {}
    assert BestScores().matches({}) == []


# OwnWords, with the knowledge base that ships

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
    assert types(looked(hotels("germany", MIN_RECORDS - 1))) == []


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
