"""SearchAction as sites write it, in JSON-LD and in microdata, and as they get it wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsel import Selector

from deepweb.locate.declared.declared_search import DeclaredSearch
from deepweb.locate.declared.search_action import MAX_ELEMENTS, MAX_SCRIPT, search_actions
from deepweb.page.page import Page
from tests.conftest import ROOT
from tests.read.pages import broken_html, mutated, page_of

URL = "https://site.example/start/page"


def found(html: str) -> list[DeclaredSearch]:
    return search_actions(page_of(f"<html><body>{html}</body></html>", URL))


def script(data: object, kind: str = "application/ld+json") -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<script type="{kind}">{text}</script>'


def action(target: object, query: object = "required name=search_term_string") -> dict[str, Any]:
    return {"@type": "SearchAction", "target": target, "query-input": query}


def site(potential: object) -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "url": "https://site.example/",
        "potentialAction": potential,
    }


PLAIN = "https://site.example/?s={search_term_string}"
BLOG = {
    "@context": "https://schema.org",
    "@graph": [
        {"@type": "WebPage", "@id": "https://site.example/", "name": "Blog"},
        {
            "@type": "WebSite",
            "@id": "https://site.example/#website",
            "potentialAction": [
                {
                    "@type": "SearchAction",
                    "target": {"@type": "EntryPoint", "urlTemplate": PLAIN},
                    "query-input": {
                        "@type": "PropertyValueSpecification",
                        "valueRequired": True,
                        "valueName": "search_term_string",
                    },
                }
            ],
        },
        {"@type": "BreadcrumbList", "itemListElement": [None, 1, "x"]},
    ],
}
SHOP = site(action("https://site.example/search?q={search_term_string}&type=product"))
APP = site(
    [
        action(["android-app://site/search?q={search_term_string}", PLAIN]),
        {"@type": "ReadAction", "target": ["https://site.example/"]},
    ]
)
NESTED = {"@type": "Organization", "owns": {"@type": "Thing", "subjectOf": [site(action(PLAIN))]}}


@pytest.mark.parametrize(
    ("data", "template"),
    [
        (site(action(PLAIN)), "/?s={query}"),
        (BLOG, "/?s={query}"),
        (SHOP, "/search?q={query}&type=product"),
        (APP, "/?s={query}"),
        (NESTED, "/?s={query}"),
        ([{"@type": "Person"}, site(action(PLAIN))], "/?s={query}"),
        (action(PLAIN), "/?s={query}"),
        (site(action("/find?q={search_term_string}")), "/find?q={query}"),
        (site(action("find?q={search_term_string}")), "/start/find?q={query}"),
        (site(action("/?s={search_term}", "required name=search_term_string")), "/?s={query}"),
        (site(action("/?s={q}", None)), "/?s={query}"),
        (site(action("/?s={q}", "required maxlength=100 name=q")), "/?s={query}"),
        (site(action("/?s={q}", ["required name='q'"])), "/?s={query}"),
        (site(action("/?s={search term}", "required name=search term")), "/?s={query}"),
        (site(action("/?s=%7Bsearch_term_string%7d")), "/?s={query}"),
        (site(action("/?a=b&amp;s={search_term_string}")), "/?a=b&s={query}"),
        (site(action("/?lang={lang}&s={q}&sort={sort}", "required name=q")), "/?s={query}"),
        (site(action("/search{?q}", "required name=q")), "/search?q={query}"),
        (site(action("/search?a=b{&q}", "required name=q")), "/search?a=b&q={query}"),
        (site(action("/search?q={+q}", "required name=q")), "/search?q={query}"),
        (site(action({"@type": "EntryPoint", "url": PLAIN})), "/?s={query}"),
        (site(action({"urlTemplate": [PLAIN], "httpMethod": "get"})), "/?s={query}"),
        ({**action(PLAIN), "@type": ["Action", "SearchAction"]}, "/?s={query}"),
        ({**action(PLAIN), "@type": "http://schema.org/SearchAction"}, "/?s={query}"),
        ({**action(PLAIN), "@type": "schema:SearchAction"}, "/?s={query}"),
    ],
)
def test_json_ld(data: object, template: str) -> None:
    (search,) = found(script(data))
    assert (search.template, search.unusable) == (f"https://site.example{template}", "")
    assert (search.source, search.reason) == ("SearchAction", "its JSON-LD says SearchAction")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (site(action("/search/{search_term_string}/")), "the query goes into the path"),
        (site(action("/#/q={search_term_string}")), "the query goes behind the #, where only a"),
        (site(action({"urlTemplate": PLAIN, "httpMethod": "POST"})), "wants POST"),
    ],
)
def test_what_cannot_be_asked_says_why(data: object, why: str) -> None:
    (search,) = found(script(data))
    assert search.unusable.startswith(why)


@pytest.mark.parametrize(
    "data",
    [
        site(action("/search")),
        site(action("")),
        site(action(None)),
        site(action(7)),
        site(action({"urlTemplate": {"a": 1}})),
        site(action("/?s={a}&t={b}", None)),
        site(action("javascript:{search_term_string}")),
        site(action("http://[{search_term_string}")),
        site(action("/?s={search_term_string}&x=" + "y" * 3000)),
        {**action(PLAIN), "@type": "NoSearchAction"},
        {**action(PLAIN), "@type": {"SearchAction": 1}},
        {"SearchAction": PLAIN},
        "SearchAction",
    ],
)
def test_what_declares_no_search(data: object) -> None:
    assert found(script(data)) == []


@pytest.mark.parametrize(
    "text",
    [
        "SearchAction",
        "]SearchAction",
        "   }SearchAction",
        '{"@type": "SearchAction", ',
        '{"@type": "SearchAction" "target": 1}',
        '{"@type": "SearchAction", "target": ' + "9" * 5000 + "}",
        "[" * 100_000 + '"SearchAction"',
        '{"a":' * 50_000 + '"SearchAction"',
        "",
        "null /*SearchAction",
        " " * MAX_SCRIPT + json.dumps(action(PLAIN)),
    ],
)
def test_broken_json_says_nothing(text: str) -> None:
    start = process_time()
    assert found(script(text)) == []
    assert process_time() - start < 5


def test_one_broken_script_does_not_silence_the_others() -> None:
    html = script("{SearchAction") + script(site(action(PLAIN))) + script("[SearchAction")
    assert len(found(html)) == 1


@pytest.mark.parametrize(
    "html",
    [
        script(f"// <![CDATA[\n{json.dumps(site(action(PLAIN)))}\n// ]]>"),
        script(f"<!--{'x'}-->\n{json.dumps(site(action(PLAIN)))}"),
        script(f"/* SearchAction */{json.dumps(site(action(PLAIN)))[:-1]},}}"),
        script(site(action(PLAIN)), "application/ld+json; charset=utf-8"),
        script(site(action(PLAIN)), "Application/LD+JSON"),
    ],
    ids=["CDATA", "comment", "comma", "charset", "case"],
)
def test_what_is_forgiven(html: str) -> None:
    assert [search.template for search in found(html)] == ["https://site.example/?s={query}"]


def test_other_scripts_are_not_read() -> None:
    assert found(script(site(action(PLAIN)), "text/javascript")) == []


VIDEOS = """
<div itemscope itemtype="http://schema.org/WebSite"><link itemprop="url" href="/">
 <form itemprop="potentialAction" itemscope itemtype="http://schema.org/SearchAction" action="/r">
  <meta itemprop="target" content="https://site.example/results?search_query={search_query}">
  <input itemprop="query-input" type="text" name="search_query" required><button>Go</button>
 </form></div>"""
ENTRY_POINT = """
<div itemscope itemtype="https://schema.org/SearchAction">
 <div itemprop="target" itemscope itemtype="https://schema.org/EntryPoint">
  <meta itemprop="urlTemplate" content="/find?w={w}"></div>
 <meta itemprop="query-input" content="required name=w"></div>"""


@pytest.mark.parametrize(
    ("html", "template"),
    [
        (VIDEOS, "/results?search_query={query}"),
        (ENTRY_POINT, "/find?w={query}"),
        ('<p itemscope itemtype="SearchAction"><link itemprop="target" href="/?q={q}">',
         "/?q={query}"),
        ('<p itemscope itemtype="http://schema.org/SearchAction">'
         '<span itemprop="target">/?q={q}</span>', "/?q={query}"),
    ],
    ids=["videos", "entry point", "link", "text"],
)  # fmt: skip
def test_microdata(html: str, template: str) -> None:
    (search,) = found(html)
    assert search.template == f"https://site.example{template}"
    assert search.reason == "its microdata says SearchAction"


def test_a_second_root_beside_the_page_is_not_read() -> None:
    html = f"<html><body></html\n{VIDEOS}</body></html>"
    root = Selector(html, type="html", base_url=URL).root  # in a crawl, ``html_page`` joins the two
    assert search_actions(Page(URL, root, "utf-8", len(html))) == []


def test_both_say_the_same_once_and_json_ld_first() -> None:
    same = script(site(action("/results?search_query={search_term_string}")))
    assert [s.reason for s in found(VIDEOS + same)] == ["its JSON-LD says SearchAction"]


@pytest.mark.parametrize(
    "html",
    [
        '<p itemscope itemtype="http://schema.org/SearchAction">',
        '<p itemtype="http://schema.org/SearchAction"><meta itemprop=target content="/?q={q}">',
        '<p itemscope itemtype="SearchAction"><a itemprop="target" href="http://[{q}">x</a>',
        '<p itemscope itemtype="SearchAction"><a itemprop="target" href="/?q">x</a>',
    ],
)
def test_microdata_that_declares_nothing(html: str) -> None:
    assert found(html) == []


@pytest.mark.parametrize(
    "html",
    [
        '<div itemscope itemtype="SearchAction" itemprop="target">' * 5_000,
        f'<b itemscope itemtype="SearchAction" itemref="{"i " * 2_000}"></b>'
        '<i id="i">' + "<b itemprop=x>" * 2_000,
        '<div itemscope itemtype="SearchAction">' + '<b itemprop="target">' * 5_000,
        '<div itemscope itemtype="SearchAction">' + "<b itemscope itemprop=x>" * MAX_ELEMENTS,
        '<div itemscope itemtype="SearchAction">' + '<b itemprop="target">/?q={q}</b>' * 400,
        f'<p itemscope itemtype="SearchAction"><b itemprop="target">{"x" * 3_000_000}{{q}}</b>',
        f'<p itemscope itemtype="{"SearchAction " * 100_000}"><b itemprop="target">{{q}}</b>',
    ],
    ids=["nested", "references", "deep", "scopes", "many", "long", "long type"],
)
def test_hostile_microdata_costs_little(html: str) -> None:
    page = page_of(f"<html><body>{html}</body></html>", URL)
    start = process_time()
    search_actions(page)
    assert process_time() - start < 5


def test_extruct_is_loaded_for_pages_that_need_it_only() -> None:
    code = (
        "import sys; from tests.locate.declared.test_search_action import found, script;"
        "found(script('{}') + '<p itemscope itemtype=Thing>'); print('extruct' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@settings(deadline=None)
@given(mutated(VIDEOS + script(BLOG)))
def test_mutated_pages_never_raise(html: str) -> None:
    for search in found(html):
        assert "{query}" in search.template


@settings(deadline=None)
@given(broken_html)
def test_broken_pages_never_raise(html: str) -> None:
    found(f'<p itemscope itemtype="SearchAction">{html}<b itemprop="target">{html}')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("/?q={q}"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("@type", "@graph", "target", "urlTemplate", "query-input", "valueName")
            ),
            inner | st.just("SearchAction"),
            max_size=4,
        )
    ),
)


@settings(deadline=None)
@given(st.text('/*"\\[]{},:\n 1', max_size=30))
def test_any_script_never_raises(text: str) -> None:
    found(script(f"{text}SearchAction{text}"))
    found(script(f'{text}"SearchAction"{text}'))


@settings(deadline=None)
@given(JSON)
def test_any_json_never_raises(data: object) -> None:
    found(script(json.dumps([data, "SearchAction"]).replace("<", "\\u003c")))
