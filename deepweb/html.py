"""From Scrapy's response to the page that pure code reads."""

from __future__ import annotations

from lxml.html import HtmlElement
from parsel import Selector
from scrapy.http import HtmlResponse, Response

from deepweb.read.page import Page


def html_page(response: Response) -> Page | None:
    """The page, or None if the response is none: a picture, a PDF, JSON."""
    if not isinstance(response, HtmlResponse):
        return None
    try:
        root = response.selector.root
    except ValueError:  # <base href="http://["> and its like
        root = Selector(response.text, base_url=response.url).root
    if not isinstance(root, HtmlElement):
        return None
    return Page(response.url, root, response.encoding, len(response.body))


def content_type(response: Response) -> str:
    """What the site says the response is, for reasons that people read."""
    return (response.headers.get("Content-Type") or b"unknown type").decode("latin-1")
