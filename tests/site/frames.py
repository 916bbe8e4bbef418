"""What surrounds the content of a page: header, links, other forms, footer."""

import random
import time

from demosite.markup import NOTHING, Html, join, link, paragraph, tag, text
from demosite.search import Index
from tests.site.addresses import item_url
from tests.site.declarations import declared_in_body, declared_in_head
from tests.site.forms import beside_form, home_link, long_menu
from tests.site.style import Style

_ADVERTS = (
    "Sunny apartments by the sea, now half price",
    "Learn to play the harp in thirty days",
    "Comfortable boots for long walks",
    "Fresh bread delivered before breakfast",
    "Your old piano is worth more than you think",
)


def page(style: Style, index: Index, heading: str, main: Html, aside: Html = NOTHING) -> Html:
    """A whole page."""
    match style.frame:
        case "plain":
            body = _plain(style, index, main, aside)
        case "semantic":
            body = _semantic(style, index, main, aside)
        case "table":
            body = _tabular(style, index, main, aside)
    charset, title = tag("meta", charset=style.charset), tag("title", text(heading))
    head = tag("head", charset, title, declared_in_head(style))
    whole = tag("body", body, declared_in_body(style, index))
    return Html("<!DOCTYPE html>\n" + tag("html", head, whole, lang=style.language))


def nav_path(label: str) -> str:
    return "/" + label.lower().replace(" ", "-")


def _plain(style: Style, index: Index, main: Html, aside: Html) -> Html:
    parts = [
        tag("div", tag("h1", home_link(style)), _nav(style, "div", "span"), id="header"),
        _extras(style),
        tag("div", main, id="content"),
        tag("div", aside, id="side") if aside else NOTHING,
        _promoted(style, index),
        tag("div", _footer(style), id="footer"),
    ]
    return tag("div", join(parts), id="wrap")


def _semantic(style: Style, index: Index, main: Html, aside: Html) -> Html:
    header = tag("header", tag("strong", home_link(style)), _nav(style, "ul", "li"), _extras(style))
    side = tag("aside", aside, _promoted(style, index))
    return join([header, tag("main", main), side, tag("footer", _footer(style))])


def _tabular(style: Style, index: Index, main: Html, aside: Html) -> Html:
    top = tag("tr", tag("td", tag("font", home_link(style), size="5"), colspan="2"))
    left = tag("td", _nav(style, "p", "small"), aside, _promoted(style, index), width="200")
    middle = tag("tr", left, tag("td", _extras(style), main))
    bottom = tag("tr", tag("td", _footer(style), colspan="2"))
    return tag("center", tag("table", top, middle, bottom, width="760"))


def _nav(style: Style, outer: str, inner: str) -> Html:
    entries = [tag(inner, link(nav_path(label), label)) for label in style.nav]
    if style.calendar:
        entries.append(tag(inner, link("/calendar", "Calendar")))
    return tag(outer, join(entries), class_="menu")


def _extras(style: Style) -> Html:
    forms = [beside_form(which) for which in style.beside]
    return join([long_menu(), *forms] if style.long_menu else forms)


def _promoted(style: Style, index: Index) -> Html:
    records = index.catalogue.records
    if not (style.promoted and records):
        return NOTHING
    # Spread over the catalogue; the same on every page.
    step = max(1, len(records) // style.promoted)
    items = [
        tag("li", link(item_url(style, entry, place, "promoted"), entry.title))
        for place, entry in enumerate(records[::step][: style.promoted])
    ]
    return tag("div", paragraph("Recommended for you"), tag("ul", *items), class_="promo")


def _footer(style: Style) -> Html:
    parts = [paragraph(style.footer)]
    if style.noise:
        parts.append(paragraph(random.choice(_ADVERTS)))
        parts.append(tag("small", text(f"Page made at {time.time_ns()}")))
    return join(parts)
