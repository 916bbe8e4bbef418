"""Which parts of a record's id differ from answer to answer, although the record is the same?

The links to a record may carry more than the record: the query (``s[]=river``), the list that it
was found on, the session, the clock, mere chance. A record without an address may show another
snippet for each query. What identifies a record is told by how it varies over answers, as [He13 §6]
tells which arguments select, and not by names:

- an argument that all links of an answer share, and that differs from answer to answer, follows the
  query, the list or the session;
- one that holds an address, and that all links of an answer share, leads back to the list;
- an argument that differs for what is otherwise the same address, title and text follows the clock,
  the rank or chance;
- a column of records without an address that shows the query, and differs for what is otherwise the
  same record, is a snippet.

Departure: prevalence alone would drop the number of a record as well. So an argument goes only if
the records of each answer stay distinct without it, and if what then falls together says the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from deepweb.read.fields.values import Scalar, kind_of
from deepweb.read.links.address_patterns import SeenAddress, same_records
from deepweb.read.records.identity import (
    BEFORE,
    BEHIND,
    IdentityRules,
    components,
    content_id,
    identifying_values,
    is_hashed,
    plain,
    with_numbers,
    without,
)

# Numbers of answers at which a rule is sought: often at first, when most can be won.
_LEARN_AT = frozenset(times << power for times in (2, 3) for power in range(24))
_MIN_TWINS = 10  # records that must be shown in two languages
_SAME_LANGUAGES = 0.5  # share of the records of the rarer language that the other must show, too
_MIN_COPIES = 3  # records that must fall together to make a rule
_SAME = 0.9  # share of them that must say the same
# Share of the records of an answer that must stay distinct without an argument.
_DISTINCT = 0.98
# Share of the answers in which all links have one value of an argument that follows the list.
_OF_LIST = 0.9
# Share of recurring records for which an argument differs, if it does not identify them.
_UNSTEADY = 0.5
# Share of the words of two texts that are the same, if they describe one record.
_SAME_WORDS = 0.8
# Share of the sightings that are of recurring records, if another value for each of them is chance:
# different records that share all else would also meet on one answer.
_USUAL = 0.5
# Share of the values of a column that show the query, if it is a snippet.
_SHOWS_QUERY = 0.3
_PROSE = 30  # mean length of a column that is prose, and so may be a snippet
MAX_HELD = 64  # answers after which records are no longer held back, whatever they look like
# Records that recur under their ids, for each title that recurs under another, if ids are right.
_BELIEVED = 4
# Answers after which ids are believed although a part of them may follow the list.
_MAX_DOUBTED = 256
_ENOUGH_ANSWERS = 12  # answers after which ids are believed if neither ids nor titles recur

# The code of a language that many sites are written in, with or without a country.
_LANGUAGE = re.compile(
    "(?:ar|bg|ca|cs|cy|da|de|el|en|es|et|eu|fa|fi|fr|ga|gl|he|hi|hr|hu|id|is|it|ja|ko|lt|lv|mt|nb|nl|"
    "nn|no|pl|pt|ro|ru|sk|sl|sq|sr|sv|th|tr|uk|vi|zh)(?:[-_][A-Za-z]{2,4})?"
)
# Where it stands: in the first step of the path, or in an argument.
_OF_LANGUAGE = re.compile(r"/\d+:0|\?(?:hl|lang|language|lng|locale)")
_ADDRESS = re.compile(r"(?:https?:/)?/")


@dataclass(frozen=True, slots=True)
class SeenRecord:
    """A record as an answer showed it."""

    page: int
    id: str
    title: str
    text: str
    fields: Mapping[str, Scalar | list[str]] = field(default_factory=dict)
    query: tuple[str, ...] = ()


def is_time_to_learn(answers: int) -> bool:
    """Is a rule sought after this many answers with records?"""
    return answers in _LEARN_AT


def learnt_identity(seen: Sequence[SeenRecord]) -> IdentityRules:
    """What does not identify the records of these answers."""
    columns = [each for each in seen if each.id == content_id(each.title, each.fields)]
    linked = [each for each in seen if not is_hashed(each.id)]
    sightings = [_sighting(each) for each in linked]
    dropped = _dropped(sightings)
    patterns = same_records(
        SeenAddress(said.page, without(each.id, dropped), said.title, said.words)
        for each, said in zip(linked, sightings, strict=True)
    )
    return IdentityRules(dropped, _ColumnLearner(columns).rules(), patterns)


def _dropped(seen: Sequence[_Sighting]) -> dict[str, str]:
    """The components that do not identify, with the reasons: whole values first, then what stands
    beside the numbers in them."""
    whole = _Learner(seen).rules()
    left = (({n: v for n, v in e.parts.items() if n not in whole}, e) for e in seen)
    apart = [replace(each, parts=with_numbers(parts)) for parts, each in left]
    return whole | _BesideNumbers(apart).rules()


def _linked(seen: Sequence[SeenRecord]) -> list[_Sighting]:
    return [_sighting(each) for each in seen if not is_hashed(each.id)]


def is_settled(seen: Sequence[SeenRecord], answers: int) -> bool:
    """Can identities be believed: do records recur under their ids, and not under others?

    While an identity is too narrow, titles come back under other ids, and ids do not come back.
    """
    ids, titles = _recurring((e.page, e.id) for e in seen), _recurring_titles(seen)
    if titles < _MIN_COPIES:
        if ids >= _MIN_COPIES or answers >= _MAX_DOUBTED:
            return True
        return answers >= _ENOUGH_ANSWERS and not _Learner(_linked(seen)).doubtful
    return ids >= _BELIEVED * titles or answers >= MAX_HELD


@dataclass(frozen=True, slots=True)
class _Sighting:
    page: int
    title: str
    words: frozenset[str]
    parts: Mapping[str, str]


def _sighting(seen: SeenRecord) -> _Sighting:
    asked = {word for value in seen.query for word in plain(value).split()}
    words = frozenset(plain(seen.text).split()) - asked
    return _Sighting(seen.page, plain(seen.title), words, components(seen.id))


# --- Learning ---


class _Learner:
    """Which components of these addresses do not identify?"""

    def __init__(self, seen: Sequence[_Sighting]) -> None:
        self._seen = seen
        self._values: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._by_page: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(
            lambda: defaultdict(set)
        )
        for each in seen:
            for name, value in each.parts.items():
                self._values[name][value] += 1
                self._by_page[name][each.page].add(value)
        self._held = Counter((each.page, name) for each in seen for name in each.parts)

    def rules(self) -> dict[str, str]:
        """The components to drop, with the reasons."""
        varied = [name for name in self._values if self._varies(name)]
        listed = [name for name in varied if self._is_of_list(name)]
        others = [name for name in varied if name not in listed]
        others.sort(key=lambda name: -len(self._values[name]))
        # Chance has most values; but a rank, which is distinct on an answer too, has fewest.
        orders = ((*listed, *others), (*listed, *reversed(others)))
        dropped = min(map(self._proven, orders), key=self._different)
        dropped |= self._droppable(filter(self._leads_back, listed))
        dropped |= self._droppable(filter(self._is_language, listed))
        return {name: self._reason(name, name in listed) for name in sorted(dropped)}

    def _varies(self, name: str) -> bool:
        """Does it have several values, or do some addresses lack it?"""
        values = self._values[name]
        return bool(name) and (len(values) > 1 or values.total() < len(self._seen))

    @property
    def doubtful(self) -> set[str]:
        """Components that may follow the list or the rank, though no record has come back yet."""
        varied = [name for name, values in self._values.items() if name and len(values) > 1]
        return self._droppable(sorted(varied, key=lambda name: not self._is_of_list(name)))

    def _leads_back(self, name: str) -> bool:
        """Is it an argument that holds an address, which leads from the record to the list?"""
        return name.startswith("?") and all(map(_ADDRESS.match, self._values[name]))

    def _is_language(self, name: str) -> bool:
        """Does it say in which language most records are shown that have two?

        The titles of one record differ then.
        """
        values = self._values[name]
        is_said = _OF_LANGUAGE.fullmatch(name) and all(map(_LANGUAGE.fullmatch, values))
        if not is_said or len(values) < 2:
            return False
        shown: defaultdict[str, set[str]] = defaultdict(set)
        for each in self._seen:
            if name in each.parts:
                shown[each.parts[name]].add(self._key(each, {name}))
        (_, most), (_, next_) = sorted(((len(v), k) for k, v in shown.items()), reverse=True)[:2]
        both = shown[most] & shown[next_]
        return len(both) >= _MIN_TWINS and len(both) >= _SAME_LANGUAGES * len(shown[next_])

    def _proven(self, names: Sequence[str]) -> set[str]:
        """Those that can go, tried in this order, if the records say so."""
        dropped = self._unsteady(self._droppable(names))
        if self._is_proven(dropped):
            return dropped
        alone = {name for name in dropped if self._is_proven({name})}
        return alone if self._is_proven(alone) else set()

    def _different(self, dropped: Iterable[str]) -> int:
        """How many records there are without these components."""
        return len({self._key(each, dropped) for each in self._seen})

    def _is_of_list(self, name: str) -> bool:
        """Do all links of an answer have one value of it?"""
        by_page = self._by_page[name]
        telling = [values for page, values in by_page.items() if self._held[page, name] > 1]
        return bool(telling) and sum(len(v) == 1 for v in telling) >= _OF_LIST * len(telling)

    def _droppable(self, names: Iterable[str]) -> set[str]:
        """As many of the names as can go while the records of each answer stay distinct."""
        dropped: set[str] = set()
        distinct = len({(each.page, self._key(each, ())) for each in self._seen})
        for name in names:
            left = {(each.page, self._key(each, {*dropped, name})) for each in self._seen}
            if len(left) >= _DISTINCT * distinct:
                dropped.add(name)
        return dropped

    def _unsteady(self, dropped: set[str]) -> set[str]:
        """Those that mostly differ for what is otherwise the same record."""
        while dropped:
            groups = self._again(dropped)
            steady = {name for name in dropped if not self._differs(name, groups)}
            if not steady:
                break
            dropped = dropped - steady
        return dropped

    def _again(self, dropped: Iterable[str]) -> list[list[_Sighting]]:
        """The sightings of each record that several answers show."""
        groups: defaultdict[str, list[_Sighting]] = defaultdict(list)
        left_out = frozenset(dropped)
        for each in self._seen:
            groups[self._key(each, left_out)].append(each)
        return [group for group in groups.values() if len({each.page for each in group}) > 1]

    def _differs(self, name: str, groups: Sequence[Sequence[_Sighting]]) -> bool:
        held = [{e.parts.get(name) for e in group} for group in groups]
        held = [values for values in held if values != {None}]
        return bool(held) and sum(len(v) > 1 for v in held) >= _UNSTEADY * len(held)

    def _is_proven(self, dropped: set[str]) -> bool:
        """Do enough records fall together, and do they say the same?"""
        copies = [g for g in self._again(dropped) if len({self._key(e, ()) for e in g}) > 1]
        if any(name.startswith("/") for name in dropped):
            copies = [group for group in copies if not _is_called_by_address(group[0], dropped)]
        if not dropped or len(copies) < _MIN_COPIES:
            return False
        called = Counter(title for group in copies for title in {each.title for each in group})
        is_of_list = all(map(self._is_of_list, dropped))
        is_usual = sum(map(len, copies)) >= _USUAL * len(self._seen)
        least = 0.0 if is_of_list or is_usual else _SAME_WORDS
        same = (self._says_same(group, called, least) for group in copies)
        return sum(same) >= _SAME * len(copies)

    def _says_same(
        self, group: Sequence[_Sighting], called: Mapping[str, int], least: float
    ) -> bool:
        first, *others = group
        if any(each.title != first.title for each in others):
            return False
        if called[first.title] > 1:
            least = _SAME_WORDS  # a title that other records have too does not tell enough
        return all(_likeness(first.words, each.words) >= least for each in others)

    @staticmethod
    def _key(each: _Sighting, dropped: Iterable[str]) -> str:
        return "\n".join(f"{n}\t{v}" for n, v in each.parts.items() if n not in dropped)

    def _reason(self, name: str, is_of_list: bool) -> str:
        pages, values = len(self._by_page[name]), len(self._values[name])
        if is_of_list:
            return f"one value on each answer, {values} on {pages} answers"
        return f"{values} values on {pages} answers, and others for the same record"


def _is_called_by_address(each: _Sighting, dropped: Collection[str]) -> bool:
    """Is a title no more than the address says? Files of two folders may have one name."""
    kept = (value for name, value in each.parts.items() if name not in dropped)
    return any(plain(value) == each.title for value in kept)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    fewer = min(len(one), len(other))
    return len(one & other) / fewer if fewer else 1.0


class _BesideNumbers(_Learner):
    """Does what stands beside the numbers in values follow the query?"""

    def _varies(self, name: str) -> bool:
        return name.endswith((BEHIND, BEFORE)) and super()._varies(name)


class _ColumnLearner(_Learner):
    """Which columns of records without an address are snippets?"""

    def _varies(self, name: str) -> bool:
        return bool(name) and len(self._values[name]) > 1

    def __init__(self, seen: Sequence[SeenRecord]) -> None:
        made = [
            _Sighting(e.page, title, frozenset(), {"": title} | identifying_values(e.fields))
            for e in seen
            for title in [plain(e.title)]
        ]
        super().__init__(made)
        self._shown: Counter[str] = Counter()
        for each, said in zip(seen, made, strict=True):
            asked = [word for value in each.query for word in plain(value).split()]
            self._shown.update(
                name for name, value in said.parts.items() if any(w in value for w in asked)
            )

    def _droppable(self, names: Iterable[str]) -> set[str]:
        return super()._droppable(name for name in names if self._may_be_snippet(name))

    def _may_be_snippet(self, name: str) -> bool:
        values = self._values[name]
        texts = sum(n for value, n in values.items() if kind_of(value) == "text")
        length = sum(len(value) * n for value, n in values.items())
        shows = self._shown[name] >= _SHOWS_QUERY * values.total()
        return 2 * texts > values.total() and (shows or length >= _PROSE * values.total())

    def _says_same(
        self, group: Sequence[_Sighting], called: Mapping[str, int], least: float
    ) -> bool:
        return True  # a group shares its title and all columns that stay


# --- Settled or not ---


def _recurring(seen: Iterable[tuple[int, str]]) -> int:
    """How many things does more than one answer show?"""
    pages: defaultdict[str, set[int]] = defaultdict(set)
    for page, name in seen:
        pages[name].add(page)
    return sum(len(on) > 1 for on in pages.values())


def _recurring_titles(seen: Sequence[SeenRecord]) -> int:
    """Titles that several answers show, under a different id each, and none twice."""
    titles = [plain(each.title) for each in seen]
    times = Counter((each.page, title) for each, title in zip(seen, titles, strict=True))
    twice = {title for (_, title), n in times.items() if n > 1}
    ids: defaultdict[str, set[str]] = defaultdict(set)
    pages: defaultdict[str, set[int]] = defaultdict(set)
    for each, title in zip(seen, titles, strict=True):
        if title not in twice:
            ids[title].add(each.id)
            pages[title].add(each.page)
    return sum(len(ids[title]) > 1 and len(pages[title]) > 1 for title in ids)
