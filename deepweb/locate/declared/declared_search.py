"""Which searches does a site declare beside its forms, and what do they say about its forms?

A declared search is a URL template as in [He13 §3]: an address with ``{query}`` in place of the
query. If it is the same as a form, the form is more surely a search; if no form is the same, it is
a search without a form.

OpenSearch writes ``{searchTerms}`` and ``{count?}`` into its templates, schema.org
``{search_term_string}``: each placeholder is replaced (``settled``), and an argument whose whole
value is left out is dropped.

Departure: the paper reads templates only from forms. Sites also declare them for browsers
(``opensearch``), for search engines (``search_action``), and by links (``query_links``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urljoin, urlsplit

from deepweb.form.model import Form, Input
from deepweb.form.submission import Pairs
from deepweb.page.site import site_name

QUERY = "{query}"
"""Stands in a template where the query goes."""

LEFT_OUT = "{}"
"""Value of a placeholder that need not be filled in."""
MAX_TEMPLATE = 2000  # characters; a longer address is no template of a search

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_ESCAPED_BRACE = re.compile(r"%7b|%7d", re.I)
_ENTITY = "&amp;"
_Question = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DeclaredSearch:
    """A search that a site declares, and where."""

    template: str
    """Absolute URL; for POST, ``{query}`` is in the body instead."""
    source: str
    reason: str
    method: str = "GET"
    encoding: str = "utf-8"
    body: Pairs = ()
    """Names and values that are sent by POST."""
    unusable: str = ""
    """Why it cannot be asked; "" if it can."""

    @property
    def arguments(self) -> Pairs:
        """Names and values that are sent, ``{query}`` among them."""
        return self.body if self.method == "POST" else _arguments(self.template, self.encoding)

    @property
    def query_input(self) -> str | None:
        """The argument that takes the query; None where the query goes elsewhere."""
        return _query_input(self.arguments)


def declared(search: DeclaredSearch) -> DeclaredSearch:
    """The search, with the reason why it cannot be asked."""
    return replace(search, unusable=search.unusable or _objection(search))


def agreeing(form_template: str | None, searches: Sequence[DeclaredSearch]) -> tuple[str, ...]:
    """The sources that declare the same search as a form's own template: ``("OpenSearch", …)``.

    Host, path and the argument for the query must be the same; other arguments may differ.
    """
    asked = _question(form_template) if form_template else None
    if asked is None:
        return ()
    same = (search.source for search in searches if _asked_by(search) == asked)
    return tuple(dict.fromkeys(same))


def leftover(
    form_templates: Iterable[str | None], searches: Sequence[DeclaredSearch]
) -> list[DeclaredSearch]:
    """Declared searches without a form, each once, with all reasons."""
    of_forms = {_question(template) for template in form_templates if template}
    alike: dict[_Question | str, list[DeclaredSearch]] = {}
    for search in searches:
        asked = _asked_by(search)
        if asked is None or asked not in of_forms:
            alike.setdefault(asked or f"{search.method} {search.template}", []).append(search)
    return [_joined(group) for group in alike.values()]


def as_form(search: DeclaredSearch, page_url: str) -> Form:
    """The declared search as a form with one box, to be judged and asked like any form."""
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
    """One of several equal searches, with all reasons; one that can be asked is preferred."""
    best = min(group, key=lambda search: bool(search.unusable))
    return replace(best, reason="; ".join(dict.fromkeys(search.reason for search in group)))


def _objection(search: DeclaredSearch) -> str:
    """Why a template cannot be asked; "" if it can."""
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


def braced(template: str) -> str:
    """A template with plain braces and ampersands, which some sites escape."""
    meant = _ESCAPED_BRACE.sub(lambda found: "{" if found[0][2] in "bB" else "}", template.strip())
    return meant.replace(_ENTITY, "&")


def placeholders(template: str) -> list[str]:
    """The names in the placeholders of a template."""
    return _PLACEHOLDER.findall(template)


def settled(template: str, value_of: Callable[[str], str]) -> str:
    """Each placeholder replaced by its value; empty arguments dropped, other braces escaped.

    ``value_of`` gives ``{query}``, ``LEFT_OUT``, or a value that is safe in an address.
    """
    pieces = _PLACEHOLDER.split(template)
    # Every second piece is the name of a placeholder.
    written = [value_of(p) if at % 2 else _without_braces(p) for at, p in enumerate(pieces)]
    return _without_left_out("".join(written))


def absolute(template: str, base: str) -> str | None:
    """The template as an absolute URL, or None where it is no address of the web."""
    if len(template) > MAX_TEMPLATE:
        return None
    try:
        url = urljoin(base, template)
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:  # "http://[" and its like
        return None
    return url if is_address and url.isprintable() else None


def _without_braces(text: str) -> str:
    return text.replace("{", "%7B").replace("}", "%7D")


def _without_left_out(template: str) -> str:
    address, mark, rest = template.partition("?")
    query, sharp, fragment = rest.partition("#")
    kept = [a for a in query.split("&") if a.partition("=")[2] != LEFT_OUT]
    whole = address + (mark if any(kept) else "") + "&".join(kept) + sharp + fragment
    return whole.replace(LEFT_OUT, "")
