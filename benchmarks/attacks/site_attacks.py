"""Hostile sites: a shop of 200 books that is searched by words, each with one trick of its own.

A site is a function that changes what the shop answers. Record 17 is ``/item/17``; what a site
invents has higher numbers, or other paths.
"""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import parse_qsl, quote, urlsplit

RECORDS = 200
PER_PAGE = 10
WORDS = (
    "amber", "anchor", "apple", "autumn", "bamboo", "basket", "beacon", "birch", "blossom",
    "bridge", "candle", "canyon", "castle", "cedar", "chapel", "cherry", "circle", "cloud",
    "copper", "coral", "crystal", "dawn", "desert", "dragon", "eagle", "ember", "falcon",
    "feather", "fern", "flame", "forest", "fountain", "garden", "glacier", "granite", "harbor",
    "harvest", "hazel", "heron", "horizon", "island", "ivory", "jasmine", "journey", "juniper",
    "lagoon", "lantern", "lavender", "legend", "lemon", "lily", "linen", "lotus", "maple",
    "marble", "meadow", "midnight", "mirror", "mountain", "night", "ocean", "olive", "orchard",
    "orchid", "oyster", "palace", "pearl",
)  # fmt: skip
FORM = '<form action="/search"><input type="search" name="q"><button>Search</button></form>'


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the path, its arguments, and how many requests came before it."""

    path: str
    arguments: Mapping[str, str]
    number: int

    @property
    def word(self) -> str:
        return self.arguments.get("q", "").lower()

    @property
    def page(self) -> int:
        told = self.arguments.get("page", "1")
        return int(told) if told.isdigit() else 1


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer; a body in parts is sent as it comes, without a length."""

    body: str | bytes | Iterable[bytes] = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)

    def with_headers(self, *more: tuple[str, str]) -> Answered:
        return replace(self, headers=(*self.headers, *more))


def _title(number: int) -> str:
    rng = random.Random(number)
    return " ".join(rng.sample(WORDS, 3)).title()


TITLES = [_title(number) for number in range(RECORDS)]


@dataclass(slots=True)
class Shop:
    """The honest shop; what differs on a hostile one are its functions."""

    more: str = ""
    """Stands on every page."""
    links: dict[str, str] = field(default_factory=dict)

    def answer(self, asked: Asked) -> Answered:
        path = asked.path
        if path == "/":
            return self.page(f"<h1>Books</h1><p>Books such as {TITLES[0]}, {TITLES[7]}.</p>")
        if path == "/search":
            return self.results(asked)
        if path.startswith("/item/") and path[6:].isdigit() and int(path[6:]) < RECORDS:
            return self.page(f"<h1>{TITLES[int(path[6:])]}</h1><p>Price 12.50 EUR</p>")
        return Answered("<html><body>Not found</body></html>", 404)

    def results(self, asked: Asked) -> Answered:
        found = self.found(asked)
        start = (asked.page - 1) * PER_PAGE
        shown = found[start : start + PER_PAGE]
        items = [self.item(number, asked) for number in shown]
        following = self.next_page(asked) if start + PER_PAGE < len(found) else ""
        return self.listed(asked, items, following)

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        said = f"<ul>{''.join(items)}</ul>{following}" if items else "<p>No books found.</p>"
        return self.page(f"<h1>Results for {escape(asked.word)}</h1>{said}")

    def found(self, asked: Asked) -> list[int]:
        sought = {*asked.word.split()}
        return [n for n, t in enumerate(TITLES) if sought and sought <= {*t.lower().split()}]

    def item(self, number: int, asked: Asked) -> str:
        return (
            f'<li><a href="{self.address(number, asked)}">{self.title(number, asked)}</a>'
            f"<p>A book, {number % 9 + 5}.50 EUR, {1950 + number % 70}</p></li>"
        )

    def title(self, number: int, asked: Asked) -> str:
        return TITLES[number]

    def address(self, number: int, asked: Asked) -> str:
        return f"/item/{number}"

    def next_page(self, asked: Asked) -> str:
        return f'<a href="/search?q={quote(asked.word)}&page={asked.page + 1}">Next</a>'

    def page(self, inside: str) -> Answered:
        return Answered(
            f"<html><head><title>Books</title></head><body>{FORM}{inside}{self.more}</body></html>"
        )

    @staticmethod
    def record(address: str) -> int | None:
        """The record that an address names; None for what is invented."""
        path = urlsplit(address).path
        for step in path.replace(";", "/").split("/"):
            if step.isdigit() and int(step) < RECORDS and "/item/" in path:
                return int(step)
        return None


