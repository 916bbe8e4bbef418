"""Records that stand on pages whatever is asked."""

from deepweb.surface.promoted import Promoted


def test_on_every_page_of_many_queries() -> None:
    promoted = Promoted()
    for number in range(12):
        promoted.add(number, 1, ["ad", f"r{number}"])
    assert promoted.names == {"ad"}


def test_a_record_of_a_small_site_is_on_most_pages_but_not_all() -> None:
    promoted = Promoted()
    for number in range(20):
        promoted.add(number, 1, ["r"] if number % 5 else ["s"])
    assert promoted.names == set()


def test_again_and_again_in_the_same_query() -> None:
    promoted = Promoted()
    for number in range(3):
        for page in range(1, 6):
            shown = ["ad"] if page in {1, 4} else []
            promoted.add(number, page, [*shown, f"r{number}.{page}"])
    assert promoted.names == {"ad"}


def test_neighbouring_pages_of_a_changing_site_may_share_a_record() -> None:
    promoted = Promoted()
    for number in range(6):
        promoted.add(number, 1, ["r", f"a{number}"])
        promoted.add(number, 2, ["r", f"b{number}"])
        promoted.add(number, 3, [f"c{number}"])
    assert promoted.names == set()


def test_one_record_cannot_have_four_values_of_which_each_has_one() -> None:
    promoted = Promoted()
    for value in ("Garmin", "TomTom", "Lowrance", "Magellan"):
        promoted.add_single(("Brand", 0), value, ["ad", f"r{value}"])
    assert promoted.names == {"ad"}


def test_a_record_that_changed_its_value_is_not_promoted() -> None:
    promoted = Promoted()
    for value in ("cheap", "dear"):
        promoted.add_single(("Price", 0), value, ["r"])
    assert promoted.names == set()
