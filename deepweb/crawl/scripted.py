"""Searches that work by script: observed once in the browser, then asked without it if possible.

Pages with such searches, and what the browser found there, are stored (table ``scripts``), so that
a resumed crawl neither visits a page again nor forgets one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb.crawl.failures import BudgetSpent, NoBrowserError
from deepweb.crawl.html import first_words, rendered_page
from deepweb.crawl.store import store_of
from deepweb.form.script import REQUEST, Script, opens_search
from deepweb.items import SearchForm
from deepweb.locate.site.needs_browser import (
    SearchOfPage,
    drawn_table,
    has_scripts,
    needs_browser,
)
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import page_links
from deepweb.page.page import Page
from deepweb.page.words import words as words_of
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.decisions import MISSED, ScriptedPage
from deepweb.store.resources import form_words, kind_words
from deepweb.surface.keywords.first_words import nonsense
from deepweb.surface.script.exchange import Exchange
from deepweb.surface.script.filters import ShownFilter
from deepweb.surface.script.observed_request import observed_search, renamed, rendered_form
from deepweb.surface.script.shown_records import SearchPages, ShownClick, shown_texts

MAX_OBSERVED = 3  # pages of a site that are observed in the browser
MAX_TRIED = 20  # words that are tried there
MIN_LINKS = 2  # minimum links to the site of a page that is not an empty shell
SLOT = "browser"
"""Download slot of visits; the requests of the visited pages wait in the slot of the site."""

MIN_SHOWN = 12  # letters that a page must show for a word, and not for nonsense
# Values of ``ScriptedPage.way``, in addition to those of ``form.script``.
PLAIN = "plain"  # needs no browser
WANTED = "wanted"  # to be visited
NONE = "none"  # has no search


@dataclass(frozen=True, slots=True)
class BrowserVisit:
    """What the browser is to do on a page (``request.meta["browser"]``)."""

    site: str
    way: str
    """``observe``, or how a search is asked: ``open`` or ``fill``."""
    page: str = ""
    """The page to observe."""
    always: bool = False
    """Is the browser to answer every question, whatever is observed?"""
    nonsense: str = ""
    words: tuple[str, ...] = ()
    """Words to try until one finds something."""
    url: str = ""
    """The page with the box to fill in; the address of the request if empty."""
    place: int = -1
    """The position of that box among the boxes of the page."""
    word: str = ""
    is_sent: bool = True
    """Is Enter pressed after typing?"""
    may_post: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A search box of a page, with its probability."""

    places: tuple[int, ...]
    """Its possible positions among the boxes of the page."""
    may_post: bool
    reason: str
    """Why it is judged to be a search."""
    probability: float


