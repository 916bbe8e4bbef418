"""``scrapy urls FILE``: the roles of arguments of links, and which links select the same."""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.output.log_lines import say
from deepweb.read.links.roles import ArgumentRole
from deepweb.read.links.site_urls import SiteUrls, partitions
from deepweb.store.resources import argument_words

STDIN = "-"
GZIP = b"\x1f\x8b"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST = re.compile(r"\A(?:(?:[a-z][a-z0-9+.-]*:)?//(?:www\.)?|www\.)", re.I)
SHOWN = 3  # URLs of a partition that are printed without --json


class LinksError(ValueError):
    """A file without links; the message says why."""


@dataclass
class PagesRead:
    """Links by page, and the numbers of lines that hold no link."""

    links: dict[str, list[str]] = field(default_factory=dict)
    bad_lines: list[int] = field(default_factory=list)


class Command(QuietCommand):
    """Classifies links as a crawl does, and follows none."""

    def syntax(self) -> str:
        return "[options] <file, or - for standard input>"

    def short_desc(self) -> str:
        return "Show the roles of arguments of a site's links, and which links select the same"

    def long_desc(self) -> str:
        return (
            "Reads result pages and their links, one link per line: the URL of the page, a tab, "
            "the URL of the link; the file may be gzipped. Prints the prevalence and role of each "
            "argument, and which of the links that carry the query select the same."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--json",
            action="store_true",
            help="one JSON object per line: arguments, then partitions",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("name one file of page URL, tab, link URL; - is standard input")
        try:
            read = read_pages(args[0])
        except LinksError as error:
            self.refuse(error)
        if read.bad_lines:
            lines, first = len(read.bad_lines), read.bad_lines[0]
            say(
                f"urls: {lines} line{'' if lines == 1 else 's'} skipped, the first is line "
                f"{first}: not page URL, tab, link URL",
                sys.stderr,
            )
        _tell(read.links, opts.json)


def read_pages(name: str) -> PagesRead:
    """The links of a file; raises LinksError if there are none."""
    read = PagesRead()
    try:
        if name == STDIN:
            _read_into(read, _unpacked(sys.stdin.buffer))
        else:
            with Path(name).open("rb") as file:
                _read_into(read, _unpacked(file))
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise LinksError(f"{name!r} cannot be read: {why}") from error
    if not read.links:
        raise LinksError(f"{name!r} has no line of page URL, tab, link URL")
    return read


def _unpacked(file: BinaryIO) -> Iterable[bytes]:
    """Lines, decompressed if necessary."""
    start = file.peek(2)[:2] if hasattr(file, "peek") else b""
    return gzip.open(file) if start == GZIP else file


def _read_into(read: PagesRead, lines: Iterable[bytes]) -> None:
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8", "surrogateescape").strip("\r\n\ufeff")
        page, _, link = (part.strip() for part in text.partition("\t"))
        if _is_address(page) and _is_address(link):
            read.links.setdefault(page, []).append(link)
        elif text.strip():
            read.bad_lines.append(number)


def _is_address(text: str) -> bool:
    """Is a text an address? The scheme may be missing; a dot or a slash may not."""
    return ("/" in text or "." in text) and not _CONTROL.search(text)


def _tell(pages: Mapping[str, Sequence[str]], as_json: bool) -> None:
    site = SiteUrls(argument_words())
    for page, links in pages.items():
        site.add_page(page, _on_site(page, links))
    site.learn()
    roles = site.roles()
    followed = (
        u for p, links in pages.items() for u in _on_site(p, links) if site.is_second_level(u)
    )
    groups = partitions(followed, site.known())
    if as_json:
        for told in [*map(_told, roles), *({"urls": group} for group in groups)]:
            say(json.dumps(told))
    else:
        # Bytes that are not UTF-8 cannot be printed.
        say("\n".join(_lines(roles, groups)).encode(errors="backslashreplace").decode())


def _on_site(page: str, links: Sequence[str]) -> list[str]:
    """Links to the same site, other hosts of it ("www.") included."""
    here = _host(page)
    return [url for url in links if _is_near(_host(url), here)]


def _host(url: str) -> str:
    """The host of an address with or without a scheme."""
    return _HOST.sub("", url, count=1).partition("/")[0].partition("?")[0].lower()


def _is_near(host: str, other: str) -> bool:
    return host == other or host.endswith(f".{other}") or other.endswith(f".{host}")


def _told(role: ArgumentRole) -> dict[str, object]:
    return {
        "argument": role.argument,
        "prevalence": role.prevalence,
        "role": role.role,
        "reason": _reason(role),
    }


def _reason(role: ArgumentRole) -> str:
    if not role.doubtful:
        return role.reason
    how = f": compare {role.settle[0]} and {role.settle[1]}" if role.settle else ""
    return f"{role.reason}; doubtful{how}"


def _lines(roles: Sequence[ArgumentRole], groups: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"{len(roles)} argument{'' if len(roles) == 1 else 's'}"
    width = min(30, max((len(role.argument) for role in roles), default=0))
    for role in roles:
        yield f"  {role.argument:<{width}} {role.prevalence:.3f} {role.role:<12} {_reason(role)}"
    urls = sum(map(len, groups))
    yield f"{urls} URLs carry a query, in {len(groups)} partitions"
    for group in groups:
        yield f"  {group[0]}"
        yield from (f"    {url}" for url in group[1:SHOWN])
        if len(group) > SHOWN:
            yield f"    and {len(group) - SHOWN} more"
