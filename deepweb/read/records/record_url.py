"""Which part of a record's link names the record, and not the way to it?

He et al. (WSDM 2013), section 6.3: arguments that do not change what a page shows are tracking. The
prevalence test of that section is not used here; only what is certain without counting: arguments
that hand the query on under its own name, and names that mean tracking everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from w3lib.url import canonicalize_url

TRACKING = frozenset(
    {"ref", "referer", "referrer", "sid", "sessionid", "session_id", "phpsessid", "jsessionid",
     "gclid", "fbclid", "msclkid", "pos", "position", "rank", "highlight", "srsltid"}
)  # fmt: skip
TRACKING_PREFIXES = ("utm_", "pk_", "mtm_")
# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two names.
_KEPT_BYTES = "surrogateescape"


# Addresses that are written in one way only, up to the order of their arguments.
_ARGUMENT = r"[A-Za-z0-9_.-]+=[A-Za-z0-9_.-]*"
_PLAIN = re.compile(
    rf"https?://[a-z0-9.-]+(?:/(?!\.)[A-Za-z0-9_.-]*)+(?:\?{_ARGUMENT}(?:&{_ARGUMENT})*)?"
)


def record_url(url: str, query: Mapping[str, str]) -> str:
    """The URL without its tracking arguments, in one spelling."""
    if _PLAIN.fullmatch(url):
        return _plain_url(url, query)
    parts = urlsplit(url)
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True, errors=_KEPT_BYTES)
        if not _is_tracking(name) and not (value and _same(value, query.get(name, "")))
    ]
    arguments = urlencode(kept, errors=_KEPT_BYTES)
    return str(canonicalize_url(urlunsplit(parts._replace(query=arguments))))


def _plain_url(url: str, query: Mapping[str, str]) -> str:
    """The same of an address in which nothing is to be spelt anew; several times as quick."""
    place, _, said = url.partition("?")
    named = (argument.split("=") for argument in said.split("&") if said)
    kept = sorted(
        (name, value)
        for name, value in named
        if not _is_tracking(name) and not (value and _same(value, query.get(name, "")))
    )
    return f"{place}?{'&'.join(f'{name}={value}' for name, value in kept)}" if kept else place


def _same(value: str, asked: str) -> bool:
    return value.strip().lower() == asked.strip().lower()


def _is_tracking(name: str) -> bool:
    lower = name.lower()
    return lower in TRACKING or lower.startswith(TRACKING_PREFIXES)
