"""What an HTTP status alone says of an answer."""

from __future__ import annotations

# Some sites say "nothing found" with these.
GONE = frozenset({404, 410})
# And these say that it is us whom they do not answer.
SHUT_OUT = frozenset({401, 403, 407, 429, 451})
# Of these, those that may be about one form only.
MEMBERS_ONLY = frozenset({401, 403})


def kind_by_status(status: int) -> str | None:
    """``empty``, ``blocked`` or ``error``; None where the page itself must tell."""
    if status < 400:
        return None
    return "empty" if status in GONE else "blocked" if status in SHUT_OUT else "error"
