"""No password and no control character reaches the log or a terminal."""

from __future__ import annotations

import io
import json
import logging
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy import Spider
from sqlalchemy.exc import OperationalError

from deepweb.output.log_lines import PlainLog, ShortErrors, keep_log_plain, masked, plain, say
from tests.samples import page


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "store postgresql+psycopg://me:s3cret@db:5432/deepweb cannot",
            "store postgresql+psycopg://me:***@db:5432/deepweb cannot",
        ),
        ("redis://:s3cret@host/0", "redis://:***@host/0"),
        ("ftp://me:p@ss:w0rd@host/feed.csv", "ftp://me:***@host/feed.csv"),
        ("'AWS_SECRET_ACCESS_KEY': 'abc/def'", "'AWS_SECRET_ACCESS_KEY': ***"),
        ("FTP_PASSWORD=guest now", "FTP_PASSWORD=*** now"),
        ("http://example.org/search?q=a:b@c", "http://example.org/search?q=a:b@c"),
        ("http://127.0.0.1:8000/ and a@b.example", "http://127.0.0.1:8000/ and a@b.example"),
    ],
)
def test_passwords_are_masked(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07\x1b[2Jhello", "\\u001b]0;owned\\u0007\\u001b[2Jhello"),
        ("\x9b31mred", "\\u009b31mred"),
        ("over\rwritten\x08", "over\\u000dwritten\\u0008"),
        ("abc\u202edcba", "abc\\u202edcba"),
        ("日本語\tä\n", "日本語\tä\n"),
    ],
)
def test_control_characters_are_shown_not_obeyed(text: str, shown: str) -> None:
    assert plain(text) == shown


@settings(deadline=None)
@given(st.text())
def test_json_that_is_printed_stays_the_same(text: str) -> None:
    out = io.StringIO()
    say(json.dumps({"said": text}, ensure_ascii=False), out)
    assert json.loads(out.getvalue()) == {"said": text}


def test_every_line_of_the_log_is_plain() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        keep_log_plain()
        keep_log_plain()
        logging.getLogger("x").error("%s and %s", "postgresql://me:s3cret@db/x", "\x1b[31m")
        try:
            raise ValueError("redis://:s3cret@db/0")
        except ValueError:
            logging.getLogger("x").exception("failed")
    finally:
        root.removeHandler(handler)
    assert "s3cret" not in out.getvalue()
    assert "\x1b" not in out.getvalue()
    assert "ValueError: redis://:***@db/0" in out.getvalue()
    assert isinstance(handler.formatter, PlainLog)


@pytest.mark.parametrize(
    ("item", "error", "level"),
    [
        (page("full"), OSError(28, "No space left on device"), logging.DEBUG),
        (page("full"), OperationalError("insert", None, Exception("disk is full")), logging.DEBUG),
        (page("wrong"), KeyError("ours"), logging.ERROR),
        ({"of": "the user"}, OSError(28, "No space left on device"), logging.ERROR),
    ],
)
def test_what_cannot_be_stored_is_told_by_the_line_that_ends_the_crawl(
    item: Any, error: Exception, level: int
) -> None:
    told = ShortErrors().item_error(item, error, None, Spider("any"))
    assert told["level"] == level


def test_it_is_no_error_that_nobody_reads_any_more(capfd: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as file:
        say("one", file, flush=True)
        assert os.read(reading, 9) == b"one\n"
        os.close(reading)
        say("two", file, flush=True)
        say("three", file, flush=True)
    assert capfd.readouterr() == ("", "")
