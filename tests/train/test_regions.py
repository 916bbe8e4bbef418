"""Does the ranker learn what records look like, and is F1 counted as it should be?"""

import pytest

from deepweb.read.records.region import find_records, record_text
from deepweb.train.regions import GoldRecord, fitting, matched, site_examples, train
from tests.read.region_sites import labelled_site, title


def gold(*records: str) -> list[GoldRecord]:
    return [GoldRecord(text.split()[0], text) for text in records]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("the pump is old", [0]),
        ("nothing of it", []),
        ("pump and bucket", []),  # two records in one
        ("lamp with its wick", [2]),  # the lamp's own text holds the other key
        ("only a wick", [3]),
    ],
)
def test_a_told_record_fits_when_it_holds_the_key_and_no_other(text: str, fits: list[int]) -> None:
    assert fitting(gold("pump", "bucket", "lamp with wick", "wick"), text) == fits


@pytest.mark.parametrize(
    ("told", "right"),
    [([[0], [1]], 2), ([[0], [0]], 1), ([[0, 1], [0]], 2), ([[], [2]], 1), ([], 0)],
)
def test_told_and_gold_are_matched_one_to_one(told: list[list[int]], right: int) -> None:
    assert matched(told) == right


def test_the_records_are_the_best_example_of_their_page() -> None:
    for page in site_examples(labelled_site(1)):
        best = int(page.targets.argmax())
        assert page.targets[best] == 1
        assert (page.right[best], page.told[best], page.gold) == (8, 8, 8)


def test_an_empty_page_teaches_that_nothing_is_a_record() -> None:
    (labelled,) = labelled_site(0, pages=1)
    (page,) = site_examples([type(labelled)(labelled.page, ())])
    assert not page.targets.any()


def test_a_trained_ranker_reads_a_site_that_it_has_not_seen() -> None:
    model = train([labelled_site(site) for site in range(8)])
    pages = [each.page for each in labelled_site(9)]
    for start, region in zip((1, 9, 17), find_records(pages, model), strict=True):
        assert region is not None
        told = [record_text(record) for record in region.records]
        assert len(told) == 8
        assert all(title(9, start + n) in text for n, text in enumerate(told))


def test_training_is_deterministic() -> None:
    first, second = (train([labelled_site(site) for site in range(3)]) for _ in range(2))
    assert first.to_bytes() == second.to_bytes()
