"""Which links of a page may lead to a page with a search form, and what are their texts?

The link ranker gets the path, the anchor and the text around a link [Gujrati, link ranker]. Links
to other sites are for the site ranker (``web/ranker.py``). Files, endless addresses, and links that
do something when they are followed are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import unquote

from lxml.html import HtmlElement

from deepweb.page.address.same_page import is_endless, page_key
from deepweb.page.effects.address import acting_address
from deepweb.page.effects.beside import told_of_link
from deepweb.page.effects.element import acting_element, is_title, unnamed_icon
from deepweb.page.effects.judge import NO_EFFECTS, Effects
from deepweb.page.effects.shape import LinkShapes
from deepweb.page.page import Page, link_target, short_text, target
from deepweb.page.site import is_on_site

_ADDRESSES = ("/", "./", "http://", "https://")  # with which values begin that are addresses
_OPENS = re.compile(r"location|href|window|open\b", re.IGNORECASE)
_RELATIVE = re.compile(r"^\?\w|[\w-]/|\w\.[a-z]{2,5}(?:$|\?)", re.IGNORECASE)
MAX_LINKS = 5_000  # links of one page that are read
MAX_ANCHOR = 150  # letters of an anchor
MAX_AROUND = 120  # letters of the text around a link

# Endings of files that are no pages.
_FILE = re.compile(
    r"\.(?:7z|apk|avi|bib|bmp|bz2|css|csv|deb|dmg|docx?|eps|epub|exe|gif|gz|ico|ics|img|iso|jar|jpe?g"
    r"|js|json|km[lz]|m4[av]|mov|mp[34]|mpe?g|msi|od[pst]|og[gv]|pdf|png|pps|pptx?|ps|rar|rdf|ris|rpm"
    r"|rss|rtf|svg|swf|tar|tex|tgz|tiff?|txt|vcf|wav|web[mp]|wm[av]|woff2?|xlsx?|xml|xz|zip)$",
    re.IGNORECASE,
)
# Steps of a path, or arguments, by which a link only shows a page otherwise, or one's own things.
_OTHERWISE = frozenset({"cart", "basket", "wishlist", "compare", "printable"})
_ORIGIN = re.compile(r"https?://[^/?#\\]*", re.IGNORECASE)
_SIGNS = re.compile(r"[-_+ ]")
# What may stand beside a link and tell what it leads to.
_DESCRIBING = frozenset({"p", "dd", "td", "div", "span", "small"})


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the site, and what it says."""

    url: str
    anchor: str = ""
    around: str = ""


def page_links(page: Page, site: str, effects: Effects) -> list[Link]:
    """The links that may be followed, each page once, in document order.

    A page is left out if any of the links to it says that it does something.
    """
    own, is_ours, read = page_key(page.url), _SiteTest(site), list(_anchored(page))
    shapes = LinkShapes(((url, text) for _, url, text in read), effects)

    def is_wanted(url: str, text: str) -> bool:
        is_other = page_key(url) != own and is_ours(url)
        is_titled = is_other and (shapes.is_name(url) or is_title(text, url, effects))
        return is_other and is_page(url, effects, page.url, is_titled=is_titled)

    def acts(element: HtmlElement, url: str) -> bool:
        by_words = acting_element(element, effects, url) or unnamed_icon(element, effects)
        return bool(by_words or shapes.acting(url) or told_of_link(element, page, effects))

    return _links(read, is_wanted, acts)


def links_away(page: Page, site: str) -> list[Link]:
    """The links of a page to other sites, each address once, in document order."""
    is_ours = _SiteTest(site)
    return _links(_anchored(page), lambda url, _: not is_ours(url) and url.startswith("http"))


def _anchored(page: Page) -> Iterator[tuple[HtmlElement, str, str]]:
    """The links of a page with their addresses and anchors.

    So are the options of a menu that no form sends, and of one with nothing but addresses as its
    values: a script opens the one that is chosen, or sends a form there.
    """
    for element in islice(page.root.iter("a", "area", "link", "option"), MAX_LINKS):
        is_option = element.tag == "option"
        url = _jump(page, element) if is_option else link_target(page, element)
        if url and (element.tag != "link" or _is_search_page(element)):
            yield element, url, _anchor(element)


