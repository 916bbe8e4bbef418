"""Which searches does a site declare itself, beside its forms, and what do they say of its forms?

A declared search is a URL template as in He et al., *Crawling Deep Web Entity Pages* (WSDM 2013),
section 3: an address with ``{query}`` where the query goes. Where it says the same as a form, the
form is the surer for it; where no form says the same, it stands for a search without a form.

Departure: the paper reads templates off forms only. Sites also declare them, for browsers
(``opensearch.py``), for search engines (``search_action.py``), and by links (``query_links.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from deepweb.form.model import Form, Input
from deepweb.page.site import site_name

QUERY = "{query}"
"""Stands in a template where the query goes."""

Pairs = tuple[tuple[str, str], ...]
_Question = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DeclaredSearch:
    """A search that a site declares, and who says so."""

    template: str
    """Absolute URL; for POST, ``{query}`` is in the body instead."""
    source: str
    reason: str
    method: str = "GET"
    encoding: str = "utf-8"
    body: Pairs = ()
    """Of POST: name and value of all that is sent."""
    unusable: str = ""
    """Why it cannot be asked as it stands, if so."""

    @property
    def arguments(self) -> Pairs:
        """Name and value of all that is sent, the query among them."""
        return self.body if self.method == "POST" else _arguments(self.template, self.encoding)

    @property
    def query_input(self) -> str | None:
        """The argument that takes the query, or None where it goes elsewhere, into the path."""
        return _query_input(self.arguments)


def declared(search: DeclaredSearch) -> DeclaredSearch:
    """The search, with what keeps it from being asked."""
    return replace(search, unusable=search.unusable or _objection(search))


def agreeing(form_template: str | None, searches: Sequence[DeclaredSearch]) -> tuple[str, ...]:
    """Who declares the search that a form's own template makes: ``("OpenSearch", …)``.

    Host, path and the argument for the query are the same; other arguments may differ.
    """
    asked = _question(form_template) if form_template else None
    if asked is None:
        return ()
    same = (search.source for search in searches if _asked_by(search) == asked)
    return tuple(dict.fromkeys(same))


def leftover(
    form_templates: Iterable[str | None], searches: Sequence[DeclaredSearch]
) -> list[DeclaredSearch]:
    """Declared searches that no form stands for, each once, with all who declare it."""
    of_forms = {_question(template) for template in form_templates if template}
    alike: dict[_Question | str, list[DeclaredSearch]] = {}
    for search in searches:
        asked = _asked_by(search)
        if asked is None or asked not in of_forms:
            alike.setdefault(asked or f"{search.method} {search.template}", []).append(search)
    return [_joined(group) for group in alike.values()]


def as_form(search: DeclaredSearch, page_url: str) -> Form:
    """The declared search as a form with one box, so that it is judged and asked like one."""
    box = search.query_input
    action = urlsplit(search.template)._replace(fragment="")
    if search.method == "GET":
        action = action._replace(query="")
    sent = tuple((name, "" if value == QUERY else value) for name, value in search.arguments)
    return Form(
        url=page_url,
        index=None,
        action=action.geturl(),
        method=search.method,
        encoding=search.encoding,
        inputs=tuple(Input(n, "search" if n == box else "hidden", default=v) for n, v in sent),
        defaults=sent,
        hints=f"search declared by {search.source}",
        unusable=search.unusable,
    )


def _joined(group: list[DeclaredSearch]) -> DeclaredSearch:
    """One of those that say the same, one that can be asked first; its reason is that of all."""
    best = min(group, key=lambda search: bool(search.unusable))
    return replace(best, reason="; ".join(dict.fromkeys(search.reason for search in group)))


def _objection(search: DeclaredSearch) -> str:
    """What keeps a template from being asked, or nothing."""
    parts = urlsplit(search.template)
    held = [value for _, value in search.arguments if QUERY in value]
    if QUERY in parts.netloc:
        return "the query goes into the host name"
    if QUERY in parts.path:
        return "the query goes into the path"
    if QUERY in parts.fragment:
        return "the query goes behind the #, where only a script reads it"
    if len(held) != 1:
        return f"the query goes into {len(held)} arguments"
    return "" if search.query_input else f"the query is only a part of an argument: {held[0]!r}"


def _asked_by(search: DeclaredSearch) -> _Question | None:
    return _question(search.template, search.encoding) if search.method == "GET" else None


def _question(template: str, encoding: str = "utf-8") -> _Question | None:
    """What makes two templates one search: host, path and the argument that takes the query."""
    try:
        host, parts = site_name(template).removeprefix("www."), urlsplit(template)
    except ValueError:
        return None
    name = _query_input(_arguments(template, encoding))
    if name is None and QUERY not in parts.path:
        return None
    return host, parts.path.rstrip("/"), name or ""


def _query_input(arguments: Pairs) -> str | None:
    return next((name for name, value in arguments if value == QUERY), None)


def _arguments(template: str, encoding: str) -> Pairs:
    query = urlsplit(template).query
    return tuple(parse_qsl(query, keep_blank_values=True, encoding=encoding, errors="replace"))
