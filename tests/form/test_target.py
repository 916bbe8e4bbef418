"""Where forms are sent, and how."""

import pytest

from tests.samples import form_of

PAGE = "http://site.example/dir/page?lang=de"


@pytest.mark.parametrize(
    ("attributes", "action"),
    [
        pytest.param('action="/find"', "http://site.example/find", id="from the root"),
        pytest.param('action="find"', "http://site.example/dir/find", id="relative"),
        pytest.param('action=" find "', "http://site.example/dir/find", id="blanks around"),
        pytest.param('action="https://o.example/s"', "https://o.example/s", id="another host"),
        pytest.param('action="//o.example/s"', "http://o.example/s", id="same scheme"),
        pytest.param('action="\\find"', "http://site.example/find", id="backslash"),
        pytest.param('action="/fi\nnd"', "http://site.example/find", id="line break"),
        pytest.param('action="/find?a=1&b=2"', "http://site.example/find", id="GET with a query"),
        pytest.param('action="?a=1"', "http://site.example/dir/page", id="nothing but a query"),
        pytest.param('action="/find?a=1" method="post"', "http://site.example/find?a=1",
                     id="POST with a query"),
        pytest.param('action="/find#results"', "http://site.example/find", id="fragment"),
        pytest.param('action="/such/größe"', "http://site.example/such/gr%C3%B6%C3%9Fe",
                     id="signs that are quoted"),
        pytest.param('action="http://bücher.example/"', "http://xn--bcher-kva.example/",
                     id="host that is quoted"),
        pytest.param('action="/my search"', "http://site.example/my%20search", id="a blank"),
        pytest.param("", "http://site.example/dir/page", id="missing"),
        pytest.param('action=""', "http://site.example/dir/page", id="empty"),
        pytest.param('method="post"', PAGE, id="missing, POST"),
        pytest.param('action="/find" method="search"', "http://site.example/find",
                     id="unknown method is GET"),
        pytest.param('action="/find" method="POST"', "http://site.example/find", id="capitals"),
    ],
)  # fmt: skip
def test_actions(attributes: str, action: str) -> None:
    form = form_of(f"<form {attributes}><input name=q></form>", PAGE)
    assert form.action == action
    assert form.defaults == (("q", ""),)
    assert form.unusable == ""
    assert form.method == ("POST" if "post" in attributes.lower() else "GET")


@pytest.mark.parametrize(
    ("base", "attributes", "action"),
    [
        pytest.param("http://site.example/app/", 'action="find"', "http://site.example/app/find",
                     id="relative to the base"),
        pytest.param("/app/", 'action="find"', "http://site.example/app/find", id="relative base"),
        pytest.param("/app/", "", "http://site.example/dir/page", id="the page, not the base"),
        pytest.param("http://[", 'action="find"', "http://site.example/dir/find", id="broken"),
        pytest.param("javascript:x", 'action="find"', "http://site.example/dir/find", id="no URL"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", [0, 9000], ids=["at the start", "far down"])
def test_actions_with_a_base(base: str, attributes: str, action: str, before: int) -> None:
    html = f'{"<i></i>" * before}<base target=x><base href="{base}"><base href=/other/>'
    assert form_of(f"{html}<form {attributes}><input name=q></form>", PAGE).action == action


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        pytest.param('action="javascript:go()"', "its action is javascript:", id="script"),
        pytest.param('action="mailto:a@b.example"', "its action is mailto:", id="mail"),
        pytest.param('action="ftp://f.example/"', "its action is ftp:", id="another protocol"),
        pytest.param('action="http://["', "Invalid IPv6 URL", id="broken address"),
        pytest.param('action="http://h:port/"', "its action is no URL", id="port in letters"),
        pytest.param('action="https:///x"', "names no host", id="no host"),
        pytest.param('action="http://a b/"', "names no host", id="host with a blank"),
        pytest.param(f'action="http://{"ä" * 99}/"', "there can be no host", id="host too long"),
        pytest.param('action="http://h:0/"', "names no host", id="no port"),
        pytest.param(f'action="/{"x" * 30_000}"', "too long", id="too long"),
        pytest.param('method="dialog"', "DIALOG", id="dialog"),
    ],
)  # fmt: skip
def test_unusable_forms_say_why(attributes: str, reason: str) -> None:
    form = form_of(f"<form {attributes}><input name=q></form>")
    assert reason in form.unusable
    assert len(form.action) < 300
    assert [box.name for box in form.text_boxes] == ["q"]


# What the form and its first button say: action, method, enctype.
BUTTONS = {
    "of the button": ('formaction="/b" formmethod=post formenctype=multipart/form-data',
                      ("/b", "POST", "multipart/form-data")),
    "of the form": ("", ("/a", "GET", "application/x-www-form-urlencoded")),
    "unknown": ("formmethod=x formenctype=y", ("/a", "GET", "application/x-www-form-urlencoded")),
    "text": ("formenctype=Text/Plain", ("/a", "GET", "text/plain")),
}  # fmt: skip


@pytest.mark.parametrize(
    "button", ["<button {}>", "<input type=submit {}>", "<input type=image {}>"]
)
@pytest.mark.parametrize(("attributes", "goal"), BUTTONS.values(), ids=BUTTONS)
def test_the_first_button_decides(button: str, attributes: str, goal: tuple[str, ...]) -> None:
    first = button.format(attributes)
    form = form_of(f"<form action=/a><input name=q>{first}</button><button formaction=/c></form>")
    assert (form.action.removeprefix("http://site.example"), form.method, form.enctype) == goal