def _invented(key: str, number: int = PER_PAGE) -> list[str]:
    """Items that follow from a key: the same again when asked again."""
    rng = random.Random(key)
    made = ((rng.randint(10_000, 9_999_999), " ".join(rng.sample(WORDS, 3))) for _ in range(number))
    return [
        f'<li><a href="/item/{n}">{title.title()} {n}</a><p>A book, {n % 9}.50 EUR</p></li>'
        for n, title in made
    ]


class SessionArgument(Shop):
    def address(self, number: int, asked: Asked) -> str:
        return f"/item/{number}?sid={random.Random(asked.number).randbytes(16).hex()}"

    def next_page(self, asked: Asked) -> str:
        return Shop.next_page(self, asked).replace("&page", f"&sid={asked.number:032x}&page")


class SessionSemicolon(Shop):
    def address(self, number: int, asked: Asked) -> str:
        return f"/item/{number};jsessionid={random.Random(asked.number).randbytes(12).hex()}"


class SessionStep(Shop):
    """As ASP.NET without cookies writes it."""

    def answer(self, asked: Asked) -> Answered:
        path = asked.path
        if path.startswith("/(S("):
            asked = replace(asked, path="/" + path.split("/", 2)[2])
        return Shop.answer(self, asked)

    def address(self, number: int, asked: Asked) -> str:
        return f"/(S({random.Random(asked.number).randbytes(12).hex()}))/item/{number}"


class NonceArgument(Shop):
    """Another time in each address: ``?ts=``, which no list of session names holds."""

    def address(self, number: int, asked: Asked) -> str:
        return f"/item/{number}?zq={1_700_000_000_000 + asked.number * 37 + number}"


class Slugs(Shop):
    """Another slug behind the number each time."""

    def address(self, number: int, asked: Asked) -> str:
        slug = "-".join(random.Random(asked.number * 1000 + number).sample(WORDS, 3))
        return f"/item/{number}/{slug}"


class Adverts(Shop):
    """Three adverts among the results of each answer, never the same."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        ads = _invented(f"ad {asked.number}", 3)
        return Shop.listed(self, asked, ads[:2] + items + ads[2:] if items else [], following)


class AdvertsFewShown(Shop):
    """Adverts from a pool of 1,500, at addresses of their own, two an answer."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        rng = random.Random(asked.number)
        pool = [rng.randint(20_000, 21_500) for _ in range(2)]
        ads = [
            f'<li><a href="/offer/{n}">{_title(n)} {n}</a><p>Sponsored, 9.90 EUR</p></li>'
            for n in pool
        ]
        return Shop.listed(self, asked, ads + items if items else [], following)


