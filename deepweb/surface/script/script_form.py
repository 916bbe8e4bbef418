"""A search by script as a form: what it sends, and what a browser is to open or fill in."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, unquote, urlsplit

from deepweb.form.model import Form, Input
from deepweb.form.script import FILL, IN_PATH, OPEN, Script, escaped
from deepweb.surface.script.exchange import Pairs


def rendered_form(page: str, shown_at: str, word: str, script: Script) -> tuple[Form, str]:
    """A search that only a browser can ask, as a form, and how it is asked.

    ``shown_at`` is an address that shows the results for a word when it is opened, or "";
    ``script`` knows the box.
    """
    if shown_at and (opened := _address_form(page, shown_at, word, script)):
        return opened, "the browser opens an address for each question"
    action = f"{page.partition('?')[0].partition('#')[0]}%23fill"
    filled = script_form(page, action, (("q", ""),), "q", replace(script, way=FILL))
    return filled, "the browser fills in its box for each question"


def _address_form(page: str, shown_at: str, word: str, script: Script) -> Form | None:
    """An address as a form; None if it does not hold the word."""
    parts = urlsplit(escaped(shown_at))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    box = next((name for name, value in pairs if _is_same(value, word)), "")
    path = parts.path
    if not box:
        steps = [IN_PATH if _is_same(unquote(s), word) else s for s in path.split("/")]
        box, path = (IN_PATH, "/".join(steps)) if IN_PATH in steps else ("", path)
        pairs = [*pairs, (IN_PATH, "")]
    if not box:
        return None
    sent = tuple((name, "" if name == box else value) for name, value in pairs)
    action = parts._replace(path=path, query="", fragment="").geturl()
    return script_form(page, action, sent, box, replace(script, way=OPEN))


def script_form(page: str, action: str, sent: Pairs, box: str, script: Script) -> Form:
    """The form that sends some names and values, with one of them as the query."""
    return Form(
        url=page,
        index=None,
        action=action,
        method="GET",
        encoding="utf-8",
        inputs=tuple(_input(name, value, box) for name, value in sent),
        defaults=sent,
        hints="search by script",
        script=script,
    )


def _is_same(value: str, word: str) -> bool:
    return value.strip().casefold() == word.casefold()


def _input(name: str, value: str, box: str) -> Input:
    return Input(name, "search" if name == box else "hidden", default=value)
