"""What headers tell of a list."""

from __future__ import annotations

import pytest

from deepweb.surface.script.answer_headers import next_by_header, total_by_header

HERE = "http://x/api/books?q=dune"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('</api/books?page=2>; rel="next"', "http://x/api/books?page=2"),
        ('</a?page=9>; rel="last", </a?page=2>; rel="next"', "http://x/a?page=2"),
        ("<?after=k9>; rel=next; title=more", "http://x/api/books?after=k9"),
        ('</a>; rel="prev next"', "http://x/a"),
        ('</a>; rel="next-archive"', ""),
        ("</a.css>; rel=preload", ""),
        ("<http://[>; rel=next", ""),
        ("", ""),
    ],
)
def test_the_next_page(value: str, expected: str) -> None:
    assert next_by_header([("Vary", "Accept"), ("link", value)], HERE) == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("X-Total-Count", "300", 300),
        ("x-wp-total", " 300 ", 300),
        ("Total", "300", 300),
        ("X-Total-Pages", "300", None),
        ("X-Total-Count", "3", None),
        ("X-Total-Count", "many", None),
        ("Content-Range", "items 0-14/300", 300),
        ("Content-Range", "items 0-14/*", None),
        ("Content-Length", "300", None),
    ],
)
def test_the_total(name: str, value: str, expected: int | None) -> None:
    assert total_by_header([(name, value)], 15) == expected
