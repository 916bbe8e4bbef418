"""Each record once, however the links to it vary from answer to answer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

ENTRIES = 80
PLACES = ("river", "mountain", "harbour", "forest", "desert", "island", "valley", "castle")
THINGS = ("boat", "bridge", "lantern", "compass", "anchor", "kettle", "saddle", "mirror")
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "ze")


@dataclass(frozen=True)
class Entry:
    number: int
    title: str
    body: str
    author: str


def _entry(number: int) -> Entry:
    rng = random.Random(number)
    name = "".join(rng.choices(_SYLLABLES, k=4)).title()
    words = [rng.choice(PLACES), rng.choice(THINGS), *rng.choices(PLACES + THINGS, k=3)]
    sentences = ". ".join(f"The {w} of {rng.choice(THINGS)} near {name}" for w in words)
    return Entry(number, f"{name} {words[0]} {number}", sentences, rng.choice("abc") + "lice")


ALL = [_entry(number) for number in range(ENTRIES)]


@dataclass
class Shown:
    """An answer while it is written."""

    word: str
    times: int
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def snippet(self, entry: Entry) -> str:
        at = entry.body.find(self.word)
        return f"… {entry.body[max(at - 30, 0) : at + 60]} …" if self.word else entry.body[:60]


def _linked(link: Callable[[Entry, Shown], str]) -> Callable[[Entry, Shown], str]:
    def row(entry: Entry, shown: Shown) -> str:
        address = link(entry, shown)
        return f'<li><a href="{address}">{entry.title}</a><p>{shown.snippet(entry)}</p></li>'

    return row


def _post(entry: Entry, shown: Shown) -> str:
    return (
        f'<li><a class="who" href="/user/{entry.author}">{entry.author}</a> '
        f'<a class="when" href="/post/{entry.number}">3 May 2020, 10:{entry.number % 60:02}</a>'
        f"<div>{entry.title}: {entry.body[:90]}</div></li>"
    )


def _bookmark(entry: Entry, shown: Shown) -> str:
    return (
        f'<li><h3><a href="http://site{entry.number}.example/">{entry.title}</a></h3>'
        f'<p>{entry.body[:80]}</p><a href="/shaare/x{entry.number}"><img src="/link.png"></a>'
        f'<a href="/tag/{entry.author}">{entry.author}</a></li>'
    )


STYLES: dict[str, Callable[[Entry, Shown], str]] = {
    "plain": _linked(lambda e, _: f"/wiki/{e.number}"),
    "the word": _linked(lambda e, s: f"/wiki/{e.number}?s[]={quote(s.word)}"),
    "the list": _linked(lambda e, s: f"/show?id={e.number}&amp;back=%2Ffind%3Ftext%3D{s.word}"),
    "a session": _linked(lambda e, s: f"/show?id={e.number}&amp;k={s.times * 7919:x}"),
    "a session in the path": _linked(lambda e, s: f"/s{s.times * 7919:x}/show/{e.number}"),
    "chance": _linked(lambda e, s: f"/show?id={e.number}&amp;junk={s.rng.random()}{s.times}"),
    "a session that changes late": _linked(
        lambda e, s: f"/show?id={e.number}&amp;k={1 + (s.times > 14)}"
    ),
    "two patterns": _linked(
        lambda e, s: f"/wiki/{e.number}" if s.times % 2 else f"/view?id={e.number}"
    ),
    "a slash on some answers": _linked(lambda e, s: f"/wiki/{e.number}" + "/" * (s.times % 2)),
    "the word in a step": _linked(lambda e, s: f"/wiki/{e.number}-{quote(s.word)}"),
    "a rank": lambda e, s: (
        f'<li><a href="/show?id={e.number}&amp;n={s.rng.randint(1, 9)}{s.times}">{e.title}</a>'
        f"<p>{e.body[:60]}</p></li>"
    ),
    "no address": lambda e, s: f"<li><b>{e.title}</b><p>{s.snippet(e)}</p></li>",
    "author first": _post,
    "outside": _bookmark,
}


@dataclass
class Wiki:
    """Answers a search for one word."""

    row: Callable[[Entry, Shown], str]
    times: int = 0

    def __call__(self, request: Request) -> Response:
        address = urlsplit(request.url)
        form = '<form action="/find" role="search">Search <input name="text"><button>Go</button>'
        if address.path != "/find":
            said = "" if address.path == "/" else "not found"
            return html(request, f"<h1>Wiki of places</h1>{form}{said}", 404 if said else 200)
        self.times += 1
        word = parse_qs(address.query).get("text", [""])[0].strip().lower()
        hits = [e for e in ALL if word and word in f"{e.title} {e.body}".lower().split()]
        shown = Shown(word, self.times)
        rows = "".join(self.row(entry, shown) for entry in hits)
        listed = f"<ol>{rows}</ol>" if rows else "<p>Nothing was found.</p>"
        return html(request, f"<h1>Wiki of places</h1>{form}{listed}<p>Imprint</p>")


@pytest.mark.parametrize("style", STYLES)
def test_each_entry_is_told_once(tmp_path: Path, style: str) -> None:
    feed = tmp_path / "feed.jsonl"
    settings = project_settings(
        tmp_path,
        ANSWERS=Wiki(STYLES[style]),
        DEEPWEB_MAX_REQUESTS=120,
        DEEPWEB_REPORT=False,
        FEEDS={str(feed): {"format": "jsonlines", "overwrite": True}},
    )
    crawl(settings, Surfacer, site="http://example.org/")
    told = [json.loads(line) for line in feed.read_text().splitlines()]
    records = (tmp_path / "output/example.org/records.jsonl").read_text().splitlines()
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    kept = [record.title for record in store.records("example.org")]
    store.close()
    assert len(kept) > 0.5 * ENTRIES
    assert len(set(kept)) == len(kept) == len(records), "copies in the store"
    assert sorted(record["title"] for record in told) == sorted(kept), "copies in the feed"
    if style == "author first":
        assert all("/post/" in record["url"] for record in told)
    if style == "outside":
        assert all("/shaare/" in record["url"] for record in told)
