"""Templates, and how their questions are put."""

from deepweb.surface.answer import Question
from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.template import Template, Wording
from tests.surface.menu_database import menu

MENU_A, MENU_B = menu("a", ["1", "2", "3"]), menu("b", ["x", "y"], free=(("b", "all"),))
SPAN = Choice(
    ("low", "high"), ((("low", "0"), ("high", "9")), (("low", "10"), ("high", "19"))), "range"
)


def test_a_template_is_the_product_of_its_choices() -> None:
    template = Template((MENU_A, MENU_B, SPAN))
    assert template.binding == ("a", "b", "low", "high")
    assert template.size == len(set(template.values())) == 12
    assert next(template.values()) == (("a", "1"), ("b", "x"), ("low", "0"), ("high", "9"))


def test_free_inputs_are_given_their_wild_cards() -> None:
    wording = Wording((MENU_A, MENU_B))
    assert wording.question((("a", "1"),)) == Question("menu", (("a", "1"), ("b", "all")))
    assert wording.question((("b", "x"),)) == Question("menu", (("b", "x"),))
    assert wording.question((), "unrestricted") == Question("unrestricted", (("b", "all"),))


def test_what_is_fixed_is_filled_in_unless_it_is_asked_for() -> None:
    wording = Wording((MENU_A, MENU_B), (("n", "100"),))
    assert wording.question((("a", "1"),)).values == (("a", "1"), ("n", "100"), ("b", "all"))
    assert wording.question((("n", "5"),)).values == (("n", "5"), ("b", "all"))


def test_what_a_question_asks_for_can_be_told_again() -> None:
    wording = Wording((MENU_A, MENU_B), (("n", "100"),))
    for bound in ((), (("a", "1"),), (("a", "2"), ("b", "y"))):
        assert wording.bound(wording.question(bound)) == bound
