"""Which argument, besides menus, says how many records a page shows?

Links of an answer ("50 per page"), hidden inputs and number boxes name it: ``per_page=20``,
``HITSPERPAGE=10``. Names that are also used for other things (``count``, ``num``) are believed if
their value is the number of records on the page. A larger value is tried once, and once more where
the page is full again; it is kept if the page shows the same records and more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

from deepweb.form.model import Form
from deepweb.surface.answer import Answer
from deepweb.surface.templates.presentation import MAX_PAGE_SIZE, PAGE_SIZE

TIMES = 10  # a larger page has so many times the records
MAX_ARGUMENTS = 2  # arguments that are tried
MAX_LINKS = 300  # links of a page that are examined
_BOXES = frozenset({"hidden", "text", "number", "search"})
_PERHAPS = "perhaps a page size"


class SizeNames(Protocol):
    """The words of inputs that only present."""

    def said_in(self, text: str) -> frozenset[str]: ...


def larger_pages(form: Form, answer: Answer, names: SizeNames) -> list[tuple[str, str]]:
    """The arguments that may set the page size, each with a larger value than the answer has."""
    shown = len(answer.found)
    menus = {control.name for control in form.inputs if control.role == "selection"}
    found: dict[str, set[int]] = {}
    for name, value in (*_boxes(form), *_arguments(answer)):
        if name not in menus and value.isascii() and value.isdigit() and len(value) <= 4:
            found.setdefault(name, set()).add(int(value))
    sizes = {name: values for name, values in found.items() if _is_size(name, values, shown, names)}
    return [
        (name, str(max((v for v in values if v <= MAX_PAGE_SIZE), default=shown)))
        if any(shown < v <= MAX_PAGE_SIZE for v in values)
        else (name, str(next_size(shown)))
        for name, values in sizes.items()
    ][:MAX_ARGUMENTS]


def next_size(shown: int) -> int:
    """The page size to try where pages show so many records."""
    return min(max(TIMES * shown, 100), MAX_PAGE_SIZE)


def _is_size(name: str, values: Iterable[int], shown: int, names: SizeNames) -> bool:
    said = names.said_in(name)
    return PAGE_SIZE in said or (_PERHAPS in said and shown in values)


def _boxes(form: Form) -> Iterator[tuple[str, str]]:
    for control in form.inputs:
        if control.kind in _BOXES and control.name and not control.trap:
            yield control.name, control.default


def _arguments(answer: Answer) -> Iterator[tuple[str, str]]:
    """The arguments of links that lead to other pages of the same search."""
    path = urlsplit(answer.url).path
    for url in (answer.next_url, *answer.links[:MAX_LINKS]):
        there = urlsplit(url)
        if there.path == path:
            yield from parse_qsl(there.query)
