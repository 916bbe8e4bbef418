"""Which records were met, and which of them does a set hold, if there are millions?

A crawl keeps many sets of records: all that are known, those of every query, those that have a
value. As sets of their ids they took 900 bytes a record and more. So each id has a number, in the
order of meeting, which is the same whenever the crawl is run again; and sets are of numbers: short
ones arrays, longer ones Roaring bitmaps (Lemire et al., *Roaring Bitmaps: Implementation of an
Optimized Software Library*, 2018), which take a bit or two bytes a number.

Of an id nothing is kept but Python's hash of 64 bits, whose key is another in each process: among 5
million records the odds are one in a million that two are taken for one, no site can bring it
about, and only what is asked next could depend on it: the store goes by the ids themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from pyroaring import BitMap

# The table is made of parts, so that making room is never long work.
_PARTS, _PART_BITS = 64, 6
# Places of a part at first; it grows when more than this share of them is taken.
_FIRST, _FULL = 8, 2 / 3
# Numbers up to which a set is an array: a bitmap of numbers far apart takes ten times as much.
FEW = 48


class Numbered:
    """Texts, each with its number: how many there were before it."""

    __slots__ = ("_hashes", "_parts", "_taken")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._hashes = array("q")
        self._parts = [array("I", bytes(4 * _FIRST)) for _ in range(_PARTS)]
        """Places of numbers, by hash, each one too high: 0 is free."""
        self._taken = [0] * _PARTS
        for text in texts:
            self.add(text)

    def __len__(self) -> int:
        return len(self._hashes)

    def __contains__(self, text: str) -> bool:
        return self._find(hash(text))[1] > 0

    def number(self, text: str) -> int | None:
        """Its number, if it was met."""
        _, number = self._find(hash(text))
        return number - 1 if number else None

    def add(self, text: str) -> int:
        """Its number, the next one if it was not met before."""
        name = hash(text)
        place, number = self._find(name)
        if number:
            return number - 1
        self._hashes.append(name)
        part = name % _PARTS
        self._parts[part][place] = len(self._hashes)
        self._taken[part] += 1
        if self._taken[part] > _FULL * len(self._parts[part]):
            self._make_room(part)
        return len(self._hashes) - 1

    def update(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.add(text)

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """The numbers of some texts, each once, in their order."""
        return list(dict.fromkeys(map(self.add, texts)))

    def _find(self, name: int) -> tuple[int, int]:
        """Where it is or belongs in its part, and what stands there."""
        places, hashes = self._parts[name % _PARTS], self._hashes
        last = len(places) - 1
        place = (name >> _PART_BITS) & last
        while (number := places[place]) and hashes[number - 1] != name:
            place = (place + 1) & last
        return place, number

    def _make_room(self, part: int) -> None:
        before = self._parts[part]
        self._parts[part] = array("I", bytes(8 * len(before)))
        for number in before:
            if number:
                place, _ = self._find(self._hashes[number - 1])
                self._parts[part][place] = number


class NumberSet:
    """A set of numbers that is small in memory; grows, and never shrinks."""

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
        """The same as a bitmap, to count with; not to be changed."""
        return BitMap(self._few) if self._many is None else self._many
