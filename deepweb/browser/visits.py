"""What is done on a page in the browser to learn from it, from opening it to what was learnt.

- *observe*: find the search box, ask for nonsense and then for words until one finds something, ask
  for more results; return what the page showed and what its script requested.
- *look*: open the own page of a record; return what it showed and what its script requested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import unquote, unquote_plus

from playwright.async_api import Error as BrowserError
from playwright.async_api import Page
from scrapy.settings import BaseSettings

from deepweb.browser.page_requests import PageRequests
from deepweb.browser.person import Person
from deepweb.browser.search_boxes import (
    MAX_BOXES,
    broad_words,
    data_words,
    has_more_boxes,
    search_boxes,
)
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import first_words, rendered_page
from deepweb.crawl.scripted.visit import (
    Observation,
    fresh_pieces,
    has_results,
)
from deepweb.form.wildcard import wildcard
from deepweb.locate.forms.script_safety import UNSURE
from deepweb.page.page import text_pieces
from deepweb.read.links.pager_link import PagerWords
from deepweb.store.resources import any_words, form_words, pager_words
from deepweb.surface.script.exchange import CLICK, FILTER, GUESS, LOAD, MORE, SEARCH, carries
from deepweb.surface.script.filters import ShownFilter
from deepweb.surface.script.observed_request import observed_search, row_address
from deepweb.surface.script.shown_records import ShownClick

TRIED = 5  # words that are tried before those of the data that a page has loaded, and of these
MAX_FOUND = 3  # words with results that are tried to learn how a page searches
MAX_FURTHER = 2  # words that are tried once one has found something
MIN_SHOWN = 3  # records by which a page tells how it searches
MAX_WAYS = 3  # buttons of a start screen that are pressed to find a search box
MAX_CLICKS = 3  # records that are clicked on to learn their addresses
MAX_FILTERS = 6  # menus and tick boxes that are changed to learn what they ask for
MAX_BROAD = 3  # words that are tried to find more than one page of results


@dataclass(frozen=True, slots=True)
class Visiting:
    """What a visitor needs to know."""

    judge: FormJudge
    min_post: float
    """How sure it must be that a form is a search before its script may POST."""
    pager: PagerWords
    searching: frozenset[str]
    """Words of buttons that open a search."""

    @classmethod
    def of(cls, settings: BaseSettings) -> Self:
        judge, words = FormJudge.of(settings), form_words()
        min_post = settings.getfloat("DEEPWEB_MIN_POST_PROBABILITY")
        return cls(judge, min_post, pager_words(), words.search)

    async def observe(
        self, page: Page, requests: PageRequests, seen: Observation, words: Sequence[str]
    ) -> Observation:
        """Ask the page; ``seen`` is filled in on the way, so that it is there if the page hangs."""
        person = Person(page, requests)
        requests.step = "it was loading"
        await person.settle()
        if requests.has_untold and not await self._find_box(person, seen):
            requests.rule = replace(requests.rule, is_bare=True)
            await self._returns(person, page.url)
        seen.raw = await person.html()
        seen.opened = seen.url = page.url
        shown = rendered_page(seen.raw, page.url)
        if shown and has_more_boxes(shown):
            requests.leave_rest(seen.opened, f"over {MAX_BOXES:,} boxes")
        own = first_words([shown], len(words)) if shown else ()
        words = list(dict.fromkeys((*own, *words)))[: len(words)]
        requests.step = "its search box was looked for"
        if not await self._find_box(person, seen):
            # Some boxes open on a click.
            await person.open_box(self.searching)
            if not await self._find_box(person, seen):
                await self._enter(person, seen)
        is_lone = seen.box is None and await self._find_box(person, seen, is_lone=True)
        if seen.box is not None:
            await self._ask(person, seen, seen.nonsense, words)
        if is_lone and not seen.found and not any(UNSURE in each for each in requests.refused):
            seen.box = None
        if seen.box is None:
            seen.raw = await person.html()
            await self._ask_for_more(person, seen)
        seen.until("", requests.exchanges, requests.refused)
        return seen

    async def look(self, page: Page, requests: PageRequests, seen: Observation) -> Observation:
        """Open the own page of a record, and do nothing there."""
        person = Person(page, requests)
        await person.settle()
        seen.raw, seen.opened = await person.html(), page.url
        seen.until("", requests.exchanges, requests.refused)
        return seen

    async def _find_box(self, person: Person, seen: Observation, *, is_lone: bool = False) -> bool:
        html, url = await person.html(), person.page.url
        for box in search_boxes(html, url, self.judge, self.min_post, is_lone=is_lone):
            place = await person.first_visible(box.places)
            if place is not None:
                seen.box, seen.place = box, place
                return True
        return False

    async def _enter(self, person: Person, seen: Observation) -> None:
        """Look for the box behind the buttons of a start screen."""
        person.requests.step = "a way into it was looked for"
        start = person.page.url
        for place in (await person.ways_in())[:MAX_WAYS]:
            if await person.enter(place):
                if await self._find_box(person, seen):
                    return
                await person.open_box(self.searching)
                if await self._find_box(person, seen) or not await self._returns(person, start):
                    return

    async def _returns(self, person: Person, url: str) -> bool:
        """Load a page anew; its own address with a ``#`` in it would only scroll it."""
        try:
            await person.page.goto("about:blank")
            await person.page.goto(url, wait_until="commit")
        except BrowserError:
            return False
        await person.settle()
        return True

    async def _ask(
        self, person: Person, seen: Observation, nonsense: str, words: Sequence[str]
    ) -> None:
        start, ways = person.page.url, [True, False]
        if not await person.is_writable(seen.place):
            seen.is_behind_menu = await self._choose_first(person, seen)
        while ways:
            seen.is_sent = ways.pop(0)
            if not await self._is_back(person, start, seen):
                return
            seen.nothing = await self._shown(person, seen, nonsense)
            if seen.is_sent and ways and not self._is_answered(person, seen, nonsense):
                continue
            if seen.is_sent and ways and await self._is_closed(person, start, seen):
                ways.append(True)  # sending may only close the box: typing is tried first
                continue
            found, further = 0, 0
            for word in self._words(person, words):
                if not await self._is_back(person, start, seen):
                    return
                further += bool(found)
                found += await self._finds(person, seen, word)
                is_enough = found == MAX_FOUND or further == MAX_FURTHER
                if found and (is_enough or self._is_understood(person, seen)):
                    break
            if found:
                await self._look_further(person, seen, start, words)
                return
            if not ways and not seen.is_behind_menu:
                # Some pages find nothing until one of their menus is chosen from.
                seen.is_behind_menu = await self._choose_first(person, seen)
                ways += [True] if seen.is_behind_menu else []

    def _words(self, person: Person, words: Sequence[str]) -> Iterator[str]:
        """The words to try; after the first ones, those of the data that the page has loaded."""
        yield from words[:TRIED]
        told = data_words(person.requests.exchanges, TRIED)
        yield from dict.fromkeys((*(word for word in told if word not in words), *words[TRIED:]))

    def _is_understood(self, person: Person, seen: Observation) -> bool:
        """Do the data that the page requested tell how it searches? Few results may not do."""
        exchanges, pages = person.requests.exchanges, seen.pages()
        has_data = any(each.data is not None for each in exchanges)
        search = observed_search(exchanges, pages) if has_data and pages else None
        is_enough = search is not None and search.shown >= MIN_SHOWN
        return not has_data or (is_enough and search is not None and not search.unaddressed)

    async def _finds(self, person: Person, seen: Observation, word: str) -> bool:
        """Does a word find something? Then that is what was seen."""
        shown = await self._shown(person, seen, word)
        if not has_results(seen.nothing, shown, word):
            return False
        if len(fresh_pieces(seen.nothing, shown)) >= len(fresh_pieces(seen.nothing, seen.found)):
            seen.found, seen.word, seen.url = shown, word, person.page.url
        return True

    async def _shown(
        self, person: Person, seen: Observation, word: str, stage: str = SEARCH
    ) -> str:
        """What the page shows for a word."""
        assert seen.box is not None
        person.requests.arm(stage, word, may_post=seen.box.may_post)
        person.requests.step = f"it was asked for {word!r}"
        if seen.is_behind_menu:
            await self._choose_first(person, seen)
        exchanges = person.requests.exchanges
        before = len(exchanges), _texts(await person.html())
        if seen.is_sent:
            await person.search(seen.place, word)
        else:
            await person.write(seen.place, word)
        shown = await person.html()
        is_unmoved = before == (len(exchanges), _texts(shown))
        if not is_unmoved or word not in unquote(person.page.url):
            return shown
        # The address tells the word, and some pages read it only when it is opened.
        await self._returns(person, person.page.url)
        return await person.html()

    async def _choose_first(self, person: Person, seen: Observation) -> bool:
        """Choose from the first menu that stands at nothing; was there one?"""
        for each in await person.filters(seen.place):
            if each.is_open and each.other is not None:
                await person.choose(seen.place, each, each.other)
                return True
        return False

    def _is_answered(self, person: Person, seen: Observation, word: str) -> bool:
        """Did sending the box do anything but reload the page?"""
        asked = any(carries(each, word) for each in person.requests.exchanges)
        return (
            asked
            or word in unquote_plus(person.page.url)
            or _texts(seen.nothing) != _texts(seen.raw)
        )

    async def _is_back(self, person: Person, start: str, seen: Observation) -> bool:
        """Is the box still there? A search may have led to another page, or closed it."""
        if await person.first_visible([seen.place]) is not None:
            return True
        person.requests.arm(LOAD, "", may_post=False)
        person.requests.step = "it was opened again"
        if person.page.url == start and await person.opens(seen.place, self.searching):
            return True
        if not await self._returns(person, start):
            return False
        return await person.opens(seen.place, self.searching)

    async def _is_closed(self, person: Person, start: str, seen: Observation) -> bool:
        """Has the box gone, though the page is the same?"""
        is_gone = await person.first_visible([seen.place]) is None
        return is_gone and person.page.url == start

    async def _look_further(
        self, person: Person, seen: Observation, start: str, words: Sequence[str]
    ) -> None:
        """How are more results loaded, and what does the address of the results show?"""
        first = seen.word
        await self._ask_for_more(person, seen)
        exchanges = person.requests.exchanges
        is_asked = any(carries(each, first) and not each.is_page for each in exchanges)
        broad: Sequence[str] = ()
        if is_asked:
            broad = broad_words(seen.nothing, seen.found, first, words)[:MAX_BROAD]
        for word in broad:
            if seen.more or not await self._is_back(person, start, seen):
                break
            if await self._finds(person, seen, word):
                await self._ask_for_more(person, seen)
        await self._click_records(person, seen, start)
        await self._change_filters(person, seen, start)
        if seen.url == start:
            return
        person.requests.stage = LOAD
        person.requests.step = "the address of its results was opened"
        if await self._returns(person, seen.url):
            seen.reopened = await person.html()

    async def _change_filters(self, person: Person, seen: Observation, start: str) -> None:
        """What do the menus and tick boxes beside the box change in the request?"""
        pages, requests = seen.pages(), person.requests
        search = observed_search(requests.exchanges, pages) if pages else None
        if search is None or not search.box or not await self._is_back(person, start, seen):
            return
        if seen.clicks:  # the page was loaded anew
            await self._shown(person, seen, seen.word)
        for number, each in enumerate((await person.filters(seen.place))[:MAX_FILTERS]):
            option = each.other
            if option is None:
                continue
            requests.step = f"its filter {each.label[:40]!r} was changed"
            stage = f"{FILTER} {number}"
            requests.stage = stage
            if not await person.choose(seen.place, each, option):
                await self._shown(person, seen, seen.word, stage)
            chosen = each.options[option][0] if each.options else each.value
            options = tuple(o for o in each.options if o[0] or not seen.is_behind_menu)
            wild = wildcard(options, any_words()) if options and options == each.options else None
            seen.filters.append(ShownFilter(each.label, options, chosen, stage, wild))
            requests.stage = CLICK
            await person.choose(seen.place, each, each.chosen)

    async def _click_records(self, person: Person, seen: Observation, start: str) -> None:
        """If nothing tells the addresses of records, see where a click on some of them leads."""
        requests, texts = person.requests, self._unaddressed(person, seen)[:MAX_CLICKS]
        if texts and seen.more and not await self._returns(person, start):
            return  # the list was scrolled, and may show its end only
        moved = 0
        for text in texts:
            if not await self._is_back(person, start, seen):
                return
            await self._shown(person, seen, seen.word)
            requests.arm(CLICK, "", may_post=False)
            requests.step = f"{text[:40]!r} was clicked on"
            before = person.page.url
            if url := await person.click_text(text):
                seen.clicks.append(ShownClick(text, url))
                moved += url != before
            requests.arm(LOAD, "", may_post=False)
            if not await self._returns(person, start):  # a window may lie over the page now
                return
            # An address of the page takes two clicks; one shows that of its data.
            if moved != 1 and not self._unaddressed(person, seen):
                break
        await self._guess_addresses(person, seen)

    def _unaddressed(self, person: Person, seen: Observation) -> Sequence[str]:
        """Texts by which the page shows records whose addresses are unknown."""
        pages, exchanges = seen.pages(), person.requests.exchanges
        if pages is None:
            return ()
        search = observed_search(exchanges, pages)
        return search.unaddressed if search else row_address(pages, exchanges)[1]

    async def _guess_addresses(self, person: Person, seen: Observation) -> None:
        """If no click tells the addresses of records, does the interface tell single records?"""
        pages, requests = seen.pages(), person.requests
        search = observed_search(requests.exchanges, pages) if pages else None
        requests.arm(GUESS, "", may_post=False)
        requests.step = "the addresses of its records were guessed"
        for url in search.guesses if search else ():
            await person.fetch(url)

    async def _ask_for_more(self, person: Person, seen: Observation) -> None:
        person.requests.stage = MORE
        person.requests.step = "it was asked for more results"
        seen.more = await person.more(self.pager)


def _texts(html: str) -> list[str]:
    page = rendered_page(html, "http://x/")
    return list(text_pieces(page.root)) if page else []
