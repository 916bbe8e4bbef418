"""Boxes that catch machines, and boxes that only look like it."""

# ruff: noqa: RUF001 (labels in many alphabets)

from __future__ import annotations

import pytest

from deepweb.form.model import forms
from deepweb.form.traps import wants_captcha
from tests.read.pages import body_of, page_of
from tests.samples import form_of

TRAPS = {
    "display": '<input name=u style="display: none">',
    "display in capitals": '<input name=u style="DISPLAY:NONE !important">',
    "visibility": '<input name=u style="visibility:hidden;">',
    "off the screen": '<input name=u style="position:absolute; left: -9999px">',
    "far above": '<input name=u style="position:fixed;top:-5000em">',
    "no opacity": '<input name=u style="opacity:0">',
    "no size": '<input name=u style="width:0;height:0">',
    "hidden attribute": "<input name=u hidden>",
    "hidden wrapper": '<div style="display:none"><label>Website <input name=u></label></div>',
    "wrapper off the screen": '<div style="position: fixed; left: -5000px"><input name=u></div>',
    "aria": '<input name=u aria-hidden=true tabindex=-1>',
    "aria on the wrapper": '<p aria-hidden=true><input name=u tabindex=-1></p>',
    "class": '<input name=u class="form-control hp">',
    "class of the wrapper": '<div class="hp-field"><input name=u></div>',
    "name": "<input name=honeypot id=u>",
    "honey": "<input name=u id=my-honey-field>",
    "English": "<label>Leave this field empty if you're human: <input name=u></label>",
    "placeholder": '<input name=u placeholder="Do not fill this in">',
    "German": "<label>Bitte nicht ausfüllen <input name=u></label>",
    "French": "<label>Laissez ce champ vide <input name=u></label>",
    "Spanish": "<label>Deje este campo en blanco <input name=u></label>",
    "Portuguese": "<label>Não preencha este campo <input name=u></label>",
    "Italian": "<label>Non compilare <input name=u></label>",
    "Dutch": "<label>Niet invullen <input name=u></label>",
    "Polish": "<label>Pozostaw puste <input name=u></label>",
    "Russian": "<label>Не заполняйте это поле <input name=u></label>",
    "Turkish": "<label>Boş bırakın <input name=u></label>",
    "Japanese": "<label>入力しないでください <input name=u></label>",
    "Chinese": "<label>请留空 <input name=u></label>",
    "Korean": "<label>비워두세요 <input name=u></label>",
    "text area": '<textarea name=u style="display:none"></textarea>',
}  # fmt: skip


@pytest.mark.parametrize("html", TRAPS.values(), ids=TRAPS)
def test_traps(html: str) -> None:
    form = form_of(f"<form><input name=q>{html}<button>Go</button></form>")
    box, trap, _ = form.inputs
    assert trap.trap
    assert not box.trap
    assert [each.name for each in form.text_boxes] == ["q"]


GOOD = {
    "nothing": "<input name=u>",
    "style": '<input name=u style="width:100px; left:-1px; opacity:0.5; height:10px">',
    "blank for all": "<label>Year (leave blank for all) <input name=u></label>",
    "a panel": '<div style="display:none"><input name=u><input name=v></div>',
    "menu made by a script": "<select name=u style='display:none'></select>",
    "box drawn by a style": "<input type=checkbox name=u style='opacity:0'>",
    "hidden from listeners only": "<input name=u aria-hidden=true>",
    "hp in a word": "<input name=u class='shp graphpaper'>",
    "hidden input": "<input name=u type=hidden class=hp>",
}


@pytest.mark.parametrize("html", GOOD.values(), ids=GOOD)
def test_no_traps(html: str) -> None:
    form = form_of(f"<form><input name=q>{html}</form>")
    assert {control.trap for control in form.inputs} == {""}


def test_a_form_hidden_as_a_whole_opens_on_a_click() -> None:
    html = "<div style='display:none'><form style='display:none'><input name=q></form></div>"
    assert form_of(html).inputs[0].trap == ""


def test_the_only_box_is_no_trap_for_its_style() -> None:
    html = "<form><input type=checkbox name=c><input name=q style='display:none'></form>"
    assert [box.name for box in form_of(html).text_boxes] == ["q"]


def test_the_only_box_is_a_trap_if_it_says_so() -> None:
    assert form_of("<form><input name=q class=honeypot></form>").text_boxes == ()


PUZZLES = {
    "reCAPTCHA": '<div class="g-recaptcha" data-sitekey="x"></div>',
    "hCaptcha": '<div class="h-captcha"></div>',
    "Turnstile": '<div class="cf-turnstile" data-sitekey="x"></div>',
    "frame": '<iframe src="https://www.google.com/recaptcha/api2/anchor?k=x"></iframe>',
    "picture": '<img src="/captcha.php?sid=12" alt="">',
    "picture by id": '<img id="CaptchaImage" src="/i/77.png">',
    "script": '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_puzzles(puzzle: str) -> None:
    assert wants_captcha(body_of(f'<form action="/search"><input name="q">{puzzle}</form>'))


def test_a_plain_search_and_one_for_captchas() -> None:
    assert not wants_captcha(body_of('<form><input name="q"><div class="box">captcha</div></form>'))


def test_such_a_form_is_not_submitted() -> None:
    (form,) = forms(page_of(f'<form><input name="q">{PUZZLES["reCAPTCHA"]}</form>'))
    assert form.unusable == "it wants a captcha solved"
