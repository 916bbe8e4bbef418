"""Where tokens come from: a table of what servers give to pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deepweb.form.script import PageToken
from deepweb.surface.script.exchange import LOAD, SEARCH, Exchange
from deepweb.surface.script.page_tokens import page_tokens, token_text

OLD, NEW = "aB3/dE6+gH9=", "zY2/wV5+tS8="


def given(html: str, *told: tuple[str, str]) -> Exchange:
    return Exchange("GET", "http://x/", LOAD, is_page=True, answer=html.encode(), told=told)


@pytest.mark.parametrize(
    ("html", "cookie"),
    [
        ('<meta name="csrf-token" content="{}">', ""),
        ("<script>window.app = {{csrf: '{}'}}</script>", ""),
        ('{{"session": {{"token":"{}"}}}}', ""),
        ("<p>Hello", "XSRF-TOKEN={}; path=/"),
        ("<div data-app='{{&quot;token&quot;:&quot;{}&quot;}}'>", ""),
    ],
)
def test_a_token_is_found_again_on_another_visit(html: str, cookie: str) -> None:
    def visit(token: str) -> Exchange:
        return given(html.format(token), ("Set-Cookie", cookie.format(token)))

    first, second = visit(OLD), visit(NEW)
    [token] = page_tokens((("x-csrf-token", f"Bearer {OLD}"), ("accept", "text/html")), [first])
    assert token.url == "http://x/"
    assert token.found_in(token_text(second.told, second.answer.decode())) == NEW
    assert not token.found_in("<p>Gone")


def test_a_cookie_is_sent_as_the_script_reads_it() -> None:
    cookie = given("<p>", ("set-cookie", "XSRF-TOKEN=aB3%2FdE6%2BgH9%3D; path=/"))
    [token] = page_tokens((("x-xsrf-token", OLD),), [cookie])
    assert token.found_in("XSRF-TOKEN=zY2%2FwV5%2BtS8%3D; path=/") == NEW


def test_words_of_the_page_and_answers_to_searches_give_no_tokens() -> None:
    page = given("<p>XMLHttpRequest dune 12 application/json</p>")
    sent = (("x-requested-with", "XMLHttpRequest"), ("q", "dune"), ("n", "12"))
    assert page_tokens(sent, [page]) == ()
    assert page_tokens((("t", OLD),), [replace(given(OLD), stage=SEARCH)]) == ()


def test_all_tokens_come_from_one_address() -> None:
    first, second = given(f"a={OLD};b={NEW};"), replace(given(f"<{OLD}>"), url="http://x/a")
    tokens = page_tokens((("a", OLD), ("b", NEW)), [second, first])
    assert [(each.url, each.value) for each in tokens] == [("http://x/", OLD), ("http://x/", NEW)]


def test_a_token_with_signs_of_patterns_is_found() -> None:
    token = PageToken("http://x/", OLD, "csrf(*", ")")
    assert token.found_in(f"csrf(*{NEW})") == NEW
