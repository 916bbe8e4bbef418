"""Numbers of texts, and sets of numbers, against dictionaries and sets."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.records.identity import IdentityRules
from deepweb.surface.answer import Answer, LearntIdentity
from deepweb.surface.record_numbers import FEW, KnownRecords, NumberSet, TextNumbers

TEXTS = st.lists(st.text(max_size=3), max_size=300)
NUMBERS = st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 3 * FEW), max_size=3 * FEW)


@given(TEXTS, TEXTS)
def test_numbers_are_given_in_the_order_of_meeting(met: list[str], others: list[str]) -> None:
    texts = TextNumbers(met)
    expected = {text: number for number, text in enumerate(dict.fromkeys(met))}
    assert len(texts) == len(expected)
    for text in [*met, *others]:
        assert texts.number(text) == expected.get(text)
        assert (text in texts) == (text in expected)
    assert texts.numbers(met) == list(expected.values())


def test_many_texts_are_all_found_again_and_no_others() -> None:
    texts = TextNumbers(f"https://example.org/{n}" for n in range(50_000))
    assert [texts.add(f"https://example.org/{n}") for n in range(50_000)] == list(range(50_000))
    assert not any(f"https://example.org/{n}/" in texts for n in range(50_000))


def test_texts_of_one_slot_are_told_apart() -> None:
    texts = TextNumbers()
    # All in one part, all at its first place; the hash alone tells them apart.
    names = [part * 2**40 for part in range(1, 200)]
    for name in names:
        texts.add(_Hashed(name))
    assert [texts.number(_Hashed(name)) for name in names] == list(range(len(names)))
    assert texts.number(_Hashed(2**40 * 300)) is None


@given(TEXTS, st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3))), TEXTS)
def test_renamed_texts_keep_their_numbers(
    met: list[str], renamed: list[tuple[str, str]], later: list[str]
) -> None:
    texts = TextNumbers(met)
    expected = {text: number for number, text in enumerate(dict.fromkeys(met))}
    for before, after in renamed:
        texts.rename(before, after)
        if before in expected and after not in expected:
            expected[after] = expected.pop(before)
    for text in later:  # the table grows around what was renamed
        assert texts.add(text) == expected.setdefault(text, len(texts) - (text not in expected))
    assert all(texts.number(text) == expected.get(text) for text in [*met, *later])
    assert all(texts.number(text) == expected.get(text) for pair in renamed for text in pair)


def test_records_that_are_renamed_are_not_new() -> None:
    rules = IdentityRules({"?sid": "it differs"})
    many = {f"http://a.example/item/{n}?sid=1": f"http://a.example/item/{n}" for n in range(9000)}
    known = KnownRecords(TextNumbers(many))
    known.taught(Answer("results", "", identity=LearntIdentity(rules, many)))
    assert known.ids.numbers(many.values()) == list(range(9000))
    assert known.id_of("http://a.example/item/7?sid=8") == "http://a.example/item/7"
    more = rules.with_more(IdentityRules({"?k": "it differs"}))
    known.taught(Answer("results", "", identity=LearntIdentity(more, {})))
    known.taught(Answer("results", "", identity=LearntIdentity(rules, many)))
    assert known.rules == more


class _Hashed(str):
    """A text with the hash that we want."""

    def __hash__(self) -> int:
        return int(self)


@given(NUMBERS, NUMBERS)
def test_a_set_of_numbers_is_a_set(first: list[int], more: list[int]) -> None:
    numbers = NumberSet(first)
    numbers.update(more)
    expected = {*first, *more}
    assert set(numbers) == expected
    assert len(numbers) == len(expected)
    assert set(numbers.bitmap()) == expected
    assert all((each in numbers) == (each in expected) for each in [*first, *more, 7, FEW])


def test_records_take_few_bytes_each() -> None:
    """Five million are to be known in a process of 1.5 GB, and be in several sets."""
    many = 200_000
    texts, found = TextNumbers(map(str, range(many))), NumberSet()
    for start in range(0, many, 20):
        found.update(range(start, start + 20))
    places = sum(len(part) for part in texts._parts)
    assert isinstance(texts._hashes, array)
    assert (8 * len(texts) + 4 * places) / many < 22
    assert len(found.bitmap().serialize()) / many < 0.2
