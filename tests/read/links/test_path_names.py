"""Facets that sites write into paths."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links.path_names import path_names

VALUES = ("rice", "stews", "bread")


def test_names_that_come_at_several_depths() -> None:
    urls = [f"http://e.org/browse/kind/{a}/hue/{b}" for a in VALUES for b in ("red", "blue", "tan")]
    urls += [
        f"http://e.org/browse/hue/{b}/kind/{a}" for a in VALUES for b in ("red", "blue", "tan")
    ]
    assert path_names(urls) == {"kind", "hue"}


def test_keys_of_steps() -> None:
    urls = [
        f"http://e.org/s/maker-{a}/tint-{b}?q=1" for a in VALUES for b in ("red", "blue", "tan")
    ]
    urls += [f"http://e.org/s/tint-{b}?q=1" for b in ("red", "blue", "tan")]
    urls += [f"http://e.org/s/maker-{a}?q=1" for a in VALUES]
    assert path_names(urls) == {"tint"}
    urls += [f"http://e.org/s/x/maker-{a}?q=1" for a in VALUES]
    assert path_names(urls) == {"tint", "maker"}


def test_folders_stand_at_one_depth() -> None:
    urls = [f"http://e.org/shop/{a}/{n}" for a in VALUES for n in range(9)]
    assert path_names(urls) == frozenset()


@given(st.lists(st.text(max_size=60).map("http://e.org/".__add__), max_size=20))
def test_never_raises(urls: list[str]) -> None:
    path_names(urls)
