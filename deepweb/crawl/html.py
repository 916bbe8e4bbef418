"""From Scrapy's response to the page that pure code reads, and to what the page says."""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import HtmlElement
from parsel import Selector
from scrapy.http import HtmlResponse, Response
from scrapy.utils.response import get_base_url

from deepweb.page.page import Page
from deepweb.page.walk import subject_texts
from deepweb.page.words import stop_words
from deepweb.store.resources import seed_words
from deepweb.surface.keywords.first_words import seeds


def html_page(response: Response) -> Page | None:
    """The page, or None if the response is none: a picture, a PDF, JSON.

    Its tree is that of ``response.selector``, so that a response is parsed once, whoever else
    selects from it.
    """
    if not isinstance(response, HtmlResponse):
        return None
    readable = _readable(response)
    root = _root(readable)
    _join(root)
    return Page(response.url, root, readable.encoding, len(response.body), response.body)


def page_again(url: str, source: bytes, encoding: str) -> Page:
    """A page made again from what it was parsed from."""
    page = html_page(HtmlResponse(url, body=source, encoding=encoding))
    assert page is not None
    return page


def rendered_page(html: str, url: str) -> Page | None:
    """The page that the browser shows."""
    return html_page(HtmlResponse(url, body=html, encoding="utf-8"))


def content_type(response: Response) -> str:
    """What the site says the response is, for reasons that people read."""
    return (response.headers.get("Content-Type") or b"unknown type").decode("latin-1")


def _readable(response: HtmlResponse) -> HtmlResponse:
    """A page that is valid UTF-8 is read as such, whatever encoding it declares.

    No text of another encoding, unless it is very short, happens to be valid UTF-8.
    """
    if response.encoding != "utf-8" and not response.body.isascii() and _is_utf8(response.body):
        return response.replace(encoding="utf-8")
    # As the HTML standard has it: who can read a meta tag that says UTF-16 reads no UTF-16.
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
    except ValueError:  # Scrapy reads no page with <base href="http://[">, or with half a letter
        text = response.text.encode(errors="replace").decode()
        root = Selector(text, type="html", base_url=_base_url(response)).root
    assert isinstance(root, HtmlElement)
    return root


def _base_url(response: HtmlResponse) -> str:
    try:
        return get_base_url(response)
    except ValueError:
        return response.url


def _join(root: HtmlElement) -> None:
    """One tree of a page with several ``html`` elements, of which lxml makes a row."""
    for beside in list(root.itersiblings()):
        if isinstance(beside.tag, str):
            root.append(beside)


def first_words(pages: Sequence[Page], most: int) -> tuple[str, ...]:
    """What to ask first: words of some pages, and words that many databases hold."""
    texts = [text for page in pages for text in subject_texts(page)]
    return seeds(texts, stop_words=stop_words(), common=seed_words(), most=most)
