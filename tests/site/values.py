"""Submitted values, of which several may have one name."""

from collections.abc import Iterator, Mapping

Pairs = tuple[tuple[str, str], ...]


class Values(Mapping[str, str]):
    """As a mapping, the last of a name counts."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self._last = dict(pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __getitem__(self, name: str) -> str:
        return self._last[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._last)

    def __len__(self) -> int:
        return len(self._last)

    def all(self, name: str) -> tuple[str, ...]:
        """What was submitted under the name, blanks left out."""
        return tuple(value for key, value in self.pairs if key == name and value)


NO_VALUES = Values(())
