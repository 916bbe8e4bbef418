"""Reads the response to a submission into a ``ResultPage`` without a verdict.

Answers are pages, pages inside JSON, or records in JSON or XML (searches by script). The pipelines
``EmptyPageFilter`` and ``SecondLevelDedup`` judge them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scrapy import Request
from scrapy.http import HtmlResponse, Response

from deepweb.crawl.details.own_pages import DETAILS, OwnPageReader
from deepweb.crawl.failures import why_failed
from deepweb.crawl.html import (
    content_type,
    html_page,
    page_again,
    static_file,
)
from deepweb.crawl.scripted.answers import html_inside, next_page, read_data_answer
from deepweb.form.model import Form
from deepweb.form.script import unescaped
from deepweb.form.whole_page import POSTED, event_of
from deepweb.items import AskedQuestion, Record, ResultPage, SearchForm
from deepweb.locate.site.hints import frames, read_sitemap
from deepweb.locate.site.page_links import page_links
from deepweb.page.address.kind import kind_of
from deepweb.page.effects.address import acting_address
from deepweb.page.effects.element import acting_links
from deepweb.page.feed import feed_as_page, feed_links
from deepweb.page.page import Page
from deepweb.page.signature import page_words as words_of
from deepweb.page.signature import signature
from deepweb.page.site import is_on_site
from deepweb.read.data.answer_data import MAX_BYTES
from deepweb.read.facets.facets import FacetLink, facets
from deepweb.read.fields.menu_names import menu_labels
from deepweb.read.fields.value_names import NameKnowledge
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.demands import LENGTH, NARROWER, Demand, demands
from deepweb.read.kind.empty import Background
from deepweb.read.kind.offered import demanded
from deepweb.read.kind.response import DEMANDING, FORM_AGAIN, kind_by_status
from deepweb.read.links.pager import next_link
from deepweb.read.links.pager_button import next_by_button, next_by_post
from deepweb.read.reading import Reading, read_answer
from deepweb.read.records.listed import ListKinds, listed_records, own_record, without_carried
from deepweb.read.records.records import FoundRecord
from deepweb.read.site_reader import SiteMemory, SiteReader
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import (
    demand_words,
    effects,
    page_words,
    reading_knowledge,
)
from deepweb.surface.answer import HOME as READ_HOME
from deepweb.surface.answer import Question
from deepweb.surface.lists.declared import DECLARED

MAX_DECLARED = 20_000  # addresses of a sitemap that are read
HOME = "the home page"
BROWSED = "browsed"


def browsed_form(site: str, home: str, question: Question) -> SearchForm:
    """What stands for the form of a page that is opened without any: its kind of pages."""
    what = kind_of(question.link) if question.is_browsing else HOME
    return SearchForm(site, _form_of_kind(home, what))


def is_browsed(item: SearchForm) -> bool:
    """Does it stand for pages of the site, and for no form?"""
    return item.form.hints == BROWSED


def _form_of_kind(home: str, what: str) -> Form:
    return Form(home, None, what, "GET", "utf-8", (), (), BROWSED)


HOME_FORM = _form_of_kind("", HOME).id
"""The home page is what a site shows where nothing was asked: what stands there and on another page
is no answer of that page."""


class AnswerReader:
    """Reads the answers of a crawl, each with what was learnt from the stored answers."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._memories: dict[tuple[str, str], SiteMemory] = {}
        self._menus: dict[tuple[str, str], Mapping[str, str]] = {}
        self._forms: dict[tuple[str, str], Form] = {}
        self._own_pages = OwnPageReader(store)

    def read(self, response: Response, asked: AskedQuestion) -> ResultPage:
        """Read an answer; what is learnt from it counts once it is stored (``keep``)."""
        if asked.purpose == DETAILS:
            return self._own_pages.read(response, asked, _unread(_request_of(response), asked))
        before = self._memory(asked.site, asked.form)
        reader = SiteReader(reading_knowledge().regions, before, self._names(asked))
        # What stands on the home page stands on the other pages of the site as well.
        is_form = asked.kinds is None or asked.purpose == READ_HOME
        form = asked.form if is_form else HOME_FORM
        page = result_page(response, asked, self._store.background(asked.site, form), reader)
        page = self._with_demands(self._told_once(page), response, asked)
        if reader.memory is before:
            return page
        return replace(page, learnt=reader.memory, renamed=reader.renamed)

    def _told_once(self, page: ResultPage) -> ResultPage:
        """The page without records that are known by another address."""
        known = partial(self._store.known, page.site)
        return replace(page, records=without_carried(page.records, known))

    def _with_demands(
        self, page: ResultPage, response: Response, asked: AskedQuestion
    ) -> ResultPage:
        """The page with what it demands, if it shows the form again and no records."""
        form = None if asked.kinds is not None or asked.script else self._form(asked)
        if form is None:
            return page
        # The only record may be a link to the page of the form, such as that of the site's name.
        if len(page.records) == 1 and page.records[0].url == form.url:
            page = replace(page, records=())
        is_error = response.status in FORM_AGAIN
        html = html_page(response) if is_error else page.page
        if html is None or page.records or asked.is_link:
            return page
        told = demanded(html, form, demand_words(), is_error=is_error)
        return replace(page, demands=told or page.demands)

    def _form(self, asked: AskedQuestion) -> Form | None:
        key = asked.site, asked.form
        if key not in self._forms:
            known = self._store.decisions.forms(asked.site)
            self._forms |= {(asked.site, each.form.id): each.form for each in known}
        return self._forms.get(key)

    def keep(self, stored: ResultPage) -> None:
        """Use what was learnt from a stored answer for later answers."""
        if isinstance(stored.learnt, SiteMemory):
            self._memories[stored.site, stored.form] = stored.learnt
        else:
            self._own_pages.keep(stored)

    def _names(self, asked: AskedQuestion) -> NameKnowledge:
        """What is known of values: lists, and the menus of the form."""
        if (asked.site, asked.form) not in self._menus:
            form = self._form(asked)
            self._menus[asked.site, asked.form] = menu_labels(form) if form else {}
        menus_of = self._menus[asked.site, asked.form]
        return replace(reading_knowledge().names, labels=menus_of)

    def _memory(self, site: str, form: str) -> SiteMemory:
        if (site, form) not in self._memories:
            stored = self._store.reading(site, form)
            known = SiteMemory.from_json(stored, page_again) if stored else SiteMemory()
            self._memories[site, form] = known
        return self._memories[site, form]


