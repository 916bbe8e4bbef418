"""Menus that only change how results are shown, by what they are called in many languages."""

# ruff: noqa: RUF001 (labels in many alphabets)

import pytest

from deepweb.store.resources import presentation_words
from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.presentation import (
    LANGUAGE,
    LOOK,
    PAGE_SIZE,
    SORT,
    looks_like,
    with_looks,
)

CITIES = ("Bern", "Uri", "Zug", "Wallis", "Genf")


def _choice(name: str, label: str, texts: tuple[str, ...] = CITIES, kind: str = "select") -> Choice:
    values = tuple(((name, f"v{n}"),) for n in range(len(texts)))
    return Choice((name,), values, kind, label=label, texts=texts)


PRESENTING = [
    ("sort", "", CITIES, SORT),
    ("sortBy", "", CITIES, SORT),
    ("order_by", "", CITIES, SORT),
    ("x", "Sort by", CITIES, SORT),
    ("x", "Sortieren nach", CITIES, SORT),
    ("x", "Trier par :", CITIES, SORT),
    ("x", "Ordenar por", CITIES, SORT),
    ("x", "Ordina per", CITIES, SORT),
    ("x", "Sorteer op", CITIES, SORT),
    ("x", "Sortera efter", CITIES, SORT),
    ("x", "Sortuj według", CITIES, SORT),
    ("x", "Řazení", CITIES, SORT),
    ("x", "Rendezés", CITIES, SORT),
    ("x", "Сортировать по", CITIES, SORT),
    ("x", "Сортувати", CITIES, SORT),
    ("x", "Sıralama", CITIES, SORT),
    ("x", "並び替え", CITIES, SORT),
    ("x", "排序方式", CITIES, SORT),
    ("x", "정렬", CITIES, SORT),
    ("x", "", ("Relevance", "Newest first", "Oldest first", "Price: low to high"), SORT),
    ("x", "", ("Title A to Z", "Title Z to A", "Lowest price", "Newest first"), SORT),
    ("x", "", ("Preis aufsteigend", "Preis absteigend", "Neueste"), SORT),
    ("x", "", ("Prix croissant", "Prix décroissant", "Pertinence"), SORT),
    ("x", "", ("Сначала дешевые", "Сначала дорогие", "По популярности"), SORT),
    ("x", "", ("新着順", "安い順", "高い順"), SORT),
    ("x", "", ("价格从低到高", "价格从高到低", "最新发布"), SORT),
    ("per_page", "", ("10", "25", "50"), PAGE_SIZE),
    ("x", "Results per page", ("10", "17", "33"), PAGE_SIZE),
    ("x", "", ("10", "20", "50", "100"), PAGE_SIZE),
    ("n", "Show", ("10", "20", "50", "100"), PAGE_SIZE),
    ("x", "", ("12 per page", "24 per page", "48 per page"), PAGE_SIZE),
    ("view", "", ("List", "Grid"), LOOK),
    ("x", "Ansicht", ("Liste", "Kacheln"), LOOK),
    ("styleid", "", ("-- Fixed", "-- Wide"), LOOK),
    ("lang", "", ("A", "B"), LANGUAGE),
    ("x", "Sprache", ("A", "B"), LANGUAGE),
    ("x", "", ("English", "Deutsch", "Français"), LANGUAGE),
]

SELECTING = [
    ("category", "Category", CITIES),
    ("make", "Marke", ("Ford", "Opel", "Fiat")),
    ("year", "Year", ("2008", "2009", "2010")),
    ("price", "Price up to", ("1000", "2000", "5000", "10000")),
    ("maxprice", "", ("5", "10", "20", "50", "100")),
    ("x", "Distance", ("10", "20", "50", "100")),
    ("border", "Bordering on", CITIES),
    ("beds", "Bedrooms", ("1", "2", "3", "4", "5")),
    ("month", "", ("January", "February", "March")),
]


@pytest.mark.parametrize(("name", "label", "texts", "expected"), PRESENTING)
def test_presentation(name: str, label: str, texts: tuple[str, ...], expected: str) -> None:
    assert looks_like(_choice(name, label, texts), presentation_words()) == expected


@pytest.mark.parametrize(("name", "label", "texts"), SELECTING)
def test_selection(name: str, label: str, texts: tuple[str, ...]) -> None:
    assert looks_like(_choice(name, label, texts), presentation_words()) == ""


def test_neither_long_menus_nor_text_boxes_look_like_it() -> None:
    long = _choice("sort", "Sort by", tuple(f"option {n}" for n in range(60)))
    box = _choice("sort", "Sort by", kind="text")
    assert [c.looks_like for c in with_looks([long, box], presentation_words())] == ["", ""]


def test_looks_are_noted() -> None:
    marked = with_looks([_choice("sort", ""), _choice("city", "")], presentation_words())
    assert [choice.looks_like for choice in marked] == [SORT, ""]
