"""What a browser sends when nobody touches the form; after the HTML standard, 4.10.22.4."""

import pytest
from form2request import form2request
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import FormElement
from parsel import Selector

from deepweb.form.model import forms
from deepweb.form.submission import submission
from tests.read.pages import URL, page_of
from tests.samples import form_of

DEFAULTS = [
    pytest.param("<input name=q>", [("q", "")], id="empty box"),
    pytest.param('<input name=q value="ö&amp;=">', [("q", "ö&=")], id="filled box"),
    pytest.param("<input value=x>", [], id="box without a name"),
    pytest.param("<input name='' value=x>", [], id="box with an empty name"),
    pytest.param("<input name=q value='a\nb'>", [("q", "ab")], id="a box has one line"),
    pytest.param("<input type=hidden name=h value=1><input name=q>", [("h", "1"), ("q", "")],
                 id="hidden"),
    pytest.param("<input type=hidden name=h value='a\nb'>", [("h", "a\nb")],
                 id="hidden with lines"),
    pytest.param("<select name=s><option value=1>A<option value=2 selected>B</select>",
                 [("s", "2")], id="selected option"),
    pytest.param("<select name=s><option value=1 selected>A<option value=2 selected>B</select>",
                 [("s", "2")], id="the last of two selected"),
    pytest.param("<select name=s><option value=1>A<option value=2>B</select>", [("s", "1")],
                 id="first option"),
    pytest.param("<select name=s><option disabled value=1>A<option value=2>B</select>",
                 [("s", "2")], id="first option that may be chosen"),
    pytest.param("<select name=s><optgroup disabled label=x><option>A</optgroup><option>B</select>",
                 [("s", "B")], id="first option of a group that may be chosen"),
    pytest.param("<select name=s><option disabled selected value=''>Kind<option>B</select>", [],
                 id="a prompt that cannot be chosen"),
    pytest.param("<select name=s><option> A  B </option></select>", [("s", "A B")],
                 id="option without a value"),
    pytest.param("<select name=s><option>A <b>b</b></option></select>", [("s", "A b")],
                 id="option with formatting"),
    pytest.param("<select name=s><option value='' label=x></select>", [("s", "")],
                 id="option with an empty value"),
    pytest.param("<select name=s size=4><option>A</select>", [], id="list of which none is chosen"),
    pytest.param("<select name=s size=1><option>A</select>", [("s", "A")], id="list of one row"),
    pytest.param("<select name=s></select>", [], id="menu without options"),
    pytest.param("<select name=s disabled><option>A</select>", [], id="disabled menu"),
    pytest.param("<select name=s multiple><option selected>A<option selected>B</select>",
                 [("s", "A"), ("s", "B")], id="several options"),
    pytest.param("<select name=s multiple><option>A</select>", [], id="none of several"),
    pytest.param("<input type=checkbox name=c checked><input type=checkbox name=d value=2>",
                 [("c", "on")], id="checked box"),
    pytest.param("<input type=checkbox name=c value=1 checked><input type=checkbox name=c value=2>"
                 "<input type=checkbox name=c value=3 checked>", [("c", "1"), ("c", "3")],
                 id="two of three boxes"),
    pytest.param("<input type=hidden name=c value=0><input type=checkbox name=c value=1 checked>",
                 [("c", "0"), ("c", "1")], id="box with a hidden no"),
    pytest.param("<input type=radio name=r value=1><input type=radio name=r value=2 checked>",
                 [("r", "2")], id="radio"),
    pytest.param("<input type=radio name=r value=1 checked><input type=radio name=r value=2 "
                 "checked>", [("r", "2")], id="the last of two radios"),
    pytest.param("<input type=radio name=r value=1>", [], id="no radio"),
    pytest.param("<input type=RADIO name=r checked>", [("r", "on")], id="radio without a value"),
    pytest.param("<textarea name=t>a b</textarea>", [("t", "a b")], id="text area"),
    pytest.param("<textarea name=t>\n\na</textarea>", [("t", "\na")], id="first line of an area"),
    pytest.param("<input type=number name=n value=1.5><input type=number name=m value=x>",
                 [("n", "1.5"), ("m", "")], id="numbers"),
    pytest.param("<input type=range name=n>", [("n", "50")], id="range"),
    pytest.param("<input type=range name=n min=10 max=30>", [("n", "20")], id="range with limits"),
    pytest.param("<input type=range name=n min=0 max=1 step=0.1>", [("n", "0.5")],
                 id="range with a step"),
    pytest.param("<input type=range name=n min=0 max=5 step=2>", [("n", "2")],
                 id="middle between two steps"),
    pytest.param("<input type=range name=n min=5 max=1>", [("n", "5")], id="range upside down"),
    pytest.param("<input type=range name=n value=900>", [("n", "100")], id="range too high"),
    pytest.param("<input type=range name=n min=x max=1e999 step=-1>", [("n", "50")],
                 id="range that makes no sense"),
    pytest.param("<input type=date name=d value=2020-02-30x><input type=date name=e "
                 "value=2020-02-03>", [("d", ""), ("e", "2020-02-03")], id="dates"),
    pytest.param("<input type=month name=m value=2020-02><input type=time name=t value=1pm>"
                 "<input type=week name=w value=2020-W05>",
                 [("m", "2020-02"), ("t", ""), ("w", "2020-W05")], id="month, time, week"),
    pytest.param("<input type=color name=c><input type=color name=d value=#ABCDEF>",
                 [("c", "#000000"), ("d", "#abcdef")], id="colours"),
    pytest.param("<input type=email name=e value=' a@b.example '>", [("e", "a@b.example")],
                 id="mail"),
    pytest.param("<input type=nonsense name=q value=x>", [("q", "x")], id="unknown type"),
    pytest.param("<input type=file name=f><input name=q>", [("q", "")], id="file"),
    pytest.param("<input name=q><input type=submit name=go value=Find>",
                 [("q", ""), ("go", "Find")], id="named button"),
    pytest.param("<button name=go value=1>A</button><input name=q>", [("go", "1"), ("q", "")],
                 id="named button before the box"),
    pytest.param("<button name=go value=1>A</button><button name=to value=2>B</button>",
                 [("go", "1")], id="the first of two buttons"),
    pytest.param("<button name=go disabled>A</button><button name=to value=2>B</button>",
                 [("to", "2")], id="the first button that can be pressed"),
    pytest.param("<button type=button name=x value=1></button><button type=reset name=y></button>"
                 "<button type=menu name=z value=3></button>", [("z", "3")],
                 id="buttons that send nothing"),
    pytest.param("<input name=q><button>Go</button><input type=reset name=r>", [("q", "")],
                 id="button without a name"),
    pytest.param("<input type=submit name=go>", [("go", "Submit")], id="button without a value"),
    pytest.param("<input type=image name=i value=x>", [("i.x", "0"), ("i.y", "0")], id="picture"),
    pytest.param("<input type=image>", [("x", "0"), ("y", "0")], id="picture without a name"),
    pytest.param("<input name=q value=1><input name=q value=2>", [("q", "1"), ("q", "2")],
                 id="a name twice"),
    pytest.param("<input name=q disabled value=1>", [], id="disabled box"),
    pytest.param("<fieldset disabled><legend><input name=l></legend><input name=q></fieldset>",
                 [("l", "")], id="disabled fieldset, but not its legend"),
    pytest.param("<fieldset disabled><div><legend><input name=l></legend></div></fieldset>", [],
                 id="a legend of another"),
    pytest.param("<fieldset><input name=q></fieldset>", [("q", "")], id="fieldset"),
    pytest.param("<input type=hidden name=_charset_>", [("_charset_", "UTF-8")], id="charset"),
    pytest.param("<input name=_charset_ value=x>", [("_charset_", "x")], id="charset not hidden"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "defaults"), DEFAULTS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_defaults(html: str, defaults: list[tuple[str, str]], method: str) -> None:
    form = form_of(f"<form action=/s method={method}>{html}</form>")
    assert list(form.defaults) == defaults
    assert form.method == method.upper()


_PLAIN = st.sampled_from(
    ["<input name=a value=1>", "<input name=b>", "<input type=hidden name=c value='x y'>",
     "<select name=d><option value=1>A<option value=2 selected>B</select>",
     "<select name=e><option>A<option>B</select>", "<input type=checkbox name=f checked>",
     "<input type=checkbox name=g>", "<textarea name=i>a</textarea>", "<p>text</p>",
     "<select name=j multiple><option selected>A<option selected>B</select>", "<input value=k>"]
)  # fmt: skip


@given(st.lists(_PLAIN, max_size=8), st.sampled_from(["get", "post"]))
@settings(max_examples=200, deadline=None)
def test_form2request_says_the_same_of_plain_forms(controls: list[str], method: str) -> None:
    html = f"<form action='find?x=1' method={method}>{''.join(controls)}<button>Go</button></form>"
    (element,) = Selector(html, base_url=URL).root.iter("form")
    assert isinstance(element, FormElement)
    theirs = form2request(element)
    ours = submission(forms(page_of(html))[0], {})
    assert (ours.url, ours.method, ours.body) == (theirs.url, theirs.method, theirs.body)
    assert [("Content-Type", ours.content_type)] * (method == "post") == theirs.headers
