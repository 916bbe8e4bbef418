"""Which group of a page is its records, with the model that ships?"""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from lxml.html import HtmlElement

from deepweb.page.outline import outline
from deepweb.read.records.region import (
    RecordRegion,
    SiteRegions,
    find_records,
    read_site,
    record_text,
)
from deepweb.read.records.region_features import Array
from deepweb.read.records.whole import are_bare
from deepweb.read.region_model import RegionModel
from deepweb.store.resources import shipped
from tests.read.pages import broken_html, mutated, page_of
from tests.read.region_sites import STYLES, html_page, title

MODEL = RegionModel.from_bytes(shipped().joinpath("models", "region.npz").read_bytes())


def told(region: RecordRegion | None) -> list[str]:
    return [record_text(record) for record in region.records] if region else []


@pytest.mark.parametrize("site", range(len(STYLES)))
def test_records_are_found_on_one_page_alone(site: int) -> None:
    (region,) = find_records([page_of(html_page(site, range(1, 11)))], MODEL)
    texts = told(region)
    assert len(texts) == 10
    assert all(title(site, n) in text for n, text in zip(range(1, 11), texts, strict=True))


@pytest.mark.parametrize("site", range(len(STYLES)))
def test_a_later_page_is_read_by_what_was_learnt_of_the_site(site: int) -> None:
    pages = [page_of(html_page(site, range(start, start + 8))) for start in (1, 9, 17)]
    _, regions = read_site(pages, MODEL)
    stored = SiteRegions.from_json(json.loads(json.dumps(regions.to_json())))
    later = stored.find(page_of(html_page(site, range(30, 33))))
    assert all(title(site, n) in text for n, text in zip((30, 31, 32), told(later), strict=True))
    assert later is not None
    assert "other pages" in later.reason


@pytest.mark.parametrize("site", range(len(STYLES)))
def test_a_page_with_one_record_is_read_as_the_others(site: int) -> None:
    pages = [page_of(html_page(site, numbers)) for numbers in (range(1, 9), range(9, 17))]
    *_, single = find_records([*pages, page_of(html_page(site, range(40, 41)))], MODEL)
    (text,) = told(single)
    assert title(site, 40) in text


def test_a_page_of_another_template_is_not_read_by_what_was_learnt() -> None:
    pages = [page_of(html_page(0, range(start, start + 8))) for start in (1, 9)]
    _, regions = read_site(pages, MODEL)
    assert regions.known
    assert regions.find(page_of("<body><article><p>About us</p></article></body>")) is None


def test_where_nothing_repeats_there_are_no_records() -> None:
    assert find_records([page_of("<body><p>Nothing</p></body>")], MODEL) == [None]
    assert find_records([], MODEL) == []


def test_the_region_says_where_and_how_sure() -> None:
    (region,) = find_records([page_of(html_page(0, range(1, 11)))], MODEL)
    assert region is not None
    assert region.where == "html/body/div/ol"
    assert 0.2 < region.score <= 1
    assert "li" in region.reason


@pytest.mark.parametrize(
    ("score", "others", "records"),
    [
        pytest.param(0.4, 5, 5, id="several that may be records outdo one that looks known"),
        pytest.param(0.1, 5, 1, id="several that hardly are records do not"),
        pytest.param(0.4, 2, 1, id="nor do two"),
    ],
)
def test_one_known_record_against_several(score: float, others: int, records: int) -> None:
    teaching = page_of(html_page(1, range(1, 9)))
    shown = "".join(f"<article>{title(3, number)} and more</article>" for number in range(others))
    one = html_page(1, range(40, 41))
    page = page_of(one.replace('<div class="side">', f"<section>{shown}</section><div>"))
    _, found = find_records([teaching, page], _priced_or(score))
    texts = told(found)
    assert len(texts) == records
    assert (title(1, 40) in texts[0]) == (records == 1)


def _priced_or(score: float) -> RegionModel:
    """A model by which groups with prices are surely records, and articles so much."""
    return RegionModel(
        names=("prices have", "is article"),
        base=0.0,
        feature=np.array([[0, 0, 1, 0, 0]], dtype=np.int16),
        threshold=np.array([[0.6, 0, 0.5, 0, 0]], dtype=np.float32),
        left=np.array([[2, 1, 3, 3, 4]], dtype=np.int16),
        right=np.array([[1, 1, 4, 3, 4]], dtype=np.int16),
        value=np.array([[0, 0.9, 0, 0, score]], dtype=np.float32),
        depth=2,
    )


