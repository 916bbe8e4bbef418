"""Dumps of Wikidata and Freebase to a knowledge base of ``domain/type.tsv`` files.

Both are read as a stream, packed or not, one entity at a time. Each row is a name of an entity, its
label or an alias, in one of the given languages.

Wikidata (JSON, one entity a line): the types of an entity are the classes that it is an instance of
(P31), named by their label; a class is a subclass of something (P279). Freebase (RDF, one fact a
line, the facts of an entity together): types are Freebase's own domains and types, without those
that only describe Freebase itself.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from deepweb.knowledge.plain_lines import Trouble, read_lines

MAX_WAITING = 500_000  # rows kept in memory: a dump has more types than files can be open
MAX_LINE = 32 * 1024 * 1024  # bytes: an entity of Wikidata with all its claims is one line
MIN_NAMES = 20  # types with fewer names are left out
MALFORMED = "lines that are no entity or fact"

# Domains that describe Freebase itself.
OWN_DOMAINS = frozenset({"base", "common", "dataworld", "freebase", "pipeline", "type", "user"})
_FACT = re.compile(
    r"(?:<http://rdf\.freebase\.com/ns/|ns:)([mg]\.[\w.-]+)>?\s+"
    r"<?(?:http://rdf\.freebase\.com/ns/|ns:)"
    r"(type\.object\.type|type\.object\.name|common\.topic\.alias)>?\s+(.*)"
)
_TYPE = re.compile(r"(?:<http://rdf\.freebase\.com/ns/|ns:)([\w-]+)\.([\w.-]+?)>?$")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"@([\w-]+)$')
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_PLAIN = {"t": " ", "n": " ", "r": " ", "b": "", "f": ""}


class Entity(NamedTuple):
    """The names and types of a thing."""

    names: Collection[str]
    types: Collection[str]


@dataclass(slots=True)
class Imported:
    """The result of an import."""

    entities: int = 0
    names: int = 0
    types: int = 0
    left_out: int = 0
    """Types with too few names."""
    written: list[Path] = field(default_factory=list)
    trouble: Trouble = field(default_factory=Trouble)


class TypeFiles:
    """The files of a knowledge base; rows are collected and appended in batches."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: defaultdict[str, list[str]] = defaultdict(list)
        self._rows = 0
        self.counts: Counter[str] = Counter()

    def add(self, type_: str, name: str) -> None:
        self._waiting[type_].append(name)
        self.counts[type_] += 1
        self._rows += 1
        if self._rows >= MAX_WAITING:
            self.write()

    def write(self) -> None:
        for type_, names in self._waiting.items():
            with self.path(type_).open("a", encoding="utf-8") as file:
                file.write("".join(f"{name}\n" for name in names))
        self._waiting.clear()
        self._rows = 0

    def path(self, type_: str) -> Path:
        return self._folder / f"{type_}.tsv"


@dataclass(slots=True)
class Wikidata:
    """A JSON dump: an array with one entity a line."""

    languages: Sequence[str]
    _labels: dict[str, str] = field(default_factory=dict)
    """Class to its label."""

    def entities(self, dump: Path, trouble: Trouble) -> Iterator[Entity]:
        for row in _json_rows(dump, trouble):
            names = list(self._names(row))
            if names and _claimed(row, "P279"):
                self._labels[str(row.get("id"))] = names[0]
            yield Entity(names, _claimed(row, "P31"))

    def name_of(self, type_: str) -> str:
        return f"wikidata/{_file_name(self._labels.get(type_, '')) or type_}"

    def _names(self, row: dict[str, Any]) -> Iterator[str]:
        labels, aliases = _table(row, "labels"), _table(row, "aliases")
        for language in self.languages:
            called = [labels.get(language), *(aliases.get(language) or [])]
            values = (each.get("value") for each in called if isinstance(each, dict))
            yield from (_one_line(value) for value in values if isinstance(value, str))


