"""Which option of a menu restricts nothing?

[Madhavan08 §3.1]: selection inputs often have a wild card, a value that matches all records; that
of a menu is one of its options. It is recognised by its label ("Any", "Alle Marken", "全部", "--"),
then by its value (empty, ``*``, ``all``).

An option that only begins with a wild word may be a name ("All Saints"), so it counts only as the
first one. A required menu has no empty wild card: browsers would not send it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from deepweb.page.words import UNSPACED, folded

_SIGNS = re.compile(r"[\W_]+")
_NO_VALUE = frozenset({"", "*", "-1", "null", "undefined"})
# Values that may be a wild card or the first of some numbers.
_ZERO = frozenset({"0", "00", "000"})
_LONGEST = 60  # characters of a label
_MAX_WORDS = 4  # words of a wild word
_MAX_SIGNS = 10  # signs of a wild word where no spaces part words
_WHOLE_MENU = 10  # options of a menu that is read as a whole
_HEAD = 6  # options read at the head of a longer menu
_FOOT = 3  # options read at its foot


def wild_words(lines: Iterable[str]) -> frozenset[str]:
    """The names that menus give to their wild cards, spelt as they are looked up."""
    return frozenset(map(_spelt, lines))


def wildcard(
    options: Sequence[tuple[str, str]], words: Collection[str], *, required: bool = False
) -> str | None:
    """The value that matches everything, of options with value and label; None if none does."""
    offered = [each for each in _ends(options) if each[0] or not required]
    says = [value for n, (value, label) in enumerate(offered) if _says_any(label, words, n == 0)]
    if says:
        # "Select…" without a value only asks for a choice; "All" further down is one.
        return next((value for value in says if value), says[0])
    tells = [value for n, (value, _) in enumerate(offered) if _tells_any(value, words, n == 0)]
    if tells:
        return tells[0]
    return offered[0][0] if _begins_with_zero(options) else None


def says_any(options: Sequence[tuple[str, str]], wild: str | None, words: Collection[str]) -> bool:
    """Does the label of the wild card say in words that it matches everything ("All makes")?"""
    label = next((label for value, label in options if value == wild), "")
    return bool(_spelt(label)) and _says_any(label, words, is_first=True)


def named_by(label: str, words: Collection[str]) -> str:
    """The name that a wild card gives to its menu ("All makes"); "" if it only says "Any"."""
    return "" if _spelt(label) in words else label.strip(" -.:")


def _ends(options: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Where wild cards stand: at the head of a menu, or at its foot."""
    is_short = len(options) <= _WHOLE_MENU
    return options if is_short else (*options[:_HEAD], *options[-_FOOT:])


def _says_any(label: str, words: Collection[str], is_first: bool) -> bool:
    if len(label) > _LONGEST:
        return False
    said = _spelt(label)
    if not said:  # "", "--", "…"
        return is_first
    return said in words or (is_first and any(part in words for part in _parts(said)))


def _tells_any(value: str, words: Collection[str], is_first: bool) -> bool:
    return value in _NO_VALUE or _says_any(value, words, is_first)


def _parts(label: str) -> Iterable[str]:
    """Beginnings of a label, and its ends where no spaces part words."""
    tokens = label.split()
    yield from (" ".join(tokens[:n]) for n in range(1, _MAX_WORDS + 1))
    if max(label) >= UNSPACED:
        for n in range(2, _MAX_SIGNS + 1):
            yield from (label[:n], label[-n:])


def _spelt(text: str) -> str:
    """One spelling of a label: no signs, no capitals, no full-width letters."""
    normal = folded(text[: 2 * _LONGEST])
    return _SIGNS.sub(" ", normal.replace("i\N{COMBINING DOT ABOVE}", "i")).strip()


def _begins_with_zero(offered: Sequence[tuple[str, str]]) -> bool:
    """Does a menu begin with a 0 that is not just the first of some numbers?

    In many menus of months January is 0, and "0 bedrooms" is a choice.
    """
    if len(offered) < 3 or offered[0][0] not in _ZERO or re.search(r"\d", offered[0][1]):
        return False
    return [value for value, _ in offered[1:]] != [str(n) for n in range(1, len(offered))]
