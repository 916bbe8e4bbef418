"""Sites and types by TF-IDF; the flower shop of He et al. (WSDM 2013), section 4.2."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from deepweb.surface.queries.type_match import (
    BestScores,
    Document,
    Match,
    Rarity,
    TypeLengths,
    jaccard,
    plain_cosine,
    tf_idf,
)

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
    assert (
        plain_cosine(SHOP, types_of, SIZES)[CITY] > 0.5 * plain_cosine(TRAVEL, types_of, SIZES)[0]
    )


def test_the_cosine_is_that_of_the_definitions() -> None:
    documents: list[Document] = [TRAVEL, SHOP, {"akron": 1}]
    idf = {name: math.log(4 / (1 + sum(name in d for d in documents))) for name in CITIES}
    document = {name: TRAVEL.get(name, 0) * idf[name] for name in CITIES}
    expected = sum(document[name] * idf[name] for name in CITIES) / (
        math.dist([0] * 6, list(document.values())) * math.dist([0] * 6, list(idf.values()))
    )
    assert scores(documents)[0][CITY] == pytest.approx(expected)


def test_plain_measures() -> None:
    assert plain_cosine({"rose": 1, "tulip": 1, "orchid": 1}, types_of, SIZES) == {
        FLOWER: pytest.approx(1)
    }
    assert jaccard({"rose": 5, "akron": 1}, types_of, SIZES) == {FLOWER: 1 / 4, CITY: 1 / 7}


def test_the_threshold_is_relative_to_the_best_site_of_the_type() -> None:
    best = BestScores()
    best.add({CITY: 0.1, FLOWER: 0.9})
    assert best.matches({CITY: 0.05, FLOWER: 0.4}) == [Match(CITY, 0.05, 0.5)]
    assert best.matches({CITY: 0.05}, threshold=0.7) == []


def test_nothing_is_like_nothing() -> None:
    assert scores([{}, TRAVEL])[0] == {}
    assert BestScores().matches({}) == []
