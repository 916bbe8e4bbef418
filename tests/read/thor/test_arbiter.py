"""Where a page alone leaves doubt, the pages of its cluster and what varies on them decide."""

from __future__ import annotations

import pytest

from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.records.region import SiteRegions, read_site
from deepweb.read.thor.arbiter import objects, settled, thor, varying_place
from deepweb.store.resources import reading_knowledge
from tests.read.pages import body_of, page_of
from tests.read.region_sites import html_page

_LISTS = [page_of(html_page(0, range(n, n + 8))) for n in (1, 9, 17, 25)]
_NONE = page_of("<body><div><div><p>Nothing</p><p>at all</p></div></div><h2>Try again</h2></body>")


def _verdict(kind: str, probability: float) -> PageVerdict:
    return PageVerdict(kind, probability, "its shape")


def test_a_doubtful_page_is_of_the_kind_of_its_cluster() -> None:
    verdicts = [*[_verdict("results", 0.95)] * 3, _verdict("detail", 0.55), _verdict("empty", 0.9)]
    found = settled([*_LISTS, _NONE], verdicts)
    assert [each.kind for each in found] == ["results"] * 4 + ["empty"]
    assert found[3].reason == "built as 3 of 3 pages that are results; alone: its shape"


@pytest.mark.parametrize(
    "verdicts",
    [
        pytest.param([_verdict("results", 0.9)] * 4, id="no doubt"),
        pytest.param([_verdict("results", 0.55)] * 3 + [_verdict("detail", 0.5)], id="none sure"),
        pytest.param(
            [_verdict("results", 0.9), _verdict("empty", 0.9), *[_verdict("detail", 0.5)] * 2],
            id="they disagree",
        ),
    ],
)
def test_nothing_is_settled(verdicts: list[PageVerdict]) -> None:
    assert settled(_LISTS, verdicts) == verdicts


def test_few_pages_settle_nothing() -> None:
    verdicts = [_verdict("results", 0.9), _verdict("results", 0.9), _verdict("detail", 0.5)]
    assert settled(_LISTS[:3], verdicts) == verdicts


def test_thor_tells_clusters_pagelets_and_objects() -> None:
    *lists, none = thor([*_LISTS, _NONE])
    assert {each.cluster for each in lists} == {0}
    assert none.cluster != 0
    assert all(len(each.objects) == 8 for each in lists)
    assert lists[0].pagelet == "html/body/div/ol"
    assert none.objects in {(), none.objects}
    assert thor([]) == []


def test_objects() -> None:
    assert [e.text for e in objects(body_of("<ul><li>a</li><p>b</p><li>c</li><li></li></ul>"))] == [
        "a",
        "c",
    ]
    (whole,) = objects(body_of("<p>one text</p>"))
    assert whole.tag == "p"
    assert objects(None) == []


def test_where_pages_vary_is_stored_with_its_figure() -> None:
    place = varying_place(_LISTS)
    assert place is not None
    assert place.share > 0.9
    stored = SiteRegions(pagelet=place)
    assert SiteRegions.from_json(stored.to_json()) == stored
    assert varying_place(_LISTS[:2]) is None


def test_sure_regions_need_no_arbiter() -> None:
    _, regions = read_site(_LISTS, reading_knowledge().regions)
    assert regions.known
    assert regions.pagelet is None
