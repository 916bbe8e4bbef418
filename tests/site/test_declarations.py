"""Each way of declaring a search says what really finds something."""

from urllib.parse import urljoin

import pytest
from lxml import etree

from demosite.search import Selection
from tests.site import Site, Style, unicode_characters
from tests.site.browser import fetch, get
from tests.site.bruteforce import expected_ids
from tests.site.style import Declares

CATALOGUE = unicode_characters(400)
LETTERS = expected_ids(CATALOGUE, Selection("letter"))


def _url_element(live: Site) -> etree._Element:
    reply = fetch(urljoin(live.url, get(live, "/").find("//link[@rel='search']/@href").get("")))
    assert reply.headers.get_content_type() == "application/opensearchdescription+xml"
    return next(e for e in etree.fromstring(reply.content) if str(e.tag).endswith("}Url"))


def test_opensearch() -> None:
    with Site(CATALOGUE, Style(declares=("opensearch",), hidden={"v": "2"})) as live:
        template = _url_element(live).get("template", "")
        asked = urljoin(live.url, template.replace("{searchTerms}", "letter"))
        assert fetch(asked).ids == LETTERS[:20]


def test_opensearch_of_a_form_that_posts() -> None:
    style = Style(declares=("opensearch",), method="post", hidden={"v": "2"})
    with Site(CATALOGUE, style) as live:
        element = _url_element(live)
        assert element.get("method") == "post"
        sent = "&".join(f"{e.get('name')}={e.get('value')}" for e in element)
        body = sent.replace("{searchTerms}", "letter").encode()
        assert fetch(urljoin(live.url, element.get("template", "")), body).ids == LETTERS[:20]


@pytest.mark.parametrize("how", ["json-ld", "microdata"])
def test_search_action(how: Declares) -> None:
    with Site(CATALOGUE, Style(declares=(how,), query_name="kw")) as live:
        home = get(live, "/")
        assert "SearchAction" in home.text
        asked = "/search?kw={search_term_string}"
        assert asked in home.text
        found = fetch(urljoin(live.url, asked.replace("{search_term_string}", "letter")))
        assert found.ids == LETTERS[:20]


def test_popular_searches() -> None:
    with Site(CATALOGUE, Style(declares=("links",))) as live:
        links = get(live, "/").find("//p[.='Popular searches']/following-sibling::ul//a")
        assert len(links) == 4
        for one in links:
            found = fetch(urljoin(live.url, one.attrib["href"]))
            assert one.xpath("string()").get("-") in found.visible
            assert found.ids


def test_nothing_is_declared_by_default() -> None:
    with Site(CATALOGUE) as live:
        home = get(live, "/")
        assert "SearchAction" not in home.text
        assert not home.find("//link")
        assert get(live, "/opensearch.xml").status == 404


def test_a_box_without_a_form() -> None:
    with Site(CATALOGUE, Style(formless=True)) as live:
        home = get(live, "/")
        assert not home.find("//form")
        assert home.find("//input[@name='q']")
        assert get(live, "/search", q="letter").ids == LETTERS[:20]
