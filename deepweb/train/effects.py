"""Trains the model of effects from a list of words, translations and links of real pages.

What acts: the words of ``resources/words/effects.txt``, alone and with other words, as texts and as
names in addresses, and the translations of English texts that act (``catalogues``). What does not:
common words in many languages, other translations, and the links of real pages to which the list
does not object. The model counts a text as acting if its score is above that of all but a few links
of sites that it has not seen (``MAX_REFUSED``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import md5
from random import Random
from urllib.parse import unquote_plus, urlsplit

import numpy as np

from deepweb.page.effects.address import acting_address
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.model import BITS, NAME, TEXT, WARY, EffectModel, features
from deepweb.page.effects.spelling import latin, tokens_of
from deepweb.train.catalogues import Translation

# Share of the links of unseen sites that may be refused.
MAX_REFUSED = {TEXT: 0.01, NAME: 0.01, WARY: 0.03}
PER_ACTING = 4  # translations that do not act for each that does, in each language
MIN_OTHERS = 200  # such translations of a language at least
MAX_WORDS = 7  # words of a text that is learnt from; longer ones are titles
MAX_STEPS = 3  # last steps of a path that are learnt from
PENALTY = 0.3  # C of the regression; 0.1 to 1 give the same figures
MADE_UP = 8_000  # texts of two, and of three, common words

_FILE = re.compile(r"\.\w{2,6}$")
_CODE = re.compile(r"[A-Za-z_.\-]{2,30}")


@dataclass(frozen=True, slots=True)
class Example:
    """A text, or a name in an address, and whether it acts."""

    said: str
    role: str
    acts: bool
    site: str = ""


@dataclass(frozen=True, slots=True)
class EffectFigures:
    """How well words and links that were not learnt from are judged."""

    found: float
    """Share of the words of the list that are found by the model that was not shown them."""
    refused: float
    """Share of the links of other sites that are refused."""
    translated: float = 0.0
    """Share of the translations of English verbs that it was not shown which are found."""
    mistaken: float = 0.0
    """Share of the other translations of such texts that are refused."""


def word_examples(
    acting: Sequence[str], others: Sequence[str], things: Sequence[str], *, seed: int = 0
) -> Iterator[Example]:
    """Words that act and words that do not, alone and with others.

    ``others`` are common words, ``things`` what is acted on in names ("delete_item").
    """
    random = Random(seed)  # noqa: S311
    for word in acting:
        beside = random.choice(others), random.choice(others)
        for text in (word, f"{word} {beside[0]}", f"{word} {' '.join(beside)}"):
            yield Example(text, TEXT, acts=True)
        spelt = latin(" ".join(tokens_of(word)))
        thing = random.choice(things)
        joined = spelt.replace(" ", "")
        for name in (spelt, f"{spelt} {thing}", f"{thing} {spelt}", joined + thing):
            yield Example(name, NAME, acts=True)
    for word in others:
        yield Example(word, TEXT, acts=False)
        thing = random.choice(things)
        for name in (word, f"{word} {thing}", f"{thing} {word}", word + thing):
            yield Example(name, NAME, acts=False)
    for count in (2, 3):
        for _ in range(MADE_UP):
            yield Example(" ".join(random.choices(others, k=count)), TEXT, acts=False)


def link_examples(
    links: Iterable[tuple[str, str]], site: str, effects: Effects
) -> Iterator[Example]:
    """Texts and addresses of the links of a page, judged by the list."""
    for text, url in links:
        if 0 < len(tokens_of(text)) <= MAX_WORDS:
            yield Example(text, TEXT, acts=bool(effects.link(text)), site=site)
        if not acting_address(url, effects):
            for name in address_names(url):
                yield Example(name, NAME, acts=False, site=site)


def address_names(url: str) -> Iterator[str]:
    """The names in an address: steps of its path, names and values of its arguments."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    for step in parts.path.split("/")[-MAX_STEPS:]:
        name = _FILE.sub("", unquote_plus(step))
        if name and not name.isdigit() and len(tokens_of(name)) <= MAX_STEPS:
            yield name
    for argument in parts.query.split("&")[:10]:
        name, _, value = argument.partition("=")
        yield from filter(None, [unquote_plus(name)])
        if _CODE.fullmatch(value):
            yield value


