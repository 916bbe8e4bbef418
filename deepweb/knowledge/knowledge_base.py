"""A knowledge base [He13 §4.2]: names of entities by type, from ``domain/type.tsv`` files.

The names are in a MARISA trie (``marisa-trie``), each with the numbers of its types: 20 million
names take 0.2 GB of memory, and a look-up a microsecond (``benchmarks/query_engines.py``). The
files stay on disk and are read again when a type is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from marisa_trie import RecordTrie

from deepweb.knowledge.plain_lines import Trouble, read_lines
from deepweb.store.resources import shipped
from deepweb.surface.queries.entity_match import name_key, tokens

SUFFIXES = (".tsv", ".tsv.gz", ".tsv.bz2", ".tsv.xz")
MAX_TOKENS = 12  # tokens of a name; longer ones are sentences, which nobody searches for
_NUMBER = "<I"  # how the trie stores the number of a type


class KnowledgeError(ValueError):
    """A knowledge base that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of entities: ``location/city`` and the file with its names."""

    name: str
    file: Traversable


@dataclass(slots=True)
class KnowledgeBase:
    """All names of all types; the names of one type are read from its file."""

    types: Sequence[EntityType]
    sizes: list[int] = field(default_factory=list)
    """How many names each type has."""
    longest: int = 0
    trouble: Trouble = field(default_factory=Trouble)
    _trie: RecordTrie = field(init=False)

    def __post_init__(self) -> None:
        # One trie instead of three nested ones is a little larger, and a third faster.
        self._trie = RecordTrie(_NUMBER, self._entries(), num_tries=1)

    @classmethod
    def open(cls, folder: Path) -> KnowledgeBase:
        """Raises KnowledgeError if there is nothing to read."""
        return cls(entity_types(folder))

    def __contains__(self, key: object) -> bool:
        return key in self._trie

    def types_of(self, key: str) -> tuple[int, ...]:
        """The numbers of the types that hold a name."""
        return tuple(sorted({number for (number,) in self._trie.get(key, ())}))

    def names(self, number: int) -> Iterator[str]:
        """The names of a type as they are written, in the order of its file."""
        return _names(self.types[number].file, Trouble())

    def type_name(self, number: int) -> str:
        return self.types[number].name

    def remarks(self) -> Iterator[str]:
        """What a user should know about how it was read."""
        if self.types and not sum(self.sizes):
            yield "no list of the knowledge base holds a name"
        if self.trouble:
            yield f"not used of the knowledge base, or not as it stands: {self.trouble}"

    def _entries(self) -> Iterator[tuple[str, tuple[int]]]:
        for number, each in enumerate(self.types):
            size = 0
            for name in _names(each.file, self.trouble):
                parts = tokens(name)
                if 0 < len(parts) <= MAX_TOKENS:
                    size += 1
                    self.longest = max(self.longest, len(parts))
                    yield name_key(parts), (number,)
            self.sizes.append(size)


def entity_types(folder: Traversable) -> list[EntityType]:
    """The types of a folder, by name. Raises KnowledgeError if there are none that can be read."""
    if not folder.is_dir():
        raise KnowledgeError(
            f"knowledge {str(folder)!r} is no folder; give one that holds domain/type.tsv files"
        )
    found = [
        EntityType(f"{domain.name}/{file.name.partition('.tsv')[0]}", file)
        for domain in folder.iterdir()
        if domain.is_dir()
        for file in domain.iterdir()
        if file.name.endswith(SUFFIXES)
    ]
    if not found:
        raise KnowledgeError(
            f"knowledge {str(folder)!r} holds no domain/type.tsv file; "
            "make some, or import a dump with 'scrapy knowledge import'"
        )
    for each in found:
        _check_readable(each.file)
    return sorted(found, key=lambda each: each.name)


def _check_readable(file: Traversable) -> None:
    """Checked before a crawl begins, since a file is read only when it is needed."""
    if not file.is_file():  # reading a pipe would block
        raise KnowledgeError(f"knowledge {str(file)!r} is no plain file; mend it or take it away")
    try:
        file.open("rb").close()
    except OSError as error:
        raise KnowledgeError(f"knowledge {str(file)!r} cannot be read: {error.strerror}") from None


@cache
def default_knowledge() -> KnowledgeBase:
    """The knowledge base that ships in ``resources/knowledge``."""
    return KnowledgeBase(entity_types(shipped() / "knowledge"))


def _names(file: Traversable, trouble: Trouble) -> Iterator[str]:
    try:
        for line in read_lines(file, trouble):
            name = line.partition("\t")[0].strip()
            if name and not name.startswith("#"):
                yield name
    except OSError as error:
        raise KnowledgeError(f"{str(file)!r} cannot be read: {error.strerror}") from None
