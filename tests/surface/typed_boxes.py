"""Databases behind typed text boxes, and boxes of every type under many names.

A box reads what is typed with ``strptime`` and regular expressions of its own, never with the code
under test, and makes of what it cannot read what real sites make of it.
"""

import asyncio
import hashlib
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal

from deepweb.form.model import Input
from deepweb.surface.answer import Answer, Found, Question

Test = Literal["equal", "least", "most", "prefix"]
Refusal = Literal["message", "empty", "ignored", "error"]

PLACES = (
    ("New York", "NY", "New York", "10001"), ("Los Angeles", "CA", "California", "90001"),
    ("Chicago", "IL", "Illinois", "60601"), ("Houston", "TX", "Texas", "77001"),
    ("Phoenix", "AZ", "Arizona", "85001"), ("Philadelphia", "PA", "Pennsylvania", "19101"),
    ("San Antonio", "TX", "Texas", "78201"), ("San Diego", "CA", "California", "92101"),
    ("Denver", "CO", "Colorado", "80201"), ("Boston", "MA", "Massachusetts", "02108"),
    ("Seattle", "WA", "Washington", "98101"), ("Atlanta", "GA", "Georgia", "30301"),
    ("Miami", "FL", "Florida", "33101"), ("Detroit", "MI", "Michigan", "48201"),
    ("Bozeman", "MT", "Montana", "59715"), ("Asheville", "NC", "North Carolina", "28801"),
    ("Duluth", "MN", "Minnesota", "55802"), ("Ithaca", "NY", "New York", "14850"),
)  # fmt: skip
COUNTRIES = ("United States", "Germany", "France", "Brazil", "India", "Italy", "Spain", "Japan",
             "Canada", "Kenya", "Norway", "Chile")  # fmt: skip
NOUNS = ("Cottage", "Lantern", "Bicycle", "Orchard", "Compass", "Harbour", "Meadow", "Engine",
         "Library", "Garden", "Station", "Violin", "Kitchen", "Mountain", "Teapot")  # fmt: skip
