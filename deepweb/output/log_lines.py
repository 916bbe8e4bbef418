"""Log lines and messages without secrets, and without control characters of a page.

Passwords in addresses of databases, feeds and proxies are masked, in messages and tracebacks.
Control characters, which could move the cursor or worse, and marks that turn the direction of text
are shown as escapes, ``\\u001b``, which JSON understands, too. A full disk is one line.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from scrapy.logformatter import LogFormatter, LogFormatterResult
from sqlalchemy.exc import DBAPIError

from deepweb.items import ResultPage, SearchForm, Site

_PASSWORD = re.compile(r"(?<=://)([^\s/@:'\"]*):([^\s/'\"]*)@")
_SECRET = re.compile(
    r"((?:SECRET|PASSWORD|PASSWD|PASS|TOKEN|ACCESS_KEY(?:_ID)?)['\"]?\s*[:=]\s*)"
    r"('[^']*'|\"[^\"]*\"|[^\s,}]+)",
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def masked(text: str) -> str:
    """Text without the passwords in it."""
    return _SECRET.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))


def plain(text: str) -> str:
    """Text with control characters escaped; line ends and tabs stay."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str, file: TextIO | None = None, *, flush: bool = False) -> None:
    """Print a text that may contain parts of a page."""
    with unread_is_no_error(file or sys.stdout) as to:
        print(plain(text), file=to, flush=flush)


@contextmanager
def unread_is_no_error(file: TextIO) -> Iterator[TextIO]:
    """Stop writing if nobody reads the output any more, as after ``| head``."""
    try:
        yield file
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())


class PlainLog(logging.Formatter):
    """Masks and escapes what another formatter makes."""

    def __init__(self, inner: logging.Formatter | None) -> None:
        super().__init__()
        self._inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        return plain(masked(self._inner.format(record)))


class ShortErrors(LogFormatter):
    """Drops the tracebacks of what could not be stored: one line ends the crawl of the site."""

    def item_error(
        self, item: Any, exception: BaseException, *args: Any, **named: Any
    ) -> LogFormatterResult:
        told = super().item_error(item, exception, *args, **named)
        is_ours = isinstance(item, (ResultPage, SearchForm, Site))
        if is_ours and isinstance(exception, (OSError, DBAPIError)):
            told["level"] = logging.DEBUG
        return told


def keep_log_plain() -> None:
    """Let every log handler mask and escape what it writes; may be called again."""
    for handler in logging.getLogger().handlers:
        if not isinstance(handler.formatter, PlainLog):
            handler.setFormatter(PlainLog(handler.formatter))
