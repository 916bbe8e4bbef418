"""What is done on a page in the browser where only the browser can answer questions.

- *fill*: ask the box for one word, and have all results shown.
- *open*: open an address, and have all results shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Page

from deepweb.browser.page_requests import PageRequests
from deepweb.browser.person import Person
from deepweb.crawl.scripted.visit import BrowserVisit
from deepweb.form.script import escaped
from deepweb.read.links.pager_link import PagerWords
from deepweb.surface.script.exchange import SEARCH


@dataclass(frozen=True, slots=True)
class Shown:
    """What the browser showed in the end, and where."""

    html: str
    url: str


@dataclass(frozen=True, slots=True)
class Answering:
    """What an answer takes."""

    pager: PagerWords
    searching: frozenset[str]
    """Words of buttons that open a search."""

    async def fill(self, page: Page, requests: PageRequests, visit: BrowserVisit) -> Shown:
        """The page once the box was asked for a word."""
        person = Person(page, requests)
        await person.settle()
        await person.opens(visit.place, self.searching)
        await self._fill_in(person, visit)
        return await self._whole(person)

    async def fill_again(
        self, page: Page, requests: PageRequests, visit: BrowserVisit
    ) -> Shown | None:
        """The same on a page that has answered another word; None if it does not react."""
        person = Person(page, requests)
        await person.drawn_rows()
        if not visit.word or await person.first_visible([visit.place]) is None:
            return None
        return await self._whole(person) if await self._fill_in(person, visit) else None

    async def _fill_in(self, person: Person, visit: BrowserVisit) -> bool:
        place, word, requests = visit.place, visit.word, person.requests
        requests.arm(SEARCH, word, may_post=visit.may_post)
        requests.step = f"it was asked for {word!r}"
        if not word:
            return False
        if visit.is_sent:
            return await person.search(place, word)
        return await person.write(place, word)

    async def _whole(self, person: Person) -> Shown:
        """All that the page shows in the end."""
        await person.to_the_end(self.pager)
        await person.all_rows()
        return Shown(await person.html(with_routes=True), escaped(person.page.url))

    async def open(self, page: Page, requests: PageRequests) -> Shown:
        """The page that an address shows."""
        person = Person(page, requests)
        await person.settle()
        return await self._whole(person)
