"""Which links promise a search form, before and after anything was learnt."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.link_ranker import LinkRanker, LinkWords, SeenLink, Vocabulary, link_words
from deepweb.locate.site.page_links import Link
from deepweb.store.resources import link_vocabulary

SITE = "http://example.org/"


def words(path: str, anchor: str, around: str = "") -> LinkWords:
    return link_words(Link(SITE + path, anchor, around))


def scores(*links: LinkWords, known: tuple[SeenLink, ...] = ()) -> list[float]:
    return LinkRanker(link_vocabulary(), known).scores(links)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("advanced_search.php", ("advanced", "search")),
        ("AdvancedSearch.aspx", ("advanced", "search")),
        ("x/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA", ("поиск",)),
        ("books/12/find-a-book.html", ("books", "find", "book")),
        ("index.php?page=search&sort=1", ("search",)),
        ("x;jsessionid=0A1B2C?utm_source=search", ()),
    ],
)
def test_the_words_of_a_path(path: str, expected: tuple[str, ...]) -> None:
    found = link_words(Link(SITE + path)).path
    assert tuple(w for w in found if w not in {"x", "index"}) == expected


# Written for this test, in the words that links of many sites use.
PROMISING = [
    words("search", "Search"),
    words("node/17", "Advanced search"),
    words("katalogsuche", "Katalogsuche"),
    words("p7", "Recherche avancée"),
    words("p8", "Búsqueda"),
    words("x", "Поиск"),
    words("x", "高级搜索"),
    words("x", "検索"),
    words("find-a-doctor", "Find a doctor"),
]
IDLE = [
    words("privacy", "Privacy policy"),
    words("about/team", "Our team"),
    words("x", "Impressum"),
    words("contact", "Contact us"),
    words("x", ""),
]


def test_what_says_search_goes_before_what_does_not() -> None:
    assert min(scores(*PROMISING)) > max(scores(*IDLE))
    assert min(scores(*PROMISING)) >= 0.3
    assert max(scores(*IDLE)) < 0.1


def test_what_may_be_found_is_between() -> None:
    search, catalogue, page = scores(
        words("search", "Search"), words("catalogue", "Catalogue"), words("x1", "Spring")
    )
    assert search > catalogue > page


def test_a_headline_about_a_search_is_no_search() -> None:
    headline = words("x", "Police search for missing boy in the old woods near town")
    assert scores(headline)[0] < 0.3 < scores(words("x", "Search"))[0]


def test_research_is_no_search() -> None:
    assert scores(words("research", "Research"))[0] < 0.1


def test_the_text_around_counts_less_than_the_link() -> None:
    inside, around, none = scores(
        words("p", "Search"), words("p", "HERA", "Search"), words("p", "HERA")
    )
    assert inside > around > none


def test_it_learns_from_where_links_led() -> None:
    ranker = LinkRanker(link_vocabulary())
    hera, news = words("hera/1", "HERA plants"), words("news/1", "Bulletin")
    alike, other = words("hera/2", "HERA stones"), words("news/2", "Bulletin")
    ranker.meet([hera, news, alike, other])
    before = ranker.scores([alike, other])
    ranker.learn(hera, led=True)
    ranker.learn(news, led=False)
    after = ranker.scores([alike, other])
    assert after[0] > before[0]
    assert after[1] < before[1]


def test_what_all_links_of_a_site_say_is_no_evidence() -> None:
    ranker = LinkRanker(link_vocabulary())
    links = [words(f"node/{n}", "") for n in range(10)]
    ranker.meet(links)
    before = ranker.scores(links)
    for link in links:
        ranker.learn(link, led=False)
    assert ranker.scores(links) == before


def test_other_sites_teach_it() -> None:
    hera = words("x", "Hera")
    (fresh,) = scores(hera)
    (taught,) = scores(hera, known=tuple(SeenLink(hera, True) for _ in range(20)))
    (warned,) = scores(hera, known=tuple(SeenLink(hera, False) for _ in range(200)))
    assert warned < fresh < taught


def test_a_word_of_two_groups_promises_the_more() -> None:
    vocabulary = Vocabulary({"search"}, {"idle": ["search", "about"], "holding": ["about"]})
    assert vocabulary.weight("search") > vocabulary.weight("about") > 0


LINKS = st.builds(
    LinkWords, *(st.lists(st.text(max_size=8), max_size=5).map(tuple) for _ in range(3))
)


@given(st.lists(LINKS, max_size=10), st.booleans())
def test_scores_are_probabilities_whatever_is_learnt(links: list[LinkWords], led: bool) -> None:
    ranker = LinkRanker(link_vocabulary(), [SeenLink(link, led) for link in links])
    ranker.meet(links)
    for link in links:
        ranker.learn(link, led=led)
    assert all(0 < score < 1 for score in ranker.scores(links))
    # One by one or in a batch, it is the same.
    assert ranker.scores(links) == [ranker.scores([link])[0] for link in links]


def test_a_batch_of_100_takes_milliseconds() -> None:
    ranker = LinkRanker(link_vocabulary())
    links = [words(f"a/page-{n}", f"Some page number {n}", "of the site") for n in range(100)]
    ranker.scores(links)
    began = time.process_time()
    for _ in range(20):
        ranker.scores(links)
    # 2 ms is what it may take; the machine that tests may be busy.
    assert (time.process_time() - began) / 20 < 0.004
