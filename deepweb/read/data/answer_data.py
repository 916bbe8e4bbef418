"""What data does an answer hold that is meant for a program: JSON or XML?

JSON may stand behind a callback or a guard, or be the value of a script that assigns it, with keys
that are not quoted, or as a text that the script parses, or as a long list inside a program. XML
(of older scripts, feeds and catalogues) becomes the same lists and objects, so that
``json_records.py`` finds its records: siblings of one name are a list, an element with children is
an object, an element with text is that text. HTML and pictures are no data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml import etree

from deepweb.page.bounds import with_fewer_attributes

MAX_BYTES = 8_000_000  # bytes of an answer: as data it takes up to sixty times as much memory
# Bytes at the beginning of an answer that show whether it is XML.
_MAX_START = 500

_CALLS = (
    r"\s*(?:/\*.*?\*/\s*)?(?:typeof\s+[\w.$]{1,80}\s*={2,3}\s*['\"]function['\"]\s*&&\s*)?"
    r"[\w.$]{1,80}\(\s*(?=[\[{])"
)
_JSONP = re.compile(_CALLS + r"(.*)\)\s*;?\s*", re.DOTALL)
_ASSIGNED = re.compile(
    r"\s*+(?:(?>/\*.*?\*/)\s*+|//[^\n]*+\n\s*+)*+"
    r"(?:export\s+default\s+|(?:(?:export\s+)?(?:var|let|const)\s+)?"
    r"[\w.$]{1,80}(?:\[[\w\"'.]{1,80}\])?\s*=\s*)(?=[\[{])(.*?)(?<!\s)\s*+;?\s*+"
    r"(?:export\s*(?:\{[\w\s,$]{1,80}\}|default\s+[\w$]{1,80})\s*;?\s*)?",
    re.DOTALL,
)
# JSON as a text of a script: the value of a variable, or what it parses.
_TEXT = re.compile(r"""(?:=|\bdefault|JSON\.parse\()\s*(['"`])(?=[\[{])""")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "", "\r\n": ""}
_MOST = 0.8  # share of a script that such a text must be
_BEGINS = re.compile(_ASSIGNED.pattern.partition("(?=")[0] + r"[\[{]", re.DOTALL)
# A text of a script, or what JSON does not know: a key without quotes, a comma before the end.
_LOOSE = re.compile(
    r"""(["'`])((?:(?!\1)[^\\]|\\.)*)\1|([{,]\s*)([A-Za-z_$][\w$]*)(?=\s*:)|(![01]|void 0)"""
    r"""|,(?=\s*[}\]])""",
    re.DOTALL,
)
_SHORT = {"!0": "true", "!1": "false", "void 0": "null"}
# What a list of objects consists of; a program has calls and operators, too.
_LIST_PART = re.compile(
    r"""[\[{]|([\]}])|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\$(?!\{)|\\.)*`|[\w$.,:\s!+-]+""",
    re.DOTALL,
)
_LIST_START = re.compile(r"\[\s*\{")
# A stream of events, and what each of them tells.
_EVENTS = re.compile(rb"\s*(?::[^\n]*\n\s*)*(?:event|data|id|retry):")
_EVENT = re.compile(rb"^data: ?(\{[^\r\n]*)", re.MULTILINE)
MIN_LINES = 2  # objects of a stream, at least
MIN_PLACES = 4  # values of a list in which objects name the places of theirs
MAX_PLACED = 500_000  # values that such a list may tell
MAX_PLACE_DEPTH = 20  # depth of such values
MAX_DIGITS = 9
MIN_LISTED = 1_000  # characters of a list inside a program
_GUARD = re.compile(r"\s*(?:\)\]\}',?|for\s*\(;;\);|while\s*\(1\);)\s*")
# HTML begins with an element too; XML has a declaration, or is a known feed.
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\b|feed\b|rss\b|rdf:RDF\b|response\b)")
_FOR_PEOPLE = frozenset({"html", "svg"})
_OWN_LINK = frozenset({"", "alternate", "self"})


def read_data(body: bytes) -> Any:
    """The data of an answer in JSON or XML, or None."""
    if len(body) > MAX_BYTES:
        return None
    if body.lstrip()[:1] == b"<":
        return read_xml(body)
    if _EVENTS.match(body):
        return _told_by_lines(_EVENT.findall(body))
    # A stream tells what is not known yet in later lines.
    first = body.partition(b"\n")[0] if body.startswith(b'[{"_') else body
    data = read_json(first)
    return _told_by_lines(body.splitlines()) if data is None else _from_places(data)


def _told_by_lines(lines: Sequence[bytes]) -> list[Any] | None:
    """The objects of a stream, which tells one in each line; None if it does not."""
    told = [line.strip() for line in lines if line.strip()]
    if len(told) < MIN_LINES or not all(line.startswith(b"{") for line in told[:MIN_LINES]):
        return None
    data = (read_json(line) for line in told if line.startswith(b"{"))
    return [each for each in data if isinstance(each, dict)]


def read_json(body: bytes) -> Any:
    """The data of an answer in JSON, also behind a callback or a guard, or None."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if guard := _GUARD.match(text):
        text = text[guard.end() :]
    if text[:1] not in {"{", "["}:
        inside = _JSONP.fullmatch(text) or _ASSIGNED.fullmatch(text)
        data = _loads(inside[1]) if inside else _loads(text)
        data = _loads(_strict(inside[1])) if inside and data is None else data
        data = _loads(_parsed_text(text)) if data is None else data
        return _loads(_strict(_longest_list(text))) if data is None else data
    return _loads(text)


def _from_places(data: Any) -> Any:
    """Data that are told as a list of values, in which objects name the places of theirs.

    React Router and Remix (``[{"_1": 2}, "title", "Dune"]``), SvelteKit and Nuxt (``[{"title": 1},
    "Dune"]``) send data so, SvelteKit one list for each part of a page.
    """
    if isinstance(data, dict) and isinstance(nodes := data.get("nodes"), list):
        parts: list[Any] = [each.get("data") for each in nodes if isinstance(each, dict)]
        told = [_Places(part).root() for part in parts if _are_places(part)]
        return {"nodes": told} if told else data
    return _Places(data).root() if _are_places(data) else data


def _are_places(data: Any) -> bool:
    """Do the objects of a list hold nothing but places of others in it, among them texts?"""
    if not isinstance(data, list) or len(data) < MIN_PLACES:
        return False
    held = [n for each in data if isinstance(each, dict) for n in each.values()]
    is_root = isinstance(data[0], dict | list) and any(isinstance(each, str) for each in data)
    return is_root and bool(held) and all(type(n) is int and n < len(data) for n in held)


class _Places:
    """A list of values, in which objects and lists name the places of theirs."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._left = MAX_PLACED
        """Values that may still be put in: few of them can stand in many places."""

    def root(self) -> Any:
        return self._at(0, MAX_PLACE_DEPTH)

    def _at(self, place: Any, depth: int) -> Any:
        self._left -= 1
        is_known = type(place) is int and 0 <= place < len(self._values)
        if not is_known or not depth or self._left < 0:
            return None
        value = self._values[place]
        if isinstance(value, dict):
            return {self._name(key): self._at(n, depth - 1) for key, n in value.items()}
        if not isinstance(value, list):
            return value
        if value and isinstance(value[0], str):  # ["Date", "2026-11-18"], ["Ref", 7]
            told = value[-1]
            return self._at(told, depth - 1) if isinstance(told, int) else told
        return [self._at(n, depth - 1) for n in value]

    def _name(self, key: str) -> str:
        """The name of a value, which may be told by its place, too."""
        place = key[1:] if key[:1] == "_" else ""
        is_place = place.isascii() and place.isdigit() and len(place) < MAX_DIGITS
        name = self._values[int(place)] if is_place and int(place) < len(self._values) else key
        return name if isinstance(name, str) else key


def _longest_list(script: str) -> str:
    """The longest list of objects that a program holds as a constant; "" if there is none."""
    best, at = "", 0
    while start := _LIST_START.search(script, at):
        found = _list_at(script, start.start())
        best, at = max(best, found, key=len), start.start() + max(1, len(found))
    return best if len(best) >= MIN_LISTED else ""


def _list_at(script: str, start: int) -> str:
    """The list that begins at a place; "" if what stands there is computed."""
    depth, at = 0, start
    while part := _LIST_PART.match(script, at):
        at = part.end()
        if part[0] in {"[", "{"}:
            depth += 1
        elif part[1]:
            depth -= 1
            if not depth:
                return script[start:at]
    return ""


def _parsed_text(script: str) -> str:
    """The text that is nearly all of a script; "" if there is none."""
    found = _TEXT.search(script[:_MAX_START])
    if found is None:
        return ""
    start, end = found.end(), script.rfind(found[1])
    if end - start < _MOST * len(script):
        return ""
    return _ESCAPE.sub(_character, script[start:end])


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _ESCAPED.get(found[3], found[3])


def is_data_script(body: bytes) -> bool:
    """Does a script hold nothing but data, or a long list of objects?"""
    start = body[:_MAX_START].decode("utf-8", "ignore")
    if (text := _TEXT.search(start)) and body.rfind(text[1].encode()) > _MOST * len(body):
        return True
    has_end = body.rstrip().rstrip(b";)").rstrip()[-1:] in {b"}", b"]"}
    begins = re.match(_CALLS, start, re.DOTALL) or _BEGINS.match(start)
    if has_end and begins is not None:
        return True
    return bool(_longest_list(body.decode("utf-8", "replace")))


def _loads(text: str) -> Any:
    try:
        data = json.loads(text)
        if _HALF.search(text):  # halves of surrogate pairs, which no text may hold
            whole = json.dumps(data, ensure_ascii=False).encode(errors="replace")
            data = json.loads(whole)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict | list) else None


def _strict(text: str) -> str:
    """An object of a script as JSON."""

    def written(found: re.Match[str]) -> str:
        _, text, before, key, short = found.groups()
        if text is not None:
            return json.dumps(_ESCAPE.sub(_character, text))
        return f'{before}"{key}"' if key else _SHORT.get(short, "")

    return _LOOSE.sub(written, text)


def read_xml(body: bytes) -> dict[str, Any] | None:
    """The data of an answer in XML, or None."""
    if not _XML.match(body[:_MAX_START]):
        return None
    # No entities, no files, nothing from the network; lxml limits the depth.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(with_fewer_attributes(body.lstrip()), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    said = None if _name(root).lower() in _FOR_PEOPLE else _said(root)
    return {_name(root): said} if isinstance(said, dict) else None


def _said(element: etree._Element) -> Any:
    """An element as text, as an address, or as an object."""
    inner = [each for each in element if isinstance(each.tag, str)]
    if not inner or _is_mixed(element):
        if text := " ".join("".join(element.itertext()).split()):
            return text
        return element.get("href") or dict(_attributes(element))
    said = dict(_attributes(element))
    for each in inner:
        _add(said, _key(each), _said(each))
    return said


def _add(said: dict[str, Any], key: str, value: Any) -> None:
    """Add the value of a child; several children of one name become a list."""
    if key not in said:
        said[key] = value
    elif isinstance(said[key], list):
        said[key].append(value)
    else:
        said[key] = [said[key], value]


def _key(element: etree._Element) -> str:
    """The key of an element: its name, which fields and links state in an attribute."""
    if named := element.get("name"):
        return named
    name, relation = _name(element), element.get("rel", "")
    if name != "link" or relation in _OWN_LINK:
        return name
    return relation if relation == "next" else f"link_{relation}"


def _is_mixed(element: etree._Element) -> bool:
    """Is there text between the children, as in a paragraph?"""
    texts = (element.text, *(each.tail for each in element))
    return any(text and text.strip() for text in texts)


def _attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        yield _local(str(name)), str(value)


def _name(element: etree._Element) -> str:
    return _local(str(element.tag))


def _local(name: str) -> str:
    return name.rpartition("}")[2]
