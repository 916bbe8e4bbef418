"""What does the body that a script posts say that it does?

GraphQL names its mutations, or a stored operation; JSON-RPC names a method; many programs name an
action. What is posted to a place that keeps things (``/api/orders``) is kept. Where neither the
place nor a name in the body says that something is read, nothing is posted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.names import is_action
from deepweb.page.effects.spelling import latin, tokens_of
from deepweb.page.effects.words import MAY

SILENT = "to a place that does not say that it searches"
MAX_BODY = 200_000  # characters of a body that are read
MAX_PARTS = 500  # values of a body that are looked at

# A name of a field, a string or a comment may hold the word, too.
_COMMENT = re.compile(r"#[^\n]*")
_STRING = re.compile(r'"""(?:[^"]|"(?!""))*+"""|"(?:[^"\\\n]|\\.)*+"')
# The end of the name of a program: "search.do".
_PROGRAM = re.compile(r"\.(?:do|action|php\d?|aspx?|ashx|jspx?|cgi|pl|json|html?)$", re.IGNORECASE)
_QUERY = re.compile(r"\s*(?:query\b|\{)")
_MUTATION = re.compile(r"(?:^|[\s,}])(?:mutation|subscription)(?=[\s({@]|$)")
# SQL and SPARQL
_WRITES_DATA = re.compile(
    r"\s*(?:(?:delete|insert|replace)\s+(?:from|into|data|where|\{)|update\s+\w+\s+set|(?:drop|alter|create|truncate)\s+"
    r"(?:table|database|graph|index|view|user)|(?:clear|load)\s+(?:graph|all|default|<)|grant\s|merge\s+into)",
    re.IGNORECASE,
)
_OPERATION = frozenset({"operationname", "operation", "method", "action", "op", "cmd", "command",
                        "procedure", "mutation", "function", "rpc", "do", "task",
                        "eventtarget"})  # fmt: skip
_NAMING = ("name", "id", "field", "key")  # names of the field that names a value beside it
_STORED = frozenset({"id", "documentid", "queryid", "operationid", "persistedid"})
_READS = frozenset({"get", "list", "find", "search", "query", "fetch", "read", "load", "show",
                    "browse", "suggest", "autocomplete", "lookup", "count", "filter", "select",
                    "msearch", "typeahead", "complete", "results", "result", "graphql", "facets",
                    "match", "scroll", "explore", "view", "all", "sparql"})  # fmt: skip
# What answers requests of all kinds.
_SERVERS = frozenset({"api", "ajax", "rpc", "json", "data", "service", "server", "proxy", "index",
                      "endpoint", "gateway", "main", "php", "asp", "aspx", "asmx", "jsp", "cgi",
                      "do", "rest", "trpc", "handler", "backend", "app", "xml"})  # fmt: skip
_NAMES = ("part", "object", "reading place", "about", "reads", "asked")
_WRITES = frozenset({"set", "put", "insert", "upsert", "patch", "create", "make", "toggle", "write",
                     "do", "track", "start", "stop", "change", "push", "mutation", "record", "log",
                     "remember", "bulk", "reindex", "apply", "mark", "on"})  # fmt: skip


def acting_post(path: str, body: str, effects: Effects, *, must_read: bool = True) -> str:
    """The part of a POST that says that it acts, or "".

    ``must_read``: must it say somewhere that it reads?
    """
    steps = [step for step in path.split("/") if tokens_of(step)]
    last = steps[-1] if steps else ""
    if effects.words.is_listed("places", " ".join(tokens_of(last))):
        return f"to a place that keeps it, {last!r}"
    if _writes(last, effects):
        return f"to {last!r}"
    pairs = list(_pairs(body[:MAX_BODY]))
    is_document = any(name == "query" and _QUERY.match(value) for name, value in pairs)
    is_read = any(_reads(each, effects) for each in tokens_of(last))
    before = any(_reads(each, effects) for step in steps[-2:-1] for each in tokens_of(step))
    # What stands behind a search is done with it: "/api/suche/merken".
    is_behind = before or (len(steps) > 1 and last.startswith("_"))
    is_known = is_read or is_document or _is_neutral(last, effects)
    if must_read and is_behind and not is_known:
        return SILENT
    is_read = is_read or before
    for name, value in pairs:
        # The document says that the operation is a query, if it does not say so itself.
        is_told = is_document and name == "operationName" and not _writes(value, effects)
        if not is_told and (acting := _acting_pair(name, value, effects)):
            return acting
        is_read = is_read or _asks(name, value, effects)
    return "" if is_read or not must_read else SILENT


def acting_query(query: str) -> str:
    """The argument of a GET that is a mutation or a statement that writes, or ""."""
    try:
        pairs = parse_qsl(query, max_num_fields=MAX_PARTS)
    except ValueError:
        return "more arguments than can be read"
    acting = (name for name, value in pairs if _is_mutation(value) or _WRITES_DATA.match(value))
    return next(acting, "")


def _is_neutral(step: str, effects: Effects) -> bool:
    """Is it the name of a thing, or of what answers requests ("api", "books", "v2")?"""
    last = (tokens_of(step) or [""])[-1]
    is_plural = last.isascii() and last.endswith("s") and not last.endswith("ss")
    is_named = any(effects.words.is_listed(name, last) for name in _NAMES)
    is_code = any(map(str.isdigit, last)) or len(last) == 1
    return not step.startswith("_") and (last in _SERVERS or is_plural or is_named or is_code)


def _acting_pair(name: str, value: str, effects: Effects) -> str:
    if _is_mutation(value):
        return "a mutation"
    if _WRITES_DATA.match(value):
        return repr(value[:50])
    plain = name.lower().replace("_", "")
    is_operation = plain in _OPERATION or is_action(name, effects)
    is_acting = (is_operation and acts_by_name(value, effects)) or (
        plain in _STORED and _writes(value, effects)
    )
    is_method = tokens_of(name) == ["method"] and value.lower() in {"put", "patch", "delete"}
    return repr(f"{name}={value[:50]}") if is_acting or is_method else ""


def acts_by_name(operation: str, effects: Effects) -> bool:
    """Does the name of an operation not say that it reads: "RemoveItem", "notes.destroy"?"""
    last = re.split(r"[./:]", operation)[-1]
    tokens = tokens_of(last)
    if not any(map(str.isalpha, tokens)):
        return False
    return _writes(last, effects) or not any(_reads(token, effects) for token in tokens)


def _writes(name: str, effects: Effects) -> bool:
    """Does a name in code begin or end with a verb that acts?"""
    tokens = tokens_of(re.split(r"[./:]", _PROGRAM.sub("", name))[-1])
    if not tokens or tokens[0] in _READS:
        return bool(tokens) and tokens[-1] == "mutation"
    spelt = max(effects.words.spelt("".join(tokens[:n])) for n in range(1, len(tokens) + 1))
    is_last = effects.words.spelt(tokens[-1]) > MAY or tokens[-1] == "mutation"
    return tokens[0] in _WRITES or spelt >= MAY or is_last


def _reads(word: str, effects: Effects) -> bool:
    return word in _READS or latin(word) in effects.words.searching or effects.looks_up(word)


def _asks(name: str, value: str, effects: Effects) -> bool:
    """Is a value in a body what is searched for, an operation that reads, or a GraphQL query?"""
    if name.lower().replace("_", "") in _OPERATION:
        return True  # one that does not read is refused
    return name == "s" or effects.searches(name) or value.lstrip().startswith(("query", "{"))


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
            waiting += _named_value(value)
        elif isinstance(value, list):
            waiting += ((name, each) for each in value)
        elif isinstance(value, str):
            yield name, value


def _named_value(item: dict[Any, Any]) -> list[tuple[str, Any]]:
    """The value of an object such as ``{"name": "q", "value": "dune"}``, by its name."""
    name = next((item[each] for each in _NAMING if isinstance(item.get(each), str)), None)
    return [(name, item["value"])] if name and "value" in item else []
