"""From a template with placeholders of its own kind to an absolute one with ``{query}``.

OpenSearch writes ``{searchTerms}`` and ``{count?}``, schema.org ``{search_term_string}``. What a
placeholder stands for is settled one by one; an argument whose whole value is left out goes too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

# A longer address is no template of a search.
MAX_TEMPLATE = 2000
LEFT_OUT = "{}"
"""What a placeholder becomes that need not be filled in."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_ESCAPED_BRACE = re.compile(r"%7b|%7d", re.I)
_ENTITY = "&amp;"


def braced(template: str) -> str:
    """A template as it was meant: some sites escape its braces, or its ampersands twice."""
    meant = _ESCAPED_BRACE.sub(lambda found: "{" if found[0][2] in "bB" else "}", template.strip())
    return meant.replace(_ENTITY, "&")


def names(template: str) -> list[str]:
    """What stands in its placeholders."""
    return _PLACEHOLDER.findall(template)


def settled(template: str, value_of: Callable[[str], str]) -> str:
    """Each placeholder replaced by its value; empty arguments dropped, other braces escaped.

    ``value_of`` may answer ``{query}``, ``LEFT_OUT``, or a value that is safe in an address.
    """
    pieces = _PLACEHOLDER.split(template)
    # Every second piece is the name in a placeholder.
    written = [value_of(p) if at % 2 else _without_braces(p) for at, p in enumerate(pieces)]
    return _without_left_out("".join(written))


def absolute(template: str, base: str) -> str | None:
    """The template as a whole address, or None where it is no address of the web."""
    if len(template) > MAX_TEMPLATE:
        return None
    try:
        url = urljoin(base, template)
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:  # "http://[" and its like
        return None
    return url if is_address and url.isprintable() else None


def _without_braces(text: str) -> str:
    return text.replace("{", "%7B").replace("}", "%7D")


def _without_left_out(template: str) -> str:
    address, mark, rest = template.partition("?")
    query, sharp, fragment = rest.partition("#")
    kept = [a for a in query.split("&") if a.partition("=")[2] != LEFT_OUT]
    whole = address + (mark if any(kept) else "") + "&".join(kept) + sharp + fragment
    return whole.replace(LEFT_OUT, "")