def failed_page(request: Request, asked: AskedQuestion, error: BaseException | None) -> ResultPage:
    """The ``ResultPage`` of a submission without a response."""
    return replace(_unread(request, asked), reason=why_failed(error))


def result_page(
    response: Response, asked: AskedQuestion, background: Background, reader: SiteReader
) -> ResultPage:
    """Read a response; ``reason`` is set if that is impossible."""
    unread = replace(
        _unread(_request_of(response), asked),
        status=response.status,
        length=len(response.body),
        file="" if asked.script or asked.is_link else static_file(response),
    )
    if kind_by_status(response.status):
        return replace(unread, demands=_refused_because(response))
    if asked.purpose == DECLARED and asked.kinds is not None:
        return replace(unread, **_declared(response, asked, asked.kinds))
    script = asked.script
    if script and (data := read_data_answer(response, script, asked, background)):
        return replace(unread, **_said(data, asked, unread.url))
    page = html_page(html_inside(response, script) if script else response)
    if page is None:
        is_large = f"data of over {MAX_BYTES:,} bytes" if len(response.body) > MAX_BYTES else ""
        return replace(unread, reason=is_large or f"not HTML: {content_type(response)}")
    question = AskedQuery(asked.action, asked.query)
    read_by = None if asked.purpose == "background" else reader
    reading = read_answer(page, question, background, read_by, page_words())
    if asked.kinds is None and _leads_to_hit(page, reading, asked):
        reading = replace(reading, records=(), next_url="", count=None)
    if asked.kinds is not None:
        return replace(unread, page=page, **_listed(page, reading, asked, asked.kinds))
    if event_of(reading.next_url):
        is_harmless = harmless_link(reading.next_url.replace(POSTED, "?", 1), page.url)
        posted = next_by_post(page, reading.next_url) if is_harmless else ""
        reading = replace(reading, next_url=posted)
    if reading.records and not reading.next_url:
        by_button = next_by_button(page, page_words().pager, asked.action, asked.query)
        reading = replace(reading, next_url=by_button)
    if script and reading.records and not reading.next_url:
        reading = replace(reading, next_url=next_page(response, script, len(reading.records)))
    offered = _facets(page, reading, asked, background) if reading.records else ()
    asks = () if reading.records else demands(page, demand_words())
    return replace(unread, page=page, facets=offered, demands=asks, **_said(reading, asked, page))


