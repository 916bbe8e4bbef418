"""OpenSearch descriptions of the shapes that are found in the wild, and hostile ones."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.locate.declared.declared_search import DeclaredSearch
from deepweb.locate.declared.opensearch import MAX_DESCRIPTION, opensearch_links, read_opensearch
from tests.read.pages import broken_html, mutated, page_of

URL = "https://site.example/static/opensearch.xml"
NAMESPACE = 'xmlns="http://a9.com/-/spec/opensearch/1.1/"'


def described(inside: str, namespace: str = NAMESPACE) -> list[DeclaredSearch]:
    head = "<ShortName>Site</ShortName><Description>Search</Description>"
    xml = f"<OpenSearchDescription {namespace}>{head}{inside}</OpenSearchDescription>"
    return read_opensearch(xml.encode(), URL)


def template_of(inside: str, namespace: str = NAMESPACE) -> str:
    (search,) = described(inside, namespace)
    assert not search.unusable
    return search.template


MEDIAWIKI = """<?xml version="1.0"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"
    xmlns:moz="http://www.mozilla.org/2006/browser/search/"><ShortName>Wiki (en)</ShortName>
  <Image height="16" width="16" type="image/x-icon">https://wiki.example/favicon.ico</Image>
  <Url type="text/html" method="get"
    template="https://wiki.example/w/index.php?title=Special:Search&amp;search={searchTerms}"/>
  <Url type="application/x-suggestions+json" method="get"
    template="https://wiki.example/w/api.php?action=opensearch&amp;search={searchTerms}"/>
  <Url type="application/x-suggestions+xml" method="get"
    template="https://wiki.example/w/api.php?action=opensearch&amp;format=xml&amp;search={searchTerms}"/>
  <moz:SearchForm>https://wiki.example/wiki/Special:Search</moz:SearchForm>
</OpenSearchDescription>"""
FORUM = """<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"
    xmlns:moz="http://www.mozilla.org/2006/browser/search/">
  <ShortName>Forum Search</ShortName><InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" method="get" template="https://forum.example/search?q={searchTerms}" />
  <Url type="application/rss+xml" template="https://forum.example/search.rss?q={searchTerms}"/>
</OpenSearchDescription>"""
CODE_HOST = """<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Code</ShortName><InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" method="get"
       template="http://code.example/search?q={searchTerms}&amp;ref=opensearch"/>
</OpenSearchDescription>"""
QUESTIONS = """<?xml version="1.0" encoding="UTF-8" ?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" xmlns:p="http://a9.com/-/spec/opensearch/extensions/parameters/1.0/">
  <ShortName>Questions</ShortName>
  <Url type="text/html" method="get" template="https://questions.example/search?q={searchTerms}"></Url>
