"""What is known from answers: emptiness, completeness, and what follows from them."""

from hypothesis import given
from hypothesis import strategies as st

from deepweb.surface.templates.informative import AnswerSummary
from deepweb.surface.templates.known_answers import KnownAnswers

NOTHING = AnswerSummary("empty", "nothing")
A, B, C = ("a", "1"), ("b", "1"), ("c", "1")


def shown(
    number: int, *, count: int | None = None, more: bool = False, start: int = 0
) -> AnswerSummary:
    ids = tuple(f"r{n}" for n in range(start, start + number))
    return AnswerSummary("results", f"{ids}", ids, count, 0, more)


def test_the_first_answer_counts_unless_it_was_an_error() -> None:
    known = KnownAnswers()
    known.add((A,), AnswerSummary("error", ""))
    known.add((A,), shown(3))
    known.add((A,), shown(5))
    seen = known.answer([A])
    assert seen is not None
    assert len(seen.ids) == 3
    known.replace((A,), shown(5))
    assert known.size([A]) == 5


def test_what_is_empty_alone_is_empty_with_more() -> None:
    known = KnownAnswers()
    known.add((A,), NOTHING)
    assert not known.why_pointless((A, B))  # the form may want both
    known.add((("a", "2"),), shown(30, count=50))
    assert known.why_pointless((A, B)) == "a part of it is empty"
    assert known.why_pointless((A, B, C))
    assert not known.why_pointless((A,))
    assert not known.why_pointless((("a", "2"), B))


def test_what_shows_all_needs_no_more() -> None:
    known = KnownAnswers()
    known.add((A,), shown(7, count=7))
    assert known.why_pointless((A, B)) == "a part of it shows all that it has"
    known.add((B,), shown(20, count=300))
    assert not known.why_pointless((B, C))


def test_what_is_found_in_parts_is_found() -> None:
    known = KnownAnswers()
    known.add((A,), shown(4, count=6))
    known.add((A, B), shown(2, count=2, start=4))
    assert known.why_pointless((A, C)) == "all that a part of it has is found"
    assert known.unseen_share(frozenset([A])) == 0


def test_cut_off_where_more_is_said_than_can_be_reached() -> None:
    known = KnownAnswers()
    assert known.is_cut_off(shown(20, count=21))
    assert not known.is_cut_off(shown(20, count=20))
    assert not known.is_cut_off(shown(20, count=500, more=True))
    known.limit_reach(100)
    assert known.is_cut_off(shown(20, count=500, more=True))
    assert not known.is_cut_off(shown(20, count=90, more=True))
    assert known.is_cut_off(shown(20, more=True))
    assert not known.is_cut_off(NOTHING)


def test_cut_off_where_nothing_is_said_but_pages_are_full() -> None:
    known = KnownAnswers()
    for n in range(2):
        known.add((("a", str(n)),), shown(20))
    assert [known.full_page] == [None]
    assert not known.is_cut_off(shown(20))
    known.add((("a", "3"),), shown(20))
    assert known.full_page == 20
    assert known.is_cut_off(shown(20))
    assert known.is_complete(shown(19))
    assert not known.is_complete(shown(20))


def test_the_number_of_the_database_on_each_page_is_not_believed() -> None:
    known = KnownAnswers()
    for n, length in enumerate((20, 3, 5, 7)):
        known.add((("a", str(n)),), shown(length, count=5000))
    assert not known.counts_are_true
    assert not known.is_cut_off(shown(3, count=5000))
    assert known.size([("a", "1")]) == 3


def test_the_last_page_shows_how_far_pages_reach() -> None:
    known = KnownAnswers()
    known.add((A,), shown(20, count=500, more=True))
    known.add_page((A,), shown(20, count=500, more=True, start=20))
    assert [known.reachable] == [None]
    known.add_page((A,), shown(20, count=500, start=40))
    assert [known.reachable] == [60]
    assert known.unseen_share(frozenset([A])) == 1 - 60 / 500
    assert known.is_cut_off(shown(20, count=61, more=True))
    known.add((B,), shown(20, count=30, more=True))
    known.add_page((B,), shown(10, count=30, start=20))
    assert [known.reachable] == [60]  # all 30 were there


def test_how_many_records_an_answer_has() -> None:
    known = KnownAnswers()
    known.add((A,), shown(20, count=77))
    known.add((B,), shown(20, more=True))
    known.add((C,), NOTHING)
    assert [known.size([each]) for each in (A, B, C)] == [77, 40, 0]
    assert known.size([("d", "1")]) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("12")), max_size=12), st.data())
def test_pointless_questions_have_nothing_new(
    asked: list[tuple[str, str]], data: st.DataObject
) -> None:
    """Against a database that is known: nothing that is called pointless would bring a record."""
    rows = data.draw(st.lists(st.tuples(*[st.sampled_from("12")] * 3), max_size=30))
    known, seen_ids = KnownAnswers(), set[str]()

    def ask(filled: tuple[tuple[str, str], ...]) -> AnswerSummary:
        found = [
            str(n)
            for n, row in enumerate(rows)
            if all(row["abc".index(name)] == value for name, value in filled)
        ]
        if not found:
            return NOTHING
        return AnswerSummary("results", f"{found[:3]}", tuple(found[:3]), len(found))

    for first in asked:
        for second in asked:
            filled = tuple(sorted({first[0]: first[1], second[0]: second[1]}.items()))
            if known.why_pointless(filled):
                assert set(ask(filled).ids) <= seen_ids
                continue
            known.add(filled, ask(filled))
            seen_ids.update(ask(filled).ids)
