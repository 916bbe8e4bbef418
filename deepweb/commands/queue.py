"""``scrapy queue add|list|stats|retry|clear``: the sites that workers crawl (DEEPWEB_REDIS)."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.page.site import site_name, site_url
from deepweb.spiders.arguments import LOCATED, check_settings
from deepweb.store.ledger import StoreError
from deepweb.store.retry import AwayError
from deepweb.store.sites import located_sites

if TYPE_CHECKING:
    from deepweb.store.queue import QueuedSite, SiteQueue

# States of sites that may be removed from the queue; sites under way may not.
CLEARED = ("waiting", "failed", "done")


class Command(QuietCommand):
    """Adds sites to the queue, lists them, retries failed ones, and removes sites."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[options] add SITE…|FILE|-|@located / list / stats / retry [SITE…] / clear [STATE…]"

    def short_desc(self) -> str:
        return "The queue of sites that workers crawl: add, list, stats, retry, clear"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="JSON, one object a line")
        parser.add_argument(
            "--priority", default="0", help="of the sites that are added; higher ones come first"
        )
        parser.add_argument(
            "--state", help="list only sites that are waiting, leased, done or failed"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if not args or args[0] not in ACTIONS:
            given = f"{args[0]!r} is not an action" if args else "no action"
            raise UsageError(f"{given}; give one of {', '.join(ACTIONS)}")
        try:
            asyncio.run(self._run(args[0], args[1:], opts))
        except ImportError as error:
            self.refuse(f"{error}; pip install 'deepweb[redis]'")
        except (ValueError, OSError, StoreError, AwayError) as error:
            self.refuse(error)

    async def _run(self, what: str, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        check_settings(self.settings)
        if not self.settings["DEEPWEB_REDIS"]:
            raise ValueError(
                "DEEPWEB_REDIS is empty; set it to the address of a Redis, such as "
                "-s DEEPWEB_REDIS=redis://localhost:6379/0"
            )
        from deepweb.store.queue import SiteQueue  # noqa: PLC0415 - an extra

        opts.store = self.settings["DEEPWEB_STORE"]
        lease = self.settings.getfloat("DEEPWEB_LEASE")
        async with SiteQueue(self.settings["DEEPWEB_REDIS"], lease, max_wait=0) as queue:
            await ACTIONS[what](queue, args, opts)


async def _add(queue: SiteQueue, args: list[str], opts: argparse.Namespace) -> None:
    if not args:
        raise ValueError(f"no site to add; give addresses, a file, - or {LOCATED}")
    sites = list(_sites(args, _priority(opts.priority), opts.store))
    added = await queue.add(sites)
    told = {"given": len(sites), "added": added}
    line = f"{added} of {len(sites)} sites added; the others were in the queue already"
    print(json.dumps(told) if opts.json else line)


async def _list(queue: SiteQueue, args: list[str], opts: argparse.Namespace) -> None:
    if opts.state:
        _check_states([opts.state], ("leased", *CLEARED))
    listed = [each async for each in queue.list() if opts.state in {None, each.state}]
    for each in sorted(listed, key=lambda each: (each.state, -each.priority, each.site)):
        print(json.dumps(asdict(each), ensure_ascii=False) if opts.json else _line(each))


async def _stats(queue: SiteQueue, args: list[str], opts: argparse.Namespace) -> None:
    counts = await queue.stats()
    if opts.json:
        print(json.dumps(counts))
        return
    for state, count in counts.items():
        print(f"{state:<8} {count}")


async def _retry(queue: SiteQueue, args: list[str], opts: argparse.Namespace) -> None:
    names = [site_name(site_url(each)) for each in args]
    _tell("retried", await queue.retry(names), opts)


async def _clear(queue: SiteQueue, args: list[str], opts: argparse.Namespace) -> None:
    _check_states(args, CLEARED)
    _tell("cleared", await queue.clear(args or CLEARED), opts)


Action = Callable[["SiteQueue", list[str], argparse.Namespace], Awaitable[None]]
ACTIONS: dict[str, Action] = {
    "add": _add, "list": _list, "stats": _stats, "retry": _retry, "clear": _clear,
}  # fmt: skip


def _sites(args: Iterable[str], priority: int, store: str) -> Iterator[QueuedSite]:
    from deepweb.store.queue import QueuedSite  # noqa: PLC0415 - an extra

    for typed in _addresses(args, store):
        # The worker passes it as -a site=…, where a comma separates sites.
        url = site_url(typed).replace(",", "%2C")
        yield QueuedSite(site_name(url), url, priority)


def _addresses(args: Iterable[str], store: str) -> Iterator[str]:
    for arg in args:
        if arg == LOCATED:
            yield from located_sites(store).values()
        elif arg == "-":
            yield from _lines(sys.stdin)
        elif Path(arg).is_file():
            with Path(arg).open(encoding="utf-8") as file:
                yield from _lines(file)
        else:
            yield arg


def _lines(file: Iterable[str]) -> Iterator[str]:
    """One address per line; text behind a # is a comment."""
    lines = (line.partition(" #")[0].strip() for line in file)
    yield from (line for line in lines if line and not line.startswith("#"))


def _priority(typed: str) -> int:
    from deepweb.store.queue import MAX_PRIORITY  # noqa: PLC0415 - an extra

    try:
        priority = int(typed)
    except ValueError:
        priority = MAX_PRIORITY + 1
    if abs(priority) > MAX_PRIORITY:
        raise ValueError(
            f"priority {typed!r} is not a whole number from -{MAX_PRIORITY} to {MAX_PRIORITY}"
        )
    return priority


def _check_states(given: Iterable[str], known: tuple[str, ...]) -> None:
    for state in given:
        if state not in known:
            raise ValueError(f"{state!r} is not a state; give one of {', '.join(known)}")


def _line(each: QueuedSite) -> str:
    about = each.reason or (each.worker if each.state == "leased" else "")
    return f"{each.state:<8} {each.priority:>5}  {each.url}{f'  {about}' if about else ''}"


def _tell(what: str, count: int, opts: argparse.Namespace) -> None:
    print(json.dumps({what: count}) if opts.json else f"{count} {what}")
