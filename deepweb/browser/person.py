"""What a person does on a page: fills in a box, presses Enter or the button, asks for more.

Each action waits for its effect, not for a fixed time: a page has settled when it has neither made
a request nor changed for a moment.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import ElementHandle, Page
from playwright.async_api import Error as BrowserError

from deepweb.browser import page_tree
from deepweb.browser.page_filter import PageFilter
from deepweb.browser.page_requests import PageRequests
from deepweb.form.script import names_search
from deepweb.page.effects.element import acting_markup
from deepweb.page.phrases import spelt
from deepweb.read.links.pager_link import PagerWords

QUIET = 0.35  # seconds without a request or a change after which a page has settled
REACTION = 1.5  # seconds until a page must react to a key; scripts wait until one stops typing
RESTLESS = 3.0  # seconds that a page may change by itself (clocks, adverts) without requests
ACTION = 3_000  # milliseconds that a single action may take
_LOOK = 0.07  # seconds between two looks at the page
MAX_LABELS = 600  # buttons and links of a page that are examined
WHOLE = 20.0  # seconds for which one page is asked for more
MAX_WORDS = 3  # words of a label that opens a search
MAX_BEHIND = 2  # words behind a label that asks for more ("show more books")
KEYS = ("Control+k", "/")  # keys that open a search if no button does
# Labels of "next" without a word; two arrows often lead to the last page.
ARROWS = ("\u203a", ">", "\u2192", "\u00bb")
_ENDS = " >\u00bb\u203a\u2192\u2193+.\u2026"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that was pressed, by the label for which it was chosen."""

    label: str
    button: ElementHandle


