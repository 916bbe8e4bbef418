"""Which values of each type do the records of a site show?

The paper types values from lists [Madhavan08 §5.3]. Those that the site itself holds are better: a
shop's prices, an archive's dates, a library's ISBNs cannot be guessed. They are found in the texts
of the records so far, by patterns and by lists of places.
"""

# ruff: noqa: RUF001 - signs and words of many alphabets

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from deepweb.page.words import unaccented
from deepweb.read.fields.values import Notation, iso_date, notation
from deepweb.surface.values.calendar_day import Day, iso_day, written
from deepweb.surface.values.value_type import ValueLists, ValueType, is_isbn, isbn10, isbn13, spread

Value = str | int | float | Day

MAX_TEXTS = 200  # records that are read
MAX_CHARACTERS = 1500  # of each record
_NOTATION_VALUES = 8  # values that show which notation the site uses

_ZIP = re.compile(r"(?<![\w$€£.,/-])\d{5}(?:(?=-\d{4}\b)|(?![\w.,/%-]\w|\w))")
_YEAR = re.compile(r"(?<![\w$€£.,])(?:1[5-9]|20)\d\d(?!\w|[.,]\d)")
_AMOUNT = r"\d{1,3}(?:[ ,.\u00a0]\d{3}){1,6}(?:[.,]\d\d)?(?!\d)|\d{1,9}(?:[.,]\d{1,2})?(?!\d)"
_MONEY = re.compile(
    rf"(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|PLN|kr\.?|Rs\.?)) ?(?P<after>{_AMOUNT})"
    rf"|(?<![\w.,/:-])(?P<before>{_AMOUNT}) ?(?:[€£₽円元원]|(?:EUR|USD|GBP|CHF|PLN|zł|Kč|kr|руб)\b)"
    r"|(?<![\w.,/:-])(?P<cents>\d{1,6}[.,]\d\d)(?![\w.,/:%-])"
)
_NUMBER = re.compile(r"(?<![\w.,/:$€£#-])\d{1,7}(?:\.\d{1,2})?(?![\w/:%-]|[.,]\d)")
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")
_IN_STATE = re.compile(
    r"(?P<city>\b[A-Z][\w'.-]{1,20}(?: [A-Z][\w'.-]{1,20}){0,2})?, ?(?P<state>[A-Z]{2})\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:['.-][^\W\d_]+)*\.?")
_ANY_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
# Characters before and after a year that may hold the rest of a date.
_BEFORE_YEAR = 22  # "27 de septiembre de "
_AFTER_YEAR = 8
_MAX_PLACE = 3  # words of the name of a place


class SeenValues:
    """The values of each type in the texts of records."""

    def __init__(self, texts: Sequence[str], lists: ValueLists) -> None:
        self._texts = [text[:MAX_CHARACTERS] for text in texts[:MAX_TEXTS]]
        self._lists = lists
        self._found: dict[str, Counter[Value]] = {}

    def share(self, name: str) -> float:
        """The share of texts with a value of a type, at most 1."""
        found = self.values(name)
        return min(1.0, found.total() / len(self._texts)) if self._texts else 0.0

    def written(self, kind: ValueType, *, clear: bool = False) -> tuple[str, ...]:
        """The values of a type in its notation, the most promising first.

        ``clear`` leaves out days that could be read month first.
        """
        found = self.values(kind.name)
        if kind.name in {"zip", "city", "state", "country"}:
            ranked: Iterable[Value] = (value for value, _ in found.most_common())
        else:
            ranked = spread(sorted(value for value in found if not clear or _is_clear(value)))
        texts = (self._as_text(value, kind) for value in ranked)
        return tuple(dict.fromkeys(text for text in texts if text))

    def uses(self, kind: ValueType) -> int:
        """The number of texts that write values in this notation."""
        values = self.written(kind)[:_NOTATION_VALUES]
        return sum(any(value in text for value in values) for text in self._texts)

    def values(self, name: str) -> Counter[Value]:
        """The values of a type, with the number of texts that show each."""
        if name not in self._found:
            look = _SEEN.get(name, _seen_nowhere)
            self._found[name] = Counter(look(self._texts, self._lists))
        return self._found[name]

    def _as_text(self, value: Value, kind: ValueType) -> str:
        if isinstance(value, tuple):
            return written(value, kind.notation)
        if kind.name == "price":
            return _price_text(float(value), kind.notation)
        if kind.name == "state":
            names = dict(self._lists.states)
            return names[str(value)] if kind.notation == "name" else str(value)
        if kind.name == "country":
            return _country_text(str(value), kind.notation, self._lists)
        if kind.name == "isbn" and kind.notation == "10":
            return isbn10(str(value))
        return str(value)


