"""Which pages come from the same template, and which of them hold answers?"""

from __future__ import annotations

import random
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.thor.clusters import (
    MAX_CLUSTERS,
    MAX_TAGS,
    TagSignature,
    counts,
    internal_similarity,
    page_clusters,
    simple_k_means,
    tag_signature,
    tfidf,
)
from tests.read.pages import broken_html, page_of

_FRAME = {"html/body": 1, "body/div": 4, "div/a": 6}


def _results(number: int) -> TagSignature:
    return TagSignature(
        {**_FRAME, "div/ol": 1, "ol/li": number, "li/a": number}, 50 + number, number, 3000
    )


def _nothing() -> TagSignature:
    return TagSignature({**_FRAME, "div/p": 1}, 30, 6, 900)


def _error() -> TagSignature:
    return TagSignature({"html/body": 1, "body/pre": 1, "pre/b": 2}, 20, 2, 300)


_SITE = [
    *(_results(n) for n in (10, 12, 20, 20, 9, 16)),
    *(_nothing() for _ in range(4)),
    *(_error() for _ in range(3)),
]


@pytest.mark.parametrize("bisecting", [False, True])
def test_kinds_of_pages_are_told_apart_and_ranked(bisecting: bool) -> None:
    learnt, labels = page_clusters(_SITE, random.Random(1), bisecting=bisecting)
    assert labels == (0,) * 6 + (1,) * 4 + (2,) * 3
    assert [cluster.pages for cluster in learnt] == [6, 4, 3]
    ranks = [cluster.rank for cluster in learnt]
    assert ranks == sorted(ranks, reverse=True)
    assert learnt[1].similarity == pytest.approx(1)
    assert learnt[0].distinct_terms == pytest.approx(50 + 87 / 6)


def test_the_number_of_clusters_is_not_always_the_largest() -> None:
    """Every page differs a little, so that more clusters are always more alike inside."""
    pages = [_results(n) for n in range(5, 30)]
    learnt, _ = page_clusters(pages, random.Random(1))
    assert len(learnt) == 1
    alike, labels = page_clusters([_nothing()] * 30, random.Random(1))
    assert (len(alike), set(labels)) == (1, {0})


def test_never_more_clusters_than_asked_for() -> None:
    pages = [TagSignature({f"body/x{n}": 1}, 1, 1, 1) for n in range(40)]
    learnt, _ = page_clusters(pages, random.Random(1))
    assert len(learnt) <= MAX_CLUSTERS
    assert len(page_clusters(pages, random.Random(1), most=3)[0]) == 3


def test_the_same_pages_give_the_same_clusters() -> None:
    assert page_clusters(_SITE, random.Random(5)) == page_clusters(_SITE, random.Random(5))


def test_no_pages_and_one_page() -> None:
    assert page_clusters([], random.Random(1)) == ((), ())
    assert page_clusters([_nothing()], random.Random(1))[1] == (0,)


def test_weights_are_those_of_the_paper() -> None:
    vectors = tfidf(counts([{"a": 3, "b": 1}, {"a": 1}], ["a", "b"]))
    a, b = log(4) * log(3 / 2), log(2) * log(3 / 1)
    assert vectors[0] == pytest.approx(np.array([a, b]) / (a * a + b * b) ** 0.5)
    assert vectors[1] == pytest.approx([1, 0])


_TAGS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 50), max_size=6)
_SIGNATURES = st.lists(
    st.builds(TagSignature, _TAGS, st.integers(0, 99), st.integers(0, 9), st.integers(0, 999)),
    min_size=1,
    max_size=12,
)


