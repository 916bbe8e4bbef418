"""Is this form one that was seen before, on another page of the site?

Most sites show their search on every page: that is one form. A form is known by what it sends and
where to (``Form.id``). One that sends to the page that it stands on sends elsewhere from every
page: where the home page has one that looks like it, or several pages have, it is one form too. So
is one that sends to the same page and shows the same inputs, whatever it sends beside them unseen:
the facet that was chosen, the page that it was sent from.
"""

from __future__ import annotations

from collections import Counter

from deepweb.form.model import Form
from deepweb.page.address import page_key

# Pages with forms of one look, each sending to its own page, that may yet be forms of their own.
MOST_ALIKE = 3

Look = tuple[str, ...]


class KnownForms:
    """The forms of one site that were seen."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._shown: set[Look] = set()
        self._at_home: set[Look] = set()
        self._looks: Counter[Look] = Counter()

    def is_new(self, form: Form, *, is_home: bool) -> bool:
        """Is it a form that was not seen before? From now on it was."""
        shown = _shown(form)
        if form.id in self._ids or (form.index is not None and shown in self._shown):
            return False
        self._ids.add(form.id)
        self._shown.add(shown)
        if _path(form.action) != _path(form.url):
            return True
        look = _look(form)
        is_same = look in self._at_home or self._looks[look] >= MOST_ALIKE
        self._looks[look] += 1
        if is_home:
            self._at_home.add(look)
        return not is_same


def _path(url: str) -> str:
    return page_key(url).partition("?")[0]


def _shown(form: Form) -> Look:
    names = sorted({each.name for each in form.inputs if each.kind != "hidden"})
    return (form.method, _path(form.action), *names)


def _look(form: Form) -> Look:
    names = sorted(each.name for each in form.inputs if each.name not in form.tokens)
    return (form.method, form.hints, form.heading, form.text, *names)
