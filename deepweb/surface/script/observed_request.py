"""Which request of a page's script is the search, and how is it asked again, as a form?

A search was observed in a browser: first for nonsense, then for a word that finds something. The
search is the request that carries the word, and whose answer holds what the page showed for the
word and not for nonsense. It becomes a form like any other; what the script asked for when the list
was scrolled, or "more" clicked, tells how to ask for next pages. Where no request carries the word,
but the final address of the browser does, and brings the results when it is opened, that address
is the search. Where one request brought everything shown, that is the whole database in one file.
Where nothing of this holds, only a browser can ask: it opens an address for each question, or fills
in the box; what such a form "sends" is never sent, and only names the question.

[Madhavan08 §2, §4.4] leaves forms that work by script out, as the main reason why forms fail;
[Huang §5] counts such sites among those it cannot handle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from lxml.html import Element

from deepweb.form.model import Form, Input
from deepweb.form.script import (
    IN_PATH,
    JSON_BODY,
    RAW_BODY,
    REQUEST,
    Paging,
    Script,
)
from deepweb.form.target import URLENCODED
from deepweb.page.page import Page
from deepweb.read.data.json_fields import texts
from deepweb.read.data.json_lists import JsonList
from deepweb.surface.script.addresses import (
    guessed_addresses,
    linked_address,
    links_made,
    record_address,
)
from deepweb.surface.script.exchange import (
    LOAD,
    SEARCH,
    Exchange,
    QueryPlaces,
    carries,
    query_places,
    sent_along,
)
from deepweb.surface.script.filters import with_filters
from deepweb.surface.script.page_tokens import page_tokens
from deepweb.surface.script.paging import observed_paging, staged
from deepweb.surface.script.rows import row_texts, unlinked_rows
from deepweb.surface.script.script_form import script_form
from deepweb.surface.script.shown_records import SearchPages, ShownRecords, title_field

HELD = 0.3  # share of what a page shows that the HTML of an answer must hold
MOST_IN_FILE = 5_000  # records of a file that are searched for on the page
FEW_TEXTS = 4  # texts of each of these records
MAX_LISTS = 20  # lists of a JSON answer that are compared with the page
MAX_COMPARED = 5  # records of a list whose fields others must have
LARGE_PAGE = 100  # records on a page that a search by script is asked for
PER_PAGE = "results per page"
MAX_WHOLE = 6  # lists of files that are compared with the links of the page
MAX_PAGES = 3  # pages without results that a page with results is compared with
MIN_LIST = 20  # records of a list without next pages that is shown unasked
MAX_DEPTH = 6  # depth of JSON that is searched for HTML
MAX_PARTS = 20  # members of a list that may be HTML


@dataclass(frozen=True, slots=True)
class ObservedSearch:
    """How a search by script is asked without the script."""

    form: Form
    box: str
    """The input that takes the query; "" if one request brings everything."""
    reason: str
    shown: int
    """How many records of the answer the page showed."""
    unaddressed: tuple[str, ...] = ()
    """Texts by which the page shows records whose addresses are unknown."""
    guesses: tuple[str, ...] = ()
    """Addresses that some of these records may have."""


def observed_search(exchanges: Sequence[Exchange], seen: SearchPages) -> ObservedSearch | None:
    """The search among the requests of a script, as a form; None if there is none."""
    shown = ShownRecords(seen)
    there = [each for each in exchanges if each.is_answered and each.method in {"GET", "POST"}]
    answered = staged(there, seen.word)
    asked = [each for each in answered if each.stage == SEARCH]
    found = [
        (made, exchange)
        for exchange in asked
        if (places := query_places(exchange, seen.word, seen.nonsense, asked)) is not None
        and (made := _search(exchange, places, shown, answered)) is not None
    ]
    if not found:
        return _opened(answered, shown) or _whole(answered, shown)
    # Suggestions are shorter than results; of equal ones, the last request counts.
    best, exchange = max(reversed(found), key=lambda each: each[0].shown)
    return _filtered(best, exchange, answered, seen)


def _filtered(
    search: ObservedSearch, exchange: Exchange, exchanges: Sequence[Exchange], seen: SearchPages
) -> ObservedSearch:
    """The search with the filters of its page as inputs, and with the tokens that it needs."""
    form, script = search.form, search.form.script
    assert script is not None
    fixed = {search.box, *(name for name, _ in script.patterns)}
    fixed |= {control.name for control in form.inputs if control.label == PER_PAGE}
    fixed |= {script.paging.argument} if script.paging else set()
    form = with_filters(form, exchange, seen.filters, exchanges, fixed)
    tokens = page_tokens((*script.headers, *form.defaults), exchanges)
    return replace(search, form=replace(form, script=replace(script, tokens=tokens)))


def listed_records(exchanges: Sequence[Exchange], page: Page) -> ObservedSearch | None:
    """A list of records that the script of a page shows where nothing was asked; None if none is.

    It has next pages, or is so long that it is no menu.
    """
    shown = ShownRecords(SearchPages(Page(page.url, Element("html"), "utf-8", 0), page, ""))
    there = staged([each for each in exchanges if each.is_answered], "")
    answered = [each for each in there if each.stage == LOAD]
    search = _whole(answered, shown)
    script = search.form.script if search else None
    if search is None or script is None or not script.record_url:
        return None
    exchange = next(each for each in answered if each.url == search.form.url)
    listed = next(each for each in exchange.lists if each.path == script.records)
    paging = observed_paging(exchange, there, len(listed.items), "")
    is_seen = paging is not None and not paging.is_supposed
    if not shown.shows(listed) or (not is_seen and len(listed.items) < MIN_LIST):
        return None
    form = replace(search.form, script=replace(script, paging=paging))
    return replace(search, form=form)


def _opened(exchanges: Sequence[Exchange], shown: ShownRecords) -> ObservedSearch | None:
    """The search by opening the final address of the browser, if the server fills the page."""
    for page in exchanges:
        is_opened = page.is_page and page.stage != SEARCH
        places = query_places(page, shown.seen.word, "", ()) if is_opened else None
        made = _search(page, places, shown, exchanges) if places else None
        if made is not None:
            return made
    return None


def _search(
    exchange: Exchange, places: QueryPlaces, shown: ShownRecords, exchanges: Sequence[Exchange]
) -> ObservedSearch | None:
    if exchange.data is not None:
        return _json_search(exchange, places, shown, exchanges)
    if "html" not in exchange.answer_type:
        return None
    others = _other_pages(exchanges, shown.seen.word) if exchange.is_page else []
    held = shown.held_by(_html(exchange), others)
    if not held or held < HELD * len(shown.pieces):
        return None
    script = Script(
        REQUEST,
        sent_along(exchange),
        paging=observed_paging(exchange, exchanges, 0, shown.seen.word),
    )
    return _by_rows(_made(exchange, places, script, "HTML", held), shown.seen, exchanges)


def _by_rows(
    search: ObservedSearch, seen: SearchPages, exchanges: Sequence[Exchange]
) -> ObservedSearch:
    """The search whose answers in HTML show rows without links, with their addresses if known."""
    url, unaddressed = row_address(seen, exchanges)
    script = search.form.script
    assert script is not None
    form = replace(search.form, script=replace(script, record_url=url))
    return replace(search, form=form, unaddressed=unaddressed)


def row_address(seen: SearchPages, exchanges: Sequence[Exchange]) -> tuple[str, tuple[str, ...]]:
    """The pattern of the addresses of rows without links; if unknown, the texts of such rows."""
    rows = unlinked_rows(seen)
    url = record_address(rows, seen, exchanges) if rows.items else ""
    return url, () if url else row_texts(rows)


def _other_pages(exchanges: Sequence[Exchange], word: str) -> list[str]:
    """Pages without the word: text that they hold too, in a menu for example, is no answer."""
    pages = (e for e in exchanges if e.is_page and "html" in e.answer_type and not carries(e, word))
    return [_html(page).casefold() for page in islice(pages, MAX_PAGES)]


def _html(exchange: Exchange) -> str:
    return exchange.answer.decode("utf-8", "replace")


def _json_search(
    exchange: Exchange, places: QueryPlaces, shown: ShownRecords, exchanges: Sequence[Exchange]
) -> ObservedSearch | None:
    listed = _shown_list(exchange, shown)
    there = shown.shows(listed) if listed is not None else 0
    # A list of one may be the component that holds the HTML.
    inside = _html_in_json(exchange, places, shown, exchanges) if there <= 1 else None
    if listed is None or (inside is not None and inside.shown > len(listed.items)):
        return inside
    paging = observed_paging(exchange, exchanges, len(listed.items), shown.seen.word)
    script = _json_script(exchange, listed, shown, exchanges, paging)
    kind = "XML" if exchange.answer.lstrip()[:1] == b"<" else "JSON"
    made = _made(exchange, places, script, kind, there)
    if script.record_url:
        return made
    known = _all_found(exchange, listed, exchanges)
    guesses = guessed_addresses(known, exchange.url, shown.seen.word)
    return replace(made, unaddressed=shown.names(listed, known), guesses=guesses)


def _json_script(
    exchange: Exchange,
    listed: JsonList,
    shown: ShownRecords,
    exchanges: Sequence[Exchange],
    paging: Paging | None = None,
) -> Script:
    return Script(
        REQUEST,
        sent_along(exchange),
        listed.path,
        record_address(_all_found(exchange, listed, exchanges), shown.seen, exchanges),
        title_field(listed, shown),
        paging,
    )


def _all_found(exchange: Exchange, listed: JsonList, exchanges: Sequence[Exchange]) -> JsonList:
    """The records of a list, and those of the answers to other words."""
    place, found = _place(exchange.url), [*listed.items]
    others = {(e.url, e.body): e for e in exchanges if _place(e.url) == place}
    others.pop((exchange.url, exchange.body), None)
    for other in others.values():
        same = (each for each in other.lists if each.path == listed.path)
        found += [item for each in same for item in each.items if _is_like(item, listed)]
    return JsonList(listed.path, found)


def _is_like(item: Mapping[str, Any], listed: JsonList) -> bool:
    """Does an object tell as much as those of a list? Another question may ask for less."""
    told = set().union(*listed.items[:MAX_COMPARED])
    return 2 * len(told & item.keys()) >= len(told)


def _place(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[0]


def _shown_list(exchange: Exchange, shown: ShownRecords) -> JsonList | None:
    """The list that the page shows; of several, the one with the most text.

    A list inside the members of another, such as their tags, is longer, but says less.
    """
    told = [(n, each) for each in exchange.lists[:MAX_LISTS] if (n := shown.shows(each))]
    whole = [
        (n, each.weight, place, each)
        for place, (n, each) in enumerate(told)
        if not any(each.is_within(other) and each.weight < other.weight for _, other in told)
    ]
    return max(whole, key=lambda each: each[:3])[3] if whole else None


def _html_in_json(
    exchange: Exchange, places: QueryPlaces, shown: ShownRecords, exchanges: Sequence[Exchange]
) -> ObservedSearch | None:
    """The search whose answers are HTML inside JSON."""
    best: tuple[int, tuple[str, ...]] = (0, ())
    for path, text in _strings(exchange.data):
        if "<" in text:
            best = max(best, (shown.held_by(text, ()), path))
    if not best[0] or best[0] < HELD * len(shown.pieces):
        return None
    paging = observed_paging(exchange, exchanges, 0, shown.seen.word)
    script = Script(REQUEST, sent_along(exchange), best[1], paging=paging)
    made = _made(exchange, places, script, "HTML in JSON", best[0])
    return _by_rows(made, shown.seen, exchanges)


def _strings(data: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    stack: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict) and len(path) < MAX_DEPTH:
            stack += [((*path, key), each) for key, each in value.items()]
        elif isinstance(value, list) and len(path) < MAX_DEPTH:
            stack += [((*path, str(n)), each) for n, each in enumerate(value[:MAX_PARTS])]
        elif isinstance(value, str):
            yield path, value


def _made(
    exchange: Exchange, places: QueryPlaces, script: Script, answers: str, shown: int
) -> ObservedSearch:
    form = _form(exchange, places, replace(script, patterns=places.patterns))
    where = urlsplit(form.action).path
    paged = f", next pages by {script.paging.argument!r}" if script.paging else ""
    reason = f"its script asks {exchange.method} {where} and is answered in {answers}{paged}"
    return ObservedSearch(form, places.box, reason, shown)


def _form(exchange: Exchange, places: QueryPlaces, script: Script) -> Form:
    parts, box = urlsplit(exchange.url)._replace(fragment=""), places.box
    pairs = exchange.pairs or ()
    action = parts._replace(query="") if exchange.method == "GET" else parts
    if places.path:
        pairs = (*pairs, (IN_PATH, ""))
        action = action._replace(path=places.path)
    sent = tuple((name, "" if name == box else value) for name, value in pairs)
    made = script_form(exchange.url, action.geturl(), sent, box, script)
    inputs = tuple(_page_size(control, script.paging) for control in made.inputs)
    return replace(made, method=exchange.method, enctype=_enctype(exchange), inputs=inputs)


def _page_size(control: Input, paging: Paging | None) -> Input:
    """The input as a menu of page sizes, if it is the number of records on a full page."""
    if paging is None or control.default != str(paging.size) or control.name == paging.argument:
        return control
    if not 1 < paging.size < LARGE_PAGE:
        return control
    sizes = tuple((size, size) for size in (control.default, str(LARGE_PAGE)))
    return replace(control, kind="select", label=PER_PAGE, options=sizes)


def _enctype(exchange: Exchange) -> str:
    names = [name for name, _ in exchange.pairs or ()]
    if exchange.method != "POST" or (exchange.body[:1] not in {"{", "["} and names != [RAW_BODY]):
        return URLENCODED
    return exchange.content_type if names == [RAW_BODY] else JSON_BODY


def _whole(exchanges: Sequence[Exchange], shown: ShownRecords) -> ObservedSearch | None:
    """A file with all that was shown, and more, that was requested without the word.

    Of several lists (documents, their headings, the words of an index) it is the one of whose
    members most links of the pages are made: a few links can be made of anything.
    """
    found: list[tuple[int, int, int, JsonList, JsonList]] = []
    places = {(each.method, each.url): place for place, each in enumerate(exchanges)}
    for place in places.values():
        exchange = exchanges[place]
        is_asked = exchange.stage == SEARCH and carries(exchange, shown.seen.word)
        if exchange.method != "GET" or exchange.data is None or is_asked:
            continue
        for listed in exchange.lists[:MAX_LISTS]:
            there = _anywhere(listed, shown)
            if len(there) > 1:
                some = JsonList(listed.path, there)
                found.append((len(there), len(listed.items), place, some, listed))
    if not found:
        return None
    best = sorted(found, key=lambda each: each[:3], reverse=True)[:MAX_WHOLE]
    shown_there, held, place, some, _ = max(
        best, key=lambda each: links_made(linked_address(each[3], shown.seen), each[4], shown.seen)
    )
    exchange = exchanges[place]
    script = _json_script(exchange, some, shown, exchanges)
    form = _form(exchange, QueryPlaces(""), script)
    reason = f"its script reads {held} records from {urlsplit(form.action).path}"
    unaddressed = () if script.record_url else shown.names(some, some)
    guesses = guessed_addresses(some, exchange.url, "") if unaddressed else ()
    return ObservedSearch(form, "", reason, shown_there, unaddressed, guesses)


def _anywhere(listed: JsonList, shown: ShownRecords) -> list[Mapping[str, Any]]:
    """The records of a long list that the page shows."""
    return [
        item
        for item in listed.items[:MOST_IN_FILE]
        if any(shown.holds(text) for text in islice(texts(item), FEW_TEXTS))
    ]


def renamed(search: ObservedSearch, url: str) -> ObservedSearch:
    """The search with the address of its page."""
    return replace(search, form=replace(search.form, url=url))
