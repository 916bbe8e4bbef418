"""A page that begins and never ends was cut off."""

from __future__ import annotations

import pytest

from deepweb.read.kind.cut_off import is_cut_off


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
