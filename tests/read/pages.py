"""From HTML in a test to the page that the code under test reads."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import strategies as st
from lxml.html import HtmlElement
from scrapy.http import HtmlResponse

from deepweb.crawl.html import html_page
from deepweb.page.page import Page
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.empty import Background
from deepweb.read.reading import Reading, read_answer
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import page_words, reading_knowledge

URL = "http://site.example/search"


def page_of(html: str, url: str = URL, encoding: str = "utf-8") -> Page:
    """Parsed as the response of a crawl is."""
    page = html_page(HtmlResponse(url, body=html.encode(errors="replace"), encoding="utf-8"))
    assert page is not None
    return replace(page, encoding=encoding, length=len(html), source=_encoded(html, encoding))


def _encoded(html: str, encoding: str) -> bytes:
    try:
        return html.encode(encoding, "replace")
    except LookupError:  # some tests have pages in Klingon
        return html.encode(errors="replace")


def body_of(html: str) -> HtmlElement:
    """The first element in the body of a page."""
    (body,) = page_of(f"<body>{html}</body>").root.iter("body")
    return body[0]


def answer_to(
    query: Mapping[str, str], html: str, *nonsense: str, url: str = URL, action: str = URL
) -> Reading:
    """What is read off a page, where the form answered nonsense with the other pages."""
    known = page_words()
    empty = [
        read_answer(page_of(page), AskedQuery(action), Background(), None, known)
        for page in nonsense
    ]
    background = Background.of([(reading.texts, reading.links) for reading in empty])
    return read_answer(page_of(html, url), AskedQuery(action, query), background, a_reader(), known)


def a_reader() -> SiteReader:
    """Of a site of which nothing is known."""
    return SiteReader(reading_knowledge().regions)


_TAGS = ("div", "p", "a", "ul", "li", "table", "tr", "td", "th", "dl", "dt", "dd", "b", "h3",
         "form", "input", "select", "option", "label", "textarea", "button", "script", "svg",
         "template", "br", "base", "body", "html", "frameset", "math", "nav")  # fmt: skip
_ATTRIBUTES = st.sampled_from(
    ("", ' href="/item/1"', ' href="http://["', ' href="//["', " href", ' href="javascript:x()"',
     ' href="?q=a&page=2"', ' href="mailto:a@b.example"', ' href="http://h:port/"',
     ' class="x y"', " class=y", ' itemprop="name"', ' name="q"', " name", ' type="radio" checked',
     ' type="IMAGE"', ' action="http://["', ' action="?a=b#c"', ' method="dialog"', " method",
     ' enctype="multipart/form-data" method="post"', ' enctype="text/plain" method="POST"',
     ' for="i" id="i"', ' formaction="ftp://f.example"', " multiple", ' formmethod="post"')
)  # fmt: skip
_PIECES = st.one_of(
    st.text(max_size=8),
    st.builds("<{}{}>".format, st.sampled_from(_TAGS), _ATTRIBUTES),
    st.builds("</{}>".format, st.sampled_from(_TAGS)),
    st.sampled_from(("<!-- c -->", "<!--", "<?php", "&amp;", "&#0;", "&#xD800;", "]]>", "<", "\0",
                     "Price: 12", "http://a", "<![CDATA[x]]>", "\uff1a", ":", "\ufffe")),
)  # fmt: skip

broken_html = st.lists(_PIECES, max_size=60).map("".join)
"""Tags that close nothing, attributes that mean nothing, and text between them."""


@st.composite
def mutated(draw: st.DrawFn, html: str) -> str:
    """A page of which a part was cut out, and something put in its place."""
    start = draw(st.integers(0, len(html)))
    end = draw(st.integers(start, min(len(html), start + 80)))
    return html[:start] + draw(broken_html) + html[end:]