</OpenSearchDescription>"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Catalogue</ShortName>
  <Url type="text/html" method="post" template="http://library.example/cgi-bin/koha/opac-search.pl?idx=kw&amp;q={searchTerms}&amp;do=OpenSearch"/>
  <Url type="application/rss+xml" indexOffset="0" rel="results"
    template="http://library.example/cgi-bin/koha/opac-search.pl?q={searchTerms}&amp;count={count?}&amp;format=rss2"/>
  <InputEncoding>UTF-8</InputEncoding></OpenSearchDescription>"""
SHOP = """<SearchPlugin xmlns="http://www.mozilla.org/2006/browser/search/"
    xmlns:os="http://a9.com/-/spec/opensearch/1.1/"><os:ShortName>Shop</os:ShortName>
  <os:InputEncoding>ISO-8859-1</os:InputEncoding>
  <os:Url type="text/html" method="GET" template="http://shop.example/s">
    <os:Param name="field-keywords" value="{searchTerms}"/><os:Param name="tag" value="moz"/>
    <MozParam name="pref" condition="pref" pref="code"/></os:Url></SearchPlugin>"""


@pytest.mark.parametrize(
    ("xml", "template"),
    [
        (MEDIAWIKI, "https://wiki.example/w/index.php?title=Special:Search&search={query}"),
        (FORUM, "https://forum.example/search?q={query}"),
        (CODE_HOST, "http://code.example/search?q={query}&ref=opensearch"),
        (QUESTIONS, "https://questions.example/search?q={query}"),
        (SHOP, "http://shop.example/s?field-keywords={query}&tag=moz"),
    ],
    ids=["MediaWiki", "forum", "code host", "questions", "shop"],
)
def test_usual_descriptions(xml: str, template: str) -> None:
    (search,) = read_opensearch(xml.encode(), URL)
    assert (search.template, search.unusable, search.method) == (template, "", "GET")
    assert search.source == "OpenSearch"


def test_a_library_that_says_post_and_puts_the_query_into_the_address() -> None:
    (search,) = read_opensearch(LIBRARY.encode(), URL)
    assert search.method == "POST"
    assert search.template.endswith("q={query}&do=OpenSearch")
    assert "arguments" in search.unusable


@pytest.mark.parametrize(
    ("written", "template"),
    [
        ("/find?q={searchTerms}", "https://site.example/find?q={query}"),
        ("find?q={searchTerms?}", "https://site.example/static/find?q={query}"),
        ("/?q={searchTerms}&amp;n={count?}&amp;p={startPage?}&amp;a=b", "/?q={query}&a=b"),
        ("/?n={count?}&amp;q={searchTerms}&amp;geo={geo:lat?},{geo:lon?}", "/?q={query}&geo=,"),
        ("/?q={searchTerms}&amp;n={count}&amp;p={startPage}", "/?q={query}&n=20&p=1"),
        ("/?q={searchTerms}&amp;i={startIndex}&amp;l={language}", "/?q={query}&i=1&l=*"),
        (
            "/?q={searchTerms}&amp;ie={inputEncoding}&amp;oe={outputEncoding}",
            "/?q={query}&ie=UTF-8&oe=UTF-8",
        ),
        ("/?a=1&q={searchTerms}", "/?a=1&q={query}"),
        ("/?q=%7BsearchTerms%7D", "/?q={query}"),
        ("  /?q={searchTerms} ", "/?q={query}"),
        ("/?q={searchTerms}&amp;x={", "/?q={query}&x=%7B"),
    ],
)
def test_parameters(written: str, template: str) -> None:
    whole = template if template.startswith("http") else f"https://site.example{template}"
    assert template_of(f'<Url type="text/html" template="{written}"/>') == whole


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("/?q={searchTerms}&amp;lat={geo:lat}", "asks for {geo:lat}"),
        ("/?q={searchTerms}&amp;x={}", "asks for {}"),
        ("/search/{searchTerms}", "the query goes into the path"),
        ("/search/{searchTerms?}/", "the query goes into the path"),
        ("/app#q={searchTerms}", "the query goes behind the #, where only a script reads it"),
        ("http://{searchTerms}.site.example/", "the query goes into the host name"),
        ("/?q={searchTerms}&amp;again={searchTerms}", "the query goes into 2 arguments"),
        ("/?q=site:x+{searchTerms}", "the query is only a part of an argument: 'site:x {query}'"),
    ],
)
def test_what_cannot_be_asked_says_why(written: str, why: str) -> None:
    (search,) = described(f'<Url type="text/html" template="{written}"/>')
    assert search.unusable == why
    assert "{query}" in search.template


@pytest.mark.parametrize(
    "inside",
    [
        "",
        '<Url type="application/rss+xml" template="/?q={searchTerms}"/>',
        '<Url type="application/x-suggestions+json" template="/?q={searchTerms}"/>',
        '<Url type="text/html" rel="suggestions" template="/?q={searchTerms}"/>',
        '<Url type="text/html" rel="self" template="/?q={searchTerms}"/>',
        '<Url type="text/html" template="/?q=nothing"/>',
        '<Url type="text/html"/>',
        '<Url type="text/html" template="javascript:find({searchTerms})"/>',
        '<Url type="text/html" template="http://[{searchTerms}"/>',
        '<Url type="text/html" template="http://h:port/{searchTerms}"/>',
        f'<Url type="text/html" template="/?q={{searchTerms}}&amp;x={"y" * 3000}"/>',
        "<Format>http://a9.com/-/spec/opensearchrss/1.0/</Format><Url>/?q={searchTerms}</Url>",
    ],
)
def test_what_is_no_search_for_people(inside: str) -> None:
    assert described(inside) == []


@pytest.mark.parametrize(
    "namespace",
    [
        "",
        'xmlns="http://a9.com/-/spec/opensearch/1.0/"',
        'xmlns="http://a9.com/-/spec/opensearchdescription/1.0/"',
        'xmlns="http://wrong.example/"',
    ],
)
def test_whatever_the_namespace(namespace: str) -> None:
    url = '<Url type="text/html" template="/?q={searchTerms}"/>'
    assert template_of(url, namespace) == "https://site.example/?q={query}"


def test_version_1_0_writes_the_template_into_the_element() -> None:
    assert template_of("<Url>http://site.example/?q={searchTerms}</Url>").endswith("?q={query}")


def test_posting_with_parameters() -> None:
    (search,) = described(
        '<Url type="text/html" method="POST" template="/find?lang=en">'
        '<Param name="words" value="{searchTerms}"/><Param name="n" value="{count?}"/>'
        '<Param name="db" value="all"/><Param value="nameless"/></Url>'
    )
    assert (search.template, search.method) == ("https://site.example/find?lang=en", "POST")
    assert search.body == (("words", "{query}"), ("db", "all"))
    assert search.query_input == "words"
    assert not search.unusable


def test_parameters_of_the_extension() -> None:
    extension = 'xmlns:p="http://a9.com/-/spec/opensearch/extensions/parameters/1.0/"'
    inside = (
        '<Url type="text/html" template="/find?a=b" p:method="GET">'
        '<p:Parameter name="q" value="{searchTerms}" minimum="0"/>'
        '<p:Parameter name="n" value="{itemsPerPage}" minimum="0"/></Url>'
    )
    template = template_of(inside, f"{NAMESPACE} {extension}")
    assert template == "https://site.example/find?a=b&q={query}"


@pytest.mark.parametrize(
    ("told", "encoding"),
    [
        ("", "utf-8"),
        ("<InputEncoding>ISO-8859-1</InputEncoding>", "cp1252"),
        ("<InputEncoding> Shift_JIS </InputEncoding>", "cp932"),
        ("<InputEncoding>klingon</InputEncoding>", "utf-8"),
        ("<InputEncoding>idna</InputEncoding>", "utf-8"),
        ("<InputEncoding>utf-16</InputEncoding>", "utf-8"),
        ("<InputEncoding>rot13</InputEncoding>", "utf-8"),
        ("<InputEncoding>x</InputEncoding><InputEncoding>EUC-JP</InputEncoding>", "euc_jp"),
    ],
)
def test_encoding(told: str, encoding: str) -> None:
    (search,) = described(f'{told}<Url type="text/html" template="/?q={{searchTerms}}"/>')
    assert search.encoding == encoding


def bomb(inside: str) -> bytes:
    """A description in which a few letters stand for 200 billion."""
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]>'
    return f"{head}<OpenSearchDescription>{inside}</OpenSearchDescription>".encode()


@pytest.mark.parametrize(
    "xml",
    [
        b"",
        b"   ",
        b"\0\xff\xfe",
        b"<html><body>Not found</body></html>",
        b"<OpenSearchDescription><Url type='text/html' template='/?q={searchTerms}'>",
        CODE_HOST.encode() + b" " * MAX_DESCRIPTION,
        b"<OpenSearchDescription>" + b"<Url>" * 5_000 + b"</OpenSearchDescription>",
        bomb("<Url template='/?q={searchTerms}&amp;x=&a11;'/>"),
        bomb("<Url>/?q={searchTerms}&amp;x=&a11;</Url>"),
        b"<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><OpenSearchDescription>"
        b"<Url>/?q={searchTerms}&amp;x=&e;</Url></OpenSearchDescription>",
        "<OpenSearchDescription><Url>/?q={searchTerms}</Url>".encode("utf-16"),
    ],
    ids=[
        "nothing", "blanks", "binary", "a page", "cut off", "long", "deep", "bomb in an attribute",
        "bomb in text", "a file", "wide and cut off",
    ],
)  # fmt: skip
def test_hostile_descriptions_say_nothing_and_cost_nothing(xml: bytes) -> None:
    start = process_time()
    assert read_opensearch(xml, URL) == []
    assert process_time() - start < 1


@pytest.mark.parametrize(
    "xml",
    [
        f"<!DOCTYPE OpenSearchDescription>{CODE_HOST}".encode(),
        f"\r\n  {FORUM}".encode(),
        f"\ufeff{FORUM}".encode(),
        QUESTIONS.replace("UTF-8", "utf-16").encode("utf-16"),
        QUESTIONS.replace("Questions", "Größe").replace("UTF-8", "iso-8859-1").encode("latin-1"),
    ],
    ids=["doctype", "blanks", "mark", "wide", "latin"],
)
def test_what_is_forgiven(xml: bytes) -> None:
    assert len(read_opensearch(xml, URL)) == 1


@settings(deadline=None)
@given(mutated(MEDIAWIKI))
def test_mutated_descriptions_never_raise(xml: str) -> None:
    for search in read_opensearch(xml.encode("utf-8", "replace"), URL):
        assert search.template.startswith("http")


@settings(deadline=None)
@given(st.binary(max_size=300), st.text(max_size=30))
def test_bytes_never_raise(xml: bytes, template: str) -> None:
    read_opensearch(xml, URL)
    read_opensearch(f"<OpenSearchDescription><Url>{template}{{searchTerms}}</Url>"
                    "</OpenSearchDescription>".encode("utf-8", "replace"), URL)  # fmt: skip


OPENSEARCH = "application/opensearchdescription+xml"


@pytest.mark.parametrize(
    ("html", "links"),
    [
        (f'<link rel="search" type="{OPENSEARCH}" href="/os.xml" title="Site">', ["/os.xml"]),
        (f'<link href="os.php" TYPE="{OPENSEARCH.upper()}" REL="Search">', ["/os.php"]),
        (f'<link rel="alternate search" type="{OPENSEARCH};charset=utf-8" href="/o">', ["/o"]),
        (f'<base href="/deep/down"><link rel=search type={OPENSEARCH} href=o>', ["/deep/o"]),
        (f'<link rel=search type={OPENSEARCH} href=/a><link rel=search type={OPENSEARCH} href=/b>'
         f'<link rel=search type={OPENSEARCH} href=/a>', ["/a", "/b"]),
        ('<link rel="search" href="/search">', []),
        (f'<link rel="alternate" type="{OPENSEARCH}" href="/os.xml">', []),
        (f'<link rel="search" type="{OPENSEARCH}" href="http://[">', []),
        (f'<link rel="search" type="{OPENSEARCH}" href="">', []),
        (f'<link rel="search" type="{OPENSEARCH}">', []),
        (f'<link rel="search" type="{OPENSEARCH}" href="data:text/xml,x">', []),
    ],
)  # fmt: skip
def test_links_to_descriptions(html: str, links: list[str]) -> None:
    page = page_of(f"<html><head>{html}</head><body></body></html>", "http://site.example/")
    assert opensearch_links(page) == [f"http://site.example{path}" for path in links]


def test_a_description_of_another_site_is_for_the_caller_to_judge() -> None:
    html = f'<link rel="search" type="{OPENSEARCH}" href="//cdn.example/os.xml">'
    assert opensearch_links(page_of(html)) == ["http://cdn.example/os.xml"]


@settings(deadline=None)
@given(broken_html)
def test_broken_pages_never_raise(html: str) -> None:
    opensearch_links(page_of(f"<html>{html}"))
