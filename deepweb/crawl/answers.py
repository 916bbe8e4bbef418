"""From a response to a submission to the ``ResultPage`` that goes through the pipelines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scrapy import Request
from scrapy.http import Response

from deepweb.crawl.failures import why_failed
from deepweb.crawl.html import content_type, html_page
from deepweb.crawl.script_answers import html_inside, json_reading, next_page
from deepweb.form.script import Script, unescaped
from deepweb.items import Record, ResultPage
from deepweb.page.page import Page
from deepweb.page.signature import page_words as words_of
from deepweb.read.facets.facets import facets
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.empty import Background
from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.response import kind_by_status
from deepweb.read.links.pager import next_by_button
from deepweb.read.pages import BY_SHAPE
from deepweb.read.reading import Reading, read_answer
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import kind_words, page_words

# A page this like the answers to nonsense is one of them, whatever it says.
ALIKE = 0.5


def result_page(
    response: Response, asked: dict[str, Any], background: Background, reader: SiteReader
) -> ResultPage:
    """What the site answered, read but not judged; an error is judged at once."""
    if kind := kind_by_status(response.status):
        return _answer(response, asked, kind=kind, reason=f"HTTP {response.status}")
    script = Script.from_json(asked["script"]) if asked.get("script") else None
    if script and (read := json_reading(response, script, asked, background)):
        return _answer(response, asked, **_told(read, asked))
    page = html_page(html_inside(response, script) if script else response)
    if page is None:
        return _answer(response, asked, kind="error", reason=f"not HTML: {content_type(response)}")
    question = AskedQuery(asked["action"], asked["query"])
    is_nonsense = asked["purpose"] == "background"
    read_by = None if is_nonsense else reader
    reading = read_answer(page, question, background, read_by, page_words())
    refusal = None if reading.records else _refusal(page, reading, background)
    # An empty shell is what such a site answers to nonsense, too: that is worth knowing. And what
    # scripts made, or asked for, is none, however little it shows.
    if refusal and not (refusal.is_shell and (is_nonsense or script)):
        return _answer(response, asked, kind=refusal.kind, reason=refusal.reason)
    # One thing that stands out may be a note; where no answers to nonsense are known, all may be.
    is_doubtful = not is_nonsense and (not background.pages or len(reading.records) == 1)
    if is_doubtful and (nothing := _nothing(page, reading, asked)):
        reading = replace(reading, records=(), next_url="", count=None)
        return _answer(response, asked, kind="empty", reason=nothing, **_told(reading, asked))
    if reading.records and not reading.next_url:
        by_button = next_by_button(page, page_words().pager, asked["action"])
        reading = replace(reading, next_url=by_button)
    if script and reading.records and not reading.next_url:
        further = next_page(response, script, len(reading.records))
        reading = replace(reading, next_url=further)
    told = _told(reading, asked)
    if is_nonsense and _says_nothing_found(page):
        told["count"] = 0
    if reading.records:
        told["facets"] = _facets(page, reading, asked, background)
    return _answer(response, asked, **told)


def _told(reading: Reading, asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "signature": reading.signature,
        "texts": reading.texts,
        "records": _records(reading, asked),
        "links": reading.links,
        "next_url": reading.next_url,
        "count": reading.count,
    }


def _facets(page: Page, reading: Reading, asked: dict[str, Any], known: Background) -> Any:
    """What the page lets one drill down by."""
    others = {record.url for record in reading.records if record.url}
    return facets(page, asked["query"], (), {*others, reading.next_url, *known.links})


def _says_nothing_found(page: Page) -> bool:
    verdict = page_kind(page, kind_words(), records=0, score=0.0)
    return verdict.kind == "empty" and verdict.probability > BY_SHAPE


def _nothing(page: Page, reading: Reading, asked: dict[str, Any]) -> str:
    """Why a page is empty, by what it says of itself."""
    if asked["purpose"] == "unrestricted" and len(reading.records) == 1:
        return "one thing is no list of all"
    verdict = page_kind(page, kind_words(), records=len(reading.records), score=1.0)
    return verdict.reason if verdict.kind == "empty" else ""


def _refusal(page: Page, reading: Reading, background: Background) -> PageVerdict | None:
    """What a page says that answers nobody: that it takes us for a robot, or nothing at all.

    One that is like the answers to nonsense is only empty.
    """
    if background.similarity(words_of(reading.texts, ())) >= ALIKE:
        return None
    verdict = page_kind(page, kind_words(), records=0, score=0.0)
    return verdict if verdict.kind == "blocked" or verdict.is_shell else None


def useless_page(response: Response, asked: dict[str, Any], reason: str) -> ResultPage:
    """An answer that answers nothing, for a reason that it does not tell itself."""
    return _answer(response, asked, kind="error", reason=reason)


def failed_page(request: Request, asked: dict[str, Any], error: BaseException | None) -> ResultPage:
    """A submission that nothing came back from."""
    return _page(request, asked, 0, kind="error", reason=why_failed(error))


def _answer(response: Response, asked: dict[str, Any], **read: Any) -> ResultPage:
    # A redirect may have led to another address by another method.
    request = response.request or Request(response.url)
    return _page(request, asked, response.status, length=len(response.body), **read)


def _page(request: Request, asked: dict[str, Any], status: int, **read: Any) -> ResultPage:
    return ResultPage(
        site=asked["site"],
        form=asked["form"],
        purpose=asked["purpose"],
        query=asked["query"],
        fingerprint=asked["fingerprint"],
        url=request.url,
        method=request.method,
        status=status,
        **read,
    )


def _records(reading: Reading, asked: dict[str, Any]) -> tuple[Record, ...]:
    seen = unescaped if asked.get("script") else str
    return tuple(
        Record(
            site=asked["site"],
            id=seen(found.id),
            url=seen(found.url) if found.url else None,
            title=found.title,
            text=found.text,
            fields=found.fields,
            found_on=_found_on(asked),
            query=asked["query"],
        )
        for found in reading.records
    )


def _found_on(asked: dict[str, Any]) -> Any:
    told = asked["found_on"]
    return unescaped(told) if asked.get("script") and isinstance(told, str) else told
