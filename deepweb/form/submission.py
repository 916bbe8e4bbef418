"""Form and values to the request that a browser would make.

The HTML standard, 4.10.22: values replace the defaults, line breaks are sent as CR LF, and what the
form's encoding cannot express as a character reference. What a machine must not fill in (traps,
text areas, files, passwords) keeps its default whatever the caller says.

A JSON body that a script posts is sent like a form: each of its values is an input. The name of the
input is the value's place (``/variables/page``, as in RFC 6901); the name of a value that is no
text starts with ``=``, and the value is written as JSON. JSON inside an argument is taken apart in
the same way, behind the name of the argument and ``#`` (``input#/page``).

Departures: nothing is sent for files, and the boundary of a multipart body is a hash of its parts,
so that one submission is always the same request.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeVar
from urllib.parse import quote, quote_plus

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import Form, Input
from deepweb.form.script import IN_PATH, JSON_BODY, RAW_BODY
from deepweb.form.target import MULTIPART, PLAIN, URLENCODED
from deepweb.form.whole_page import MAX_POSTED, POSTED

Values = Mapping[str, str | tuple[str, ...]]
"""What to fill in: name of the input to its value, or to several."""
Pairs = tuple[tuple[str, str], ...]
"""Names and values in the order in which they are sent."""

_Part = TypeVar("_Part")

NEVER_FILLED = frozenset({"textarea", "file", "password"})
_LINE_BREAK = re.compile(r"\r\n?|\n")
# Stands for the query while the rest is quoted; no page contains this.
_QUERY = "\ue000query\ue001"

MAX_VALUES = 500  # values of a JSON body that is a search
MAX_DEPTH = 30  # levels of a JSON body that is a search
_NO_TEXT = "="
_INSIDE = "#/"  # between the name of an argument and the place of a value in its JSON


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
        """What to store with a record found this way: for POST the URL alone is not enough."""
        return self.url if self.method == "GET" else {"url": self.url, "values": dict(self.values)}


def submission(form: Form, values: Values) -> Submission:
    """The form with ``values`` in place of its defaults; the name of a button presses it."""
    pairs = tuple((_crlf(name), _crlf(value)) for name, value in _written(form, values))
    if form.method == "GET":
        path, _, _ = _placed(form.action, pairs).partition("?")
        query = _urlencoded((pair for pair in pairs if pair[0] != IN_PATH), form.encoding)
        return Submission(f"{path}?{query}" if query else path, "GET", b"", pairs)
    body, content_type = _body(pairs, form)
    return Submission(form.action, form.method, body, pairs, content_type)


def posted_address(form: Form, event: Pairs) -> str:
    """What stands for the page that a post leads to, with no button pressed; "" if too long."""
    names = [i.name for i in form.inputs if i.kind in SUBMITTING]
    pressed = {sent for name in names for sent in (name, f"{name}.x", f"{name}.y")}
    unpressed = tuple(pair for pair in form.defaults if pair[0] not in pressed)
    sent = submission(replace(form, defaults=unpressed, enctype=URLENCODED), dict(event))
    address = f"{sent.url}{POSTED}{sent.body.decode('ascii')}"
    return address if len(address) <= MAX_POSTED else ""


def posted_again(address: str, values: Pairs) -> Submission | None:
    """The submission that ``posted_address`` stands for; None for other addresses."""
    url, mark, body = address.partition(POSTED)
    return Submission(url, "POST", body.encode(), values, URLENCODED) if mark else None


def _written(form: Form, values: Values) -> Iterable[tuple[str, str]]:
    """Names and values to send, with the query as the form's script writes it."""
    pairs = list(_filled(form, values))
    if form.script is None or not form.script.patterns:
        return pairs
    boxes = {control.name for control in form.inputs if control.kind == "search"}
    query = next((value for name, value in pairs if name in boxes), "")
    return written(pairs, form.script.patterns, query)


