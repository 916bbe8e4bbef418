"""What is a column called?

The most explicit name wins: the property name (microdata, RDFa), the property of structured data
(JSON-LD) with the same values, the header cell, the label, the unit of the numbers ("12 reviews"),
what the site calls the values elsewhere, what the values are (``value_names.py``), a data attribute
and last a class, if they are words for data (``field_words.py``). Any other column is called text.
Names are unique, in lower snake case, in the script of the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from lxml.etree import ElementBase
from lxml.html import HtmlElement

from deepweb.read.fields.field_words import ICONS, PREPOSITIONS, SHORT, data_words
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
# Links whose addresses are compared.
_MAX_ADDRESSES = 50
# Words of a label; longer ones are sentences.
_MAX_LABEL_WORDS = 5
# Words of a class that make a name.
_MAX_WORDS = 3
# Share of a column's values that structured data must have under one property.
_MIN_MATCHED = 0.5
# Share of the class names of a site that begin with the same word, if it is a prefix.
_MIN_PREFIXED = 0.4
# Values of structured data that are read.
_MAX_PROPERTIES = 20_000
# Characters of a value of structured data.
_MAX_VALUE = 300

# Class words of the pictures that fonts and style sheets draw.
_ICON_WORDS = frozenset({"icon", "icons", "ico", "fa", "glyphicon", "octicon", "sprite", "sprites"})

_NO_NAME = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWEL = re.compile(r"[aeiouyáéíóúäöüàèìòùâêîôûãõåæøœ]")
_HASH_PREFIX = re.compile(
    r"^(?:css|sc|jss|emotion|jsx|svelte|ng|v|data-v|x|_)-?[\w-]*\d|^sc-|^jss\d"
)
_NUMBER = re.compile(r"\d[\d.,]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PAGE = re.compile(r"[a-z]{4,15}")
# Words of pages that any record may have.
_ANY_PAGE = frozenset({"default", "details", "display", "do", "get", "home", "index", "info",
                       "item", "list", "main", "page", "search", "show", "view"})  # fmt: skip
_NUMBERED = re.compile(r"[^\W\d_]{3,}\d{1,2}")


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


def label_name(label: str) -> str:
    """The name that a label gives; "" if it is too long, or an address, to be one."""
    is_address = "." in label.strip(" .") and " " not in label.strip()
    if is_address or label.count(" ") >= _MAX_LABEL_WORDS:
        return ""
    if any(unicodedata.category(sign) == "Sc" for sign in label):
        return "price"  # "CA$"
    name = clean_name(label)
    return PREPOSITIONS.get(name, name)


def _snake(text: str) -> str:
    return _CAMEL.sub("_", text).lower()


def class_name(element: HtmlElement) -> str:
    """The name that the classes of an element give it; "" if they only describe its look."""
    return _classes_name(element.get("class", "")[:_MAX_CLASSES])


@lru_cache(maxsize=1 << 12)
def _classes_name(classes: str) -> str:
    named = (name for token in classes.split() if (name := _token_name(token)))
    return max(named, key=lambda name: name.count("_") == 0, default="")


def _token_name(token: str) -> str:
    """``product-card__price--big`` gives price; ``css-1x2y3z`` and ``a1B2c`` give nothing."""
    if len(token) > _MAX_CLASS or _HASH_PREFIX.match(token):
        return ""
    block, _, inner = token.split("--", 1)[0].partition("__")
    if any(map(_is_hash, _NO_NAME.split((inner or block).lower()))):
        return ""
    for part in (inner, block):
        words = [w for w in _NO_NAME.split(_snake(part)) if len(w) > 1]
        if telling := data_words(words) or _in_other_scripts(words):
            return clean_name("_".join(telling[-_MAX_WORDS:]))
    return ""


def icon_name(element: HtmlElement | None) -> str:
    """What the icon before the text of an element says of it: an eye stands before views."""
    if element is None:
        return ""
    has_own = len(element) > 0 and not (element.text or "").strip()
    icon = element[0] if has_own else element.getprevious()
    if icon is None or not isinstance(icon.tag, str) or any(map(str.strip, icon.itertext())):
        return ""
    words = _NO_NAME.split(icon.get("class", "")[:_MAX_CLASSES].lower())
    is_icon = icon.tag in {"i", "svg"} or not _ICON_WORDS.isdisjoint(words)
    return next((ICONS[word] for word in words if word in ICONS), "") if is_icon else ""


def _in_other_scripts(words: Iterable[str]) -> list[str]:
    """Words that no style sheet needs to be written in."""
    return [word for word in words if not word.isascii()]


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
        name = SHORT.get(name, name)
        if name and inner in {"", "name", "url", "value"}:
            is_scope = element.get("itemscope") is not None
            if inner and not is_scope:
                return inner
            inner = name if inner in {"", "name"} else f"{name}_{inner}"
    return inner


def address_name(addresses: Sequence[str]) -> str:
    """The word before what differs in the addresses of links: artist of /artist/27-Milva, author of
    /author?id=3."""
    paths = [urlsplit(url).path.split("/") for url in addresses[:_MAX_ADDRESSES] if _is_url(url)]
    if len(paths) < 2:
        return ""
    for at, (before, *rest) in enumerate(zip(*paths, strict=False)):
        here = [path[at + 1] for path in paths if len(path) > at + 1]
        if not {before} >= {*rest}:
            return ""
        if before and len(here) == len(paths) and len({*here}) > 1:
            return "_".join(data_words(_NO_NAME.split(_snake(before))))
    is_asked = len({path[-1] for path in paths}) == 1 and len({*addresses}) > 1
    step = _snake(paths[0][-1].partition(".")[0]) if is_asked else ""
    words = [word for word in _NO_NAME.split(step) if word not in _ANY_PAGE]
    return "_".join(words) if data_words(words) == words else ""


def page_name(addresses: Sequence[str]) -> str:
    """The word that ends all of these addresses: /river/7/stargazers."""
    ends = {urlsplit(url).path.rpartition("/")[2] for url in addresses if _is_url(url)}
    word = ends.pop() if len(ends) == 1 and len({*addresses}) > 1 else ""
    return word if _PAGE.fullmatch(word) and word not in _ANY_PAGE else ""


def _is_url(text: str) -> bool:
    try:
        urlsplit(text)
    except ValueError:
        return False
    return True


def attribute_name(elements: Iterable[HtmlElement]) -> str:
    """The name that a data attribute gives an element."""
    for element in elements:
        cell = ("data-title", "aria-label") if element.tag in {"td", "th"} else ()
        for attribute in (*NAMING[2:], *cell):
            value = element.get(attribute, "")
            if value and (name := clean_name(value)) and not any(map(_is_hash, name.split("_"))):
                if attribute in _FOR_PEOPLE:
                    return name
                if telling := data_words(name.split("_")):
                    return "_".join(telling[-_MAX_WORDS:])
    return ""


def unit_name(texts: Sequence[str]) -> str:
    """The word that stands with most numbers of a column: "reviews"."""
    words = Counter(w.lower() for text in texts for w in set(_unit_words(text)))
    if not words:
        return ""
    # Of "1 review" and "2 reviews", the form that most values have.
    word, times = max(words.items(), key=lambda item: (item[1], item[0]))
    return word if 2 * times >= len(texts) else ""


def _unit_words(text: str) -> Iterator[str]:
    """The words beside the first number of a text."""
    found = _NUMBER.search(text)
    if found:
        yield from _WORD.findall(text[found.end() :])[:1]
        yield from _WORD.findall(text[: found.start()])[-1:]


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


def is_unnamed(name: str) -> bool:
    """Does a name say nothing about the values?"""
    return name.partition("_")[0] in {"text", "number", "other", "link"}


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
