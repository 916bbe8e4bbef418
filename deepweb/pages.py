"""From a response to a submission to the ``ResultPage`` that goes through the pipelines."""

from __future__ import annotations

from typing import Any

from scrapy import Request
from scrapy.http import Response

from deepweb.html import content_type, html_page
from deepweb.items import Record, ResultPage
from deepweb.read.empty import Background
from deepweb.read.fresh import Asked
from deepweb.read.reading import Reading, read_answer
from deepweb.read.status import kind_by_status


def result_page(response: Response, asked: dict[str, Any], background: Background) -> ResultPage:
    """What the site answered, read but not judged; an error is judged at once."""
    if kind := kind_by_status(response.status):
        return _answer(response, asked, kind=kind, reason=f"HTTP {response.status}")
    page = html_page(response)
    if page is None:
        return _answer(response, asked, kind="error", reason=f"not HTML: {content_type(response)}")
    reading = read_answer(page, Asked(asked["action"], asked["query"]), background)
    return _answer(
        response,
        asked,
        signature=reading.signature,
        texts=reading.texts,
        records=_records(reading, asked),
        links=reading.links,
    )


def failed_page(request: Request, asked: dict[str, Any], error: BaseException | None) -> ResultPage:
    """A submission that nothing came back from."""
    return _page(request, asked, 0, kind="error", reason=str(error) or repr(error))


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
    return tuple(
        Record(
            site=asked["site"],
            id=found.id,
            url=found.url,
            title=found.title,
            text=found.text,
            fields=found.fields,
            found_on=asked["found_on"],
            query=asked["query"],
        )
        for found in reading.records
    )
