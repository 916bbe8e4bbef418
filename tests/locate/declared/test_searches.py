"""Forms and declarations of one page, and which of them say the same."""

from __future__ import annotations

from deepweb.locate.declared.declared_search import DeclaredSearch
from deepweb.locate.declared.searches import FoundSearch, found_searches
from deepweb.store.resources import any_words, form_words
from tests.read.pages import page_of

URL = "http://site.example/"
FORM = '<form action="/find"><input name="q"><button>Search</button></form>'
LOGIN = '<form action="/login" method="post"><input name="u"><input type="password" name="p">'
ACTION = """<script type="application/ld+json">{"@context": "https://schema.org",
    "@type": "WebSite", "potentialAction": {"@type": "SearchAction",
    "target": "http://site.example/%s?%s={term}", "query-input": "required name=term"}}</script>"""
LINKS = '<a href="/find?q=red+hats">Red hats</a> <a href="/find?q=ties">ties</a>'


def found(html: str, *described: DeclaredSearch) -> list[FoundSearch]:
    page = page_of(f"<html><body>{html}</body></html>", URL)
    return found_searches(page, any_words(), form_words().search, described)


def told(searches: list[FoundSearch]) -> list[tuple[int | None, str, tuple[str, ...]]]:
    return [(s.form.index, s.form.action.removeprefix(URL), s.declared) for s in searches]


def test_forms_alone() -> None:
    assert told(found(LOGIN + "</form>" + FORM)) == [(0, "login", ()), (1, "find", ())]
    assert found("<p>Nothing here</p>") == []


def test_a_declaration_of_the_same_search_is_said_of_the_form() -> None:
    html = LOGIN + "</form>" + FORM + ACTION % ("find", "q") + LINKS
    both = ("SearchAction", "query links")
    assert told(found(html)) == [(0, "login", ()), (1, "find", both)]


def test_a_declaration_of_another_search_is_one_more() -> None:
    form, other = found(FORM + ACTION % ("all", "text"))
    assert (form.form.index, form.declared, form.template) == (0, (), None)
    assert (other.form.index, other.form.action) == (None, "http://site.example/all")
    assert other.template == "http://site.example/all?text={query}"
    assert [i.name for i in other.form.text_boxes] == ["text"]
    assert len(other.declared) == 1


def test_what_a_description_says_counts_as_well() -> None:
    described = DeclaredSearch("http://site.example/find?q={query}", "OpenSearch", "it says so")
    (form,) = found(FORM, described)
    assert form.declared == ("OpenSearch",)
    (alone,) = found("<p>Nothing here</p>", described)
    assert (alone.form.index, alone.declared) == (None, ("OpenSearch",))


def test_a_search_declared_twice_is_found_once() -> None:
    described = DeclaredSearch("http://site.example/find?q={query}", "OpenSearch", "it says so")
    (search,) = found(ACTION % ("find", "q"), described)
    assert search.template == "http://site.example/find?q={query}"


def test_a_form_with_a_trap_is_known_by_its_other_box() -> None:
    html = FORM.replace("<button>", '<input name="q2" class="honeypot"><button>')
    (form,) = found(html + ACTION % ("find", "q"))
    assert len(form.declared) == 1
