"""The order in which the questions of a template come."""

from deepweb.surface.templates.heard import Heard
from deepweb.surface.templates.informativeness import Seen
from deepweb.surface.templates.promising import Promising, submissions
from deepweb.surface.templates.template import Template, Wording
from tests.surface.menu_database import menu

MENU_A, MENU_B = menu("a", ["1", "2", "3"]), menu("b", ["x", "y"])
WORDING = Wording((MENU_A, MENU_B))
NOTHING = Seen("empty", "")


def shown(count: int, start: int = 0) -> Seen:
    ids = tuple(f"r{n}" for n in range(start, start + min(count, 10)))
    return Seen("results", f"{ids}", ids, count)


def _order(template: Template, heard: Heard) -> list[str]:
    asked = submissions(template, WORDING, heard)
    return ["".join(value for _, value in question.values) for question in asked]


def test_all_questions_come_once_in_the_order_of_the_form() -> None:
    assert _order(Template((MENU_A,)), Heard()) == ["1", "2", "3"]
    assert _order(Template((MENU_A, MENU_B)), Heard()) == ["1x", "1y", "2x", "2y", "3x", "3y"]


def test_what_the_page_promises_comes_first() -> None:
    counted = menu("a", ["1", "2", "3"], texts=("One (2)", "Two (0)", "Three (9)"))
    assert _order(Template((counted,)), Heard()) == ["3", "1"]


def test_larger_answers_are_refined_first_and_small_ones_not_at_all() -> None:
    heard = Heard()
    heard.note((("a", "1"),), shown(40))
    heard.note((("a", "2"),), shown(400, 100))
    heard.note((("a", "3"),), shown(4, 500))
    heard.note((("b", "x"),), shown(40))
    heard.note((("b", "y"),), shown(30))
    assert _order(Template((MENU_A, MENU_B)), heard) == ["2x", "2y", "1x", "1y"]


def test_what_was_heard_meanwhile_is_passed_over() -> None:
    heard = Heard()
    heard.note((("b", "x"),), shown(40))
    asked = submissions(Template((MENU_A, MENU_B)), WORDING, heard)
    next(asked)
    heard.note((("a", "2"),), NOTHING)
    heard.note((("a", "1"),), shown(3))
    heard.note((("a", "3"), ("b", "y")), shown(12))
    assert [question.values for question in asked] == [(("a", "3"), ("b", "x"))]


def test_what_was_seen_of_a_part_lowers_the_promise() -> None:
    heard = Heard()
    heard.note((("a", "1"),), shown(20))
    heard.note((("b", "x"),), shown(20, 50))
    queue = Promising(Template((MENU_A, MENU_B)), WORDING, heard)
    before = queue.promise()
    heard.note((("a", "1"), ("b", "x")), shown(9, 100))
    heard.note((("a", "2"),), NOTHING)
    heard.note((("a", "3"),), NOTHING)
    assert 0 < queue.promise() < before
    heard.note((("a", "1"), ("c", "z")), shown(10, 200))
    assert queue.promise() == 0  # all 20 were seen
    assert queue.next() is None
