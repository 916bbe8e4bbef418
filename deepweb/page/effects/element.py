"""What does an element that is clicked say that it does?"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import islice, takewhile
from urllib.parse import parse_qsl, unquote

from lxml.etree import LxmlError
from lxml.html import HtmlElement, fragment_fromstring

from deepweb.page.effects.address import acting_address
from deepweb.page.effects.beside import told_of_link, told_of_results
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.names import acting_icon, acting_script
from deepweb.page.effects.spelling import latin, tokens_of
from deepweb.page.page import Page, clicked_target, link_target, short_text

MAX_LINKS = 5_000  # links of a page that are judged
MAX_TEXT = 150  # characters of its text
MAX_MARKUP = 4_000  # characters of the HTML of a button
MIN_SLUG = 3  # words of an address that begin a longer title
MIN_TITLE = 4  # words of a title that its address repeats
MAX_PARTS = 12  # elements inside it that may be its icon
# Attributes by which scripts send something else than a plain request for a page.
_METHODS = ("data-method", "data-turbo-method", "data-http-method", "formmethod", "hx-method")
_SENDING = ("hx-post", "hx-put", "hx-patch", "hx-delete", "data-post", "data-delete", "ic-post-to",
            "data-confirm", "data-turbo-confirm", "hx-confirm")  # fmt: skip
_HANDLERS = ("onclick", "onmousedown", "ng-click", "@click", "v-on:click", "x-on:click", "(click)")
_PARTS = ("img", "i", "span", "svg", "use", "b", "small", "em", "strong", "sup")
# Blogs and papers keep what they publish by its date.
_DATED = re.compile(r"/(?:19|20)\d\d/\d\d?(?:/\d\d?)?$")
_FILE = re.compile(r"\.\w{2,6}$")
_COUNT = re.compile(r"[(\[]\d[\d.,\s]*+[)\]]$")
_READ_METHODS = frozenset({"", "get", "head"})


def acting_markup(
    markup: str, effects: Effects, *, is_title: bool = False, is_strict: bool = False
) -> str:
    """The words by which a button of a live page says that it acts; ``markup`` is its HTML.

    ``is_title``: is its text the title of a record? Then only its attributes are judged.
    ``is_strict``: is nothing known of it? Then a text that may be an order is enough.
    """
    try:
        parsed = fragment_fromstring(markup[:MAX_MARKUP], create_parent=True)
    except (LxmlError, ValueError):
        return "nothing that can be read"
    element = next(iter(parsed), parsed)
    if is_title:
        return acting_attributes(dict(element.attrib), effects)
    tips = (short_text(element, MAX_TEXT), element.get("title", ""), element.get("aria-label", ""))
    by_tip = effects.any_of(effects.tip(each) for each in tips if each and is_strict)
    return acting_element(element, effects) or by_tip


def is_title(text: str, url: str, effects: Effects) -> bool:
    """Is the text of a link the title of something to read, which its address repeats?"""
    if effects.words.has("how", text):
        return True
    *steps, last = unquote(url.partition("?")[0]).rstrip("/").split("/")
    spelt = (text, _FILE.sub("", last))
    title, slug = ([latin(token) for token in tokens_of(each)] for each in spelt)
    # Slugs are cut, or end with a number.
    both = zip(title, slug, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
    is_same = bool(title) and (same == len(title) or (same == len(slug) and same >= MIN_SLUG))
    is_reading = _DATED.search("/".join(steps)) is not None or effects.words.is_listed(
        "reading place", " ".join(tokens_of(steps[-1].rstrip("0123456789") if steps else ""))
    )
    return is_same and (is_reading or same >= MIN_TITLE)


def acting_links(page: Page, urls: Collection[str], effects: Effects) -> dict[str, str]:
    """Those of some addresses that a link of the page says something acting of, with its words.

    Addresses are judged too, by what they say beyond that of the page itself. A link that takes a
    filter away is none of them.
    """
    acting = {
        url: said for url in urls if (said := acting_address(url, effects, page.url, is_sent=True))
    }
    own = page.url.partition("?")[0]
    for element in islice(page.root.iter("a", "area", "button"), MAX_LINKS):
        url = link_target(page, element) or clicked_target(page, element)
        if url is None or url not in urls:
            continue
        text = short_text(element, MAX_TEXT)
        is_below = url.partition("?")[0] == own
        is_value = is_below and (effects.unfilters(text) or _is_value(url, text))
        if said := "" if is_value else _acting_result(element, page, effects):
            acting[url] = said
        elif is_value or (is_below and _is_named(acting.get(url, ""), text)):
            acting.pop(url, None)
    return acting


def _acting_result(element: HtmlElement, page: Page, effects: Effects) -> str:
    return (
        acting_element(element, effects)
        or told_of_link(element, page, effects)
        or told_of_results(element, effects)
    )


def _is_named(argument: str, text: str) -> bool:
    """Is the value of an argument the name of a thing, which the link says too ("Kill Bill")?"""
    named = tokens_of(argument.partition("=")[2])
    return len(named) > 1 and named == tokens_of(_COUNT.sub("", text.rstrip()))


def _is_value(url: str, text: str) -> bool:
    """Does a link with a count say the value of an argument: "Buy now (31)", "?type=buy-now"?"""
    is_counted = _COUNT.search(text.rstrip()) is not None
    return is_counted and any(_is_named(f"={v}", text) for _, v in parse_qsl(url.partition("?")[2]))


def acting_element(element: HtmlElement, effects: Effects, url: str = "") -> str:
    """The words by which a link or button says that it acts, or ""."""
    own = element.attrib
    text = short_text(element, MAX_TEXT)
    if url and is_title(text, url, effects):
        return acting_attributes(dict(own.items()), effects)
    said = [text, own.get("aria-label", "") or own.get("title", "")]
    if element.tag in {"button", "input"}:
        said += (own.get("value", ""), own.get("alt", ""))
        if by_button := effects.any_of(effects.button(each) for each in said if each):
            return by_button
    icons = [own.get("class", "")]
    for part in islice(element.iter(*_PARTS), MAX_PARTS):
        said += (part.get("alt", ""), part.get("title", ""), part.get("aria-label", ""))
        if part is not element:
            # Some parts of a text only screen readers say.
            said.append((part.text or "")[:MAX_TEXT].strip(" -\u2013\u2014:,\n\t"))
        icons += (part.get("class", ""), part.get("href", ""), part.get("xlink:href", ""))
    if by_text := effects.any_of(effects.link(each) for each in said if each):
        return by_text
    if not text.strip() and (by_tip := effects.any_of(effects.tip(each) for each in said if each)):
        return by_tip
    if by_script := acting_attributes(dict(own.items()), effects):
        return by_script
    # The icon of a link with a text only decorates it.
    return (
        "" if text.strip() else effects.any_of(acting_icon(each, effects) for each in icons if each)
    )


def acting_attributes(attributes: Mapping[str, str], effects: Effects) -> str:
    """The attributes by which a script is told to send something else than a request for a page."""
    for name in _METHODS:
        if attributes.get(name, "").strip().lower() not in _READ_METHODS:
            return f"{name}={attributes[name][:20]}"
    if sending := next((name for name in _SENDING if name in attributes), ""):
        return sending
    return effects.any_of(acting_script(attributes.get(n, ""), effects) for n in _HANDLERS)


def unnamed_icon(element: HtmlElement, effects: Effects) -> str:
    """The icon of a link that says nothing else, unless it is known only to lead somewhere."""
    own = element.attrib
    if own.get("aria-label") or own.get("title") or short_text(element, MAX_TEXT).strip():
        return ""
    parts = list(islice(element.iter("i", "svg", "use", "img"), MAX_PARTS))
    names = [f"{part.get('class', '')} {part.get('href', '')}".strip() for part in parts]
    if any(part.tag == "img" or part.get("title") for part in parts) or not any(names):
        return ""
    shown = (token for name in names for token in tokens_of(name))
    is_known = any(effects.words.is_listed("icon shown", token) for token in shown)
    return "" if is_known or not effects.words.lists else next(filter(None, names))[:50]
