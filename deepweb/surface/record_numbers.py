"""Records as numbers, so that a crawl can hold millions of them in memory.

A crawl keeps many sets of records: all known ones, those of every query, those with a value of an
attribute. As sets of ids they took 900 bytes a record and more. Here every id gets a number, in
the order of its first appearance (the same whenever the crawl is replayed), and sets hold numbers:
short sets are arrays, longer ones Roaring bitmaps (Lemire et al., *Roaring Bitmaps: Implementation
of an Optimized Software Library*, 2018), which take between a bit and two bytes a number.

``TextNumbers`` is a hash table of its own because docs/operations.md promises 15 bytes for a known
record and five million records in less than 1.5 GB (``python -m benchmarks.memory``); a dictionary
of hashes takes 100 bytes a record, 1 GB for the ids and titles of that crawl. It keeps Python's
64-bit hash of a text and not the text. Among 5 million records the odds of a collision are one in
a million, and no site can provoke one, since the key of the hash differs between processes. A
collision could only change what is asked next: the store goes by the ids themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pyroaring import BitMap

from deepweb.read.records.identity import IdentityRules
from deepweb.read.records.records import record_id
from deepweb.surface.answer import Answer

_PARTS = 64  # parts of the table: only one of them is rebuilt at a time
_PART_BITS = 6  # bits of a hash that choose its part
_FIRST_SLOTS = 8  # slots of an empty part
_MAX_LOAD = 2 / 3  # share of the slots in use above which a part grows
FEW = 48  # numbers up to which a set is an array: a sparse bitmap takes ten times as much


class TextNumbers:
    """Distinct texts, each with its number: how many distinct texts came before it."""

    __slots__ = ("_hashes", "_parts", "_used")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._hashes = array("q")
        # Slots hold a number plus one; 0 is a free slot.
        self._parts = [array("I", bytes(4 * _FIRST_SLOTS)) for _ in range(_PARTS)]
        self._used = [0] * _PARTS
        self.update(texts)

    def __len__(self) -> int:
        return len(self._hashes)

    def __contains__(self, text: str) -> bool:
        return self._find(hash(text))[1] > 0

    def number(self, text: str) -> int | None:
        """The number of a text; None if the text is not known."""
        _, number = self._find(hash(text))
        return number - 1 if number else None

    def add(self, text: str) -> int:
        """The number of a text, the next free one if the text is new."""
        key = hash(text)
        _, number = self._find(key)
        if number:
            return number - 1
        self._hashes.append(key)
        self._put(key, len(self._hashes))
        return len(self._hashes) - 1

    def update(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.add(text)

    def rename(self, before: str, after: str) -> None:
        """Give the number of a text to another one, unless that has a number of its own."""
        number = self.number(before)
        if number is not None and after not in self:
            # The slot of the former text stays, since others may lie behind it: its hash fits no
            # text any more.
            key = self._hashes[number] = hash(after)
            self._put(key, number + 1)

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """The numbers of some texts, each once, in order; new texts are added."""
        return list(dict.fromkeys(map(self.add, texts)))

    def _find(self, key: int) -> tuple[int, int]:
        """The slot of a hash in its part, and what the slot holds."""
        slots, hashes = self._parts[key % _PARTS], self._hashes
        last = len(slots) - 1
        slot = (key >> _PART_BITS) & last
        while (number := slots[slot]) and hashes[number - 1] != key:
            slot = (slot + 1) & last
        return slot, number

    def _put(self, key: int, number: int) -> None:
        """Put a number into the free slot of its hash."""
        part, (slot, _) = key % _PARTS, self._find(key)
        self._parts[part][slot] = number
        self._used[part] += 1
        if self._used[part] > _MAX_LOAD * len(self._parts[part]):
            self._grow(part)

    def _grow(self, part: int) -> None:
        before = self._parts[part]
        self._parts[part] = array("I", bytes(8 * len(before)))
        self._used[part] = 0
        for number in before:
            key = self._hashes[number - 1] if number else 0
            if number and key % _PARTS == part:  # a renamed text may lie in another part
                slot, there = self._find(key)
                self._parts[part][slot] = number
                self._used[part] += not there


class NumberSet:
    """A set of numbers that takes little memory; it only grows."""

    __slots__ = ("_few", "_many")

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._few = array("I")
        self._many: BitMap | None = None
        self.update(numbers)

    def __len__(self) -> int:
        return len(self._few) if self._many is None else len(self._many)

    def __contains__(self, number: int) -> bool:
        return number in (self._few if self._many is None else self._many)

    def __iter__(self) -> Iterator[int]:
        return iter(self._few if self._many is None else self._many)

    def update(self, numbers: Iterable[int]) -> None:
        if self._many is None:
            self._few.extend(set(numbers).difference(self._few))
            if len(self._few) > FEW:
                self._many, self._few = BitMap(self._few), array("I")
        else:
            self._many.update(numbers)

    def bitmap(self) -> BitMap:
        """The set as a bitmap, for counting; the caller must not change it."""
        return BitMap(self._few) if self._many is None else self._many


@dataclass(slots=True)
class KnownRecords:
    """The records of a site, whichever form found them; grows while forms are asked."""

    ids: TextNumbers = field(default_factory=TextNumbers)
    titles: TextNumbers = field(default_factory=TextNumbers)
    rules: IdentityRules = field(default_factory=IdentityRules)
    """What does not identify the records of the site, as far as answers taught it."""

    def id_of(self, url: str) -> str:
        """The id of the record with an address."""
        return self.rules.id_of(record_id(url), "", {})

    def taught(self, answer: Answer) -> Answer:
        """The answer, once the records known before it have the ids that it gives them."""
        learnt = answer.identity
        # An answer that is asked for again teaches nothing.
        if learnt and (rules := self.rules.with_more(learnt.rules)) != self.rules:
            self.rules = rules
            for before, after in learnt.renamed.items():
                self.ids.rename(before, after)
        return answer
