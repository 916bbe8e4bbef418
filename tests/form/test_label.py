"""What controls are called, after the ways in which pages of every age say it."""

# ruff: noqa: RUF001 (labels in many alphabets)

import pytest

from deepweb.form.label import MAX_LABEL
from deepweb.form.model import forms
from tests.read.pages import page_of
from tests.samples import form_of

LABELS = [
    pytest.param('<label for="i">Author</label><p><input id="i" name="a"></p>', "Author",
                 id="label for"),
    pytest.param('<p><input id="i" name="a"></p><label for="i">Author</label>', "Author",
                 id="label for, behind the box"),
    pytest.param('<label for="x">Other</label><input id="i" name="a" title="Own">', "Own",
                 id="label for another"),
    pytest.param('<label for="i"></label><label for="i">Author</label><input id="i" name="a">',
                 "Author", id="the first label that says something"),
    pytest.param("<label>Author <input name=a></label>", "Author", id="wrapping label"),
    pytest.param("<label><b>Author</b> or <i>editor</i><input name=a></label>",
                 "Author or editor", id="wrapping label with formatting"),
    pytest.param("<label><b>A</b>uthor<input name=a></label>", "Author",
                 id="formatting inside a word"),
    pytest.param("<label>Sort <select name=a><option>Price<option>Age</select></label>", "Sort",
                 id="label around a menu, without its choices"),
    pytest.param('<input name="a" aria-label="Suchbegriff">', "Suchbegriff", id="aria-label"),
    pytest.param('<b id="x">From</b><i id="y">city</i><p><input name="a" aria-labelledby="x y">',
                 "From city", id="aria-labelledby"),
    pytest.param('<input name="a" aria-labelledby="gone" aria-label="Own">', "Own",
                 id="aria-labelledby that leads nowhere"),
    pytest.param('<input name="a" placeholder=" Mots  clés ">', "Mots clés", id="placeholder"),
    pytest.param('<input name="a" title="検索">', "検索", id="title"),
    pytest.param('<label>A<input name="a" placeholder="B" title="C"></label>', "A",
                 id="label before placeholder"),
    pytest.param("Author: <input name=a>", "Author", id="text before, in the form"),
    pytest.param("<p>Author <input name=a></p>", "Author", id="text before, in a paragraph"),
    pytest.param("<b>Author</b> <input name=a>", "Author", id="bold text before"),
    pytest.param("<b>Author</b>\n<!-- box -->\n<input name=a>", "Author",
                 id="text before a comment"),
    pytest.param("<table><tr><td>Author</td>\n<td><input name=a></td></tr></table>", "Author",
                 id="text in the cell before"),
    pytest.param("<table><tr><td>Author</td><td></td><td><input name=a></td></tr></table>",
                 "Author", id="text two cells before"),
    pytest.param("<table><tr><th>Von<th>Bis<tr><td><input name=z><td><input name=a></table>",
                 "Bis", id="header of the column"),
    pytest.param("<table><tr><th>Von<th>Bis<tr><td><input name=y><td><input name=z><tr><td>"
                 "<input name=x><td><input name=a></table>", "Bis", id="header, two rows up"),
    pytest.param("<table><thead><tr><th>Von<th>Bis</thead><tbody><tr><td><input name=z><td>"
                 "<input name=a></tbody></table>", "Bis", id="header in a head"),
    pytest.param("<dl><dt>Author</dt><dd><input name=a></dd></dl>", "Author", id="term before"),
    pytest.param("<li><span>Year</span><div><input name=a></div></li>", "Year",
                 id="span before a wrapper"),
    pytest.param("<label>Name *</label><input name=a>", "Name", id="mark of a required input"),
    pytest.param("<label>＊ 氏名：<input name=a></label>", "氏名", id="full-width marks"),
    pytest.param("<label>Nom&nbsp;: <input name=a></label>", "Nom", id="French colon"),
    pytest.param("* <input name=a placeholder=Own>", "Own", id="a mark alone is no label"),
    pytest.param("Zip <input name=z> <input name=a>", "", id="text of the box before is not"),
    pytest.param("<table><tr><td>Zip <input name=z></td><td><input name=a></td></tr></table>",
                 "", id="text of the cell before with a box of its own is not"),
    pytest.param("<h2>Find a book</h2><div><p><input name=a></p></div>", "",
                 id="a heading far above is not"),
    pytest.param(f"{'long ' * 20}<input name=a>", "", id="a whole paragraph is not"),
    pytest.param(f"<label>{'long ' * 20}<input name=a title=Short></label>", "Short",
                 id="a short title after a label too long"),
    pytest.param("<script>x()</script><style>p{}</style><input name=a>", "", id="scripts are not"),
    pytest.param('<button name="a" value="1">Go <i>on</i></button>', "Go on", id="button"),
    pytest.param('<button name="a" title="Search">\N{RIGHTWARDS ARROW}</button>', "Search",
                 id="button with an arrow"),
    pytest.param('<button name="a"><img alt="Hledat" src=x></button>', "Hledat",
                 id="button with a picture"),
    pytest.param('<button name="a" aria-label="Search">Go</button>', "Search",
                 id="button that says more"),
    pytest.param('<button name="a">»</button>', "»", id="button with nothing but an arrow"),
    pytest.param('<input type="submit" name="a" value="Go">', "Go", id="submit"),
    pytest.param('<input type="submit" name="a">', "Submit", id="submit without a value"),
    pytest.param('<input type="image" name="a" alt="Go">', "Go", id="picture button"),
    pytest.param('<input type="image" name="a" title="Go" src="x.png">', "Go",
                 id="picture button with a title"),
    pytest.param("<input type=checkbox name=a> Only new", "Only new", id="text behind a box"),
    pytest.param("Options: <input type=checkbox name=a><b>Only new</b>", "Only new",
                 id="text behind before text before"),
    pytest.param("<table><tr><td><input type=checkbox name=a></td><td>New</td></tr></table>",
                 "New", id="text in the cell behind"),
    pytest.param("New <input type=checkbox name=a><br>Other", "New",
                 id="what is on the next line is not behind"),
    pytest.param("<label>Author</label> <small>*</small><br><input name=a>", "Author",
                 id="a mark between the label and the box"),
    pytest.param("<label>Pay</label><input type=hidden name=h><div><input name=a></div>", "Pay",
                 id="a hidden input between them"),
    pytest.param("<table><tr><td>Type<td><table><tr><td><input name=a></table></table>", "Type",
                 id="a table within a cell"),
    pytest.param("<b>Price:</b> + <input name=a>", "Price", id="a sign between them"),
    pytest.param('<label for="a">Author</label><p>.</p><input id="i" name="a">', "Author",
                 id="a label that refers to the name"),
    pytest.param('<input name="a" value="Your town">', "Your town", id="what stands in the box"),
    pytest.param('<input name="a" value="25">', "", id="but no number"),
    pytest.param('<input type=checkbox id=t name=t><label for=t>News</label> <i></i><input name=a>',
                 "", id="the label of a box to tick before is not"),
    pytest.param("<div><p>Zip/City</p><input name=z> / <input name=a></div>", "Zip/City",
                 id="one label for a row"),
    pytest.param("<table><tr><td>Title<td><input name=z><select name=a><option>x<option>y</table>",
                 "Title", id="one label for a cell"),
    pytest.param("<div><p>Sort <select name=z><option>x</select></p><p><input name=a></p></div>",
                 "", id="the label of another paragraph is not"),
    pytest.param(f'<input type=checkbox name=a id=i><label for=i>{"word " * 20}</label>',
                 ("word " * 16).strip(), id="the first words of a long label"),
    pytest.param("<select name=a><option>20 a page<option>40 a page</select>", "a page",
                 id="what the options count"),
    pytest.param("<input name=a>", "", id="nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "label"), LABELS)
def test_labels(html: str, label: str) -> None:
    (found,) = [i for i in form_of(f"<form>{html}</form>").inputs if i.name == "a"]
    assert found.label == label


# What a group is called, what its members are called, HTML.
GROUPS = {
    "legend": ("Size", ["S", "L"], "<fieldset><legend>Size</legend>{S}{L}</fieldset>"),
    "text before": ("Size", ["S", "L"], "<p>Size: {S} {L}</p>"),
    "group": ("Size", ["S", "L"], "<b id=g>Size</b><div role=radiogroup aria-labelledby=g>{S}{L}"),
    "cell before": ("Size", ["S", "L"], "<table><tr><td>Size<td>{S} {L}</table>"),
    "label for the name": (
        "Size", ["S", "L"],
        "<fieldset><legend>Order</legend><input type=hidden name=x><label for=r>Size</label>{S}{L}"
    ),
    "block before, not the legend of more": (
        "Size", ["S", "L"],
        "<fieldset><legend>Order</legend><input type=hidden name=x><p>Size</p><div>{S}{L}</div>"
    ),
    "row before": ("Size", ["S", "L"], "<table><tr><th>Size</tr><tr><td>{S} {L}</table>"),
    "nothing": ("", ["S", "L"], "<p>{S} {L}"),
}  # fmt: skip
TICKS = {
    "label for": "<input type={kind} name=r id={0} value={0}><label for={0}>{0}</label>",
    "around": "<label><input type={kind} name=r value={0}> {0}</label>",
    "behind": "<input type={kind} name=r value={0}> {0}",
}


@pytest.mark.parametrize("kind", ["radio", "checkbox"])
@pytest.mark.parametrize("tick", TICKS.values(), ids=TICKS)
@pytest.mark.parametrize(("label", "labels", "html"), GROUPS.values(), ids=GROUPS)
def test_groups(label: str, labels: list[str], html: str, tick: str, kind: str) -> None:
    members = {name: tick.format(name, kind=kind) for name in labels}
    *_, group = form_of(f"<form>{html.format(**members)}</form>").inputs
    assert (group.label, group.name, group.kind) == (label, "r", kind)
    assert group.options == (("S", "S"), ("L", "L"))


def test_texts_before_the_members_of_a_group() -> None:
    html = "<form>yes <input type=radio name=r value=1> no <input type=radio name=r value=0></form>"
    assert form_of(html).inputs[0].options == (("1", "yes"), ("0", "no"))


def test_what_stands_before_the_form_is_no_label() -> None:
    (box,) = form_of("<h2>Find a book</h2><form><input name=a></form>").inputs
    assert box.label == ""
    (box,) = form_of("<div>Find <form><input name=a></form></div>").inputs
    assert box.label == ""


def test_a_label_outside_the_form() -> None:
    html = "<label for=i>Author</label><form><p><input name=a id=i></p></form>"
    assert form_of(html).inputs[0].label == "Author"


@pytest.mark.parametrize(("length", "is_label"), [(MAX_LABEL, True), (MAX_LABEL + 1, False)])
def test_the_longest_label(length: int, is_label: bool) -> None:
    for html in ("<form>{}<input name=a>", "<form><label>{}<input name=a>"):
        (box,) = form_of(html.format("x" * length)).inputs
        assert box.label == "x" * length * is_label


def test_hidden_inputs_have_no_label() -> None:
    (hidden,) = form_of("<form>Author <input type=hidden name=a title=x></form>").inputs
    assert hidden.label == ""


def test_wide_forms_are_read_in_full() -> None:
    form = form_of("<form>" + "".join(f"L{n} <input name=i{n}>" for n in range(1000)))
    assert [box.label for box in form.inputs] == [f"L{n}" for n in range(1000)]


def test_labels_inside_labels() -> None:
    (form,) = forms(page_of("<form>" + "<label>a<input name=q>" * 500))
    assert form.inputs[-1].label == "a"


def test_a_query_that_a_box_repeats_is_no_label() -> None:
    box = "<form><input name=q value='blue whales'></form>"
    (asked,) = forms(page_of(box, "http://example.org/find?q=blue+whales"))
    (first,) = forms(page_of(box))
    assert asked.inputs[0].label == ""
    assert first.inputs[0].label == "blue whales"
