"""``scrapy export SITE``: the records of a site, with their status: new, changed, gone …"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.output.export import (
    FORMATS,
    ExportError,
    columns,
    write_csv,
    write_lines,
    write_parquet,
)
from deepweb.output.log_lines import unread_is_no_error
from deepweb.output.shared_names import VOCABULARIES
from deepweb.page.site import site_name, site_url
from deepweb.report.history import known_sites
from deepweb.store.ledger import CrawlStore, StoreError
from deepweb.store.records.changes import KnownRecord, known_records

STDOUT = "-"


class Command(QuietCommand):
    """Reads the store and writes one file; makes no requests."""

    def syntax(self) -> str:
        return "[options] <site>"

    def short_desc(self) -> str:
        return "Write the records of a site, and which of them are new, changed or gone"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--since", metavar="DATE", help="only records that are new, changed or gone since then"
        )
        parser.add_argument(
            "--format",
            choices=FORMATS,
            help="default: the ending of the file name, else JSON lines",
        )
        parser.add_argument(
            "--names",
            choices=VOCABULARIES,
            help="JSON lines under the names of schema.org, or of zyte-common-items",
        )
        parser.add_argument(
            "-o", "--to", metavar="FILE", default=STDOUT, help="default: standard output"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if len(args) != 1:
            raise UsageError("name one site, such as example.org")
        try:
            with unread_is_no_error(sys.stdout):
                count = _export(self.settings["DEEPWEB_STORE"], args[0], opts)
                print(f"{count} records", file=sys.stderr)
        except (ValueError, StoreError, OSError) as error:
            self.refuse(error)


def _export(address: str, asked: str, opts: argparse.Namespace) -> int:
    site, since = site_name(site_url(asked)), _time(opts.since) if opts.since else None
    kind = _format(opts)
    store = CrawlStore.open(address)
    try:
        with store.connect() as connection:
            if site not in known_sites(connection):
                raise ExportError(f"the store has no site {site!r}; crawl it first")
            names = columns(known_records(connection, site, since)) if kind != "jsonl" else {}
            known = known_records(connection, site, since)
            if kind == "parquet":
                return write_parquet(known, names, Path(opts.to))
            if opts.to == STDOUT:
                return _write(known, names, sys.stdout, opts.names)
            with Path(opts.to).open("w", encoding="utf-8", newline="") as file:
                return _write(known, names, file, opts.names)
    finally:
        store.close()


def _write(
    known: Iterator[KnownRecord], columns: Collection[str], file: TextIO, vocabulary: str | None
) -> int:
    return write_csv(known, columns, file) if columns else write_lines(known, file, vocabulary)


def _format(opts: argparse.Namespace) -> str:
    ending = Path(opts.to).suffix.lstrip(".").lower()
    if not opts.format and ending not in ("", *FORMATS):
        known = ", ".join(f".{each}" for each in FORMATS)
        raise ExportError(f"{opts.to!r} has an unknown ending; use {known}, or --format")
    kind: str = opts.format or ending or "jsonl"
    if opts.names and kind != "jsonl":
        raise ExportError(f"--names gives JSON lines, not {kind}; leave --format out")
    if kind == "parquet" and opts.to == STDOUT:
        raise ExportError("Parquet cannot be printed; name a file with --to records.parquet")
    return kind


def _time(since: str) -> float:
    try:
        told = datetime.fromisoformat(since)
    except ValueError:
        raise ExportError(f"--since {since!r} is not a date; give one such as 2026-11-16") from None
    return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
