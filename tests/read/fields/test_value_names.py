"""What values say by themselves, and what they do not."""

from __future__ import annotations

import pytest

from deepweb.read.fields.names import address_name
from deepweb.read.fields.value_names import NameKnowledge, list_name, sort_name


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (["by TORI KELLY", "by Sia", "by Manic Street Preachers"], "author"),
        (["Recipe by Ann Low", "Recipe by Krystyna00", "Recipe by Jo"], "author"),
        (["von Anna Seghers", "von Uwe Johnson"], "author"),
        (["by post", "by car", "by 3 people"], ""),
        (["1.", "2.", "3.", "4."], "rank"),
        (["23.", "99.", "5.", "23."], ""),
        (["10930 Mayfield Road NW, Edmonton", "5120-122 Street, Edmonton"], "address"),
        (["12 dogs of the valley", "40 songs for a rainy day"], ""),
        (
            ["by Jo Low - 7 May 2017, 10:15:37 am", "by Al Gray for the Daily Post - 5 May 2017"],
            "author",
        ),
        (["Free shipping", "+ 3.99 postage", "FREE Delivery by X"], "shipping"),
        (["Sale CAD 68.86", "Reg. CAD 275.51", "$12"], "price"),
        (["Enjoy free shipping at CAD 34.44!", "Enjoy free shipping at $35"], ""),
    ],
)
def test_the_sort_of_values(values: list[str], name: str) -> None:
    assert sort_name(values) == name


def test_where_links_lead_names_their_texts() -> None:
    assert address_name(["/artist/27-Milva", "/artist/3-Sia"]) == "artist"
    assert address_name(["/books/author?id=Ann", "/books/author?id=Jo"]) == "author"
    assert address_name(["/books/author?id=Ann"]) == ""


def test_a_place_in_a_country_is_a_location() -> None:
    known = NameKnowledge(lambda: {"country": frozenset({"ukraine", "russia"})})
    assert (
        list_name(["Kiev, Ukraine", "Moscow, Russia", "Tula, Russia; 2nd school"], known)
        == "location"
    )
    assert list_name(["Ukraine", "Russia"], known) == "country"
    assert list_name(["Rivers, old", "Moscow, Russia", "Hills, new"], known) == ""
