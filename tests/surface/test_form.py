"""Forms as the web writes them, and what a browser would make of them."""

import pytest
from hypothesis import given, settings

from deepweb.surface.form import MAX_LABEL, Form, forms
from tests.read.pages import broken_html, mutated, page_of

PAGE = "http://site.example/dir/page?lang=de"


def _form(html: str, url: str = PAGE) -> Form:
    (form,) = forms(page_of(html, url))
    return form


@pytest.mark.parametrize(
    ("html", "label"),
    [
        pytest.param('<label for="i">Author</label><p><input id="i" name="a"></p>', "Author",
                     id="label for"),
        pytest.param('<p><input id="i" name="a"></p><label for="i">Author</label>', "Author",
                     id="label for, behind the box"),
        pytest.param('<label for="x">Other</label><input id="i" name="a" title="Own">', "Own",
                     id="label for another"),
        pytest.param("<label>Author <input name=a></label>", "Author", id="wrapping label"),
        pytest.param("<label><b>Author</b> or <i>editor</i><input name=a></label>",
                     "Author or editor", id="wrapping label with formatting"),
        pytest.param("<label>Sort <select name=a><option>Price<option>Age</select></label>", "Sort",
                     id="label around a menu, without its choices"),
        pytest.param('<input name="a" aria-label="Suchbegriff">', "Suchbegriff", id="aria-label"),
        pytest.param('<input name="a" placeholder=" Mots  clés ">', "Mots clés", id="placeholder"),
        pytest.param('<input name="a" title="検索">', "検索", id="title"),
        pytest.param('<label>A<input name="a" placeholder="B" title="C"></label>', "A",
                     id="label before placeholder"),
        pytest.param("Author: <input name=a>", "Author:", id="text before, in the form"),
        pytest.param("<p>Author <input name=a></p>", "Author", id="text before, in a paragraph"),
        pytest.param("<b>Author</b> <input name=a>", "Author", id="bold text before"),
        pytest.param("<b>Author</b>\n<!-- box -->\n<input name=a>", "Author",
                     id="text before a comment"),
        pytest.param("<table><tr><td>Author</td>\n<td><input name=a></td></tr></table>", "Author",
                     id="text in the cell before"),
        pytest.param("<dl><dt>Author</dt><dd><input name=a></dd></dl>", "Author", id="term before"),
        pytest.param("Zip <input name=z> <input name=a>", "", id="text of the box before is not"),
        pytest.param("<table><tr><td>Zip <input name=z></td><td><input name=a></td></tr></table>",
                     "", id="text of the cell before with a box of its own is not"),
        pytest.param("<h2>Find a book</h2><div><p><input name=a></p></div>", "",
                     id="a heading far above is not"),
        pytest.param(f"{'long ' * 20}<input name=a>", "", id="a whole paragraph is not"),
        pytest.param(f"<label>{'long ' * 20}<input name=a title=Short></label>", "Short",
                     id="a short title after a label too long"),
        pytest.param('<button name="a" value="1">Go <i>on</i></button>', "Go on", id="button"),
        pytest.param('<input type="submit" name="a" value="Go">', "Go", id="submit"),
        pytest.param('<input type="image" name="a" alt="Go">', "Go", id="picture button"),
        pytest.param("<input name=a>", "", id="nothing"),
    ],
)  # fmt: skip
def test_labels(html: str, label: str) -> None:
    (found,) = [i for i in _form(f"<form>{html}</form>").inputs if i.name == "a"]
    assert found.label == label


def test_what_stands_before_the_form_is_no_label() -> None:
    (box,) = _form("<h2>Find a book</h2><form><input name=a></form>").inputs
    assert box.label == ""
    (box,) = _form("<div>Find <form><input name=a></form></div>").inputs
    assert box.label == ""


def test_the_longest_label() -> None:
    (box,) = _form(f"<form>{'x' * MAX_LABEL}<input name=a></form>").inputs
    assert len(box.label) == MAX_LABEL


