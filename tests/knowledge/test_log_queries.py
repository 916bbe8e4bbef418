"""Filter, clean and expand on small logs whose truth can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.knowledge.log_queries import MAX_CLICKS, NO_ADDRESS, LogQueries
from deepweb.knowledge.query_log import LogError, QueryLog
from deepweb.knowledge.site_queries import LogFindings, SiteQueries, log_findings
from deepweb.store.resources import log_words
from deepweb.surface.queries.log_cleaning import MIN_CLICKS, MIN_PAGES

CITIES = ["New York", "Berlin", "Rome", "Zanesville", "Akron", "Love", "Flowers", "東京"]
PHONES = ["iPhone 4", "Lenovo X61", "HP Touchpad", "Sony Vaio", "Nokia 3310", "Pixel"]
Row = tuple[str, str, int]


@pytest.fixture
def knowledge(tmp_path: Path) -> KnowledgeBase:
    for name, listed in (("location/city", CITIES), ("computer/device", PHONES)):
        path = tmp_path / "kb" / f"{name}.tsv"
        path.parent.mkdir(parents=True)
        path.write_text("# names\n" + "\n".join(f"{each}\tmore" for each in listed), "utf-8")
    return KnowledgeBase.open(tmp_path / "kb")


Find = Callable[[Sequence[Row], str], LogFindings]


@pytest.fixture
def find(tmp_path: Path, knowledge: KnowledgeBase) -> Find:
    def findings(rows: Sequence[Row], site: str) -> LogFindings:
        path = tmp_path / "log.tsv"
        path.write_text("\n".join("\t".join(map(str, row)) for row in rows), "utf-8")
        return log_findings(path, knowledge, [site], log_words())

    return findings


def clicked(query: str, site: str = "travel.example", pages: int = 2, times: int = 3) -> list[Row]:
    return [(query, f"http://www.{site}/{query}/{page}", times) for page in range(pages)]


def texts(found: LogFindings, site: str) -> list[str]:
    return [query.text for query in found.queries[site]]


def test_a_query_counts_by_two_pages_each_clicked_three_times(find: Find) -> None:
    rows = [
        *clicked("new york"),
        *clicked("travel login", pages=1, times=900),
        *clicked("berlin", times=2),
        ("rome", "http://travel.example/a", 3),
        ("rome", "http://travel.example/b", 2),
        ("Rome ", "https://WWW.travel.example/b", 1),
        # Rows of one page are added up, on other sites they do not count.
        *[("akron", f"http://travel.example/{page}", 1) for page in "aaabbb"],
        ("love", "http://travel.example/a", 9),
        ("love", "http://other.example/a", 9),
    ]
    found = find(rows, "travel.example")
    assert sorted(texts(found, "travel.example")) == ["akron", "new york"]
    assert (found.totals.rows, found.totals.sites, found.totals.kept) == (len(rows), 2, 2)


def test_with_www_and_scheme_it_is_the_same_page_of_the_same_site(find: Find) -> None:
    rows = [("rome", "http://travel.example/a", 3), ("rome", "www.travel.example/b", 3)]
    assert texts(find(rows, "www.travel.example"), "www.travel.example") == ["rome"]


def test_patterns_are_found_and_removed_and_duplicates_fall_together(find: Find) -> None:
    queries = ["hotels in new york", "hotels in berlin", "hotels in rome", "rome", "rome reviews"]
    queries += ["akron reviews", "hyatt seattle reviews", "東京reviews", "berlin in winter"]
    rows = [row for query in queries for row in clicked(query)]
    found = find(rows, "travel.example")
    assert [(p.text, p.queries) for p in found.patterns] == [("hotels in", 3), ("reviews", 3)]
    assert sorted(texts(found, "travel.example")) == sorted(
        ["new york", "berlin", "rome", "akron", "hyatt seattle", "東京", "berlin in winter"]
    )
    assert found.queries["travel.example"][0].clicks == 18  # all ways to ask for Rome
    assert (found.totals.patterned, found.totals.cleaned) == (7, 7)


def site_rows(site: str, names: Sequence[str], times: int = 1) -> list[Row]:
    rows: list[Row] = []
    for name in names:
        for number in range(times):
            rows += clicked(f"{name} {'x' * number}".strip().lower(), site)
    return rows


def test_types_are_matched_over_all_sites(find: Find) -> None:
    shops = [row for n in range(8) for row in site_rows(f"s{n}.example", ["love", "flowers"], 4)]
    rows = [
        *site_rows("travel.example", CITIES[:5]),
        *site_rows("phones.example", PHONES),
        *shops,
    ]
    assert [each.name for each in find(rows, "travel.example").types["travel.example"]] == [
        "location/city"
    ]
    assert [each.name for each in find(rows, "phones.example").types["phones.example"]] == [
        "computer/device"
    ]
    assert find(rows, "s1.example").types["s1.example"] == []
    assert find(rows, "nowhere.example").types["nowhere.example"] == []


def test_a_log_without_addresses_says_what_it_cannot_do(
    tmp_path: Path, knowledge: KnowledgeBase
) -> None:
    path = tmp_path / "Queries.csv"
    rows = ["hotels in rome,9", "hotels in berlin,4", "akron,2", "travel example,99"]
    path.write_text("\n".join(["Top queries,Clicks", *rows]))
    found = log_findings(path, knowledge, ["travel.example"], log_words())
    assert texts(found, "travel.example") == ["rome", "berlin"]
    assert "which pages were clicked" in next(found.remarks())
    with pytest.raises(LogError, match="one site at a time"):
        log_findings(path, knowledge, ["a.example", "b.example"], log_words())


def test_trouble_is_told(tmp_path: Path, knowledge: KnowledgeBase) -> None:
    path = tmp_path / "log.tsv"
    good = "\n".join("\t".join(map(str, row)) for row in clicked("rome") * 5)
    path.write_bytes(f"{good}\nbroken\nrome\thttp://[\t3\n".encode() + b"k\xf6ln\thttp://a/\t3\n")
    found = log_findings(path, knowledge, ["travel.example"], log_words())
    (remark,) = found.remarks()
    assert "1 lines that are no UTF-8" in remark
    assert f"1 {NO_ADDRESS}" in remark


def test_steps_can_be_run_for_all_sites(tmp_path: Path, knowledge: KnowledgeBase) -> None:
    path = tmp_path / "log.tsv"
    rows = [*clicked("rome"), *clicked("rome", "b.example"), *clicked("akron reviews", "b.example")]
    path.write_text("\n".join("\t".join(map(str, row)) for row in rows))
    with LogQueries(QueryLog.open(path, log_words().columns), knowledge) as steps:
        steps.load()
        steps.filter()
        steps.aggregate(log_words().prepositions)
        assert [each.text for each in steps.cleaned()] == ["rome", "akron reviews", "rome"]
        assert steps.totals.cleaned == 3
        folder = Path(steps._folder.name)
    assert not folder.exists()


def test_what_a_crawl_is_given(tmp_path: Path, find: Find) -> None:
    path = tmp_path / "log.tsv"
    path.write_text("\n".join("\t".join(map(str, row)) for row in clicked("rome") * 2))
    known = SiteQueries.read(str(path), str(tmp_path / "kb"), ["travel.example"], log_words).of(
        "travel.example"
    )
    assert list(known.log) == ["rome"]
    assert known.common is not None
    assert (
        SiteQueries.read("", "none", ["travel.example"], log_words).of("travel.example").knowledge
        is None
    )


ROWS = st.tuples(
    st.sampled_from(["paris", "\u5317\u4eac", "a b"]),
    st.sampled_from(["a.example", "b.example"]),
    st.sampled_from(["/1", "/2", "/3"]),
    st.integers(0, 5) | st.integers(0, MAX_CLICKS),
)


@settings(max_examples=50, deadline=None)
@given(rows=st.lists(ROWS, min_size=1, max_size=40))
def test_filtered_like_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str, int]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "log.tsv"
    path.write_text("".join(f"{q}\thttp://{site}{url}\t{n}\n" for q, site, url, n in rows))
    by_page: Counter[tuple[str, str, str]] = Counter()
    for query, site, url, times in rows:
        by_page[site, query, url] += times
    pages: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for (site, query, _), times in by_page.items():
        pages[site, query] += times >= MIN_CLICKS
        total[site, query] += times
    with LogQueries(QueryLog.open(path, log_words().columns), KnowledgeBase([])) as steps:
        steps.load()
        steps.filter()
        for site in ("a.example", "b.example"):
            found = {(site, each.text): each.clicks for each in steps.cleaned(site)}
            assert found == {
                k: n for k, n in total.items() if k[0] == site and pages[k] >= MIN_PAGES
            }
    assert steps.totals.queries == len(pages)
