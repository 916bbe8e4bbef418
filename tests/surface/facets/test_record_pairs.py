"""Records that stand on pages whatever is asked."""

from deepweb.surface.facets.record_pairs import Promoted

AD, R, S = range(3)


def others(number: int, page: int = 0) -> int:
    """A record that stands nowhere else."""
    return 3 + number + 100 * page


def test_on_every_page_of_many_queries() -> None:
    promoted = Promoted()
    for number in range(12):
        promoted.add(number, 1, [AD, others(number)])
    assert set(promoted.numbers) == {AD}


def test_a_record_of_a_small_site_is_on_most_pages_but_not_all() -> None:
    promoted = Promoted()
    for number in range(20):
        promoted.add(number, 1, [R] if number % 5 else [S])
    assert set(promoted.numbers) == set()


def test_again_and_again_in_the_same_query() -> None:
    promoted = Promoted()
    for number in range(3):
        for page in range(1, 6):
            shown = [AD] if page in {1, 4} else []
            promoted.add(number, page, [*shown, others(number, page)])
    assert set(promoted.numbers) == {AD}


def test_neighbouring_pages_of_a_changing_site_may_share_a_record() -> None:
    promoted = Promoted()
    for number in range(6):
        promoted.add(number, 1, [R, others(number, 1)])
        promoted.add(number, 2, [R, others(number, 2)])
        promoted.add(number, 3, [others(number, 3)])
    assert set(promoted.numbers) == set()


def test_one_record_cannot_have_four_values_of_which_each_has_one() -> None:
    promoted = Promoted()
    for number, value in enumerate(("Garmin", "TomTom", "Lowrance", "Magellan")):
        promoted.add_single(("Brand", 0), value, [AD, others(number)])
    assert set(promoted.numbers) == {AD}


def test_a_record_that_changed_its_value_is_not_promoted() -> None:
    promoted = Promoted()
    for value in ("cheap", "dear"):
        promoted.add_single(("Price", 0), value, [R])
    assert set(promoted.numbers) == set()
