"""Form and values to the request that a browser would make.

The HTML standard, 4.10.22: what is filled in stands in place of the defaults, line breaks are sent
as CR LF, and what the form's encoding cannot say as a character reference. What a machine must not
fill in (traps, text areas, files, passwords) keeps its default whatever the caller says.

Departures: nothing is sent for files, and the boundary of a multipart body comes from what is sent,
so that one submission is always the same request.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar
from urllib.parse import quote, quote_plus

from deepweb.form.controls import SUBMITTING
from deepweb.form.json_body import json_body
from deepweb.form.model import Form, Input
from deepweb.form.script import IN_PATH, JSON_BODY, RAW_BODY
from deepweb.form.target import MULTIPART, PLAIN, URLENCODED

Values = Mapping[str, str | tuple[str, ...]]
"""What to fill in: by the name of the input its value, or several."""

_Part = TypeVar("_Part")

NEVER_FILLED = frozenset({"textarea", "file", "password"})
_LINE_BREAK = re.compile(r"\r\n?|\n")
# Stands for the query while the rest is quoted; no page says this.
_QUERY = "\ue000query\ue001"


@dataclass(frozen=True, slots=True)
class Submission:
    """A filled-in form, ready to be sent."""

    url: str
    method: str
    body: bytes
    values: tuple[tuple[str, str], ...]
    content_type: str = ""
    """The header that goes with a body."""

    @property
    def found_on(self) -> str | dict[str, object]:
        """What to note beside a record found this way: for POST the URL alone says too little."""
        return self.url if self.method == "GET" else {"url": self.url, "values": dict(self.values)}


def submission(form: Form, values: Values) -> Submission:
    """The form with ``values`` written over its defaults; the name of a button presses it."""
    pairs = tuple((_crlf(name), _crlf(value)) for name, value in _written(form, values))
    if form.method == "GET":
        path, _, _ = _placed(form.action, pairs).partition("?")
        query = _urlencoded((pair for pair in pairs if pair[0] != IN_PATH), form.encoding)
        return Submission(f"{path}?{query}" if query else path, "GET", b"", pairs)
    body, content_type = _body(pairs, form)
    return Submission(form.action, form.method, body, pairs, content_type)


def _written(form: Form, values: Values) -> Iterable[tuple[str, str]]:
    """What is filled in; of a search by script the query as its script writes it."""
    pairs = list(_filled(form, values))
    if form.script is None or not form.script.patterns:
        return pairs
    boxes = {control.name for control in form.inputs if control.kind == "search"}
    query = next((value for name, value in pairs if name in boxes), "")
    return written(pairs, form.script.patterns, query)


def _placed(action: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The action, with what goes into its path."""
    asked = next((value for name, value in pairs if name == IN_PATH), "")
    return action.replace(IN_PATH, quote(asked, safe=""))


def template(form: Form, query_input: str) -> str | None:
    """Address of a GET form with ``{query}`` for what is asked; None where an address is not all.

    What is put in its place is to be quoted in the form's encoding.
    """
    if form.method != "GET" or form.unusable or query_input not in {i.name for i in form.inputs}:
        return None
    asked = submission(replace(form, action=_without_braces(form.action)), {query_input: _QUERY})
    return asked.url.replace(_quoted(_QUERY, form.encoding), "{query}")


def _without_braces(url: str) -> str:
    return url.replace("{", "%7B").replace("}", "%7D")


def with_tokens(form: Form, fresh: Form) -> Form:
    """The same form with the values that hold for one visit only taken from a fresh copy."""
    names = {*form.tokens, *fresh.tokens}
    return replace(
        form,
        # The visit may be written into the address too.
        action=fresh.action if fresh.id == form.id else form.action,
        inputs=_renewed(
            form.inputs, fresh.inputs, lambda i: i.name if _is_token(i, names) else None
        ),
        defaults=_renewed(
            form.defaults, fresh.defaults, lambda pair: pair[0] if pair[0] in names else None
        ),
        tokens=fresh.tokens,
    )


def _renewed(
    old: Iterable[_Part], new: Iterable[_Part], name_of: Callable[[_Part], str | None]
) -> tuple[_Part, ...]:
    """Parts of a form with those that have a name here as they are now: gone, new, or changed."""
    fresh: defaultdict[str, deque[_Part]] = defaultdict(deque)
    for part in new:
        if name := name_of(part):
            fresh[name].append(part)
    kept: list[_Part] = []
    for part in old:
        name = name_of(part)
        if name is None:
            kept.append(part)
        elif fresh[name]:
            kept.append(fresh[name].popleft())
    return (*kept, *chain.from_iterable(fresh.values()))


