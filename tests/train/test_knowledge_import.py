"""Dumps as Wikidata and Freebase write them."""

from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.train.knowledge_import import MALFORMED, Imported, import_dump


def claim(value: str | None, rank: str = "normal") -> dict[str, Any]:
    if value is None:
        return {"mainsnak": {"snaktype": "novalue"}, "rank": rank}
    held = {"value": {"entity-type": "item", "id": value}, "type": "wikibase-entityid"}
    return {"mainsnak": {"snaktype": "value", "datavalue": held}, "type": "statement", "rank": rank}


def entity(number: str, label: str, *types: str, **more: Any) -> dict[str, Any]:
    names = {
        "en": {"language": "en", "value": label},
        "de": {"language": "de", "value": f"{label}-de"},
    }
    claims = {"P31": [claim(each) for each in types]} if types else []
    return {"type": "item", "id": number, "labels": names, "aliases": [], "claims": claims, **more}


CITIES = [
    entity("Q60", "New York City", "Q515", aliases={"en": [{"language": "en", "value": "NYC"}]}),
    entity("Q64", "Berlin", "Q515", "Q5119"),
    entity("Q1", "Old", claims={"P31": [claim("Q515", "deprecated"), claim(None)]}),
    entity("Q2", "nothing claimed"),
    entity("Q515", "city", claims={"P279": [claim("Q486972")]}),
]


def wikidata_dump() -> bytes:
    rows = [json.dumps(each, ensure_ascii=False) for each in CITIES]
    return ("[\n" + ",\n".join([*rows, '{"broken": ', "[1]"]) + "\n]\n").encode()


def imported(folder: Path, format_: str, content: bytes, *languages: str) -> Imported:
    dump = folder / "dump"
    dump.write_bytes(content)
    return import_dump(format_, dump, folder / "kb", languages or ("en",), least=1)


def listed(folder: Path) -> dict[str, Sequence[str]]:
    known = KnowledgeBase.open(folder / "kb")
    return {each.name: list(known.names(number)) for number, each in enumerate(known.types)}


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
def test_wikidata(tmp_path: Path, pack: Any) -> None:
    done = imported(tmp_path, "wikidata", pack(wikidata_dump()))
    assert listed(tmp_path) == {
        "wikidata/city": ["New York City", "NYC", "Berlin"],
        "wikidata/Q5119": ["Berlin"],  # its label is not in the dump
    }
    assert (done.entities, done.types, done.trouble) == (5, 2, {MALFORMED: 2})


def test_wikidata_in_other_languages(tmp_path: Path) -> None:
    imported(tmp_path, "wikidata", wikidata_dump(), "de", "en")
    assert listed(tmp_path)["wikidata/city-de"][:2] == ["New York City-de", "New York City"]


NS = "http://rdf.freebase.com/ns/"
FREEBASE = f"""\
<{NS}m.0jcx>\t<{NS}type.object.type>\t<{NS}film.film>\t.
<{NS}m.0jcx>\t<{NS}type.object.type>\t<{NS}common.topic>\t.
<{NS}m.0jcx>\t<{NS}type.object.name>\t"Am\\u00E9lie \\"1\\""@en\t.
<{NS}m.0jcx>\t<{NS}type.object.name>\t"Die fabelhafte Welt"@de\t.
<{NS}m.0jcx>\t<{NS}common.topic.alias>\t"Amelie"@en\t.
<{NS}m.0jcx>\t<{NS}film.film.directed_by>\t<{NS}m.0abc>\t.
<{NS}m.0k1>\t<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>\t<{NS}film.film>\t.
<{NS}m.0k1>\t<{NS}type.object.type>\t<{NS}film.film>\t.
<{NS}m.0k1>\t<{NS}type.object.type>\t<{NS}award.award_winning_work>\t.
<{NS}m.0k1>\t<{NS}type.object.name>\t"Alien"@en\t.
<{NS}m.0k2>\t<{NS}type.object.type>\t<{NS}user.somebody.thing>\t.
<{NS}m.0k2>\t<{NS}type.object.name>\t"Mine"@en\t.
<{NS}m.0broken>\t<{NS}type.obj
"""


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_freebase(tmp_path: Path, pack: Any) -> None:
    done = imported(tmp_path, "freebase", pack(FREEBASE.encode()))
    assert listed(tmp_path) == {
        "award/award_winning_work": ["Alien"],
        "film/film": ['Amélie "1"', "Amelie", "Alien"],
    }
    assert done.trouble == {MALFORMED: 1}


def test_freebase_with_prefixes(tmp_path: Path) -> None:
    turtle = "@prefix ns: <http://rdf.freebase.com/ns/>.\n" + "".join(
        f'ns:m.0{n}\tns:type.object.type\tns:book.book.\nns:m.0{n}\tns:type.object.name\t"B{n}"@en.\n'
        for n in range(3)
    )
    imported(tmp_path, "freebase", turtle.encode())
    assert listed(tmp_path) == {"book/book": ["B0", "B1", "B2"]}


def test_small_types_are_left_out_and_a_second_import_replaces_the_first(tmp_path: Path) -> None:
    dump = tmp_path / "dump"
    dump.write_text(FREEBASE)
    for _ in range(2):
        done = import_dump("freebase", dump, tmp_path / "kb", ["en"], least=2)
    assert (done.types, done.left_out) == (1, 1)
    assert listed(tmp_path) == {"film/film": ['Amélie "1"', "Amelie", "Alien"]}
    assert [path.name for path in (tmp_path / "kb").iterdir()] == ["film"]


@pytest.mark.parametrize("format_", ["wikidata", "freebase"])
def test_hostile_lines(tmp_path: Path, format_: str) -> None:
    nested = "[" * 100_000
    spaces = f"<{NS}m.0a>\t<{NS}type.object.name>\t" + " " * 60_000 + "x"
    odd = [
        spaces,
        '{"labels": 5, "claims": {"P31": 7}}',
        '{"claims": {"P31": [1]}}',
        nested,
        "\x00\xff",
        ".",
    ]
    done = imported(tmp_path, format_, "\n".join(odd).encode())
    assert done.types == 0
