"""Which subtrees of a page may be a region of their own?"""

from hypothesis import given, settings

from deepweb.read.thor.subtree import MAX_DEPTH, MAX_SUBTREES, Subtree, elements_at, page_subtrees
from tests.read.pages import broken_html, page_of

_PAGE = """<body><div class="frame"><ul class="hits top"><li><a>red car</a></li>
<li><h3>blue bus</h3><p>12 seats</p></li></ul></div><script>no</script><p>  </p></body>"""


def _paths(html: str) -> list[str]:
    return ["/".join(subtree.path) for subtree in page_subtrees(page_of(html)).subtrees]


def test_candidates_branch_or_say_something_themselves() -> None:
    assert _paths(_PAGE) == [
        "html/body/div.frame/ul.hits.top",
        "html/body/div.frame/ul.hits.top/li/a",
        "html/body/div.frame/ul.hits.top/li",
        "html/body/div.frame/ul.hits.top/li/h3",
        "html/body/div.frame/ul.hits.top/li/p",
    ]


def test_of_those_that_say_the_same_the_innermost_stands_for_all() -> None:
    whole, first, *_ = page_subtrees(page_of(_PAGE)).subtrees
    assert whole.outer == len(("html",))
    assert first.outer == len(("html", "body", "div", "ul", "li"))


def test_shape() -> None:
    whole, first, second, *_ = page_subtrees(page_of(_PAGE)).subtrees
    assert (whole.fanout, second.fanout) == (2, 2)
    # The element itself, and each text as a node of its own.
    assert first.nodes == 2
    assert second.nodes == 5
    assert (first.first, first.last) == (5, 5)
    assert (whole.first, whole.last) == (3, 8)


def _said(subtree: Subtree, said: tuple[str, ...]) -> tuple[str, ...]:
    return said[subtree.start : subtree.end]


def test_words_of_a_subtree() -> None:
    read = page_subtrees(page_of(_PAGE))
    assert [_said(subtree, read.words) for subtree in read.subtrees] == [
        ("red", "car", "blue", "bus", "seats"),
        ("red", "car"),
        ("blue", "bus", "seats"),
        ("blue", "bus"),
        ("seats",),
    ]
    assert page_subtrees(page_of(_PAGE), ["Blue Car"]).words == ("red", "bus", "seats")


def test_text_around_children_belongs_to_the_parent() -> None:
    read = page_subtrees(page_of("<body><p>one <b>two</b> three</p></body>"))
    whole, inner = read.subtrees
    assert sorted(_said(whole, read.words)) == ["one", "three", "two"]
    assert _said(inner, read.words) == ("two",)


def test_numbers_in_class_names_do_not_part() -> None:
    paths = _paths('<body><div class="row post-17">a</div><div class="post-4 row">b</div></body>')
    assert paths == ["html/body", "html/body/div.post-0.row", "html/body/div.post-0.row"]


def test_elements_at_a_path() -> None:
    root = page_of(_PAGE).root
    found = elements_at(root, ("html", "body", "div.frame", "ul.hits.top", "li"))
    assert [element.text_content().split()[0] for element in found] == ["red", "blue"]
    assert elements_at(root, ("html",)) == [root]
    assert elements_at(root, ("html", "body", "ul")) == []
    assert elements_at(root, ()) == []


def test_large_and_deep_pages_are_bounded() -> None:
    rows = "".join(f"<li>word{n} <b>x</b></li>" for n in range(MAX_SUBTREES))
    many = page_subtrees(page_of(f"<ul>{rows}</ul>")).subtrees
    assert len(many) == MAX_SUBTREES
    assert many[0].element.tag == "ul"
    deep = page_subtrees(page_of("<div>a" * 5000))
    assert all(len(subtree.path) <= MAX_DEPTH for subtree in deep.subtrees)
    assert deep.subtrees[0].end == len(deep.words) > MAX_DEPTH
    wide = page_of(f'<p class="{"c " * 1_000_000}">a</p>')
    assert all(len(step) < 100 for subtree in page_subtrees(wide).subtrees for step in subtree.path)


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_subtrees_nest_and_stand_at_their_paths(html: str) -> None:
    page = page_of(html)
    read = page_subtrees(page)
    for one in read.subtrees:
        assert one.element in elements_at(page.root, one.path)
        assert 1 <= one.outer <= len(one.path)
        assert 0 <= one.start <= one.end <= len(read.words)
        for other in read.subtrees:
            if one.first < other.first <= one.last:
                assert other.last <= one.last
                assert one.start <= other.start
                assert other.end <= one.end
