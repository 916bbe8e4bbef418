"""Which words of a text name an action, and where in the text do they stand?

The list (``resources/words/effects.txt``) holds words of forty languages by how surely they name an
action. They are looked up without accents; words in Cyrillic or Greek letters also as people write
them in Latin letters. Where no spaces part words, a word is looked for anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from deepweb.page.effects.spelling import (
    CAMEL,
    MAX_TEXT,
    RUN,
    accented,
    german,
    latin,
    tokens_of,
)
from deepweb.page.words import unaccented

ACTS = 3  # acts wherever it stands
MAY = 2  # acts in some places
NOUN = 1  # is a thing as well
MIN_LATIN = 5  # letters of a word in another script that is also looked for in Latin letters


MAX_ENDING = 2  # letters of a word that may be its ending

# Endings of verbs in Japanese and Korean.
_VERBAL = re.compile("(?:する|하기)$")
_LETTER = re.compile(r"[^\W\d_]")
_KANA = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
# Verbs made from other verbs: "unarchive", "desmarcar", "entsperren".
_PREFIXES = ("un", "de", "des", "dis", "re", "ent")
# What stands behind an action in Japanese and Chinese: "procedure", "application".
_PROCEDURES = frozenset({"手続き", "手続", "申請", "依頼", "受付", "申込", "手续", "申请", "服务"})
# "Deleted", "the history of deleting": what stands behind an action that nobody orders.
_NO_ORDER = ("済", "された", "的", "の", "된", "되지")
_LEVELS = {"acts": ACTS, "may act": MAY, "form": ACTS, "event": NOUN, "noun": NOUN}
AND = ("\u0648", "\u05d5")
"""Letters for "and" that are written together with the next word, in Arabic and Hebrew."""
# So is "the".
_JOINED = (*AND, "\u05d4", "\u05dc")


@dataclass(frozen=True, slots=True)
class Hit:
    """A word of the list in a text."""

    word: str
    level: int
    is_first: bool
    is_last: bool
    """Does it end the text, in a language where the verb may stand at the end?"""
    is_whole: bool
    before: str = ""
    """The word before it."""
    behind: str = ""
    """The word behind it."""
    is_inside: bool = False
    """Does it stand in a text whose words no spaces part?"""
    is_of_form: bool = False
    """Does it act only as the heading or the button of a form?"""
    is_foreign: bool = False
    """Is it of another language than English?"""


@dataclass(frozen=True, slots=True)
class _Entry:
    tokens: tuple[str, ...]
    level: int
    is_final: bool
    is_of_form: bool = False
    is_short: bool = False
    """Is it too short to count as a part of a name, in any language but English?"""
    is_foreign: bool = False
    written: tuple[str, ...] = ()
    """With its accents, where only they tell it from another word."""


@dataclass(slots=True, eq=False)
class EffectWords:
    """The words of the list."""

    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The other sections, such as ``and`` and ``how``; phrases have spaces."""
    events: set[str] = field(default_factory=set)
    """Words for what happens: as a heading, one of them is enough."""
    _by_first: dict[str, list[_Entry]] = field(default_factory=dict)
    _unspaced_lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The words of the sections in scripts without spaces."""
    runs: dict[str, _Entry] = field(default_factory=dict)
    run: re.Pattern[str] | None = None
    _spelt: dict[str, _Entry] = field(default_factory=dict)
    """Words of all scripts in one Latin spelling, for addresses."""
    _romanised: dict[str, _Entry] = field(default_factory=dict)
    """Words of other scripts in one Latin spelling."""
    searching: frozenset[str] = frozenset()
    """Words for searching in one Latin spelling, for addresses."""
    stems: frozenset[str] = frozenset()
    """What words that act begin with, whatever their ending."""
    verbs: frozenset[str] = frozenset()
    """Words that act in scripts without spaces, without the ending of a verb."""

    @classmethod
    def of(cls, listed: Mapping[str, Sequence[str]]) -> EffectWords:
        """From the sections of the word list."""
        made = cls({name: _phrases(entries) for name, entries in listed.items()})
        for name, entries in listed.items():
            kind = next((kind for kind in _LEVELS if name.startswith(f"{kind} ")), "")
            if kind or name == "address":
                made._add(entries, kind, name)
            if kind == "event":
                made.events.update(" ".join(tokens_of(entry)) for entry in entries)
        longest = sorted(made.runs, key=len, reverse=True)
        made.run = re.compile("|".join(map(re.escape, longest))) if longest else None
        made.stems = made.beginnings()
        verbs = (_VERBAL.sub("", run) for run in made.runs)
        made.verbs = frozenset(verb for verb in verbs if len(verb) > 1)
        searching = (*made.lists.get("search", ()), *made.lists.get("search more", ()))
        made.searching = frozenset(latin(w.replace(" ", "")) for w in searching)
        return made

    def beginnings(self) -> frozenset[str]:
        """What single words that act begin with."""
        entries = (entry for listed in self._by_first.values() for entry in listed)
        single = (entry.tokens[0] for entry in entries if not entry.tokens[1:])
        ended = (word[: max(MIN_LATIN, len(word) - MAX_ENDING)] for word in single)
        return frozenset(stem for stem in ended if len(stem) >= MIN_LATIN)

    def tells_effect(self, text: str) -> str:
        """A word of a sentence that acts, or tells what is done; "" if there is none."""
        flat = unaccented(text[:MAX_TEXT])
        if RUN.search(flat):
            return next((each for each in self.verbs if each in flat), "")
        for token in tokens_of(text):
            if any(token[:n] in self.stems for n in range(MIN_LATIN, len(token) + 1)):
                return token
        return self.tells("done", text)

    def _add(self, entries: Iterable[str], kind: str, section: str) -> None:
        for written in entries:
            tokens = tuple(tokens_of(written))
            if not tokens:
                continue
            joined = "".join(tokens)
            is_short = len(joined) < MIN_LATIN and joined.isascii()
            entry = _Entry(
                tokens,
                _LEVELS[kind] if kind else ACTS,
                is_final=section.endswith(" final"),
                is_of_form=kind == "form",
                is_short=is_short and not section.endswith(" en") and bool(kind),
                is_foreign=" en" not in section,
                written=tuple(accented(written)) if is_short else (),
            )
            if kind != "form":
                self._add_spellings(entry, written, joined)
            if kind and RUN.search(joined):
                self.runs.setdefault(joined, entry)
            elif kind:
                self._by_first.setdefault(tokens[0], []).append(entry)

    def _add_spellings(self, entry: _Entry, written: str, joined: str) -> None:
        """How a word is written in an address."""
        spellings = {joined} if not entry.written or written.isascii() else set()
        spellings.add(german(written) if german(written) != joined else joined)
        if entry.written and not written.isascii():
            spellings.discard(joined)
        if len(joined) >= MIN_LATIN and not joined.isascii():
            spellings.add(latin(joined))
            self._romanised.setdefault(latin(joined), entry)
        for spelling in spellings:
            known = self._spelt.get(spelling)
            if known is None or known.level < entry.level:
                self._spelt[spelling] = entry

    def is_listed(self, name: str, word: str) -> bool:
        """Is a word, or a phrase with spaces, in a section?"""
        return word in self.lists.get(name, ())

    def spelt(self, word: str, *, is_part: bool = False) -> int:
        """How surely a word of an address names an action; 0 if it does not.

        ``is_part``: short words of most languages are no more than letters in other names.
        """
        entry = self._spelt.get(word)
        if entry is None and len(word) >= MIN_LATIN:
            entry = self._romanised.get(latin(word))
        return 0 if entry is None or (is_part and entry.is_short) else entry.level

    @lru_cache(maxsize=20_000)  # noqa: B019  (there is one for the life of a process)
    def hits(self, text: str) -> tuple[Hit, ...]:
        """The words of the list in a text."""
        flat = unaccented(CAMEL.sub(" ", text[:MAX_TEXT]))
        return (*self._spaced(accented(text)), *self._unspaced(flat))

    def _spaced(self, accented: Sequence[str]) -> Iterator[Hit]:
        tokens = [unaccented(token) for token in accented]
        place = 0
        while place < len(tokens):
            found = self._at(tokens, accented, place)
            if found is None:
                place += 1
                continue
            entry, before = found
            end = place + len(entry.tokens)
            yield Hit(
                word=" ".join(entry.tokens),
                level=entry.level,
                is_first=place == 0 and not before,
                is_last=entry.is_final and end == len(tokens),
                is_of_form=entry.is_of_form,
                is_foreign=entry.is_foreign,
                is_whole=place == 0 and end == len(tokens) and not before,
                before=before or (tokens[place - 1] if place else ""),
                behind=tokens[end] if end < len(tokens) else "",
            )
            place = end

    def _at(
        self, tokens: Sequence[str], accented: Sequence[str], place: int
    ) -> tuple[_Entry, str] | None:
        """The longest entry that begins at a place, and what is written together with it."""
        word = tokens[place]
        spellings = [(word, "")]
        if word.startswith(_JOINED) and len(word) > 2:
            spellings.append((word[1:], word[0]))
        for spelling, before in spellings:
            rest = (spelling, *tokens[place + 1 : place + 5])
            fitting = [
                entry
                for entry in self._by_first.get(spelling, ())
                if entry.tokens == rest[: len(entry.tokens)]
                and entry.written in ((), tuple(accented[place : place + len(entry.tokens)]))
            ]
            if fitting:
                return max(fitting, key=lambda each: (len(each.tokens), each.level)), before
        return self._derived(word)

    def _derived(self, word: str) -> tuple[_Entry, str] | None:
        """A verb that is made from a listed one: "unarchive", "desmarcar"."""
        for prefix in _PREFIXES:
            base = word.removeprefix(prefix)
            if base != word and len(base) >= MIN_LATIN:
                for entry in self._by_first.get(base, ()):
                    if entry.tokens == (base,) and entry.level >= MAY:
                        return replace(entry, tokens=(word,), level=ACTS), ""
        return None

    def _unspaced(self, flat: str) -> Iterator[Hit]:
        if self.run is None:
            return
        for run in RUN.finditer(flat):
            text = run[0]
            for match in self.run.finditer(text):
                entry = self.runs[match[0]]
                before, behind = text[: match.start()], text[match.end() :]
                if behind.startswith(_NO_ORDER):
                    continue
                is_end = len(behind) <= 4 and (not _is_han(behind) or behind in _PROCEDURES)
                is_begun = not before and not _LETTER.search(flat, 0, run.start())
                is_ended = is_end and not _LETTER.search(flat, run.end())
                # Japanese and Korean say last what is done, Chinese first.
                is_final = entry.is_final or bool(_KANA.search(text))
                yield Hit(
                    word=match[0],
                    level=entry.level,
                    is_first=is_begun and not is_final,
                    is_last=is_final and is_ended,
                    is_whole=is_begun and is_ended,
                    before=before[-1:],
                    behind=behind[:1],
                    is_inside=True,
                    is_of_form=entry.is_of_form,
                    is_foreign=entry.is_foreign,
                )

    def has(self, name: str, text: str) -> bool:
        """Does a text hold a word or phrase of a section?"""
        listed = self.lists.get(name, frozenset())
        tokens = tokens_of(text)
        spans = (" ".join(tokens[n : n + k]) for k in (1, 2, 3) for n in range(len(tokens)))
        if any(span in listed for span in spans):
            return True
        return bool(self._run_of(name, text))

    def begins(self, name: str, text: str) -> bool:
        """Does a text begin with a word or phrase of a section?"""
        listed, tokens = self.lists.get(name, frozenset()), tokens_of(text)
        if any(" ".join(tokens[:n]) in listed for n in (1, 2, 3)):
            return True
        run = RUN.match(unaccented(text.strip()))
        return run is not None and any(run[0][:n] in listed for n in range(1, 8))

    def ends(self, name: str, text: str) -> bool:
        """Does a text end with one, in a language where the verb may stand at the end?"""
        listed, tokens = self.lists.get(name, frozenset()), tokens_of(text)
        if not tokens or tokens[-1].isascii():
            return False
        last = tokens[-1]
        return last in listed or (
            RUN.match(last) is not None and any(last[-n:] in listed for n in range(1, 8))
        )

    def tells(self, name: str, text: str) -> str:
        """A word of a text that is in a section of words, stems ("delet*") and phrases, or ""."""
        listed, tokens = self.lists.get(name, frozenset()), tokens_of(text)
        for number, token in enumerate(tokens):
            stems = (f"{token[:length]}*" for length in range(3, len(token) + 1))
            phrase = " ".join(tokens[number : number + 2])
            if token in listed or phrase in listed or any(stem in listed for stem in stems):
                return token
        return self._run_of(name, text)

    def _run_of(self, name: str, text: str) -> str:
        """A word of a section in a text whose words no spaces part, or ""."""
        if text.isascii() or not RUN.search(flat := unaccented(text[:MAX_TEXT])):
            return ""
        if name not in self._unspaced_lists:
            runs = (word.rstrip("*") for word in self.lists.get(name, ()) if RUN.match(word))
            self._unspaced_lists[name] = tuple(runs)
        return next((word for word in self._unspaced_lists[name] if word in flat), "")


def _phrases(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(_phrase(entry) for entry in entries)


def _phrase(entry: str) -> str:
    tokens = tokens_of(entry.rstrip("*"))
    is_sign = not tokens or entry[0] in "+-"
    return entry if is_sign else " ".join(tokens) + "*" * entry.endswith("*")


def _is_han(text: str) -> bool:
    return any("\u3400" <= letter <= "\u9fff" for letter in text)