def _is_clear(value: Value) -> bool:
    """Is it no day, or one whose date cannot be a month?"""
    return not isinstance(value, tuple) or value[2] > 12


def _price_text(amount: float, how: str) -> str:
    """The exact amount, or the next whole one for boxes that limit the price."""
    if how == "exact":
        return f"{amount:.2f}"
    whole = -int(-amount // 1)
    return str(whole) if (how == "large") == (whole >= 20_000) else ""


def _country_text(code: str, how: str, lists: ValueLists) -> str:
    row = next(row for row in lists.countries if row[0] == code)
    return row[{"code": 0, "code3": 1, "name": 2}[how]]


def _seen_zips(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    for text in texts:
        yield from dict.fromkeys(_ZIP.findall(text))


def _seen_cities(texts: Sequence[str], lists: ValueLists) -> Iterator[Value]:
    names = {unaccented(name): name for name, _ in lists.cities}
    codes = dict(lists.states)
    for text in texts:
        known = [names[each] for each in _phrases(text) if each in names]
        found = _IN_STATE.finditer(text)
        others = [at["city"] for at in found if at["city"] and at["state"] in codes]
        yield from dict.fromkeys(known + others)


def _seen_states(texts: Sequence[str], lists: ValueLists) -> Iterator[Value]:
    codes = dict(lists.states)
    names = {unaccented(name): code for code, name in lists.states}
    for text in texts:
        written_out = [names[each] for each in _phrases(text) if each in names]
        short = [at["state"] for at in _IN_STATE.finditer(text) if at["state"] in codes]
        yield from dict.fromkeys(written_out + short)


def _seen_countries(texts: Sequence[str], lists: ValueLists) -> Iterator[Value]:
    names = {unaccented(name): code for code, _, name in lists.countries}
    for text in texts:
        yield from dict.fromkeys(names[each] for each in _phrases(text) if each in names)


def _phrases(text: str) -> Iterator[str]:
    """Sequences of words that may be the name of a place."""
    words = _WORD.findall(unaccented(text))
    for length in range(1, _MAX_PLACE + 1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])


def _seen_days(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    """Dates with a year; all dates of the site together show which part is the day."""
    around = [_around_years(text) for text in texts]
    how = notation([each for windows in around for each in windows][:100])
    for windows in around:
        yield from {day for each in windows if (day := _day_in(each, how))}


def _around_years(text: str) -> list[str]:
    """Pieces of text that may be dates."""
    return [
        text[_word_start(text, year.start() - _BEFORE_YEAR) : year.end() + _AFTER_YEAR].strip()
        for year in _ANY_YEAR.finditer(text)
    ]


def _word_start(text: str, place: int) -> int:
    """The place, or the next one where no word or number is cut in two."""
    if place <= 0:
        return 0
    while text[place - 1].isalnum() and text[place].isalnum():
        place += 1
    return place


def _day_in(text: str, how: Notation) -> Day | None:
    english = Notation("date", order=how.order, language=how.language or "en")
    return iso_day(iso_date(text, english))


def _seen_years(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    for text in texts:
        yield from {int(year) for year in _YEAR.findall(text)}


def _seen_prices(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    for text in texts:
        amounts = (next(filter(None, found.groups())) for found in _MONEY.finditer(text))
        yield from {amount for each in amounts if (amount := _amount(each)) is not None}


def _amount(text: str) -> float | None:
    """ "1.234,50", "1,234.50" and "1 234" as numbers."""
    cents = re.search(r"[.,](\d{1,2})$", text)
    whole = re.sub(r"\D", "", text[: cents.start()] if cents else text)
    return float(f"{whole}.{cents[1] if cents else 0}") if whole else None


def _seen_numbers(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    for text in texts:
        found = {float(number) for number in _NUMBER.findall(text)}
        yield from (int(number) if number.is_integer() else number for number in found)


def _seen_isbns(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    for text in texts:
        bare = (re.sub(r"[- ]", "", found).upper() for found in _ISBN.findall(text))
        yield from {isbn13(isbn) for isbn in bare if is_isbn(isbn)}


def _seen_nowhere(texts: Sequence[str], _: ValueLists) -> Iterator[Value]:
    return iter(())


_SEEN: Mapping[str, Callable[[Sequence[str], ValueLists], Iterator[Value]]] = {
    "zip": _seen_zips,
    "city": _seen_cities,
    "state": _seen_states,
    "country": _seen_countries,
    "date": _seen_days,
    "month": _seen_days,
    "year": _seen_years,
    "price": _seen_prices,
    "number": _seen_numbers,
    "isbn": _seen_isbns,
}
