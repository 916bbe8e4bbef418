"""The possible searches of a page: its forms, and the searches that the site declares."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from deepweb.form.model import Form, forms
from deepweb.form.submission import template
from deepweb.locate.declared.declared_search import DeclaredSearch, agreeing, as_form, leftover
from deepweb.locate.declared.query_links import query_links
from deepweb.locate.declared.search_action import search_actions
from deepweb.page.page import Page


@dataclass(frozen=True, slots=True)
class FoundSearch:
    """A form, or a search that is declared without one."""

    form: Form
    declared: tuple[str, ...] = ()
    """Other ways in which the site declares the same search."""
    template: str | None = None
    """The declared URL template of a search without a form."""


def found_searches(
    page: Page,
    any_words: Collection[str],
    search_words: frozenset[str],
    described: Sequence[DeclaredSearch] = (),
) -> list[FoundSearch]:
    """Forms in document order, then searches without a form.

    ``described`` are the searches of the site's OpenSearch description.
    """
    found = forms(page, any_words)
    said = [*described, *search_actions(page), *query_links(page, search_words)]
    if not said:
        return [FoundSearch(form) for form in found]
    templates = [_templates(form) for form in found]
    rest = leftover([each for of_form in templates for each in of_form], said)
    return [
        *(FoundSearch(f, _agreeing(made, said)) for f, made in zip(found, templates, strict=True)),
        *(FoundSearch(as_form(s, page.url), (s.source,), s.template) for s in rest),
    ]


def _templates(form: Form) -> list[str]:
    made = (template(form, box.name) for box in form.text_boxes)
    return [each for each in made if each]


def _agreeing(templates: Sequence[str], said: Sequence[DeclaredSearch]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(who for each in templates for who in agreeing(each, said)))
