"""Which of the requests that a page's script made is the search, and how is it asked again?

A person's search was watched in a browser: first for nonsense, then for a word that finds
something. The search is the request that carries the word, and whose answer holds what the page
showed for the word and not for nonsense. It becomes a form like any other; what the script asked
for when the list was scrolled down or more was wanted tells how to get next pages. Where no request
carries the word, but the address that the browser was at in the end does, and brings the results
when it is opened, that is the search; where one request brought all that was shown, that is the
whole database in one file.

Madhavan et al. (PVLDB 2008), sections 2 and 4.4, leave forms that work by script out, as the main
reason why forms fail; Huang et al., section 5, count such sites as those they cannot handle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from deepweb.form.model import Form, Input
from deepweb.form.script import (
    FILL,
    IN_PATH,
    JSON_BODY,
    OPEN,
    RAW_BODY,
    REQUEST,
    Paging,
    Script,
    escaped,
)
from deepweb.form.target import URLENCODED
from deepweb.read.records.json_records import JsonList, json_lists, texts
from deepweb.surface.script.exchange import (
    MAX_VALUE,
    SEARCH,
    Exchange,
    QueryPlaces,
    carries,
    query_places,
)
from deepweb.surface.script.paging import observed_paging
from deepweb.surface.script.shown_records import SearchPages, ShownRecords, title_field, url_pattern

# Share of what a page shows that HTML which came with it must hold.
HELD = 0.3
# Records of a file, and texts of each, that are looked for on the page.
MOST_IN_FILE, FEW_TEXTS = 5_000, 4
# Pages without results that a page with them is compared with.
MOST_PAGES = 3

_SENT_ALONG = re.compile(r"accept|x-(?!forwarded|csrf|client-data).*|authorization|api-?key")


@dataclass(frozen=True, slots=True)
class ObservedSearch:
    """How a search by script is asked without it."""

    form: Form
    box: str
    """The input that takes the query; nothing where one request brings everything."""
    reason: str
    shown: int
    """Records of the answer that the page showed."""


def observed_search(exchanges: Sequence[Exchange], seen: SearchPages) -> ObservedSearch | None:
    """The search among the requests that were made, as a form; None where none of them is it."""
    shown = ShownRecords(seen)
    answered = [each for each in exchanges if each.status == 200 and each.method in {"GET", "POST"}]
    asked = [each for each in answered if each.stage == SEARCH]
    found = [
        made
        for exchange in asked
        if (places := query_places(exchange, seen.word, seen.nonsense, asked)) is not None
        and (made := _search(exchange, places, shown, answered)) is not None
    ]
    # Of a list that is proposed and the one that is shown, the longer; then the last one.
    best = max(reversed(found), key=lambda made: made.shown, default=None)
    return best or _opened(answered, shown) or _whole(answered, shown)


def _opened(exchanges: Sequence[Exchange], shown: ShownRecords) -> ObservedSearch | None:
    """The page that the browser's address in the end brings: some servers make it themselves."""
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
        REQUEST, _along(exchange), paging=observed_paging(exchange, exchanges, 0, shown.seen.word)
    )
    return _made(exchange, places, script, "HTML", held)


def _other_pages(exchanges: Sequence[Exchange], word: str) -> list[str]:
    """Pages that were had without the word: what stands on those too, in a menu, is no answer."""
    pages = (e for e in exchanges if e.is_page and "html" in e.answer_type and not carries(e, word))
    return [_html(page).casefold() for page in islice(pages, MOST_PAGES)]


def _html(exchange: Exchange) -> str:
    return exchange.answer.decode("utf-8", "replace")


def _json_search(
    exchange: Exchange, places: QueryPlaces, shown: ShownRecords, exchanges: Sequence[Exchange]
) -> ObservedSearch | None:
    listed = _shown_list(exchange.data, shown)
    if listed is None:
        return _html_in_json(exchange, places, shown, exchanges)
    there = shown.shows(listed)
    paging = observed_paging(exchange, exchanges, len(listed.items), shown.seen.word)
    script = _json_script(exchange, listed, shown, paging)
    kind = "XML" if exchange.answer.lstrip()[:1] == b"<" else "JSON"
    return _made(exchange, places, script, kind, there)


def _json_script(
    exchange: Exchange, listed: JsonList, shown: ShownRecords, paging: Paging | None = None
) -> Script:
    return Script(
        REQUEST,
        _along(exchange),
        listed.path,
        url_pattern(listed, shown),
        title_field(listed, shown),
        paging,
    )


def _shown_list(data: Any, shown: ShownRecords) -> JsonList | None:
    """The list that the page shows; of several the one with most in it."""
    told = [(shown.shows(each), each) for each in json_lists(data)[:20]]
    there = [(n, each.weight, place) for place, (n, each) in enumerate(told) if n]
    return told[max(there)[2]][1] if there else None


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
    script = Script(REQUEST, _along(exchange), best[1], paging=paging)
    return _made(exchange, places, script, "HTML in JSON", best[0])


