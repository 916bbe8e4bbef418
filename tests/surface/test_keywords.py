"""The plan of words agrees with a plain version of its rule."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.words import words
from deepweb.surface.keywords import MEMORY, OPTIMISM, KeywordPlan

_VOCABULARY = ("red", "blue", "car", "bus", "x", "a1", "12", "1990", "für", "東京")
_TEXTS = st.lists(st.sampled_from(_VOCABULARY), max_size=5).map(" ".join)
_RECORDS = st.lists(st.tuples(_TEXTS, _TEXTS), max_size=8)
_ROUNDS = st.lists(st.tuples(_RECORDS, st.integers(0, 30)), min_size=1, max_size=8)


@dataclass
class PlainPlan:
    """The rule written down again, without heaps: every word is looked at every time."""

    held: Counter[str] = field(default_factory=Counter)
    titles: Counter[str] = field(default_factory=Counter)
    asked: dict[str, tuple[int, bool, int]] = field(default_factory=dict)
    credits: list[tuple[tuple[int, bool, int], int]] = field(default_factory=list)

    def add(self, title: str, text: str) -> None:
        for word in {*words(title), *words(text)} - self.asked.keys():
            self.held[word] += 1
            self.titles[word] += word in words(title)

    def next(self) -> str | None:
        known = [word for word in self.held if word not in self.asked]
        if not known:
            return None
        best = max(known, key=lambda word: (self._promise(self._sort(word)), self._sort(word)))
        alike = [word for word in known if self._sort(word) == self._sort(best)]
        chosen = min(alike, key=lambda word: (-self.held[word], word))
        self.asked[chosen] = self._sort(chosen)
        return chosen

    def credit(self, word: str, new: int) -> None:
        self.credits.append((self.asked[word], new))

    def _sort(self, word: str) -> tuple[int, bool, int]:
        digits = sum(letter.isdigit() for letter in word)
        kind = 0 if digits == len(word) else 1 if digits else 2
        size = next(power for power in range(99) if self.held[word] < 2**power)
        return kind, self.titles[word] / self.held[word] >= 0.5, size

    def _promise(self, sort: tuple[int, bool, int]) -> float:
        family = self._remembered([new for other, new in self.credits if other[:2] == sort[:2]])
        own = self._remembered([new for other, new in self.credits if other == sort])
        expected = (OPTIMISM + family[0]) / (1 + family[1])
        return (expected + own[0]) / (1 + own[1])

    def _remembered(self, brought: list[int]) -> tuple[float, float]:
        total = answers = 0.0
        for new in brought:
            total, answers = MEMORY * total + new, MEMORY * answers + 1
        return total, answers


@given(_ROUNDS)
@settings(max_examples=100, deadline=None)
def test_the_plan_agrees_with_the_plain_one(
    rounds: list[tuple[list[tuple[str, str]], int]],
) -> None:
    plan, plain = KeywordPlan(), PlainPlan()
    for records, new in rounds:
        for title, text in records:
            plan.add(title, text)
            plain.add(title, text)
        word = plan.next()
        assert word == plain.next()
        if word is not None:
            plan.credit(word, new)
            plain.credit(word, new)


@given(_RECORDS, st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_every_word_comes_once(records: list[tuple[str, str]], new: int) -> None:
    plan = KeywordPlan()
    for title, text in records:
        plan.add(title, text)
    found = _all_words(plan, new)
    every = {word for record in records for part in record for word in words(part)}
    assert len(found) == len(set(found))
    assert set(found) == every
    for title, text in records:
        plan.add(title, text)
    assert plan.next() is None


@given(_RECORDS)
@settings(max_examples=50, deadline=None)
def test_the_order_of_the_records_does_not_matter(
    records: list[tuple[str, str]],
) -> None:
    one, other = KeywordPlan(), KeywordPlan()
    for record in records:
        one.add(*record)
    for record in reversed(records):
        other.add(*record)
    assert _all_words(one, 2) == _all_words(other, 2)


def _all_words(plan: KeywordPlan, new: int) -> list[str]:
    found = []
    while (word := plan.next()) is not None:
        found.append(word)
        plan.credit(word, new)
    return found


def test_excluded_words_never_come() -> None:
    plan = KeywordPlan()
    plan.exclude("red")
    plan.add("red car", "")
    plan.add("bus", "")
    plan.exclude("bus")
    assert (plan.next(), plan.next()) == ("car", None)
    plan.credit("red", 50)  # of no sort, so it teaches nothing


def test_the_word_that_most_records_hold_comes_first() -> None:
    plan = KeywordPlan()
    for title in ("red car", "red bus", "red van", "blue van"):
        plan.add(title, title)
    assert [plan.next() for _ in range(3)] == ["red", "van", "blue"]


def test_a_sort_that_brings_nothing_waits() -> None:
    plan = KeywordPlan()
    for n in range(20):
        plan.add(f"thing{chr(97 + n)}", f"{n + 100}")
    first = plan.next()
    assert first == "thinga"
    plan.credit(first, 0)
    second = plan.next()
    assert second == "100"  # a number: the words of titles have brought nothing yet
    plan.credit(second, 20)
    assert [plan.next() for _ in range(3)] == ["101", "102", "103"]


def test_what_a_sort_brought_long_ago_is_forgotten() -> None:
    plan = KeywordPlan()
    for n in range(60):
        plan.add(f"thing{chr(97 + n % 26)}{'x' * (n // 26)}", f"{n + 100}")
    kinds = []
    for n in range(60):
        word = plan.next()
        assert word is not None
        kinds.append(word.isdigit())
        # Numbers bring much at first and nothing later; words bring a little all the time.
        plan.credit(word, (30 if n < 10 else 0) if word.isdigit() else 3)
    assert sum(kinds[:10]) > 5
    assert sum(kinds[-10:]) < 5