def test_text_between_the_elements_of_a_record_is_its_text() -> None:
    root = page_of("<body><p><b>one</b> of <i>two</i> parts<hr></p></body>").root
    record = tuple(root.iter("b", "i"))
    assert record_text(record) == "one of two parts"


def test_what_answers_to_nonsense_say_too_is_held_against_a_group() -> None:
    """Of two lists that look the same, the one with fresh text is the answer."""
    items = "".join(
        f'<li class="{{0}}"><a href="/{n}">{title(0, n)}</a> in a few words</li>' for n in range(8)
    )
    lists = (
        f"<div><ul>{items.format('a')}</ul></div><section><ol>{items.format('b')}</ol></section>"
    )
    page = page_of(f"<body>{lists}</body>")
    for fresh_tag in ("ul", "ol"):
        (fresh_list,) = page.root.iter(fresh_tag)
        (region,) = find_records([page], MODEL, fresh=[_fresh(page.root, fresh_list)])
        assert region is not None
        assert region.where.endswith(fresh_tag)


def _fresh(root: HtmlElement, fresh: HtmlElement) -> dict[HtmlElement, int]:
    inside = {e: len("".join(e.itertext())) for e in fresh.iter()}
    whole = inside[fresh]
    return {**inside, **dict.fromkeys(fresh.iterancestors(), whole), root: whole}


def test_a_model_scores_the_same_after_it_was_stored() -> None:
    again = RegionModel.from_bytes(MODEL.to_bytes())
    rows: dict[str, Array] = {name: np.linspace(0, 3, 5) for name in MODEL.names}
    assert again.scores(rows).tolist() == MODEL.scores(rows).tolist()


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 5_000 + "x",
        "<p>x</p>" * 5_000,
        f"<p class='{'a b ' * 100_000}'>x</p>" * 3,
        "\0" * 1_000,
        "<ul>" + "<li>" * 2_000,
    ],
)
def test_hostile_pages_are_read(html: str) -> None:
    find_records([page_of(f"<body>{html}</body>")] * 2, MODEL)


@settings(deadline=None, max_examples=60)
@given(broken_html, mutated(html_page(1, range(1, 5))))
def test_no_page_raises(broken: str, changed: str) -> None:
    pages = [page_of(f"<body>{broken}</body>"), page_of(changed)]
    found, regions = read_site(pages, MODEL)
    assert len(found) == 2
    for page in pages:
        regions.find(page)


@pytest.mark.parametrize(
    ("beside", "is_menu"),
    [
        pytest.param("<i>arrow_drop_down_of_the_menu</i>", True, id="an icon each"),
        pytest.param("prose about {}", False, id="prose each"),
    ],
)
def test_links_are_a_menu_unless_each_says_more(beside: str, is_menu: bool) -> None:
    names = ("Home", "News", "Jobs", "Help", "Forms")
    entries = [f'<li><a href="/{n}">{n}</a>{beside.format(n)}</li>' for n in names]
    page = outline(page_of(f"<ul>{''.join(entries)}</ul>").root)
    members = [(n, page.ends[n]) for n, tag in enumerate(page.tags) if tag == "li"]
    assert are_bare(page, tuple(members)) == is_menu
    assert not are_bare(page, (members[0],))


def test_members_with_a_long_link_among_short_ones_are_no_menu() -> None:
    more = '<a href="/shop/{0}">Shop {0}</a> <a href="/{0}#reviews">{0} reviews</a> ' * 3
    entry = '<li><a href="/{0}">Waterproof winter boots for women, model {0}</a> ' + more + "</li>"
    entries = "".join(entry.format(n) for n in range(6))
    page = outline(page_of(f"<ul>{entries}</ul>").root)
    members = tuple((n, page.ends[n]) for n, tag in enumerate(page.tags) if tag == "li")
    assert not are_bare(page, members)


def test_a_list_within_a_member_of_a_likely_list_is_a_part_of_it() -> None:
    """A box of pictures within a result scores more than the results, which are not sure."""
    cards = "".join(f"<li>card {n} for $5</li>" for n in range(6))
    results = "".join(f"<p><a href=/{n}>Result {n}</a> says more</p>" for n in range(6))
    html = f"<div><section>{results}<p><a href=/9>Result 9</a><ul>{cards}</ul></p></section></div>"
    html = html.replace("<p>", "<article>").replace("</p>", "</article>")
    (region,) = find_records([page_of(html)], _priced_or(0.4))
    assert [text[:6] for text in told(region)] == ["Result"] * 7
