"""What a person does on a page: fills in a box, presses Enter or the button, looks on.

Waits are for what happens, not for a time: a page has settled when it has neither asked for
anything nor changed for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error as BrowserError
from playwright.async_api import Locator, Page

from deepweb.browser.page_requests import PageRequests
from deepweb.read.pager_link import PagerWords
from deepweb.read.phrases import folded

# Seconds without a request or a change after which a page has settled; seconds until something
# must have happened after a key was pressed (scripts wait until one stops typing); seconds that a
# page may go on changing by itself (clocks, adverts) when nothing is asked for any more.
QUIET, REACTION, RESTLESS = 0.35, 1.5, 3.0
_LOOK = 0.07
# Clickable things of a page that are looked at; how often more is asked for on one page.
MOST_LABELS, MOST_ROUNDS = 600, 40

WATCH = """(() => {
  const seen = window.__deepweb = {changes: 0};
  const watch = () => new MutationObserver(() => { seen.changes += 1; }).observe(
    document, {subtree: true, childList: true, characterData: true});
  watch();
})()"""
_CHANGES = "() => window.__deepweb ? window.__deepweb.changes : -1"
_LENGTH = "() => document.body ? document.body.innerText.length : 0"
_SCROLL = """() => {
  const tall = [...document.querySelectorAll('*')].filter(
    e => e.scrollHeight > e.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(e).overflowY));
  for (const e of tall.slice(0, 20)) e.scrollTop = e.scrollHeight;
  window.scrollTo(0, document.documentElement.scrollHeight);
  for (const e of [document, window]) e.dispatchEvent(new Event('scroll'));
}"""
_VISIBLE = """e => e.checkVisibility ? e.checkVisibility() && e.getClientRects().length > 0 :
  e.getClientRects().length > 0"""
_CLICKABLE = "button, a, [role=button], input[type=button], input[type=submit]"
_LABELS = f"""most => [...document.querySelectorAll('{_CLICKABLE}')].slice(0, most).map(e =>
  e.getClientRects().length && !e.disabled && e.getAttribute('aria-disabled') !== 'true'
    ? (e.innerText || e.value || e.getAttribute('aria-label') || e.title
       || (/search/i.test(e.className + e.id) ? 'search' : '')).trim().slice(0, 60) : '')"""
_BUTTON = """e => {
  let around = e.form || e.parentElement;
  for (let up = 0; around && up < 4; up += 1, around = around.parentElement) {
    const found = [...around.querySelectorAll(
      'button, [role=button], input[type=submit], input[type=button], input[type=image]')]
      .find(b => b.getClientRects().length && b !== e && b.type !== 'reset');
    if (found) return found;
    if (e.form && around === e.form) break;
  }
  return null;
}"""
_ROUTES = """() => {
  const here = location.href.split('#')[0];
  for (const a of document.querySelectorAll('a[href]')) {
    const [place, hash] = a.href.split(/#(.*)/s);
    const isRoute = hash && place === here && /^(!|\\/|.*[\\/=?])/.test(hash);
    if (/^https?:/.test(place)) a.setAttribute('href', isRoute ? place + '%23' + hash : a.href);
  }
}"""


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
        await box.press_sequentially(word[-1:], timeout=5_000)
        await self._reacts(before)
        await self.settle(most)
        return await self._state() != before

    async def more(self, words: PagerWords, most: float) -> str:
        """Ask for more results, by scrolling or by a button; how it was done, or nothing."""
        before = await self._state()
        await self.page.evaluate(_SCROLL)
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
            before, length = await self._state(), await self.page.evaluate(_LENGTH)
            await self.page.evaluate(_SCROLL)
            if not await self._reacts(before, 2 * _LOOK) and not await self.click_on(only_more):
                return
            await self.settle(most)
            if await self.page.evaluate(_LENGTH) <= length:
                return

    async def click_on(self, words: PagerWords) -> str:
        """Press what leads on: "load more", else "next"; returns its label, or nothing."""
        labels: list[str] = await self.page.evaluate(_LABELS, MOST_LABELS)
        told = [folded(label).strip(" >\u00bb\u203a\u2192\u2193+.\u2026") for label in labels]
        for wanted in (words.more, words.forward):
            place = next((n for n, label in enumerate(told) if label and label in wanted), None)
            if place is not None:
                with suppress(BrowserError):
                    await self.page.locator(_CLICKABLE).nth(place).click(timeout=3_000)
                    return labels[place]
        return ""

    async def open_box(self, words: Collection[str], most: float) -> bool:
        """Press what says that it searches, for a box that opens on a click; was there any?"""
        labels: list[str] = await self.page.evaluate(_LABELS, MOST_LABELS)
        told = [folded(label).split() for label in labels]
        short = [n for n, said in enumerate(told) if len(said) <= 3 and set(said) & set(words)]
        before = await self._state()
        for place in short[:2]:
            with suppress(BrowserError):
                await self.page.locator(_CLICKABLE).nth(place).click(timeout=3_000)
            if await self._reacts(before):
                await self.settle(most)
                return True
        return False

    async def html(self, *, with_routes: bool = False) -> str:
        """The page as it is now; routes behind a ``#`` as addresses, if that is wanted."""
        if with_routes:
            await self.page.evaluate(_ROUTES)
        return await self.page.content()

    async def first_visible(self, places: Collection[int]) -> int | None:
        """Of some boxes, the first that a person sees."""
        for place in places:
            if await self._box(place) is not None:
                return place
        return None

    async def _box(self, place: int) -> Locator | None:
        box = self.page.locator("input, textarea").nth(place)
        try:
            is_there = await box.count() and await box.evaluate(_VISIBLE, timeout=2_000)
        except BrowserError:
            return None
        return box if is_there else None

    async def _press_button(self, box: Locator, harmful: Collection[str]) -> None:
        with suppress(BrowserError):
            found: Any = await box.evaluate_handle(_BUTTON, timeout=2_000)
            button = found.as_element()
            if button is None:
                return
            label = folded(await button.inner_text()) if button else ""
            if not set(label.split()) & set(harmful):
                await button.click(timeout=3_000)

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
            changes: int = await self.page.evaluate(_CHANGES)
        except BrowserError:  # on its way to another page
            return -2
        return changes