def _is_token(control: Input, names: Collection[str]) -> bool:
    return control.kind == "hidden" and control.name in names


def _filled(form: Form, values: Values) -> Iterator[tuple[str, str]]:
    """Names and values to send, in the order of the form."""
    named = _by_name(form)
    given = _allowed(named, values)
    unpressed = _unpressed(named, given)
    waiting = {name: list(each) for name, each in given.items()}
    for name, value in form.defaults:
        if name in unpressed:
            continue
        if name not in given or value in _fixed(named[name]):
            yield name, value
        elif len(named[name]) > 1 and given[name]:
            # One box twice, for small screens and large: both say the same.
            yield name, waiting[name].pop(0) if waiting[name] else given[name][-1]
        else:
            yield from ((name, each) for each in waiting.pop(name, ()))
    for name, rest in waiting.items():
        yield from ((name, each) for each in rest)


def _by_name(form: Form) -> defaultdict[str, list[Input]]:
    named: defaultdict[str, list[Input]] = defaultdict(list)
    for control in form.inputs:
        named[control.name].append(control)
    return named


def _allowed(named: Mapping[str, list[Input]], values: Values) -> dict[str, tuple[str, ...]]:
    """What may be filled in of what is asked for."""
    return {
        name: (value,) if isinstance(value, str) else tuple(value)
        for name, value in values.items()
        if name not in named or any(_may_be_filled(control) for control in named[name])
    }


def _may_be_filled(control: Input) -> bool:
    return control.kind not in NEVER_FILLED and not control.trap


def _fixed(controls: Collection[Input]) -> set[str]:
    """Hidden values that go along with what is filled in: of a box to tick, what "no" is."""
    hidden = {control.default for control in controls if control.kind == "hidden"}
    return hidden if any(control.kind != "hidden" for control in controls) else set()


def _unpressed(named: Mapping[str, list[Input]], given: Collection[str]) -> set[str]:
    """What the buttons would send that are not pressed, if another one is."""
    buttons = {name for name, all_ in named.items() if all(c.kind in SUBMITTING for c in all_)}
    if not buttons.intersection(given):
        return set()
    others = buttons.difference(given)
    return {sent for name in others for sent in (name, f"{name}.x", f"{name}.y")}


def _body(pairs: Iterable[tuple[str, str]], form: Form) -> tuple[bytes, str]:
    """The body of a POST and its content type."""
    if form.enctype == MULTIPART:
        return _multipart(pairs, form.encoding)
    pairs = tuple(pairs)
    if [name for name, _ in pairs] == [RAW_BODY]:
        return pairs[0][1].replace("\r\n", "\n").encode(), form.enctype
    if form.enctype == JSON_BODY:
        return json_body(pairs).encode(), JSON_BODY
    if form.enctype == PLAIN:
        lines = "".join(f"{name}={value}\r\n" for name, value in pairs)
        return _encoded(lines, form.encoding), PLAIN
    return _urlencoded(pairs, form.encoding).encode("ascii"), URLENCODED


def _multipart(pairs: Iterable[tuple[str, str]], encoding: str) -> tuple[bytes, str]:
    parts = [
        b'Content-Disposition: form-data; name="%b"\r\n\r\n%b\r\n'
        % (_encoded(_attribute(name), encoding), _encoded(value, encoding))
        for name, value in pairs
    ]
    boundary = "----deepweb" + hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]
    opening = f"--{boundary}\r\n".encode()
    body = b"".join(opening + part for part in parts) + f"--{boundary}--\r\n".encode()
    return body, f"{MULTIPART}; boundary={boundary}"


def _attribute(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _urlencoded(pairs: Iterable[tuple[str, str]], encoding: str) -> str:
    return "&".join(
        f"{_quoted(name, encoding)}={_quoted(value, encoding)}" for name, value in pairs
    )


def _quoted(text: str, encoding: str) -> str:
    # Python and the standard disagree on two signs.
    return quote_plus(_encoded(text, encoding), safe="*").replace("~", "%7E")


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "xmlcharrefreplace")


def _crlf(text: str) -> str:
    return _LINE_BREAK.sub("\r\n", text)


def written(
    pairs: Iterable[tuple[str, str]], patterns: Sequence[tuple[str, str]], query: str
) -> list[tuple[str, str]]:
    """Names and values, with the query written into those that are made of it."""
    made = dict(patterns)
    return [(name, made[name].replace(IN_PATH, query) if name in made else v) for name, v in pairs]
