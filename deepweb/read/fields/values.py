"""Which texts are prices, dates, numbers or ratings, and what are their values?

Cheap patterns tell the kind of a text (:func:`kind_of`); only texts that match are handed to the
slow parsers (price-parser, dateparser). What one value leaves open, the others of its column settle
(:func:`notation`): whether 1.234 is one or one thousand, whether 3/4 is in April or in March, and
the language of the month. If nothing settles it, there is no typed value. "2 days ago" has none
either, since its value depends on the day of reading.
"""

# ruff: noqa: RUF001 - signs and words of many scripts

from __future__ import annotations

import re
import unicodedata
import warnings
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

Scalar = str | int | float
_Value = TypeVar("_Value")

# Characters of a price, date or number; longer texts are prose.
_MAX_VALUE = 80
# Languages of month names, in the order in which they are tried, with their scripts.
DATE_LANGUAGES = {
    **dict.fromkeys(("en", "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "sv", "tr"), "LATIN"),
    **dict.fromkeys(("ru", "uk", "bg"), "CYRILLIC"), **dict.fromkeys(("ar", "fa"), "ARABIC"),
    "el": "GREEK", "hi": "DEVANAGARI", "th": "THAI", "he": "HEBREW",
}  # fmt: skip
# Share of a column's values that must be of one kind.
_MIN_PARSED = 0.6
# Characters beside a date: a weekday, a time, "Posted on".
_MAX_BESIDE_DATE = 32
_MAX_BESIDE_TIME = 6  # characters beside a time: "GMT"
# Characters beside a price: "from", "incl. tax".
_MAX_BESIDE_PRICE = 24

# Symbols of one currency each; "$", "¥" and "kr" are ambiguous and stay as they are.
_CURRENCY_CODES = {"€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY",
                   "₫": "VND", "฿": "THB", "₴": "UAH", "₪": "ILS", "zł": "PLN", "Kč": "CZK",
                   "R$": "BRL", "US$": "USD", "U$S": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD",
                   "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD", "S$": "SGD",
                   "Rs.": "INR", "руб": "RUB", "руб.": "RUB", "円": "JPY", "元": "CNY",
                   "원": "KRW", "Euro": "EUR", "euro": "EUR"}  # fmt: skip
_CODES = (
    "USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|AUD|CAD|NZD|HKD|SGD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|TRY"
)
_CODE = re.compile(r"\b[A-Z]{1,3} ?\Z")  # of a currency, or of its country: "US $5"
_SYMBOLS = r"[$€£¥￥₹₽₩₺₫฿₴₪]|zł|Kč|\bkr\b|\bRs\b|руб|円|元|원|\bEuros?\b"
_DIGITS = r"\d++(?:[.,' \u00a0\u202f]\d++)*+"
_CURRENCY = rf"(?:{_SYMBOLS}|\b(?:{_CODES})\b)"
_SAYS_CURRENCY = re.compile(_CURRENCY, re.IGNORECASE)
_PRICE = re.compile(
    rf"{_CURRENCY}\s*[+-]?{_DIGITS}|(?<![\d.,]){_DIGITS}\s*{_CURRENCY}", re.IGNORECASE
)
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_RATING = re.compile(
    r"(?:(?:[^\W\d_]{1,20} )?(?:rat(?:ing|ed)|stars?|score|bewertung|note|valoración|voto|оценка)"
    r"\s*+:?\s*+)?"
    r"(?P<value>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:/|／|(?:out\s+)?of|von|sur|sobre|de|van|su|av|z|из)\s*"
    r"(?P<scale>5|10|20|100)(?:[.,]0)?(?!\d|[.,]\d)\s*(?:[^\W\d_]+)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(_DIGITS)
_DECIMAL = re.compile(r"-?\d+(?:\.\d{1,2})?")
_PLAIN_NUMBER = re.compile(rf"[(\[#№+~≈-]*\s*{_DIGITS}\s*[)\]%+]*")
# "123 reviews", "(12) views", "Views 3,456", "32,085 plays"; more words make a sentence.
_COUNT = re.compile(
    rf"[(\[]?\s*(?:{_DIGITS}\)?\s*[^\W\d_]{{2,}}(?:\s[^\W\d_]+)?|[^\W\d_]{{2,}}:?\s*\(?{_DIGITS})\s*[)\]]?"
    r"(?:\s?\([^()]{1,20}\))?"
)
_AGO = re.compile(r"\bago\b|\bvor \d|\bhace\b|il y a|назад|前|전$|\bhá \d", re.IGNORECASE)
_MONTH = r"(?P<month>[^\W\d_]{3,12}\.?)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\d./-])(?P<one>\d{1,4})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<three>\d{4}|\d{1,2})"
        r"(?![\d/-])",
        r"(?P<year>\d{4})\s*[年년]\s*(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日일]",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]*(?:de\s+|of\s+)?{_MONTH},?[\s-]*(?:de\s+)?"
        r"(?P<year>\d{4}\b|(?<=-)\d{2}\b)",
        rf"\b{_MONTH}\s*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+'?(?P<year>\d{{4}}|(?<=')\d{{2}})\b",
    )
)
_TIME = re.compile(
    r"(?<![\d:])(?P<hour>\d{1,2})(?:[:h]| : )(?P<minute>[0-5]\d)(?::\d\d)?\s*(?P<half>[ap]\.?m\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Notation:
    """How the values of a column are written."""

    kind: str = "text"
    decimal: str = ""
    """The decimal mark, if known."""
    order: str = ""
    """The order of day, month and year in dates of digits, if known."""
    language: str = ""
    """The language of the month names."""
    plain: bool = False
    """Are the values numbers as programs write them? Then their texts say all."""


@lru_cache(maxsize=16384)
def kind_of(text: str) -> str:
    """One of price, date, rating, number, count, url and text, by patterns alone."""
    if len(text) > _MAX_VALUE:
        return "url" if _URL.fullmatch(text) else "text"
    if not any(map(str.isdigit, text)) or _AGO.search(text):
        return "url" if _URL.fullmatch(text) else "text"
    return next((kind for kind, is_kind in _KINDS if is_kind(text)), "text")


def _is_price(text: str) -> bool:
    found = _PRICE.search(text) if _SAYS_CURRENCY.search(text) else None
    return found is not None and len(text) - len(found[0]) <= _MAX_BESIDE_PRICE


def _is_date(text: str) -> bool:
    found = _dated(text)
    return found is not None and len(text) - len(found[0]) <= _MAX_BESIDE_DATE


_KINDS = (
    ("url", lambda text: _URL.fullmatch(text) is not None),
    ("price", _is_price),
    ("date", _is_date),
    ("rating", lambda text: _RATING.fullmatch(text.strip("()[] ")) is not None),
    ("number", lambda text: _PLAIN_NUMBER.fullmatch(text) is not None),
    ("count", lambda text: _COUNT.fullmatch(text) is not None),
)


def notation(texts: Sequence[str]) -> Notation:
    """How the values of a column are written, as far as they show it."""
    if not texts:
        return Notation()
    kind, times = Counter(map(kind_of, texts)).most_common(1)[0]
    if times < _MIN_PARSED * len(texts):
        return Notation()
    alike = [text for text in texts if kind_of(text) == kind]
    if kind == "date":
        return _date_notation(alike)
    if kind in {"price", "number", "rating", "count"}:
        is_plain = all(map(_DECIMAL.fullmatch, alike))
        return Notation(kind, decimal=_decimal_mark(alike), plain=is_plain)
    return Notation(kind)


TYPED_PARTS = ("amount", "currency", "iso", "value", "scale")
"""What typed values are called, behind the name of their field."""


def untyped(fields: Mapping[str, _Value]) -> dict[str, _Value]:
    """The fields without typed values: their texts say the same to people."""
    typed = {f"{name}_{part}" for name in fields for part in TYPED_PARTS}
    return {name: value for name, value in fields.items() if name not in typed}


def typed(name: str, text: str, how: Notation) -> dict[str, Scalar]:
    """The typed value as further fields, such as ``price_amount``; empty if unsure."""
    if how.kind == "text" or kind_of(text) != how.kind or (how.plain and _DECIMAL.fullmatch(text)):
        return {}
    return {f"{name}_{part}": value for part, value in _PARTS[how.kind](text, how)}


def _price_parts(text: str, how: Notation) -> Iterator[tuple[str, Scalar]]:
    numbers, price = _NUMBER.findall(text), _PRICE.search(text)
    if len(numbers) != 1 or price is None:
        return  # a range, or a price for several items
    amount = _number(numbers[0], how.decimal)
    if amount is not None:
        yield "amount", amount
        if currency := _currency(_NUMBER.sub("1", _with_next_words(text, price))):
            yield "currency", currency


def _with_next_words(text: str, price: re.Match[str]) -> str:
    """A price with the code before it and the word behind it: "US $5.00", "$5.00 USD"."""
    code = _CODE.search(text, 0, price.start())
    begin = code.start() if code else price.start()
    return " ".join((text[begin : price.end()], *text[price.end() :].split()[:1]))


@lru_cache(maxsize=1024)
def _currency(text: str) -> str:
    """The currency of a price; its code if the sign is unambiguous."""
    from price_parser import Price  # noqa: PLC0415 - slow to import; pages without prices need none

    currency = Price.fromstring(text).currency or ""
    return _CURRENCY_CODES.get(currency, currency)


def _date_parts(text: str, how: Notation) -> Iterator[tuple[str, Scalar]]:
    if iso := iso_date(text, how):
        yield "iso", iso


def _number_parts(text: str, how: Notation) -> Iterator[tuple[str, Scalar]]:
    numbers = _NUMBER.findall(text)
    if len(numbers) == 1 and (value := _number(numbers[0], how.decimal)) is not None:
        yield "value", value


def _rating_parts(text: str, how: Notation) -> Iterator[tuple[str, Scalar]]:
    if found := _RATING.fullmatch(text.strip("()[] ")):
        yield "value", float(found["value"].replace(",", "."))
        yield "scale", int(found["scale"])


def _no_parts(text: str, how: Notation) -> Iterator[tuple[str, Scalar]]:
    yield from ()


_PARTS = {"price": _price_parts, "date": _date_parts, "number": _number_parts,
          "count": _number_parts, "rating": _rating_parts, "url": _no_parts}  # fmt: skip


def _number(digits: str, decimal: str) -> int | float | None:
    """The value of a number: "1 234,5" is 1234.5 if the mark is a comma; None if unknown."""
    mark = decimal or _own_mark(digits)
    if mark is None:
        return None
    whole, _, fraction = digits.rpartition(mark) if mark and mark in digits else (digits, "", "")
    plain = re.sub(r"\D", "", whole)
    if not plain or (not fraction.isdecimal() and fraction):
        return None
    return float(f"{plain}.{fraction}") if fraction else int(plain)


def _own_mark(digits: str) -> str | None:
    """The decimal mark of a number, "" if it has none, None if it is ambiguous."""
    marks: list[str] = re.findall(r"[.,]", digits)
    if not marks or (len(set(marks)) == 1 and len(marks) > 1):
        return ""  # 1.234.567 has no fraction
    if len(set(marks)) == 2:
        return marks[-1] if marks.count(marks[-1]) == 1 else None
    after = len(digits) - digits.rindex(marks[0]) - 1
    before = digits.rindex(marks[0])
    if after != 3 or before > 3 or digits.startswith("0"):
        return marks[0]
    return None


def _decimal_mark(texts: Sequence[str]) -> str:
    """The decimal mark of the numbers of a column.

    If all are ambiguous ("1,234", "12,345"), the digits after each mark are thousands, so that the
    decimal mark is the other one.
    """
    numbers = [number for text in texts for number in _NUMBER.findall(text)]
    own = [_own_mark(number) for number in numbers]
    sure = Counter(mark for mark in own if mark)
    if sure:
        return sure.most_common(1)[0][0]
    groups = {mark for number in numbers for mark in re.findall(r"[.,](?=\d{3}(?!\d))", number)}
    return {frozenset(","): ".", frozenset("."): ","}.get(frozenset(groups), "")


def iso_date(text: str, how: Notation) -> str:
    """The date of a text in ISO format, with the time if there is one; "" if unsure."""
    found = _dated(text)
    parts = _date_numbers(found, how) if found else None
    if found is None or parts is None:
        return ""
    year, month, day = parts
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return ""
    return f"{year:04}-{month:02}-{day:02}{_time_of(text.replace(found[0], ' ', 1))}"


def _dated(text: str) -> re.Match[str] | None:
    return next((found for pattern in _DATES if (found := pattern.search(text))), None)


def _date_numbers(found: re.Match[str], how: Notation) -> tuple[int, int, int] | None:
    """Year, month and day of a date."""
    parts = {name: value for name, value in found.groupdict().items() if value}
    if "month" in parts:
        word = parts["month"]
        month = int(word) if word.isdecimal() else _month(word.rstrip(".").lower(), how.language)
        return (_full_year(parts["year"]), month, int(parts["day"])) if month else None
    order = "YMD" if len(parts["one"]) == 4 else how.order
    if not order or len(parts["one"]) == 3:
        return None
    numbers = dict(zip(order, (parts["one"], parts["two"], parts["three"]), strict=True))
    return _full_year(numbers["Y"]), int(numbers["M"]), int(numbers["D"])


def _full_year(digits: str) -> int:
    """The year; as in POSIX, 69 to 99 mean 1969 to 1999."""
    year = int(digits)
    return year if len(digits) == 4 else year + (1900 if year > 68 else 2000)


def is_time(text: str) -> bool:
    """Is it a time of day, perhaps with its zone?"""
    found = _TIME.search(text)
    return found is not None and len(text) - len(found[0]) <= _MAX_BESIDE_TIME


def _time_of(text: str) -> str:
    found = _TIME.search(text)
    if found is None:
        return ""
    hour, half = int(found["hour"]), (found["half"] or "").lower()[:1]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"T{hour:02}:{found['minute']}" if hour < 24 else ""


@lru_cache(maxsize=1024)
def _month(word: str, language: str) -> int:
    """The number of a month by its name; 0 if it is none."""
    if not language:
        return 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the parser's libraries warn
        found = _date_parser(language).get_date_data(f"1 {word} 2000").date_obj
    # A word that is no month may be read as another part of a date.
    return int(found.month) if found and (found.year, found.day) == (2000, 1) else 0


@lru_cache(maxsize=len(DATE_LANGUAGES))
def _date_parser(language: str) -> DateDataParser:
    from dateparser.date import DateDataParser  # noqa: PLC0415 - slow to import, seldom needed

    # All three parts are required, so that none is taken from the clock.
    settings = {"STRICT_PARSING": True, "PARSERS": ["absolute-time"]}
    return DateDataParser(languages=[language], settings=settings)


def _date_notation(texts: Sequence[str]) -> Notation:
    dates = [found for text in texts if (found := _dated(text))]
    order = _date_order([found for found in dates if "one" in found.groupdict()])
    words = [w for found in dates if (w := found.groupdict().get("month")) and not w.isdecimal()]
    if not words:
        return Notation("date", order=order)
    for language in _languages_of(words[0]):
        known = sum(1 for word in words if _month(word.rstrip(".").lower(), language))
        if known >= _MIN_PARSED * len(words):
            return Notation("date", order=order, language=language)
    return Notation()


def _languages_of(word: str) -> Iterator[str]:
    """The languages that use the script of a word."""
    script = unicodedata.name(word[0], "").partition(" ")[0]
    return (language for language, used in DATE_LANGUAGES.items() if used == script)


def _date_order(dates: Sequence[re.Match[str]]) -> str:
    """The order of day and month, by any day above 12; "" if there is none."""
    day_first = [found for found in dates if len(found["one"]) < 3]
    if any(found["mark"] == "." for found in day_first):
        return "DMY"  # countries that put the month first do not write points
    if any(int(found["one"]) > 12 for found in day_first):
        return "DMY"
    return "MDY" if any(int(found["two"]) > 12 for found in day_first) else ""
