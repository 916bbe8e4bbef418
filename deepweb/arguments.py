"""What users give with ``-a`` and ``-s``, checked before anything is fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deepweb import settings
from deepweb.locate.site import site_name, site_url
from deepweb.site_queries import check_sources

KNOWN = ("site", "max_requests", "again", "query_log", "knowledge")
YES, NO = ("yes", "true", "1"), ("no", "false", "0", "")
# Settings with which nothing would ever happen if they were less.
LEAST = {"DEEPWEB_LEASE": 1, "DEEPWEB_SITES_TOGETHER": 1}
BROWSER_MODES = ("least", "always", "never")


@dataclass(frozen=True, slots=True)
class SurfacerArguments:
    """``sites``: name to first URL."""

    sites: Mapping[str, str]
    max_requests: int | None
    again: bool = False
    """Begin a new crawl of a site whose last one is over, to see what changed."""
    query_log: str = ""
    knowledge: str = ""


def surfacer_arguments(given: Mapping[str, str], *, is_worker: bool = False) -> SurfacerArguments:
    """Raises ValueError that names the value and the remedy. A worker may be given no site."""
    # Scrapyd adds arguments of its own, such as _job.
    unknown = [name for name in given if name not in KNOWN and not name.startswith("_")]
    if unknown:
        raise ValueError(f"unknown argument {unknown[0]!r}; surfacer takes {', '.join(KNOWN)}")
    sites: dict[str, str] = {}
    named = [] if is_worker and "site" not in given else given.get("site", "").split(",")
    for url in map(site_url, named):
        # Of two addresses of one site the first is where it starts.
        sites.setdefault(site_name(url), url)
    check_sources(given.get("query_log", ""), given.get("knowledge", ""), len(sites))
    return SurfacerArguments(
        sites=sites,
        max_requests=_positive(given["max_requests"]) if "max_requests" in given else None,
        again=_is_yes(given.get("again", "")),
        query_log=given.get("query_log", ""),
        knowledge=given.get("knowledge", ""),
    )


# Both keep pickles on disk, which run as code when they are read; the store does what they are for.
PICKLED = ("JOBDIR", "HTTPCACHE_ENABLED")


def check_settings(given: Mapping[str, object]) -> None:
    """Raises ValueError for a number of ours that is none, or is negative, and for pickles."""
    for name in PICKLED:
        if str(given.get(name) or "").lower() not in {"", "0", "false", "none"}:
            raise ValueError(
                f"{name} {given[name]!r} is not supported; leave it out: the store "
                "(DEEPWEB_STORE) keeps all that was answered, and the same command goes on"
            )
    for name, default in vars(settings).items():
        if name.startswith("DEEPWEB_") and isinstance(default, (int, float)):
            _check_number(name, given[name], default)
    for name, least in LEAST.items():
        if float(str(given[name])) < least:
            raise ValueError(f"{name} {given[name]!r} is too little; give {least} or more")
    if (mode := given["DEEPWEB_BROWSER"]) not in BROWSER_MODES:
        raise ValueError(f"DEEPWEB_BROWSER {mode!r} is none of {', '.join(BROWSER_MODES)}; set one")


def _check_number(name: str, value: object, default: float) -> None:
    try:
        is_number = float(str(value)) >= 0 if isinstance(default, float) else int(str(value)) >= 0
    except ValueError:
        is_number = isinstance(default, bool) and str(value).lower() in {"true", "false"}
    if not is_number:
        raise ValueError(f"{name} {value!r} is no number that fits; the default is {default}")


def _positive(value: str) -> int:
    if not value.strip().isdecimal() or int(value) == 0:
        raise ValueError(f"max_requests {value!r} is no number of requests; give one such as 500")
    return int(value)


def _is_yes(value: str) -> bool:
    if value.strip().lower() not in (*YES, *NO):
        raise ValueError(f"again {value!r} is neither yes nor no; give again=yes")
    return value.strip().lower() in YES
