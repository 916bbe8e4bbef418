"""Hostile answers of scripts, sitemaps and feeds: JSON and XML."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

_ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a0 "lol">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    + "]>"
)


def _rss(inside: str) -> str:
    return f"<rss><channel>{inside}</channel></rss>"


DATA_ATTACKS: dict[str, Callable[[], bytes]] = {
    "10 MB of empty lists": lambda: b"[" + b"[]," * 3_300_000 + b"[]]",
    "10 MB of empty objects": lambda: b"[" + b"{}," * 3_300_000 + b"{}]",
    "30 MB of small objects": lambda: b"[" + b'{"a":1},' * 3_750_000 + b"{}]",
    "100,000 records": lambda: json.dumps(
        [{"id": n, "title": f"Item {n}", "url": f"/i/{n}"} for n in range(100_000)]
    ).encode(),
    "900 levels of objects": lambda: b'{"a":' * 900 + b"1" + b"}" * 900,
    "100,000 levels of lists": lambda: b"[" * 100_000 + b"]" * 100_000,
    "an object of 300,000 keys": lambda: json.dumps(
        {f"k{n}": {"a": n} for n in range(300_000)}
    ).encode(),
    "1,000 records of 1,000 keys": lambda: json.dumps(
        [{f"k{k}": f"v{n}" for k in range(1_000)} for n in range(1_000)]
    ).encode(),
    "lists in lists of records": lambda: json.dumps(
        [{"title": "t", "more": [{"title": "x", "url": "/y"}] * 300} for _ in range(300)]
    ).encode(),
    "a text of 10 MB": lambda: json.dumps([{"title": "w " * 5_000_000, "url": "/a"}] * 2).encode(),
    "html in texts": lambda: json.dumps(
        [{"title": "<b>" * 2_000, "url": f"/{n}"} for n in range(500)]
    ).encode(),
    "a number of 100,000 digits": lambda: (
        b'{"total":' + b"9" * 100_000 + b',"items":[{"title":"a"}]}'
    ),
    "a huge exponent": lambda: b'{"total":1e999999,"n":NaN,"items":[{"title":"a","url":"/b"}]}',
    "half surrogates": lambda: b'[{"title":"\\ud800 a","url":"/\\udfff"}]' * 1,
    "a callback of brackets": lambda: b"cb(" + b"[" * 500_000 + b")" * 500_000,
    "an assignment of spaces": lambda: b"var a = {" + b" " * 3_000_000 + b"x",
    "an assignment of comments": lambda: b"/*a*/ " * 500_000 + b"x",
    "loose keys": lambda: b"var a = [" + b"{a:'b',c:\"d\",}," * 200_000 + b"]",
    "quotes without end": lambda: b"var a = [" + b"'" * 1_000_001,
    "escapes": lambda: b'JSON.parse("[' + b"\\u0041" * 500_000 + b']")',
    "entity bomb": (_ENTITIES + _rss("<item><title>&a9;</title><link>/a</link></item>")).encode,
    "entity bomb in a sitemap": (
        _ENTITIES + "<urlset><url><loc>http://127.0.0.1/&a9;</loc></url></urlset>"
    ).encode,
    "external entity": lambda: (
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        b"<rss><channel><item><title>&x;</title><link>/a</link></item></channel></rss>"
    ),
    "100,000 entries of a feed": lambda: _rss(
        "<item><title>t</title><link>/a</link></item>" * 100_000
    ).encode(),
    "XML of 100,000 levels": lambda: b"<?xml version='1.0'?>" + b"<a>" * 100_000,
    "XML of 200 levels, wide": lambda: (
        b"<?xml version='1.0'?>" + (b"<a>" * 200 + b"</a>" * 200) * 1 + b""
    ),
    "XML of 1,000,000 elements": lambda: (
        b"<?xml version='1.0'?><r>" + b"<a>1</a>" * 1_000_000 + b"</r>"
    ),
    "XML of 100,000 attributes": lambda: (
        b"<?xml version='1.0'?><r " + " ".join(f"a{n}='1'" for n in range(100_000)).encode() + b"/>"
    ),
    "sitemap of a million": lambda: (
        b"<urlset>" + b"<url><loc>http://127.0.0.1/a</loc></url>" * 500_000
    ),
    "gzip bomb": lambda: gzip.compress(b"<urlset><loc>" + b" " * 500_000_000),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(b"<a>" * 10_000_000)),
}
