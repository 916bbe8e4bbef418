"""What is a field of a record's own page called? As the page calls it, written as columns are.

The label wins; then the property that the page declares, the sort of the value (a phone number),
the word before it in the address that it links to (``/author/…``), a class or id, and last the
heading above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from deepweb.read.fields.names import class_name, clean_name, property_name
from deepweb.read.fields.values import kind_of

# Characters of a text that describes.
_LONG = 150
# Elements above a text whose marks may name it.
_ABOVE = 2
# Words of an id that name a field; those before say where it stands.
_ID_WORDS = 2
# Letters of a word that names.
_MIN_WORD = 3
# Digits of a phone number.
_DIGITS = range(7, 16)
_PHONE = re.compile(
    r"(?:(?:tel|phone|fax|call|t|p)\b\.?:?\s*)?\+?\(?\d{1,4}\)?(?:[\s./-]*\(?\d{2,5}\)?){1,4}"
    r"(?:\s*(?:x|ext\.?)\s*\d+)?",
    re.IGNORECASE,
)
_DIGIT_OR_DOT = re.compile(r"[\d.]")  # every such value has one
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
_WEB = re.compile(r"(?:https?://|www\.)\S+|[\w-]+\.(?:com|org|net|edu|gov)(?:/\S*)?", re.IGNORECASE)


def sort_of(text: str) -> str:
    """The sort of a value that needs no label: email, website, phone, price or date; else ""."""
    if len(text) > _LONG or not _DIGIT_OR_DOT.search(text):
        return ""
    if _MAIL.fullmatch(text):
        return "email"
    if _WEB.fullmatch(text):
        return "website"
    kind = kind_of(text)
    if kind in {"price", "date"}:  # "2021-06-15" may be a phone number as well
        return kind
    digits = sum(map(str.isdigit, text))
    is_phone = digits in _DIGITS and not text.isdigit() and _PHONE.fullmatch(text)
    return "phone" if is_phone else ""


def label_name(label: str) -> str:
    """A label as a name: "Room & Board:" is room_board."""
    return clean_name(label.lower())


def name_without_label(texts: Sequence[str], elements: Sequence[HtmlElement], heading: str) -> str:
    """The name of a field that no label names; ``elements`` hold its texts on some pages."""
    return next(filter(None, _names(texts, elements, heading)), "text")


def _names(texts: Sequence[str], elements: Sequence[HtmlElement], heading: str) -> Iterator[str]:
    around = list(islice(_upwards(elements[0]), _ABOVE + 1))
    yield property_name(around)
    yield _usual_sort(texts)
    if sum(map(len, texts)) > _LONG * len(texts):
        yield "description"
    yield _link_name(elements)
    for each in around:
        yield class_name(each)
        yield _id_name(each)
    yield label_name(heading)


def _upwards(element: HtmlElement) -> Iterator[HtmlElement]:
    yield element
    yield from element.iterancestors()


def _usual_sort(texts: Sequence[str]) -> str:
    sort, times = Counter(map(sort_of, texts)).most_common(1)[0]
    return sort if 3 * times >= 2 * len(texts) else ""


def _link_name(elements: Sequence[HtmlElement]) -> str:
    """The word of the links that stands before what differs: author of /author/Jess+Walter/."""
    hrefs = [steps for element in elements if (steps := _steps(_href(element)))]
    if len(hrefs) < 2 or 2 * len(hrefs) < len(elements):
        return ""
    for name in reversed(hrefs[0]):
        if len({steps.get(name) for steps in hrefs}) > 1 and all(name in steps for steps in hrefs):
            return _words_of(clean_name(name.rpartition(".")[0] or name))
    return ""


def _href(element: HtmlElement) -> str:
    around = islice(_upwards(element), _ABOVE + 1)
    return next((each.get("href", "") for each in around if each.tag == "a"), "")


def _steps(href: str) -> dict[str, str]:
    """Name to value along an address: each step of its path with the next, and its arguments."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return {}
    path = [step for step in parts.path.split("/") if step]
    return dict(pairwise(path)) | dict(parse_qsl(parts.query))


def _id_name(element: HtmlElement) -> str:
    return _words_of(clean_name(element.get("id", "")))


def _words_of(name: str) -> str:
    words = [word for word in name.split("_") if word.isalpha() and len(word) >= _MIN_WORD]
    return "_".join(words[-_ID_WORDS:])
