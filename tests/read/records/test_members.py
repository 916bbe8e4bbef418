"""Which members belong to a group of records?"""

import pytest

from deepweb.page.outline import Outline, outline
from deepweb.read.records.members import alike, common_parts, completed, linked, typical
from tests.read.pages import page_of

CARD = (
    '<div class="card"><h3><a href="/{n}">Card {n}</a></h3><p class="say">Words {n}</p>{more}</div>'
)


FOUR = "".join(CARD.format(n=n, more="") for n in "abcd")


def cards(numbers: str, more: str = "") -> str:
    return "".join(CARD.format(n=n, more=more) for n in numbers)


def spans_of(page: Outline, *words: str) -> tuple[tuple[int, int], ...]:
    """The cards that have one of the words."""
    starts = [n for n, marks in enumerate(page.marks) if "div.card" in marks]
    said = [" ".join(page.texts[n : page.ends[n]]) for n in starts]
    return tuple((n, page.ends[n]) for n, text in zip(starts, said, strict=True)
                 if any(word in text for word in words))  # fmt: skip


@pytest.mark.parametrize(
    ("html", "is_complete"),
    [
        pytest.param(cards("z", "<ul><li>More</ul>"), True, id="one part more"),
        pytest.param(f"</div><div class=list>{cards('z')}", True, id="a second list"),
        pytest.param(f"</div><div class=aside>{cards('z')}", False, id="another list"),
        pytest.param("<div class=card>Card z</div>", False, id="without the parts"),
    ],
)  # fmt: skip
def test_what_looks_like_a_member_and_has_its_parts_is_one(html: str, is_complete: bool) -> None:
    page = outline(page_of(f"<body><div class=list>{FOUR}{html}</div>").root)
    group = spans_of(page, "Card a", "Card b", "Card c", "Card d")
    assert len(group) == 4
    found = completed(page, group)
    assert found == (spans_of(page, "Card") if is_complete else group)


def test_what_has_no_link_is_no_record_where_nearly_all_have_one() -> None:
    page = outline(page_of(f"<body><div class=card>Results</div>{FOUR}").root)
    assert linked(page, spans_of(page, "Results", "Card")) == spans_of(page, "Card")
    few = spans_of(page, "Results", "Card a", "Card b")
    assert linked(page, few) == few


def test_what_lacks_the_common_parts_is_not_like_the_others() -> None:
    page = outline(page_of(f"<body>{FOUR}<div class=card>Card z</div></body>").root)
    every = spans_of(page, "Card")
    common = common_parts(page, every)
    looks = zip(page.looks, page.look_names, strict=True)
    assert {name for look, name in looks if look in common} == {"div.card", "h3", "a", "p.say"}
    assert alike(page, every) == spans_of(page, "Card a", "Card b", "Card c", "Card d")


def test_a_box_of_something_else_is_no_member() -> None:
    pictures = "<div class=card><ul><li><img src=a><li><img src=b></ul></div>"
    page = outline(page_of(f"<body>{FOUR}{cards('z', '<b>new</b>')}{pictures}</body>").root)
    every = tuple((n, page.ends[n]) for n, look in enumerate(page.look_names) if look == "div.card")
    assert len(every) == 6
    assert typical(page, every) == spans_of(page, "Card")
    assert typical(page, every[-3:]) == every[-3:]
    assert typical(page, (*every[-1:] * 3, *every[:2])) != every[:2]