def _placed(action: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The action with the query in its path, where it belongs there."""
    asked = next((value for name, value in pairs if name == IN_PATH), "")
    return action.replace(IN_PATH, quote(asked, safe=""))


def template(form: Form, query_input: str) -> str | None:
    """Address of a GET form with ``{query}`` for the query; None for a form that needs more.

    Whoever puts a query in its place must quote it in the form's encoding.
    """
    if form.method != "GET" or form.unusable or query_input not in {i.name for i in form.inputs}:
        return None
    asked = submission(replace(form, action=_without_braces(form.action)), {query_input: _QUERY})
    return asked.url.replace(_quoted(_QUERY, form.encoding), "{query}")


def _without_braces(url: str) -> str:
    return url.replace("{", "%7B").replace("}", "%7D")


def with_tokens(form: Form, fresh: Form) -> Form:
    """The form with one-time values (``is_one_time``) from a fresh copy of it."""
    names = {*form.tokens, *fresh.tokens}
    return replace(
        form,
        # The address may contain a session, too.
        action=fresh.action if fresh.id == form.id else form.action,
        inputs=_renewed(
            form.inputs, fresh.inputs, lambda i: i.name if _is_token(i, names) else None
        ),
        defaults=_renewed(
            form.defaults, fresh.defaults, lambda pair: pair[0] if pair[0] in names else None
        ),
        tokens=fresh.tokens,
    )


def with_page_tokens(form: Form, text: str) -> Form | None:
    """The form of a script with the tokens that an answer gives now; None if it gives none."""
    if form.script is None:
        return None
    given = {each.value: found for each in form.script.tokens if (found := each.found_in(text))}

    def renewed(pairs: Pairs) -> Pairs:
        return tuple((name, _renewed_value(value, given)) for name, value in pairs)

    script = replace(form.script, headers=renewed(form.script.headers))
    inputs = tuple(replace(i, default=given.get(i.default, i.default)) for i in form.inputs)
    fresh = replace(form, script=script, inputs=inputs, defaults=renewed(form.defaults))
    return fresh if given else None


def _renewed_value(value: str, given: Mapping[str, str]) -> str:
    """A value with the token in it renewed; a header may say more: "Bearer …"."""
    kind, space, token = value.rpartition(" ")
    return f"{kind}{space}{given.get(token, token)}"


def _renewed(
    old: Iterable[_Part], new: Iterable[_Part], name_of: Callable[[_Part], str | None]
) -> tuple[_Part, ...]:
    """The old parts, but those that ``name_of`` names are replaced by the new ones."""
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
    given = _allowed(named, _with_options(form, values))
    unpressed = _unpressed(named, given)
    waiting = {name: list(each) for name, each in given.items()}
    for name, value in form.defaults:
        if name in unpressed:
            continue
        if name not in given or value in _fixed(named[name]):
            yield name, value
        elif len(named[name]) > 1 and given[name]:
            # One box twice, for small and for large screens: both send the same.
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


def _with_options(form: Form, values: Values) -> Values:
    """The values with the options that make them count."""
    filled = (i.only_with for i in form.inputs if i.only_with and any(values.get(i.name, ())))
    return {**dict(filled), **values}


def _allowed(named: Mapping[str, list[Input]], values: Values) -> dict[str, tuple[str, ...]]:
    """The values that a machine may fill in."""
    return {
        name: (value,) if isinstance(value, str) else tuple(value)
        for name, value in values.items()
        if name not in named or any(_may_be_filled(control) for control in named[name])
    }


def _may_be_filled(control: Input) -> bool:
    return control.kind not in NEVER_FILLED and not control.trap


def _fixed(controls: Collection[Input]) -> set[str]:
    """Hidden values that are sent with the filled-in ones: the "no" of a box to tick."""
    hidden = {control.default for control in controls if control.kind == "hidden"}
    return hidden if any(control.kind != "hidden" for control in controls) else set()


def _unpressed(named: Mapping[str, list[Input]], given: Collection[str]) -> set[str]:
    """Names that unpressed buttons would send, if ``given`` presses another."""
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
        f"{_quoted(name, encoding)}={_quoted(value, encoding)}" for name, value in folded(pairs)
    )


def _quoted(text: str, encoding: str) -> str:
    # Python and the HTML standard disagree on "*" and "~".
    return quote_plus(_encoded(text, encoding), safe="*").replace("~", "%7E")


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "xmlcharrefreplace")


def _crlf(text: str) -> str:
    return _LINE_BREAK.sub("\r\n", text)


def written(
    pairs: Iterable[tuple[str, str]], patterns: Sequence[tuple[str, str]], query: str
) -> list[tuple[str, str]]:
    """Names and values, with the query in those that have a pattern for it."""
    made = dict(patterns)
    return [(name, made[name].replace(IN_PATH, query) if name in made else v) for name, v in pairs]


def json_pairs(data: Any) -> Pairs | None:
    """Names and values of a JSON body; None where it is too large for a search."""
    found: list[tuple[str, str]] = []
    for pair in _leaves(data):
        found.append(pair)
        if len(found) > MAX_VALUES or pair[0].count("/") > MAX_DEPTH:
            return None
    return tuple(found)


def json_body(pairs: Iterable[tuple[str, str]]) -> str:
    """The JSON body of names and values; of a name given twice, the last value counts."""
    root: dict[str, Any] = {}
    for name, value in pairs:
        *above, last = name.lstrip(_NO_TEXT).split("/")
        place = root
        for step in above:
            inner = place.setdefault(step, {})
            if not isinstance(inner, dict):
                place[step] = inner = {}
            place = inner
        place[last] = _Leaf(_json_value(name, value))
    return json.dumps(_built(root.get("", root)), ensure_ascii=False)


def unfolded(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Names and values, with the JSON inside an argument (``input={"page": 1}``) taken apart."""
    found: list[tuple[str, str]] = []
    for name, value in pairs:
        inner = json_pairs(_json_inside(value)) or ()
        if inner and all(place.lstrip(_NO_TEXT) for place, _ in inner):
            found += [(_inside(name, place), each) for place, each in inner]
        else:
            found.append((name, value))
    return tuple(found)


def folded(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """What ``unfolded`` took apart, put together again."""
    found: dict[int | str, list[tuple[str, str]]] = {}
    for number, (name, value) in enumerate(pairs):
        argument, mark, place = name.lstrip(_NO_TEXT).partition(_INSIDE)
        if mark:
            typed = _NO_TEXT if name.startswith(_NO_TEXT) else ""
            found.setdefault(argument, []).append((f"{typed}/{place}", value))
        else:
            found[number] = [(name, value)]
    return tuple(
        (key, json_body(held)) if isinstance(key, str) else held[0] for key, held in found.items()
    )


def _inside(name: str, place: str) -> str:
    typed = _NO_TEXT if place.startswith(_NO_TEXT) else ""
    return f"{typed}{name}#{place.removeprefix(_NO_TEXT)}"


def _json_inside(value: str) -> Any:
    try:
        return json.loads(value) if value[:1] in {"{", "["} else None
    except (ValueError, RecursionError):
        return None


class _Leaf:
    """Marks a value among the objects around it."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _leaves(data: Any) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, Any]] = [("", data)]
    while stack:
        name, value = stack.pop()
        if isinstance(value, dict | list) and value:
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            steps = [(f"{name}/{_pointer_step(key)}", each) for key, each in inner]
            stack += reversed(steps[: MAX_VALUES + 1])
        elif isinstance(value, str):
            yield name, value
        else:
            yield f"{_NO_TEXT}{name}", json.dumps(value)


def _json_value(name: str, value: str) -> Any:
    if not name.startswith(_NO_TEXT):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _built(node: Any) -> Any:
    if isinstance(node, _Leaf):
        return node.value
    inner = {step: _built(each) for step, each in node.items()}
    if inner and [*inner] == [str(number) for number in range(len(inner))]:
        return list(inner.values())
    return {_from_pointer_step(step): each for step, each in inner.items()}


def _pointer_step(key: str | int) -> str:
    """A step of a place; ``~2`` marks a number that is the name of a value, not one of a list."""
    step = str(key).replace("~", "~0").replace("/", "~1")
    return f"~2{step}" if isinstance(key, str) and step.isdigit() else step


def _from_pointer_step(step: str) -> str:
    return step.removeprefix("~2").replace("~1", "/").replace("~0", "~")
