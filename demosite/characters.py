"""The catalogue of Unicode characters."""

import random
import re
import unicodedata
from functools import lru_cache

from demosite.catalogue import Catalogue, Entry
from demosite.derived import derived_attributes

_SEED = 20
_LAST = 0x110000

_MADE_BY_RULE = re.compile(
    r"CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH-|HANGUL SYLLABLE |TANGUT (IDEOGRAPH|COMPONENT)-"
    r"|NUSHU CHARACTER-|KHITAN SMALL SCRIPT CHARACTER-|(EGYPTIAN|ANATOLIAN) HIEROGLYPH "
    r"|LINEAR A SIGN |VARIATION SELECTOR-"
)

_SCRIPT = re.compile(
    r"(?:ADLAM|AHOM|ANATOLIAN|ARABIC|ARMENIAN|AVESTAN|BALINESE|BAMUM|BATAK|BENGALI|BOPOMOFO|"
    r"BRAHMI|BRAILLE|BUGINESE|CHAKMA|CHAM|CHEROKEE|CJK|COPTIC|CUNEIFORM|CYPRIOT|CYRILLIC|"
    r"DESERET|DEVANAGARI|EGYPTIAN|ETHIOPIC|GEORGIAN|GLAGOLITIC|GOTHIC|GRANTHA|GREEK|GUJARATI|"
    r"GURMUKHI|HANGUL|HEBREW|HIRAGANA|JAVANESE|KAITHI|KANNADA|KATAKANA|KHAROSHTHI|KHMER|LAO|"
    r"LATIN|LEPCHA|LIMBU|LISU|LYDIAN|MALAYALAM|MANDAIC|MIAO|MONGOLIAN|MYANMAR|NEWA|NKO|NUSHU|"
    r"OGHAM|ORIYA|OSAGE|PHOENICIAN|RUNIC|SAMARITAN|SHARADA|SIDDHAM|SINHALA|SUNDANESE|SYRIAC|"
    r"TAGALOG|TAMIL|TANGUT|TELUGU|THAANA|THAI|TIBETAN|TIFINAGH|TIRHUTA|UGARITIC|VAI|YI)(?![^ ])"
)

_CATEGORIES = {
    "Lu": "Letter, uppercase",
    "Ll": "Letter, lowercase",
    "Lt": "Letter, titlecase",
    "Lm": "Letter, modifier",
    "Lo": "Letter, other",
    "Mn": "Mark, nonspacing",
    "Mc": "Mark, spacing",
    "Me": "Mark, enclosing",
    "Nd": "Number, decimal digit",
    "Nl": "Number, letter",
    "No": "Number, other",
    "Pc": "Punctuation, connector",
    "Pd": "Punctuation, dash",
    "Ps": "Punctuation, open",
    "Pe": "Punctuation, close",
    "Pi": "Punctuation, initial quote",
    "Pf": "Punctuation, final quote",
    "Po": "Punctuation, other",
    "Sm": "Symbol, math",
    "Sc": "Symbol, currency",
    "Sk": "Symbol, modifier",
    "So": "Symbol, other",
    "Zs": "Separator, space",
    "Zl": "Separator, line",
    "Zp": "Separator, paragraph",
    "Cf": "Other, format",
}

_DIRECTIONS = {"L": "Left to right", "R": "Right to left", "AL": "Right to left, Arabic"}


@lru_cache(maxsize=8)
def unicode_characters(n: int) -> Catalogue:
    """n named characters, by code point.

    Characters with a name of their own are picked first. Names made by rule (CJK UNIFIED
    IDEOGRAPH-4E00, HANGUL SYLLABLE GAG) come last, because each holds one word that no other record
    holds: no word found on a page leads to such a record, so a small catalogue full of them would
    measure the catalogue and not the crawler.
    """
    picked = sorted(_in_picking_order()[:n])
    return Catalogue("Unicode characters", tuple(_entry(code) for code in picked))


@lru_cache(maxsize=1)
def _in_picking_order() -> list[int]:
    own: list[int] = []
    ruled: list[int] = []
    for code in range(_LAST):
        if name := unicodedata.name(chr(code), ""):
            (ruled if _MADE_BY_RULE.match(name) else own).append(code)
    generator = random.Random(_SEED)  # noqa: S311
    generator.shuffle(own)
    generator.shuffle(ruled)
    return own + ruled


def _entry(code: int) -> Entry:
    character = chr(code)
    name = unicodedata.name(character)
    category = unicodedata.category(character)
    described = {
        "code": f"U+{code:04X}",
        "category": _CATEGORIES.get(category, "Other"),
        "script": _script(name, category),
        "direction": _DIRECTIONS.get(unicodedata.bidirectional(character), "Neutral"),
    }
    return Entry(f"{code:04x}", name, described | derived_attributes(code))


def _script(name: str, category: str) -> str:
    """The script, read off the name: Python has no table of scripts or blocks."""
    if script := _SCRIPT.match(name):
        return "CJK" if script[0] == "CJK" else script[0].capitalize()
    return "Symbol" if category[0] in "SP" else "Other"
