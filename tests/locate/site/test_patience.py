"""When a site is left for others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.exploration import SeenPage, Visit
from deepweb.locate.site.patience import (
    SITEMAP,
    FollowedLink,
    SitePatience,
    band_of,
    followed_links,
)


def link(promise: float) -> Visit:
    return Visit("http://a.example/x", 1, promise)


MAP = Visit("http://a.example/sitemap.xml", 1, 1.0, "sitemap")


def looked(patience: SitePatience, promise: float, *, found: bool, before: bool = False) -> None:
    patience.learn(FollowedLink(band_of(link(promise)), found, before))


def test_at_first_promises_are_believed() -> None:
    patience = SitePatience()
    assert not patience.is_enough(link(0.9), before=False)
    assert not patience.is_enough(link(0.2), before=False)
    assert not patience.is_enough(MAP, before=False)
    assert patience.is_enough(link(0.05), before=False)


def test_links_that_lead_nowhere_are_soon_left_alone_those_that_lead_to_forms_are_not() -> None:
    patience = SitePatience()
    for _ in range(30):
        looked(patience, 0.25, found=False)
        looked(patience, 0.6, found=True)
    assert patience.is_enough(link(0.25), before=False)
    assert not patience.is_enough(link(0.6), before=False)
    # Of sites that had a form before, nothing was learnt by that.
    assert patience.expected(link(0.25), before=True) > patience.expected(link(0.25), before=False)


def test_the_less_other_sites_bring_the_longer_one_is_looked_at() -> None:
    rich, poor = SitePatience(), SitePatience()
    for patience, deep in ((rich, 1), (poor, 0)):
        for _ in range(50):
            patience.spent(5, deep=deep)
    assert rich.is_enough(link(0.2), before=False)
    assert not poor.is_enough(link(0.2), before=False)


def test_what_pages_brought_lately_counts_most() -> None:
    patience = SitePatience()
    for _ in range(100):
        patience.spent(5, deep=1)
    at_best = patience.rate
    for _ in range(100):
        patience.spent(5)
    assert at_best == pytest.approx(0.2, rel=0.1)
    assert patience.rate < 0.01


def test_the_fewer_sites_of_a_topic_hold_databases_the_less_a_link_promises() -> None:
    patience = SitePatience()
    before = patience.expected(link(0.3), before=False)
    for _ in range(20):
        patience.judged(is_deep=False)
    left = patience.expected(link(0.3), before=False)
    patience.proved_deep()
    assert left < patience.expected(link(0.3), before=False) < before


def test_a_further_form_is_worth_less_than_the_first() -> None:
    patience = SitePatience()
    assert not patience.is_enough(link(0.2), before=False)
    assert patience.is_enough(link(0.2), before=True)


def test_engines_must_bring_more_where_sites_bring_more() -> None:
    rich, poor = SitePatience(), SitePatience()
    rich.spent(100, deep=15)
    poor.spent(100, deep=1)
    assert 0 < poor.min_gain < rich.min_gain


def test_what_is_stored_of_pages_teaches_what_they_taught_when_they_were_seen() -> None:
    pages = [
        SeenPage(Visit("http://a.example/", 0, 1.0), "http://a.example/"),
        SeenPage(MAP, MAP.url),
        SeenPage(link(0.6), "http://a.example/x", 1),
        SeenPage(link(0.01), "http://a.example/y"),
    ]
    assert list(followed_links(pages)) == [
        FollowedLink(SITEMAP, found=True, before=False),  # the page that it led to had the form
        FollowedLink(6, found=True, before=False),
        FollowedLink(0, found=False, before=True),
    ]
    assert [look.found for look in followed_links(pages[:2])] == [False]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans())), st.floats(0, 1))
def test_what_is_expected_is_a_probability(
    seen: list[tuple[float, bool, bool]], promise: float
) -> None:
    patience = SitePatience()
    for each, found, before in seen:
        looked(patience, each, found=found, before=before)
    assert 0 <= patience.expected(link(promise), before=True) <= 1


@pytest.mark.parametrize("before", [False, True])
def test_a_find_raises_what_is_expected(before: bool) -> None:
    patience = SitePatience()
    at_first = patience.expected(link(0.1), before=before)
    looked(patience, 0.1, found=True, before=before)
    assert patience.expected(link(0.1), before=before) > at_first
