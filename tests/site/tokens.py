"""Does a submission come back with the token that its visitor was given?"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from http.cookies import SimpleCookie
from threading import Lock
from urllib.parse import urlsplit

from demosite.server import Question
from tests.site.addresses import read_arguments
from tests.site.answers import Answer
from tests.site.forms import TOKEN, TOKEN_NAME
from tests.site.style import Style

_COOKIE = "visitor"


class Tokens:
    """Gives every page that shows the form a token for its visitor, and remembers its uses."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._left: dict[tuple[str, str], int | None] = {}
        self._lock = Lock()

    def guarded(self, question: Question, answer: Callable[[Question], Answer]) -> Answer:
        if not self._style.token:
            return answer(question)
        visitor = _visitor(question)
        if self._is_submission(question) and not self._is_valid(question, visitor):
            return Answer("search", "<h1>Token mismatch</h1>", self._style.stale_status)
        known = visitor or secrets.token_hex(8)
        given = answer(question)
        cookie = "" if visitor else f"{_COOKIE}={known}; Path=/"
        if TOKEN in given.body:
            given = replace(given, body=given.body.replace(TOKEN, self._issued(known)))
        return replace(given, cookie=cookie)

    def _is_submission(self, question: Question) -> bool:
        address = urlsplit(question.target)
        arguments = read_arguments(self._style, address.query)
        return address.path == self._style.action and self._style.page_name not in arguments

    def _is_valid(self, question: Question, visitor: str) -> bool:
        sent = read_arguments(self._style, question.body or urlsplit(question.target).query)
        key = visitor, sent.get(TOKEN_NAME, "")
        with self._lock:
            left = self._left.get(key, 0)
            if left is not None:
                self._left[key] = max(0, left - 1)
        return left is None or left > 0

    def _issued(self, visitor: str) -> str:
        token = secrets.token_hex(16)
        with self._lock:
            self._left[visitor, token] = self._style.token_uses
        return token


def _visitor(question: Question) -> str:
    kept = SimpleCookie(question.cookie).get(_COOKIE)
    return kept.value if kept else ""
