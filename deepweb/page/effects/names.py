"""What do names and values in code say that they do: of inputs, arguments, icons and handlers?"""

from __future__ import annotations

import re

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.model import NAME
from deepweb.page.effects.spelling import latin, tokens_of
from deepweb.page.effects.words import ACTS, MAY, NOUN

MIN_SENT = 6.0  # score of a name that is sent by no more than one of 262 labelled searches
MAX_WORDS = 2  # words of such a name
MAX_CODE = 2  # letters of the code of a language
MAX_SHOWN = 50  # characters of a value that are shown
_WRITING = frozenset({"put", "patch", "delete"})
_CONFIRMS = re.compile(r"confirm\s*\(", re.IGNORECASE)
_PARTS = re.compile(r"[:/.]")
_CALLS = re.compile(r"([\w.$]{1,80})\s*\(")


def acting_name(name: str, value: str, effects: Effects) -> str:
    """What an input that is sent does, by its name and its value in code."""
    acts = _orders(name, value, effects)
    return f"{name}={value[:MAX_SHOWN]}" if acts else ""


def _orders(name: str, value: str, effects: Effects) -> bool:
    called, said = tokens_of(name), tokens_of(value[:100])
    if is_action(name, effects) and any(map(str.isalpha, said)):
        if not _reads(value, said, effects):
            return True
        levels = [_spelt(said[:n], effects) for n in range(1, min(len(said), 4) + 1)]
        if max(levels, default=0) >= NOUN:
            return True
    if called == ["method"] and said and said[0] in _WRITING:
        return True
    is_searched = is_asked(name, effects) and ":" not in value
    if _orders_in_code(value, effects) and not is_searched:
        return True
    return bool(called) and _names_action(called, value, effects)


def sent_name(name: str, value: str, effects: Effects) -> str:
    """What an input does that is sent unasked: by its words, or since it looks like an action."""
    by_words = acting_name(name, value, effects) or agreed_name(name, value, effects)
    is_word = value.isalpha() and value.islower() and not is_asked(name, effects)
    may_act = may_name(name, MIN_SENT, effects) or (is_word and may_name(value, MIN_SENT, effects))
    is_short = len(tokens_of(name)) <= MAX_WORDS
    return by_words or (f"{name}={value[:MAX_SHOWN]}" if may_act and is_short else "")


def agreed_name(name: str, value: str, effects: Effects) -> str:
    """A value that is sent unasked and agrees to something, in a language ("consent=oui").

    In code, "yes" and "1" say how a program works.
    """
    said = value.strip().lower()
    is_yes = effects.words.is_listed("truth", said)
    is_code = effects.words.is_listed("truth of code", said)
    # "en=da" translates into Danish.
    is_known = len(name) <= MAX_CODE or is_asked(name, effects) or effects.searches(name)
    return f"{name}={value[:MAX_SHOWN]}" if is_yes and not (is_code or is_known) else ""


def is_action(name: str, effects: Effects) -> bool:
    """Is an input called an action ("op", "bulkAction", "Command")?"""
    listed = effects.words.lists.get("verb argument", frozenset())
    tokens = tokens_of(name)
    return not listed.isdisjoint({" ".join(tokens), "".join(tokens), *tokens[:1], *tokens[-1:]})


def is_about(name: str, effects: Effects) -> bool:
    """Is it the name of a thing ("vote-archive")?"""
    return effects.words.is_listed("about", "".join(tokens_of(name)[-1:]))


def is_output(name: str, effects: Effects) -> bool:
    """Is an input called the way in which results come out ("out", "Ausgabe")?"""
    return effects.words.is_listed("output", "".join(tokens_of(name)[-1:]))


def is_asked(name: str, effects: Effects) -> bool:
    """Is an input called what one searches for, or how it is shown?"""
    return any(effects.words.is_listed("asked", token) for token in tokens_of(name))


def looks_named(name: str, effects: Effects) -> bool:
    """Does a name in an address look like an action, though it is not listed?"""
    if any(latin(token) in effects.words.searching for token in tokens_of(name)):
        return False
    return bool(effects.looks_acting(name, NAME))


def may_name(name: str, least: float, effects: Effects) -> bool:
    """Does the name of a box look a little like an action?"""
    is_known = is_asked(name, effects) or effects.searches(name) or effects.looks_up(name)
    return not is_known and effects.model.score(name, NAME) >= least


def acting_icon(classes: str, effects: Effects) -> str:
    """What a thing without a text does, by the names of its icon."""
    listed = effects.words.is_listed
    for name in classes.split():
        tokens = tokens_of(name)
        kept = [token for token in tokens if not listed("icon set", token)]
        is_icon = len(kept) < len(tokens) and 0 < len(kept) <= 3
        if is_icon and (listed("icon", "".join(kept)) or listed("icon", kept[0])):
            return name
    return ""


def acting_script(code: str, effects: Effects) -> str:
    """What a handler does: it asks for confirmation, or calls what is named an action."""
    if _CONFIRMS.search(code):
        return "confirm()"
    for called in _CALLS.findall(code[:500]):
        tokens = tokens_of(called.rpartition(".")[2])
        is_inner = any(effects.words.is_listed("interface", token) for token in tokens)
        if tokens and effects.words.spelt(tokens[0]) == ACTS and not is_inner:
            return f"{called}()"
    return ""


def _spelt(tokens: list[str], effects: Effects) -> int:
    return effects.words.spelt("".join(tokens)) if tokens else 0


def _reads(value: str, tokens: list[str], effects: Effects) -> bool:
    """Does the value of an input that is called an action only look something up?"""
    if effects.looks_up(value):
        return True
    # "vindex" is a verbose index; "unlist" and "reindex" are not what they end with.
    spelt = (each for token in tokens[:3] for each in (token, token[1:]))
    return any(
        effects.words.is_listed("reads", each[:n])
        for each in spelt
        for n in {len(each), *range(4, min(len(each), 9))}
    )


def _orders_in_code(value: str, effects: Effects) -> bool:
    """Is a value the name of an action: "delete", "Special:EditWatchlist"?"""
    name = _PARTS.split(value[:100])[-1]
    tokens = tokens_of(name)
    is_coded = len(tokens) > 1 and " " not in name
    is_order = _spelt(tokens, effects) == ACTS
    return is_order or (is_coded and _spelt(tokens[:1], effects) == ACTS)


def _names_action(called: list[str], value: str, effects: Effects) -> bool:
    """Does a name in code order something, and is its value no more than "yes"?"""
    levels = [_spelt(part, effects) for part in (called, called[:1], called[:2], called[-1:])]
    is_yes = effects.words.is_listed("truth", value.strip().lower())
    if max(levels) == ACTS:
        return is_yes or value.strip().isdigit() or levels[0] == ACTS
    return levels[0] == MAY and is_yes
