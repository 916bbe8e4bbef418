"""The frontier agrees with a plain sort, whatever comes in, and in whichever order it is ranked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.locate.site.page_links import Link
from deepweb.locate.web.frontier import Candidate, SiteFrontier
from deepweb.locate.web.ranker import (
    SeenSites,
    SiteWords,
    Token,
    cosine_weights,
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
    high=st.booleans(),
)


def by_book(token: Token) -> float:
    return {"book": 1.0, "car": -1.0}.get(token[1], 0.0)


def by_car(token: Token) -> float:
    return {"book": -1.0, "car": 2.0}.get(token[1], 0.0)


def frontier(*, is_odds: bool = False, is_ranked: bool = True) -> SiteFrontier:
    return SiteFrontier(by_book, alpha=0.6, is_odds=is_odds, is_ranked=is_ranked)


def drained(sites: SiteFrontier) -> list[tuple[str, float]]:
    chosen = []
    while (best := sites.choose()) is not None:
        chosen.append((best.candidate.site, best.score))
    return chosen


def about(site: str, *anchor: str, high: bool = True, votes: float = 0.0) -> Candidate:
    return Candidate(site, f"http://{site}/", SiteWords((), anchor, ()), votes, high)


def test_the_best_of_the_high_queue_comes_first_then_the_low_queue_is_the_high_one() -> None:
    sites = frontier()
    sites.add(about("low.example", "book", "novel", high=False, votes=9))
    sites.add(about("car.example", "car"))
    sites.add(about("book.example", "book"))
    assert [site for site, _ in drained(sites)] == ["book.example", "car.example", "low.example"]


def test_a_promoted_site_is_ranked_among_those_that_come_later() -> None:
    sites = frontier()
    sites.add(about("low1.example", "book", high=False))
    sites.add(about("low2.example", "car", high=False))
    assert sites.is_only_low
    first = sites.choose()
    assert first is not None and first.candidate.site == "low1.example"
    sites.add(about("new.example"))
    assert [site for site, _ in drained(sites)] == ["new.example", "low2.example"]


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
    assert score == pytest.approx(0.4 * 1.0986122886681098)  # log(1 + 2)


def test_where_nothing_is_ranked_first_come_is_first_served() -> None:
    sites = frontier(is_ranked=False)
    for name in ("b.example", "a.example", "c.example"):
        sites.add(about(name, "book" if name[0] == "c" else "car"))
    sites.add(about("a.example", "book", votes=5))
    assert [site for site, _ in drained(sites)] == ["b.example", "a.example", "c.example"]


@pytest.mark.parametrize("is_odds", [False, True])
@settings(deadline=None)
@given(listed=st.lists(CANDIDATES, max_size=25))
def test_ranking_anew_is_as_if_ranked_so_from_the_start(
    is_odds: bool, listed: list[Candidate]
) -> None:
    ranked = frontier(is_odds=is_odds)
    fresh = SiteFrontier(by_car, alpha=0.6, is_odds=is_odds)
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


def test_the_paper_weighs_what_deep_web_sites_say() -> None:
    weigh = cosine_weights(learnt(("book", True), ("book", True), ("shop", True), ("news", False)))
    assert weigh((1, "book")) > weigh((1, "shop")) > weigh((1, "news")) == 0.0
    assert sum(weigh((1, word)) ** 2 for word in ("book", "shop")) == pytest.approx(1.0)


def test_odds_fall_with_visits_in_vain_and_start_from_the_topic() -> None:
    seen = learnt(*[("book", True)] * 6, *[("news", False)] * 20)
    weigh = odds_weights(seen, {"novel": 2.0})
    assert weigh((1, "book")) > 0 > weigh((1, "news"))
    assert weigh((1, "novel")) == pytest.approx(2.0)
    assert weigh((0, "~novel")) == pytest.approx(1.0)
    assert weigh((1, "never")) == 0.0
