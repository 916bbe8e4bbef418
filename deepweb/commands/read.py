"""``scrapy read URL…``: the kind and the records of pages of one site, with reasons."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from scrapy.exceptions import UsageError

from deepweb.crawl.named_pages import NamedPage, PagesCommand
from deepweb.output.log_lines import say
from deepweb.page.page import Page
from deepweb.read.details.reading import read_details
from deepweb.read.fields.values import untyped
from deepweb.read.kind.response import kind_by_status
from deepweb.read.pages import PageReading, read_pages
from deepweb.read.thor.arbiter import thor
from deepweb.store.resources import reading_knowledge

Told = dict[str, Any]
PLACES = (("records", "region"), ("next", "next_url"))
RECORD_KEYS = ("title", "url", "kind", "text", "fields")
SHOWN = 10  # fields and records of a page that are printed without --json
MAX_OBJECT = 100  # characters of an object of --thor that are printed
NO_PAGE = "name at least one page, a URL or a file, before any --background"


class Command(PagesCommand):
    """Reads pages as a crawl would, and stores nothing."""

    def short_desc(self) -> str:
        return "Read pages of one site: their kind, their records and fields, the next page"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object per line and page")
        parser.add_argument(
            "--base",
            default="",
            metavar="URL",
            help="the address that files were saved from (default: what they say themselves)",
        )
        parser.add_argument(
            "--details",
            action="store_true",
            help="each page is the own page of one record: print its title and fields",
        )
        parser.add_argument(
            "--thor",
            action="store_true",
            help="show only what several pages of a site tell together: clusters, the part that "
            "varies, and its objects",
        )
        parser.add_argument(
            "--background",
            nargs="+",
            action="extend",
            default=[],
            metavar="PAGE",
            help="pages of the same site that are known to be empty, such as answers to nonsense; "
            "give this option last, since it takes all arguments that follow",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        names = [each for each in args if each != "--"]
        if not names:
            raise UsageError(NO_PAGE)
        got, _ = self.fetched([*names, *opts.background], base=opts.base)
        theta = self.settings.getfloat("DEEPWEB_EMPTY_THETA")
        background = list(self._background(got[len(names) :]))
        pages = got[: len(names)]
        if opts.thor:
            self._say_thor(pages, as_json=opts.json)
        else:
            told = _details(pages) if opts.details else _read(pages, background, theta)
            self._say_readings(told, as_json=opts.json)
        if any(each.problem for each in got):
            self.exitcode = 1

    def _say_readings(self, readings: Iterator[Told], *, as_json: bool) -> None:
        for told in readings:
            say(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(_lines(told)))

    def _say_thor(self, got: Sequence[NamedPage], *, as_json: bool) -> None:
        pages = {each.name: each.page for each in got if each.page is not None}
        for name, reading in zip(pages, thor(list(pages.values())), strict=True):
            told = {"url": name, **asdict(reading)}
            say(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(_thor_lines(told)))

    def _background(self, got: Sequence[NamedPage]) -> Iterator[Page]:
        for each in got:
            # Some sites answer 404 if they found nothing.
            if each.page is not None and _refusal(each) in {None, "empty"}:
                yield each.page
            else:
                why = each.problem or f"HTTP {each.status}"
                self.complain(f"{each.name}: {why}; read without it")


def _read(got: Sequence[NamedPage], background: Sequence[Page], theta: float) -> Iterator[Told]:
    """What was read on each page, in the order of the arguments."""
    readable = {each.name: each.page for each in got if each.page and not _refusal(each)}
    pages, known = list(readable.values()), reading_knowledge()
    said = dict(zip(readable, read_pages(pages, known, background, theta=theta), strict=True))
    for each in got:
        yield {"url": each.name, **_told(said.get(each.name) or _unread(each))}


def _details(got: Sequence[NamedPage]) -> Iterator[Told]:
    """What each page says about its record, in the order of the arguments."""
    readable = {each.name: each.page for each in got if each.page and not _refusal(each)}
    pages = list(readable.values())
    said = dict(zip(readable, read_details(pages), strict=True))
    reason = f"read as the page of one record, beside {len(pages) - 1} others of the site"
    for each in got:
        told = _told(_unread(each))
        if each.name in said:
            record = {"url": readable[each.name].url, **asdict(said[each.name])}
            told |= {"kind": "detail", "records": [record], "reason": reason}
        yield {"url": each.name, **told}


def _told(reading: PageReading) -> Told:
    told = asdict(reading)
    told["records"] = [{key: record[key] for key in RECORD_KEYS} for record in told["records"]]
    return told


def _refusal(got: NamedPage) -> str | None:
    return kind_by_status(got.status)


def _unread(got: NamedPage) -> PageReading:
    kind = _refusal(got) or "error"
    return PageReading(kind, (), None, None, got.problem or f"HTTP {got.status}")


def _lines(told: Told) -> Iterator[str]:
    records = told["records"]
    yield f"{told['url']}: {told['kind']}, {len(records)} record{'' if len(records) == 1 else 's'}"
    yield f"  why     {told['reason']}"
    yield from (f"  {name:<7} {told[key]}" for name, key in PLACES if told[key])
    for record in records[:SHOWN]:
        yield f"  - {record['title']}"
        yield from (f"      {key}: {value}" for key, value in _shown(record))
    if len(records) > SHOWN:
        yield f"  and {len(records) - SHOWN} more"


def _thor_lines(told: Told) -> Iterator[str]:
    objects = told["objects"]
    yield (
        f"{told['url']}: cluster {told['cluster'] + 1} of {told['pages']} pages, "
        f"likely to answer {told['rank']:.2f}, {len(objects)} objects"
    )
    yield f"  why     {told['reason']}"
    yield from (f"  - {each[:MAX_OBJECT]}" for each in objects[:SHOWN])
    if len(objects) > SHOWN:
        yield f"  and {len(objects) - SHOWN} more"


def _shown(record: Told) -> Iterator[tuple[str, object]]:
    if record["url"]:
        yield "url", record["url"]
    yield from list(untyped(record["fields"]).items())[:SHOWN]