def _strings(data: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    stack: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict) and len(path) < 6:
            stack += [((*path, key), each) for key, each in value.items()]
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
    return Form(
        url=exchange.url,
        index=None,
        action=action.geturl(),
        method=exchange.method,
        encoding="utf-8",
        inputs=tuple(_input(name, value, box) for name, value in sent),
        defaults=sent,
        hints="search by script",
        enctype=_enctype(exchange),
        script=script,
    )


def _enctype(exchange: Exchange) -> str:
    names = [name for name, _ in exchange.pairs or ()]
    if exchange.method != "POST" or (exchange.body[:1] not in {"{", "["} and names != [RAW_BODY]):
        return URLENCODED
    return exchange.content_type if names == [RAW_BODY] else JSON_BODY


def _input(name: str, value: str, box: str) -> Input:
    return Input(name, "search" if name == box else "hidden", default=value)


def _along(exchange: Exchange) -> tuple[tuple[str, str], ...]:
    """Headers that the script sent and a plain request would not."""
    return tuple(
        (name.lower(), value)
        for name, value in exchange.headers
        if _SENT_ALONG.fullmatch(name.lower()) and len(value) < MAX_VALUE
    )


def _whole(exchanges: Sequence[Exchange], shown: ShownRecords) -> ObservedSearch | None:
    """A file that holds all that was shown, and more, and was asked for without the word."""
    found: list[tuple[int, int, int, JsonList]] = []
    for place, exchange in enumerate(exchanges):
        is_asked = exchange.stage == SEARCH and carries(exchange, shown.seen.word)
        if exchange.method != "GET" or exchange.data is None or is_asked:
            continue
        for listed in json_lists(exchange.data)[:20]:
            there = _anywhere(listed, shown)
            if len(there) > 1:
                some = JsonList(listed.path, there)
                found.append((len(there), len(listed.items), place, some))
    if not found:
        return None
    shown_there, held, place, some = max(found, key=lambda each: each[:3])
    exchange = exchanges[place]
    script = _json_script(exchange, some, shown)
    form = _form(exchange, QueryPlaces(""), script)
    reason = f"its script reads {held} records from {urlsplit(form.action).path}"
    return ObservedSearch(form, "", reason, shown_there)


def _anywhere(listed: JsonList, shown: ShownRecords) -> list[Mapping[str, Any]]:
    """The records of a long list that the page shows, wherever they stand in it."""
    return [
        item
        for item in listed.items[:MOST_IN_FILE]
        if any(shown.holds(text) for text in islice(texts(item), FEW_TEXTS))
    ]


def renamed(search: ObservedSearch, url: str) -> ObservedSearch:
    """The search with the page that it stands on."""
    return replace(search, form=replace(search.form, url=url))


# --- merged from rendered_form.py; rewrite or remove this note ---
# A search that only a browser can ask, as a form.
#
# Where the browser's address tells what was asked, be it behind a ``#``, that address is opened for
# each question; else the box is filled in. What such a form "sends" is never sent: it names the
# question.


def rendered_form(page: str, shown_at: str, word: str, script: Script) -> tuple[Form, str]:
    """The form, and how it is asked; ``script`` knows the box.

    ``shown_at``: an address that shows the results for a word when it is opened; or nothing.
    """
    if shown_at and (opened := _address_form(page, shown_at, word, script)):
        return opened, "the browser opens an address for each question"
    action = f"{page.partition('?')[0].partition('#')[0]}%23fill"
    box = Input("q", "search")
    return (
        Form(
            url=page,
            index=None,
            action=action,
            method="GET",
            encoding="utf-8",
            inputs=(box,),
            defaults=(("q", ""),),
            hints="search by script",
            script=replace(script, way=FILL),
        ),
        "the browser fills in its box for each question",
    )


def _address_form(page: str, shown_at: str, word: str, script: Script) -> Form | None:
    """The address as a form; None where the word is not in it."""
    parts = urlsplit(escaped(shown_at))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    box = next((name for name, value in pairs if _is_same(value, word)), "")
    path = parts.path
    if not box:
        steps = [IN_PATH if _is_same(unquote(s), word) else s for s in path.split("/")]
        box, path = (IN_PATH, "/".join(steps)) if IN_PATH in steps else ("", path)
        pairs = [*pairs, (IN_PATH, "")]
    if not box:
        return None
    sent = tuple((name, "" if name == box else value) for name, value in pairs)
    return Form(
        url=page,
        index=None,
        action=parts._replace(path=path, query="", fragment="").geturl(),
        method="GET",
        encoding="utf-8",
        inputs=tuple(Input(n, "search" if n == box else "hidden", default=v) for n, v in sent),
        defaults=sent,
        hints="search by script",
        script=replace(script, way=OPEN),
    )


def _is_same(value: str, word: str) -> bool:
    return value.strip().casefold() == word.casefold()
