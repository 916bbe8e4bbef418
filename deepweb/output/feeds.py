"""What goes into a feed: all records of the crawl, each once.

Scrapy writes a feed during the crawl, and a kill may lose what was not on the disk yet. So a
resumed crawl gives its feeds also the records of earlier runs. A new feed (``-O``) gets all of
them; a feed that is appended to (``-o``, JSON lines or CSV on this machine) gets those that it
lacks.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
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
MAX_CELL = 100_000_000  # characters of a CSV cell; Python's limit of 128 K is too low for a page


class NotYetThere(ItemFilter):
    """Keeps records out of a feed that it holds already (``known`` of its options)."""

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
        self._given.add(number)  # a resumed crawl gives each record once
        return False


def keep_feeds_to(items: tuple[type, ...], settings: BaseSettings) -> None:
    """Let feeds hold these items only, unless a feed's options say otherwise.

    To be called by ``from_crawler``: changes of ``update_settings`` to ``-O`` are lost when the
    crawl starts.
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
    """Does the crawl have feeds, which need the records of earlier runs as well?"""
    return bool(settings.getdict("FEEDS"))


def merge_feed(
    uri: str, options: dict[str, Any], id_of: Callable[[dict[str, Any]], str | None]
) -> bool:
    """Merge the records of a feed that have the same id now, and drop those that have none.

    False for feeds that cannot be read or written: they stay as they are.
    """
    path = _path_of(uri)
    if _kind_of(path, options) not in JSON_LINES or options.get("postprocessing"):
        return False
    if not path.is_file():
        return False
    encoding = options.get("encoding") or "utf-8"
    merged = path.with_name(path.name + ".merged")
    try:
        with (
            path.open(encoding=encoding, newline="") as old,
            merged.open("w", encoding=encoding, newline="") as new,
        ):
            new.writelines(_merged_lines(old, id_of))
        merged.replace(path)
    except (OSError, ValueError):
        merged.unlink(missing_ok=True)
        return False
    return True


def _merged_lines(
    lines: Iterable[str], id_of: Callable[[dict[str, Any]], str | None]
) -> Iterator[str]:
    """The lines of a feed, each record once. Raises ValueError for a line that is no record."""
    kept = set[str]()
    for line in lines:
        row = json.loads(line)
        if not isinstance(row, dict):
            raise ValueError(f"no record: {line[:80]}")
        id_ = id_of(row) if "id" in row else ""
        key = feed_key(row.get("site", ""), id_ or "")
        if id_ is None or (id_ and key in kept):
            continue
        kept.add(key)
        yield line if not id_ or id_ == row["id"] else _with_id(row, id_)


def _with_id(row: dict[str, Any], id_: str) -> str:
    return json.dumps({**row, "id": id_}, ensure_ascii=False) + "\n"


def _path_of(uri: str) -> Path:
    return Path(file_uri_to_path(uri) if uri.startswith("file:") else uri)


def _kind_of(path: Path, options: dict[str, Any]) -> str:
    return options.get("format") or path.suffix.removeprefix(".")


def known_in(uri: str, options: dict[str, Any]) -> Iterator[Key]:
    """The records in a feed on this machine; a last row that was cut off is removed."""
    path = _path_of(uri)
    kind = _kind_of(path, options)
    if not path.is_file() or kind not in {*JSON_LINES, "csv"}:
        return
    _drop_cut_off(path, quotes=kind == "csv")
    csv.field_size_limit(MAX_CELL)
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
    """Cut a file behind its last whole row; ``quotes``: line ends inside of quotes end no row."""
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
