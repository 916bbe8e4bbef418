"""What is a column called?

The most explicit name on the page wins: the header cell, the label, the property name (microdata,
RDFa), the property of structured data (JSON-LD) with the same values, the unit of the numbers ("12
reviews"), a data attribute, and last a class name. A column without any is named after its kind.
Names are unique, in lower snake case, in the script of the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lxml.etree import ElementBase
from lxml.html import HtmlElement

from deepweb.read.fields.labels import label_key
from deepweb.read.fields.parts import NAMING

# Characters of a name.
_MAX_NAME = 40
# Characters of an element's classes that are examined.
_MAX_CLASSES = 200
# Characters of one class.
_MAX_CLASS = 60
# Attributes that style sheets show, and that are therefore written in words.
_FOR_PEOPLE = frozenset({"data-th", "data-label", "data-title", "aria-label", "data-column"})
# Share of a column's values that structured data must have under one property.
_MIN_MATCHED = 0.5
# Share of the class names of a site that begin with the same word, if it is a prefix.
_MIN_PREFIXED = 0.4
# Values of structured data that are read.
_MAX_PROPERTIES = 20_000
# Characters of a value of structured data.
_MAX_VALUE = 300

_NO_NAME = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWEL = re.compile(r"[aeiouyáéíóúäöüàèìòùâêîôûãõåæøœ]")
_HASH_PREFIX = re.compile(
    r"^(?:css|sc|jss|emotion|jsx|svelte|ng|v|data-v|x|_)-?[\w-]*\d|^sc-|^jss\d"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBERED = re.compile(r"[^\W\d_]{3,}\d{1,2}")
# Words of classes that describe the look or place of an element, or the whole record.
_GENERIC = frozenset(
    """align and area article bidi big binding block body bold bottom box btn button caption card
    cell center clear cleared clearfix clickable col cols column component container content
    contents copy css cta data default desktop detail details display div element entry even feed
    field fieldset first fixed flex float fluid font full grid group has head header heading
    hidden hide highlight hit holder hover icon icons info inline inner isolate item items justify
    label large last layout lazyautosizes lazyloaded left line link links list listing lst main
    margin media medium meta middle mini mobile mod module muted nav new node none normal nowrap
    object odd offscreen one only outer padding page panel part position post primary product pull
    push record related result results right root row rows scope search secondary section small
    span start story stream strong style styled sub tab table teaser text tile top truncate two
    txt unit unstyled value view visible visuallyhidden with wrap wrapper wrapping xxs
    """.split()  # noqa: SIM905
)


def clean_name(text: str) -> str:
    """Any text as a name: "Released in:" becomes released_in; "" if it has no letters."""
    plain = unicodedata.normalize("NFKC", text[:200]).strip()
    words = [w for w in _NO_NAME.split(plain.lower() if " " in plain else _snake(plain)) if w]
    name = ""
    for word in words:
        if len(name) + len(word) >= _MAX_NAME:
            break
        name = f"{name}_{word}" if name else word
    return name or "".join(words)[:_MAX_NAME]


def _snake(text: str) -> str:
    return _CAMEL.sub("_", text).lower()


def class_name(element: HtmlElement) -> str:
    """The name that the classes of an element give it; "" if they only describe its look."""
    named = (
        name
        for token in element.get("class", "")[:_MAX_CLASSES].split()
        if (name := _token_name(token))
    )
    return max(named, key=lambda name: name.count("_") == 0, default="")


def _token_name(token: str) -> str:
    """``product-card__price--big`` gives price; ``css-1x2y3z`` and ``a1B2c`` give nothing."""
    if len(token) > _MAX_CLASS or _HASH_PREFIX.match(token):
        return ""
    block, _, inner = token.split("--", 1)[0].partition("__")
    if any(map(_is_hash, _NO_NAME.split((inner or block).lower()))):
        return ""
    words = _NO_NAME.split(_snake(inner or block))
    telling = [w for w in words if w not in _GENERIC and (len(w) > 2 or not w.isascii())]
    return clean_name("_".join(telling)) if telling else ""


def _is_hash(word: str) -> bool:
    """Are letters and digits mixed, or is there no vowel? Then a program made it up."""
    if not word.isascii() or len(word) < 4 or word.isdigit():
        return False
    has_digit = any(map(str.isdigit, word))
    return not _VOWEL.search(word) or (has_digit and not _NUMBERED.fullmatch(word))


def without_prefix(names: Sequence[str]) -> list[str]:
    """Class names without the word that a site puts before most of them (``ces_title``)."""
    firsts = Counter(name.partition("_")[0] for name in dict.fromkeys(names) if "_" in name)
    usual = {
        w for w, n in firsts.items() if n >= max(3, _MIN_PREFIXED * len(set(filter(None, names))))
    }
    return [
        name.partition("_")[2] if name.partition("_")[0] in usual and "_" in name else name
        for name in names
    ]


def property_name(elements: Iterable[HtmlElement]) -> str:
    """The property that an element or its nearest ancestor states, within a record.

    The property ``name`` of an author is called author.
    """
    inner = ""
    for element in elements:
        said = element.get("itemprop") or element.get("property") or ""
        name = clean_name(re.split(r"[:/#.]", said.split()[0])[-1]) if said.split() else ""
        if name and inner in {"", "name", "url", "value"}:
            is_scope = element.get("itemscope") is not None
            if inner and not is_scope:
                return inner
            inner = name if inner in {"", "name"} else f"{name}_{inner}"
    return inner


def attribute_name(elements: Iterable[HtmlElement]) -> str:
    """The name that a data attribute gives an element."""
    for element in elements:
        cell = ("data-title", "aria-label") if element.tag in {"td", "th"} else ()
        for attribute in (*NAMING[2:], *cell):
            value = element.get(attribute, "")
            if value and (name := clean_name(value)) and not any(map(_is_hash, name.split("_"))):
                telling = [word for word in name.split("_") if word not in _GENERIC]
                return name if attribute in _FOR_PEOPLE else "_".join(telling)
    return ""


def unit_name(texts: Sequence[str]) -> str:
    """The word that stands with most numbers of a column: "reviews"."""
    words = Counter(w.lower() for text in texts for w in set(_WORD.findall(text)))
    if not words:
        return ""
    # Of "1 review" and "2 reviews", the form that most values have.
    word, times = max(words.items(), key=lambda item: (item[1], item[0]))
    return word if 2 * times >= len(texts) else ""


def structured_properties(roots: Iterable[ElementBase]) -> dict[str, set[str]]:
    """Folded value to the properties that have it in the JSON-LD of the pages."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for root in roots:
        if next(_scripts(root), None) is not None:
            for name, value in _flat(_json_ld(root)):
                found[label_key(value)].add(name)
    return dict(found)


