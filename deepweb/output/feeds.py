"""What goes into a feed: what a spider is for, all of it, each once.

Scrapy writes a feed as it goes, and a kill may cost what was on its way to the disk. So a crawl
hands its feeds also what earlier runs found. A feed that starts anew (``-O``) takes all of it; one
that is gone on with (``-o``, JSON lines or CSV on this machine) what it does not hold yet.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pyroaring import BitMap
from scrapy.extensions.feedexport import ItemFilter
from scrapy.settings import BaseSettings
from w3lib.url import file_uri_to_path

from deepweb.surface.record_numbers import TextNumbers

Key = tuple[str, str]
"""The site and id of a record."""

JSON_LINES = frozenset({"jsonlines", "jsonl", "jl"})
# Characters of a cell that are read; by itself Python stops at 128 K, which a page may exceed.
MOST_CELL = 100_000_000


class NotYetThere(ItemFilter):
    """Keeps out of a feed what it holds, which is ``known`` of its options."""

    def __init__(self, feed_options: dict[str, Any] | None) -> None:
        super().__init__(feed_options)
        self._known: TextNumbers = (feed_options or {}).get("known") or TextNumbers()
        self._given = BitMap()

    def accepts(self, item: Any) -> bool:
        if not super().accepts(item):
            return False
        number = self._known.number(feed_key(getattr(item, "site", ""), getattr(item, "id", "")))
        if number is None or number in self._given:
            return True
        self._given.add(number)  # the store gives each once
        return False


def keep_feeds_to(items: tuple[type, ...], settings: BaseSettings) -> None:
    """Let feeds hold these items only, unless a feed itself says otherwise.

    For ``from_crawler``: what ``update_settings`` does to ``-O`` is undone when the crawl starts.
    """
    feeds = settings.getdict("FEEDS")
    for uri, options in feeds.items():
        options.setdefault("item_classes", list(items))
        options.setdefault("item_filter", NotYetThere)
        known = () if options.get("overwrite") else known_in(str(uri), options)
        options["known"] = TextNumbers(feed_key(*each) for each in known)
    settings.set("FEEDS", feeds, settings.getpriority("FEEDS") or 0)


def feed_key(site: str, id_: str) -> str:
    return f"{site} {id_}"


def has_feeds(settings: BaseSettings) -> bool:
    """Is there any feed that should hold also what earlier runs found?"""
    return bool(settings.getdict("FEEDS"))


def known_in(uri: str, options: dict[str, Any]) -> Iterator[Key]:
    """The records that a feed on this machine holds; a last one that was cut off is taken out."""
    path = Path(file_uri_to_path(uri) if uri.startswith("file:") else uri)
    kind = options.get("format") or path.suffix.removeprefix(".")
    if not path.is_file() or kind not in {*JSON_LINES, "csv"}:
        return
    _drop_cut_off(path, quotes=kind == "csv")
    csv.field_size_limit(MOST_CELL)
    with path.open(
        encoding=options.get("encoding") or "utf-8", errors="replace", newline=""
    ) as file:
        rows = _json_rows(file) if kind in JSON_LINES else csv.DictReader(file)
        for row in rows:
            site, id_ = row.get("site"), row.get("id")
            if isinstance(site, str) and isinstance(id_, str):
                yield site, id_


def _json_rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def _drop_cut_off(path: Path, *, quotes: bool) -> None:
    """Shorten a file to its last whole row; where there are quotes, rows may hold line ends."""
    whole = at = 0
    is_open = False
    with path.open("rb") as file:
        for line in file:
            at += len(line)
            is_open ^= quotes and line.count(b'"') % 2 == 1
            if line.endswith(b"\n") and not is_open:
                whole = at
    if whole < at:
        with path.open("r+b") as file:
            file.truncate(whole)
