"""Which type of values does a text box expect?

A typed box gives reasonable answers only to values of its type, so the informativeness test is run
with values of each type. The type with the greatest distinctness fraction wins, if that is at least
0.3 [Madhavan08 §5.3].

Departures, to spend few requests:

1. What the HTML fixes (``type=date``) or suggests (a list of values) is not guessed.
2. Types that the words around the box hint at (``type_hint``) come first, in the notations that the
   site's records use. Only without a hint, or if it was wrong, all types are tried with two values
   each, those that the records often show first. As soon as one answers, only the types that can be
   mistaken for it are compared with it.
3. Values that the site's records show come before those of our lists (``seen_values``).
4. An answer counts only if it differs from those to nothing and to nonsense (``box_answers``). At
   least two must differ from each other.
5. A box that takes any word is no typed box. If keywords are the strongest hint, words are tried
   first. In the end words of the records that the typed values found are tried: in a keyword box
   they find as much, in a typed box nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from deepweb.form.model import Input
from deepweb.page.words import unaccented
from deepweb.page.words import words as words_in
from deepweb.surface.answer import Answer, AskAll, Found, NotAskedError
from deepweb.surface.values.box_answers import BoxAnswers
from deepweb.surface.values.seen_values import SeenValues
from deepweb.surface.values.type_hint import FIXED, KEYWORD, TypeHint, type_hint, within
from deepweb.surface.values.value_type import FAMILIES, TypeKnowledge, ValueType

NUMERIC_KINDS = frozenset({"number", "range"})
UNTYPED_KINDS = frozenset({"tel", "email", "url", "color"})
"""Inputs for values that only a user knows."""

# Of two types with equal answers the more specific one wins: a ZIP code is a number too.
_SPECIFIC = ("isbn", "zip", "date", "month", "year", "price", "state", "country", "city", "number")
# The order of types without a hint; those that the records often show come first.
_UNHINTED = ("zip", "city", "date", "year", "price", "number", "state", "country", "isbn")
STRONG = 3.0  # weight of a hint in the name or the label: other types are not tried
_MAX_WORD = 14  # characters of a keyword


@dataclass(frozen=True, slots=True)
class TypedBoxLimits:
    """How much evidence a verdict needs, and how much it may cost."""

    threshold: float = 0.3
    """Least distinctness fraction [Madhavan08 §5.3]."""
    first: int = 3
    """First values that confirm a type if all their answers are distinct."""
    confirm: int = 5
    """Values that confirm a type; twice as many if only some of them find records."""
    tries: int = 2
    """Values of each type without a hint."""
    hinted: int = 2
    """Types with a hint that are tried."""
    words: int = 2
    """Words that show whether the box takes keywords."""
    together: int = 2
    """Notations that are tried at a time."""
    max_notations: int = 8
    """Notations of a type without a hint."""
    often: float = 0.3
    """Share of the records that show a likely type."""
    agreed: float = 0.9
    """Share of the records found whose values must agree with a type."""
    max_questions: int = 40


@dataclass(frozen=True, slots=True)
class TypeVerdict:
    """What a text box expects, and why we think so."""

    type: str
    """The name of the type; ``keyword`` if any word will do, empty if no type was recognised."""
    notation: str
    values: tuple[str, ...]
    """The values to ask, the most promising first."""
    distinctness: float
    tested: int
    """Questions that were asked."""
    reason: str

    @property
    def is_typed(self) -> bool:
        return self.type not in {"", KEYWORD}


@dataclass(frozen=True, slots=True)
class SoFar:
    """What is known about a site before a box is tested."""

    texts: Sequence[str] = ()
    """The texts of records that the site has shown."""
    answers: Sequence[Answer] = ()
    """The answers to the unrestricted question and to nonsense."""
    nonsense: str = ""
    """A value of no type, to ask."""
    words: Sequence[str] = ()
    """Words that a keyword box of the site would answer to."""
    along: tuple[tuple[str, str], ...] = ()
    """Values of other inputs to send with every question; all others keep their defaults."""


async def typed_box(
    box: Input,
    ask: AskAll,
    knowledge: TypeKnowledge,
    so_far: SoFar,
    limits: TypedBoxLimits | None = None,
) -> TypeVerdict:
    """Ask a box for values of the types until it is clear which one it expects."""
    if box.kind in UNTYPED_KINDS:
        return TypeVerdict("", "", (), 0.0, 0, f"an input of kind {box.kind} is not asked")
    limits = limits or TypedBoxLimits()
    seen = SeenValues(so_far.texts, knowledge.lists)
    test = BoxAnswers(box, ask, limits.max_questions, so_far.along)
    test.ignore(so_far.answers)
    search = _Search(box, test, knowledge, seen, type_hint(box, knowledge.names), limits)
    try:
        return await search.verdict(so_far)
    except NotAskedError as error:
        return search.undecided(str(error))


@dataclass(slots=True)
class _Search:
    """The steps from the hints to the verdict."""

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
        if so_far.nonsense:
            await self.test.ask_nonsense(so_far.nonsense)
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

    def _certain(self) -> list[ValueType]:
        """The types that the HTML leaves no doubt about, with the values it suggests."""
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
        """A type in all its notations, likely ones first, with the site's own values first."""
        kinds = [kind for kind in self.knowledge.types if kind.name == name]
        shown = [kind for kind in kinds if kind.notation in self.hint.notations]
        kinds = shown or sorted(kinds, key=lambda kind: -self.seen.uses(kind))
        with_seen = (replace(kind, values=within(self.box, self._values(kind))) for kind in kinds)
        return [kind for kind in with_seen if kind.values]

    def _values(self, kind: ValueType) -> Iterable[str]:
        """The values that the site shows, then generic ones.

        Plain numbers may mean anything on the site: there the two alternate.
        """
        seen = self.seen.written(kind, clear=True)
        if kind.name != "number":
            return (*seen, *kind.values)
        turns = zip_longest(kind.values, seen[: len(kind.values)], fillvalue="")
        return filter(None, chain.from_iterable(turns))

    async def _first_to_answer(self, kinds: Sequence[ValueType]) -> ValueType | None:
        """The first notation that is confirmed; each gets a second value if none is."""
        for tries in range(1, self.limits.tries + 1):
            for start in range(0, len(kinds), self.limits.together):
                chunk = kinds[start : start + self.limits.together]
                await self.test.ask_for(v for kind in chunk for v in kind.values[:tries])
                ranks = {kind: self._rank(kind, tries) for kind in chunk}
                best = max(chunk, key=ranks.__getitem__)
                if any(ranks[best]) and (confirmed := await self._confirmed(best)):
                    return confirmed
        return await self._confirmed(kinds[0]) if len(kinds) == 1 else None

    def _rank(self, kind: ValueType, tries: int) -> tuple[int, bool]:
        """The distinct answers to its first values; and are they read, unlike nonsense?"""
        values = kind.values[:tries]
        return self.test.distinct(values), self.test.reads(values)

    async def _confirmed(self, kind: ValueType) -> ValueType | None:
        """The type, if enough of its answers are distinct.

        If only some values find records, more values are tried that these records show.
        """
        for number in (self.limits.first, self.limits.confirm, 2 * self.limits.confirm):
            if number > self.limits.confirm:
                kind = self._enriched(kind)
            values = kind.values[:number]
            await self.test.ask_for(values)
            found = self.test.distinct(values)
            if found == number or (number > self.limits.first and self._passes(found, kind)):
                return kind
            if not found and number > self.limits.first:
                return None
        return None

    def _enriched(self, kind: ValueType) -> ValueType:
        """The type with the values of the records that it found, after those asked already."""
        asked = [value for value in kind.values if value in self.test.answers]
        texts = [record.text for record in self.test.found(asked)]
        shown = SeenValues(texts, self.knowledge.lists).written(kind)
        return replace(kind, values=within(self.box, (*asked, *shown, *kind.values)))

    def _passes(self, found: int, kind: ValueType) -> bool:
        enough = self.test.share(kind.values) >= self.limits.threshold
        return enough and found >= min(2, len(kind.values))

    async def _best_of_all(self) -> ValueType | None:
        """The best type of the first family that answers."""
        names = sorted(_UNHINTED, key=lambda name: self.seen.share(name) < self.limits.often)
        for name in names:
            if await self._tried([name]):
                family = [other for other in names if FAMILIES[other] == FAMILIES[name]]
                for candidate in self._ranked(await self._tried(family)):
                    if kind := await self._confirmed(candidate):
                        # Its values are numbers, but not of this type.
                        is_other = self._agreement(kind) < 0
                        return replace(kind, name="number", notation="") if is_other else kind
        return None

    async def _tried(self, names: Iterable[str]) -> list[ValueType]:
        """The notations of some types to which a few values find records."""
        answering = []
        for name in names:
            kinds = self._notations(name)[: self.limits.max_notations]
            # With many notations one value of each is enough.
            tries = 1 if len(kinds) > self.limits.together + 1 else self.limits.tries
            await self.test.ask_for(v for kind in kinds for v in kind.values[:tries])
            for kind in kinds:
                self.test.ignore_same(kind.values[:tries])
            answering += [kind for kind in kinds if self.test.distinct(kind.values[:tries])]
        return answering

    def _ranked(self, kinds: Iterable[ValueType]) -> list[ValueType]:
        """Types that agree with the records found first, then by distinctness."""
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
        """Do the records found show values that equal those asked, or are bounded by them?

        1 if so, -1 if not, 0 if they show no values of the type. A maximum price, for instance,
        leaves no dearer records, whatever other numbers are on the page.
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
        return 0 if not pairs else 1 if max(holding) >= self.limits.agreed * len(pairs) else -1

    def _shown(self, name: str, record: Found) -> list[float]:
        """The values of a numeric type that a record shows."""
        shown = SeenValues([record.text], self.knowledge.lists).values(name)
        return [float(value) for value in shown if not isinstance(value, tuple)]

    async def _unless_keyword(self, kind: ValueType) -> TypeVerdict:
        """The type; ``keyword`` if words of the records that its values found find as much."""
        words = self._plain_words(self.test.found(kind.values))
        return self._keyword(words) if await self._answers_to(words) else self._typed(kind)

    async def _answers_to(self, words: Sequence[str]) -> bool:
        await self.test.ask_for(words)
        return bool(words) and 2 * self.test.distinct(words) >= len(words)

    def _plain_words(self, found: Sequence[Found]) -> list[str]:
        """Words of records that are no values of a type: of titles first, then of the rest."""
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
    """The longest plain word of each text, the most frequent first."""
    plain = (
        [w for w in text if w.isalpha() and len(w) <= _MAX_WORD and unaccented(w) not in avoided]
        for text in texts
    )
    picked = Counter(max(each, key=lambda w: (len(w), w)) for each in plain if each)
    return [word for word, _ in picked.most_common()]
