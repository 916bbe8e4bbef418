"""The frontier agrees with a plain sort, whatever comes in, and in whichever order it is ranked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.locate.site.exploration import Visit
from deepweb.locate.site.page_links import Link
from deepweb.locate.site.patience import FollowedLink, SitePatience, band_of
from deepweb.locate.web.frontier import Candidate, LeftSite, SiteFrontier, UnfinishedSites
from deepweb.locate.web.ranker import (
    SeenSites,
    SiteWords,
    Token,
    odds_weights,
    site_words,
)

WORDS = st.lists(
    st.sampled_from(["book", "novel", "car", "hotel", "find"]), max_size=4, unique=True
)
CANDIDATES = st.builds(
    Candidate,
    site=st.sampled_from([f"s{number}.example" for number in range(12)]),
    url=st.just("http://s.example/"),
    words=st.builds(SiteWords, *[WORDS.map(tuple)] * 3),
    votes=st.sampled_from([0.0, 1.0]),
)


def by_book(token: Token) -> float:
    return {"book": 1.0, "car": -1.0}.get(token[1], 0.0)


def by_car(token: Token) -> float:
    return {"book": -1.0, "car": 2.0}.get(token[1], 0.0)


def frontier() -> SiteFrontier:
    return SiteFrontier(by_book, alpha=0.6)


def drained(sites: SiteFrontier) -> list[tuple[str, float]]:
    chosen = []
    while (best := sites.choose()) is not None:
        chosen.append((best.candidate.site, best.score))
    return chosen


def about(site: str, *anchor: str, votes: float = 0.0) -> Candidate:
    return Candidate(site, f"http://{site}/", SiteWords((), anchor, ()), votes)


def test_the_best_site_comes_first() -> None:
    sites = frontier()
    sites.add(about("car.example", "car"))
    sites.add(about("plain.example"))
    sites.add(about("book.example", "book"))
    best_first = ["book.example", "plain.example", "car.example"]
    assert [site for site, _ in drained(sites)] == best_first


def test_a_chosen_site_is_not_taken_again() -> None:
    sites = frontier()
    sites.add(about("one.example", "book"))
    sites.choose()
    assert sites.add(about("one.example", "book")) is None
    assert "one.example" in sites
    assert not len(sites)


def test_votes_raise_a_site_as_the_formula_has_it() -> None:
    sites = frontier()
    sites.add(about("one.example"))
    sites.add(about("two.example", votes=1))
    sites.add(about("two.example", votes=1))
    ((first, score), _) = drained(sites)
    assert first == "two.example"
    # No words: the likeness is in the middle of 0 and 3. 1.0986… is log(1 + 2).
    assert score == pytest.approx(0.6 * 1.5 + 0.4 * 1.0986122886681098)


@settings(deadline=None)
@given(listed=st.lists(CANDIDATES, max_size=25))
def test_ranking_again_equals_ranking_so_from_the_start(listed: list[Candidate]) -> None:
    ranked = frontier()
    fresh = SiteFrontier(by_car, alpha=0.6)
    for candidate in listed:
        ranked.add(candidate)
        fresh.add(candidate)
    ranked.rank(by_car)
    assert len(ranked) == len(fresh) == len({c.site for c in listed})
    assert dict(drained(ranked)) == pytest.approx(dict(drained(fresh)))


@pytest.mark.parametrize(
    ("url", "inside", "outside"),
    [
        ("http://www.used-cars.example.org/de/", {"use", "car"}, {"org", "www"}),
        ("http://abebooks.com/books/", {"~book", "book"}, {"com"}),
        ("http://[", set(), set()),
        ("http://192.168.0.1/", set(), {"192"}),
    ],
)
def test_words_of_addresses(url: str, inside: set[str], outside: set[str]) -> None:
    said = set(site_words(Link(url)).url)
    assert inside <= said
    assert not outside & said


def learnt(*sites: tuple[str, bool]) -> SeenSites:
    seen = SeenSites.none()
    for word, is_deep in sites:
        seen.learn([(1, word)], led=is_deep)
    return seen


def test_odds_fall_with_visits_in_vain_and_start_from_the_topic() -> None:
    seen = learnt(*[("book", True)] * 6, *[("news", False)] * 20)
    weigh = odds_weights(seen, {"novel": 2.0})
    assert weigh((1, "book")) > 0 > weigh((1, "news"))
    assert weigh((1, "novel")) == pytest.approx(2.0)
    assert weigh((0, "~novel")) == pytest.approx(1.0)
    assert weigh((1, "never")) == 0.0


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
    left, patience = UnfinishedSites(), poor()
    for promise in (0.2, 0.6, 0.4):
        left.add(site(str(promise)), link(promise))
    taken = [left.next(patience) for _ in range(4)]
    assert [cast(SimpleNamespace, each).name for each in taken[:3]] == ["0.6", "0.4", "0.2"]
    assert taken[3] is None
    assert len(left) == 0


def test_none_is_taken_up_while_new_sites_bring_more() -> None:
    left, rich = UnfinishedSites(), SitePatience()
    rich.spent(100, deep=20)
    left.add(site("a"), link(0.3))
    assert left.next(rich) is None
    assert left.next(rich, is_all=True) is not None


def test_what_links_led_to_counts_more_than_what_they_promise() -> None:
    left, patience = UnfinishedSites(), poor()
    for _ in range(50):
        patience.learn(FollowedLink(band_of(link(0.6)), found=False, before=False))
        patience.learn(FollowedLink(band_of(link(0.25)), found=True, before=False))
    left.add(site("many words"), link(0.6))
    left.add(site("kept"), link(0.25))
    assert cast(SimpleNamespace, left.next(patience)).name == "kept"


@given(st.lists(st.floats(0, 1), max_size=40))
def test_so_many_are_remembered_and_the_least_promising_forgotten(promises: list[float]) -> None:
    left, patience = UnfinishedSites(most=5), poor()
    for promise in promises:
        left.add(site(str(promise)), link(promise))
    assert len(left) == min(5, len(promises))
    taken = []
    while each := left.next(patience, is_all=True):
        taken.append(float(cast(SimpleNamespace, each).name))
    assert sorted(taken) == sorted(promises)[-5:]
