"""Which unvisited site most likely holds a database on the topic?

Site ranker of [Gujrati] (the formula is in the journal version, IEEE Transactions on Services
Computing, 2015): the score of a site is alpha·ST + (1 - alpha)·log(1 + SF). ST is the similarity of
the words of its address, of the links to it and around them with those of known deep-web sites; SF
is the number of known deep-web sites that link to it. The ranker learns again whenever 50 more
deep-web sites or 100 more forms are known.

Departures: the paper's similarity is the cosine with known deep-web sites. Here the ranker learns
from all visited sites, on the topic or not, by naive Bayes as in ``locate/site/link_ranker``, and
again after every 50 of them; before that it uses the words of the topic. Addresses are also read in
pieces of four letters, since most write several words as one ("usedcarfinder").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import exp, log
from sys import intern
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from deepweb.locate.site.page_links import Link
from deepweb.page.words import stemmed, words

FIELDS = ("url", "anchor", "around")
MAX_WORDS = 16  # words of each field that are read
PIECE = 4  # letters of a piece of an address
MOST_ODDS = 6.0  # log odds of one field, at most, however many words agree
PRIOR_SIGHTS = 4.0  # observations that the prior odds of a word count for
_SPLIT = re.compile(r"[^a-z]+")

Token = tuple[int, str]
"""Number of the field, and a word in it."""


class SiteWords(NamedTuple):
    """The words of the links to a site, by field."""

    url: tuple[str, ...]
    anchor: tuple[str, ...]
    around: tuple[str, ...]

    def tokens(self) -> Iterator[Token]:
        for field, said in enumerate(self):
            yield from ((field, word) for word in said)


def site_words(link: Link) -> SiteWords:
    """The words of a link to another site."""
    return SiteWords(_url_words(link.url), _said(link.anchor), _said(link.around))


@lru_cache(maxsize=2_000)
def _said(text: str) -> tuple[str, ...]:
    telling = (stemmed(word) for word in words(text) if len(word) > 1 and not word.isdigit())
    return tuple(islice(dict.fromkeys(telling), MAX_WORDS))


@lru_cache(maxsize=2_000)
def _url_words(url: str) -> tuple[str, ...]:
    """Words of the host without its suffix and of the path, and pieces of the host."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ()
    labels = _SPLIT.split(host.rpartition(".")[0].lower())
    path = _said(unquote(parts.path.rpartition(".")[0] or parts.path).replace("/", " "))
    whole = [stemmed(label) for label in labels if len(label) > 2]
    pieces = (f"~{label[i : i + PIECE]}" for label in labels for i in range(len(label) - PIECE + 1))
    said = dict.fromkeys([*islice(whole, 4), *path[:6], *islice(pieces, MAX_WORDS)])
    # 100,000 sites share a few thousand words.
    return tuple(map(intern, said))


@dataclass(slots=True)
class SeenSites:
    """How often each word was seen in links to visited sites, and in links to relevant ones."""

    seen: Counter[Token]
    relevant: Counter[Token]
    sites: int = 0
    relevant_sites: int = 0

    @classmethod
    def none(cls) -> SeenSites:
        return cls(Counter(), Counter())

    def learn(self, tokens: Iterable[Token], *, led: bool) -> None:
        """Learn from a visited site; ``led``: it is relevant."""
        said = set(tokens)
        self.seen.update(said)
        self.sites += 1
        if led:
            self.relevant.update(said)
            self.relevant_sites += 1


Weights = Callable[[Token], float]
"""Word to what it adds to the similarity of a site."""


def odds_weights(known: SeenSites, topic: Mapping[str, float]) -> Weights:
    """Log odds of a word; ``topic`` gives those of stems before anything is learnt."""
    rate = (1 + known.relevant_sites) / (5 + known.sites)

    def weigh(token: Token) -> float:
        before = PRIOR_SIGHTS * exp(_topical(token[1], topic))
        expected = PRIOR_SIGHTS + rate * known.seen[token]
        return log((before + known.relevant[token]) / expected)

    return weigh


def _topical(word: str, topic: Mapping[str, float]) -> float:
    if not word.startswith("~"):
        return topic.get(word, 0.0)
    # A piece of an address may be a word.
    return 0.5 * topic.get(word[1:], 0.0)


def likeness(by_field: Iterable[float]) -> float:
    """ST of a site from the sums of its fields, each divided by the root of its length."""
    total = sum(min(MOST_ODDS, max(-MOST_ODDS, each)) for each in by_field)
    return len(FIELDS) / (1 + exp(-total))


def site_score(st: float, votes: float, alpha: float) -> float:
    """alpha·ST + (1 - alpha)·log(1 + SF)."""
    return alpha * st + (1 - alpha) * log(1 + votes)