class YouMayAlsoLike(Shop):
    """Four other books below the results."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        also = random.Random(asked.number).sample(range(RECORDS), 4)
        shown = "".join(self.item(n, asked) for n in also)
        below = f"<div><h3>You may also like</h3><ul>{shown}</ul></div>"
        return Shop.listed(self, asked, items, following + below if items else "")


class EndlessNext(Shop):
    """The results of a word, and then invented ones without end."""

    def results(self, asked: Asked) -> Answered:
        found = self.found(asked)
        start = (asked.page - 1) * PER_PAGE
        items = [self.item(n, asked) for n in found[start : start + PER_PAGE]]
        if not found:
            return self.listed(asked, [])
        items += _invented(f"{asked.word} {asked.page}", PER_PAGE - len(items))
        return self.listed(asked, items, self.next_page(asked))


class EveryWord(Shop):
    """Each word finds a page of invented books, always the same."""

    def results(self, asked: Asked) -> Answered:
        real = [self.item(n, asked) for n in self.found(asked)[:PER_PAGE]]
        return self.listed(asked, real + _invented(asked.word, PER_PAGE - len(real)))


class EveryWordAnew(Shop):
    """Each word finds invented books, others whenever it is asked."""

    def results(self, asked: Asked) -> Answered:
        real = [self.item(n, asked) for n in self.found(asked)[:PER_PAGE]]
        return self.listed(asked, real + _invented(f"{asked.number}", PER_PAGE - len(real)))


class NamedAfterTheWord(Shop):
    """Each word finds books that are called after it."""

    def results(self, asked: Asked) -> Answered:
        word, rng = escape(asked.word), random.Random(asked.word)
        items = [
            f'<li><a href="/item/{rng.randint(10**4, 10**7)}">{word} {other}</a><p>A book</p></li>'
            for other in rng.sample(WORDS, PER_PAGE)
        ]
        return self.listed(asked, items if word else [])


class EndlessLists(Shop):
    """Categories in categories, each with invented books."""

    def answer(self, asked: Asked) -> Answered:
        if not asked.path.startswith("/c/"):
            return Shop.answer(self, asked)
        below = "".join(f'<li><a href="{asked.path}{w}/">{w} books</a></li>' for w in WORDS[:5])
        items = "".join(_invented(asked.path))
        return self.page(f"<ul>{below}</ul><h2>Books</h2><ul>{items}</ul>")


class Calendar(Shop):
    """Days without end, each with a list of events."""

    def answer(self, asked: Asked) -> Answered:
        if asked.path != "/calendar":
            return Shop.answer(self, asked)
        day = int(asked.arguments.get("day", "0") or 0)
        days = "".join(f'<td><a href="/calendar?day={day + n}">{n}</a></td>' for n in range(1, 29))
        items = "".join(
            f'<li><a href="/event/{day}-{n}">Event {n} of day {day}</a></li>' for n in range(6)
        )
        month = f'<a href="/calendar?day={day + 30}">Next month</a>'
        return self.page(f"<table><tr>{days}</tr></table>{month}<ul>{items}</ul>")


class GrowingPaths(Shop):
    """Relative links that lead ever deeper; every address answers."""

    def answer(self, asked: Asked) -> Answered:
        if asked.path.startswith("/deep/"):
            links = "".join(f'<a href="{w}/">{w}</a> ' for w in WORDS[:8])
            return self.page(f"<p>{links}</p>")
        return Shop.answer(self, asked)


class GrowingQueries(Shop):
    """Each page adds an argument to its links."""

    def answer(self, asked: Asked) -> Answered:
        if asked.path == "/more":
            said = "&".join(f"{name}={value}" for name, value in asked.arguments.items())
            links = "".join(f'<a href="/more?{said}&a{n}={n}">Part {n}</a> ' for n in range(9))
            return self.page(f"<p>{links}</p>")
        return Shop.answer(self, asked)


class ChangingForm(Shop):
    """The box has another name on each page."""

    count = 0

    def page(self, inside: str) -> Answered:
        ChangingForm.count += 1
        form = FORM.replace('name="q"', f'name="q{ChangingForm.count}"')
        other = Shop.page(self, inside)
        assert isinstance(other.body, str)
        return replace(other, body=other.body.replace(FORM, form))

    def answer(self, asked: Asked) -> Answered:
        said = {name: v for name, v in asked.arguments.items() if name[:1] == "q"}
        arguments = {**asked.arguments, "q": next(iter(said.values()), "")}
        return Shop.answer(self, replace(asked, arguments=arguments))


class EndlessFacets(Shop):
    """Facets that lead to other facets."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        said = "".join(f"&{n}={v}" for n, v in asked.arguments.items() if n.startswith("f"))
        base, depth = f"/search?q={quote(asked.word)}{said}", len(asked.arguments)
        facets = "".join(
            f'<li><a href="{base}&f{depth}{n}={w}">{w} ({n + 3})</a></li>'
            for n, w in enumerate(WORDS[:9])
        )
        return Shop.listed(self, asked, items, following + f"<h4>Subject</h4><ul>{facets}</ul>")