def translated(found: Iterable[Translation], *, seed: int = 0) -> list[Translation]:
    """The translations that are learnt from: those that act, and some of the others."""
    texts = sorted(found, key=lambda each: (each.language, each.english, each.text))
    Random(seed).shuffle(texts)  # noqa: S311
    acting = [each for each in texts if each.acts]
    wanted = Counter(each.language for each in acting)
    taken, others = Counter[str](), list[Translation]()
    for each in texts:
        most = max(MIN_OTHERS, PER_ACTING * wanted[each.language])
        if not each.acts and taken[each.language] < most:
            taken[each.language] += 1
            others.append(each)
    return [*acting, *others]


def train_effects(
    words: Mapping[bool, Sequence[str]],
    things: Sequence[str],
    links: Sequence[Example],
    texts: Sequence[Translation] = (),
) -> tuple[EffectModel, EffectFigures]:
    """The model of words (acting and not), links and translations, with figures of halves of them.

    For the figures, one word of the list in five and the translations of one English verb in five
    are kept back.
    """
    sites = sorted({example.site for example in links})
    Random(0).shuffle(sites)  # noqa: S311
    seen = frozenset(sites[: len(sites) // 2])
    shown = [word for word in words[True] if not _is_kept(word)]
    kept = [word for word in words[True] if _is_kept(word)]
    kept_texts = [each for each in texts if _is_kept(each.english.split()[0].lower())]
    back = frozenset(kept_texts)
    half = _fitted(
        [
            *word_examples(shown, words[False], things),
            *(e for e in links if e.site in seen),
            *_text_examples(each for each in texts if each not in back),
        ]
    )
    harmless = [e for e in links if e.site not in seen and not e.acts]
    least = {role: _least(half, harmless, role) for role in (TEXT, NAME, WARY)}
    figures = EffectFigures(
        _share(half.score(word, TEXT) >= least[TEXT] for word in kept),
        _share(half.score(e.said, e.role) >= least[e.role] for e in harmless),
        _share(half.score(e.text, TEXT) >= least[TEXT] for e in kept_texts if e.acts),
        _share(half.score(e.text, TEXT) >= least[TEXT] for e in kept_texts if not e.acts),
    )
    every = [*word_examples(words[True], words[False], things), *links, *_text_examples(texts)]
    return EffectModel(_fitted(every).weights, tuple(least.items())), figures


def _is_kept(word: str) -> bool:
    return md5(word.encode(), usedforsecurity=False).digest()[0] % 5 == 0


def _share(found: Iterable[bool]) -> float:
    told = list(found)
    return sum(told) / len(told) if told else 0.0


def _text_examples(texts: Iterable[Translation]) -> Iterator[Example]:
    return (Example(each.text, TEXT, acts=each.acts) for each in texts)


def _least(model: EffectModel, harmless: Sequence[Example], role: str) -> float:
    read = TEXT if role == WARY else role
    scores = [model.score(said, read) for said in {e.said for e in harmless if e.role == read}]
    return round(float(np.quantile(scores, 1 - MAX_REFUSED[role])), 2)


def _fitted(examples: Iterable[Example]) -> EffectModel:
    # Slow to import, and not needed to judge.
    from scipy.sparse import csr_matrix  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    once = dict.fromkeys((e.said, e.role, e.acts) for e in examples)
    rows = [np.array(features(said, role), dtype=np.int32) for said, role, _ in once]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate(rows)
    table = csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(rows), 1 << BITS))
    with threadpool_limits(limits=1):
        fitted = LogisticRegression(C=PENALTY, max_iter=150).fit(table, [a for *_, a in once])
    # As precise as in the file. The threshold takes the place of the intercept.
    return EffectModel(fitted.coef_[0].astype(np.float16).astype(float).tolist())
