"""Runs of links, and the headings above them."""

from deepweb.read.facets.entries import runs
from tests.read.pages import page_of


def said(html: str) -> list[tuple[str, list[str]]]:
    found = runs(page_of(f"<body>{html}</body>"), frozenset())
    return [(run.heading, [entry.value for entry in run.entries]) for run in found]


def test_a_heading_ends_a_run() -> None:
    html = "<div><b>A</b> <a href=/1>x</a>, <a href=/2>y</a> <b>B</b> <a href=/3>z</a></div>"
    assert said(html) == [("A", ["x", "y"]), ("B", ["z"])]


def test_one_value_alone_has_its_own_heading() -> None:
    html = """<section><div><h4>A</h4><ul><li><a href=/1>x</a></ul></div>
        <div><h4>B</h4><ul><li><a href=/2>y</a></ul></div></section>"""
    assert said(html) == [("A", ["x"]), ("B", ["y"])]


def test_two_columns_share_a_heading() -> None:
    html = """<h4>A</h4><div><ul><li><a href=/1>x</a><li><a href=/2>y</a></ul>
        <ul><li><a href=/3>z</a><li><a href=/4>w</a></ul></div>"""
    assert said(html) == [("A", ["x", "y"]), ("A", ["z", "w"])]


def test_what_buttons_say_is_no_heading_where_there_is_one() -> None:
    html = "<h4>A</h4><button>Clear</button><ul><li><a href=/1>x</a><li><a href=/2>y</a></ul>"
    assert said(html) == [("A", ["x", "y"])]


def test_a_label_that_nobody_sees_names_a_list_without_a_heading() -> None:
    html = "<ul aria-label=Brands><li><a href=/1>x</a><li><a href=/2>y</a></ul>"
    assert said(html) == [("Brands", ["x", "y"])]


def test_scripts_and_records_are_not_entered() -> None:
    html = "<ul><li><a href=/1>x</a></ul><script>'<a href=/2>y</a>'</script>"
    page = page_of(f"<body>{html}</body>")
    (listed,) = page.root.iter("ul")
    assert runs(page, {listed}) == []
