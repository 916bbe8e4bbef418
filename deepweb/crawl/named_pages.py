"""The pages on the command line of ``scrapy forms``, ``scrapy read`` and others.

Pages of the web are fetched by Scrapy, so robots.txt, delays and limits apply. No store is opened.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcessBase
from scrapy.http import HtmlResponse, Response
from twisted.python.failure import Failure
from w3lib.url import file_uri_to_path

from deepweb.crawl.failures import why_no_robots, why_unreached
from deepweb.crawl.html import content_type, html_page
from deepweb.crawl.quiet_command import QuietCommand
from deepweb.page.address.saved_page import saved_from
from deepweb.page.page import Page
from deepweb.page.site import owner, site_name, site_url


class PagesError(ValueError):
    """An argument that is neither a readable file nor a URL."""


@dataclass(frozen=True, slots=True)
class NamedPage:
    """A page with the name that the user gave, or the ``problem`` with it."""

    name: str
    page: Page | None = None
    problem: str = ""
    status: int = 200


class PagesCommand(QuietCommand):
    """A command that reads pages and stores nothing."""

    def syntax(self) -> str:
        return "[options] <url or file> …"

    def fetched(
        self,
        addresses: Sequence[str],
        more: Callable[[Page], Sequence[str]] = lambda page: (),
        base: str = "",
    ) -> tuple[list[NamedPage], dict[str, bytes]]:
        """Like ``fetch_pages``, but an invalid address ends the command with a message."""
        assert self.crawler_process is not None
        try:
            return fetch_pages(self.crawler_process, addresses, more, base)
        except PagesError as error:
            self.refuse(error)


def fetch_pages(
    process: CrawlerProcessBase,
    addresses: Sequence[str],
    more: Callable[[Page], Sequence[str]] = lambda page: (),
    base: str = "",
) -> tuple[list[NamedPage], dict[str, bytes]]:
    """The pages in the order of their addresses, and the bodies of the URLs that ``more`` returns.

    ``base`` is the address that files were saved from, if the user gives it. Raises ``PagesError``
    for an invalid address before anything is fetched.
    """
    local = {each: path for each in addresses if (path := local_path(each)) is not None}
    if base and not local:
        raise PagesError("--base is the address of saved pages; name at least one file")
    saved_at = _base(base) if base else ""
    got = {each: _read(each, path, saved_at) for each, path in local.items()}
    remote = [each for each in dict.fromkeys(addresses) if each not in local]
    extra: dict[str, bytes] = {}
    if remote:
        process.crawl(PageFetcher, addresses=remote, got=got, more=more, extra=extra)
        process.start()
    missing = {each: NamedPage(each, problem="no answer came") for each in remote}
    found = missing | got
    return [found[each] for each in addresses], extra


def local_path(address: str) -> Path | None:
    """The file that an address names; None for a URL of the web."""
    start = address[:8].lower()
    try:
        if start.startswith(("http://", "https://")):
            site_url(address)
            return None
        path = Path(file_uri_to_path(address) if start.startswith("file:") else address)
        is_file = path.is_file()
    except (ValueError, OSError):  # "http://[", a name that is too long
        is_file = False
    if not is_file:
        raise PagesError(f"{address!r} is neither a file nor a URL; give a file or http(s)://…")
    return path


def _base(given: str) -> str:
    try:
        return site_url(given)
    except ValueError as error:
        raise PagesError(f"--base: {error}".replace("site ", "", 1)) from None


def _read(name: str, path: Path, base: str = "") -> NamedPage:
    try:
        body = path.read_bytes()
    except OSError as error:
        raise PagesError(f"{name!r} cannot be read: {error.strerror}") from error
    found = _fetched(name, HtmlResponse(path.resolve().as_uri(), body=body))
    return replace(found, page=_where_it_was(found.page, base)) if found.page else found


def _where_it_was(page: Page, base: str) -> Page:
    """The page with its original URL, if the user or the file names it."""
    url = base or saved_from(page.root)
    if url is None:
        return page
    page.root.getroottree().docinfo.URL = url
    return replace(page, url=url)


def _fetched(name: str, response: Response) -> NamedPage:
    page = html_page(response)
    if page is None:
        problem = f"is {content_type(response)}, not HTML"
        return NamedPage(name, problem=problem, status=response.status)
    return NamedPage(name, page, status=response.status)


class PageFetcher(Spider):
    """Fetches the pages that a command names, and nothing else."""

    name = "pages"
    custom_settings = {  # noqa: RUF012  (Scrapy wants a plain dictionary)
        "EXTENSIONS": {},
        "ITEM_PIPELINES": {},
        "DOWNLOADER_MIDDLEWARES": {
            "deepweb.middlewares.own_machine.OwnMachine": 55,
            "deepweb.middlewares.unreachable_robots.UnreachableRobots": 120,
            "deepweb.middlewares.crawl_delay.CrawlDelay": 930,
            "deepweb.middlewares.back_off.BackOff": 940,
            "deepweb.middlewares.private_addresses.PrivateAddresses": 945,
        },
    }

    def __init__(
        self,
        addresses: Sequence[str],
        got: dict[str, NamedPage],
        more: Callable[[Page], Sequence[str]],
        extra: dict[str, bytes],
    ) -> None:
        super().__init__()
        self.site_names = tuple(dict.fromkeys(map(site_name, addresses)))
        self._addresses = addresses
        self._got = got
        self._more = more
        self._extra = extra

    async def start(self) -> AsyncIterator[Any]:
        for address in self._addresses:
            yield Request(
                address,
                errback=self.parse_failure,
                cb_kwargs={"name": address},
                dont_filter=True,
                meta={"handle_httpstatus_list": list(range(400, 600))},
            )

    def parse(self, response: Response, name: str = "") -> Iterator[Request]:
        self._got[name] = found = _fetched(name, response)
        for url in self._more(found.page) if found.page else ():
            yield Request(
                url, callback=self.parse_more, errback=self.parse_no_more, cb_kwargs={"name": url}
            )

    def parse_more(self, response: Response, name: str) -> None:
        self._extra[name] = response.body

    def parse_no_more(self, failure: Failure) -> None:
        """Ignore a failure: the pages are complete without it."""

    def parse_failure(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined]
        name = request.cb_kwargs["name"]
        robots = why_no_robots(self.crawler, owner(name, self.site_names) or "")
        self._got[name] = NamedPage(name, problem=why_unreached(failure.value, robots), status=0)
