"""Which part of a record's link names the record, and not the way to it?

He et al. (WSDM 2013), section 6.3: arguments that do not change what a page shows are tracking. The
prevalence test of that section is not used here; only what is certain without counting: arguments
that repeat the query, and names that mean tracking everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from w3lib.url import canonicalize_url

TRACKING = frozenset(
    {"ref", "referer", "referrer", "sid", "sessionid", "session_id", "phpsessid", "jsessionid",
     "gclid", "fbclid", "msclkid", "pos", "position", "rank", "highlight", "srsltid"}
)  # fmt: skip
TRACKING_PREFIXES = ("utm_", "pk_", "mtm_")


def record_url(url: str, query: Iterable[str]) -> str:
    """The URL without its tracking arguments, in one spelling."""
    asked = {value.strip().lower() for value in query} - {""}
    parts = urlsplit(url)
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not _is_tracking(name) and value.strip().lower() not in asked
    ]
    return str(canonicalize_url(urlunsplit(parts._replace(query=urlencode(kept)))))


def _is_tracking(name: str) -> bool:
    lower = name.lower()
    return lower in TRACKING or lower.startswith(TRACKING_PREFIXES)
