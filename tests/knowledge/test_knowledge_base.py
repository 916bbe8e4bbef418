"""Knowledge bases: folders of lists, and the one that ships."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from deepweb.knowledge.knowledge_base import (
    KnowledgeBase,
    KnowledgeError,
    default_knowledge,
    entity_types,
)
from deepweb.train.default_knowledge import _places, fit_names
from tests.conftest import ROOT


def test_names_have_all_their_types(tmp_path: Path) -> None:
    (tmp_path / "location").mkdir()
    (tmp_path / "people").mkdir()
    (tmp_path / "location" / "city.tsv").write_text("# cities\nParis\tFR\n\n  São Paulo \nParis\n")
    packed = gzip.compress(b"Paris\nHilton\n")
    (tmp_path / "people" / "first.tsv.gz").write_bytes(packed)
    (tmp_path / "people" / "notes.txt").write_text("Paris\n")
    known = KnowledgeBase.open(tmp_path)
    assert [each.name for each in known.types] == ["location/city", "people/first"]
    assert (known.types_of("paris"), known.types_of("são paulo")) == ((0, 1), (0,))
    assert known.types_of("nowhere") == ()
    assert "hilton" in known
    assert "Hilton" not in known
    assert (known.longest, known.sizes) == (2, [3, 2])
    assert list(known.names(0)) == ["Paris", "São Paulo", "Paris"]


def test_folders_without_lists_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=r"holds no domain/type.tsv file.*knowledge import"):
        entity_types(tmp_path)
    with pytest.raises(KnowledgeError, match="is no folder"):
        entity_types(tmp_path / "none")


def test_lists_that_cannot_be_read_are_told_before_the_crawl(tmp_path: Path) -> None:
    (tmp_path / "a" / "city.tsv").mkdir(parents=True)
    with pytest.raises(KnowledgeError, match=r"city\.tsv' is no plain file"):
        entity_types(tmp_path)


def test_what_was_not_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "city.tsv.gz").write_bytes(gzip.compress(os.urandom(5000))[:-100])
    (tmp_path / "a" / "empty.tsv").write_bytes(b"")
    (tmp_path / "a" / "long.tsv").write_bytes(b"x" * 100_000 + b"\nParis\n")
    known = KnowledgeBase.open(tmp_path)
    assert "paris" in known
    (told,) = known.remarks()
    assert "1 files that break off" in told
    assert "1 overlong lines" in told
    (tmp_path / "b" / "b").mkdir(parents=True)
    (tmp_path / "b" / "b" / "empty.tsv").write_bytes(b"\n\n")
    assert list(KnowledgeBase.open(tmp_path / "b").remarks()) == [
        "no list of the knowledge base holds a name"
    ]


def test_an_empty_knowledge_base_knows_nothing() -> None:
    known = KnowledgeBase([])
    assert ("x" in known, known.longest, known.types_of("x")) == (False, 0, ())


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("zanesville", "location/city_united_states"),
        ("frankreich", "location/country_de"),
        ("switzerland", "location/country"),
        ("ohio", "location/us_state"),
        ("90210", "location/us_zip"),
        ("basque", "language/language"),
        ("swiss franc", "money/currency"),
        ("smith", "people/surname"),
        ("日本", "location/country_ja"),
    ],
)
def test_what_ships(name: str, type_: str) -> None:
    known = default_knowledge()
    key = name if name.isascii() else " ".join(name)
    assert type_ in {known.type_name(number) for number in known.types_of(key)}


def test_the_lists_are_those_of_the_packages() -> None:
    """Of those that the tests need anyway."""
    for name, listed in _places().items():
        shipped = (ROOT / "resources" / "knowledge" / f"{name}.tsv").read_text("utf-8").splitlines()
        assert shipped == fit_names(listed), name


def test_every_domain_has_its_source_and_licence() -> None:
    told = (ROOT / "resources" / "knowledge" / "README.md").read_text("utf-8")
    for each in default_knowledge().types:
        family = each.name.partition("_")[0]
        assert f"`{each.name}`" in told or f"`{family}_" in told, each.name
