"""Databases of texts that are made up, to search without a network.

Words are drawn as in natural language: few are on most records, most on a few (Zipf); every record
has a topic with words of its own. Three kinds: titles with authors, journal and year; articles of
which the result page shows a snippet but the search looks at all; goods with a brand and a code.
Japanese and Thai titles have no spaces, and are searched by parts of the text.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, product
from typing import Literal

from deepweb.page.words import words
from tests.site import Catalogue, unicode_characters, world_cities

Order = Literal["number", "spread", "relevance"]
# What result pages of catalogues show; prices and populations are shown, but not searched.
SHOWN = ("category", "script", "country", "continent", "timezone", "price", "population")
_SYLLABLES = [c + v for c, v in product("bdfghklmnprstvz", "aeiou")]


@dataclass(frozen=True, slots=True)
class Document:
    """A record: what the result page shows of it, and what is searched."""

    title: str
    shown: str
    searched: str


@dataclass(slots=True)
class Database:
    """Documents, found by all words of a query, or by parts of the text."""

    name: str
    documents: Sequence[Document]
    order: Order = "number"
    by_part: bool = False
    _holders: dict[str, set[int]] = field(default_factory=dict)
    _place: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        holders: defaultdict[str, set[int]] = defaultdict(set)
        for number, document in enumerate(self.documents):
            for word in words(document.searched):
                holders[word].add(number)
        self._holders = dict(holders)
        self._place = [self._place_of(number) for number in range(len(self.documents))]

    def __len__(self) -> int:
        return len(self.documents)

    def search(self, query: str) -> list[int]:
        """The numbers of the documents that answer, in the order of the result pages."""
        asked = query.split()
        if not asked:
            return []
        found = set.intersection(*map(self._holding, asked))
        if self.order == "relevance":
            in_title = {n for n in found if asked[0] in self.documents[n].title}
            return sorted(found, key=lambda n: (n not in in_title, self._place[n]))
        return sorted(found, key=self._place.__getitem__)

    def _holding(self, word: str) -> set[int]:
        if self.by_part:
            return {n for n, each in enumerate(self.documents) if word in each.searched}
        return self._holders.get(word, set())

    def _place_of(self, number: int) -> tuple[int, int]:
        if self.order == "spread":  # by something that has nothing to do with the text, as a date
            return number * 2_654_435_761 % 2**32, number
        length = len(self.documents[number].searched) if self.order == "relevance" else 0
        return length, number


class Zipf:
    """Draws items, the first most often."""

    def __init__(self, items: Sequence[str], rng: random.Random, *, flat: float = 3) -> None:
        self._items, self._rng = items, rng
        self._weights = list(accumulate(1 / (rank + flat) for rank in range(len(items))))

    def __call__(self, number: int = 1) -> list[str]:
        return self._rng.choices(self._items, cum_weights=self._weights, k=number)


class Language:
    """Function words, common words and the words of topics."""

    def __init__(
        self, rng: random.Random, syllables: Sequence[str] = _SYLLABLES, size: int = 30_000
    ) -> None:
        self.rng = rng
        lengths = rng.choices((1, 2, 2, 3, 3, 4), k=size)
        vocabulary = list(dict.fromkeys("".join(rng.choices(syllables, k=n)) for n in lengths))
        self.function_words = vocabulary[:100]
        self._function = Zipf(self.function_words, rng)
        self._common = Zipf(vocabulary[100 : size // 2], rng, flat=20)
        share = min(1500, size // 10)
        self._topics = [Zipf(rng.sample(vocabulary[100:], share), rng, flat=5) for _ in range(50)]
        self.names = Zipf(rng.sample(vocabulary[100:], size // 5), rng, flat=10)

    def text(self, length: int, topic: int) -> list[str]:
        """So many words: three tenths function words, three tenths common, the rest of a topic."""
        draws = self.rng.choices(
            (self._function, self._common, self._topics[topic]), weights=(3, 3, 4), k=length
        )
        return [word for draw in draws for word in draw()]

    def topic(self) -> int:
        return min(int(self.rng.expovariate(1 / 15)), len(self._topics) - 1)


def titles(language: Language) -> Document:
    rng, topic = language.rng, language.topic()
    title = " ".join(language.text(rng.randint(4, 12), topic))
    authors = " ".join(language.names(2 * rng.choice((1, 1, 2, 2, 3, 4))))
    journal = f"journal of {language.function_words[topic]} {topic % 7}"
    text = f"{title} {authors} {journal} {2024 - int(rng.expovariate(0.12))}"
    return Document(title, f"{text} {rng.randint(1, 400)} pp", text)


def articles(language: Language) -> Document:
    rng, topic = language.rng, language.topic()
    title = " ".join(language.text(7, topic))
    body = language.text(min(150, int(rng.lognormvariate(3.9, 0.5))), topic)
    snippet = " ".join(body[:25])
    return Document(title, f"{title} {snippet} {rng.randint(1, 28)}", f"{title} {' '.join(body)}")


def goods(language: Language) -> Document:
    rng, topic = language.rng, language.topic()
    code = "".join(rng.choices("abcdefghkmprstvx", k=2)) + str(rng.randint(10, 9999))
    title = f"{' '.join(language.text(rng.randint(3, 6), topic))} {code}"
    return Document(title, f"{title} {rng.randint(1, 999)} {rng.randint(10, 99)}", title)


def unspaced(language: Language) -> Document:
    title = "".join(language.text(language.rng.randint(4, 10), language.topic()))
    text = f"{title} {language.rng.randint(1990, 2024)}"
    return Document(title, text, text)


@cache
def made(kind: Callable[[Language], Document], number: int) -> Sequence[Document]:
    """So many documents of a kind, always the same."""
    language = Language(random.Random(kind.__name__))
    return [kind(language) for _ in range(number)]


def catalogue(source: Catalogue) -> list[Document]:
    return [
        Document(
            entry.title,
            " ".join((entry.title, *(entry.attributes.get(name, "") for name in SHOWN))),
            entry.text,
        )
        for entry in source.records
    ]


def databases(number: int, largest: int) -> Iterable[Database]:
    """One database of each kind with so many records, the first of the ``largest``."""
    for kind, order in _ORDERS.items():
        yield Database(kind.__name__, made(kind, largest)[:number], order)
    yield Database("characters", catalogue(unicode_characters(number)))
    yield Database("cities", catalogue(world_cities(number)), "spread")


def unspaced_databases(number: int) -> Iterable[Database]:
    """Japanese and Thai, as far as their letters go."""
    for name, syllables in (("Japanese", _JAPANESE), ("Thai", _THAI)):
        language = Language(random.Random(name), syllables, 5000)
        documents = [unspaced(language) for _ in range(number)]
        yield Database(name, documents, by_part=True)


_ORDERS: dict[Callable[[Language], Document], Order] = {
    titles: "number",
    articles: "relevance",
    goods: "spread",
}
_JAPANESE = [
    *(chr(code) for code in range(0x4E00, 0x4E00 + 900)),
    *("の", "に", "は", "カナ", "テレ", "ビル"),
]
_THAI = ["".join(letters) for letters in product("กขคงจชดตทนบปพมยรลวสห", "าีูะิ")]