@given(_SIGNATURES, st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_pages_are_grouped(signatures: list[TagSignature], bisecting: bool) -> None:
    learnt, labels = page_clusters(signatures, random.Random(1), runs=2, bisecting=bisecting)
    assert len(labels) == len(signatures)
    assert set(labels) == set(range(len(learnt)))
    assert [labels.count(k) for k in range(len(learnt))] == [cluster.pages for cluster in learnt]
    assert all(0 <= cluster.rank <= 1 for cluster in learnt)
    # Tags in one order or another are the same page.
    swapped = [
        TagSignature(dict(reversed(list(s.tags.items()))), s.distinct_terms, s.fanout, s.size)
        for s in signatures
    ]
    assert page_clusters(swapped, random.Random(1), runs=2, bisecting=bisecting)[1] == labels


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=2, max_size=15))
@settings(max_examples=60, deadline=None)
def test_internal_similarity_is_the_mean_cosine_to_the_centre(rows: list[list[int]]) -> None:
    vectors = tfidf(np.array(rows, dtype=float))
    labels = simple_k_means(vectors, 2, random.Random(1))
    expected = 0.0
    for vector, label in zip(vectors, labels, strict=True):
        centre = vectors[labels == label].mean(axis=0)
        expected += vector @ centre / (np.linalg.norm(centre) or 1)
    assert internal_similarity(vectors, labels) == pytest.approx(expected / len(rows))


# What a page is built of.

_LIST = "<body><h1>Cars</h1><ul><li><a>red car</a></li><li><a>red bus</a></li></ul></body>"


def test_tags_are_counted_with_the_one_around_them() -> None:
    assert tag_signature(page_of(_LIST)).tags == {
        "html": 1, "html/body": 1, "body/h1": 1, "body/ul": 1, "ul/li": 2, "li/a": 2,
    }  # fmt: skip


def test_ranking_figures() -> None:
    signature = tag_signature(page_of(_LIST))
    assert signature.distinct_terms == len({"cars", "red", "car", "bus"})
    assert signature.fanout == 2
    assert signature.size == len(_LIST)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(_LIST.replace("red car", "blue boat"), id="other words"),
        pytest.param(_LIST.replace("<ul>", '<ul class="hits">'), id="other looks"),
        pytest.param(_LIST.replace("<ul>", "<!-- hits --><ul>"), id="a comment"),
    ],
)
def test_what_a_page_says_does_not_matter(html: str) -> None:
    assert tag_signature(page_of(html)).tags == tag_signature(page_of(_LIST)).tags


def test_the_place_of_a_tag_matters() -> None:
    moved = _LIST.replace("<h1>Cars</h1>", "").replace("<ul>", "<ul><h1>Cars</h1>")
    assert tag_signature(page_of(moved)).tags != tag_signature(page_of(_LIST)).tags


def test_scripts_are_no_terms() -> None:
    page = page_of("<body><script>var a = 'hidden'</script><p>shown</p></body>")
    assert tag_signature(page).distinct_terms == 1


def test_hostile_pages_are_bounded() -> None:
    many = "".join(f"<x{n}></x{n}>" for n in range(MAX_TAGS + 50))
    assert len(tag_signature(page_of(f"<body>{many}</body>")).tags) == MAX_TAGS
    deep = tag_signature(page_of("<div>" * 5000 + "end"))
    assert deep.distinct_terms <= 1
    assert tag_signature(page_of("<p>" + "word " * 200_000)).distinct_terms == 1


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_page_has_one(html: str) -> None:
    signature = tag_signature(page_of(html))
    assert sum(signature.tags.values()) >= 1
    assert signature == tag_signature(page_of(html))


def test_few_pages_are_not_a_cluster_each() -> None:
    """Real pages of one template differ a little: adverts, boxes, numbers of records."""
    lists = [
        "<ul>" + "<li><a>x</a><p>y</p></li>" * n + "</ul>" + "<div><img></div>" * (n % 3)
        for n in (8, 9)
    ]
    empty = ["<main><p>nothing</p></main>" + "<div><i>z</i></div>" * n for n in range(2)]
    signatures = [tag_signature(page_of(f"<body>{body}</body>")) for body in lists + empty]
    _, labels = page_clusters(signatures, random.Random(1))
    assert labels[0] == labels[1] != labels[2] == labels[3]
