"""Puzzles in forms, as their makers have them put there."""

import pytest

from deepweb.form.captcha import wants_captcha
from deepweb.form.model import forms
from tests.read.pages import body_of, page_of

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
