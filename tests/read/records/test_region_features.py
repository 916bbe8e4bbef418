"""The figures by which a group is judged, on a page small enough to count by hand."""

import pytest

from deepweb.page.outline import Outline, outline
from deepweb.read.records.candidates import GroupKey, RecordGroup
from deepweb.read.records.region_features import NAME_FEATURES, region_features
from tests.read.pages import page_of

PAGE = """<body><nav class="menu"><a href="/a">aa</a><a href="/b">bb</a></nav>
<div class="results">
<p class="item"><b>one</b> $12 <a href="/x?id=1">more</a></p>
<p class="item"><b>two</b> in 2020 <a href="/x?id=2">more</a></p>
<p class="item"><b>one</b></p></div></body>"""


def group(page: Outline, tag: str) -> RecordGroup:
    numbers = [n for n, each in enumerate(page.tags) if each == tag]
    return RecordGroup(
        GroupKey("siblings", "", f"tag {tag}"), tuple((n, page.ends[n]) for n in numbers)
    )


def figures(tag: str, fresh: list[int] | None = None) -> dict[str, float]:
    page = outline(page_of(PAGE).root)
    found = region_features(page, [group(page, tag), group(page, "b")], fresh)
    return {name: float(values[0]) for name, values in found.items()}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("links have", 2 / 3),
        ("prices have", 1 / 3),
        ("dates have", 1 / 3),
        ("strong have", 1),
        ("images have", 0),
        ("one link", 2 / 3),
        ("different links", 1),
        ("different texts", 1),
        ("same look", 1),
        ("same shape", 2 / 3),
        ("look elsewhere", 1),
        ("result above", 1),
        ("item own", 1),
        ("other above", 0),
        ("aside above", 0),
        ("parents", 1 / 3),
        ("share of siblings", 1),
        ("asking links", 2 / 3),
        ("is p", 1),
        ("by tag", 1),
        ("fresh known", 0),
    ],
)
def test_figure_of_the_records(name: str, value: float) -> None:
    assert figures("p")[name] == pytest.approx(value)


@pytest.mark.parametrize(("name", "value"), [("other above", 1), ("aside above", 1)])
def test_figure_of_the_menu(name: str, value: float) -> None:
    assert figures("nav")[name] == pytest.approx(value)


def test_text_that_other_pages_have_too_is_not_fresh() -> None:
    page = outline(page_of(PAGE).root)
    fresh = [
        len(text) if tag == "b" else 0 for text, tag in zip(page.texts, page.tags, strict=True)
    ]
    told = figures("p", fresh)
    assert told["fresh known"] == 1
    assert told["fresh share"] == 1
    assert told["fresh density"] == pytest.approx(9 / told_text(page))
    assert figures("nav", fresh)["fresh share"] == 0


def told_text(page: Outline) -> int:
    return sum(page.before[end] - page.before[start] for start, end in group(page, "p").spans)


def test_only_class_names_give_the_features_of_names() -> None:
    named, page = outline(page_of(PAGE).root), PAGE
    for name in ("menu", "results", "item"):
        page = page.replace(f' class="{name}"', "")
    bare = outline(page_of(page).root)
    found, without = (region_features(each, [group(each, "p")], None) for each in (named, bare))
    assert {name for name in found if found[name] != without[name]} <= {*NAME_FEATURES}
    assert not any(without[name].any() for name in NAME_FEATURES)
    assert found["result above"].all()
