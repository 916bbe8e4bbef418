"""What is the probability that a link leads to a search form that is not known yet?

Link ranker of SmartCrawler [Gujrati]: a link is ranked by how similar its path, its anchor and the
text around it are to those of links that led to pages with searchable forms. It learns during the
crawl, and starts with what other sites taught.

Departures: similarity is measured by naive Bayes, not by cosine, so that links that led nowhere
teach as well (a cosine cannot tell "search" from "about" where both were met). As with cosine, the
words of long texts weigh less: "Search" is a search, "Police search for missing boy" is news. Where
nothing was learnt yet, words of many languages that ship with the project stand in. Links of this
site are counted separately from links of other sites, or they would have no effect.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple
from urllib.parse import unquote

from deepweb.locate.site.page_links import Link
from deepweb.page.address.same_page import page_key
from deepweb.page.words import UNSPACED, words

FIELDS = ("path", "anchor", "around")
FIELD_WEIGHTS = (0.8, 1.0, 0.3)  # how much a word counts in each field
BIAS = -3.0  # log odds of an unknown link: one in twenty leads to a form
# Log odds that the groups of shipped words add; tuned on half of benchmarks/site_family.py.
GROUP_WEIGHTS = {
    "search": 3.5, "advanced": 1.5, "lookup": 2.5, "holding": 1.2, "root": 1.2, "overview": 0.7,
    "idle": -1.5,
}  # fmt: skip
# Words of forms that name inputs in code, or mean too much else to say "search" on a link.
WEAK = frozenset(
    {"q", "qs", "qry", "kw", "kwd", "term", "terms", "phrase", "keyword", "keywords", "browse",
     "explore", "ara", "leit", "hae", "find", "finder"}
)  # fmt: skip
SHIPPED_LINKS = 5.0  # number of observations that the bundled weight of a word counts for
OWN_FIND = 1.5  # weight of a link of this site that led to a form
OWN_MISS = 0.2  # weight of a link of this site that did not
COMPOUND = 0.8  # weight of a word that only contains a shipped one ("Katalogsuche")
MIN_ROOT = 5  # letters that the contained word must have
MAX_WORDS = 16  # words of each field that are read

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ARGUMENT = re.compile(r"[?&][^=&]*=?")


class LinkWords(NamedTuple):
    """The words of a link, field by field."""

    path: tuple[str, ...]
    anchor: tuple[str, ...]
    around: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link that was followed, on this site or another, and whether it led to a new form."""

    words: LinkWords
    led: bool


def link_words(link: Link) -> LinkWords:
    """What a link says. Of arguments only the values do: ``?page=search``."""
    path = page_key(link.url).partition("/")[2]
    return LinkWords(_words(_spaced(path)), _words(link.anchor), _words(link.around))


@lru_cache(maxsize=5_000)
def _words(text: str) -> tuple[str, ...]:
    telling = (w for w in words(text) if len(w) > 1 or w >= UNSPACED)
    return tuple(w for w in telling if not w.isdigit())[:MAX_WORDS]


def _spaced(path: str) -> str:
    path, ask, arguments = path.partition("?")
    head, _, last = path.rpartition("/")
    said = f"{head} {last.partition('.')[0]} {_ARGUMENT.sub(' ', ask + arguments)}"
    plain = unquote(said) if "%" in said else said
    return _CAMEL.sub(" ", plain)