def _scripts(root: ElementBase) -> Iterator[ElementBase]:
    return (e for e in root.iter("script") if "ld+json" in e.get("type", ""))


def _json_ld(root: ElementBase) -> list[Any]:
    from extruct.jsonld import JsonLdExtractor  # noqa: PLC0415 - slow to import, seldom needed

    try:
        return list(JsonLdExtractor().extract_items(root))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return []  # invalid JSON


def _flat(items: Sequence[Any]) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, Any]] = [("", item) for item in items]
    for _ in range(_MAX_PROPERTIES):
        if not stack:
            return
        name, value = stack.pop()
        if isinstance(value, Mapping):
            stack += [(_inner(name, str(key)), inside) for key, inside in value.items()]
        elif isinstance(value, list):
            stack += [(name, inside) for inside in value]
        elif name and not name.startswith("@") and _is_told(value):
            yield clean_name(name), str(value)


def _is_told(value: Any) -> bool:
    return isinstance(value, str | int | float) and 1 < len(str(value)) <= _MAX_VALUE


def _inner(name: str, key: str) -> str:
    is_wrapper = name in {"", "itemListElement", "item", "mainEntity", "@graph", "offers"}
    return name if key in {"name", "@value"} and not is_wrapper else key


def matched_property(texts: Sequence[str], properties: Mapping[str, set[str]]) -> str:
    """The property of structured data that holds most values of a column."""
    if not properties or not texts:
        return ""
    values = {label_key(text) for text in texts}
    times = Counter(name for value in values for name in properties.get(value, ()))
    name, count = max(times.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return name if count >= max(min(2, len(values)), _MIN_MATCHED * len(values)) else ""


def unique(names: Iterable[str]) -> list[str]:
    """The names made unique: price, price_2, price_3."""
    taken: set[str] = set()
    last: Counter[str] = Counter()
    found = []
    for name in names:
        candidate = name
        while candidate in taken:
            last[name] += 1
            candidate = f"{name}_{last[name] + 1}"
        taken.add(candidate)
        found.append(candidate)
    return found
