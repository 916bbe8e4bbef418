"""In which encoding does a browser send a form?

In the page's own, unless ``accept-charset`` names a known one; in UTF-8 where that encoding cannot
be written (HTML standard, 4.10.22.5 "selecting a form submission encoding"). Codecs have Python's
names here.
"""

from __future__ import annotations

import codecs
import re

from w3lib.encoding import resolve_encoding

# Python's name to the standard's, where they differ by more than case and hyphens.
_NAMES = {
    "utf-8": "UTF-8",
    "cp932": "Shift_JIS",
    "cp949": "EUC-KR",
    "big5hkscs": "Big5",
    "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP",
    "gb18030": "gb18030",
    "koi8-r": "KOI8-R",
    "koi8-u": "KOI8-U",
    "cp866": "IBM866",
    "mac-roman": "macintosh",
}
# Codecs of Python that no browser sends.
_NOT_SENT = re.compile(r"utf-?(16|32|7)|punycode|idna|escape|base64|hex|rot|zip|zlib|bz2|uu|quopri")


def form_encoding(page_encoding: str, accept_charset: str | None) -> str:
    """The codec for a form's values."""
    # Commas are separators for browsers, though not in the standard.
    wanted = (accept_charset or "").replace(",", " ").split()
    for label in (*wanted, page_encoding):
        if codec := _codec(label):
            return codec
    return "utf-8"


def charset_name(codec: str) -> str:
    """What a browser writes into a hidden input called ``_charset_``."""
    if known := _NAMES.get(codec):
        return known
    if codec.startswith("cp125"):
        return codec.replace("cp", "windows-")
    return codec.upper().replace("ISO8859", "ISO-8859")


def _codec(label: str) -> str | None:
    try:
        resolved = resolve_encoding(label)
        if resolved is None or _NOT_SENT.search(resolved):
            return None
        # Some codecs of Python are no encodings of text at all.
        "".encode(resolved)
        return codecs.lookup(resolved).name
    except (LookupError, ValueError):  # ValueError: a NUL in the label
        return None
