"""Why a request was not made or not answered, in words that name the remedy."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest

from deepweb.locate.site.stop_criteria import Stop

# Scrapy's own words; it has no exception of its own for that.
BY_ROBOTS = "Forbidden by robots.txt"


class BudgetSpent(IgnoreRequest):
    """A request that was not made because the site's budget is spent."""


class SiteLeft(IgnoreRequest):
    """A request that was not made because the site is left alone."""


class Stopping(IgnoreRequest):
    """A request that was held back when the crawl was told to stop."""


class OffSite(IgnoreRequest):
    """A request that was not made because it leads away from the sites asked for."""


class PrivateAddress(IgnoreRequest):
    """A request that was not made, or not read, because it led to a private address."""


class NoBrowserError(IgnoreRequest):
    """A page that only a browser shows, and there is none; the message says how to get one."""


class StoppedEarlyError(IgnoreRequest):
    """A page that was not asked for because a stop criterion says so."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(f"{stop.criterion}: {stop.reason}")
        self.stop = stop


@runtime_checkable
class KnowsRobots(Protocol):
    """The middleware that knows which robots.txt could not be had."""

    def why_unreachable(self, site: str) -> str: ...


def why_no_robots(crawler: Crawler, site: str) -> str:
    """Why the robots.txt of a site could not be had; "" where it could."""
    robots = crawler.get_downloader_middleware(KnowsRobots)  # type: ignore[type-abstract]
    return robots.why_unreachable(site) if robots else ""


def is_refused(error: BaseException | None, *, is_link: bool = False) -> bool:
    """Would every other question be refused as well, and not only this one have gone wrong?

    A link may be forbidden by robots.txt where the form is not.
    """
    return is_for_all(error) or (_is_forbidden(error) and not is_link)


def is_for_all(error: BaseException | None) -> bool:
    """Would any request to the site be refused now, and a later run be let in?"""
    return isinstance(error, (BudgetSpent, SiteLeft, Stopping))


def stop_of(error: BaseException | None) -> Stop | None:
    """What ended exploring, if a page was refused for that and did not just go wrong."""
    if isinstance(error, StoppedEarlyError):
        return error.stop
    if is_for_all(error):
        return Stop("budget" if isinstance(error, BudgetSpent) else "left", str(error))
    return None


def why_unreached(error: BaseException | None, robots: str) -> str:
    """Why the first page of a site was not had; ``robots``: why its robots.txt was not."""
    match error:
        case BudgetSpent():
            return f"{error}; give a larger max_requests"
        case SiteLeft():
            return str(error)
        case OffSite():
            return f"leads elsewhere: {error}; give that address instead, if it is what you want"
        case IgnoreRequest() if _is_forbidden(error) and not robots:
            return f"{BY_ROBOTS}; it does not want to be crawled"
    return no_answer(robots or _told(error))


def no_answer(cause: str) -> str:
    return f"does not answer ({cause}); check the address, or try again later"


def why_failed(error: BaseException | None) -> str:
    """What went wrong with one request; Scrapy has no words for an answer that it cut short."""
    if isinstance(error, DownloadCancelledError):
        return "its answer is too long (DOWNLOAD_MAXSIZE)"
    return str(error) or repr(error)


def _is_forbidden(error: BaseException | None) -> bool:
    return isinstance(error, IgnoreRequest) and str(error) == BY_ROBOTS


def _told(error: BaseException | None) -> str:
    response = getattr(error, "response", None)
    return f"HTTP {response.status}" if response is not None else why_failed(error)
