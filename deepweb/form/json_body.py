"""A body in JSON as names and values, as forms have them, and back.

Each value of the body is an input. Its name is where it stands (``/variables/page``, as in RFC
6901); a value that is no text has a name that starts with ``=`` and is written as JSON. So what a
script posts is asked like a form: what is filled in stands in place of what was there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Pairs = tuple[tuple[str, str], ...]

# Bodies that say more than this are no searches.
MAX_VALUES, MAX_DEPTH = 500, 30
_NO_TEXT = "="


def json_pairs(data: Any) -> Pairs | None:
    """Names and values of a body; None where it is too large to be a question."""
    found: list[tuple[str, str]] = []
    for pair in _leaves(data):
        found.append(pair)
        if len(found) > MAX_VALUES or pair[0].count("/") > MAX_DEPTH:
            return None
    return tuple(found)


def json_body(pairs: Iterable[tuple[str, str]]) -> str:
    """The body that some names and values stand for; of one name given twice the last counts."""
    root: dict[str, Any] = {}
    for name, value in pairs:
        *above, last = [_unquoted(step) for step in name.lstrip(_NO_TEXT).split("/")]
        place = root
        for step in above:
            inner = place.setdefault(step, {})
            if not isinstance(inner, dict):
                place[step] = inner = {}
            place = inner
        place[last] = _Leaf(_value(name, value))
    return json.dumps(_built(root.get("", root)), ensure_ascii=False)


class _Leaf:
    """A value, told apart from the objects around it."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _leaves(data: Any) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, Any]] = [("", data)]
    while stack:
        name, value = stack.pop()
        if isinstance(value, dict | list) and value:
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            steps = [(f"{name}/{_quoted(str(key))}", each) for key, each in inner]
            stack += reversed(steps[: MAX_VALUES + 1])
        elif isinstance(value, str):
            yield name, value
        else:
            yield f"{_NO_TEXT}{name}", json.dumps(value)


def _value(name: str, value: str) -> Any:
    if not name.startswith(_NO_TEXT):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _built(node: Any) -> Any:
    if isinstance(node, _Leaf):
        return node.value
    inner = {key: _built(each) for key, each in node.items()}
    is_list = [*inner] == [str(number) for number in range(len(inner))]
    return list(inner.values()) if is_list and inner else inner


def _quoted(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


def _unquoted(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