@dataclass
class Person:
    """A person in front of an open page."""

    page: Page
    requests: PageRequests
    _way_in: tuple[int, list[str]] | None = None
    """The button that was pressed last to find a box, and its labels."""

    async def settle(self, quiet: float = QUIET) -> None:
        """Wait until the page has settled, or no data has arrived for too long.

        The time in which its scripts compute, and the page does not answer, does not count.
        """
        loop, requests = asyncio.get_running_loop(), self.requests
        start = calm = asked = loop.time()
        before: tuple[int, int] = (-1, -1)
        busy = 0.0
        while loop.time() - busy - max(start, requests.arrived) < requests.patience:
            looked = loop.time()
            now = (self.requests.started, await self._changes())
            took = loop.time() - looked
            busy += took if took > _LOOK else 0.0
            clock = loop.time() - busy
            if self.requests.active or now[0] != before[0]:
                asked = calm = clock
            elif now != before and clock - asked < RESTLESS:
                calm = clock
            before = now
            if clock - calm >= quiet:
                return
            await asyncio.sleep(_LOOK)
        requests.give_up()

    async def is_writable(self, place: int) -> bool:
        """Can a box be written into now?"""
        box = await self._box(place)
        return box is None or await box.is_editable()

    async def search(self, place: int, word: str) -> bool:
        """Fill in a box and send it; did the page react?"""
        box = await self._box(place)
        if box is None:
            return False
        before = await self._state()
        with suppress(BrowserError):  # a box that takes no text, or a page that is left
            await box.fill(word, timeout=ACTION)
            if not self.requests.has_button:
                await box.press("Enter", timeout=ACTION)
        if self.requests.has_button or not await self._reacts(before):
            await self._press_button(box)
            self.requests.has_button = await self._reacts(before)
        await self.settle()
        return await self._state() != before

    async def write(self, place: int, word: str) -> bool:
        """Fill in a box without sending it: some scripts search while one types.

        The last letter is typed with a key, for scripts that listen to keys.
        """
        box = await self._box(place)
        if box is None:
            return False
        before = await self._state()
        with suppress(BrowserError):
            await box.fill(word[:-1], timeout=ACTION)
            await box.type(word[-1:], timeout=ACTION)
        await self._reacts(before)
        await self.settle()
        return await self._state() != before

    async def more(self, words: PagerWords) -> str:
        """Ask for more results by scrolling or by a button; returns how, or ""."""
        self.requests.expect_more()
        before = await self._state()
        await self.page.evaluate(page_tree.SCROLL)
        if await self._reacts(before, REACTION / 2):
            await self.settle()
            return "scrolling"
        pressed = await self.click_on(words)
        if pressed is not None and await self._reacts(before):
            await self.settle()
            return f"pressing {pressed.label!r}"
        return ""

    async def to_the_end(self, words: PagerWords) -> None:
        """Scroll and ask for more until the page adds nothing."""
        only_more = PagerWords(frozenset(), words.more, frozenset(), frozenset())
        loop = asyncio.get_running_loop()
        end = loop.time() + WHOLE
        while loop.time() < end:
            self.requests.expect_more()
            before, length = await self._state(), await self.page.evaluate(page_tree.LETTERS)
            await self.page.evaluate(page_tree.SCROLL)
            pressed = None
            if not await self._reacts(before, 2 * _LOOK):
                if (pressed := await self.click_on(only_more)) is None:
                    return
                with suppress(BrowserError):  # the button has gone
                    await pressed.button.evaluate(page_tree.PRESS_AGAIN, end - loop.time())
            await self.settle(QUIET if pressed is None else 2 * _LOOK)
            if await self.page.evaluate(page_tree.LETTERS) <= length:
                return

    async def all_rows(self) -> None:
        """Have the page hold all rows of lists that draw only those in view."""
        self.requests.expect_more()
        with suppress(BrowserError):
            await self.page.evaluate(page_tree.WALK, WHOLE)

    async def drawn_rows(self) -> None:
        """Have the page hold only the rows that it draws itself."""
        with suppress(BrowserError):
            await self.page.evaluate(page_tree.UNWALK)

    async def click_on(self, words: PagerWords) -> Pressed | None:
        """Click "load more", else "next"; returns what was clicked."""
        labels = await self._labels()
        for wanted in (words.more, words.forward):
            told = [[each for each in said if _leads_on(each, wanted)] for said in labels]
            place = next((n for n, said in enumerate(told) if said), None)
            if place is not None and (button := await self._click(place)):
                return Pressed(told[place][0], button)
        for arrow in ARROWS if words.forward else ():
            place = next((n for n, said in enumerate(labels) if arrow in said), None)
            if place is not None and (button := await self._click(place)):
                return Pressed(arrow, button)
        return None

    async def open_box(self, words: Collection[str]) -> bool:
        """Open a search box that opens on a click or a key; did the page react?"""
        labels, stays = await self._labels(), await self._stays()
        short = [n for n, said in enumerate(labels) if any(_opens(each, words) for each in said)]
        short.sort(key=lambda place: not stays[place])  # links to other pages last
        before = await self._state()
        for place in short[:2]:
            if await self._click(place) and await self._reacts(before):
                await self.settle()
                return True
        for key in KEYS:
            self.requests.is_touched = True
            with suppress(BrowserError):
                await self.page.keyboard.press(key)
            if await self._reacts(before, REACTION / 3):
                await self.settle()
                return True
        return False

    async def ways_in(self) -> list[int]:
        """Buttons that may lead from a start screen to the application."""
        labels, stays = await self._labels(), await self._stays()
        return [n for n, said in enumerate(labels) if stays[n] and said]

    async def enter(self, place: int) -> bool:
        """Press one of these buttons; did the page react?"""
        before, labels = await self._state(), await self._labels()
        if not await self._click(place, is_strict=True) or not await self._reacts(before):
            return False
        self._way_in = place, labels[place]
        await self.settle()
        return True

    async def open_again(self, words: Collection[str]) -> bool:
        """Open a box as it was opened before; did the page react?"""
        place, said = self._way_in or (-1, [])
        labels = await self._labels()
        is_there = 0 <= place < len(labels) and labels[place] == said
        return (is_there and await self.enter(place)) or await self.open_box(words)

    async def opens(self, place: int, words: Collection[str]) -> bool:
        """Is a box visible, perhaps after it was opened as before?"""
        if await self.first_visible([place]) is None:
            await self.open_again(words)
        return await self.first_visible([place]) is not None

    async def click_text(self, text: str) -> str:
        """Click on the text of a record; returns the address to which that led."""
        opened: list[Page] = []

        def note(popup: Page) -> None:
            opened.append(popup)

        self.page.on("popup", note)
        before = await self._state()
        with suppress(BrowserError):
            found = (await self.page.evaluate_handle(page_tree.SHOWS, text)).as_element()
            if found is not None and await self._press(found, is_title=True):
                await self._reacts(before)
                await self.settle()
        self.page.remove_listener("popup", note)
        url = opened[0].url if opened else self.page.url
        for popup in opened:
            with suppress(BrowserError):
                await popup.close()
        return url

    async def fetch(self, url: str) -> None:
        """Let the page request an address."""
        with suppress(BrowserError):
            await self.page.evaluate(page_tree.FETCH, url)

    async def filters(self, box: int) -> list[PageFilter]:
        """The menus and tick boxes that may belong to a search box."""
        told = await self.page.evaluate(page_tree.FILTERS, box)
        found = [PageFilter.of(each) for each in told]
        effects = self.requests.rule.words.effects
        return [each for each in found if not effects.button(each.label)]

    async def choose(self, box: int, chosen: PageFilter, option: int) -> bool:
        """Choose an option of a menu by its number, or tick a box; did the page ask for data?"""
        asked = self.requests.started
        with suppress(BrowserError):
            # Scripts draw their filters again, perhaps in another order.
            there = await self.filters(box)
            place = next((each.place for each in there if each.key == chosen.key), -1)
            control = await self._element(page_tree.FILTER_AT, place)
            if control is None:
                return False
            if chosen.kind == "slider":
                await control.fill(chosen.options[0][0] if option >= 0 else chosen.value)
                for event in ("pointerup", "mouseup", "keyup"):
                    await control.dispatch_event(event)
            elif chosen.options:
                await control.select_option(index=option, timeout=ACTION)
            else:
                clicked = (await control.evaluate_handle(page_tree.CLICKED_FOR)).as_element()
                if clicked is None or not await self._press(clicked):
                    return False
        await self._asks(asked)
        await self.settle()
        return self.requests.started != asked

    async def _asks(self, before: int) -> None:
        """Wait a moment for a request."""
        loop = asyncio.get_running_loop()
        end = loop.time() + REACTION / 2
        while self.requests.started == before and loop.time() < end:
            await asyncio.sleep(_LOOK)

    async def html(self, *, with_routes: bool = False) -> str:
        """The page as it is now; ``with_routes``: routes behind a ``#`` become addresses."""
        if with_routes:
            await self.page.evaluate(page_tree.ROUTES)
        return await self.page.evaluate(page_tree.HTML) or await self.page.content()

    async def first_visible(self, places: Collection[int]) -> int | None:
        """The first of some boxes that is visible."""
        for place in places:
            if await self._box(place) is not None:
                return place
        return None

    async def _box(self, place: int) -> ElementHandle | None:
        try:
            box = await self._element(page_tree.BOX, place)
            return box if box and await box.evaluate(page_tree.VISIBLE) else None
        except BrowserError:  # the page is being left
            return None

    async def _press_button(self, box: ElementHandle) -> None:
        with suppress(BrowserError):
            button = (await box.evaluate_handle(page_tree.BUTTON_OF)).as_element()
            if button is not None:
                await self._press(button, is_strict=True)

    async def _labels(self) -> list[list[str]]:
        """The labels of buttons and links, in the order of the page."""
        labels: list[list[str]] = await self.page.evaluate(page_tree.LABELS, MAX_LABELS)
        return labels

    async def _stays(self) -> defaultdict[int, bool]:
        """Which of these buttons and links lead to no other page?"""
        told = await self.page.evaluate(page_tree.STAYS, MAX_LABELS)
        return defaultdict(bool, enumerate(told))

    async def _click(self, place: int, *, is_strict: bool = False) -> ElementHandle | None:
        with suppress(BrowserError):
            button = await self._element(page_tree.BUTTON_AT, place)
            if button is not None and await self._press(button, is_strict=is_strict):
                return button
        return None

    async def _press(
        self, button: ElementHandle, *, is_title: bool = False, is_strict: bool = False
    ) -> bool:
        """Click a button or link, unless it says that it does something; was it clicked?

        ``is_title``: is its text the title of a record, which may say anything? ``is_strict``: is
        nothing known of it? Then it must not even speak of accounts, carts and the like.
        """
        markup, words = await button.evaluate(page_tree.MARKUP), self.requests.rule.words
        said = acting_markup(markup, words.effects, is_title=is_title, is_strict=is_strict)
        if not said and is_strict:
            label = spelt(await button.inner_text())
            said = ", ".join({*label.split()} & (words.harmful | words.doubtful))
        if said:
            self.requests.refused[f"a button is not pressed, for it says {said[:80]!r}"] += 1
            return False
        self.requests.is_touched = True
        await button.click(timeout=ACTION)
        return True

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
        except BrowserError:  # the page is being left
            return -2
        return changes


def _leads_on(label: str, wanted: Collection[str]) -> bool:
    """Does a label ask for more, perhaps with words behind it ("show more books")?"""
    said = spelt(label).strip(_ENDS)
    if said in wanted:
        return True
    words = said.split()
    starts = range(max(2, len(words) - MAX_BEHIND), len(words))
    return any(" ".join(words[:end]) in wanted for end in starts)


def _opens(label: str, words: Collection[str]) -> bool:
    said = spelt(label).split()
    return len(said) <= MAX_WORDS and (bool(set(said) & set(words)) or names_search(label))
