"""From which address does the script of a record's own page get the record's data?

The browser opens one own page. Among the requests of its script, the one counts whose answer says
of the record what the page shows, and whose address holds a key of the record: a part of the
record's own address, or a value that its list shows. With the key of another record it is the
address of that record's data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote, unquote_plus, urlsplit

from deepweb.page.page import Page
from deepweb.read.details.own_data import KEY, DataAddress, ListedRecord, keys, own_fields
from deepweb.surface.script.exchange import Exchange, sent_along
from deepweb.surface.script.shown_records import ShownTexts

MAX_OTHERS = 100  # other records that a record is compared with
# Steps of a path and arguments, with what parts them.
_PIECES = re.compile(r"([/?&=])")
_SAFE = "$()*,:;!'@"  # signs that scripts write as they are


def data_address(
    exchanges: Sequence[Exchange], page: Page, record: ListedRecord, others: Sequence[ListedRecord]
) -> DataAddress | None:
    """How the data of records are addressed, as the own page of one shows; None if it does not.

    What other records have as well is no key.
    """
    shared = {key for other in others[:MAX_OTHERS] for _, key in keys(other)}
    own = [(where, key) for where, key in keys(record) if key not in shared]
    shown = ShownTexts(page, None)
    found: list[tuple[int, int, DataAddress]] = []
    for number, exchange in enumerate(exchanges):
        is_data = exchange.method == "GET" and exchange.is_answered and not exchange.is_page
        said = (
            own_fields(exchange.data, record.texts) if is_data and exchange.data is not None else {}
        )
        there = sum(shown.holds(str(value)) for value in said.values())
        if there and (made := _made(exchange, own)):
            found.append((there, -number, made))
    return max(found, key=lambda each: each[:2])[2] if found else None


def _made(exchange: Exchange, own: Sequence[tuple[str, str]]) -> DataAddress | None:
    for where, key in own:
        if pattern := _pattern(exchange.url, key):
            return DataAddress(pattern, where, sent_along(exchange))
    return None


def _pattern(url: str, key: str) -> str:
    """The address with ``{key}`` in place of a key; "" if it does not hold it.

    A whole step or argument counts before a part of one (``id=eq.7``).
    """
    begin, pieces = _parted(url)
    whole = [n for n, piece in enumerate(pieces) if unquote_plus(piece) == key]
    if whole:
        pieces[whole[0]] = KEY
        return begin + "".join(pieces)
    made = list(_replaced(pieces, key))
    return begin + "".join(made) if made != pieces else ""


def _parted(url: str) -> tuple[str, list[str]]:
    parts = urlsplit(url)
    begin = f"{parts.scheme}://{parts.netloc}"
    return begin, _PIECES.split(url.removeprefix(begin).partition("#")[0])


def _replaced(pieces: Sequence[str], key: str) -> Iterator[str]:
    alone = re.compile(rf"(?<![^\W_]){re.escape(key)}(?![^\W_])")
    for piece in pieces:
        text = unquote_plus(piece)
        if alone.search(text):
            yield KEY.join(quote(part, safe=_SAFE) for part in alone.split(text))
        else:
            yield piece
