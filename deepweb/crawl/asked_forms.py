"""What does an answer without records say by showing its form again?"""

from __future__ import annotations

from dataclasses import replace

from scrapy.http import Response

from deepweb.crawl.html import html_page
from deepweb.form.model import Form
from deepweb.items import AskedQuestion, ResultPage
from deepweb.read.kind.demands import demands
from deepweb.read.kind.offered import form_again, offers, refusal
from deepweb.read.kind.response import FORM_AGAIN
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import demand_words


class AskedForms:
    """The forms that are asked, and what their answers say by showing them again."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._known: dict[tuple[str, str], Form] = {}

    def asked(self, asked: AskedQuestion) -> Form | None:
        """The form of a question."""
        key = asked.site, asked.form
        if key not in self._known:
            for each in self._store.decisions.forms(asked.site):
                self._known[asked.site, each.form.id] = each.form
        return self._known.get(key)

    def with_demands(
        self, page: ResultPage, response: Response, asked: AskedQuestion
    ) -> ResultPage:
        """The page with what it demands of the next question by its form."""
        if asked.kinds is not None or asked.script:
            return page
        form, is_refused = self.asked(asked), response.status in FORM_AGAIN
        if form is not None and page.page is not None and _is_way_back(page, form):
            page = replace(page, records=(), demands=demands(page.page, demand_words()))
        if page.records or asked.is_link:
            return page
        html = html_page(response) if is_refused else page.page
        again = form_again(html, form) if html is not None and form is not None else None
        if html is None or form is None or again is None:
            return page
        told = refusal(html, demand_words()) if is_refused else page.demands
        return replace(page, demands=(*told, *offers(again, form)))


def _is_way_back(page: ResultPage, form: Form) -> bool:
    """Is the only record a link to the page of the form, such as that of the site's name?"""
    return len(page.records) == 1 and page.records[0].url == form.url
