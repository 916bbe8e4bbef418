"""Are the records of a page among its candidates? The pages are made up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.outline import Outline, outline
from deepweb.read.records.candidates import (
    MAX_GROUPS,
    MAX_PURIFIED,
    GroupKey,
    RecordGroup,
    candidates,
    made_again,
)
from tests.read.pages import broken_html, mutated, page_of

SHAPES = {
    "a list": "<ul><li>one pump</li><li>two pumps</li><li>three</li></ul>",
    "alternating classes": """<div><div class="odd r">one pump</div>
        <div class="even r">two pumps</div><div class="odd r">three</div></div>""",
    "an advert among them": """<div><p class="r">one pump</p><p class="ad">buy this</p>
        <p class="r">two pumps</p><p class="r">three</p></div>""",
    "a grid": """<table><tr><td>one pump</td><td>two pumps</td></tr>
        <tr><td>three</td></tr></table>""",
    "a list under each heading": """<h2>Old</h2><ul><li>one pump</li><li>two pumps</li></ul>
        <h2>New</h2><ul><li>three</li></ul>""",
    "each in a box of its own": """<section><div><p class="hit">one pump</p></div></section>
        <div><p class="hit">two pumps</p></div><p class="hit">three</p>""",
    "heading and text": """<h3>one</h3><p>pump</p><h3>two</h3><p>pumps</p><h3>three</h3>""",
    "terms": "<dl><dt>one</dt><dd>pump</dd><dt>two</dt><dd>pumps</dd><dt>three</dt></dl>",
    "rows of different shape": """<table><tr><td>one</td><td>a</td></tr><tr><td>pump</td></tr>
        <tr><td>two</td><td>b</td></tr><tr><td>pumps</td></tr>
        <tr><td>three</td><td>c</td></tr></table>""",
    "rules between": """<div><b>one</b> <i>pump</i><hr><b>two</b> <i>pumps</i><hr><b>three</b>
        </div>""",
    "empty lines between": """<div><b>one</b> <i>pump</i><br><br><b>two</b> <i>pumps</i><br><br>
        <b>three</b></div>""",
    "numbered ids": """<div><div id="r1">one pump</div><div id="r2">two pumps</div>
        <div id="more">next</div><div id="r3">three</div></div>""",
}


def texts(page: Outline, group: RecordGroup) -> list[str]:
    return [" ".join(filter(None, page.texts[start:end])) for start, end in group.spans]


def starts(page: Outline, group: RecordGroup) -> list[str]:
    """The first word of each member."""
    return [text.split()[0] for text in texts(page, group)]


@pytest.mark.parametrize("html", SHAPES.values(), ids=SHAPES)
def test_records_are_a_candidate(html: str) -> None:
    page = outline(page_of(f"<body><p>menu</p>{html}<p>foot</p></body>").root)
    whole = [starts(page, group) for group in candidates(page)]
    assert ["one", "two", "three"] in whole


@pytest.mark.parametrize("name", ["heading and text", "terms", "rules between"])
def test_runs_hold_all_parts_of_a_record(name: str) -> None:
    page = outline(page_of(f"<body>{SHAPES[name]}</body>").root)
    told = [texts(page, group) for group in candidates(page)]
    assert any(group[:2] == ["one pump", "two pumps"] for group in told)


def test_members_without_the_common_parts_are_left_out_of_a_group() -> None:
    # Of different shapes, so that shape alone does not tell them from the last.
    parts = [f"<h3>Pump {n}</h3><p>text</p><i>{n} Euro</i>{'<u>new</u>' * n}" for n in range(6)]
    items = "".join(f"<li>{part}</li>" for part in parts)
    html = f"<body><ul>{items}<li>see also these</li></ul></body>"
    page = outline(page_of(html).root)
    pure = [group for group in candidates(page) if group.key.pure]
    assert any(starts(page, group) == ["Pump"] * 6 for group in pure)


def test_record_row_and_part_are_all_candidates() -> None:
    cell = "<td><b>name</b><p>text</p></td>"
    page = outline(page_of(f"<body><table>{f'<tr>{cell * 2}</tr>' * 3}</table></body>").root)
    tags = {(page.tags[group.spans[0][0]], len(group.spans)) for group in candidates(page)}
    assert {("tr", 3), ("td", 6), ("p", 6)} <= tags


@pytest.mark.parametrize("html", SHAPES.values(), ids=SHAPES)
def test_a_group_is_made_again_from_its_key(html: str) -> None:
    page = outline(page_of(f"<body><p>menu</p>{html}<p>foot</p></body>").root)
    for group in candidates(page):
        again = made_again(page, group.key)
        assert any(set(group.spans) <= set(spans) for spans in again), group.key


def test_a_single_member_is_found_from_a_key() -> None:
    first = outline(page_of('<body><ul><li class="hit">a</li><li class="hit">b</li></ul>').root)
    later = outline(page_of('<body><p>x</p><ul><li class="hit">c</li></ul>').root)
    for group in candidates(first):
        if page_tag(first, group) == "li":
            (((start, _),),) = made_again(later, group.key)
            assert later.tags[start] == "li"


def page_tag(page: Outline, group: RecordGroup) -> str:
    return page.tags[group.spans[0][0]]


def test_candidates_are_bounded() -> None:
    html = "".join(f'<div class="{c}x">{f"<p class={c}>text</p>" * 9}</div>' for c in "abcdef" * 90)
    page = outline(page_of(f"<body>{html}</body>").root)
    assert len(candidates(page)) <= MAX_GROUPS + MAX_PURIFIED


@given(st.one_of(broken_html, st.sampled_from([*SHAPES.values()]).flatmap(mutated)))
def test_members_of_a_group_never_overlap(html: str) -> None:
    page = outline(page_of(f"<body>{html}</body>").root)
    for group in candidates(page):
        bounds = [bound for span in group.spans for bound in span]
        assert bounds == sorted(bounds)
        assert len(group.spans) > 1


def test_what_is_around_all_records_is_not_taken_for_one() -> None:
    rows = "".join(f"<tr><td><b>{n}</b><i>of many</i></td></tr>" for n in "abc")
    page = outline(page_of(f"<table><tr><td>Found<table>{rows}</table></td></tr></table>").root)
    (outer, inner) = made_again(page, GroupKey("cousins", "", "look tr"))
    assert (len(outer), len(inner)) == (1, 3)
