"""A search that only a browser can ask, as a form.

Where the browser's address tells what was asked, be it behind a ``#``, that address is opened for
each question; else the box is filled in. What such a form "sends" is never sent: it names the
question.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, unquote, urlsplit

from deepweb.form.model import Form, Input
from deepweb.form.script import FILL, IN_PATH, OPEN, Script, escaped


def rendered_form(page: str, shown_at: str, word: str, script: Script) -> tuple[Form, str]:
    """The form, and how it is asked; ``script`` knows the box.

    ``shown_at``: an address that shows the results for a word when it is opened; or nothing.
    """
    if shown_at and (opened := _opened(page, shown_at, word, script)):
        return opened, "the browser opens an address for each question"
    action = f"{page.partition('?')[0].partition('#')[0]}%23fill"
    box = Input("q", "search")
    return (
        Form(
            url=page,
            index=None,
            action=action,
            method="GET",
            encoding="utf-8",
            inputs=(box,),
            defaults=(("q", ""),),
            hints="search by script",
            script=replace(script, way=FILL),
        ),
        "the browser fills in its box for each question",
    )


def _opened(page: str, shown_at: str, word: str, script: Script) -> Form | None:
    """The address as a form; None where the word is not in it."""
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
    return Form(
        url=page,
        index=None,
        action=parts._replace(path=path, query="", fragment="").geturl(),
        method="GET",
        encoding="utf-8",
        inputs=tuple(Input(n, "search" if n == box else "hidden", default=v) for n, v in sent),
        defaults=sent,
        hints="search by script",
        script=replace(script, way=OPEN),
    )


def _is_same(value: str, word: str) -> bool:
    return value.strip().casefold() == word.casefold()
