"""Small sites that must be asked in their own way: each is found to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

COLOURS = ["amber", "azure", "beige", "coral", "green", "ivory", "lilac", "mauve", "ochre", "white"]
ANIMALS = ["badger", "beaver", "falcon", "ferret", "jackal", "magpie", "marten", "monkey", "osprey",
           "parrot", "pigeon", "rabbit", "salmon", "turtle", "walrus"]  # fmt: skip
PLACES = ["Bath", "Bonn", "Bray", "Cork", "Deal", "Diss", "Ely", "Eton", "Graz", "Hove", "Kiel",
          "Lahr", "Lech", "Linz", "Looe", "Lucca", "Nuuk", "Oslo", "Pisa", "Riga", "Ryde", "Siena",
          "Tring", "Ulm", "Wels"]  # fmt: skip
NAMES = [
    f"{colour} {animal} {PLACES[(7 * c + 3 * a + c * a) % len(PLACES)].lower()}"
    for c, colour in enumerate(COLOURS)
    for a, animal in enumerate(ANIMALS)
]
FORM = """<form action="/search"><input type="search" name="q" value="{}">{}
<button>Search</button></form>"""
Found = Callable[[str], list[str] | str]
"""The names that a query finds, or the message that refuses it."""


@dataclass
class SmallSite:
    """A catalogue of animals behind one box."""

    found: Found
    preset: str = ""
    status: int = 200
    """The status of a refusal."""
    page_size: int = 1_000
    sizes: str = ""
    """The argument of links that offer other page sizes."""
    largest: int = 1_000
    beside: str = ""
    """A further box, which finds nothing that does not hold its value."""
    last_page: int = 1_000
    sitemap: int = 0
    """Every so many of the names are in the sitemap."""
    asked: list[str] = field(default_factory=list)

    def __call__(self, request: Request) -> Response:
        self.asked.append(request.url)
        parts = urlsplit(request.url)
        if parts.path.startswith("/animal/"):
            name = parts.path.rpartition("/")[2].replace("-", " ")
            return html(request, f"<title>{name}</title><h1>{name}</h1><p>An animal</p>")
        if parts.path == "/sitemap.xml" and self.sitemap:
            named = "".join(
                f"<url><loc>http://example.org{_at(name)}</loc></url>"
                for name in NAMES[:: self.sitemap]
            )
            return html(request, f"<?xml version='1.0'?><urlset>{named}</urlset>")
        if parts.path == "/search":
            return self._answer(request, parse_qs(parts.query))
        if parts.path == "/":
            told = "<p>the amber badger in Bath, the white walrus</p>"
            return html(request, f"<h1>Animals</h1>{self.form}{told}")
        return html(request, "", 404)

    @property
    def form(self) -> str:
        return FORM.format(self.preset, self.beside)

    def _answer(self, request: Request, asked: dict[str, list[str]]) -> Response:
        query = asked.get("q", [""])[0]
        found = self.found(query)
        if self.beside and asked.get("more", [""])[0] and isinstance(found, list):
            found = found[:2]
        top = f"<h1>Animals</h1>{self.form}"
        if isinstance(found, str):
            return html(request, f"{top}<p class=error>{found}</p>", self.status)
        if not found:
            return html(request, f"{top}<p>Nothing found</p>")
        size = min(int(asked.get(self.sizes, [self.page_size])[0]), self.largest)
        page = int(asked.get("page", ["1"])[0])
        rows = "".join(
            f'<li><a href="{_at(name)}">{name}</a> <p>lives {len(name)} years</p></li>'
            for name in found[(page - 1) * size : page * size]
        )
        more = f"&{self.sizes}={size}" if self.sizes else ""
        below = ""
        if page * size < len(found) and page < self.last_page:
            below += f'<a rel=next href="/search?q={query}{more}&page={page + 1}">Next</a>'
        if self.sizes:
            below += "".join(
                f' <a href="/search?q={query}&{self.sizes}={n}">{n}</a>' for n in (size, 2 * size)
            )
        return html(request, f"{top}<ul>{rows}</ul><p>{below}</p>")

    def crawled(self, folder: Path, **more: str) -> set[str]:
        settings = project_settings(folder, ANSWERS=self, **more)
        crawl(settings, Surfacer, site="http://example.org/")
        store = CrawlStore.open(settings["DEEPWEB_STORE"])
        titles = {record.title for record in store.records("example.org")}
        store.close()
        return titles & set(NAMES)


def test_pages_behind_the_last_one_that_is_linked_are_read(tmp_path: Path) -> None:
    site = SmallSite(lambda query: [] if query else NAMES, page_size=10, last_page=6)
    assert len(site.crawled(tmp_path)) == len(NAMES)


def test_the_sitemap_names_what_no_word_finds(tmp_path: Path) -> None:
    site = SmallSite(lambda query: words(query)[:6], sitemap=2)
    found = site.crawled(tmp_path)
    assert len(found & set(NAMES[::2])) >= 0.95 * len(NAMES[::2])


def _at(name: str) -> str:
    return f"/animal/{name.replace(' ', '-')}"


def words(query: str) -> list[str]:
    return [name for name in NAMES if query and set(query.split()) <= set(name.split())]


def wildcards(sign: str) -> Found:
    """A search of patterns, for which a word alone is the whole name."""

    def found(query: str) -> list[str]:
        part = query.strip(sign)
        if not part or query == part:
            return []
        starts, ends = not query.startswith(sign), not query.endswith(sign)
        return [
            name
            for name in NAMES
            if any(
                (word.startswith(part) if starts else word.endswith(part) if ends else part in word)
                for word in name.split()
            )
        ]

    return found


def by_field(query: str) -> list[str]:
    name, _, part = query.partition("=")
    if name != "name":
        return []
    return NAMES[:40] if part == "*" else [each for each in NAMES if part.strip("*") in each]


def refusing(most: int) -> Found:
    def found(query: str) -> list[str] | str:
        held = words(query)
        return held if len(held) <= most else "Too many results, please narrow your search"

    return found


@pytest.mark.parametrize(
    "site",
    [
        pytest.param(SmallSite(wildcards("*")), id="a star"),
        pytest.param(SmallSite(wildcards("%")), id="a percent sign"),
        pytest.param(SmallSite(by_field, preset="name=*"), id="the value in the box"),
        pytest.param(SmallSite(refusing(12)), id="too many results"),
        pytest.param(SmallSite(refusing(12), status=500), id="too many results, as an error"),
    ],
)
def test_the_site_is_asked_as_it_wants(site: SmallSite, tmp_path: Path) -> None:
    found = site.crawled(tmp_path)
    assert len(found) >= 0.95 * len(NAMES), f"{len(found)} of {len(NAMES)}"


def test_a_page_size_that_links_name_is_used(tmp_path: Path) -> None:
    site = SmallSite(lambda query: NAMES if not query else words(query), page_size=5, sizes="num")
    assert len(site.crawled(tmp_path)) == len(NAMES)
    assert sum("q=&" in url for url in site.asked) <= 12, "not 30 pages of 5"


@pytest.mark.parametrize("preset", ["1999-12-31", "amber"])
def test_a_box_that_is_filled_in_hides_no_records(preset: str, tmp_path: Path) -> None:
    def found(query: str) -> list[str]:
        return words(query)

    site = SmallSite(found, beside=f'<input name="more" value="{preset}">', page_size=200)
    assert len(site.crawled(tmp_path)) >= 0.95 * len(NAMES)


def test_menus_show_records_that_words_do_not_lead_to(tmp_path: Path) -> None:
    """Half of the names share no word with the other half, and none with the form's page."""
    stones = [
        "agate",
        "beryl",
        "garnet",
        "jade",
        "onyx",
        "opal",
        "pearl",
        "ruby",
        "topaz",
        "zircon",
    ]
    jewels = [f"{one} {other}" for one in stones for other in ("ring", "brooch", "crown", "seal")]
    kinds = {"animals": NAMES[:50], "jewels": jewels}
    menu = "".join(f"<option>{kind}</option>" for kind in kinds)
    form = FORM.format("", f"<select name=kind><option value=''>All</option>{menu}</select>")

    def answers(request: Request) -> Response:
        parts = urlsplit(request.url)
        sent = {name: values[0] for name, values in parse_qs(parts.query).items()}
        words, kind, page = sent.get("q", ""), sent.get("kind", ""), int(sent.get("page", 1))
        of_kind = kinds[kind] if kind in kinds else [*NAMES[:50], *jewels]
        found = [name for name in of_kind if words in name.split()] if words else of_kind
        if parts.path != "/search" or not (words or kind):
            status = 200 if parts.path in {"/", "/search"} else 404
            return html(request, f"<h1>Names</h1><p>All that is amber</p>{form}", status)
        rows = "".join(
            f"<li><a href=/name/{name.replace(' ', '-')}>{name}</a> <p>A name</p></li>"
            for name in found[10 * page - 10 : 10 * page]
        )
        following = f"/search?q={words}&kind={kind}&page={page + 1}"
        more = f"<a href='{following}'>Next page</a>" if found[10 * page :] else ""
        return html(request, f"<h1>Names</h1>{form}<ul>{rows}</ul>{more}" if rows else "No names")

    settings = project_settings(tmp_path, ANSWERS=answers)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    store.close()
    assert titles >= {*NAMES[:50], *jewels}


def test_lists_in_frames_are_read(tmp_path: Path) -> None:
    """A frameset without a search: its menu leads to lists."""
    coins = {n: NAMES[n::5] for n in range(5)}

    def answers(request: Request) -> Response:
        parts = urlsplit(request.url)
        number = parse_qs(parts.query).get("id", ["0"])[0]
        if parts.path == "/":
            frames = "<frame src=/menu name=menu><frame src=/start name=main>"
            return html(request, f"<frameset cols='190,*'>{frames}</frameset>")
        if parts.path == "/menu":
            kings = "".join(f"<a href='/king?id={n}'>King {n}</a><br>" for n in coins)
            return html(request, f"<h3>Menu</h3>{kings}")
        if parts.path == "/king":
            rows = "".join(
                f"<li><a href='/coin?nr={10 * n + int(number)}'>{name}</a> <p>A coin</p></li>"
                for n, name in enumerate(coins[int(number)])
            )
            return html(request, f"<h3>Coins of king {number}</h3><ul>{rows}</ul>")
        return html(request, "<p>Welcome</p>", 200 if parts.path in {"/start", "/coin"} else 404)

    settings = project_settings(tmp_path, ANSWERS=answers)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    store.close()
    assert titles >= set(NAMES)
