"""Every regular expression of the project takes linear time, whatever a page holds.

Each is run against its worst inputs, which are made from its own parts: what it repeats, over and
over, with a beginning that lets it start and an end at which it fails.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as sre_parser  # type: ignore[import-not-found]
import time
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import deepweb

SHORT = 600  # characters of the first try
TIMES = 8  # times as long is the second
SLOWER = 20  # times that it may take: linear patterns take 8, quadratic ones 64
FEW = 24  # characters at which an exponential pattern takes a tenth of a second
EXPONENTIAL = 0.05  # seconds of that
CLEAR = 0.0004  # seconds that the first try takes at least, if the second is made
METHODS = ("search", "sub", "subn", "finditer", "findall", "split", "match", "fullmatch")
BOUNDED = {
    "deepweb.read.links.evidence._RANGE": "values of 60 characters and more are no ranges",
    "deepweb.surface.values.range_pair._DIGITS": "60 characters of a label are read",
    "deepweb.read.fields.values._PRICE": "kind_of reads no text over _MAX_VALUE",
}
"""Patterns that are not linear, and who bounds what they read."""
_CATEGORIES = {
    sre.CATEGORY_DIGIT: "7",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_NOT_WORD: "-",
}
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
MANY = 50  # repetitions from which on they count as unbounded
MAX_PAIRED = 6  # repeated texts that are also tried in pairs


def _patterns() -> Iterator[tuple[str, str, re.Pattern[Any]]]:
    """Module, name and pattern of each pattern that a module keeps."""
    known = set()
    for module in pkgutil.walk_packages(deepweb.__path__, "deepweb."):
        for name, value in vars(importlib.import_module(module.name)).items():
            for pattern in _within(value):
                if pattern not in known:
                    known.add(pattern)
                    yield module.name, name, pattern


def _within(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        yield from _within(tuple(value.values()), depth)
    elif depth and isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _within(each, depth - 1)


@cache
def _methods(module: str, name: str) -> frozenset[str]:
    """How a module uses a pattern; one of several goes by the name of a loop."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text(encoding="utf-8")
    of_strings = ("split",)
    for called, without in ((re.escape(name), ()), (r"(?!re\b)[a-z]+", of_strings)):
        wanted = "|".join(set(METHODS).difference(without))
        if found := re.findall(rf"\b{called}\.({wanted})\b", source):
            return frozenset(found)
    return frozenset({"search"})


def _one_of(items: list[tuple[Any, Any]]) -> str:
    """A character of a set."""
    if items[0][0] is sre.NEGATE:
        without = {chr(value) for kind, value in items if kind is sre.LITERAL}
        return next(char for char in "a <\"7-'x." if char not in without)
    kind, value = items[0]
    if kind is sre.CATEGORY:
        return _CATEGORIES.get(value, "a")
    return chr(value[0] if kind is sre.RANGE else value)


def _sample(parts: Any, repeated: set[tuple[str, str]]) -> str:
    """A text that a pattern matches; what it repeats is noted, with what comes before it."""
    text = ""
    for kind, value in parts:
        if kind is sre.LITERAL:
            text += chr(value)
        elif kind in {sre.ANY, sre.NOT_LITERAL}:
            text += "b" if value == ord("a") else "a"
        elif kind is sre.IN:
            text += _one_of(value)
        elif kind is sre.BRANCH:
            options = [_sample(each, repeated) for each in value[1]]
            repeated |= {(text, option) for option in options[:8]}
            text += options[0]
        elif kind is sre.SUBPATTERN:
            text += _sample(value[3], repeated)
        elif kind is sre.ATOMIC_GROUP:
            text += _sample(value, repeated)
        elif kind in _REPEATS:
            least, most, inner = value
            once = _sample(inner, repeated)
            if most >= MANY:
                repeated |= {(text, once), ("", once)}
            text += once * max(least, 1)
    return text


def _worst_inputs(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Beginning, what is repeated, and end."""
    is_text = isinstance(pattern.pattern, str)
    source = pattern.pattern if is_text else pattern.pattern.decode("latin-1")
    repeated: set[tuple[str, str]] = {("", char) for char in " a7\n<"}
    whole = _sample(sre_parser.parse(source, pattern.flags & re.VERBOSE), repeated)
    repeated |= {("", whole[:length]) for length in (*range(1, 6), len(whole))}
    chars = sorted({each for _, each in repeated if each})[:MAX_PAIRED]
    repeated |= {("", a + b) for a, b in product(chars, chars) if a != b}
    for (begin, each), end in product(sorted(repeated), ("", "\0")):
        if each:
            yield begin, each, end


def _seconds(pattern: re.Pattern[Any], text: str, methods: frozenset[str]) -> float:
    given = text if isinstance(pattern.pattern, str) else text.encode()
    start = time.process_time()
    if methods & {"sub", "subn", "finditer", "findall", "split"}:
        for _ in pattern.finditer(given):
            """All matches."""
    else:
        for method in methods:
            getattr(pattern, method)(given)
    return time.process_time() - start


def _is_slow(pattern: re.Pattern[Any], worst: tuple[str, str, str], how: frozenset[str]) -> bool:
    begin, each, end = worst
    if _seconds(pattern, begin + each * max(2, FEW // len(each)) + end, how) > EXPONENTIAL:
        return True  # exponential
    often = max(1, SHORT // len(each))
    short, long = (begin + each * (often * times) + end for times in (1, TIMES))
    if _seconds(pattern, short, how) < CLEAR:
        return False
    once = min(_seconds(pattern, short, how) for _ in range(3))
    return min(_seconds(pattern, long, how) for _ in range(2)) > SLOWER * max(once, CLEAR / 2)


PATTERNS = list(_patterns())


def test_all_patterns_are_found() -> None:
    assert len(PATTERNS) > 300
    assert BOUNDED.keys() <= {f"{module}.{name}" for module, name, _ in PATTERNS}


def test_a_quadratic_pattern_is_found_out() -> None:
    for slow in (r"\s+$", r"<loc>\s*(.*?)\s*</loc>", r"(?:a+)+b"):
        pattern = re.compile(slow)
        how = frozenset({"search"})
        assert any(_is_slow(pattern, worst, how) for worst in _worst_inputs(pattern)), slow


@pytest.mark.parametrize("module", sorted({module for module, _, _ in PATTERNS}))
def test_every_pattern_is_linear(module: str) -> None:
    for _, name, pattern in (each for each in PATTERNS if each[0] == module):
        if f"{module}.{name}" not in BOUNDED:
            how = _methods(module, name)
            slow = (w for w in _worst_inputs(pattern) if _is_slow(pattern, w, how))
            assert next(slow, None) is None, f"{name} is not linear: {pattern.pattern!r}"
