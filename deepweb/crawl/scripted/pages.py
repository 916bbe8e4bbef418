"""Searches that work by script: observed once in the browser, then asked without it if possible.

Pages with such searches, and what the browser found there, are stored (table ``scripts``), so that
a resumed crawl neither visits a page again nor forgets one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urljoin

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb.crawl.failures import BudgetSpent, NoBrowserError
from deepweb.crawl.html import first_words, rendered_page
from deepweb.crawl.scripted.visit import BrowserVisit, Observation, browser_meta, has_results
from deepweb.crawl.store import store_of
from deepweb.form.script import REQUEST, Script, escaped, opens_search
from deepweb.items import SearchForm
from deepweb.locate.site.needs_browser import (
    SHELL,
    SearchOfPage,
    drawn_table,
    has_scripts,
    needs_browser,
)
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import Link, page_links
from deepweb.page.page import Page
from deepweb.page.words import words as words_of
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.decisions import MISSED, VAIN, ScriptedPage
from deepweb.store.resources import form_words, kind_words
from deepweb.surface.keywords.first_words import nonsense
from deepweb.surface.script.observed_request import (
    listed_records,
    observed_search,
    renamed,
    row_address,
)
from deepweb.surface.script.script_form import rendered_form

MAX_OBSERVED = 3  # pages of a site that are observed in the browser
MAX_TRIED = 20  # words that are tried there
MIN_LINKS = 2  # minimum links to the site of a page that is not an empty shell
# Values of ``ScriptedPage.way``, in addition to those of ``form.script``.
PLAIN = "plain"  # needs no browser
WANTED = "wanted"  # to be visited
NONE = "none"  # has no search
# Why a page needs no browser.
SENDS = "its form can be sent"
BARE = "it shows something, but no search"


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
        elif is_home or any(each.is_asked for each in searches):
            words = first_words([page], MAX_TRIED)
            told = SENDS if any(each.is_asked for each in searches) else BARE
            self._keep(ScriptedPage(site, page.url, "", PLAIN, told, words))

    def without_a_search(self, site: str) -> Iterator[Request]:
        """The visit to the first page of a site without a search: scripts may draw one."""
        for item in list(self._pages(site).values()):
            if item.way == PLAIN and item.reason == BARE:
                why = "no search was found on the site, and its scripts may draw one"
                yield from self._wanted(replace(item, way=WANTED, reason=why)) or ()

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
        search, listed = self._form(item, seen, always=visit.always), self._listed(item, seen)
        form = search or listed
        if form is not None:
            assert form.form.script is not None
            self._count(form.form.script.way)
            if search and listed and _brings_the_same(search, listed):
                yield listed
            yield form
            self._keep(replace(item, way=form.form.script.way, reason=form.reason))
        else:
            way = NONE if seen.box is None and not seen.hung else VAIN
            self._count(way)
            self._keep(replace(item, way=way, reason=f"{item.reason}; {_why_none(seen)}"))
        if seen.box is None:
            yield from self._look_elsewhere(item, response.url, seen, is_bare=form is None)

    def not_observed(self, failure: Failure) -> None:
        """A page that the browser could not show."""
        request: Request = failure.request  # type: ignore[attr-defined]
        visit: BrowserVisit = request.meta["browser"]
        item = self._pages(visit.site)[visit.page]
        is_missed = isinstance(failure.value, NoBrowserError)
        self._count(MISSED if is_missed else "failed")
        if isinstance(failure.value, BudgetSpent):
            return  # a run with a larger budget visits it
        way = MISSED if is_missed else VAIN
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
            script = Script(
                box=seen.place,
                is_sent=seen.is_sent,
                may_post=seen.box.may_post,
                record_url=row_address(pages, seen.exchanges)[0],
            )
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

    def _listed(self, item: ScriptedPage, seen: Observation) -> SearchForm | None:
        """The records that a page lists unasked, as a form without inputs."""
        page = rendered_page(seen.raw, seen.opened)
        search = listed_records(seen.exchanges, page) if page else None
        if search is None:
            return None
        form = renamed(search, item.page).form
        why = f"a list that its page shows, by script, since {item.reason}; {search.reason}"
        return SearchForm(
            item.site,
            form,
            (),
            type="search",
            searchable=True,
            safe=True,
            probability=1.0,
            reason=why,
        )

    def _look_elsewhere(
        self, item: ScriptedPage, url: str, seen: Observation, *, is_bare: bool
    ) -> Iterator[Request]:
        """Visits to pages that the rendered page calls a search; if it is bare, to others too."""
        page = rendered_page(seen.raw, url)
        if page is None:
            return
        links = page_links(_with_routes(page), item.site, form_words().effects)
        for link in sorted(links, key=_says_search, reverse=True):
            # A page that shows something without scripts is explored without the browser.
            is_worth = _says_search(link) or (is_bare and item.reason == SHELL)
            if is_worth and link.url not in self._pages(item.site):
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


def _brings_the_same(search: SearchForm, listed: SearchForm) -> bool:
    """Does a list bring records of a search, from another address?"""
    one, other = search.form.script, listed.form.script
    assert one is not None and other is not None
    is_same = one.record_url == other.record_url
    return is_same and search.form.action != listed.form.action


def _why_none(seen: Observation) -> str:
    hung = f"; the page hung while {seen.hung}" if seen.hung else ""
    refused = f"; not allowed: {'; '.join(seen.refused[:3])}" if seen.refused else ""
    if seen.box is None:
        return f"the page has no search box in the browser either{hung}{refused}"
    return f"no word found anything in the browser{hung}{refused}"


def _says_search(link: Link) -> bool:
    return bool(form_words().search.intersection(words_of(f"{link.anchor} {link.url}")))


def _with_routes(page: Page) -> Page:
    """The page with routes behind a ``#`` as addresses."""
    for element in page.root.iter("a"):
        if (target := element.get("href", "")).startswith("#"):
            element.set("href", escaped(urljoin(page.url, target)))
    return page
