"""HTML, escaped by type: text becomes Html through text() only."""

from collections.abc import Iterable
from html import escape
from typing import NewType

Html = NewType("Html", str)

NOTHING = Html("")

_VOID = frozenset(("br", "hr", "input", "link", "meta"))


def text(value: str) -> Html:
    """The value, escaped."""
    return Html(escape(value))


def join(parts: Iterable[Html], between: str = "\n") -> Html:
    return Html(between.join(parts))


def tag(name: str, /, *children: Html, **attributes: str) -> Html:
    """An element; class_ and for_ stand for class and for."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{''.join(children)}</{name}>")


def link(href: str, label: str, **attributes: str) -> Html:
    return tag("a", text(label), href=href, **attributes)


def paragraph(value: str) -> Html:
    return tag("p", text(value))
