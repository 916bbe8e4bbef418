"""Made-up sites' addresses with known truth: what each argument is for.

A shop of things with attributes is searched for words; each result page links to facets of what
was found, to other pages, sort orders, layouts, related queries, things and menus. A scheme says
how the site writes all that into addresses. Values follow the query, as on real sites: a page about
one topic shows the brands of that topic. Some attributes (condition, price range) are the same on
all pages, which misleads prevalence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from deepweb.read.links.query_place import PageLinks
from deepweb.read.links.roles import ComparedPage

TOPICS = 40
WORDS_A_TOPIC = 4
BRANDS, COLORS, CATEGORIES = 240, 14, 90
BRANDS_A_TOPIC = 9

Choice = tuple[tuple[str, str], ...]
"""What an address selects and how it shows it: pairs of a truth name and a value."""


@dataclass(frozen=True)
class Scheme:
    """How a site writes its addresses."""

    name: str
    query: str = "q"
    facets: Mapping[str, str] = field(default_factory=dict)
    """brand, color, category, condition, price, stock: what the site calls them."""
    codes: bool = False
    """Values are numbers, not words."""
    page: str = "page"
    page_step: int = 1
    page_first: int = 1
    cursor: bool = False
    sort: str = "sort"
    sorts: Sequence[str] = ("price_asc", "price_desc", "newest")
    view: str = ""
    size: str = ""
    tracking: Mapping[str, str] = field(default_factory=dict)
    """Name to kind: source, session, click, time, position, referrer, constant."""
    write: str = "query"
    """query, packed, repeated, brackets, path-key, path-steps, path-list, semicolon, matrix."""
    query_in_path: bool = False
    echoes_empty: bool = False
    shuffled: bool = False
    """Facets come in the order of choosing."""
    host: str = "shop.example.org"


USUAL = {"brand": "brand", "color": "color", "category": "cat"}
SCHEMES: tuple[Scheme, ...] = (
    Scheme("buy", "qu", {"brand": "mfgid", "category": "cat"}, codes=True, sorts="1234",
           tracking={"from": "source"}),
    Scheme("offset", "query", USUAL, page="start", page_step=20, page_first=0, size="num"),
    Scheme("packed", "k", {"brand": "p_89", "category": "n", "price": "p_36"}, write="packed",
           sort="s", sorts=("price-asc-rank", "price-desc-rank", "date-desc-rank"),
           tracking={"qid": "time", "ref": "source"}, shuffled=True),
    Scheme("repeated", "search", USUAL, write="repeated", view="view", shuffled=True),
    Scheme("brackets", "keys", USUAL, write="brackets", page_first=0, sort="order",
           sorts=("asc", "desc"), shuffled=True),
    Scheme("path-key", "q", {**USUAL, "condition": "condition"}, write="path-key", shuffled=True),
    Scheme("path-steps", "q", {"brand": "maker", "color": "hue", "category": "kind"},
           write="path-steps", shuffled=True, page="p"),
    Scheme("path-list", "s", {"brand": "", "color": ""}, write="path-list", shuffled=True),
    Scheme("semicolon", "q", USUAL, write="semicolon", sort="order_by", size="limit"),
    Scheme("matrix", "p", USUAL, write="matrix", page="b", page_step=10, page_first=1,
           tracking={"fr2": "constant", "_ylt": "click"}),
    Scheme("opaque", "x1", {"brand": "a7", "color": "c3", "category": "d9"}, codes=True,
           page="z4", sort="k2", sorts="123", tracking={"w8": "source", "h6": "click"}),
    Scheme("opaque-words", "x1", {"brand": "a7", "color": "c3", "category": "d9"},
           page="z4", page_step=15, page_first=0, sort="k2", tracking={"w8": "session"}),
    Scheme("session", "q", USUAL, size="pagesize", tracking={"zid": "session", "ts": "time"}),
    Scheme("german", "suchbegriff", {"brand": "marke", "color": "farbe", "category": "rubrik"},
           page="seite", sort="sortierung", sorts=("preis_auf", "preis_ab", "neu"), view="ansicht"),
    Scheme("spanish", "buscar", {"brand": "marca", "color": "colores", "category": "categoria"},
           page="pagina", sort="ordenar", sorts=("precio", "fecha", "nombre"), size="porpagina"),
    Scheme("clicks", "q", USUAL, tracking={"ck": "click", "pos": "position", "rf": "referrer"}),
    Scheme("query-in-path", "", USUAL, query_in_path=True, write="path-key", shuffled=True),
    Scheme("global", "q", {**USUAL, "condition": "condition", "price": "price", "stock": "instock"},
           sort="sortBy", view="display"),
    Scheme("magento", "q", {"category": "cat", "brand": "manufacturer", "price": "price"},
           codes=True, page="p", sort="product_list_order", sorts=("name", "price", "position"),
           view="product_list_mode", size="product_list_limit"),
    Scheme("cursor", "q", USUAL, page="after", cursor=True, sort="o", sorts=("asc", "desc")),
    Scheme("echoing", "q", USUAL, echoes_empty=True, tracking={"btn": "constant"}),
    Scheme("ebay", "_nkw", {"category": "_sacat", "brand": "Brand", "price": "_udhi"}, page="_pgn",
           sort="_sop", sorts=("1", "2", "10", "15"), view="_dmd", size="_ipg",
           tracking={"_trksid": "source", "_from": "constant", "rt": "constant"}),
)  # fmt: skip


def nameless(scheme: Scheme) -> Scheme:
    """The same site with names that say nothing."""
    names = iter(f"{letter}x{at}" for at, letter in enumerate("jgvhbqzwdyfujgvhbqzw"))
    return replace(
        scheme,
        name=f"{scheme.name}, nameless",
        query=next(names) if scheme.query else "",
        facets={attribute: next(names) if n else "" for attribute, n in scheme.facets.items()},
        page=next(names),
        sort=next(names),
        view=next(names) if scheme.view else "",
        size=next(names) if scheme.size else "",
        tracking={next(names): kind for kind in scheme.tracking.values()},
    )


@dataclass(frozen=True)
class TruthSite:
    """Pages of a site, and the truth about their links."""

    name: str
    pages: Sequence[PageLinks]
    roles: Mapping[str, str]
    """Of each argument that the links have."""
    selects: Mapping[str, Any]
    """Of each second-level URL, what it selects."""
    shown: Callable[[str], ComparedPage]
    """What the page at an address shows."""


def site(scheme: Scheme, pages: int = 60, seed: int = 0) -> TruthSite:
    """Result pages of a site, mostly of queries, some of facets and later pages."""
    writer = _Writer(scheme, random.Random(f"{scheme.name} {seed}"))
    made = [writer.page() for _ in range(pages)]
    return TruthSite(scheme.name, made, writer.roles(), writer.selects, writer.shown)


class _Writer:
    def __init__(self, scheme: Scheme, chance: random.Random) -> None:
        self.scheme, self.chance = scheme, chance
        self.selects: dict[str, Choice] = {}
        self._all: dict[str, Choice] = {}
        self._clock = 1_700_000_000
        self._brands = [chance.sample(range(BRANDS), BRANDS_A_TOPIC) for _ in range(TOPICS)]
        self._categories = [chance.sample(range(CATEGORIES), 4) for _ in range(TOPICS)]

    def page(self) -> PageLinks:
        chance, topic = self.chance, self.chance.randrange(TOPICS)
        self._clock += chance.randrange(5, 90)
        self._session = f"{chance.getrandbits(64):016x}"
        self._place = 0
        query = f"thing{topic} {'abcd'[chance.randrange(WORDS_A_TOPIC)]}word"
        last = min(12, 1 + int(chance.expovariate(0.25)))
        shown: Choice = (("query", query),)
        options = dict(self._options(topic))
        if chance.random() < 0.2:
            attribute = chance.choice(sorted(options))
            shown += ((attribute, chance.choice(options[attribute])),)
        here = chance.randrange(2, last + 1) if last > 1 and chance.random() < 0.15 else 1
        url = self._url(shown, here, {}, first=True)
        links = list(self._links(shown, here, last, options))
        following = self._url(shown, here + 1, {}) if here < last else ""
        return PageLinks(url, links, following)

    def _links(
        self, shown: Choice, here: int, last: int, options: Mapping[str, Sequence[str]]
    ) -> Iterator[str]:
        scheme, query = self.scheme, shown[0][1]
        for at in range(30):
            yield f"https://{scheme.host}/about/{at}?menu=top"
        for _ in range(20):
            yield f"https://{scheme.host}/thing/{self.chance.randrange(90_000)}?list=1"
        chosen = {name for name, _ in shown}
        for attribute, values in options.items():
            for value in values if attribute not in chosen else ():
                yield self._url(self._chosen(shown, (attribute, value)), 1, {})
        for number in range(1, min(last, here + 9) + 1):
            if number != here:
                yield self._url(shown, number, {})
        yield from (self._url(shown, 1, {"sort": value}) for value in scheme.sorts)
        if scheme.view:
            yield from (self._url(shown, 1, {"view": value}) for value in ("grid", "list"))
        if scheme.size:
            yield from (self._url(shown, 1, {"size": value}) for value in ("24", "48", "96"))
        for at in range(4):
            yield self._url((("query", f"{query} {'wxyz'[at]}more"),), 1, {})

    def _chosen(self, shown: Choice, pair: tuple[str, str]) -> Choice:
        more = [*shown[1:], pair]
        if self.scheme.shuffled:
            self.chance.shuffle(more)
        return (shown[0], *more)

    def _options(self, topic: int) -> Iterator[tuple[str, Sequence[str]]]:
        made: Mapping[str, Callable[[], Sequence[str]]] = {
            "brand": lambda: [f"maker{b}" for b in self._some(self._brands[topic], 0.7)],
            "category": lambda: [f"shelf{c}" for c in self._some(self._categories[topic], 0.8)],
            "color": lambda: [f"hue{c}" for c in self._some(range(COLORS), 0.08)],
            "condition": lambda: ["new", "used", "refurbished"],
            "price": lambda: ["0-25", "25-50", "50-100", "100-200"],
            "stock": lambda: ["1"],
        }
        for attribute in self.scheme.facets:
            if values := made[attribute]():
                yield attribute, values

    def _some(self, values: Sequence[int], share: float) -> list[int]:
        return [value for value in values if self.chance.random() < share]

    def _url(
        self, shown: Choice, page: int, presented: Mapping[str, str], first: bool = False
    ) -> str:
        scheme = self.scheme
        pairs: list[tuple[str, str]] = []
        if page > 1 or (scheme.page_first == 0 and presented == {} and self.chance.random() < 0.3):
            pairs.append((scheme.page, self._page_value(page)))
        names = {"sort": scheme.sort, "view": scheme.view, "size": scheme.size}
        pairs += [(names[kind], value) for kind, value in presented.items()]
        facets = [(scheme.facets[n], self._coded(v)) for n, v in shown[1:]]
        if not first:
            pairs += [(name, self._tracked(kind)) for name, kind in scheme.tracking.items()]
        if scheme.echoes_empty:
            given = {name for name, _ in facets}
            pairs += [(name, "") for name in scheme.facets.values() if name not in given]
        url = _written(scheme, shown[0][1], facets, pairs)
        self._all[url] = (shown[0], *sorted(shown[1:]))
        if not first:
            self.selects[url] = self._all[url]
        return url

    def shown(self, url: str) -> ComparedPage:
        """Records that nothing else selects."""
        return ComparedPage(tuple(f"{self._all[url]} {at}" for at in range(3)))

    def _page_value(self, page: int) -> str:
        if self.scheme.cursor:
            return f"{random.Random(page).getrandbits(96):024x}" + "g9Zq" * 2
        return str((page - 1) * self.scheme.page_step + self.scheme.page_first)

    def _coded(self, value: str) -> str:
        digits = "".join(filter(str.isdecimal, value))
        is_coded = self.scheme.codes and digits and digits != value
        return f"{int(digits) * 7 + 1000}" if is_coded else value

    def _tracked(self, kind: str) -> str:
        self._place += 1
        made: Mapping[str, Callable[[], str]] = {
            "source": lambda: self.chance.choice(("nav_1", "nav_2", "left", "top")),
            "session": lambda: self._session,
            "click": lambda: f"{self.chance.getrandbits(80):020x}",
            "time": lambda: str(self._clock),
            "position": lambda: str(self._place // len(self.scheme.tracking) + 1),
            "referrer": lambda: f"/search/{self._session[:3]}",
            "constant": lambda: "R40",
        }
        return made[kind]()

    def roles(self) -> dict[str, str]:
        scheme, inside = self.scheme, {"packed": "rh:{}", "brackets": "f[]:{}"}
        inside |= {"path-key": "/{}", "path-steps": "/{}", "repeated": "{}[]", "matrix": ";{}"}
        facet = inside.get(scheme.write, "{}")
        roles = {facet.format(name): "selection" for name in scheme.facets.values() if name}
        if scheme.query:
            roles[scheme.query] = "query"
        for name in (scheme.sort, scheme.view, scheme.size):
            if name:
                roles[name] = "presentation"
        return {**roles, scheme.page: "page", **dict.fromkeys(scheme.tracking, "tracking")}


def _written(
    scheme: Scheme, query: str, facets: Sequence[tuple[str, str]], pairs: list[tuple[str, str]]
) -> str:
    """The address, in the way of the scheme."""
    path, matrix = "/search", ""
    if scheme.query_in_path:
        path += f"/{quote(query)}"
    else:
        pairs = [(scheme.query, query), *pairs]
    if facets and scheme.write == "packed":
        pairs.append(("rh", ",".join(f"{name}:{value}" for name, value in facets)))
    elif scheme.write == "brackets":
        pairs += [(f"f[{at}]", f"{name}:{value}") for at, (name, value) in enumerate(facets)]
    elif scheme.write == "repeated":
        pairs += [(f"{name}[]", value) for name, value in facets]
    elif scheme.write == "path-key":
        path += "".join(f"/{name}-{quote(value, safe='')}" for name, value in facets)
    elif scheme.write == "path-steps":
        path += "".join(f"/{name}/{quote(value, safe='')}" for name, value in facets)
    elif facets and scheme.write == "path-list":
        path += "/" + ",".join(quote(value, safe="") for _, value in facets)
    elif scheme.write == "matrix":
        matrix = "".join(f";{name}={quote(value, safe='')}" for name, value in facets)
    else:
        pairs += facets
    written = urlencode(pairs)
    if scheme.write == "semicolon":
        written = written.replace("&", ";")
    return f"https://{scheme.host}{path}{matrix}" + (f"?{written}" if written else "")
