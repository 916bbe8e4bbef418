"""Home pages of sites on twelve topics, made up from what such sites say.

The text is that of resources/words/topics.txt, which was written for this project. A page has a
language, one topic (or two or three, as travel sites have), a title, headings, a menu, texts and,
mostly, a form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from deepweb.locate.forms.topic import TOPICS

LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "ru", "pl", "sv", "ja")
# Share of pages in English; of pages off all topics; of those on several.
ENGLISH, OTHER, SEVERAL = 0.65, 0.35, 0.12
# Topics that stand on one site.
COMPANIONS = (
    ("airfare", "hotel"),
    ("airfare", "hotel", "rental"),
    ("hotel", "rental"),
    ("movie", "music"),
    ("book", "movie", "music"),
    ("music", "product"),
    ("airfare", "route"),
    ("book", "product"),
)

Texts = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and the topics that it is about; none of ours where it has none."""

    html: str
    topics: tuple[str, ...]


class PageMaker:
    """Makes pages of the texts of topics."""

    def __init__(self, texts: Texts, rng: Random) -> None:
        self._texts = texts
        self._rng = rng
        self._others = [name for name in texts if name.startswith("other ")]

    def page(self) -> MadePage:
        rng = self._rng
        language = "en" if rng.random() < ENGLISH else rng.choice(LANGUAGES)
        chance = rng.random()
        if chance < OTHER:
            return self._made((), rng.sample(self._others, rng.choice((1, 1, 2))), language)
        topics = rng.choice(COMPANIONS) if chance < OTHER + SEVERAL else (rng.choice(TOPICS),)
        return self._made(topics, [_section(topic, language) for topic in topics], language)

    def form(self) -> MadePage:
        """A form by itself, on a page that says nothing else."""
        topic = self._rng.choice(TOPICS)
        said = self._said([f"{topic} form"], self._rng.randint(3, 12))
        return MadePage(f"<html><body>{_tagged('label', said)}</body></html>", (topic,))

    def _made(self, topics: tuple[str, ...], sections: Sequence[str], language: str) -> MadePage:
        rng = self._rng
        size = rng.choice((10, 25, 60, 120))
        # A page may also touch on what it is not about.
        beside = rng.sample([*self._others, *TOPICS], rng.choice((0, 1, 2)))
        menu = self._said(["any", _section("any", language)], rng.randint(8, 30))
        body = [
            *self._said(sections, size),
            *self._said([f"{topic} form" for topic in topics], rng.randint(0, 12)),
            *(self._said(beside, rng.randint(1, max(2, size // 8))) if beside else ()),
            *self._said(["common"], size),
        ]
        rng.shuffle(body)
        title, heads = self._said(sections, rng.randint(1, 3)), self._said(sections, 4)
        html = (
            f"<html><head><title>{escape(' '.join(title))}</title></head><body>"
            f"{_tagged('li', menu)}{_tagged('h2', heads)}{_tagged('p', body)}</body></html>"
        )
        return MadePage(html, topics)

    def _said(self, sections: Sequence[str], most: int) -> list[str]:
        known = [name for name in sections if name in self._texts]
        return (
            [self._rng.choice(self._texts[self._rng.choice(known)]) for _ in range(most)]
            if known
            else []
        )


def _section(name: str, language: str) -> str:
    return name if language == "en" else f"{name} {language}"


def _tagged(tag: str, texts: Sequence[str]) -> str:
    return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)
