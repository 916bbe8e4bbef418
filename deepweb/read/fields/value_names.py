"""What do the values of a column say it is?

Some values need no label: prices, dates, e-mail addresses, ISBNs, sizes of files, names of
languages or countries. Others are known from elsewhere on the site: a column whose values are the
options of the menu "Category" is the category.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from deepweb.page.words import folded, one_line
from deepweb.read.fields.values import kind_of

# Share of a column's values that must be of one sort.
_MOST = 0.7
# Share of its different values that a list or a menu must hold.
_LISTED = 0.6
# Different values by which a column is compared with lists and menus.
_MIN_LISTED = 2
# Values that are examined.
_MAX_VALUES = 200
_MIN_RATED = 5  # numbers from 0 to 5 with one digit behind the point that are ratings
# Mean length of texts that describe.
_LONG = 80
_ONE_WORD = 12  # letters of a word, of a script without spaces perhaps a sentence
_PROSE_WORDS = 4  # words of what may be called a description by a box that holds more
_SENTENCE = 6  # mean words of texts that describe, if nothing else names them
# Characters of an address.
_MAX_ADDRESS = 300
_PRICE_WORDS = 3  # words beside the amount of a price, its currency among them
_WORDS = re.compile(r"[^\W\d_]+")
# Words of a person's name.
_NAME_WORDS = range(2, 5)
# The largest of amounts with cents is this many times the smallest; ratings are closer together.
_SPREAD = 10
# Cents above which an amount is no rating, however close the others are.
_HIGH = 100_00
# Values that stand for any value of a column.
_NO_VALUE = frozenset({"other", "others", "unknown", "none", "n/a", "misc", "miscellaneous", "-"})

_SORTS = {
    "email": re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"),
    "isbn": re.compile(r"(?:isbn[\s:]*)?(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dxX]", re.IGNORECASE),
    "size": re.compile(r"[\d.,]+\s*(?:[kmgt]i?b|bytes?)\b\.?(?:\s*\(.*)?", re.IGNORECASE),
    "duration": re.compile(
        r"(?:\d{1,2}:)?\d{1,2}:\d\d|(?:\d+\s*(?:h|hrs?|hours?|min|mins|minutes?|s|secs?|seconds?)\b\.?"
        r"\s*){1,3}",
        re.IGNORECASE,
    ),
    "percent": re.compile(r"[+-]?[\d.,]+\s*%"),
    "year": re.compile(r"\(?(?:1[5-9]|20)\d\d\)?"),
    "date": re.compile(
        r"(?:\d+|an?|one)\s+(?:second|minute|hour|day|week|month|year)s?\s+ago|yesterday|today"
        r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?:19|20)\d\d",
        re.IGNORECASE,
    ),
    "pages": re.compile(r"(?:pp?|pages?)\.?\s*\d+(?:\s*[-\u2013]\s*\d+)?|\d+\s*(?:pp?|pages)\.?"),
    "tag": re.compile(r"#\w+(?:[;,\s]+#\w+)*"),
    "rank": re.compile(r"#?\d{1,4}\."),
    "author": re.compile(
        r"(?:\w++ )?(?:[Bb][Yy]|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Aa]v) (?!\d|[a-z])\w.{1,70}"
    ),
    "shipping": re.compile(
        r"(?:\S+ ){0,3}(?:shipping|postage|delivery|versand\w*|lieferung|livraison|env[ií]o"
        r"|spedizione|frete|доставк\w*)(?: [^\s!]+){0,3}",
        re.IGNORECASE,
    ),
    "address": re.compile(
        r"\d[\w-]*+,? .{0,40}\b(?:st|street|ave?|avenue|road|rd|blvd|boulevard|drive|dr|lane|ln|way"
        r"|hwy|highway|square|sq|court|ct|parkway|pkwy|place|pl)\b.*",
        re.IGNORECASE,
    ),
}
_WEBSITE = re.compile(
    r"(?:https?://|www\.)\S+(?:\s.*)?|(?:[a-z0-9-]+\.)+[a-z]{2,6}(?:\s*[/\u203a>].*)?",
    re.IGNORECASE,
)
_PHONE = re.compile(r"(?:tel|phone|fax)?[.:\s]*\+?[\d\s()./-]{7,20}", re.IGNORECASE)
_RATED = re.compile(r"[0-5][.,]\d")
_FROM = re.compile(r"(?:from|aus|de|da|из) ")
_CENTS = re.compile(r"\d{1,3}(?:[ ,.']?\d{3})*[.,]\d\d")
_KINDS = frozenset({"price", "date", "rating"})


@dataclass(frozen=True, slots=True)
class NameKnowledge:
    """What is known of values beforehand."""

    lists: Callable[[], Mapping[str, frozenset[str]]] = dict
    """Gives names of columns, each with values that only such a column has, folded."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Folded values to the name that the site gives them elsewhere: in the menus of its forms, in
    facets, on the pages of records."""


def value_key(text: str) -> str:
    """One spelling of a value, by which it is looked up."""
    return one_line(folded(text))


def named_elsewhere(texts: Sequence[str], labels: Mapping[str, str]) -> str:
    """The name that the site gives most values of a column elsewhere."""
    if not labels:
        return ""
    values = {value_key(text) for text in texts[:_MAX_VALUES]} - _NO_VALUE
    named = Counter(labels[value] for value in values if value in labels)
    name, times = max(named.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return name if times >= max(_MIN_LISTED, _LISTED * len(values)) else ""


def sort_name(texts: Sequence[str]) -> str:
    """The sort of most values, where that is plain: price, date, email …; else ""."""
    some = texts[:_MAX_VALUES]
    if not some:
        return ""
    sort, times = Counter(map(_sort, some)).most_common(1)[0]
    if sort and times >= _MOST * len(some) and (sort != "rank" or _are_ranks(some)):
        return sort
    return "price" if _are_amounts(some) else ""


# Words in class names that say more about a sort of values than its own name.
_WORDS_OF = {
    "price": """price prices cost amount fee fees rent salary offer sale sales discount savings
        charge         prix preis precio prezzo preco value budget revenue income worth bid""",
    "date": """date dates time published updated posted modified created start starts ending joined
        deadline day timestamp datum fecha released release founded birthday expires
        schedule uploaded issue""",
    "rating": "rating ratings stars score reviews review votes",
    "duration": "duration time length minutes",
    "size": "size filesize",
    "website": "url uri website source domain address",
    "phone": "phone phones fax telephone contact",
    "year": "year years date released founded published edition",
    "percent": "discount savings percent score rate",
    "tag": "tag tags hashtag keywords category categories topic topics",
    "rank": "rank position place no number index",
    "author": """author authors byline artist artists creator contributor contributors seller brand
        publisher writer user username director vendor merchant store studio person""",
    "address": "address addresses location street venue place where",
    "shipping": "shipping shipment delivery postage versand livraison",
    "number": "",
    "description": """description descripcion descrizione descricao beschreibung excerpt
        summary abstract snippet blurb comment contents synopsis review quote notes ingredients
 history         highlights caption title titel titre titulo titolo headline subject answer
        question body text subtitle byline authors author contributors reason
        recommendation experience education""",
}
WORDS_OF = {sort: frozenset(words.split()) for sort, words in _WORDS_OF.items()}
_FEW = 0.3  # share of the values that must be able to be what a class calls them
# A text in a picture is none.
_PICTURES = ("image", "avatar", "logo")
# Words that say less than what the values are: an amount in dollars is a price.
_VAGUE = frozenset({"amount", "value", "number"})
# Lists whose names say less than a class.
_WEAK = frozenset({"person", "city", "county", "airport"})


def named_by_values(texts: Sequence[str], called: str, known: NameKnowledge) -> str:
    """The name that the values give a column; ``called``: what the classes call it.

    Of two names for one thing the more special one is taken: modified_date, not date.
    """
    sort = sort_name(texts) or prose_name(texts)
    if sort:
        words = set(called.split("_")) - _VAGUE
        is_same = not WORDS_OF.get(sort, frozenset()).isdisjoint(words)
        return called if is_same else sort
    listed = list_name(texts, known) if not called else ""
    if listed and listed not in _WEAK:
        return listed
    return called or listed or _number_name(texts) or "text"


def may_call(name: str, texts: Sequence[str], *, is_around: bool = False) -> bool:
    """May a class or an address call these texts so? Not if the values show that they are not.

    ``is_around``: it is the class of a box that holds more, of which not all is an excerpt.
    """
    some, word = texts[:_MAX_VALUES], name.rpartition("_")[2]
    fits = _FITTING.get(word)
    if fits is _may_describe and is_around:
        words = sum(text.count(" ") + 1 + len(text) // _LONG for text in some)
        return words >= _PROSE_WORDS * len(some)
    is_denied = fits is not None and sum(map(fits, some)) < _FEW * len(some)
    return not name.endswith(_PICTURES) and not is_denied


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_no_number(text: str) -> bool:
    return kind_of(text) != "number"


def _may_be_price(text: str) -> bool:
    """Is it an amount, and no sentence that holds a number?"""
    return kind_of(text) == "price" or (
        _has_digit(text) and len(_WORDS.findall(text)) < _PRICE_WORDS
    )


def _may_be_address(text: str) -> bool:
    return any(sign in text for sign in "./\u203a>")


def _may_describe(text: str) -> bool:
    return text[:1] != "/" and (" " in text or len(text) >= _ONE_WORD)


_PROSE = "description summary abstract excerpt snippet blurb synopsis"
_NO_NUMBERS = "subtitle caption title address location street city country language"
_PRICES = "price prices preis precio prix prezzo preco cost amount fee fees"
_WITH_DIGITS = """count counts
    percent percentage date dates datum fecha year years duration distance quantity views votes
    rank phone telephone isbn zip"""
# What a value must be for a class to call it so, by the last word of the name.
_FITTING: Mapping[str, Callable[[str], bool]] = {
    **dict.fromkeys(WORDS_OF["author"] - {"store", "studio"}, _is_no_number),
    **dict.fromkeys(_NO_NUMBERS.split(), _is_no_number),
    **dict.fromkeys(_PROSE.split(), _may_describe),
    **dict.fromkeys(_WITH_DIGITS.split(), _has_digit),
    **dict.fromkeys(_PRICES.split(), _may_be_price),
    **dict.fromkeys(("url", "uri", "website"), _may_be_address),
}


def _number_name(texts: Sequence[str]) -> str:
    kinds = Counter(kind_of(text) for text in texts[:_MAX_VALUES])
    kind, times = kinds.most_common(1)[0] if kinds else ("", 0)
    is_number = kind in {"number", "count"} and times >= _MOST * kinds.total()
    if is_number and len(texts) >= _MIN_RATED and all(map(_RATED.fullmatch, texts)):
        return "rating"
    return "number" if is_number else ""


def list_name(texts: Sequence[str], known: NameKnowledge) -> str:
    """The name of the list that holds most values: language, country …; or person."""
    values = {_FROM.sub("", value_key(text)) for text in texts[:_MAX_VALUES]} - _NO_VALUE
    if len(values) < _MIN_LISTED:
        return ""
    lists = known.lists()
    least = max(_MIN_LISTED, _LISTED * len(values))
    places = lists.get("country", frozenset()) | lists.get("state", frozenset())
    if sum(value.rpartition(", ")[2] in places for value in values if ", " in value) >= least:
        return "location"  # "Kiev, Ukraine"
    if any(any(map(str.isdigit, v)) or len(v) > 60 for v in values):
        return ""
    for name, held in lists.items():
        if name not in _OF_PEOPLE and len(values & held) >= least:
            return name
    first = lists.get("first_name", frozenset())
    people = sum(_is_person(text, first) for text in texts[:_MAX_VALUES])
    return "person" if first and people >= _LISTED * len(texts[:_MAX_VALUES]) else ""


_OF_PEOPLE = frozenset({"first_name", "surname"})


def prose_name(texts: Sequence[str]) -> str:
    """``description`` for texts that are long."""
    return "description" if texts and sum(map(len, texts)) >= _LONG * len(texts) else ""


def sentence_name(texts: Sequence[str]) -> str:
    """``description`` for sentences, of which most records have one of their own."""
    words = sum(text.count(" ") + 1 for text in texts)
    is_said = words >= _SENTENCE * len(texts) and len({*texts}) >= _MOST * len(texts)
    return "description" if texts and is_said else ""


@lru_cache(maxsize=16384)
def _sort(text: str) -> str:
    if len(text) <= _MAX_ADDRESS and _WEBSITE.fullmatch(text):
        return "website"
    if len(text) > _LONG:
        return ""
    said = text.strip(" ()[]")
    for sort, pattern in _SORTS.items():
        if pattern.fullmatch(said):
            return sort
    digits = sum(map(str.isdigit, said))
    if 9 <= digits <= 15 and not said.isdigit() and _PHONE.fullmatch(said):
        return "phone"
    kind = kind_of(text)
    if kind == "price" and len(_WORDS.findall(said)) > _PRICE_WORDS:
        return ""  # "Enjoy free shipping at $35"
    return kind if kind in _KINDS else ""


def _are_amounts(texts: Sequence[str]) -> bool:
    """Are they numbers with cents, far apart?"""
    if len(texts) < 3 or not all(map(_CENTS.fullmatch, texts)):
        return False
    cents = [int("".join(filter(str.isdigit, text))) for text in texts]
    return max(cents) >= min(_HIGH, _SPREAD * min(cents))


def _are_ranks(texts: Sequence[str]) -> bool:
    """Do the numbers of a list follow one another? "23." may be the dollars of a price."""
    said = (text.strip("#. ") for text in texts)
    numbers = [int(digits) for digits in said if digits.isdecimal() and len(digits) < 6]
    return sum(b - a == 1 for a, b in pairwise(numbers)) >= _MOST * (len(numbers) - 1) > 0


def _is_person(text: str, first_names: frozenset[str]) -> bool:
    """Does a text name people: a few words in capitals, the first a given name?"""
    first, *_ = text.split(",", maxsplit=1)[0].split(" and ", maxsplit=1)[0].split(";")
    words = first.split()
    return (
        len(words) in _NAME_WORDS
        and all(word[0].isupper() for word in words if word[0].isalpha())
        and value_key(words[0]) in first_names
    )