@dataclass(slots=True)
class Freebase:
    """An RDF dump, as N-Triples or with the prefix ``ns:``."""

    languages: Sequence[str]

    def entities(self, dump: Path, trouble: Trouble) -> Iterator[Entity]:
        facts = _facts(dump, trouble)
        for _, of_entity in groupby(facts, key=lambda fact: fact[0]):
            yield self._entity(of_entity)

    def name_of(self, type_: str) -> str:
        return type_

    def _entity(self, facts: Iterable[tuple[str, str, str]]) -> Entity:
        names: dict[str, None] = {}
        types: dict[str, None] = {}
        for _, predicate, value in facts:
            if predicate == "type.object.type":
                found = _TYPE.match(value)
                if found and found[1] not in OWN_DOMAINS:
                    types[f"{_file_name(found[1])}/{_file_name(found[2])}"] = None
            elif (text := _TEXT.match(value)) and text[2] in self.languages:
                names[_one_line(_ESCAPE.sub(_unescaped, text[1]))] = None
        return Entity(list(filter(None, names)), list(types))


FORMATS = {"wikidata": Wikidata, "freebase": Freebase}


def import_dump(
    format_: str, dump: Path, folder: Path, languages: Sequence[str], least: int = MIN_NAMES
) -> Imported:
    """Write the files of all types; rename them and drop small ones at the end. Raises OSError."""
    source, done = FORMATS[format_](languages), Imported()
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".importing-") as room:
        files = TypeFiles(Path(room))
        for entity in source.entities(dump, done.trouble):
            done.entities += 1
            done.names += bool(entity.types) * len(entity.names)
            for type_, name in product(entity.types, entity.names):
                files.add(type_.replace("/", "%"), name)
        files.write()
        taken: set[Path] = set()
        for key, count in sorted(files.counts.items()):
            if count < least:
                done.left_out += 1
                continue
            done.types += 1
            target = folder / f"{source.name_of(key.replace('%', '/'))}.tsv"
            if target in taken:  # two classes of one name
                target = target.with_name(f"{target.stem}_{key}.tsv")
            taken.add(target)
            done.written.append(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(files.path(key), target)
    return done


def _json_rows(dump: Path, trouble: Trouble) -> Iterator[dict[str, Any]]:
    for line in read_lines(dump, trouble, MAX_LINE):
        written = line.strip().removesuffix(",")
        if written in {"", "[", "]"}:
            continue
        try:
            row = json.loads(written)
        except (ValueError, RecursionError):
            row = None
        if isinstance(row, dict):
            yield row
        else:
            trouble[MALFORMED] += 1


def _facts(dump: Path, trouble: Trouble) -> Iterator[tuple[str, str, str]]:
    """Subject, predicate and object of the facts that matter."""
    for line in read_lines(dump, trouble):
        # The end is cut off first: a pattern for it would backtrack over long lines.
        if found := _FACT.match(line.rstrip().removesuffix(".").rstrip()):
            yield found[1], found[2], found[3]
        elif line and not line.endswith(".") and not line.startswith(("@", "#")):
            trouble[MALFORMED] += 1


def _table(row: dict[str, Any], key: str) -> dict[str, Any]:
    """Empty tables are written as empty lists."""
    found = row.get(key)
    return found if isinstance(found, dict) else {}


def _claimed(row: dict[str, Any], property_: str) -> list[str]:
    """The entities that a property names, without deprecated ones."""
    claims = _table(row, "claims").get(property_)
    found: dict[str, None] = {}
    for claim in claims if isinstance(claims, list) else []:
        try:
            value = claim["mainsnak"]["datavalue"]["value"]["id"]
        except (KeyError, TypeError):  # "no value" is a claim, too
            continue
        if claim.get("rank") != "deprecated" and re.fullmatch(r"Q\d+", str(value)):
            found[str(value)] = None
    return list(found)


def _unescaped(found: re.Match[str]) -> str:
    sign = found[1]
    if len(sign) == 1:
        return _PLAIN.get(sign, sign)
    code = int(sign[1:], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _file_name(label: str) -> str:
    return re.sub(r"[^\w-]+", "_", label.lower()).strip("_")[:100]
