"""What benchmarks compare with: rivals of ISIT [Madhavan08 §4.4], keywords, type matching."""

import pytest

from benchmarks.keywords import candidates
from benchmarks.queries import jaccard, plain_cosine
from benchmarks.surfacing_baselines import cp, one_t, tp, tpl

pytestmark = pytest.mark.benchmarks


@pytest.mark.parametrize(
    ("values", "counts"),
    [
        ([7], (7, 7, 7, 7)),
        ([3, 4], (12, 12, 12, 7)),
        ([3, 4, 5], (60, 60, 60, 12)),
        ([2, 3, 4, 5], (120, 24 + 30 + 40 + 60, 24 + 30 + 40 + 60, 14)),
        ([50, 50, 50, 1], (125_000, 125_000 + 3 * 2500, 3 * 2500, 151)),
        ([100, 100, 100], (1_000_000, 1_000_000, 0, 300)),
    ],
)
def test_urls(values: list[int], counts: tuple[int, int, int, int]) -> None:
    assert (cp(values), tp(values), tpl(values), one_t(values)) == counts


def test_candidates_stand_on_some_pages_but_not_on_most() -> None:
    pages = [{"menu", "red", "once"}, {"menu", "red"}, {"menu", "blue"}, {"menu"}, {"menu"}]
    held = {"menu": 5, "red": 2, "blue": 4, "once": 1}
    assert candidates(pages, held, 9) == ["red", "blue"]
    assert candidates(pages, held, 1) == ["red"]
    assert candidates([], {}, 9) == []


FLOWERS, PLACES = (
    {"rose", "tulip", "orchid"},
    {"love", "flowers", "rose", "akron", "dayton", "reno"},
)


def types_of(name: str) -> list[int]:
    return [number for number, names in enumerate((PLACES, FLOWERS)) if name in names]


def test_measures_without_idf_take_a_flower_shop_for_a_list_of_cities() -> None:
    sizes = [len(PLACES), len(FLOWERS)]
    every = {"rose": 1, "tulip": 1, "orchid": 1}
    assert plain_cosine(every, types_of, sizes)[1] == pytest.approx(1)
    assert jaccard({"rose": 5, "akron": 1}, types_of, sizes) == {1: 1 / 4, 0: 2 / 6}
    shop, travel = {"love": 9, "flowers": 9, "rose": 3}, {"akron": 3, "dayton": 3, "reno": 3}
    assert plain_cosine(shop, types_of, sizes)[0] > 0.5 * plain_cosine(travel, types_of, sizes)[0]