def _leads_to_hit(page: Page, reading: Reading, asked: AskedQuestion) -> bool:
    """Does a search with one hit lead to its page, of which only links to itself are read?"""
    is_there = "?" not in page.url and page.url != asked.action
    own = (str(each.url).startswith(f"{page.url}?") for each in reading.records)
    return is_there and bool(reading.records) and all(own)


def _refused_because(response: Response) -> tuple[Demand, ...]:
    """What an error page demands of the question, if that is what caused the error."""
    if response.status not in DEMANDING:
        return ()
    page = html_page(response)
    told = demands(page, demand_words(), is_error=True) if page is not None else ()
    return tuple(each for each in told if each.kind in {LENGTH, NARROWER})


def harmless_link(url: str, page: Page | str) -> str:
    """An address that is followed from a page, or "" if it or a link to it says that it acts.

    ``page`` is the page, or the address of an answer that is none.
    """
    if isinstance(page, str):
        return "" if acting_address(url, effects(), page) else url
    return "" if not url or acting_links(page, {url}, effects()) else url


def _request_of(response: Response) -> Request:
    # After a redirect, URL and method differ from those of the submission.
    return response.request or Request(response.url)


def _unread(request: Request, asked: AskedQuestion) -> ResultPage:
    return ResultPage(
        site=asked.site,
        form=asked.form,
        purpose=asked.purpose,
        query=asked.query,
        fingerprint=asked.fingerprint,
        url=request.url,
        method=request.method,
        status=0,
        is_by_script=asked.script is not None,
    )


def _said(reading: Reading, asked: AskedQuestion, page: Page | str) -> dict[str, Any]:
    return {
        "signature": reading.signature,
        "texts": reading.texts,
        "records": _records(reading, asked),
        "links": reading.links,
        "next_url": harmless_link(reading.next_url, page),
        "count": reading.count,
    }


def _listed(page: Page, reading: Reading, asked: AskedQuestion, known: ListKinds) -> dict[str, Any]:
    """What a page of the site says that answers no form."""
    is_own = asked.purpose == "record"
    own = (own_record(page, str(asked.found_on)),) if is_own else ()
    is_last = asked.purpose == READ_HOME
    records = own or listed_records(page, reading.records, known, is_last=is_last)
    # Links that do something when they are followed are left out.
    links = page_links(page, asked.site, effects())
    feeds = tuple(url for url in feed_links(page) if is_on_site(url, asked.site))
    next_url = (next_link(page, page_words().pager, len(records)) if records else "") or ""
    next_url = "" if event_of(next_url) else next_url  # nothing is posted where no form is asked
    count = reading.count if records else None
    listed = replace(reading, records=records, next_url=next_url, count=count)
    urls = (*(link.url for link in links), *feeds, *frames(page))
    return _said(listed, asked, page) | {"links": urls}


def _declared(response: Response, asked: AskedQuestion, known: ListKinds) -> dict[str, Any]:
    """What a sitemap names, and what a feed lists."""
    sitemap = read_sitemap(response.body, MAX_DECLARED)
    named = [url for url in (*sitemap.sitemaps, *sitemap.pages) if is_on_site(url, asked.site)]
    records: tuple[FoundRecord, ...] = ()
    if feed := "" if named else feed_as_page(response.body):
        page = html_page(HtmlResponse(response.url, body=feed, encoding="utf-8"))
        records = listed_records(page, (), known) if page is not None else ()
        links = page_links(page, asked.site, effects()) if page is not None else []
        named = [link.url for link in links]
    told = signature(words_of([*named], ()))
    return _said(Reading((), records, told, tuple(named), "", None), asked, response.url)


def _records(reading: Reading, asked: AskedQuestion) -> tuple[Record, ...]:
    seen = unescaped if asked.script else str
    found_on = seen(asked.found_on) if isinstance(asked.found_on, str) else asked.found_on
    return tuple(
        Record(
            site=asked.site,
            id=seen(found.id),
            url=seen(found.url) if found.url else None,
            title=found.title,
            text=found.text,
            fields=found.fields,
            found_on=found_on,
            query=asked.query,
            part_of=found.part_of,
            kind=found.kind,
        )
        for found in reading.records
    )


def _facets(
    page: Page, reading: Reading, asked: AskedQuestion, known: Background
) -> tuple[FacetLink, ...]:
    """The facet links of the page."""
    others = {record.url for record in reading.records if record.url}
    found = facets(page, asked.query, (), {*others, reading.next_url, *known.links})
    acting = acting_links(page, {link.url for link in found}, effects())
    return tuple(link for link in found if link.url not in acting)