ADJECTIVES = ("Quiet", "Golden", "Broken", "Painted", "Northern", "Hidden", "Wooden", "Crimson",
              "Foggy", "Ancient", "Little", "Silver")  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A record of a database."""

    id: str
    title: str
    values: dict[str, str]
    day: date
    shown: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " · ".join((self.title, *self.shown))


@lru_cache(maxsize=64)
def catalogue(seed: int, size: int, shows: tuple[str, ...], written: str) -> tuple[Entry, ...]:
    """Records that show some of their attributes, dates as ``written``."""
    return tuple(_shown(entry, shows, written) for entry in _entries(seed, size))


def _shown(entry: Entry, shows: tuple[str, ...], written: str) -> Entry:
    values = entry.values
    said = values | {
        "date": entry.day.strftime(written), "price": f"${values['price']}",
        "large": f"${int(values['large']):,}", "place": f"{values['city']}, {values['code']}",
    }  # fmt: skip
    return replace(entry, shown=tuple(said[name] for name in shows))


@lru_cache(maxsize=8)
def _entries(seed: int, size: int) -> tuple[Entry, ...]:
    rng = random.Random(seed)
    return tuple(_entry(rng, number) for number in range(size))


def _entry(rng: random.Random, number: int) -> Entry:
    city, code, state, zip_code = rng.choice(PLACES)
    day = date(2013, 1, 1) + timedelta(days=rng.randrange(4300))
    values = {
        "city": city, "code": code, "state": state, "zip": zip_code,
        "country": rng.choice(COUNTRIES), "isbn": _isbn(rng),
        "price": f"{rng.uniform(4, 900):.2f}", "large": str(rng.randrange(60, 900) * 1000),
        "pages": str(rng.randrange(20, 900)), "year": str(rng.randrange(1975, 2026)),
    }  # fmt: skip
    title = f"{rng.choice(ADJECTIVES)} {rng.choice(NOUNS)} {_syllables(rng)}"
    return Entry(f"r{number}", title, values, day)


def _syllables(rng: random.Random) -> str:
    return "".join(rng.choice(("ba", "ko", "ri", "tu", "se", "mo")) for _ in range(3)).title()


def _isbn(rng: random.Random) -> str:
    body = "978" + "".join(rng.choices("0123456789", k=9))
    weighed = sum(int(digit) * (1, 3)[n % 2] for n, digit in enumerate(body))
    return f"{body}{-weighed % 10}"


@dataclass
class TypedSite:
    """A form with one text box over a database."""

    entries: Sequence[Entry]
    reads: Callable[[str], object]
    """What is typed as the database has it; None where it is not of the type."""
    holds: Callable[[Entry], object]
    test: Test = "equal"
    refusal: Refusal = "message"
    page_size: int = 10
    says_count: bool = True
    asked: list[str] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> list[Answer]:
        await asyncio.sleep(0)
        return [self.answer("".join(v for _, v in question.values)) for question in questions]

    def answer(self, typed: str) -> Answer:
        self.asked.append(typed)
        if not typed:
            return self.listed(self.entries)
        wanted = self.reads(typed.strip())
        if wanted is None:
            return self._refused()
        return self.listed([e for e in self.entries if self._matches(self.holds(e), wanted)])

    def _matches(self, held: object, wanted: object) -> bool:
        match self.test:
            case "equal":
                return held == wanted
            case "least":
                return held >= wanted  # type: ignore[operator, no-any-return]
            case "most":
                return held <= wanted  # type: ignore[operator, no-any-return]
            case "prefix":
                return str(held).startswith(str(wanted))

    def _refused(self) -> Answer:
        match self.refusal:
            case "message":
                return Answer("background", "please enter something else")
            case "empty":
                return Answer("empty", "nothing")
            case "ignored":
                return self.listed(self.entries)
            case "error":
                return Answer("error", "")

    def listed(self, entries: Sequence[Entry]) -> Answer:
        if not entries:
            return Answer("empty", "nothing")
        shown = entries[: self.page_size]
        signature = hashlib.sha256(" ".join(e.id for e in shown).encode()).hexdigest()
        found = tuple(Found(e.id, e.title, e.text) for e in shown)
        return Answer("results", signature, found, count=len(entries) if self.says_count else None)


@dataclass(frozen=True)
class Case:
    """A box, what it expects, and what is known before it is asked."""

    type: str
    """``keyword`` where any word will do."""
    box: Input
    site: Callable[[], TypedSite]
    texts: bool
    """Were records seen before?"""
    lists_all: bool
    """Does the form list the database when nothing is filled in?"""
    hint: str


DATES = ("%Y-%m-%d", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%B %d, %Y", "%d %B %Y", "%Y/%m/%d",
         "%m-%d-%Y", "%d-%m-%Y", "%Y%m%d", "%d-%b-%Y", "%m/%d/%y")  # fmt: skip
DATE_HINTS = {"%m/%d/%Y": "mm/dd/yyyy", "%d/%m/%Y": "jj/mm/aaaa", "%d.%m.%Y": "TT.MM.JJJJ",
              "%Y-%m-%d": "YYYY-MM-DD", "%B %d, %Y": "January 31, 2020"}  # fmt: skip

# (name, label) of boxes as sites have them; those of the last columns say nothing of the type.
NAMES: dict[str, tuple[tuple[str, str], ...]] = {
    "zip": (("zip", "Zip code"), ("postal_code", ""), ("plz", "PLZ"), ("near", "Your ZIP"),
            ("ctl00$txtZip", "Search near"), ("p", "Code postal"), ("zipcode", "Enter zip")),
    "city": (("city", "City"), ("ort", "Ort"), ("txtCity", ""), ("loc", "Location"),
             ("v", "Ville"), ("f[ciudad]", "Ciudad"), ("a3", "Город"), ("where", "Where?"),
             ("miejscowosc", "Miejscowość"), ("c", "城市")),
    "state": (("state", "State"), ("st", "State / Province"), ("estado", ""), ("x", "US state")),
    "country": (("country", "Country"), ("land", "Land"), ("pays", "Pays"), ("kraj", "Kraj"),
                ("f7", "País"), ("c", "国家")),
    "date": (("date", "Date"), ("since", "Published since"), ("start_date", "Start"),
             ("d", "Datum ab"), ("dateFrom", ""), ("fecha", "Fecha"), ("checkin", "Check-in"),
             ("dt1", "Дата"), ("data_od", "Data od"), ("k", "日付")),
    "year": (("year", "Year"), ("baujahr", "Baujahr"), ("annee", "Année"),
             ("y", "Publication year"), ("ano", ""), ("yr", ""), ("g", "Год выпуска"),
             ("rok", "Rok")),
    "price": (("maxprice", "Max price"), ("price_to", "to"), ("prix_max", "Prix maxi"),
              ("p2", "Preis bis"), ("budget", "Budget"), ("precio", "Precio hasta"),
              ("b", "Up to ($)"), ("c", "Цена до"), ("pmax", "最高价格")),
    "large": (("price", "House price"), ("maxprice", "Max. price"), ("kaufpreis", "Kaufpreis bis"),
              ("hinta", "Hinta")),
    "pages": (("pages", "Number of pages"), ("min_size", "Size from"), ("km", "Kilometer"),
              ("n", "Anzahl")),
    "isbn": (("isbn", "ISBN"), ("ean", "EAN / ISBN"), ("i", "ISBN-13")),
    "keyword": (("q", "Search"), ("keywords", "Keywords"), ("s", ""), ("query", "Suche"),
                ("name", "Name"), ("title", "Title"), ("author", "Author"), ("field3", ""),
                ("term", "Find"), ("x1", "Mots-clés")),
}  # fmt: skip
BLANK_NAMES = (("f1", ""), ("x2", ""), ("field_7", ""), ("ctl00$main$tb", ""), ("param", ""))
TRUE_NAMES = {"large": "price", "pages": "number"}
SHOWN = ("place", "zip", "date", "price", "year")


def cases(seed: int = 0) -> Iterator[Case]:
    """Boxes of every type: with and without hints, records seen before, listings and refusals."""
    rng = random.Random(seed)
    for kind, names in NAMES.items():
        for n, (name, label) in enumerate((*names, *BLANK_NAMES)):
            for written in DATES if kind == "date" and n % 3 == 0 else (rng.choice(DATES),):
                yield _case(rng, kind, name, label, written)


def _case(rng: random.Random, kind: str, name: str, label: str, written: str) -> Case:
    is_blank = (name, label) in BLANK_NAMES
    shown = (*SHOWN, kind) if kind in {"large", "pages", "isbn", "country", "state"} else SHOWN
    shows = tuple(dict.fromkeys(shown))
    if kind == "large":
        shows = tuple(each for each in shows if each != "price")
    shown_as = written if rng.random() < 0.6 else rng.choice(DATES)
    placeholder = DATE_HINTS.get(written, "") if kind == "date" and rng.random() < 0.3 else ""
    test: Test = rng.choice(_TESTS.get(kind, ("equal",)))
    refusal: Refusal = rng.choice(("message", "empty", "ignored", "error"))
    size, page_size = rng.choice((120, 250, 500)), rng.choice((10, 20))
    says_count = rng.random() < 0.5
    entries = catalogue(rng.randrange(3), size, shows, shown_as)
    reads, holds = READERS[kind](written, rng)
    return Case(
        type=TRUE_NAMES.get(kind, kind),
        box=Input(name=name, kind="text", label=label, placeholder=placeholder),
        site=lambda: TypedSite(entries, reads, holds, test, refusal, page_size, says_count),
        texts=rng.random() < 0.8,
        lists_all=rng.random() < 0.6,
        hint="none" if is_blank and not placeholder else "words",
    )


_TESTS: dict[str, tuple[Test, ...]] = {
    "date": ("least", "most", "least"), "price": ("most", "least"), "large": ("most", "least"),
    "year": ("equal", "least", "most"), "pages": ("most", "least"), "city": ("equal", "prefix"),
}  # fmt: skip

Reader = tuple[Callable[[str], object], Callable[[Entry], object]]


def _of_pattern(name: str, pattern: str) -> Callable[[str, random.Random], Reader]:
    compiled = re.compile(pattern)

    def reader(written: str, rng: random.Random) -> Reader:
        def reads(typed: str) -> str | None:
            return typed.casefold() if compiled.fullmatch(typed) else None

        return reads, lambda entry: entry.values[name].casefold()

    return reader


def _of_number(name: str, *patterns: str) -> Callable[[str, random.Random], Reader]:
    def reader(written: str, rng: random.Random) -> Reader:
        compiled = re.compile(rng.choice(patterns))

        def reads(typed: str) -> float | None:
            return float(typed.lstrip("$")) if compiled.fullmatch(typed) else None

        return reads, lambda entry: float(entry.values[name])

    return reader


def _of_date(written: str, rng: random.Random) -> Reader:
    def reads(typed: str) -> date | None:
        try:
            return datetime.strptime(typed, written).date()
        except ValueError:
            return None

    return reads, lambda entry: entry.day


def _of_isbn(written: str, rng: random.Random) -> Reader:
    def reads(typed: str) -> str | None:
        bare = typed.replace("-", "")
        return bare if re.fullmatch(r"\d{13}|\d{9}[\dX]", bare) else None

    return reads, lambda entry: entry.values["isbn"]


def _of_words(written: str, rng: random.Random) -> Reader:
    """Any word; a record holds those of its title, or of all its text."""
    whole = rng.random() < 0.7

    def reads(typed: str) -> frozenset[str] | None:
        return frozenset(re.findall(r"\w+", typed.casefold())) or None

    def holds(entry: Entry) -> "_Holder":
        return _Holder(re.findall(r"\w+", (entry.text if whole else entry.title).casefold()))

    return reads, holds


class _Holder(frozenset[str]):
    """Equal to all that it holds."""

    def __eq__(self, wanted: object) -> bool:
        return isinstance(wanted, frozenset) and wanted <= self

    __hash__ = frozenset.__hash__


READERS: dict[str, Callable[[str, random.Random], Reader]] = {
    "zip": _of_pattern("zip", r"\d{5}"),
    "city": _of_pattern("city", r"[^\W\d_][^\W\d_ .'-]*(?:[ .'-][^\W\d_]+)*"),
    "state": lambda written, rng: rng.choice((
        _of_pattern("state", r"[A-Za-z ]+"), _of_pattern("code", r"[A-Za-z]{2}"),
    ))(written, rng),
    "country": _of_pattern("country", r"[^\W\d_][^\d_]*"),
    "date": _of_date,
    "year": _of_number("year", r"\d{4}"),
    "price": _of_number("price", r"\d+", r"\$?\d+(\.\d+)?"),
    "large": _of_number("large", r"\d+", r"\d+(\.\d+)?"),
    "pages": _of_number("pages", r"\d+"),
    "isbn": _of_isbn,
    "keyword": _of_words,
}  # fmt: skip
