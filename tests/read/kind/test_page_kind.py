"""What kind of page is it, seen alone?

The sentences are those of widely used search software (WordPress, MediaWiki, VuFind, Koha, CKAN,
phpBB, Magento, DSpace, Solr front ends), as generally known; the pages around them are our own.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from deepweb.read.kind.evidence import PageVerdict, evidence_of
from deepweb.read.kind.page_kind import entity_signs, page_kind, refusal_of
from deepweb.store.resources import kind_words
from tests.read.pages import broken_html, mutated, page_of

_SNIPPET = "A few words about it that fill a line, so that one sees what it is about and why."
_ITEMS = "".join(
    f'<li><h3><a href="/item/{n}">Thing number {n}</a></h3><p>{_SNIPPET}</p></li>' for n in range(9)
)
_NAV = '<nav><a href="/">Home</a> <a href="/about">About us</a></nav>'
_FORM = '<form action="/search"><input name="q" value="pump"><button>Search</button></form>'
_FOOTER = "<footer>All rights reserved. No results are guaranteed.</footer>"
_HELP = "<p>This is the catalogue of the library of the town, with all that it holds.</p>"


def _kind(body: str, title: str = "Search", **found: float) -> PageVerdict:
    page = page_of(f"<html><head><title>{title}</title></head><body>{body}</body></html>")
    records = found.get("records")
    return page_kind(
        page,
        kind_words(),
        records=None if records is None else int(records),
        score=found.get("score"),
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Nothing Found",
        "Sorry, but nothing matched your search terms.",
        "There were no results matching the query.",
        "Your search - <b>zzqx</b> - did not match any resources.",
        "No results found in the catalogue for 'zzqx'.",
        'No datasets found for "zzqx"',
        "No suitable matches were found.",
        "Your search returned no results.",
        "We couldn't find any matches for <i>zzqx</i>",
        "0 results for zzqx",
        "Showing 0 of 0",
        "Results: 0",
        "No products were found matching your selection.",
        "Es wurden keine Ergebnisse gefunden.",
        "Ihre Suche nach zzqx ergab leider keine Treffer",
        "Keine passenden Einträge vorhanden",
        "Aucun résultat n\u2019a été trouvé",
        "Votre recherche n'a donné aucun résultat.",
        "No se han encontrado resultados para zzqx",
        "Sin resultados",
        "Nenhum registro encontrado.",
        "Não foram encontrados resultados",
        "Nessun risultato trovato",
        "La ricerca non ha prodotto risultati",
        "Geen resultaten gevonden",
        "Inga träffar på zzqx",
        "Ingen resultater fundet",
        "Ingen treff",
        "Haku ei tuottanut tuloksia",
        "Nie znaleziono żadnych wyników",
        "Nebyly nalezeny žádné výsledky",
        "Nincs találat",
        "Nu s-au găsit rezultate",
        "Δεν βρέθηκαν αποτελέσματα",
        "Sonuç bulunamad\u0131",
        "По вашему запросу ничего не найдено",
        "Найдено: 0",
        "Нічого не знайдено",
        "لم يتم العثور على نتائج",
        "לא נמצאו תוצאות",
        "कोई परिणाम नहीं मिला",
        "Không tìm thấy kết quả nào",
        "Tidak ada hasil yang ditemukan",
        "ไม่พบผลลัพธ์",
        "抱歉\uff0c没有找到与“zzqx”相关的结果",
        "查無資料",
        "該当する商品は見つかりませんでした",
        "検索結果は0件です",
        "검색 결과가 없습니다",
    ],
)
def test_pages_that_say_that_nothing_was_found(sentence: str) -> None:
    verdict = _kind(f"{_NAV}{_FORM}{_HELP}<div class=content><p>{sentence}</p></div>{_FOOTER}")
    assert verdict.kind == "empty"
    assert verdict.probability > 0.9
    assert verdict.reason.startswith("it says: ")


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param('<div style="display: none">No results found</div>', id="hidden by style"),
        pytest.param("<div hidden>No results found</div>", id="hidden"),
        pytest.param('<div aria-hidden="true">No results found</div>', id="hidden for readers"),
        pytest.param("<template><p>No results found</p></template>", id="a template"),
        pytest.param("<script>say('No results found')</script>", id="a script"),
        pytest.param('<p class="msg d-none">No results found</p>', id="a hiding class"),
        pytest.param("<p>{{ hits }} hits, no results found</p>", id="a template's own marks"),
        pytest.param('<div class="mini-cart">No products found</div>', id="a cart"),
        pytest.param("<p>No comments found</p>", id="comments"),
        pytest.param("<p>Your wish list: no items found</p>", id="a wish list"),
        pytest.param('<p><a href="/faq">No results found?</a></p>', id="a link"),
        pytest.param(f"<p>{_SNIPPET * 3} No results found. {_SNIPPET}</p>", id="a story"),
        pytest.param("<p>10 found, 20 in total</p>", id="a number that ends in 0"),
        pytest.param("<p>Found 0 categories and 139 sites</p>", id="none of one, some of another"),
        pytest.param("<ul class=suggest><li>No matches</li></ul>", id="suggestions"),
        pytest.param("<p>No results</p>" * 3, id="kept ready for several boxes"),
        pytest.param("<p>57 results</p><p>No results for “pump”</p>", id="a count before it"),
    ],
)  # fmt: skip
def test_results_that_hold_such_words(beside: str) -> None:
    verdict = _kind(f"{_NAV}{_FORM}{beside}<ul>{_ITEMS}</ul>{_FOOTER}")
    assert verdict.kind == "results"


def test_words_inside_a_record_are_not_the_page_s() -> None:
    odd = '<li><h3><a href="/item/x">On searching</a></h3><p>we found no evidence</p></li>'
    assert _kind(f"<ul>{_ITEMS}{odd}{_ITEMS.replace('item/', 'more/')}</ul>").kind == "results"


def test_what_is_recommended_instead_is_no_answer() -> None:
    told = "<p>Sorry, no results for “zzqx”</p>"
    verdict = _kind(f"{_FORM}{told}<h2>You may also like</h2><ul>{_ITEMS}</ul>")
    assert (verdict.kind, verdict.probability) == ("empty", 0.98)
    # The box still holds "pump": a list that does not speak of it is no answer either.
    assert _kind(f"{_FORM}{told}<ul>{_ITEMS}</ul>").kind == "empty"
    about = _ITEMS.replace("Thing", "Pump")
    assert _kind(f"{_FORM}{told}<ul>{about}</ul>", records=9, score=0.9).kind == "results"


def test_an_answer_to_another_question_is_no_empty_page() -> None:
    other = "<p>Showing results for pumps</p>"
    verdict = _kind(f"<p>No results found for “pupm”</p>{other}<ul>{_ITEMS}</ul>")
    assert verdict.kind == "results"


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("About 1,234 results (0.42 seconds)", 1234),
        ("1-10 of 57", 57),
        ("Ergebnisse (12)", 12),
        ("12 300 résultats", 12300),
        ("Mostrando 1 a 10 de 25 resultados", 25),
        ("約 1,600 件", 1600),
        ("حوالى \u0661\u066c\u0668\u0665\u0660 نتيجة", 1850),
    ],
)
def test_counts(said: str, count: int) -> None:
    verdict = _kind(f"<p>{said}</p><ul>{_ITEMS}</ul>")
    assert (verdict.kind, verdict.count) == ("results", count)


@pytest.mark.parametrize(
    ("body", "title", "kind", "reason"),
    [
        pytest.param(_ITEMS, "Search", "results", "a list of 9", id="a list"),
        pytest.param(f"<p>1 result</p><h3>Pump</h3><p>{_SNIPPET}</p>", "Search", "single",
                     "it counts 1 result", id="one answer"),
        pytest.param(_FORM, "Search", "empty", "a search form and no results", id="only a form"),
        pytest.param("<h1>Are you a robot?</h1><p>Type what you see.</p>", "shop", "blocked",
                     "it says: are you a robot?", id="a test"),
        pytest.param("<p>Please wait.</p>", "Just a moment...", "blocked",
                     "it says: just a moment...", id="a title that says so"),
        pytest.param("<h1>Zugriff verweigert</h1>", "", "blocked",
                     "it says: zugriff verweigert", id="refused"),
        pytest.param("<div class=g-recaptcha></div><p>Tick the box.</p>", "", "blocked",
                     "hardly anything on it but a wall: g-recaptcha", id="a wall"),
        pytest.param("<form><input name=u><input type=password></form>", "", "blocked",
                     "hardly anything on it but a login", id="a login"),
        pytest.param("<h1>500 Internal Server Error</h1>", "", "error",
                     "it says: 500 internal server error", id="an error"),
        pytest.param(f"<h1>Seite nicht gefunden</h1>{_NAV}", "", "error",
                     "it says: seite nicht gefunden", id="no such page"),
        pytest.param("", "", "error", "it shows nothing", id="nothing at all"),
    ],
)  # fmt: skip
def test_kinds(body: str, title: str, kind: str, reason: str) -> None:
    verdict = _kind(body, title)
    assert (verdict.kind, verdict.reason) == (kind, reason)
    assert not verdict.is_shell


def test_a_shell_is_an_error_that_scripts_may_mend() -> None:
    verdict = _kind('<div id="root"></div><script src="/app.js"></script>', "Shop")
    assert (verdict.kind, verdict.is_shell) == ("error", True)
    assert verdict.reason == "an empty shell without its scripts: it shows 0 characters"


def test_a_page_that_a_script_uncovers_is_no_shell() -> None:
    items = _ITEMS * 3
    verdict = _kind(f'<div style="display:none">{items}</div><script>show()</script>')
    assert (verdict.kind, verdict.is_shell) == ("results", False)


_NAMES = ("Maker", "Size", "Year", "Price")
_FIELDS = "".join(f"<tr><th>{n}</th><td>value of {n}</td></tr>" for n in _NAMES)
_RELATED = "".join(f'<p><a href="/item/{n}">Other {n}</a> {_SNIPPET[:30]}</p>' for n in range(2))


@pytest.mark.parametrize(
    ("box", "kind"),
    [('<input name="q">', "detail"), ('<input name="q" value="red pump">', "single")],
)
def test_an_entity_page_is_a_single_answer_only_where_something_was_asked(
    box: str, kind: str
) -> None:
    body = f"<form>{box}</form><h1>Red pump</h1><table>{_FIELDS}</table>{_RELATED}"
    verdict = _kind(body, "Red pump - Shop")
    assert verdict.kind == kind
    assert verdict.reason == "it describes one thing: its heading is its title, 4 named values"


def test_a_list_of_entities_is_no_entity_page() -> None:
    typed = _ITEMS.replace("<li>", '<li itemscope itemtype="http://schema.org/Product">')
    assert _kind(f"<h1>Pumps</h1>{typed}", "Pumps").kind == "results"


def test_the_records_found_by_others_count() -> None:
    told = f"{_FORM}<p>No results containing pump</p>"
    assert _kind(told, records=9, score=1.0).kind == "results"
    assert _kind(told, records=9, score=0.3).kind == "empty"
    assert _kind(told, records=0).kind == "empty"
    assert _kind(f"{_FORM}<p>Pump</p>", records=0).kind == "empty"
    assert _kind(f"{_FORM}<p>Pump</p>", records=9, score=1.0).kind == "results"
    assert _kind(f"{_FORM}<p>Pump</p>", records=9, score=0.0).kind == "empty"


_SAMPLE = (
    f"<title>Pumps</title>{_NAV}{_FORM}<h1>Pumps</h1><p>57 results</p><ul>{_ITEMS}</ul>{_FOOTER}"
)


@given(broken_html | mutated(_SAMPLE))
@settings(max_examples=150, deadline=None)
def test_any_page_gets_a_verdict(html: str) -> None:
    verdict = page_kind(page_of(f"<html>{html}</html>"), kind_words())
    assert verdict.kind in {"results", "single", "empty", "detail", "blocked", "error"}
    assert 0.5 <= verdict.probability <= 1
    assert verdict.reason
    assert not verdict.is_shell or verdict.kind == "error"


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<div>" * 5_000 + "no results", id="deep"),
        pytest.param("<nav>" * 5_000 + "no results " * 20_000, id="deep furniture, long text"),
        pytest.param("no results " * 200_000, id="said without end"),
        pytest.param("<p>no results</p>" * 20_000, id="said on many lines"),
        pytest.param("no " + "x" * 2_000_000, id="a word without end"),
        pytest.param(f'<p class="{"nav-" * 200_000}">x</p>', id="a name without end"),
        pytest.param("1 " * 300_000, id="numbers"),
    ],
)
def test_hostile_pages_cost_little(html: str) -> None:
    assert page_kind(page_of(f"<html><body>{html}</body></html>"), kind_words()).kind


# By what does a page show that it describes one thing?

_LABELLED = "".join(f"<p>{name}: some value</p>" for name in ("Maker", "Size", "Year", "Price"))
_DECLARED = '<script type="application/ld+json">{"@type": "%s"}</script>'


def signs(body: str, title: str = "", head: str = "") -> list[str]:
    page = page_of(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>")
    return entity_signs(evidence_of(page, kind_words(), None, None), kind_words())


@pytest.mark.parametrize(
    ("body", "title", "head", "found"),
    [
        ("<h1>Red pump</h1>", "Red pump - Shop", "", ["its heading is its title"]),
        ("<h1>Red pump</h1><h1>Blue pump</h1>", "Red pump", "", []),
        ("<p itemscope itemtype='https://schema.org/Book'>x</p>", "", "", ["type book"]),
        ("<p itemtype='https://schema.org/Book'>x</p>" * 3, "", "", []),
        ("", "", _DECLARED % "Recipe", ["type recipe"]),
        ("", "", _DECLARED % "ItemList" + _DECLARED % "Recipe", []),
        ("", "", '<meta property="og:type" content="video.movie">', ["type movie"]),
        (_LABELLED, "", "", ["4 named values"]),
        (_LABELLED * 2, "", "", []),
    ],
)
def test_signs(body: str, title: str, head: str, found: list[str]) -> None:
    assert signs(body, title, head) == found


def test_a_long_list_describes_no_one_thing() -> None:
    said = "A few words about it that fill a line, so that one sees what it is about."
    items = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {said}</li>" for n in range(9))
    assert signs(f"<h1>Pumps</h1><ul>{items}</ul>", "Pumps") == []


_SAID = "A few words about it that fill a line, so that one sees what it is about. "
_FEW_ITEMS = "".join(f"<li><a href='/item/{n}'>Thing {n}</a> {_SAID}</li>" for n in range(5))
_ROBOT = "<h1>Are you a robot?</h1>"


def refusal(body: str) -> PageVerdict | None:
    page = page_of(f"<html><body>{body}</body></html>")
    return refusal_of(evidence_of(page, kind_words(), None, None), kind_words())


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"{_ROBOT}<ul>{_FEW_ITEMS}</ul>", id="a list"),
        pytest.param(f"{_ROBOT}<p>57 results</p>", id="a number of answers"),
        pytest.param(f"{_ROBOT}<p>{_SAID * 30}</p>", id="a long story"),
        pytest.param(f"<p><a href='/robot'>Are you a robot?</a> {_SAID * 3}</p>", id="a link"),
        pytest.param(f"<p>{_SAID * 3}</p><form><input type=password></form>" * 3, id="a login"),
    ],
)
def test_what_says_more_than_that_refuses_nothing(body: str) -> None:
    assert refusal(body) is None


def test_a_heading_is_believed_more_than_a_line() -> None:
    heading, line = refusal(_ROBOT), refusal(f"<p>{_SAID * 3}</p><p>Are you a robot?</p>")
    assert heading is not None
    assert line is not None
    assert heading.kind == line.kind == "blocked"
    assert heading.probability > line.probability


@pytest.mark.parametrize(
    "mount", ["<div id='root'></div>", "<main id='__next'><script>x()</script></main>"]
)
def test_a_page_with_an_empty_mount_is_a_shell(mount: str) -> None:
    body = f"<p>{_SAID * 3}</p>{mount}<script src='app.js'></script>"
    found = refusal(body)
    assert found is not None
    assert found.is_shell
    assert refusal(body.replace("</div>", "x</div>").replace("<script>", "x<script>")) is None


def test_a_short_answer_with_scripts_is_no_shell() -> None:
    script = '<script src="/app.js"></script>'
    answer = f'{_FORM}{script}<h2><a href="/1">Brass pump</a></h2><p>pumps.example</p>'
    assert _kind(answer, records=1, score=0.9).kind == "single"
    assert _kind(f'{_FORM}{script}<a href="/">Home</a>').is_shell


def test_a_form_of_several_boxes_beside_a_menu_is_no_list() -> None:
    menu = "".join(f'<li><a href="/{n}">What the court says about law {n}</a>' for n in range(9))
    form = f"<form>{'<input name=a>' * 3}</form>"
    assert _kind(f"<ul>{menu}</ul>{form}", records=0, score=0.0).kind == "empty"
    assert _kind(f"<ul>{menu}</ul>{form}", records=9, score=0.9).kind == "results"