class Vocabulary:
    """The bundled weights of words."""

    def __init__(self, search: Iterable[str], groups: Mapping[str, Iterable[str]]) -> None:
        said = {**groups, "search": set(search) - WEAK}
        # A word of two groups belongs to the one that promises more.
        ordered = sorted(said, key=lambda name: GROUP_WEIGHTS[name])
        self._weights = {word: GROUP_WEIGHTS[name] for name in ordered for word in said[name]}
        roots = {*said["search"], *said.get("root", ())}
        self._roots = frozenset(w for w in roots if len(w) >= _min_root(w))
        self._known = dict(self._weights)

    def weight(self, word: str) -> float:
        """The log odds that a word adds; for an unlisted word, by the listed words in it."""
        weight = self._known.get(word)
        if weight is None:
            weight = self._known[word] = self._compound(word)
            if len(self._known) > 100_000:  # hostile pages
                self._known = dict(self._weights)
        return weight

    def _compound(self, word: str) -> float:
        if word.startswith("research"):  # no kind of search
            return 0.0
        least, end = _min_root(word), len(word)
        parts = (word[i:j] for i in range(end - least + 1) for j in range(i + least, end + 1))
        inside = (self._weights[part] for part in parts if part in self._roots)
        return COMPOUND * max(inside, default=0.0)


def _min_root(word: str) -> int:
    """Letters that a word must have to mean the same inside another."""
    return MIN_ROOT if word < UNSPACED else 2


class LinkRanker:
    """Ranks the links of one site; learns from every explored page.

    ``is_topic``: is it a word of the topic of the crawl? Such words do not lower the score of a
    link: "Search used cars" is a search.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        known: Iterable[SeenLink] = (),
        is_topic: Callable[[str], bool] = lambda word: False,
    ) -> None:
        self._vocabulary = vocabulary
        self._is_topic = is_topic
        self._led: tuple[Counter[str], ...] = tuple(Counter() for _ in FIELDS)
        self._seen: tuple[Counter[str], ...] = tuple(Counter() for _ in FIELDS)
        self._rate = self._count(list(known))
        self._links = 0
        self._met: tuple[Counter[str], ...] = tuple(Counter() for _ in FIELDS)
        self._sights: tuple[dict[str, list[int]], ...] = tuple({} for _ in FIELDS)
        self._weights: tuple[dict[str, float], ...] = tuple({} for _ in FIELDS)

    def _count(self, known: Sequence[SeenLink]) -> float:
        """Count what other sites taught; returns the share of links that led to a form."""
        for link in known:
            for field, said in enumerate(link.words):
                self._seen[field].update(set(said))
                if link.led:
                    self._led[field].update(set(said))
        return (1 + sum(link.led for link in known)) / (20 + len(known))

    def meet(self, links: Iterable[LinkWords]) -> None:
        """Count the words in links of this site: a word that all have says nothing of one."""
        for link in links:
            self._links += 1
            for field, said in enumerate(link):
                self._met[field].update(set(said))

    def learn(self, link: LinkWords, *, led: bool) -> None:
        """Learn from where a link of this site led."""
        for field, said in enumerate(link):
            for word in set(said):
                self._sights[field].setdefault(word, [0, 0])[led] += 1
                self._weights[field].pop(word, None)

    def scores(self, links: Sequence[LinkWords]) -> list[float]:
        """The probability that each leads to a search form that is not known yet."""
        return [1 / (1 + exp(-self._log_odds(link))) for link in links]

    def _log_odds(self, link: LinkWords) -> float:
        total = BIAS
        for field, said in enumerate(link):
            if said:
                known = self._weights[field]
                weighed = 0.0
                for word in said:
                    weight = known.get(word)
                    weighed += self._weigh(field, word) if weight is None else weight
                total += weighed / sqrt(max(1, sum(not self._is_topic(word) for word in said)))
        return total

    def _weigh(self, field: int, word: str) -> float:
        shipped = SHIPPED_LINKS * exp(FIELD_WEIGHTS[field] * self._vocabulary.weight(word))
        expected = SHIPPED_LINKS + self._rate * self._seen[field][word]
        taught = log((shipped + self._led[field][word]) / expected)
        weight = taught + self._own(field, word)
        self._weights[field][word] = weight
        return weight

    def _own(self, field: int, word: str) -> float:
        """What this site taught of a word."""
        if word not in self._sights[field]:
            return 0.0
        barren, fruitful = self._sights[field][word]
        share = self._met[field][word] / max(1, self._links)
        return (1 - share) * log((1 + OWN_FIND * fruitful) / (1 + OWN_MISS * barren))
