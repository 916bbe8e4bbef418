"""Clicks of queries, counted at once, are those counted one by one."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.knowledge.log_clicks import Counted, LogClicks

ROWS = st.tuples(
    st.integers(0, 2),
    st.sampled_from(["paris", "\u5317\u4eac", "a b", ""]),
    st.sampled_from(["/1", "/2", "/3"]),
    st.integers(0, 10**15),
)


@given(
    rows=st.lists(ROWS | ROWS.map(lambda row: (*row[:3], row[3] % 4)), max_size=40),
    pages=st.integers(1, 3),
    clicks=st.integers(1, 4),
)
def test_counted_like_one_by_one(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[int, str, str, int]],
    pages: int,
    clicks: int,
) -> None:
    made = LogClicks(tmp_path_factory.mktemp("log") / "queries")
    made.read(rows)
    by_page: Counter[tuple[int, str, str]] = Counter()
    for site, query, url, times in rows:
        by_page[site, query, url] += times
    asked = {(site, query): 0 for site, query, _, _ in rows}
    total = dict(asked)
    for (site, query, _), times in by_page.items():
        asked[site, query] += times >= clicks
        total[site, query] += times
    expected = {Counted(*key, total[key]) for key, enough in asked.items() if enough >= pages}
    found = list(made.counted(pages, clicks))
    assert (len(found), set(found)) == (len(expected), expected)
    assert made.queries == len(asked)
