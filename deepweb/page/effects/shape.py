"""What do the links of a page do, by the shape of their addresses, whatever their words mean?

What happens to a thing is named behind its number: ``/task/4/done``, ``/task/4?done=1``. A word
there that is no known part of a thing ("reviews"), nor a way to show it ("lang"), may be an order
in any language. Links to records look alike, but each has a text of its own. So may an argument be
that one link of the page has, where other links are the same without it: beside
``/find?dog=rex``, the link ``/find?dog=rex&adopt=1``. And a step that many links of a page have at
the same place, each saying the step as its text, is a name: a repository that is called "adduser"
is no order.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.spelling import tokens_of

MIN_RECORDS = 3  # texts of links of one shape that are records
MIN_NAMES = 8  # names at one place of the addresses of a page
MAX_STEPS = 4  # steps of a path that may be names
MAX_DEPTH = 40  # steps of a path that is looked at
MAX_ORDER = 2  # words of a step that may be an order; longer ones are titles
MIN_PLURAL = 3  # letters of a word before the "s" of a plural
MAX_VALUE = 12  # letters of the value of an argument that may be an order

_ID = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
# "?light=on"
_SWITCH = re.compile(r"(?:^|&)([^&=]+=(?:on|off))(?:&|$)", re.IGNORECASE)
_FILE = re.compile(r"\.\w{2,6}$")
_VALUE = re.compile(r"[01]|[^\W\d_]+")


class LinkShapes:
    """The shapes of the links of a page."""

    def __init__(self, links: Iterable[tuple[str, str]], effects: Effects) -> None:
        self._effects = effects
        self._texts = defaultdict[tuple[str, ...], set[str]](set)
        self._names = defaultdict[tuple[str, ...], set[str]](set)
        self._having = Counter[str]()
        """By the name of an argument, how many addresses of the page have it."""
        told: set[str] = set()
        for url, text in links:
            if (parts := _split(url)) is None:
                continue
            if url not in told:
                told.add(url)
                self._having.update(_argument_names(parts))
            said = "".join(tokens_of(text))
            self._texts[_shape(parts)].add(said)
            if said == "".join(tokens_of(_FILE.sub("", _last(parts)))):
                self._texts[_shape(parts, is_named=True)].add(said)
            for place, name in _places(parts):
                if "".join(tokens_of(name)) == said:
                    self._names[place].add(name)

    def acting(self, url: str) -> str:
        """The part of an address that may be an order to do something with a thing, or ""."""
        parts = _split(url)
        if parts is None or not self._effects.words.lists:
            return ""
        shapes = _shape(parts), _shape(parts, is_named=True)
        if any(len(self._texts[shape]) >= MIN_RECORDS for shape in shapes):
            return ""
        steps = _steps(parts)
        if len(steps) > 1 and _is_thing(steps[:-1]) and self._may_order(steps[-1]):
            return steps[-1][:80]
        if parts.query and (switched := _SWITCH.search(parts.query)):
            return switched[1]
        if steps and _is_thing(steps) and parts.query:
            return self._ordering_argument(parts.query)
        return self._further_argument(parts)

    def is_name(self, url: str) -> bool:
        """Is a step of an address the name of one of many things on the page?"""
        parts = _split(url)
        return parts is not None and any(
            len(self._names[place]) >= MIN_NAMES for place, _ in _places(parts)
        )

    def _may_order(self, step: str) -> bool:
        tokens = tokens_of(step)
        is_word = 0 < len(tokens) <= MAX_ORDER and all(map(str.isalpha, tokens))
        is_title = step[0].isupper() or _FILE.search(step) is not None
        return is_word and not is_title and not self._is_known(tokens)

    def _ordering_argument(self, query: str) -> str:
        for name, value in parse_qsl(query[:1000]):
            is_short = len(value) <= MAX_VALUE and _VALUE.fullmatch(value) is not None
            is_short = is_short and not value[0].isupper()
            if is_short and not self._is_known(tokens_of(name)):
                return f"{name}={value}"
        return ""

    def _further_argument(self, parts: SplitResult) -> str:
        """An argument that no other link of the page has, where others are the same without it."""
        path, *names = _shape(parts)
        shared = [name for name in names if self._having[name] > 1]
        if not shared or (path, *shared) not in self._texts:
            return ""
        lone = (name for name in names if name not in shared)
        return next((name[:80] for name in lone if not self._is_known(tokens_of(name))), "")

    def _is_known(self, tokens: list[str]) -> bool:
        listed = self._effects.words.is_listed
        last = tokens[-1] if tokens else ""
        # Few verbs end with an "s", and most plurals do.
        is_plural = len(last) > MIN_PLURAL and last.endswith("s") and not last.endswith("ss")
        return is_plural or any(
            listed(name, word)
            for name in ("part", "asked", "reading place", "about", "reads", "looks up")
            for word in (last, last.removesuffix("s"), "".join(tokens))
        )


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _steps(parts: SplitResult) -> list[str]:
    if parts.path.count("/") > MAX_DEPTH:
        return []
    return [unquote(each) for each in parts.path.split("/") if each]


def _is_thing(steps: list[str]) -> bool:
    """Does a path end with the number of a thing, and not with a date?"""
    *before, last = steps
    is_date = _YEAR.fullmatch(last) or (before and _ID.fullmatch(before[-1]))
    return _ID.fullmatch(last) is not None and not is_date


def _last(parts: SplitResult) -> str:
    return unquote(parts.path.rstrip("/").rpartition("/")[2])


def _shape(parts: SplitResult, *, is_named: bool = False) -> tuple[str, ...]:
    """What the addresses of records have in common; ``is_named``: whatever their last step is."""
    path = f"{parts.path.rstrip('/').rpartition('/')[0]}/*" if is_named else parts.path
    return (_ID.sub("0", path), *_argument_names(parts))


def _argument_names(parts: SplitResult) -> list[str]:
    return sorted({name for name, _ in parse_qsl(parts.query[:1000])})


def _places(parts: SplitResult) -> Iterable[tuple[tuple[str, ...], str]]:
    """Each step of a path, and the path without it."""
    steps = _steps(parts)
    for number, step in enumerate(steps[:MAX_STEPS]):
        yield (str(number), *steps[:number], "*", *steps[number + 1 :]), step
