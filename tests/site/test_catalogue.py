"""The two sources, and what a record is found by."""

import time
import unicodedata
from datetime import date

import pytest

from tests.site import Catalogue, Entry, unicode_characters, world_cities


def test_small_catalogues_hold_no_names_made_by_rule() -> None:
    titles = [entry.title for entry in unicode_characters(2000).records]
    assert len(titles) == 2000
    assert not [t for t in titles if t.startswith(("CJK UNIFIED", "HANGUL SYLLABLE", "TANGUT"))]


def test_characters_come_by_code_point_and_repeatably() -> None:
    codes = [int(entry.id, 16) for entry in unicode_characters(500).records]
    assert codes == sorted(codes)
    unicode_characters.cache_clear()
    assert [int(entry.id, 16) for entry in unicode_characters(500).records] == codes


def test_a_larger_catalogue_holds_the_smaller() -> None:
    small = {entry.id for entry in unicode_characters(100).records}
    assert small < {entry.id for entry in unicode_characters(200).records}


def test_all_characters_are_there_in_a_few_seconds() -> None:
    started = time.process_time()
    every = unicode_characters(10**6)
    assert time.process_time() - started < 10
    assert len(every) == sum(bool(unicodedata.name(chr(c), "")) for c in range(0x110000))
    assert len({entry.id for entry in every.records}) == len(every)


def test_attributes_of_a_character() -> None:
    entry = next(e for e in unicode_characters(10**6).records if e.title == "LATIN SMALL LETTER A")
    assert entry.id == "0061"
    assert entry.attributes["code"] == "U+0061"
    assert entry.attributes["category"] == "Letter, lowercase"
    assert entry.attributes["script"] == "Latin"
    assert entry.attributes["direction"] == "Left to right"
    assert entry.words == {"latin", "small", "letter", "a", "lowercase"}


@pytest.mark.parametrize("catalogue", [unicode_characters(300), world_cities(300)])
def test_typed_attributes_are_well_formed(catalogue: Catalogue) -> None:
    for entry in catalogue.records:
        assert float(entry.attributes["price"]) >= 1
        assert date.fromisoformat(entry.attributes["date"])
        assert len(entry.attributes["zip"]) == 5
        assert int(entry.attributes["zip"])


def test_cities_are_the_most_populous() -> None:
    catalogue = world_cities(50)
    assert len(catalogue) == 50
    tokyo = next(entry for entry in catalogue.records if entry.title == "Tokyo")
    assert tokyo.attributes["country"] == "Japan"
    assert tokyo.attributes["continent"] == "Asia"
    assert tokyo.words == {"tokyo", "japan", "asia"}


def test_numbers_are_shown_but_not_searched() -> None:
    entry = Entry("1", "Big-Ben tower", {"category": "Clock", "price": "12.50", "zip": "10001"})
    assert entry.text == "Big-Ben tower Clock"
    assert entry.words == {"big", "ben", "tower", "clock"}
    assert len({entry, Entry("1", "Big-Ben tower", entry.attributes)}) == 1
