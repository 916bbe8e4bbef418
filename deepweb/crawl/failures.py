"""Why a request was not sent or not answered, in messages that name the remedy."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest

from deepweb.locate.site.stop_criteria import Stop
from deepweb.report.outcome import BY_ROBOTS


class BudgetSpent(IgnoreRequest):
    """The request was not sent: the budget of the site is spent."""


class SiteLeft(IgnoreRequest):
    """The request was not sent: the crawl has left the site."""


class Stopping(IgnoreRequest):
    """The request was not sent: the crawl is stopping."""


class OffSite(IgnoreRequest):
    """The request was not sent: it leads to another site."""


class PrivateAddress(IgnoreRequest):
    """The request was not sent, or its response not read: it leads to a private address."""


class NoBrowserError(IgnoreRequest):
    """The page needs a browser and there is none; the message says how to install one."""


class StoppedEarlyError(IgnoreRequest):
    """The request was not sent: a stop criterion [Gujrati SC1–SC5] applies."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(f"{stop.criterion}: {stop.reason}")
        self.stop = stop


@runtime_checkable
class KnowsRobots(Protocol):
    """The middleware that knows which robots.txt files are unreachable."""

    def why_unreachable(self, site: str) -> str: ...


def why_no_robots(crawler: Crawler, site: str) -> str:
    """Why the robots.txt of a site is unreachable; "" if it is not."""
    robots = crawler.get_downloader_middleware(KnowsRobots)  # type: ignore[type-abstract]
    return robots.why_unreachable(site) if robots else ""


def is_refused(error: BaseException | None, *, is_link: bool = False) -> bool:
    """Does the error apply to every question of the form, and not only to this request?

    robots.txt may forbid a link and allow the form.
    """
    is_of_form = isinstance(error, NoBrowserError)
    return is_of_form or is_for_all(error) or (_is_forbidden(error) and not is_link)


def is_for_all(error: BaseException | None) -> bool:
    """Does the error apply to every request to the site for the rest of this run?"""
    return isinstance(error, (BudgetSpent, SiteLeft, Stopping))


def stop_of(error: BaseException | None) -> Stop | None:
    """The stop that the error stands for; None if only this request failed."""
    if isinstance(error, StoppedEarlyError):
        return error.stop
    if is_for_all(error):
        return Stop("budget" if isinstance(error, BudgetSpent) else "left", str(error))
    return None


def why_unreached(error: BaseException | None, robots: str) -> str:
    """Why the first page of a site was not fetched.

    ``robots``: why its robots.txt is unreachable.
    """
    match error:
        case BudgetSpent():
            return f"{error}; give a larger max_requests"
        case SiteLeft():
            return str(error)
        case OffSite():
            return f"redirects elsewhere: {error}; give that address instead if you mean it"
        case IgnoreRequest() if _is_forbidden(error) and not robots:
            return f"{BY_ROBOTS}; the site does not want to be crawled"
    return no_answer(robots or _cause(error))


def no_answer(cause: str) -> str:
    """Why there is no first page; an error page is an answer, too."""
    came = f"answers with {cause}" if cause.startswith("HTTP ") else f"does not answer ({cause})"
    return f"{came}; check the address, or try again later"


def why_failed(error: BaseException | None) -> str:
    """Why one request failed; Scrapy's error for an answer beyond the size limit has no text."""
    if isinstance(error, DownloadCancelledError):
        return "the answer is too long (DOWNLOAD_MAXSIZE)"
    return str(error) or repr(error)


def _is_forbidden(error: BaseException | None) -> bool:
    return isinstance(error, IgnoreRequest) and str(error) == BY_ROBOTS


def _cause(error: BaseException | None) -> str:
    response = getattr(error, "response", None)
    return f"HTTP {response.status}" if response is not None else why_failed(error)
