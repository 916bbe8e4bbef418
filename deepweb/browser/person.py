"""What a person does on a page: fills in a box, presses Enter or the button, looks on.

Waits are for what happens, not for a time: a page has settled when it has neither asked for
anything nor changed for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import ElementHandle, Page
from playwright.async_api import Error as BrowserError

from deepweb.browser import page_tree
from deepweb.browser.page_requests import PageRequests
from deepweb.page.phrases import spelt
from deepweb.read.links.pager_link import PagerWords

# Seconds without a request or a change after which a page has settled; seconds until something
# must have happened after a key was pressed (scripts wait until one stops typing); seconds that a
# page may go on changing by itself (clocks, adverts) when nothing is asked for any more.
QUIET, REACTION, RESTLESS = 0.35, 1.5, 3.0
_LOOK = 0.07
# Clickable things of a page that are looked at; how often more is asked for on one page.
MOST_LABELS, MOST_ROUNDS = 600, 40
# Words of a label that opens a search, and behind one that asks for more ("show more books").
MOST_WORDS, MOST_BEHIND = 3, 2
# Keys that open a search where no button does.
KEYS = ("Control+k", "/")
# What leads on where no word does; two arrows often lead to the end.
ARROWS = ("\u203a", ">", "\u2192", "\u00bb")
_ENDS = " >\u00bb\u203a\u2192\u2193+.\u2026"


@dataclass
class Person:
    """Somebody at an open page."""

    page: Page
    requests: PageRequests

    async def settle(self, most: float) -> None:
        """Wait until nothing happens any more, at most so many seconds."""
        loop = asyncio.get_running_loop()
        start = calm = loop.time()
        asked = loop.time()
        before: tuple[int, int] = (-1, -1)
        while loop.time() - start < most:
            now = (self.requests.started, await self._changes())
            if self.requests.active or now[0] != before[0]:
                asked = calm = loop.time()
            elif now != before and loop.time() - asked < RESTLESS:
                calm = loop.time()
            before = now
            if loop.time() - calm >= QUIET:
                return
            await asyncio.sleep(_LOOK)

    async def search(self, place: int, word: str, most: float, harmful: Collection[str]) -> bool:
        """Ask a box for a word and send it, as a person would; was there any reaction?"""
        box = await self._box(place)
        if box is None:
            return False
        before = await self._state()
        await box.fill(word, timeout=5_000)
        await box.press("Enter", timeout=5_000)
        if not await self._reacts(before):
            await self._press_button(box, harmful)
            await self._reacts(before)
        await self.settle(most)
        return await self._state() != before

    async def write(self, place: int, word: str, most: float) -> bool:
        """Only write a word into a box: some scripts look on while one types, and Enter spoils it.

        The last letter comes by a key, for scripts that look at keys.
        """
        box = await self._box(place)
        if box is None:
            return False
        before = await self._state()
        await box.fill(word[:-1], timeout=5_000)
        await box.type(word[-1:], timeout=5_000)
        await self._reacts(before)
        await self.settle(most)
        return await self._state() != before

    async def more(self, words: PagerWords, most: float) -> str:
        """Ask for more results, by scrolling or by a button; how it was done, or nothing."""
        before = await self._state()
        await self.page.evaluate(page_tree.SCROLL)
        if await self._reacts(before, REACTION / 2):
            await self.settle(most)
            return "scrolling"
        label = await self.click_on(words)
        if label and await self._reacts(before):
            await self.settle(most)
            return f"pressing {label!r}"
        return ""

    async def to_the_end(self, words: PagerWords, most: float) -> None:
        """Have the page show all that it adds when one scrolls down or asks for more."""
        only_more = PagerWords(frozenset(), words.more, frozenset(), frozenset())
        for _ in range(MOST_ROUNDS):
            before, length = await self._state(), await self.page.evaluate(page_tree.LETTERS)
            await self.page.evaluate(page_tree.SCROLL)
            if not await self._reacts(before, 2 * _LOOK) and not await self.click_on(only_more):
                return
            await self.settle(most)
            if await self.page.evaluate(page_tree.LETTERS) <= length:
                return

    async def click_on(self, words: PagerWords) -> str:
        """Press what leads on: "load more", else "next"; returns its label, or nothing."""
        labels = await self._labels()
        for wanted in (words.more, words.forward):
            told = [[each for each in said if _leads_on(each, wanted)] for said in labels]
            place = next((n for n, said in enumerate(told) if said), None)
            if place is not None and await self._click(place):
                return told[place][0]
        for arrow in ARROWS if words.forward else ():
            place = next((n for n, said in enumerate(labels) if arrow in said), None)
            if place is not None and await self._click(place):
                return arrow
        return ""

    async def open_box(self, words: Collection[str], most: float) -> bool:
        """Press what says that it searches, for a box that opens on a click; was there any?"""
        labels = await self._labels()
        short = [n for n, said in enumerate(labels) if any(_opens(each, words) for each in said)]
        before = await self._state()
        for place in short[:2]:
            if await self._click(place) and await self._reacts(before):
                await self.settle(most)
                return True
        for key in KEYS:
            with suppress(BrowserError):
                await self.page.keyboard.press(key)
            if await self._reacts(before, REACTION / 3):
                await self.settle(most)
                return True
        return False

    async def html(self, *, with_routes: bool = False) -> str:
        """The page as it is now; routes behind a ``#`` as addresses, if that is wanted."""
        if with_routes:
            await self.page.evaluate(page_tree.ROUTES)
        return await self.page.evaluate(page_tree.HTML) or await self.page.content()

    async def first_visible(self, places: Collection[int]) -> int | None:
        """Of some boxes, the first that a person sees."""
        for place in places:
            if await self._box(place) is not None:
                return place
        return None

    async def _box(self, place: int) -> ElementHandle | None:
        try:
            box = await self._element(page_tree.BOX, place)
            return box if box and await box.evaluate(page_tree.VISIBLE) else None
        except BrowserError:  # on its way to another page
            return None

    async def _press_button(self, box: ElementHandle, harmful: Collection[str]) -> None:
        with suppress(BrowserError):
            button = (await box.evaluate_handle(page_tree.BUTTON_OF)).as_element()
            if button is None:
                return
            label = spelt(await button.inner_text())
            if not set(label.split()) & set(harmful):
                await button.click(timeout=3_000)

    async def _labels(self) -> list[list[str]]:
        """What is said by all that can be pressed, in the page's order."""
        labels: list[list[str]] = await self.page.evaluate(page_tree.LABELS, MOST_LABELS)
        return labels

    async def _click(self, place: int) -> bool:
        with suppress(BrowserError):
            button = await self._element(page_tree.BUTTON_AT, place)
            if button is not None:
                await button.click(timeout=3_000)
                return True
        return False

    async def _element(self, script: str, place: int) -> ElementHandle | None:
        return (await self.page.evaluate_handle(script, place)).as_element()

    async def _reacts(self, before: tuple[int, int, str], most: float = REACTION) -> bool:
        loop = asyncio.get_running_loop()
        start = loop.time()
        while loop.time() - start < most:
            if await self._state() != before:
                return True
            await asyncio.sleep(_LOOK)
        return False

    async def _state(self) -> tuple[int, int, str]:
        return self.requests.started, await self._changes(), self.page.url

    async def _changes(self) -> int:
        try:
            changes: int = await self.page.evaluate(page_tree.CHANGES)
        except BrowserError:  # on its way to another page
            return -2
        return changes


def _leads_on(label: str, wanted: Collection[str]) -> bool:
    """Does a label ask for more, if with a word for what ("show more books")?"""
    said = spelt(label).strip(_ENDS)
    if said in wanted:
        return True
    words = said.split()
    starts = range(max(2, len(words) - MOST_BEHIND), len(words))
    return any(" ".join(words[:end]) in wanted for end in starts)


def _opens(label: str, words: Collection[str]) -> bool:
    said = spelt(label).split()
    return len(said) <= MOST_WORDS and bool(set(said) & set(words))
