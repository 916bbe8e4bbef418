"""What does the body that a script posts say that it does?

GraphQL names its mutations, or a stored operation; JSON-RPC names a method; many programs name an
action. What is posted to a place that keeps things (``/api/orders``) is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.words import MAY, tokens_of

MAX_BODY = 200_000  # characters of a body that are read
MAX_PARTS = 500  # values of a body that are looked at

# A name of a field, a string or a comment may hold the word, too.
_COMMENT = re.compile(r"#[^\n]*")
_STRING = re.compile(r'"""(?:[^"]|"(?!""))*+"""|"(?:[^"\\\n]|\\.)*+"')
_MUTATION = re.compile(r"(?:^|[\s,}])(?:mutation|subscription)(?=[\s({@]|$)")
# SQL and SPARQL
_WRITES_DATA = re.compile(
    r"\s*(?:(?:delete|insert|replace)\s+(?:from|into|data|where|\{)|update\s+\w+\s+set|(?:drop|alter|create|truncate)\s+"
    r"(?:table|database|graph|index|view|user)|(?:clear|load)\s+(?:graph|all|default|<)|grant\s|merge\s+into)",
    re.IGNORECASE,
)
_OPERATION = frozenset({"operationname", "operation", "method", "action", "op", "cmd", "command",
                        "procedure", "mutation", "function", "rpc", "do", "task"})  # fmt: skip
_READS = frozenset({"get", "list", "find", "search", "query", "fetch", "read", "load", "show",
                    "browse", "suggest", "autocomplete", "lookup", "count", "filter"})  # fmt: skip
_WRITES = frozenset({"set", "put", "insert", "upsert", "patch", "create", "make", "toggle", "write",
                     "do", "track", "start", "stop", "change", "push"})  # fmt: skip


def acting_post(path: str, body: str, effects: Effects) -> str:
    """The part of a POST that says that it acts, or ""."""
    steps = [step for step in path.lower().split("/") if step]
    if steps and effects.words.is_listed("places", " ".join(tokens_of(steps[-1]))):
        return f"to a place that keeps it, {steps[-1]!r}"
    for name, value in _pairs(body[:MAX_BODY]):
        if _is_mutation(value):
            return "a mutation"
        if _WRITES_DATA.match(value):
            return repr(value[:50])
        is_operation = name.lower().replace("_", "") in _OPERATION or effects.is_action(name)
        if is_operation and acts_by_name(value, effects):
            return repr(f"{name}={value[:50]}")
        if tokens_of(name) == ["method"] and value.lower() in {"put", "patch", "delete"}:
            return repr(f"{name}={value}")
    return ""


def acts_by_name(operation: str, effects: Effects) -> bool:
    """Is an operation in code named after an action: "RemoveItem", "notes.destroy"?"""
    tokens = tokens_of(re.split(r"[./:]", operation)[-1])
    if not tokens or tokens[0] in _READS:
        return False
    spelt = max(effects.words.spelt("".join(tokens[:n])) for n in range(1, len(tokens) + 1))
    return tokens[0] in _WRITES or spelt >= MAY or effects.words.spelt(tokens[-1]) > MAY


def _is_mutation(text: str) -> bool:
    if "mutation" not in text and "subscription" not in text:
        return False
    plain = _STRING.sub('""', _COMMENT.sub("", text))
    outer, depth = list[str](), 0
    for piece in re.split(r"([{}])", plain):
        depth += (piece == "{") - (piece == "}")
        if depth == 0:
            outer.append(piece)
    return "{" in plain and _MUTATION.search(" ".join(outer)) is not None


def _pairs(body: str) -> Iterator[tuple[str, str]]:
    """Names and texts in a body, whether JSON or a form."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        yield "", body
        try:
            yield from parse_qsl(body, max_num_fields=MAX_PARTS)
        except ValueError:
            return
        return
    waiting: list[tuple[str, Any]] = [("", data)]
    for _ in range(MAX_PARTS):
        if not waiting:
            return
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += ((str(key), each) for key, each in value.items())
        elif isinstance(value, list):
            waiting += ((name, each) for each in value)
        elif isinstance(value, str):
            yield name, value
