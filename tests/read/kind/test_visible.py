"""What a page shows, and where."""

import pytest
from hypothesis import given

from deepweb.read.kind.visible import VisiblePage, visible_page
from tests.read.pages import broken_html, page_of


def shown(body: str, *, with_hidden: bool = False) -> VisiblePage:
    return visible_page(page_of(f"<html><body>{body}</body></html>"), with_hidden=with_hidden)


def said(look: VisiblePage, spans: list[tuple[int, int]]) -> list[str]:
    return [look.text[start:end].strip() for start, end in spans]


def lines(look: VisiblePage) -> list[str]:
    return [line.strip() for line in look.text.split("\n") if line.strip()]


def test_a_line_for_each_block_whatever_is_inline_in_it() -> None:
    look = shown("<p>Found <b>57</b> <a href='/x'>things</a>, all\n new</p><p>Next</p>tail")
    assert lines(look) == ["found 57 things , all new", "next", "tail"]
    assert {"found", "57", "things"} <= look.words


@pytest.mark.parametrize(
    "hidden",
    [
        "<div hidden>none found</div>",
        "<div aria-hidden='true'>none found</div>",
        "<div style='color: red; display : none'>none found</div>",
        "<div class='box d-none'>none found</div>",
        "<div id='hidden'><p>none <b>found</b></p></div>",
        "<script>none found</script>",
        "<template>none found</template>",
        "<select><option>none found</option></select>",
    ],
)
def test_what_nobody_sees_is_not_said(hidden: str) -> None:
    look = shown(f"<p>before</p>{hidden}<p>after</p>")
    assert lines(look) == ["before", "after"]


def test_what_scripts_uncover_is_seen_on_demand() -> None:
    body = "<div class='hidden'>kept ready</div><script>never()</script>"
    assert lines(shown(body, with_hidden=True)) == ["kept ready"]
    assert lines(shown(body)) == []


@pytest.mark.parametrize(
    "around",
    ["<nav>{}</nav>", "<div class='mainMenu'>{}</div>", "<div role='navigation'>{}</div>",
     "<div id='site-footer'>{}</div>", "<ul class='facets'>{}</ul>"],
)  # fmt: skip
def test_furniture(around: str) -> None:
    look = shown(f"<p>{'What the page is about. ' * 5}</p>{around.format('about us')}")
    assert said(look, look.furniture) == ["about us"]
    assert look.is_in(look.furniture, look.text.index("about us"))
    assert not look.is_in(look.furniture, 0)


def test_what_holds_most_of_a_page_is_no_furniture() -> None:
    assert not shown("<div class='menu'>Soups, roasts and puddings</div>").furniture


def test_links_by_their_path_and_class() -> None:
    items = "".join(f"<li><a href='/{n}'>thing {n}</a> new</li>" for n in range(3))
    look = shown(f"<ul>{items}</ul><p><a href='/more' class='b'>more</a><a name='x'>x</a></p>")
    (things, more) = look.links.values()
    assert [(look.text[a:b].strip(), target) for a, b, target in things] == [
        ("thing 0", "/0"), ("thing 1", "/1"), ("thing 2", "/2"),
    ]  # fmt: skip
    assert [target for _, _, target in more] == ["/more"]
    assert said(look, look.linked) == ["thing 0", "thing 1", "thing 2", "more"]


def test_headings_boxes_types_and_named_values() -> None:
    look = shown(
        "<h1>One</h1><h2>Two</h2><input name='q'><input type='search'><input type='password'>"
        "<div itemtype='https://schema.org/Book'>book</div>"
        "<dl><dt>Year</dt><dd>1984</dd></dl>"
        "<table><tr><th>Pages</th><td>328</td></tr><tr><th>a</th><th>b</th></tr></table>"
    )
    assert said(look, look.headings) == ["one", "two"]
    assert said(look, look.main_headings) == ["one"]
    assert (look.text_boxes, look.passwords, look.types, look.pairs) == (2, 1, ["book"], 2)


@given(broken_html)
def test_spans_are_in_order_and_apart(html: str) -> None:
    look = visible_page(page_of(html))
    for spans in (look.furniture, look.linked):
        bounds = [bound for span in spans for bound in span]
        assert bounds == sorted(bounds)
        assert all(0 <= bound <= len(look.text) for bound in bounds)
