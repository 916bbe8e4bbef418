"""What users give with ``-a`` and ``-s``, checked before anything is fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deepweb import settings
from deepweb.locate.site import site_name, site_url

KNOWN = ("site", "max_requests")
BROWSER_MODES = ("least", "always", "never")


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


def check_settings(given: Mapping[str, object]) -> None:
    """Raises ValueError for a setting of ours that is no number, or none of its choices."""
    for name, default in vars(settings).items():
        if name.startswith("DEEPWEB_") and isinstance(default, (int, float)):
            _check_number(name, given[name], default)
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
