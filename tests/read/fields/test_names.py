"""What is a column called?"""

# ruff: noqa: RUF001 - letters of many scripts are what is tested

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.fields.names import (
    attribute_name,
    class_name,
    clean_name,
    icon_name,
    label_name,
    matched_property,
    property_name,
    structured_properties,
    unique,
    unit_name,
    without_prefix,
)
from deepweb.read.fields.value_names import NameKnowledge, may_call, named_by_values
from tests.read.pages import body_of, page_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Released in:", "released_in"), ("Price (€)", "price"), ("Größe", "größe"),
        ("価格：", "価格"), ("datePublished", "date_published"), ("ISBN", "isbn"),
        ("ISBN-13", "isbn_13"),
        ("Год выпуска", "год_выпуска"), ("***", ""), ("", ""),
        ("a very long label that goes on and on for ever", "a_very_long_label_that_goes_on_and_on"),
    ],
)  # fmt: skip
def test_clean_names(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("classes", "name"),
    [
        ("product-card__price--big", "price"), ("css-1x2y3z", ""), ("sc-bdVaJa", ""), ("a1B2c", ""),
        ("author", "author"), ("col-md-3 item-publisher", "publisher"), ("clearfix left", ""),
        ("pubDate", "publication_date"), ("bookTitle row", "title"),
        ("MuiRating-root jss123", "rating"),
        ("a-size-base a-color-secondary", ""), ("product-size", "size"), ("shirtColor", "color"),
        ("secondary-color", ""), ("track-event", ""), ("card-shop-name", "shop_name"),
        ("x9f8e7d6c5", ""), ("price", "price"), ("hd", ""), ("h-2 w-4", ""), ("preis", "preis"),
    ],
)  # fmt: skip
def test_class_names(classes: str, name: str) -> None:
    assert class_name(body_of(f'<p class="{classes}">x</p>')) == name


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<p><i class="fa fa-eye"></i> <b>68</b></p>', "views"),
        ('<p><b><svg class="icon icon-heart"><path></path></svg> 68</b></p>', "likes"),
        ('<p><span class="icon map-marker"></span><b>Paris</b></p>', "location"),
        ('<p><span class="user">Jo</span> <b>Paris</b></p>', ""),
        ('<p><i class="fa fa-eye">Seen</i> <b>68</b></p>', ""),
        ('<p><i class="fa fa-cog"></i> <b>68</b></p>', ""),
    ],
)
def test_icons_name_the_text_behind_them(html: str, name: str) -> None:
    assert icon_name(next(body_of(html).iter("b"))) == name


def test_a_prefix_that_a_site_puts_everywhere_goes() -> None:
    names = ["ces_title", "ces_author", "ces_kind", "date", ""]
    assert without_prefix(names) == ["title", "author", "kind", "date", ""]
    assert without_prefix(["pub_date", "pub_place", "date"]) == ["pub_date", "pub_place", "date"]


def test_property_names() -> None:
    record = body_of('<div><p itemprop="author" itemscope><b itemprop="name">x</b></p>'
                     '<i property="schema:datePublished">y</i></div>')  # fmt: skip
    author, (bold,), date = record[0], record[0], record[1]
    assert property_name([bold, author]) == "author"
    assert property_name([bold]) == "name"
    assert property_name([date]) == "date_published"


def test_attribute_names() -> None:
    assert attribute_name([body_of('<p data-testid="result-price">x</p>')]) == "price"
    (cell,) = page_of('<table><tr><td data-title="Unit price">x</table>').root.iter("td")
    assert attribute_name([cell]) == "unit_price"
    assert attribute_name([body_of('<p data-title="Some book">x</p>')]) == ""


def test_numbers_are_called_by_their_unit() -> None:
    assert unit_name(["1 review", "12 reviews", "7 reviews"]) == "reviews"
    assert unit_name(["12", "7"]) == ""


@pytest.mark.parametrize(
    ("label", "name"), [("by", "author"), ("in", "category"), ("from", "source"), ("CA$", "price")]
)
def test_a_preposition_says_what_follows(label: str, name: str) -> None:
    assert label_name(label) == name


def ld_page(*scripts: str) -> str:
    return "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)


def test_structured_data_names_the_columns_with_its_values() -> None:
    books = [
        {"@type": "Book", "name": "Rivers", "author": {"name": "Ann"}, "isbn": "111"},
        {"@type": "Book", "name": "Hills", "author": {"name": "Bea"}, "isbn": "222"},
    ]
    items = [{"@type": "ListItem", "position": n, "item": b} for n, b in enumerate(books)]
    page = page_of(ld_page(json.dumps({"@type": "ItemList", "itemListElement": items})))
    properties = structured_properties([page.root])
    assert matched_property(["Rivers", "Hills"], properties) == "name"
    assert matched_property(["ANN", "Bea", "Cy"], properties) == "author"
    assert matched_property(["111", "222"], properties) == "isbn"
    assert matched_property(["Rivers", "x", "y"], properties) == ""


@pytest.mark.parametrize("script", ["", "{", "[1, [2]]", "null", '"x"', "// c\n{}", "[" * 5000])
def test_broken_structured_data_is_no_data(script: str) -> None:
    assert structured_properties([page_of(ld_page(script)).root]) == {}


@given(st.lists(st.sampled_from(["a", "a_2", "b", "a_2_2", "text"]), max_size=20))
def test_names_are_unique_and_keep_their_order(names: list[str]) -> None:
    found = unique(names)
    assert len(set(found)) == len(names)
    assert all(one.startswith(name) for one, name in zip(found, names, strict=True))


@given(st.text(max_size=60))
def test_any_text_can_be_cleaned(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= 40
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("texts", "called", "name"),
    [
        (["$29.99", "$34.99", "$5.00"], "amount", "price"),
        (["$29.99", "$34.99", "$5.00"], "list_price", "list_price"),
        (["2016-04-28", "2015-11-23"], "modified_date", "modified_date"),
        (["2016-04-28", "2015-11-23"], "value", "date"),
        (["red", "blue"], "color", "color"),
        (["456", "1,317", "68"], "author_byline", "number"),
        (["Jo Low", "Al Gray"], "author_byline", "author_byline"),
        (["piece", "pair", "set"], "price", "text"),
        (["Posted", "Employer"], "date", "text"),
        (["12 May", "yesterday"], "date", "date"),
        (["Careers", "Find a unit"], "url", "text"),
        (["wiki \u203a River", "a.example \u203a b"], "url", "url"),
        (["Star rating: 4.7 out of 5", "Star rating: 5.0 out of 5"], "history", "rating"),
        (["Rock", "Calm", "Piano"], "excerpt", "text"),
        (["/health/teeth/overview", "/health/skin"], "description", "text"),
        (["Page 1 of 5", "Page 2 of 5"], "history", "history"),
    ],
)
def test_values_name_a_column_where_its_class_says_less(
    texts: list[str], called: str, name: str
) -> None:
    fitting = called if may_call(called, texts) else ""
    assert named_by_values(texts, fitting, NameKnowledge()) == name