@pytest.mark.parametrize(
    ("html", "defaults"),
    [
        pytest.param("<input name=q>", [("q", "")], id="empty box"),
        pytest.param('<input name=q value="ö&amp;=">', [("q", "ö&=")], id="filled box"),
        pytest.param("<input value=x>", [], id="box without a name"),
        pytest.param("<input type=hidden name=h value=1><input name=q>", [("h", "1"), ("q", "")],
                     id="hidden"),
        pytest.param("<select name=s><option value=1>A<option value=2 selected>B</select>",
                     [("s", "2")], id="selected option"),
        pytest.param("<select name=s><option value=1>A<option value=2>B</select>", [("s", "1")],
                     id="first option"),
        pytest.param("<select name=s><option>A B</option></select>", [("s", "A B")],
                     id="option without a value"),
        pytest.param("<select name=s></select>", [], id="menu without options"),
        pytest.param("<select name=s multiple><option selected>A<option selected>B</select>",
                     [("s", "A"), ("s", "B")], id="several options"),
        pytest.param("<select name=s multiple><option>A</select>", [], id="none of several"),
        pytest.param("<input type=checkbox name=c checked><input type=checkbox name=d value=2>",
                     [("c", "on")], id="checked box"),
        pytest.param("<input type=radio name=r value=1><input type=radio name=r value=2 checked>",
                     [("r", "2")], id="radio"),
        pytest.param("<textarea name=t>a b</textarea>", [("t", "a b")], id="text area"),
        pytest.param("<input name=q><input type=submit name=go value=Find>",
                     [("q", ""), ("go", "Find")], id="named button"),
        pytest.param("<button name=go value=1>A</button><button name=to value=2>B</button>",
                     [("go", "1")], id="the first of two buttons"),
        pytest.param("<input name=q><button>Go</button><input type=reset name=r>", [("q", "")],
                     id="button without a name"),
        pytest.param("<input name=q value=1><input name=q value=2>", [("q", "1"), ("q", "2")],
                     id="a name twice"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["get", "post"])
def test_defaults(html: str, defaults: list[tuple[str, str]], method: str) -> None:
    form = _form(f"<form action=/s method={method}>{html}</form>")
    assert list(form.defaults) == defaults
    assert form.method == method.upper()


@pytest.mark.parametrize(
    ("attributes", "action"),
    [
        pytest.param('action="/find"', "http://site.example/find", id="from the root"),
        pytest.param('action="find"', "http://site.example/dir/find", id="relative"),
        pytest.param('action=" find "', "http://site.example/dir/find", id="blanks around"),
        pytest.param('action="https://o.example/s"', "https://o.example/s", id="another host"),
        pytest.param('action="/find?a=1&b=2"', "http://site.example/find", id="GET with a query"),
        pytest.param('action="/find?a=1" method="post"', "http://site.example/find?a=1",
                     id="POST with a query"),
        pytest.param('action="/find#results"', "http://site.example/find", id="fragment"),
        pytest.param("", "http://site.example/dir/page", id="missing"),
        pytest.param('action=""', "http://site.example/dir/page", id="empty"),
        pytest.param('method="post"', PAGE, id="missing, POST"),
        pytest.param('action="/find" method="search"', "http://site.example/find",
                     id="unknown method is GET"),
    ],
)  # fmt: skip
def test_actions(attributes: str, action: str) -> None:
    form = _form(f"<form {attributes}><input name=q></form>")
    assert form.action == action
    assert form.defaults == (("q", ""),)
    assert form.unusable == ""
    assert form.method == ("POST" if "post" in attributes else "GET")


@pytest.mark.parametrize(
    ("attributes", "action"),
    [
        pytest.param('action="find"', "http://site.example/app/find", id="relative to the base"),
        pytest.param("", "http://site.example/dir/page", id="the page itself, not the base"),
    ],
)
def test_actions_with_a_base(attributes: str, action: str) -> None:
    html = f'<base href="http://site.example/app/"><form {attributes}><input name=q></form>'
    assert _form(html).action == action


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        pytest.param('action="javascript:go()"', "its action is javascript:", id="script"),
        pytest.param('action="mailto:a@b.example"', "its action is mailto:", id="mail"),
        pytest.param('action="http://["', "Invalid IPv6 URL", id="broken address"),
        pytest.param('method="post" enctype="multipart/form-data"', "multipart/form-data",
                     id="multipart"),
        pytest.param('method="dialog"', "DIALOG", id="dialog"),
    ],
)  # fmt: skip
def test_unusable_forms_say_why(attributes: str, reason: str) -> None:
    form = _form(f"<form {attributes}><input name=q></form>")
    assert reason in form.unusable
    assert [box.name for box in form.text_boxes] == ["q"]


