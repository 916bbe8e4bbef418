"""The answers to a search by script: records in JSON or XML, HTML inside JSON, next pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from scrapy import Request
from scrapy.http import HtmlResponse, Response

from deepweb.form.script import Script
from deepweb.page.signature import page_words, signature
from deepweb.page.words import all_normalised
from deepweb.read.kind.empty import Background
from deepweb.read.reading import Reading
from deepweb.read.records.answer_data import read_data
from deepweb.read.records.json_records import RecordShape, at, json_records, json_texts, total
from deepweb.surface.script.exchange import sent_pairs
from deepweb.surface.script.paging import next_address, next_pairs, path_pairs, with_argument


def json_reading(
    response: Response, script: Script, asked: dict[str, Any], background: Background
) -> Reading | None:
    """What an answer in JSON or XML says; None where it is none, or only wraps HTML."""
    data = _data(response)
    if data is None or isinstance(_inside(data, script), str):
        return None
    values = list(asked["query"].values())
    shape = RecordShape(script.records, script.record_url, script.title)
    is_nonsense = asked["purpose"] == "background"
    # Addresses of records count from the page, not from where its script asks.
    found = [] if is_nonsense else json_records(data, shape, asked["page_url"], asked["query"])
    records = tuple(r for r in found if not background.knows(r.text, values))
    pieces = all_normalised(json_texts(data), values)
    telling = [record.text for record in records] or pieces
    return Reading(
        texts=tuple(dict.fromkeys(pieces)),
        records=records,
        signature=signature(page_words(["\n".join(telling)], values)),
        links=(),
        next_url=next_page(response, script, len(records)) if records else "",
        count=total(data, script.records or (), len(records)) if records else None,
    )


def html_inside(response: Response, script: Script) -> Response:
    """The HTML that an answer in JSON wraps, as a page; else the answer itself."""
    inside = _inside(_data(response), script)
    if not isinstance(inside, str):
        return response
    return HtmlResponse(response.url, body=inside, encoding="utf-8", request=response.request)


def next_page(response: Response, script: Script, records: int) -> str:
    """Where an answer goes on, or nothing; for POST what is to be filled in stands behind a #."""
    data = _data(response)
    request = response.request or Request(response.url)
    if data is not None and request.method == "GET" and (named := next_address(data, response.url)):
        return named
    if script.paging is None:
        return ""
    kind = (request.headers.get("Content-Type") or b"").decode("latin-1")
    body = request.body.decode("utf-8", "replace")
    sent = sent_pairs(request.method, request.url, body, kind) or ()
    sent += path_pairs(request.method, request.url)
    further = next_pairs(script.paging, sent, data, records)
    if further is None:
        return ""
    if request.method == "POST":
        return f"{request.url}#{urlencode([further])}"
    return with_argument(request.url, *further)


def _data(response: Response) -> Any:
    return read_data(response.body)


def _inside(data: Any, script: Script) -> Any:
    return at(data, script.records) if data is not None and script.records else None
