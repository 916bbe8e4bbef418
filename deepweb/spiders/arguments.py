"""Checks the arguments (``-a``) and settings (``-s``) of the spiders before anything is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import inf
from pathlib import Path

from deepweb import settings
from deepweb.crawl.details.phase import MODES
from deepweb.crawl.topics import topic_name
from deepweb.knowledge.site_queries import check_sources
from deepweb.page.site import site_name, site_url
from deepweb.store.resources import log_words

KNOWN = ("site", "max_requests", "again", "query_log", "knowledge", "details", "max_details")
LOCATOR_KNOWN = ("topic", "seeds", "max_pages", "max_sites")
LOCATED = "@located"
"""As a ``site``: all sites that ``sitelocator`` has found."""
YES = ("yes", "true", "1")
NO = ("no", "false", "0", "")
LEAST = {"DEEPWEB_LEASE": 1, "DEEPWEB_SITES_TOGETHER": 1}  # minimum values of settings
_CONTACT = re.compile(r"(mailto:)?[^\s@()]+@[^\s@()]+|https?://[^\s()]+")
HOSTS = ("DEEPWEB_FORM_SITES", "DEEPWEB_PRIVATE_SITES")  # settings that list sites
CHOICES = {
    "DEEPWEB_CAREFUL": ("normal", "strict"),
    "DEEPWEB_DETAILS": MODES,
    "DEEPWEB_BROWSER": ("least", "always", "never"),
}


@dataclass(frozen=True, slots=True)
class SurfacerArguments:
    """The arguments of ``surfacer``; ``sites`` maps the name of each site to its first URL."""

    sites: Mapping[str, str]
    max_requests: int | None
    again: bool = False
    """Crawl a site again whose last crawl is over, to find changes."""
    query_log: str = ""
    knowledge: str = ""
    details: str = ""
    """Whether to fetch the own pages of records; "" for DEEPWEB_DETAILS."""
    max_details: int | None = None
    located: str | None = None
    """The topic whose located sites are crawled; "" for all topics, None without ``@located``."""


@dataclass(frozen=True, slots=True)
class LocatorArguments:
    """The arguments of ``sitelocator``; ``topic`` as it is stored, ``seeds`` as URLs."""

    topic: str
    seeds: tuple[str, ...]
    max_pages: int | None
    max_sites: int | None


def surfacer_arguments(given: Mapping[str, str], *, is_worker: bool = False) -> SurfacerArguments:
    """Raises ValueError that names the value and the remedy. Only a worker needs no site."""
    _check_names(given, "surfacer", KNOWN)
    wanted, located = given.get("site", ""), None
    sites: dict[str, str] = {}
    if wanted.partition(":")[0] == LOCATED:
        topic = wanted.partition(":")[2]
        located = topic_name(topic) if topic else ""
    elif not is_worker or "site" in given:
        for url in map(site_url, wanted.split(",")):
            # The first of several URLs of one site is its first page.
            sites.setdefault(site_name(url), url)
    check_sources(given.get("query_log", ""), given.get("knowledge", ""), log_words, len(sites))
    return SurfacerArguments(
        sites=sites,
        max_requests=_number(given, "max_requests", "requests"),
        again=_is_yes(given.get("again", "")),
        query_log=given.get("query_log", ""),
        knowledge=given.get("knowledge", ""),
        details=_details(given.get("details", "")),
        max_details=_number(given, "max_details", "pages", least=0),
        located=located,
    )


def one_site(given: str) -> str:
    """The name of the site at a URL, for commands that take a single site.

    Raises ValueError that names the value and the remedy.
    """
    if "," in given:
        raise ValueError(
            f"site {given!r} names several sites; give one, and write %2C for a comma in its URL"
        )
    return site_name(site_url(given))


def locator_arguments(given: Mapping[str, str]) -> LocatorArguments:
    """Raises ValueError that names the value and the remedy."""
    _check_names(given, "sitelocator", LOCATOR_KNOWN)
    if not given.get("topic", "").strip():
        raise ValueError("topic is missing; give one such as topic=books")
    return LocatorArguments(
        topic=topic_name(given["topic"].strip()),
        seeds=tuple(_seeds(given.get("seeds", ""))),
        max_pages=_number(given, "max_pages", "pages"),
        max_sites=_number(given, "max_sites", "sites"),
    )


def _seeds(given: str) -> Iterator[str]:
    """The URLs of a list with commas, or of a file with one per line."""
    if not given.strip():
        return
    is_file = "://" not in given and not given.startswith("http")
    for number, line in enumerate(_seed_lines(given) if is_file else given.split(","), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield site_url(line)
            except ValueError as error:
                where = f"{given}, line {number}: " if is_file else ""
                raise ValueError(f"seeds: {where}{error}".replace("site ", "", 1)) from None


def _seed_lines(file: str) -> list[str]:
    try:
        return Path(file).read_text("utf-8").splitlines()
    except OSError as error:
        why = f"cannot be read ({error.strerror})"
    except UnicodeDecodeError:
        why = "is not a text file"
    raise ValueError(f"seeds {file!r} {why}; give a file with one address per line")


def _check_names(given: Mapping[str, str], spider: str, known: Sequence[str]) -> None:
    # Scrapyd adds arguments of its own, such as _job.
    unknown = [name for name in given if name not in known and not name.startswith("_")]
    if unknown:
        raise ValueError(f"unknown argument {unknown[0]!r}; {spider} takes {', '.join(known)}")


# Both store pickles, which can run code when they are loaded; the store replaces them.
PICKLED = ("JOBDIR", "HTTPCACHE_ENABLED")


def check_settings(given: Mapping[str, object]) -> None:
    """Raises ValueError for unknown names, invalid values, and settings that store pickles."""
    ours = [name for name in vars(settings) if name.startswith("DEEPWEB_")]
    for name in given:
        if name.startswith("DEEPWEB_") and name not in ours:
            near = get_close_matches(name, ours, n=1, cutoff=0.8)
            remedy = f"do you mean {near[0]}?" if near else "docs/settings.md lists all"
            raise ValueError(f"{name} is not a setting; {remedy}")
    for name in PICKLED:
        if str(given.get(name) or "").lower() not in {"", "0", "false", "none"}:
            raise ValueError(
                f"{name} {given[name]!r} is not supported; leave it out: the store "
                "(DEEPWEB_STORE) keeps every answer, and the same command resumes the crawl"
            )
    for name, default in vars(settings).items():
        if name.startswith("DEEPWEB_") and isinstance(default, (int, float)):
            _check_number(name, given[name], default)
    for name, least in LEAST.items():
        if float(str(given[name])) < least:
            raise ValueError(f"{name} {given[name]!r} is too small; give {least} or more")
    _check_texts(given)


def _check_texts(given: Mapping[str, object]) -> None:
    """Check the settings that are no plain numbers."""
    contact = str(given["DEEPWEB_CONTACT"])
    if contact and not _CONTACT.fullmatch(contact):
        raise ValueError(
            f"DEEPWEB_CONTACT {contact!r} is neither an e-mail nor a web address; "
            "give one such as me@example.org or https://example.org/about"
        )
    for name in HOSTS:
        _check_hosts(name, given[name])
    for name, choices in CHOICES.items():
        if (chosen := given[name]) not in choices:
            raise ValueError(f"{name} {chosen!r} is unknown; set {', '.join(choices)}")
    if (most := given["DEEPWEB_MAX_DETAILS"]) is not None and not str(most).isdecimal():
        raise ValueError(f"DEEPWEB_MAX_DETAILS {most!r} is not a number of pages; 0 for all")


def _check_hosts(name: str, given: object) -> None:
    """Check a list of sites: a URL in the place of a host would match none."""
    for host in filter(None, given if isinstance(given, list) else str(given).split(",")):
        try:
            is_name = site_name(site_url(host)) == host.lower()
        except ValueError:
            is_name = False
        if not is_name:
            raise ValueError(
                f"{name} {host!r} is not the name of a host; give one such as search.example.org"
            )


def _check_number(name: str, value: object, default: float) -> None:
    """Check a setting by the type of its default; a default below 1 is a share or probability."""
    if isinstance(default, bool):
        if str(value).lower() not in {"true", "false", "1", "0"}:
            raise ValueError(f"{name} {value!r} is neither true nor false; set one of them")
        return
    try:
        number = float(str(value)) if isinstance(default, float) else int(str(value))
    except ValueError:
        number = -1
    if not 0 <= number < inf:
        raise ValueError(f"{name} {value!r} is not a valid number; the default is {default}")
    if isinstance(default, float) and default < 1 < number:
        raise ValueError(f"{name} {value!r} is above 1; give a number from 0 to 1")


def _details(value: str) -> str:
    if value and value not in MODES:
        raise ValueError(f"details {value!r} is unknown; give details={', details='.join(MODES)}")
    return value


def _number(given: Mapping[str, str], name: str, what: str, least: int = 1) -> int | None:
    if name not in given:
        return None
    value = given[name]
    if not value.strip().isdecimal() or int(value) < least:
        raise ValueError(f"{name} {value!r} is not a number of {what}; give one such as 500")
    return int(value)


def _is_yes(value: str) -> bool:
    if value.strip().lower() not in (*YES, *NO):
        raise ValueError(f"again {value!r} is neither yes nor no; give again=yes")
    return value.strip().lower() in YES
