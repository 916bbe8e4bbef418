"""The right answer to a query, found without the index."""

from collections.abc import Callable
from typing import Any

from demosite.catalogue import Catalogue, Entry
from demosite.search import Selection

# Written again, since those of search.py are under test.
_SORTS: dict[str, tuple[Callable[[Entry], Any], bool]] = {
    "title": (lambda entry: entry.title.lower(), False),
    "title-desc": (lambda entry: entry.title.lower(), True),
    "price": (lambda entry: float(entry.attributes["price"]), False),
    "newest": (lambda entry: entry.attributes["date"], True),
}


def expected_ids(catalogue: Catalogue, selection: Selection) -> list[str]:
    """Ids of all records that answer, in order."""
    found = [e for e in catalogue.records if _matches(e, selection)]
    if selection.sort:
        key, backwards = _SORTS[selection.sort]
        found.sort(key=key, reverse=backwards)
    elif selection.match == "or":
        asked = _asked(selection)
        found.sort(key=lambda entry: -len(asked & entry.words))
    return [entry.id for entry in found]


def _asked(selection: Selection) -> set[str]:
    # Queries of the tests hold letters, digits, blanks and hyphens only.
    return set(selection.text.lower().replace("-", " ").split())


def _matches(entry: Entry, selection: Selection) -> bool:
    asked = _asked(selection)
    matched = asked & entry.words
    if asked and not (matched if selection.match == "or" else matched == asked):
        return False
    if selection.text.strip() and not asked:
        return False
    if any(entry.attributes[name] != value for name, value in selection.equal):
        return False
    if any(entry.attributes[name] not in values for name, values in selection.among):
        return False
    if any(not set(text.lower().split()) <= _held(entry, n) for n, text in selection.words):
        return False
    return all(_is_within(entry.attributes[b.attribute], b.low, b.high) for b in selection.bounds)


def _held(entry: Entry, name: str) -> set[str]:
    value = entry.title if name == "title" else entry.attributes[name]
    return set(value.lower().replace("&", " ").split())


def _is_within(value: str, low: str, high: str) -> bool:
    if "-" in value:  # a date
        return low <= value <= (high or "9999")
    return (not low or float(low) <= float(value)) and (not high or float(value) <= float(high))
