"""What is the id of a record, and what does not belong to it?

The id is the record's address, or, if it has none, a hash of its title and its short values. Links
may carry more than the record: the query (``s[]=river``), the list, the session, mere chance. What
does not identify records is learnt over answers (``identity_learning.py``).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from deepweb.page.words import folded
from deepweb.read.fields.values import Scalar

_MAX_VALUE = 60  # characters of a value that may identify a record without an address
_MAX_WORDS = 6  # words of such a value; more are prose, perhaps a snippet
# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two names.
KEPT_BYTES = "surrogateescape"

_NO_WORD = re.compile(r"[\W_]+")
BEHIND, BEFORE = "…", "^"  # behind a name: what stands behind, or before, the number in its value
_BARE = "?"  # the component of an argument without a value, as in "/wiki?HomePage"
_END = "/"  # the component of a slash at the end of a path
_NUMBER = r"[^-_.,+~\d]*+\d[^-_.,+~]*+"
# A value that begins, or ends, with a word that holds a digit: "7-river", "river_7".
_NUMBERED = (
    (re.compile(rf"({_NUMBER})[-_.,+~](.*)", re.DOTALL), BEHIND),
    (re.compile(rf"(.*)[-_.,+~]({_NUMBER}(?:\.[a-z]{{2,5}})?)", re.DOTALL), BEFORE),
)
_HASH = "sha256:"


@dataclass(frozen=True, slots=True)
class IdentityRules:
    """What does not identify the records of a site, each with the reason."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)
    """A pattern of addresses to the form that the same records have elsewhere: ``{}`` for what the
    pattern matches. ``/view?id=7`` may be ``/item/7``."""

    def id_of(self, id_: str, title: str, fields: Mapping[str, Scalar | list[str]]) -> str:
        """The id of a record, without what does not identify it."""
        if not is_hashed(id_):
            kept = without(id_, self.arguments) if self.arguments else id_
            return self._in_one_form(kept) if self.patterns else kept
        if self.columns and id_ == content_id(title, fields):
            return content_id(title, fields, self.columns)
        return id_

    def with_more(self, learnt: IdentityRules) -> IdentityRules:
        """These rules and further ones; none is ever taken back, since ids must not change."""
        return IdentityRules(
            {**learnt.arguments, **self.arguments},
            {**learnt.columns, **self.columns},
            {**learnt.patterns, **self.patterns},
        )

    def _in_one_form(self, url: str) -> str:
        every = ((re.fullmatch(pattern, url), form) for pattern, form in self.patterns.items())
        return next((form.replace("{}", found[1]) for found, form in every if found), url)

    def to_json(self) -> dict[str, Any]:
        return {name: dict(getattr(self, name)) for name in self.__slots__}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)

    @property
    def reasons(self) -> list[str]:
        told = {**self.arguments, **self.columns}
        dropped = [f"{name} does not identify a record: {why}" for name, why in told.items()]
        same = [f"{pattern} shows the same as {form}" for pattern, form in self.patterns.items()]
        return dropped + same


def content_id(
    title: str,
    fields: Mapping[str, Scalar | list[str]],
    dropped: Iterable[str] = (),
    more: str = "",
) -> str:
    """The id of a record without an address: its title and its short values, not its prose.

    ``more``: what else tells it from others of its page.
    """
    kept = identifying_values(fields).items()
    values = sorted(value for name, value in kept if name not in dropped)
    return hashed("\n".join((plain(title), *values, more)))


def hashed(text: str) -> str:
    return _HASH + hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32]


def is_hashed(id_: str) -> bool:
    """Is it the id of a record without an address, or with a very long one?"""
    return id_.startswith(_HASH)


def plain(text: str) -> str:
    """The letters and digits of a text: highlighting and case do not count."""
    return _NO_WORD.sub(" ", folded(text)).strip()


# --- Components of an identity ---


def components(url: str) -> dict[str, str]:
    """The parts of an address by name: its steps, numbered, and its arguments."""
    parts = urlsplit(url)
    found = {"": f"{parts.scheme}://{parts.netloc}"}
    path, end = _path(parts.path)
    steps = path.split("/")[1:]
    for number, step in enumerate(steps):
        own, *parameters = step.split(";")
        found[f"/{len(steps)}:{number}"] = own
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            found[f";{name}"] = value
    for name, value in parse_qsl(parts.query, keep_blank_values=True, errors=KEPT_BYTES):
        key, said = (f"?{name}", value) if value else (_BARE, name)
        found[key] = f"{found[key]}\n{said}" if key in found else said
    if end:
        found[_END] = end
    if parts.fragment:
        found["#"] = parts.fragment
    return found


def with_numbers(parts: Mapping[str, str]) -> dict[str, str]:
    """Components, each value that holds a number and more taken apart: "7-river"."""
    found: dict[str, str] = {}
    for name, value in parts.items():
        number, beside = _numbered(value) if name else (value, {})
        found[name] = number
        found |= {f"{name}{where}": said for where, said in beside.items()}
    return found


def _numbered(value: str) -> tuple[str, dict[str, str]]:
    """The number that a value begins or ends with, and what stands behind or before it."""
    for pattern, where in _NUMBERED:
        if found := pattern.fullmatch(value):
            number, rest = found.groups() if where == BEHIND else reversed(found.groups())
            return number, {where: rest}
    return value, {}


def _path(path: str) -> tuple[str, str]:
    """A path without the slash at its end, and that slash."""
    return (path[:-1], _END) if len(path) > 1 and path.endswith("/") else (path, "")


def without(url: str, dropped: Collection[str]) -> str:
    """An address without some of its components; a step that goes leaves a star."""
    if not any(name in dropped for name in with_numbers(components(url))):
        return url
    parts = urlsplit(url)
    path, end = _path(parts.path)
    steps = path.split("/")[1:]
    kept = "".join(f"/{_step(n, step, len(steps), dropped)}" for n, step in enumerate(steps))
    pairs = [
        (name, _kept(f"?{name}", value, dropped))
        for name, value in parse_qsl(parts.query, keep_blank_values=True, errors=KEPT_BYTES)
        if (f"?{name}" if value else _BARE) not in dropped
    ]
    return urlunsplit(
        parts._replace(
            path=kept + ("" if _END in dropped else end),
            query=urlencode(pairs, errors=KEPT_BYTES),
            fragment="" if "#" in dropped else parts.fragment,
        )
    )


def _step(number: int, step: str, steps: int, dropped: Collection[str]) -> str:
    own, *parameters = step.split(";")
    kept = [p for p in parameters if f";{p.partition('=')[0]}" not in dropped]
    name = f"/{steps}:{number}"
    return ";".join(("*" if name in dropped else _kept(name, own, dropped), *kept))


def _kept(name: str, value: str, dropped: Collection[str]) -> str:
    """A value; its number alone if what stands beside that goes."""
    number, beside = _numbered(value)
    return number if any(f"{name}{where}" in dropped for where in beside) else value


def identifying_values(fields: Mapping[str, Scalar | list[str]]) -> dict[str, str]:
    """The values that may identify a record: short texts, neither addresses nor typed values."""
    return {
        name: value
        for name, text in fields.items()
        if isinstance(text, str)
        and len(text) <= _MAX_VALUE
        and "://" not in text
        and (value := plain(text))
        and value.count(" ") < _MAX_WORDS
    }
