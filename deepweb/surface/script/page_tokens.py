"""Which values of a request did a page get from the server, for this visit only?

Scripts send such a token along: from a ``meta`` element, a cookie, a part of the program, or an
answer that the page loads first. It is remembered with the text around it, so that a later answer
of the same address tells the token of another visit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from deepweb.form.script import MAX_TOKEN, PageToken
from deepweb.surface.script.exchange import LOAD, Exchange, Pairs

_RANDOM = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w+/=.|:%~-]{8,}")
MAX_AROUND = 24  # characters before a token by which it is found again


def page_tokens(sent: Pairs, exchanges: Sequence[Exchange]) -> tuple[PageToken, ...]:
    """The tokens among what a script sends; all of them come from one address."""
    values = {value.rpartition(" ")[2] for _, value in sent}
    random = [value for value in sorted(values) if _is_random(value)]
    loaded = (each for each in exchanges if each.method == "GET" and each.stage == LOAD)
    return max((tuple(_given(random, each)) for each in loaded), key=len, default=())


def _is_random(value: str) -> bool:
    return len(value) <= MAX_TOKEN and _RANDOM.fullmatch(value) is not None


def _given(values: Sequence[str], loaded: Exchange) -> Iterator[PageToken]:
    """Where an answer gives the values."""
    text = token_text(loaded.told, loaded.answer.decode("utf-8", "replace"))
    for value in values:
        spelt = (value, escape(value), quote(value, safe=""))
        place, there = max((text.find(said), said) for said in spelt)
        if place >= 0:
            end = place + len(there)
            before = text[max(0, place - MAX_AROUND) : place].rpartition("\n")[2]
            yield PageToken(loaded.url, value, before, text[end : end + 1])


def token_text(headers: Pairs, text: str) -> str:
    """What an answer gives to a page: its cookies, and what it says."""
    cookies = [value for name, value in headers if name.lower() == "set-cookie"]
    return "\n".join((*cookies, text))
