"""Made-up pages of old sites: the ranker learns from them, and the same seed gives the same."""

from __future__ import annotations

from lxml.html import tostring

from benchmarks.plain_sites import SHAPES, plain_sites
from deepweb.train.regions import site_examples


def test_the_same_seed_gives_the_same_pages() -> None:
    first, again, other = (
        [tostring(page.page.root) for site in plain_sites(seed) for page in site]
        for seed in (0, 0, 1)
    )
    assert first == again != other


def test_every_shape_has_records_to_learn_from() -> None:
    sites = plain_sites(each=1)
    assert len(sites) == len(SHAPES)
    for site in sites:
        assert any(page.gold for page in site)
    taught = [each for site in sites for each in site_examples(site)]
    assert any(each.targets.any() for each in taught)