@dataclass(slots=True)
class Observation:
    """What the browser observed when it searched a page."""

    raw: str = ""
    """The page before the first query."""
    box: Box | None = None
    place: int = -1
    is_sent: bool = True
    """Was Enter pressed? If not, typing into the box is enough."""
    nonsense: str = ""
    word: str = ""
    """The word that found results."""
    nothing: str = ""
    """What the page showed for nonsense."""
    found: str = ""
    """What the page showed for the word."""
    url: str = ""
    """The final URL of the browser."""
    reopened: str = ""
    """The page at that URL when it is opened again."""
    more: str = ""
    """How more results were loaded."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: tuple[str, ...] = ()
    opened: str = ""
    """The URL of the page before the first query."""
    clicks: list[ShownClick] = field(default_factory=list)
    filters: list[ShownFilter] = field(default_factory=list)
    hung: str = ""
    """What was done when the page hung; "" if it did not."""

    def pages(self) -> SearchPages | None:
        """The pages that were seen; None if no word found anything."""
        nothing, found = rendered_page(self.nothing, self.url), rendered_page(self.found, self.url)
        if nothing is None or found is None or not self.found:
            return None
        before = rendered_page(self.raw, self.opened)
        again = rendered_page(self.reopened, self.url) if self.reopened else None
        others = tuple(page for page in (before, again) if page is not None)
        acted = tuple(self.clicks), tuple(self.filters)
        return SearchPages(nothing, found, self.word, self.nonsense, others, *acted)

    def until(self, step: str, exchanges: Sequence[Exchange], refused: Iterable[str]) -> bool:
        """End the visit, because the page hung at a step if one is given; was anything seen?"""
        self.hung, self.exchanges, self.refused = step, list(exchanges), tuple(refused)
        return bool(self.raw)


@runtime_checkable
class HasBrowser(Protocol):
    """The extension that has the browser."""

    missing: str
    """Why there is no browser; empty if there is one."""

    async def visit(self, request: Request) -> Response: ...


class ScriptSpider(Protocol):
    """The spider, whose callbacks Scrapy can store."""

    crawler: Crawler

    def parse_observed(self, response: Response) -> Iterator[Any]: ...
    def parse_not_observed(self, failure: Failure) -> None: ...


class Scripts:
    """The pages of a crawl that need the browser."""

    def __init__(self, spider: ScriptSpider) -> None:
        self._spider = spider
        self._crawler = spider.crawler
        self._store = store_of(self._crawler)
        settings = self._crawler.settings
        self._mode = settings["DEEPWEB_BROWSER"]
        self._seed = settings.getint("DEEPWEB_SEED")
        self._most = settings.getint("DEEPWEB_SEED_WORDS")
        self._known: dict[str, dict[str, ScriptedPage]] = {}
        self._observed: Counter[str] = Counter()

    def resume(self, site: str) -> Iterator[Request]:
        """Visits that an earlier run planned and did not make, or had no browser for."""
        for item in list(self._pages(site).values()) if self._mode != "never" else ():
            if item.way == WANTED or (item.way == MISSED and not self._browser_missing()):
                yield self._visit(item)

    def notice(
        self, site: str, page: Page, forms: SiteForms, *, is_home: bool
    ) -> Iterator[Request]:
        """The visit that an explored page needs, if any; ``forms`` are judged already."""
        known = self._pages(site)
        if self._mode == "never" or page.url in known or not has_scripts(page):
            return
        searches = [
            SearchOfPage(each.search.form, each.is_found)
            for each in forms.all(page)
            if each.verdict.searchable
        ]
        search, why = needs_browser(
            searches,
            is_shell=is_home and self._is_shell(page, site),
            opener=opens_search(page.root) if is_home else "",
        )
        if not why and (grid := drawn_table(page)):
            search, why = f"table {grid}", f"its script fills {grid}"
        if search and any(each.search == search for each in known.values()):
            return
        if why:
            item = ScriptedPage(site, page.url, search, WANTED, why, first_words([page], MAX_TRIED))
            yield from self._wanted(item) or ()
        elif any(each.is_asked for each in searches):
            words = first_words([page], MAX_TRIED)
            self._keep(ScriptedPage(site, page.url, "", PLAIN, "its form can be sent", words))

    def _is_shell(self, page: Page, site: str) -> bool:
        """Does the page show nothing without scripts? A page with links can be explored."""
        leads_on = len(page_links(page, site, form_words().effects)) >= MIN_LINKS
        return not leads_on and page_kind(page, kind_words(), records=0, score=0.0).is_shell

    def unanswered(self, item: SearchForm, reason: str) -> list[Request] | None:
        """Visits to a form that found nothing, whose results scripts may show.

        None if scripts do not; an empty list if they may, but there is no browser.
        """
        known = self._pages(item.site).get(item.form.url)
        is_asked_plainly = item.form.script is None or item.form.script.way == REQUEST
        if self._mode == "never" or known is None or not is_asked_plainly:
            return None
        if item.form.script is not None and known.way == REQUEST:
            why = f"asked without the browser it answers nothing: {reason}"
            return self._wanted(replace(known, way=WANTED, reason=why), always=True)
        if known.way == PLAIN:
            why = f"its form answers nothing: {reason}"
            return self._wanted(replace(known, way=WANTED, reason=why))
        return None

    def observed(self, response: Response) -> Iterator[SearchForm | Request]:
        """The observed search as a form; without one, visits to other pages."""
        seen: Observation = response.meta["observed"]
        visit: BrowserVisit = response.meta["browser"]
        item = self._pages(visit.site)[visit.page]
        form = self._form(item, seen, always=visit.always)
        if form is not None:
            assert form.form.script is not None
            self._count(form.form.script.way)
            yield form
            self._keep(replace(item, way=form.form.script.way, reason=form.reason))
            return
        self._count(NONE)
        self._keep(replace(item, way=NONE, reason=f"{item.reason}; {_why_none(seen)}"))
        if seen.box is None:
            yield from self._look_elsewhere(item, response.url, seen)

    def not_observed(self, failure: Failure) -> None:
        """A page that the browser could not show."""
        request: Request = failure.request  # type: ignore[attr-defined]
        visit: BrowserVisit = request.meta["browser"]
        item = self._pages(visit.site)[visit.page]
        is_missed = isinstance(failure.value, NoBrowserError)
        self._count(MISSED if is_missed else "failed")
        if isinstance(failure.value, BudgetSpent):
            return  # a run with a larger budget visits it
        way = MISSED if is_missed else NONE
        self._keep(replace(item, way=way, reason=f"{item.reason}; {failure.value}"))

    def _form(self, item: ScriptedPage, seen: Observation, *, always: bool) -> SearchForm | None:
        if not seen.found or seen.box is None:
            return None
        pages = seen.pages()
        assert pages is not None
        search = observed_search(seen.exchanges, pages)
        if search is not None and not always and self._mode == "least":
            search = renamed(search, item.page)
            form, box, told = search.form, search.box, search.reason
        else:
            reopens = has_results(seen.nothing, seen.reopened, seen.word)
            shown_at = seen.url if reopens else ""
            script = Script(box=seen.place, is_sent=seen.is_sent, may_post=seen.box.may_post)
            form, told = rendered_form(item.page, shown_at, seen.word, script)
            box = form.inputs[0].name
        return SearchForm(
            item.site,
            form,
            tuple(
                dict.fromkeys((seen.word, *first_words([pages.nothing, pages.found], self._most)))
            ),
            type="search",
            searchable=True,
            safe=True,
            probability=seen.box.probability,
            query_input=box or None,
            reason=f"{seen.box.reason.partition(';')[0]}; by script, since {item.reason}; {told}",
        )

    def _look_elsewhere(self, item: ScriptedPage, url: str, seen: Observation) -> Iterator[Request]:
        """Visits to pages that the rendered page calls a search."""
        page = rendered_page(seen.raw, url)
        for link in page_links(page, item.site, form_words().effects) if page else ():
            says = form_words().search.intersection(words_of(f"{link.anchor} {link.url}"))
            if says and link.url not in self._pages(item.site):
                why = f"a page that scripts made calls it {link.anchor!r}"
                found = ScriptedPage(item.site, link.url, "", WANTED, why)
                yield from self._wanted(found) or ()

    def _wanted(self, item: ScriptedPage, *, always: bool = False) -> list[Request] | None:
        """The visit to a page, if there is a browser; None where enough pages were visited."""
        if missing := self._browser_missing():
            self._count(MISSED)
            self._keep(replace(item, way=MISSED, reason=f"{item.reason}; {missing}"))
            return []
        if self._observed[item.site] >= MAX_OBSERVED:
            return None
        self._keep(item)
        return [self._visit(item, always=always)]

    def _visit(self, item: ScriptedPage, *, always: bool = False) -> Request:
        self._observed[item.site] += 1
        rng = random.Random(f"{self._seed} {item.site} {item.page}")  # noqa: S311
        visit = BrowserVisit(
            site=item.site,
            way="observe",
            page=item.page,
            always=always,
            nonsense=nonsense(rng, 1, " ".join(item.words))[0],
            words=item.words or first_words([], MAX_TRIED),
        )
        return Request(
            item.page,
            self._spider.parse_observed,
            errback=self._spider.parse_not_observed,
            meta=browser_meta(visit),
            dont_filter=True,
            priority=1,
        )

    def _browser_missing(self) -> str:
        browser = self._crawler.get_extension(HasBrowser)  # type: ignore[type-abstract]
        return browser.missing if browser else "the browser is turned off in EXTENSIONS"

    def _pages(self, site: str) -> dict[str, ScriptedPage]:
        if site not in self._known:
            stored = self._store.decisions.scripted_pages(site)
            self._known[site] = {each.page: each for each in stored}
            # Pages that an earlier run visited count as if it had never been stopped.
            self._observed[site] = sum(each.way not in {PLAIN, WANTED, MISSED} for each in stored)
        return self._known[site]

    def _keep(self, item: ScriptedPage) -> None:
        self._pages(item.site)[item.page] = item
        self._store.decisions.save_scripted_page(item)

    def _count(self, way: str) -> None:
        self._crawler.stats.inc_value(f"deepweb/scripts/{way}")


def browser_meta(visit: BrowserVisit) -> dict[str, Any]:
    """The meta of a request for a visit by the browser."""
    return {
        "browser": visit,
        "download_slot": SLOT,
        "autothrottle_dont_adjust_delay": True,
        # The visit has its own time limit, and its requests are retried one by one.
        "download_timeout": 0,
        "dont_retry": True,
        "dont_redirect": True,
    }


def _why_none(seen: Observation) -> str:
    hung = f"; the page hung while {seen.hung}" if seen.hung else ""
    if seen.box is None:
        return f"the page has no search box in the browser either{hung}"
    refused = f"; not allowed: {'; '.join(seen.refused[:3])}" if seen.refused else ""
    return f"no word found anything in the browser{hung}{refused}"


def has_results(nothing: str, found: str, word: str) -> bool:
    """Does a page show something for a word that it does not show for nonsense?"""
    # Text that only repeats the query does not count, and neither does a number alone.
    telling = [
        piece
        for piece in fresh_pieces(nothing, found)
        if word.casefold() not in piece.casefold() or " " in piece
    ]
    return sum(map(len, telling)) >= MIN_SHOWN and len(telling) > 1


def fresh_pieces(nothing: str, found: str) -> list[str]:
    """The pieces of text of the second page that are not on the first."""
    empty, full = rendered_page(nothing, "http://x/"), rendered_page(found, "http://x/")
    if empty is None or full is None:
        return []
    known = {piece.casefold() for piece in shown_texts(empty)}
    return [piece for piece in shown_texts(full) if piece.casefold() not in known]
