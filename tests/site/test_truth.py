"""What truth.py says of a style is what the site does."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import pytest

from tests.site import LINK_STYLES, SURFACING_STYLES, Site, Style, used_books
from tests.site.addresses import record_id
from tests.site.browser import Reply, fetch, get, submit
from tests.site.controls import Choice, Flag, Presents, Range, Steps, Typed, Words, names_of
from tests.site.truth import (
    arguments,
    dependent_inputs,
    meaning,
    pairs,
    required_inputs,
    roles,
)

BOOKS = used_books(1200)
_LOOKED_AT = 40


def _links(reply: Reply, host: str) -> list[str]:
    """Those that lead on, and of those to records the first."""
    hrefs = [urljoin(reply.url, href) for href in reply.find("//a/@href").getall()]
    own = [url for url in dict.fromkeys(hrefs) if urlsplit(url).netloc == host]
    return [u for u in own if not record_id(u)] + [u for u in own if record_id(u)][:1]


def _seen(live: Site) -> list[str]:
    """Links of a result page, and of some of the pages that it leads to."""
    host = urlsplit(live.url).netloc
    seen = _links(submit(live, **{live.style.query_name: "the"}), host)
    searches = [u for u in seen if meaning(live.style, BOOKS, u)[0] == "search"]
    for url in searches[:: len(searches) // 12 or 1]:
        seen += _links(fetch(url), host)
    return list(dict.fromkeys(seen))


def _without(url: str, name: str) -> str:
    address = urlsplit(url)
    kept = [pair for pair in parse_qsl(address.query) if pair[0] != name]
    return address._replace(query=urlencode(kept), fragment="").geturl()


@pytest.fixture(params=LINK_STYLES)
def live(request: pytest.FixtureRequest) -> Iterator[Site]:
    style = replace(LINK_STYLES[request.param], churn=0.0, unstable=0.0)
    with Site(BOOKS, style) as live:
        yield live


def test_arguments_do_what_they_are_said_to_do(live: Site) -> None:
    told = arguments(live.style)
    examples: dict[str, str] = {}
    for url in _seen(live):
        for name, _ in parse_qsl(urlsplit(url).query):
            examples.setdefault(name, url)
    if live.style.query_path:
        examples.setdefault(live.style.query_name, "")
    assert set(told) - set(live.style.controls and roles(live.style)) <= set(examples) <= set(told)
    for name, role in told.items():
        if url := examples.get(name, ""):
            _check_role(live, url, name, role)


def _check_role(live: Site, url: str, name: str, role: str) -> None:
    with_it, without = (meaning(live.style, BOOKS, u) for u in (url, _without(url, name)))
    assert (with_it == without) == (role in ("tracking", "presentation")), (name, role)
    if record_id(url):
        return
    shown = fetch(url).ids, fetch(_without(url, name)).ids
    match role:
        case "tracking":
            assert shown[0] == shown[1]
        case "query":
            assert shown[0] != shown[1]
        case "page" | "selection":
            assert shown[0] != shown[1] or not shown[0]
        case "presentation":
            assert set(shown[0]) <= set(shown[1]) or len(shown[1]) == live.style.page_size


def test_meanings_tell_pages_apart(live: Site) -> None:
    """Addresses that mean the same show the same records, unless another order is asked for."""
    shown: dict[tuple[object, ...], set[tuple[str, ...]]] = {}
    presenting = {name for name, role in arguments(live.style).items() if role == "presentation"}
    seen = _seen(live)
    for url in seen[:: len(seen) // _LOOKED_AT or 1]:
        told = meaning(live.style, BOOKS, url)
        if told[0] == "search" and not presenting & dict(parse_qsl(urlsplit(url).query)).keys():
            ids = tuple(fetch(url.partition("#")[0]).ids)
            shown.setdefault(told, set()).add(ids)
    assert len(shown) > 1
    assert all(len(ids) == 1 for ids in shown.values())


def test_order_of_facets_has_no_meaning() -> None:
    style = Style(facets=("subject", "language"), facet_style="slugs")
    both = (
        meaning(style, BOOKS, f"/search/{slugs}?q=the")
        for slugs in ("music,french", "french,music")
    )
    assert len(set(both)) == 1
    assert meaning(style, BOOKS, "/item/b1?ref=x") == ("item", "b1")
    assert meaning(style, BOOKS, "/about") == ("other", "/about")


@pytest.mark.parametrize("name", SURFACING_STYLES)
def test_roles_name_every_input(name: str) -> None:
    style = SURFACING_STYLES[name]
    with Site(BOOKS, style) as live:
        form = get(live, "/").search_form
        names = form.xpath(".//*[self::input[not(@type='hidden')] or self::select]/@name").getall()
    assert dict.fromkeys(names) == dict.fromkeys(roles(style))
    assert required_inputs(style) <= set(names)
    assert set(dependent_inputs(style).values()) <= set(names)


def test_roles() -> None:
    controls = (
        Choice("c", "subject"),
        Flag("f", "format", "Hardcover"),
        Steps("s", "price", (1, 2)),
        Range("lo", "hi", "price", "price"),
        Typed("t", "zip"),
        Words("w", "title"),
        Presents("p", "sort"),
    )
    assert [names_of(control)[0] for control in controls] == ["c", "f", "s", "lo", "t", "w", "p"]
    style = Style(controls=controls, required=("q",), hidden={"v": "1"})
    assert roles(style) == {
        "q": "keyword",
        "c": "selection",
        "f": "selection",
        "s": "monotonic",
        "lo": "range",
        "hi": "range",
        "t": "typed as zip",
        "w": "keyword",
        "p": "presentation",
    }
    assert required_inputs(style) == {"q"}
    assert arguments(style) == {
        "q": "query",
        **dict.fromkeys(("c", "f", "s", "lo", "hi", "t"), "selection"),
        "w": "query",
        "p": "presentation",
        "page": "page",
    }


@pytest.mark.parametrize(
    ("name", "required"),
    [
        ("menus-1", {"subject"}),
        ("menus-2", set()),
        ("isbn", {"isbn"}),
        ("dependent", {"state"}),
        ("dependent-refused", {"state", "city"}),
        ("required-error", {"pub"}),
        ("number-range", set()),
        ("presents-only", set()),
    ],
)
def test_required_inputs(name: str, required: set[str]) -> None:
    assert required_inputs(SURFACING_STYLES[name]) == required


def test_pairs_are_what_facets_tell() -> None:
    style = Style(facets=("subject", "price"), ranges={"price": (10, 50)})
    told = pairs(style, BOOKS)
    book = BOOKS.records[3]
    assert {p for p in told if p[0] == book.id} == {
        (book.id, "Subject", book.attributes["subject"]),
        (book.id, "Price", _range_of(float(book.attributes["price"]))),
    }
    assert len(told) >= 2 * len(BOOKS)


def _range_of(price: float) -> str:
    return "Under 10" if price <= 10 else "10 to 50" if price <= 50 else "50 and above"
