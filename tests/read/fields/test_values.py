"""Which texts are prices, dates, numbers, and what do they say?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.fields.values import Notation, Scalar, kind_of, notation, typed


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("US$ 12.50", "price"), ("12,50 €", "price"), ("EUR 1.234,00", "price"), ("£5", "price"),
        ("１２００円", "price"), ("from $5", "price"), ("199 zł", "price"),
        ("4.5 of 5", "rating"), ("4,5 von 5 Sternen", "rating"), ("8/10", "rating"),
        ("(123 reviews)", "count"), ("32,085 plays", "count"), ("Views 12", "count"),
        ("1,234", "number"), ("(12)", "number"), ("93%", "number"), ("#7", "number"),
        ("2016-02-28", "date"), ("28.2.2016", "date"), ("Oct 31, 2016, 2:15pm EDT", "date"),
        ("5 de mayo de 2015", "date"), ("2017年3月4日", "date"), ("11-Oct-16", "date"),
        ("https://a.example/x?y=1", "url"), ("www.a.example", "url"),
        ("2 days ago", "text"), ("vor 3 Tagen", "text"), ("10 best films of all time", "text"),
        ("Chapter 1: The sea", "text"), ("", "text"), ("In stock", "text"),
        ("It cost $5 in 1990, which was a lot of money for a boy of ten in those days.", "text"),
    ],
)  # fmt: skip
def test_kinds(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        pytest.param("US$ 12.50", [], {"x_amount": 12.5, "x_currency": "USD"}, id="dollars"),
        pytest.param("FREE SHIP AT CAD 3", [], {"x_amount": 3, "x_currency": "CAD"}, id="FR"),
        pytest.param("VALUE CAD 3", [], {"x_amount": 3, "x_currency": "CAD"}, id="VAL"),
        pytest.param("$5", [], {"x_amount": 5, "x_currency": "$"}, id="whose dollars?"),
        pytest.param("1.234,50 €", [], {"x_amount": 1234.5, "x_currency": "EUR"}, id="both marks"),
        pytest.param("1.234 €", ["12,50 €"], {"x_amount": 1234, "x_currency": "EUR"},
                     id="another price of the column tells the marks"),
        pytest.param("£10 - £20", [], {}, id="a range is no amount"),
        pytest.param("3 for £20", [], {}, id="which number?"),
        pytest.param("1,234", ["12,345", "7"], {"x_value": 1234}, id="thousands"),
        pytest.param("1,5", ["22,75"], {"x_value": 1.5}, id="decimal comma"),
        pytest.param("1234", ["12.50"], {}, id="the text is the number"),
        pytest.param("1234", ["12,345"], {"x_value": 1234}, id="another of its column is not"),
        pytest.param("1.234.567", [], {"x_value": 1234567}, id="millions"),
        pytest.param("(123 reviews)", [], {"x_value": 123}, id="a count"),
        pytest.param("4,5 von 5", [], {"x_value": 4.5, "x_scale": 5}, id="a rating"),
        pytest.param("3/4/2017", [], {}, id="March or April?"),
        pytest.param("3/4/2017", ["3/14/2017"], {"x_iso": "2017-03-04"}, id="month first"),
        pytest.param("3/4/2017", ["14/3/2017"], {"x_iso": "2017-04-03"}, id="day first"),
        pytest.param("3.4.2017", [], {"x_iso": "2017-04-03"}, id="points: day first"),
        pytest.param("2017-04-03", [], {"x_iso": "2017-04-03"}, id="ISO"),
        pytest.param("2016-02-28T14:03:22Z", [], {"x_iso": "2016-02-28T14:03"}, id="ISO, time"),
        pytest.param("2016-02-31", [], {}, id="no such day"),
        pytest.param("Oct 31, 2016, 2:15pm EDT", [], {"x_iso": "2016-10-31T14:15"}, id="English"),
        pytest.param("12:05 am, 1 May 2016", [], {"x_iso": "2016-05-01T00:05"}, id="midnight"),
        pytest.param("4. März 2016", [], {"x_iso": "2016-03-04"}, id="German"),
        pytest.param("5 de mayo de 2015", [], {"x_iso": "2015-05-05"}, id="Spanish"),
        pytest.param("2 октября 2014", [], {"x_iso": "2014-10-02"}, id="Russian"),
        pytest.param("2017年3月4日", [], {"x_iso": "2017-03-04"}, id="Japanese"),
        pytest.param("11-Oct-16", [], {"x_iso": "2016-10-11"}, id="year of two digits"),
        pytest.param("Jun 2 '12", [], {"x_iso": "2012-06-02"}, id="year behind an apostrophe"),
        pytest.param("2 days ago", [], {}, id="depends on the clock"),
        pytest.param("https://a.example/", [], {}, id="an address is as it is"),
        pytest.param("12 apples", ["red", "green", "blue"], {}, id="one number makes no column"),
    ],
)  # fmt: skip
def test_typed_values(text: str, others: list[str], expected: dict[str, Scalar]) -> None:
    assert typed("x", text, notation([text, *others])) == expected


def test_a_value_of_another_kind_than_its_column_stays_text() -> None:
    how = notation(["$5", "$6", "$7"])
    assert typed("price", "sold out", how) == {}
    assert typed("price", "$8", how) == {"price_amount": 8, "price_currency": "$"}


_KINDS = st.sampled_from(["price", "date", "number", "count", "rating", "url", "text"])
_TEXTS = st.text(alphabet="0123456789.,:/-' $€£%()年月日abMayof", max_size=40) | st.text(
    max_size=90
)


@given(_TEXTS, _KINDS, st.sampled_from(["", ".", ","]), st.sampled_from(["", "DMY", "MDY"]))
def test_any_text_has_a_kind_and_may_have_a_value(
    text: str, kind: str, decimal: str, order: str
) -> None:
    values = typed("x", text, Notation(kind, decimal, order, "en"))
    assert all(isinstance(value, str | int | float) for value in values.values())
    assert typed("x", text, notation([text])).keys() <= {"x_amount", "x_currency", "x_value",
                                                         "x_scale", "x_iso"}  # fmt: skip


@given(st.integers(0, 10**9))
def test_thousands_are_read_back(number: int) -> None:
    for mark, other in ((",", "."), (".", ",")):
        text = f"{number:,}.50".replace(",", "x").replace(".", other).replace("x", mark)
        told = typed("n", text, notation([text]))
        assert (told or {"n_value": float(text)}) == {"n_value": number + 0.5}
