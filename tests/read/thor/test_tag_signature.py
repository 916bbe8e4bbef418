"""What a page is built of."""

import pytest
from hypothesis import given, settings

from deepweb.read.thor.tag_signature import MOST_TAGS, tag_signature
from tests.read.pages import broken_html, page_of

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
    many = "".join(f"<x{n}></x{n}>" for n in range(MOST_TAGS + 50))
    assert len(tag_signature(page_of(f"<body>{many}</body>")).tags) == MOST_TAGS
    deep = tag_signature(page_of("<div>" * 5000 + "end"))
    assert deep.distinct_terms <= 1
    assert tag_signature(page_of("<p>" + "word " * 200_000)).distinct_terms == 1


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_page_has_one(html: str) -> None:
    signature = tag_signature(page_of(html))
    assert sum(signature.tags.values()) >= 1
    assert signature == tag_signature(page_of(html))
