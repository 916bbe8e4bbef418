"""Sites that were left, and which of them is taken up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.exploration import Visit
from deepweb.locate.site.patience import FollowedLink, SitePatience, band_of
from deepweb.locate.web.unfinished import LeftSite, Unfinished


def link(promise: float) -> Visit:
    return Visit("http://a.example/x", 1, promise)


def site(name: str) -> LeftSite:
    return cast(LeftSite, SimpleNamespace(name=name))


def poor() -> SitePatience:
    """New sites bring nothing any more."""
    patience = SitePatience()
    patience.spent(1000)
    return patience


def test_the_site_that_promises_most_is_taken_up_first_and_each_once() -> None:
    left, patience = Unfinished(), poor()
    for promise in (0.2, 0.6, 0.4):
        left.add(site(str(promise)), link(promise))
    taken = [left.next(patience) for _ in range(4)]
    assert [cast(SimpleNamespace, each).name for each in taken[:3]] == ["0.6", "0.4", "0.2"]
    assert taken[3] is None
    assert len(left) == 0


def test_none_is_taken_up_while_new_sites_bring_more() -> None:
    left, rich = Unfinished(), SitePatience()
    rich.spent(100, deep=20)
    left.add(site("a"), link(0.3))
    assert left.next(rich) is None
    assert left.next(rich, is_all=True) is not None


def test_what_links_led_to_counts_more_than_what_they_promise() -> None:
    left, patience = Unfinished(), poor()
    for _ in range(50):
        patience.learn(FollowedLink(band_of(link(0.6)), found=False, before=False))
        patience.learn(FollowedLink(band_of(link(0.25)), found=True, before=False))
    left.add(site("many words"), link(0.6))
    left.add(site("kept"), link(0.25))
    assert cast(SimpleNamespace, left.next(patience)).name == "kept"


@given(st.lists(st.floats(0, 1), max_size=40))
def test_so_many_are_remembered_and_the_least_promising_forgotten(promises: list[float]) -> None:
    left, patience = Unfinished(most=5), poor()
    for promise in promises:
        left.add(site(str(promise)), link(promise))
    assert len(left) == min(5, len(promises))
    taken = []
    while each := left.next(patience, is_all=True):
        taken.append(float(cast(SimpleNamespace, each).name))
    assert sorted(taken) == sorted(promises)[-5:]
