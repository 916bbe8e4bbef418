"""Definition 4 of [He13] by hand, by brute force, and within bounds."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links import prevalence
from deepweb.read.links.prevalence import Prevalence

PAIRS = st.sets(st.tuples(st.sampled_from("abc"), st.sampled_from("1234")))


def counted(pages: list[set[tuple[str, str]]]) -> Prevalence:
    found = Prevalence()
    for pairs in pages:
        found.add_page(sorted(pairs))
    return found


def test_the_example_of_the_paper() -> None:
    """sort=4 on 90 of 100 pages has a prevalence of 0.9."""
    pages = [{("sort", "4"), ("brand", str(n % 50))} for n in range(90)]
    pages += [{("brand", str(n % 50))} for n in range(10)]
    found = counted(pages)
    assert found.of("sort") == 0.9
    assert found.of("brand") == pytest.approx(1 / 50)
    assert found.different("brand") == 50


def test_an_argument_is_as_prevalent_as_its_values_on_average() -> None:
    found = counted([{("s", "1"), ("s", "2")}, {("s", "1")}, {("s", "1")}, set()])
    assert found.of("s") == (0.75 + 0.25) / 2


@given(st.lists(PAIRS, min_size=1, max_size=8))
def test_agrees_with_the_definition(pages: list[set[tuple[str, str]]]) -> None:
    found = counted(pages)
    held: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for name, value in {pair for pairs in pages for pair in pairs}:
        held[name][value] = sum((name, value) in pairs for pairs in pages) / len(pages)
    for name, values in held.items():
        assert found.of(name) == pytest.approx(sum(values.values()) / len(values))
    assert set(found.arguments) == set(held)


def test_few_pages_do_not_make_a_value_prevalent() -> None:
    """With 5 pages each value has at least 0.2; that no other page has it is what counts."""
    found = counted([{("brand", str(n)), ("sort", "1")} for n in range(5)])
    assert found.of("brand") == pytest.approx(0.2)
    assert found.beside("brand") == 0
    assert found.beside("sort") == 1


def test_with_many_pages_both_are_the_same() -> None:
    rng = random.Random(1)
    found = counted([{("b", str(rng.randrange(10))), ("c", "1")} for _ in range(2000)])
    assert found.beside("b") == pytest.approx(found.of("b"), abs=0.01)


def test_what_was_never_seen() -> None:
    found = Prevalence()
    assert found.of("a") == found.beside("a") == 0
    assert found.different("a") == 0


def test_values_without_number_cost_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prevalence, "MAX_VALUES", 50)
    found = Prevalence()
    for page in range(2000):
        found.add_page([*(("click", f"{page}-{n}") for n in range(10)), ("sort", str(page % 3))])
    assert found.different("click") == 50
    assert found.of("click") == pytest.approx(1 / 2000)
    assert found.of("sort") == pytest.approx(1 / 3, rel=0.01)


def test_all_arguments_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prevalence, "MAX_KEPT", 100)
    monkeypatch.setattr(prevalence, "MAX_ARGUMENTS", 20)
    found = counted([{(f"a{n % 40}", str(n)) for n in range(400)}])
    assert len(found.arguments) <= 20
    assert sum(map(found.different, found.arguments)) == 100