def _jump(page: Page, option: HtmlElement) -> str | None:
    """The address that a script opens when an option is chosen."""
    menu = next(option.iterancestors("select"), None)
    value = option.get("value", "").strip()
    if menu is None or not _is_address(value, menu):
        return None
    values = [each.get("value", "").strip() for each in menu.iter("option")]
    is_jump = not menu.get("name") or all(_is_address(v, menu) for v in values if v)
    return target(page, value) if is_jump else None


def _is_address(value: str, menu: HtmlElement) -> bool:
    does = menu.get("onchange", "")
    # What a menu without a name does when it is changed, no form does: it opens a page.
    opens = bool(does) and (not menu.get("name") or _OPENS.search(does) is not None)
    return value.startswith(_ADDRESSES) or (opens and _RELATIVE.search(value) is not None)


def _links(
    read: Iterable[tuple[HtmlElement, str, str]],
    is_wanted: Callable[[str, str], bool],
    acts: Callable[[HtmlElement, str], bool] = lambda element, url: False,
) -> list[Link]:
    found: dict[str, Link] = {}
    acting: set[str] = set()
    for element, url, text in read:
        key = page_key(url)
        if acts(element, url):
            acting.add(key)
        elif key in found:
            found[key] = _joined(found[key], element)
        elif is_wanted(url, text):
            found[key] = Link(url, text, _around(element))
    return [link for key, link in found.items() if key not in acting]


def is_page(
    url: str, effects: Effects = NO_EFFECTS, known: str = "", *, is_titled: bool = False
) -> bool:
    """May an address be that of a page, and is it safe to fetch?

    ``known`` is a page that was fetched already; ``is_titled``: is it known to be one to read?
    """
    path, _, asked = url.partition("?")
    if is_endless(url) or _FILE.search(path):
        return False
    if acting_address(url, effects, known, is_titled=is_titled):
        return False
    return _OTHERWISE.isdisjoint(_steps(path, asked))


def _steps(path: str, asked: str) -> Iterator[str]:
    for step in path.split("/")[3:]:
        yield _SIGNS.sub("", unquote(step).partition(".")[0].lower())
    for argument in asked.split("&"):
        name, _, value = argument.partition("=")
        yield _SIGNS.sub("", name.lower())
        yield _SIGNS.sub("", value.lower())


class _SiteTest:
    """Is an address on the site? Asked once for each host."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._known: dict[str, bool] = {}

    def __call__(self, url: str) -> bool:
        match = _ORIGIN.match(url)
        origin = match[0] if match and "\\" not in url else url
        if origin not in self._known:
            self._known[origin] = is_on_site(origin, self._site)
        return self._known[origin]


def _is_search_page(element: HtmlElement) -> bool:
    """``<link rel=search>`` to a page; descriptions for machines are read elsewhere."""
    told = element.get("type", "text/html").strip().lower()
    return "search" in element.get("rel", "").lower().split() and told == "text/html"


def _joined(link: Link, element: HtmlElement) -> Link:
    """The texts of several links to one page: a picture says little, the text below it more."""
    more = _anchor(element)
    if not more or more in link.anchor or len(link.anchor) > MAX_ANCHOR:
        return link
    return Link(link.url, f"{link.anchor} {more}".strip(), link.around or _around(element))


def _anchor(element: HtmlElement) -> str:
    text = short_text(element, MAX_ANCHOR)
    if not text:
        images = islice(element.iter("img"), 3)
        said = (element.get("title"), element.get("aria-label"), *(i.get("alt") for i in images))
        text = next((each for each in said if each), "")
        if not text and element.tag != "a":
            text = element.get("alt") or element.get("rel") or ""
    return text[:MAX_ANCHOR]


def _around(element: HtmlElement) -> str:
    """The text directly before and behind a link, otherwise the text of the next element."""
    before, parent = element.getprevious(), element.getparent()
    left = before.tail if before is not None else parent.text if parent is not None else None
    said = f"{(left or '')[-MAX_AROUND:]} {(element.tail or '')[:MAX_AROUND]}".strip()
    if len(said) < 3 and parent is not None and parent.tag != "body":
        beside = parent.getnext()
        # Not what holds further links: that text is theirs.
        if beside is not None and beside.tag in _DESCRIBING and not len(beside):
            said = (beside.text or "")[:MAX_AROUND]
    return " ".join(said.split())
