"""What users give a spider with ``-a``, checked before anything is fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deepweb.locate.site import site_name, site_url

KNOWN = ("site", "max_requests")


@dataclass(frozen=True, slots=True)
class SurfacerArguments:
    """``sites``: name to first URL."""

    sites: Mapping[str, str]
    max_requests: int | None


def surfacer_arguments(given: Mapping[str, str]) -> SurfacerArguments:
    """Raises ValueError that names the value and the remedy."""
    # Scrapyd adds arguments of its own, such as _job.
    unknown = [name for name in given if name not in KNOWN and not name.startswith("_")]
    if unknown:
        raise ValueError(f"unknown argument {unknown[0]!r}; surfacer takes {', '.join(KNOWN)}")
    sites: dict[str, str] = {}
    for url in map(site_url, given.get("site", "").split(",")):
        # Of two addresses of one site the first is where it starts.
        sites.setdefault(site_name(url), url)
    return SurfacerArguments(
        sites=sites,
        max_requests=_positive(given["max_requests"]) if "max_requests" in given else None,
    )


def _positive(value: str) -> int:
    if not value.strip().isdecimal() or int(value) == 0:
        raise ValueError(f"max_requests {value!r} is no number of requests; give one such as 500")
    return int(value)
