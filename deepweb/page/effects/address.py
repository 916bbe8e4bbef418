"""What does an address say that it does when it is followed?

``/deleteItem.php?id=7``, ``/post/12?do=subscribe`` and ``/sepete-ekle/5`` act. ``/docs/git-rm`` and
``/blog/how-to-delete-a-file`` are pages to read: below a place for reading, and in the long slug of
a title, verbs are words like others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from urllib.parse import SplitResult, unquote, unquote_plus, urlsplit

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.names import acting_name, is_about, is_asked, looks_named
from deepweb.page.effects.spelling import latin, tokens_of
from deepweb.page.effects.words import ACTS, MAY

MAX_STEPS = 12  # steps of a path that are read
MAX_ARGUMENTS = 50  # arguments that are read
MAX_SLUG = 3  # words of a step that is an order; longer ones are titles
MIN_PREFIX = 4  # letters of a verb that is written together with what it acts on

_FILE = re.compile(r"\.\w{2,6}$")
_PROGRAM = re.compile(r"\.(?!s?html?$|pdf$|xml$|md$|txt$)\w{2,6}$", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_VALUE = re.compile(r"[A-Za-z][A-Za-z_.\-]{1,30}")
_CODED = re.compile(r"[a-z][A-Z]|_")


def acting_address(
    url: str, effects: Effects, known: str = "", *, is_titled: bool = False, is_sent: bool = False
) -> str:
    """The part of an address that says that it acts, or "".

    ``known`` is an address that was fetched already: what both have in common does no more harm.
    ``is_titled``: does the text of the link tell that it is something to read? ``is_sent``: is a
    form sent there? Then the place where something happens ("/feedback") is enough.
    """
    try:
        there, here = urlsplit(url), urlsplit(known)
    except ValueError:
        return ""
    is_new = not known or there.path != here.path
    common = _common_steps(there.path, here.path)
    if is_new and (step := _acting_step(there.path, effects, common, is_titled=is_titled)):
        return step
    if is_new and is_sent and (place := _event_step(there.path, effects)):
        return place
    if is_new and there.query and (settings := _settings(there.path, effects)):
        return settings
    said = set(_arguments(here))
    for argument in _arguments(there)[:MAX_ARGUMENTS]:
        if argument in said or not argument:
            continue
        name, _, value = argument.partition("=")
        plain = unquote_plus(name), unquote_plus(value)
        if acting := _acting_argument(*plain, effects):
            return acting
    return ""


def _arguments(parts: SplitResult) -> list[str]:
    """The arguments of an address, also those of a step ("/members;mode=expel")."""
    of_steps = (each for step in parts.path.split("/") for each in step.split(";")[1:])
    return [*(each for each in of_steps if "=" in each), *re.split("[&;]", parts.query)]


def _settings(path: str, effects: Effects) -> str:
    """The last step, if settings are kept there: an argument changes one of them."""
    last = _FILE.sub("", path.rstrip("/").rpartition("/")[2])
    return last if effects.words.is_listed("settings", " ".join(tokens_of(last))) else ""


def _common_steps(path: str, known: str) -> int:
    """How many steps of a path are those of a page that was fetched already."""
    both = zip(filter(None, path.split("/")), filter(None, known.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


def _acting_step(path: str, effects: Effects, common: int, *, is_titled: bool) -> str:
    steps = [unquote(each.partition(";")[0]) for each in path.split("/") if each][:MAX_STEPS]
    is_reading, searching = is_titled, effects.words.searching
    beside = zip(["", *steps], steps, [*steps[1:], ""], strict=False)
    for number, (before, step, behind) in enumerate(beside):
        # "/trash/search" searches what was thrown away.
        is_searched = effects.words.is_listed("heap", step) and latin(behind) in searching
        is_new = number >= common and not is_searched
        if is_new and _acts(step, before, behind, effects, is_reading=is_reading):
            return step[:80]
        bare = _FILE.sub("", step).lower()
        is_reading = is_reading or effects.words.is_listed("reading place", bare.replace("-", " "))
    return ""


def _event_step(path: str, effects: Effects) -> str:
    steps = [_FILE.sub("", unquote(each)) for each in path.split("/") if each][:MAX_STEPS]
    return next((s for s in steps if " ".join(tokens_of(s)) in effects.words.events), "")


def _acts(step: str, before: str, behind: str, effects: Effects, *, is_reading: bool) -> bool:
    name = _FILE.sub("", step)
    tokens = [each for each in tokens_of(name) if not each.isdigit()]
    if not tokens:
        return False
    is_coded = _CODED.search(name) is not None
    is_behind_thing = _NUMBER.search(before) is not None
    whole = effects.words.spelt("".join(tokens))
    if is_reading and not _PROGRAM.search(step) and not is_behind_thing:
        is_order = len(tokens) <= MAX_SLUG and is_coded and _orders(tokens, effects, is_coded=True)
        return is_order if len(tokens) > 1 else whole >= MAY and bool(_NUMBER.search(behind))
    if whole:
        return whole >= MAY or (is_behind_thing and not behind)
    if len(tokens) > MAX_SLUG or (len(tokens) > 1 and is_about(name, effects)):
        return False
    known = (
        _is_joined(tokens[0], effects)
        if len(tokens) == 1
        else _orders(tokens, effects, is_coded=is_coded)
    )
    return known or looks_named(name, effects)


def _orders(tokens: Sequence[str], effects: Effects, *, is_coded: bool) -> bool:
    """Does a name of some words order something: "delete-item", "sepete-ekle", "item_delete"?"""
    spelt = effects.words.spelt
    first, last = spelt(tokens[0], is_part=True), spelt(tokens[-1], is_part=True)
    begins = (spelt("".join(tokens[:n])) for n in range(2, len(tokens)))
    is_last = last == ACTS and (is_coded or len(tokens) == 2 or not tokens[-1].isascii())
    if first == ACTS or is_last or ACTS in begins:
        return True
    if first != MAY or effects.words.is_listed("sends", tokens[0]):
        return False
    is_verb = effects.words.is_listed("this", tokens[1])
    return is_verb or (len(tokens) == 2 and _is_object(tokens[1], effects))


def _is_joined(word: str, effects: Effects) -> bool:
    """Is it a verb that is written together with what it acts on ("wipeall")?"""
    return any(
        _is_object(word[n:], effects)
        and effects.words.spelt(word[:n]) >= (ACTS if n < MIN_PREFIX else MAY)
        for n in range(3, len(word) - 1)
    )


def _is_object(word: str, effects: Effects) -> bool:
    listed = effects.words.lists.get("object", frozenset())
    return word in listed or word.removesuffix("s") in listed


def _acting_argument(name: str, value: str, effects: Effects) -> str:
    tokens = tokens_of(name)
    if "".join(tokens) and effects.words.is_listed("poll", "".join(tokens)):
        return f"{name}={value[:50]}"
    if not value.strip():
        # "?logout", "?delete"
        return name if effects.words.spelt("".join(tokens)) == ACTS else ""
    return acting_name(name, value, effects) or _looks_acting(name, value, effects)


def _looks_acting(name: str, value: str, effects: Effects) -> str:
    """The argument, if its name, or a value in code, looks like an action."""
    is_value = _VALUE.fullmatch(value) is not None and not is_asked(name, effects)
    looks = looks_named(name, effects) or (is_value and looks_named(value, effects))
    return f"{name}={value[:50]}" if looks else ""