def test_multipart_matters_for_post_only() -> None:
    assert _form('<form enctype="multipart/form-data"><input name=q></form>').unusable == ""


@pytest.mark.parametrize(
    ("html", "actions"),
    [
        pytest.param("", [], id="empty page"),
        pytest.param("<p>No form</p><input name=q>", [], id="no form"),
        pytest.param("<form action=/a></form><p><form action=/b></form>", ["/a", "/b"], id="two"),
        pytest.param("<form action=/a><input name=x><form action=/b><input name=y>", ["/a", "/b"],
                     id="unclosed"),
        pytest.param("<form action=/a><div><form action=/b></form></div></form>", ["/a", "/b"],
                     id="nested"),
        pytest.param("<table><form action=/a><tr><td><input name=q></td></tr></form></table>",
                     ["/a"], id="across a table"),
    ],
)  # fmt: skip
def test_how_many_forms(html: str, actions: list[str]) -> None:
    found = forms(page_of(html))
    assert [form.action.removeprefix("http://site.example") for form in found] == actions
    assert [form.index for form in found] == list(range(len(found)))


def test_a_form_across_a_table_keeps_its_inputs() -> None:
    form = _form("<table><form action=/a><tr><td>Who <input name=q></td></tr></form></table>")
    assert [(box.name, box.label) for box in form.text_boxes] == [("q", "Who")]


def test_kinds_options_and_hints() -> None:
    form = _form("""<form id="f" class="site search" role="search" name="n"><input name=a>
    <input type=SEARCH name=b><input type="" name=c><input type=Email name=d><button>Go</button>
    <select name=e><optgroup label=x><option value=1>One <b>a</b></option></optgroup><option>Two
    </option></select><textarea name=t></textarea><button type=button>x</button></form>""")
    kinds = "text search text email submit select textarea button"
    assert [box.kind for box in form.inputs] == kinds.split()
    assert [box.name for box in form.text_boxes] == ["a", "b", "c"]
    assert form.inputs[5].options == (("1", "One a"), ("Two", "Two"))
    assert form.hints == "f site search search n"
    assert (form.url, form.encoding) == (PAGE, "utf-8")


_SEARCH = '<form action="/s"><input name="q" value="{}"><select name="c"><option>{}</select></form>'


def test_ids_are_stable_over_pages() -> None:
    here = _form(_SEARCH.format("", "a"), "http://site.example/")
    there = _form(_SEARCH.format("x", "b"), "http://site.example/deep/page")
    assert here.id == there.id
    assert len(here.id) == 16


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/t"><input name="q"><select name="c"><option>a</select></form>',
        '<form action="/s" method="post"><input name="q"><select name="c"></select></form>',
        '<form action="/s"><input name="q"></form>',
        '<form action="/s"><input name="p"><select name="c"><option>a</select></form>',
    ],
    ids=["action", "method", "fewer inputs", "another name"],
)
def test_ids_tell_forms_apart(html: str) -> None:
    assert _form(html).id != _form(_SEARCH.format("", "a")).id


def test_ids_do_not_depend_on_the_order_of_inputs() -> None:
    swapped = '<form action="/s"><select name="c"><option>a</select><input name="q"></form>'
    assert _form(swapped).id == _form(_SEARCH.format("", "a")).id


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_page_can_be_read(html: str) -> None:
    for index, form in enumerate(forms(page_of(f"<form>{html}"))):
        assert form.index == index
        assert form.unusable or form.action.startswith(("http://", "https://"))
        assert all(len(box.label) <= MAX_LABEL for box in form.inputs)


@given(mutated(_SEARCH.format("", "a")))
@settings(max_examples=100, deadline=None)
def test_damaged_forms_can_be_read(html: str) -> None:
    for form in forms(page_of(html)):
        assert len(form.id) == 16


@pytest.mark.parametrize("piece", ["<form>", "<div>", "<label>a", "<b>", "<select>"])
def test_deep_pages_can_be_read(piece: str) -> None:
    assert forms(page_of(f"<form>{piece * 5000}<input name=last>"))


def test_wide_forms_are_read_in_full() -> None:
    form = _form("<form>" + "".join(f"L{n} <input name=i{n}>" for n in range(3000)))
    assert [box.label for box in form.inputs] == [f"L{n}" for n in range(3000)]
