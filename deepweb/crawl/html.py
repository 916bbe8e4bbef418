"""Turns Scrapy's responses into the ``Page`` that the algorithms read."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement, tostring
from parsel import Selector
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.utils.response import get_base_url

from deepweb.form.controls import MAX_CONTROLS, MAX_FORMS
from deepweb.page.bounds import MAX_TAGS, bounded
from deepweb.page.lines import MAX_LINES, has_more_lines, with_lines
from deepweb.page.page import CONTROLS, MAX_ADDRESS, Page
from deepweb.page.walk import MAX_LETTERS, MAX_NODES, subject_texts, walk, walked
from deepweb.page.words import language, stop_words
from deepweb.store.resources import seed_words
from deepweb.surface.keywords.first_words import seeds
from deepweb.surface.script.rows import is_of_rows, with_links

logger = logging.getLogger(__name__)

MAX_PIECES = 1_000  # texts of a page that tell its language
_BASE = re.compile(rb"<base\b", re.IGNORECASE)
_BREAK = re.compile(rb"\n|<br\b", re.IGNORECASE)


def html_page(response: Response, tags: int = MAX_TAGS) -> Page | None:
    """The page, or None if the response is not HTML. A page beyond the bounds is cut.

    It shares the tree of ``response.selector``, so that a response is parsed once; only a page with
    lines of plain text gets a tree of its own, in which each line is an element.
    """
    if not isinstance(response, HtmlResponse):
        return None
    read = bounded(response.body, tags)
    decoded = readable(response.replace(body=read.source) if read.reasons else response)
    root = _root(decoded)
    _join(root)
    lines = with_lines(root)
    return Page(response.url, lines, decoded.encoding, len(response.body), response.body)


def unread(response: HtmlResponse) -> Iterator[str]:
    """What of a page is beyond the bounds of those who read it.

    What is counted costs little: only sources that are long enough for it are looked at.
    """
    source = response.body
    if len(source) <= MAX_ADDRESS:
        return
    root = _root(response)
    if any(len(link.get("href", "")) > MAX_ADDRESS for link in root.iter("a")):
        yield f"addresses of over {MAX_ADDRESS:,} characters"
    if len(source) > MAX_LETTERS and sum(map(len, walk(root).unfolded)) > MAX_LETTERS:
        yield f"over {MAX_LETTERS:,} letters"
    if len(_BREAK.findall(source)) > MAX_LINES and has_more_lines(root):
        yield f"over {MAX_LINES:,} lines"
    if source.count(b"<") > MAX_NODES and sum(1 for _ in root.iter()) > MAX_NODES:
        yield f"over {MAX_NODES:,} elements"
    if sum(1 for _ in root.iter("form")) > MAX_FORMS:
        yield f"over {MAX_FORMS:,} forms"
    elif any(_has_many_inputs(form) for form in root.iter("form")):
        yield f"over {MAX_CONTROLS:,} inputs in a form"


def count_bounds(crawler: Crawler, url: str, reasons: Sequence[str]) -> None:
    """Tell the stats and the log what of an answer is not read."""
    if not reasons:
        return
    crawler.stats.inc_value("deepweb/answers/bounded")
    for reason in reasons:
        crawler.stats.inc_value(f"deepweb/answers/bounded/{reason.replace(' ', '_')}")
    logger.info("%s: the rest is not read: %s", url, ", ".join(reasons))


def _has_many_inputs(form: HtmlElement) -> bool:
    return next(islice(form.iter(*CONTROLS), MAX_CONTROLS, None), None) is not None


def page_again(url: str, source: bytes, encoding: str) -> Page:
    """A page from its stored source."""
    page = html_page(HtmlResponse(url, body=source, encoding=encoding))
    assert page is not None
    return page


def with_row_links(response: Response, pattern: str) -> Response:
    """The response with links on the rows of its HTML, by the pattern of their addresses."""
    page = html_page(response) if is_of_rows(pattern) else None
    if page is None:
        return response
    with_links(page.root, pattern)
    body = tostring(page.root, encoding="utf-8", doctype="<!DOCTYPE html>")
    return HtmlResponse(response.url, body=body, encoding="utf-8", request=response.request)


def rendered_page(html: str, url: str) -> Page | None:
    """The page that the browser shows."""
    return html_page(HtmlResponse(url, body=html, encoding="utf-8"))


def header_pairs(response: Response) -> tuple[tuple[str, str], ...]:
    """Names and values of the headers of a response."""
    return tuple(
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        for value in values
    )


def content_type(response: Response) -> str:
    """The content type of a response, for messages."""
    return (response.headers.get("Content-Type") or b"unknown type").decode("latin-1")


def readable(response: HtmlResponse) -> HtmlResponse:
    """The response with the right encoding, and without a ``<base>`` that is no address.

    Valid UTF-8 is UTF-8, whatever the page declares: other encodings are hardly ever valid UTF-8.
    """
    if response.encoding != "utf-8" and not response.body.isascii() and _is_utf8(response.body):
        return response.replace(encoding="utf-8")
    try:
        get_base_url(response)
    except (LookupError, UnicodeError):  # Python has encodings that are not of text: rot13, idna
        return response.replace(encoding="utf-8")
    except ValueError:  # <base href="http://[">
        return response.replace(body=_BASE.sub(b"<nobase", response.body))
    # By the HTML standard: a page whose meta tag can be read as ASCII is not UTF-16.
    if response.encoding.startswith(("utf-16", "utf-32")) and b"\0" not in response.body[:1000]:
        return response.replace(encoding="utf-8")
    return response


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _root(response: HtmlResponse) -> HtmlElement:
    try:
        root = response.selector.root
    except ValueError:  # half a surrogate pair
        text = response.text.encode(errors="replace").decode()
        root = Selector(text, type="html", base_url=get_base_url(response)).root
    assert isinstance(root, HtmlElement)
    return root


def _join(root: HtmlElement) -> None:
    """Make one tree of a page with several ``html`` elements, which lxml parses as siblings."""
    for beside in list(root.itersiblings()):
        if isinstance(beside.tag, str):
            root.append(beside)


def first_words(pages: Sequence[Page], most: int) -> tuple[str, ...]:
    """The first queries: words of some pages, and words that titles in their language hold."""
    texts = [text for page in pages for text in subject_texts(page)]
    pieces = islice((piece for page in pages for piece in page.once(walked).pieces), MAX_PIECES)
    stated = next((page.root.get("lang", "") for page in pages), "")
    listed = seed_words()
    own = listed[language(pieces, stated, listed)]
    common = tuple(dict.fromkeys((*own, *listed["en"])))
    return seeds(texts, stop_words=stop_words(), common=common, most=most)


def static_file(response: Response) -> str:
    """Hash of an answer that may be a static file: it has a date, which programs rarely send.

    An ``ETag`` proves nothing, since many programs compute it from the answer.
    """
    modified = response.headers.get("Last-Modified")
    if response.status != 200 or not modified:
        return ""
    return hashlib.sha256(modified + b"\n" + response.body).hexdigest()
