"""A page as lists: numbering, subtrees, marks, and pages that are meant to hurt."""

from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.outline import MAX_DEPTH, MAX_ELEMENTS, Outline, interned, outline, path
from tests.read.pages import broken_html, page_of


def of(html: str) -> Outline:
    return outline(page_of(html).root)


def test_elements_are_numbered_in_document_order_with_their_subtrees() -> None:
    page = of("<body><div>a<p>b</p>c</div><ul><li>d</li></ul></body>")
    assert page.tags == ["html", "body", "div", "p", "ul", "li"]
    assert page.ends == [6, 6, 4, 4, 6, 6]
    assert page.children[1] == [2, 4]
    assert page.texts[2:4] == ["a c", "b"]
    assert page.before == [0, 0, 0, 3, 4, 4, 5]
    assert path(page, 5) == "html/body/ul/li"


def test_what_nobody_reads_and_what_is_chosen_from_is_left_out() -> None:
    page = of("<body><script>x</script><select><option>y</select><!-- z --><p>w</p></body>")
    assert page.tags == ["html", "body", "p"]


def test_text_after_an_unseen_element_is_its_parents() -> None:
    page = of("<body><p>one<script>x</script>two</p></body>")
    assert page.texts[2] == "one two"


def test_marks_have_no_numbers_and_no_doubles() -> None:
    page = of('<body><li id="hit_12" class="col-3 col-4" data-rank="7" role="listitem">a</body>')
    (marks,) = page.marks[2:]
    assert marks == ("li#hit_0", "li.col-0", "li@data-rank", "li@role=listitem")


def test_rows_in_turn_look_alike() -> None:
    rows = ("hit odd", "hit even", "hitFirst", "hit-last", "hit alt")
    page = of("<body>" + "".join(f'<p class="{row}">a</p>' for row in rows) + "</body>")
    assert {*page.look_names[2:]} == {"p.hit"}
    assert of('<body><p class="blast first-name salt">a</p></body>').look_names[2] == (
        "p.blast.first-name.salt"
    )


def test_like_elements_share_look_shape_and_path() -> None:
    page = of('<body><p class="a1"><b>x</b></p><p class="a2"><b>y</b></p><p>z</p></body>')
    first, second, third = (n for n, tag in enumerate(page.tags) if tag == "p")
    assert page.looks[first] == page.looks[second] != page.looks[third]
    assert page.shapes[first] == page.shapes[second] != page.shapes[third]
    assert page.paths[first] == page.paths[second] == page.paths[third]


def test_deep_and_large_pages_are_cut() -> None:
    deep = of("<body>" + "<div>" * 5_000 + "x")
    assert max(deep.depths) <= MAX_DEPTH
    large = of("<body>" + "<p>x" * (MAX_ELEMENTS + 10))
    assert len(large.tags) == MAX_ELEMENTS
    assert len(large.before) == MAX_ELEMENTS + 1


@given(broken_html)
def test_lists_agree_on_any_page(html: str) -> None:
    page = of(f"<body>{html}</body>")
    for number, parent in enumerate(page.parents):
        assert number == 0 or parent < number < page.ends[number] <= page.ends[parent]
        assert number == 0 or number in page.children[parent]
    assert page.before[-1] == sum(map(len, page.texts))


@given(st.lists(st.text(max_size=2)))
def test_same_values_have_the_same_number(values: list[str]) -> None:
    numbers = interned(values)
    pairs = set(zip(values, numbers, strict=True))
    assert len(pairs) == len(set(values)) == len(set(numbers))
