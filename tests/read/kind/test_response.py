"""What a status says of an answer."""

from __future__ import annotations

import pytest

from deepweb.read.kind.response import is_cut_off, kind_by_status


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, None), (204, None), (304, None), (0, None), (399, None),
        (404, "empty"), (410, "empty"),
        (401, "blocked"), (403, "blocked"), (407, "blocked"), (429, "blocked"), (451, "blocked"),
        (400, "error"), (405, "error"), (500, "error"), (503, "error"), (599, "error"),
    ],
)  # fmt: skip
def test_each_status_has_its_kind(status: int, kind: str | None) -> None:
    assert kind_by_status(status) == kind


# A page that begins and never ends was cut off.


@pytest.mark.parametrize(
    "page",
    [
        b"<!doctype html><html lang=en><body><p>half a sen",
        b"<HTML>\n<BODY>" + b"x" * 10_000,
        b"<html><script>document.write('</html>')</script><p>" + b"y" * 9_000,
    ],
)
def test_cut_off(page: bytes) -> None:
    assert is_cut_off(page)


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"<p>a piece",
        b"<html><body>all</body></html>",
        b"<html><body>all</BODY >\n</HTML>\n<!-- served in 0.02 s -->",
        b"<html><frameset><frame src=a></frameset>",
        b"<htmlish>no",
    ],
)
def test_whole(page: bytes) -> None:
    assert not is_cut_off(page)
