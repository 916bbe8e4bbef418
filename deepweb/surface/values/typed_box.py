"""Which type of values does a text box expect?

Madhavan et al., *Google's Deep-Web Crawl* (PVLDB 2008), section 5.3: a typed box gives reasonable
answers to values of its type only, so the informativeness test is done with values of each type.
The type with the greatest share of distinct answers wins, if that is at least 0.3.

Departures, to spend few requests:

1. What the box must send (``type=date`` and so on) or proposes itself is not guessed.
2. Types that the words around the box speak of (``type_hint``) are tried first, in the notations
   that the site's own records use first. Only where there is no hint, or it was wrong, all types
   are tried, with two values each, and those most seen in the records first; when one answers, only
   those that can be taken for it are compared with it.
3. Values that the site's records show come before those of our lists (``seen_values``).
4. An answer counts if it has records that neither the unrestricted question nor nonsense brought:
   a box that is ignored answers the same to everything. At least two must differ.
5. A box that takes any word is no typed box. Where no hint is stronger than that at keywords, words
   are tried first; and in the end words of the very records that the typed values found: in a
   keyword box they find as much, in a typed one nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from deepweb.form.model import Input
from deepweb.page.concepts import Concepts
from deepweb.page.words import unaccented
from deepweb.page.words import words as words_in
from deepweb.surface.answer import Answer, AskAll, Found, NotAskedError
from deepweb.surface.values.box_answers import BoxAnswers
from deepweb.surface.values.seen_values import SeenValues
from deepweb.surface.values.type_hint import FIXED, KEYWORD, TypeHint, type_hint, within
from deepweb.surface.values.value_type import (
    FAMILIES,
    ValueLists,
    ValueType,
    value_types,
)

NUMERIC_KINDS = frozenset({"number", "range"})
UNTYPED_KINDS = frozenset({"tel", "email", "url", "color"})
"""Inputs for values that only the user knows."""

# Of two types that answer alike the one that says more: a ZIP code is a number too.
_SPECIFIC = ("isbn", "zip", "date", "month", "year", "price", "state", "country", "city", "number")
# Tried where nothing hints at a type, in this order: first those that the site often shows.
_UNHINTED = ("zip", "city", "date", "year", "price", "number", "state", "country", "isbn")
# Share of the records that must show a type for it to be likely.
_OFTEN = 0.3
# Share of the records found that must bear out a type.
_AGREED = 0.9
# Distinct answers in a row that are enough.
_FEW = 3
# A hint in the name or the label: other types are not tried.
STRONG = 3.0
# Notations tried at once, and at most where nothing hints at the type.
_TOGETHER, _MOST_NOTATIONS = 2, 8
_LONGEST_WORD = 14


@dataclass(frozen=True, slots=True)
class TypeKnowledge:
    """What is known of types beforehand."""

    names: Concepts
    lists: ValueLists
    types: tuple[ValueType, ...]
    places: frozenset[str]
    """Words of the names of places."""

    @classmethod
    def of(cls, names: Concepts, lists: ValueLists, year: int) -> TypeKnowledge:
        """``year`` is the present one."""
        rows = (*lists.cities, *lists.states, *lists.countries)
        places = frozenset(w for text in chain(*rows) for w in words_in(unaccented(text)))
        return cls(names, lists, value_types(lists, year), places)


@dataclass(frozen=True, slots=True)
class TypedBoxLimits:
    """How much a verdict may cost, and what it needs."""

    threshold: float = 0.3
    """Least share of distinct answers (the paper's)."""
    confirm: int = 5
    """Values that confirm a type, and twice as many where only some of them find anything."""
    tries: int = 2
    """Values of each type where nothing hints at it."""
    hinted: int = 2
    """Types hinted at that are tried."""
    words: int = 2
    most: int = 40
    """Questions in all."""


@dataclass(frozen=True, slots=True)
class TypeVerdict:
    """What a text box expects, and how that is known."""

    type: str
    """Name of the type; ``keyword`` if any word will do, empty if none was recognised."""
    notation: str
    values: tuple[str, ...]
    """What to ask, the most worth asking first."""
    distinctness: float
    tested: int
    """Questions asked."""
    reason: str

    @property
    def is_typed(self) -> bool:
        return self.type not in {"", KEYWORD}


@dataclass(frozen=True, slots=True)
class SoFar:
    """What a crawl knows of a site before it asks a box for its type."""

    texts: Sequence[str] = ()
    """Of records that the site has shown."""
    answers: Sequence[Answer] = ()
    """To the form with nothing filled in, and to nonsense."""
    nonsense: str = ""
    """Something of no type, to be asked."""
    words: Sequence[str] = ()
    """Such as a keyword box of the site would answer to."""
    takes_words: bool = False
    """Is the box known to take any word?"""
    along: tuple[tuple[str, str], ...] = ()
    """Other inputs that are set each time; the rest stands at its defaults."""


async def typed_box(
    box: Input,
    ask: AskAll,
    knowledge: TypeKnowledge,
    so_far: SoFar,
    limits: TypedBoxLimits | None = None,
) -> TypeVerdict:
    """Find out by asking, with nothing else filled in."""
    if so_far.takes_words:
        return TypeVerdict(KEYWORD, "", (), 0.0, 0, "it takes keywords")
    if box.kind in UNTYPED_KINDS:
        return TypeVerdict("", "", (), 0.0, 0, f"an input of kind {box.kind} is not asked")
    limits = limits or TypedBoxLimits()
    seen = SeenValues(so_far.texts, knowledge.lists)
    test = BoxAnswers(box, ask, limits.most, so_far.along)
    test.ignore(so_far.answers)
    search = _Search(box, test, knowledge, seen, type_hint(box, knowledge.names), limits)
    try:
        return await search.verdict(so_far)
    except NotAskedError as error:
        return search.undecided(str(error))


@dataclass(slots=True)
class _Search:
    """The steps from hints to a verdict."""

    box: Input
    test: BoxAnswers
    knowledge: TypeKnowledge
    seen: SeenValues
    hint: TypeHint
    limits: TypedBoxLimits

    async def verdict(self, so_far: SoFar) -> TypeVerdict:
        if certain := self._certain():
            best = await self._first_to_answer(certain)
            return self._typed(best) if best else self.undecided("its own values find too little")
        await self._hear(so_far.nonsense)
        words = so_far.words[: self.limits.words]
        weights = self.hint.weights
        strongest = max(weights, key=weights.__getitem__, default="")
        if strongest == KEYWORD and await self._answers_to(words):
            return self._keyword(words)
        for name in self.hint.types[: self.limits.hinted]:
            if best := await self._first_to_answer(self._notations(name)):
                return await self._unless_keyword(best)
        if await self._answers_to(words):
            return self._keyword(words)
        if strongest and weights[strongest] >= STRONG:
            return self.undecided(f"it asks for {strongest}, but such values find too little")
        best = await self._best_of_all()
        return await self._unless_keyword(best) if best else self.undecided("no type answers")

    def undecided(self, reason: str) -> TypeVerdict:
        return TypeVerdict("", "", (), 0.0, self.test.tested, reason)

    def _typed(self, kind: ValueType) -> TypeVerdict:
        share = self.test.share(kind.values)
        why = f"distinctness {share:.2f} >= {self.limits.threshold} of its values"
        seen = () if kind.name == "number" else self.seen.written(kind)
        values = within(self.box, (*seen, *self._enriched(kind).values))
        return TypeVerdict(kind.name, kind.notation, values, share, self.test.tested, why)

    def _keyword(self, words: Sequence[str]) -> TypeVerdict:
        why = f"it answers to {', '.join(words)}"
        return TypeVerdict(KEYWORD, "", (), self.test.share(words), self.test.tested, why)

    async def _hear(self, nonsense: str) -> None:
        """What is said to values that are of no type."""
        if nonsense:
            await self.test.values([nonsense])
            answer = self.test.answers[nonsense]
            self.test.ignore([answer])
            self.test.refusals.add(answer.signature)

    def _certain(self) -> list[ValueType]:
        """What the box itself says that it sends."""
        if self.box.suggestions:
            return [ValueType("listed", "", self.box.suggestions)]
        if self.box.kind in FIXED:
            name, notation = FIXED[self.box.kind]
            return [kind for kind in self._notations(name) if kind.notation == notation]
        if self.box.kind in NUMERIC_KINDS:
            hinted = [name for name in self.hint.types if FAMILIES.get(name) == "number"]
            return list(chain.from_iterable(map(self._notations, [*hinted, "number"])))
        return []

    def _notations(self, name: str) -> list[ValueType]:
        """A type in all its notations, with the values of the site first; likely ones first."""
        kinds = [kind for kind in self.knowledge.types if kind.name == name]
        shown = [kind for kind in kinds if kind.notation in self.hint.notations]
        kinds = shown or sorted(kinds, key=lambda kind: -self.seen.uses(kind))
        with_seen = (replace(kind, values=within(self.box, self._values(kind))) for kind in kinds)
        return [kind for kind in with_seen if kind.values]

    def _values(self, kind: ValueType) -> Iterable[str]:
        """What the site shows, then what is generic; of plain numbers, which may mean anything on
        the site, in turn."""
        seen = self.seen.written(kind, clear=True)
        if kind.name != "number":
            return (*seen, *kind.values)
        turns = zip_longest(kind.values, seen[: len(kind.values)], fillvalue="")
        return filter(None, chain.from_iterable(turns))

    async def _first_to_answer(self, kinds: Sequence[ValueType]) -> ValueType | None:
        """The first notation that answers, confirmed; each gets a second value if none does."""
        for tries in range(1, self.limits.tries + 1):
            for start in range(0, len(kinds), _TOGETHER):
                chunk = kinds[start : start + _TOGETHER]
                await self.test.values(v for kind in chunk for v in kind.values[:tries])
                ranks = {kind: self._rank(kind, tries) for kind in chunk}
                best = max(chunk, key=ranks.__getitem__)
                if any(ranks[best]) and (confirmed := await self._confirmed(best)):
                    return confirmed
        return await self._confirmed(kinds[0]) if len(kinds) == 1 else None

    def _rank(self, kind: ValueType, tries: int) -> tuple[int, bool]:
        """How much its first values find; and is something else said to them than to nonsense?"""
        values = kind.values[:tries]
        is_read = bool(self.test.refusals) and not self.test.is_refused(values)
        return self.test.distinct(values), is_read

    async def _confirmed(self, kind: ValueType) -> ValueType | None:
        """The type if enough answers are distinct; where only some values find anything, more are
        tried, such as the records found show."""
        for number in (_FEW, self.limits.confirm, 2 * self.limits.confirm):
            if number > self.limits.confirm:
                kind = self._enriched(kind)
            values = kind.values[:number]
            await self.test.values(values)
            found = self.test.distinct(values)
            if found == number or (number > _FEW and self._passes(found, kind)):
                return kind
            if not found and number > _FEW:
                return None
        return None

    def _enriched(self, kind: ValueType) -> ValueType:
        """With values of the records that it found, behind those asked already."""
        asked = [value for value in kind.values if value in self.test.answers]
        texts = [record.text for record in self.test.found(asked)]
        shown = SeenValues(texts, self.knowledge.lists).written(kind)
        return replace(kind, values=within(self.box, (*asked, *shown, *kind.values)))

    def _passes(self, found: int, kind: ValueType) -> bool:
        enough = self.test.share(kind.values) >= self.limits.threshold
        return enough and found >= min(2, len(kind.values))

    async def _best_of_all(self) -> ValueType | None:
        """The best of the first family of types that answers."""
        names = sorted(_UNHINTED, key=lambda name: self.seen.share(name) < _OFTEN)
        for name in names:
            if await self._tried([name]):
                family = [other for other in names if FAMILIES[other] == FAMILIES[name]]
                for candidate in self._ranked(await self._tried(family)):
                    if kind := await self._confirmed(candidate):
                        # Numbers of another meaning than theirs.
                        is_other = self._agreement(kind) < 0
                        return replace(kind, name="number", notation="") if is_other else kind
        return None

    async def _tried(self, names: Iterable[str]) -> list[ValueType]:
        """The notations of some types that answer to a few values."""
        answering = []
        for name in names:
            kinds = self._notations(name)[:_MOST_NOTATIONS]
            # Of many notations one value each will do.
            tries = 1 if len(kinds) > _TOGETHER + 1 else self.limits.tries
            await self.test.values(v for kind in kinds for v in kind.values[:tries])
            for kind in kinds:
                self.test.ignore_same(kind.values[:tries])
            answering += [kind for kind in kinds if self.test.distinct(kind.values[:tries])]
        return answering

    def _ranked(self, kinds: Iterable[ValueType]) -> list[ValueType]:
        """Those first that the records found bear out, then by distinctness."""
        ranks = {
            kind: (
                -self._agreement(kind),
                -self.test.share(kind.values),
                _SPECIFIC.index(kind.name),
            )
            for kind in kinds
        }
        return sorted(ranks, key=ranks.__getitem__)

    def _agreement(self, kind: ValueType) -> int:
        """Are the values that the records found show limited by those asked, or equal to them?

        1 if so, -1 if not, 0 where they show none: a greatest price leaves no dearer records,
        whatever other numbers are on the page.
        """
        if kind.family != "number" or kind.name == "number":
            return 0
        pairs = [
            (float(value), shown)
            for value in kind.values
            for record in self.test.found([value])
            if (shown := self._shown(kind.name, record))
        ]
        holding = (
            sum(wanted in shown for wanted, shown in pairs),
            sum(wanted >= min(shown) for wanted, shown in pairs),
            sum(wanted <= max(shown) for wanted, shown in pairs),
        )
        return 0 if not pairs else 1 if max(holding) >= _AGREED * len(pairs) else -1

    def _shown(self, name: str, record: Found) -> list[float]:
        """The numbers of a type that a record shows."""
        shown = SeenValues([record.text], self.knowledge.lists).values(name)
        return [float(value) for value in shown if not isinstance(value, tuple)]

    async def _unless_keyword(self, kind: ValueType) -> TypeVerdict:
        """The type, unless words of the records that its values found find as much."""
        words = self._plain_words(self.test.found(kind.values))
        return self._keyword(words) if await self._answers_to(words) else self._typed(kind)

    async def _answers_to(self, words: Sequence[str]) -> bool:
        await self.test.values(words)
        return bool(words) and 2 * self.test.distinct(words) >= len(words)

    def _plain_words(self, found: Sequence[Found]) -> list[str]:
        """Words of records that are no values of a type: of long titles first, then of the rest."""
        avoided = self.knowledge.places.union(
            word for value in self.test.answers for word in words_in(unaccented(value))
        )
        titles = [words_in(record.title) for record in found]
        longer = [title for title in titles if len(title) > 1]
        in_titles = set(chain.from_iterable(titles))
        others = ([w for w in words_in(r.text) if w not in in_titles] for r in found)
        of_titles = _longest(longer, avoided)[: self.limits.words - 1]
        rest = _longest(others, avoided.union(of_titles))
        return [*of_titles, *rest][: self.limits.words]


def _longest(texts: Iterable[Iterable[str]], avoided: Collection[str]) -> list[str]:
    """The longest plain word of each text, the commonest of them first."""
    plain = (
        [
            w
            for w in text
            if w.isalpha() and len(w) <= _LONGEST_WORD and unaccented(w) not in avoided
        ]
        for text in texts
    )
    picked = Counter(max(each, key=lambda w: (len(w), w)) for each in plain if each)
    return [word for word, _ in picked.most_common()]