class EndlessRedirects(Shop):
    """A search leads on and on, each time to another address."""

    def results(self, asked: Asked) -> Answered:
        step = int(asked.arguments.get("r", "0")) + 1
        target = f"/search?q={quote(asked.word)}&r={step}"
        return Answered("", 302, (("Location", target),)) if asked.word else self.listed(asked, [])


class RefreshLoop(Shop):
    """Each page sends the visitor on after 0 seconds."""

    def page(self, inside: str) -> Answered:
        other = Shop.page(self, inside)
        assert isinstance(other.body, str)
        ChangingForm.count += 1
        meta = f'<meta http-equiv="refresh" content="0;url=/?n={ChangingForm.count}">'
        return replace(other, body=other.body.replace("<title>", meta + "<title>"))


class Troubled(Shop):
    """One answer in five with status 200 is empty, cut, or calls itself something else."""

    def answer(self, asked: Asked) -> Answered:
        whole = Shop.answer(self, asked)
        rng = random.Random(f"trouble {asked.number}")
        if asked.path != "/search" or rng.random() >= 0.2 or not isinstance(whole.body, str):
            return whole
        match rng.randrange(3):
            case 0:
                return replace(whole, body="")
            case 1:
                return replace(whole, body=whole.body[: len(whole.body) // 2])
            case _:
                return replace(whole, headers=(("Content-Type", "application/octet-stream"),))


class Cookies(Shop):
    """Forty cookies of 3 kB with each answer; a request with over 16 kB of head is refused."""

    def answer(self, asked: Asked) -> Answered:
        cookies = (("Set-Cookie", f"c{n}_{asked.number % 7}={'x' * 3000}") for n in range(40))
        return Shop.answer(self, asked).with_headers(*cookies)


class OddCookies(Shop):
    """Cookies for other domains, with odd dates and control characters."""

    def answer(self, asked: Asked) -> Answered:
        return Shop.answer(self, asked).with_headers(
            ("Set-Cookie", "a=1; Domain=.com; Path=/"),
            ("Set-Cookie", "b=2; Domain=publicsuffix.org; Expires=Sat, 99 Foo 99999 99:99:99 GMT"),
            ("Set-Cookie", "c=\x01\x7f; Max-Age=1e400"),
            ("Set-Cookie", "=; =; ;;;"),
            ("Set-Cookie", "d=" + "%00" * 500 + "; Domain=127.0.0.1.; Secure; Priority=x"),
        )


class OddRobots(Shop):
    def answer(self, asked: Asked) -> Answered:
        if asked.path == "/robots.txt":
            said = "User-agent: *\nCrawl-delay: nan\nCrawl-delay: 1e400\nCrawl-delay: -7\n"
            rules = "".join(f"Disallow: /{'a*' * 30}{n}$\n" for n in range(8_000))
            maps = "".join(f"Sitemap: /map{n}.xml\n" for n in range(500))
            return Answered(said + rules + maps, 200, (("Content-Type", "text/plain"),))
        return Shop.answer(self, asked)


class RetryAfter(Shop):
    """Searches are put off for a thousand years after some answers."""

    def results(self, asked: Asked) -> Answered:
        if asked.number > 30:
            return Answered("busy", 503, (("Retry-After", "31536000000"),))
        return Shop.results(self, asked)


class EndlessSitemaps(Shop):
    """Each sitemap names other sitemaps and invented pages."""

    def answer(self, asked: Asked) -> Answered:
        if asked.path == "/robots.txt":
            return Answered("Sitemap: /sitemap0.xml\n", 200, (("Content-Type", "text/plain"),))
        if not asked.path.startswith("/sitemap"):
            return Shop.answer(self, asked)
        host = asked.arguments["host"]
        rng = random.Random(asked.path)
        maps = "".join(
            f"<sitemap><loc>http://{host}/sitemap{rng.randint(1, 10**9)}.xml</loc></sitemap>"
            for _ in range(20)
        )
        pages = "".join(
            f"<url><loc>http://{host}/item/{rng.randint(10**4, 10**9)}</loc></url>"
            for _ in range(100)
        )
        body = f"<sitemapindex>{maps}</sitemapindex><urlset>{pages}</urlset>"
        return Answered(body, 200, (("Content-Type", "application/xml"),))


class InventedSitemap(Shop):
    """One sitemap of 5,000 invented records, whose pages all answer."""

    def answer(self, asked: Asked) -> Answered:
        host = asked.arguments["host"]
        if asked.path == "/sitemap.xml":
            pages = "".join(
                f"<url><loc>http://{host}/item/{n}</loc></url>" for n in range(10_000, 15_000)
            )
            head = (("Content-Type", "application/xml"),)
            return Answered(f"<urlset>{pages}</urlset>", 200, head)
        if asked.path.startswith("/item/"):
            return self.page(f"<h1>{_title(asked.number)} book</h1><p>Price 3 EUR</p>")
        return Shop.answer(self, asked)


class SlowBodies(Shop):
    """Some searches drip a byte a second."""

    def results(self, asked: Asked) -> Answered:
        whole = Shop.results(self, asked)
        if asked.number % 5:
            return whole

        def drip() -> Iterator[bytes]:
            for _ in range(10_000):
                yield b"<p>"
                time.sleep(1)

        return replace(whole, body=drip())


class EndlessBodies(Shop):
    """Some searches are answered by links without end."""

    def results(self, asked: Asked) -> Answered:
        whole = Shop.results(self, asked)
        if asked.number % 5:
            return whole

        def flood() -> Iterator[bytes]:
            n = 0
            while True:
                n += 1
                yield "".join(f'<li><a href="/item/{n}{k}">x</a>' for k in range(5_000)).encode()

        return replace(whole, body=flood())


class Bombs(Shop):
    """Some searches are answered by 2 GB of spaces, packed."""

    packed = gzip.compress(gzip.compress(b" " * 300_000_000))

    def results(self, asked: Asked) -> Answered:
        whole = Shop.results(self, asked)
        if asked.number % 5:
            return whole
        head = (("Content-Encoding", "gzip, gzip"), ("Content-Type", "text/html"))
        return Answered(self.packed, 200, head)


class SoftErrors(Shop):
    """Every address that is not there shows the home page."""

    def answer(self, asked: Asked) -> Answered:
        said = Shop.answer(self, asked)
        return said if said.status == 200 else Shop.answer(self, replace(asked, path="/"))


class BoastedTotals(Shop):
    """Says that it has a trillion books on a trillion pages; page 9 shows page 1 again."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        said = f"<p>1-10 of {10**18:,} results, page {asked.page} of {10**12}</p>"
        return Shop.listed(self, asked, items, said + self.next_page(asked))

    def found(self, asked: Asked) -> list[int]:
        found = Shop.found(self, asked)
        start = (asked.page - 1) * PER_PAGE
        return found if start < len(found) else [0] * start + found


class InvisibleLetters(Shop):
    """The same titles, each time with other letters that cannot be seen; no addresses."""

    def item(self, number: int, asked: Asked) -> str:
        rng = random.Random(f"{asked.number} {number}")
        hidden = "".join(rng.choice("\u200b\u200c\u200d\ufeff\u2060\u00ad") for _ in range(4))
        title = TITLES[number].replace(" ", f"{hidden} {hidden}")
        return f"<li><b>{title}</b><p>A book, {number % 9 + 5}.50 EUR, number {number}</p></li>"


class LongAddresses(Shop):
    def address(self, number: int, asked: Asked) -> str:
        return f"/item/{number}?x={'y' * 3_900}"


class OddStatuses(Shop):
    """Some answers have statuses that nobody uses."""

    def results(self, asked: Asked) -> Answered:
        whole = Shop.results(self, asked)
        odd = (999, 204, 206, 304, 299, 226, 451, 418)
        if asked.number % 4:
            return whole
        return replace(whole, status=odd[asked.number // 4 % len(odd)])


class ShuffledPages(Shop):
    """Another order with each request, so that pages overlap."""

    def found(self, asked: Asked) -> list[int]:
        found = Shop.found(self, asked)
        random.Random(asked.number).shuffle(found)
        return found


class EndlessRelated(Shop):
    """Each answer proposes other queries, which are invented; each finds the same ten books."""

    def listed(self, asked: Asked, items: list[str], following: str = "") -> Answered:
        rng = random.Random(asked.number)
        other = "".join(
            f'<a href="/search?q={rng.choice(WORDS)}+{rng.randint(1, 10**6)}">people also ask</a> '
            for _ in range(20)
        )
        return Shop.listed(self, asked, items, f"{following}<p>{other}</p>")

    def found(self, asked: Asked) -> list[int]:
        first = asked.word.split()[:1]
        return Shop.found(self, replace(asked, arguments={"q": first[0] if first else ""}))


class ManyOptions(Shop):
    """A menu of 3,000 options, each of which finds invented books."""

    more = ""

    def page(self, inside: str) -> Answered:
        options = "".join(f"<option value={n}>Place {n}</option>" for n in range(3_000))
        form = FORM.replace("<button>", f"<select name=place>{options}</select><button>")
        other = Shop.page(self, inside)
        assert isinstance(other.body, str)
        return replace(other, body=other.body.replace(FORM, form))

    def results(self, asked: Asked) -> Answered:
        place = asked.arguments.get("place", "0")
        if place in {"", "0"}:
            return Shop.results(self, asked)
        return self.listed(asked, _invented(f"{place} {asked.word}"))


def _shop(links: str) -> Callable[[], Shop]:
    def made() -> Shop:
        return Shop(more=links)

    return made


SITE_ATTACKS: dict[str, Callable[[], Shop]] = {
    "plain": Shop,
    "session ids in arguments": SessionArgument,
    "session ids after semicolons": SessionSemicolon,
    "session ids in steps": SessionStep,
    "times in addresses": NonceArgument,
    "changing slugs": Slugs,
    "adverts": Adverts,
    "adverts of a pool": AdvertsFewShown,
    "you may also like": YouMayAlsoLike,
    "endless next pages": EndlessNext,
    "every word finds something": EveryWord,
    "every word finds something new": EveryWordAnew,
    "books named after the word": NamedAfterTheWord,
    "endless lists": lambda: EndlessLists(more='<a href="/c/all/">All books by subject</a>'),
    "calendar": lambda: Calendar(more='<a href="/calendar?day=1">Calendar</a>'),
    "growing paths": lambda: GrowingPaths(more='<a href="/deep/">Archive</a>'),
    "growing queries": lambda: GrowingQueries(more='<a href="/more?a=1">More</a>'),
    "changing form": ChangingForm,
    "endless facets": EndlessFacets,
    "endless redirects": EndlessRedirects,
    "refresh loop": RefreshLoop,
    "answers empty, cut or mislabelled": Troubled,
    "forty cookies of 3 kB": Cookies,
    "odd cookies": OddCookies,
    "odd robots.txt": OddRobots,
    "retry after a thousand years": RetryAfter,
    "endless sitemaps": EndlessSitemaps,
    "invented sitemap": InventedSitemap,
    "slow bodies": SlowBodies,
    "endless bodies": EndlessBodies,
    "packed bombs": Bombs,
    "soft errors": SoftErrors,
    "boasted totals": BoastedTotals,
    "invisible letters": InvisibleLetters,
    "long addresses": LongAddresses,
    "odd statuses": OddStatuses,
    "shuffled pages": ShuffledPages,
    "endless related queries": EndlessRelated,
    "a menu of 3,000 options": ManyOptions,
}


def asked(target: str, number: int, host: str) -> Asked:
    parts = urlsplit(target)
    return Asked(parts.path, dict(parse_qsl(parts.query)) | {"host": host}, number)
