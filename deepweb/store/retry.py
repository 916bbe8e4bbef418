"""Waits while the database is away, then repeats the call that failed.

Every write of the store has a key, so a repetition does no harm. The wait blocks the crawl, which
has nothing to do without a place for its answers. An interrupt ends the wait at once.
"""

from __future__ import annotations

import inspect
import logging
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FrameType
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError

logger = logging.getLogger(__name__)

FIRST_DELAY = 0.2  # seconds before the first retry; each later delay is up to twice as long
MAX_DELAY = 10.0  # seconds
# States of PostgreSQL: connection trouble, too many connections, shutting down or starting.
_AWAY_CLASSES = ("08", "57P0", "53300")
# States of PostgreSQL: one of two conflicting transactions was rolled back.
_UNDONE = ("40001", "40P01")
# States of PostgreSQL: a lock, a statement or an idle transaction took too long.
_TIMED_OUT = ("55P03", "57014", "25P03")
_SQLITE_BUSY = 5


class AwayError(Exception):
    """The store or Redis was away for longer than a crawl waits."""


class PatientStore(Protocol):
    """A store: its address, how long to wait for it, and what to forget after an error."""

    shown: str
    max_wait: float

    def forget(self) -> None: ...


def delays() -> Iterator[float]:
    """Seconds to wait before each retry; at random, so that many workers do not retry at once."""
    most = FIRST_DELAY
    while True:
        yield random.uniform(most / 2, most)  # noqa: S311
        most = min(most * 2, MAX_DELAY)


C = TypeVar("C", bound=type)


def patient(cls: C) -> C:
    """Let every public method of a store wait while the database is away."""
    for name, method in list(vars(cls).items()):
        is_plain = inspect.isfunction(method) and not inspect.isgeneratorfunction(method)
        if is_plain and not name.startswith("_") and name not in {"close", "forget"}:
            setattr(cls, name, _waiting(method))
    return cls


def is_away(error: DBAPIError) -> bool:
    """Does the error pass by itself, so that the call can be repeated?"""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_AWAY_CLASSES) or state in (*_UNDONE, *_TIMED_OUT)
    if (code := getattr(error.orig, "sqlite_errorcode", None)) is not None:
        return bool(code & 0xFF == _SQLITE_BUSY)
    # psycopg has no state if no server answered.
    return error.connection_invalidated or type(error.orig).__name__ == "OperationalError"


def _waiting(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: PatientStore, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except DBAPIError as error:
            if not is_away(error):
                raise
            return _again(self, method, args, kwargs, error)

    return call


def _again(
    store: PatientStore, method: Callable[..., Any], args: Any, kwargs: Any, error: DBAPIError
) -> Any:
    since = time.monotonic()
    with _interruptible() as is_interrupted:
        for delay in delays():
            away = time.monotonic() - since
            store.forget()
            if is_interrupted() or away > store.max_wait:
                raise error
            _tell(store.shown, error, delay)
            _sleep(delay, is_interrupted)
            try:
                result = method(store, *args, **kwargs)
            except DBAPIError as again:
                if not is_away(again):
                    raise
                error = again
            else:
                away = time.monotonic() - since
                logger.warning("store %s is back after %.1f s; continuing", store.shown, away)
                return result
    raise AssertionError("delays never end")


def _tell(shown: str, error: DBAPIError, delay: float) -> None:
    cause = " ".join(str(error.orig).split())
    logger.warning("store %s is away (%s); trying again in %.1f s", shown, cause, delay)


def _sleep(seconds: float, is_interrupted: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_interrupted():
        time.sleep(min(0.1, seconds))


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Was the crawl interrupted? Scrapy's handlers wait for the event loop, which stands still."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if callable(handler := before[signal.Signals(number)]):
            handler(number, frame)

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(came)
    finally:
        for each, handler in before.items():
            # Scrapy may have set its handler for a second interrupt meanwhile.
            if signal.getsignal(each) is note:
                signal.signal(each, handler)
