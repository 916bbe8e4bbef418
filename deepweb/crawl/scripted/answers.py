"""Reads an answer to a search by script: records in JSON or XML, or a page inside them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from scrapy import Request
from scrapy.http import HtmlResponse, Response

from deepweb.crawl.html import header_pairs, with_row_links
from deepweb.form.script import Script
from deepweb.items import AskedQuestion
from deepweb.page.signature import page_words as words_of
from deepweb.page.signature import signature
from deepweb.page.words import all_normalised
from deepweb.read.data.answer_data import read_data
from deepweb.read.data.json_lists import at
from deepweb.read.data.json_records import RecordShape, json_records, json_texts, total
from deepweb.read.kind.empty import Background
from deepweb.read.reading import Reading
from deepweb.surface.script.answer_headers import next_by_header, total_by_header
from deepweb.surface.script.exchange import sent_pairs
from deepweb.surface.script.paging import (
    end_pairs,
    linked_page,
    next_address,
    next_pairs,
    path_pairs,
    told_total,
    with_arguments,
)


def read_data_answer(
    response: Response, script: Script, asked: AskedQuestion, background: Background
) -> Reading | None:
    """Read an answer in JSON or XML; None if it is neither, or only wraps HTML."""
    data = read_data(response.body)
    if data is None or isinstance(_inside(data, script), str):
        return None
    values = list(asked.query.values())
    shape = RecordShape(script.records, script.record_url, script.title)
    is_nonsense = asked.purpose == "background"
    # URLs of records are relative to the page, not to the URL that its script requests.
    found = [] if is_nonsense else json_records(data, shape, asked.page_url, asked.query)
    records = tuple(r for r in found if not background.knows(r.text, values))
    pieces = all_normalised(json_texts(data), values)
    telling = [record.text for record in records] or pieces
    return Reading(
        texts=tuple(dict.fromkeys(pieces)),
        records=records,
        signature=signature(words_of(["\n".join(telling)], values)),
        links=(),
        next_url=next_page(response, script, len(records)) if records else "",
        count=_stated(data, response, script, len(records)) if records else None,
    )


def _stated(data: Any, response: Response, script: Script, records: int) -> int | None:
    """The total that an answer states, in its data or its headers."""
    in_data = total(data, script.records or (), records)
    return in_data or total_by_header(header_pairs(response), records)


def html_inside(response: Response, script: Script) -> Response:
    """The HTML inside an answer in JSON, as a response; otherwise the answer itself.

    Its rows get the links that they have for people only.
    """
    inside = _inside(read_data(response.body), script)
    if isinstance(inside, str):
        request = response.request
        response = HtmlResponse(response.url, body=inside, encoding="utf-8", request=request)
    return with_row_links(response, script.record_url)


def next_page(response: Response, script: Script, records: int) -> str:
    """The URL of the next page, or ""; for POST, the values to fill in follow a ``#``."""
    data = read_data(response.body)
    request = response.request or Request(response.url)
    if request.method == "GET":
        named = next_address(data, response.url) if data is not None else ""
        if named := named or next_by_header(header_pairs(response), response.url):
            return named
    if script.paging is None:
        return ""
    if script.paging.kind == "link":
        inside = html_inside(response, script)
        return linked_page(script.paging, inside.text, response.url)
    kind = (request.headers.get("Content-Type") or b"").decode("latin-1")
    body = request.body.decode("utf-8", "replace")
    sent = sent_pairs(request.method, request.url, body, kind) or ()
    sent += path_pairs(request.method, request.url)
    stated = told_total(data, script.records or (), records) if data is not None else None
    stated = stated or total_by_header(header_pairs(response), records)
    further = next_pairs(script.paging, sent, data, records, stated)
    if further is None:
        return ""
    pairs = (further, *end_pairs(script.paging, sent, further))
    if request.method == "POST":
        return f"{request.url}#{urlencode(pairs)}"
    return with_arguments(request.url, pairs)


def _inside(data: Any, script: Script) -> Any:
    return at(data, script.records) if data is not None and script.records else None
