"""What it means that a request failed, in words that name the remedy."""

from __future__ import annotations

from scrapy.exceptions import DownloadCancelledError, IgnoreRequest

from deepweb.middlewares.back_off import Stopping
from deepweb.middlewares.budget import BudgetSpent
from deepweb.middlewares.left_sites import SiteLeft
from deepweb.middlewares.stay_on_site import OffSite

# Scrapy's own words; it has no exception of its own for that.
BY_ROBOTS = "Forbidden by robots.txt"


def is_refused(error: BaseException | None, *, is_link: bool = False) -> bool:
    """Would every other question be refused as well, and not only this one have gone wrong?

    A link may be forbidden by robots.txt where the form is not.
    """
    return is_for_all(error) or (_is_forbidden(error) and not is_link)


def is_for_all(error: BaseException | None) -> bool:
    """Would any request to the site be refused now, and a later run be let in?"""
    return isinstance(error, (BudgetSpent, SiteLeft, Stopping))


def why_unreached(error: BaseException | None, robots: str | None) -> str:
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
    cause = robots or _told(error)
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
