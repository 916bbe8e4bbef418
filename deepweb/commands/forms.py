"""``scrapy forms URL…``: the forms of pages, what they are, and whether they are safe to submit."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scrapy.exceptions import UsageError

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.named_pages import NamedPage, PagesCommand
from deepweb.form.submission import template
from deepweb.locate.declared.declared_search import DeclaredSearch
from deepweb.locate.declared.opensearch import opensearch_links, read_opensearch
from deepweb.locate.declared.searches import FoundSearch, found_searches
from deepweb.locate.forms.effects import without_actions
from deepweb.locate.forms.form_type import FormType
from deepweb.locate.forms.linear_model import ModelError
from deepweb.locate.forms.search_form import FormVerdict
from deepweb.output.log_lines import say
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name
from deepweb.store.resources import (
    any_words,
    effects,
    form_words,
    presentation_words,
    type_names,
)
from deepweb.surface.values.input_role import input_roles

Told = dict[str, Any]
SHOWN = 8  # options of a menu that are printed without --json


class Command(PagesCommand):
    """Judges forms as a crawl does, and submits none."""

    def short_desc(self) -> str:
        return "Show the forms of pages: type, inputs, and whether they are safe to submit"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object per line and form")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if not args:
            raise UsageError("name at least one page: a URL or a file")
        try:
            judge = FormJudge.of(self.settings)
        except ModelError as error:
            self.refuse(error)
        pages, descriptions = self.fetched(args, _descriptions)
        for page in pages:
            self._tell(page, judge, descriptions, opts.json)

    def _tell(
        self, got: NamedPage, judge: FormJudge, descriptions: Mapping[str, bytes], as_json: bool
    ) -> None:
        if got.page is None:
            self.complain(f"{got.name}: {got.problem}")
            return
        if got.status >= 400:
            self.complain(f"{got.name}: is an error page, HTTP {got.status}")
        told = list(_judged(got.page, got.name, judge, descriptions))
        for form in told if as_json else ():
            say(json.dumps(form, ensure_ascii=False))
        if not as_json:
            say("\n".join(_lines(got.name, told)))


def _descriptions(page: Page) -> Sequence[str]:
    """As in a crawl, at most one, and only of this site."""
    site = _site(page.url)
    return [url for url in opensearch_links(page) if is_on_site(url, site)][:1]


def _judged(
    page: Page, name: str, judge: FormJudge, descriptions: Mapping[str, bytes]
) -> Iterator[Told]:
    described: list[DeclaredSearch] = []
    for url in _descriptions(page):
        described += read_opensearch(descriptions.get(url, b""), url)
    found = found_searches(page, any_words(), form_words().search, described)
    for search, kind in zip(found, judge.types([s.form for s in found]), strict=True):
        verdict = judge.verdict(search.form, kind, _site(page.url), search.declared)
        yield _told(name, search, kind, verdict)


def _site(url: str) -> str:
    try:
        return site_name(url)
    except ValueError:
        return ""


def _told(name: str, search: FoundSearch, kind: FormType, verdict: FormVerdict) -> Told:
    form, box = search.form, verdict.query_input
    shown = without_actions(form, effects())
    roles = input_roles(shown, box, kind.boxes, (type_names(), presentation_words()))
    return {
        "url": name,
        "index": form.index,
        "action": form.action,
        "method": form.method,
        "type": verdict.type,
        "searchable": verdict.searchable,
        "probability": verdict.probability,
        "safe": verdict.safe,
        "reason": verdict.reason,
        "template": search.template or (template(form, box) if box else None),
        "query_input": box,
        "inputs": [
            {**asdict(i), **asdict(role), "asks_for": kind.boxes.get(i.name)}
            for i, role in zip(shown.inputs, roles, strict=True)
        ],
        "tried": verdict.is_tried,
        "objections": list(verdict.objections),
    }


def _lines(name: str, told: Sequence[Told]) -> Iterator[str]:
    yield f"{name}: {len(told)} form{'' if len(told) == 1 else 's'}"
    for form in told:
        which = "no form" if form["index"] is None else f"form {form['index']}"
        safe = "safe to submit" if form["safe"] else "not submitted"
        safe = "tried" if form["tried"] else safe
        yield f"  {which}: {form['type']}, a search with {form['probability']:.2f}; {safe}"
        yield f"    why       {form['reason']}"
        # The first is part of the reason.
        yield from (f"    and       {each}" for each in form["objections"][1:])
        yield f"    sends     {form['method']} {form['action']}"
        if form["template"]:
            yield f"    template  {form['template']}"
        yield from (f"    {_input_line(each, form['query_input'])}" for each in form["inputs"])


def _input_line(each: Told, query_input: str | None) -> str:
    parts = [f"{each['kind']:<9} {each['name'] or '(no name)'}"]
    parts += [f"{key} {each[key]!r}" for key in ("label", "group", "default") if each[key]]
    if each["options"]:
        shown = ", ".join(label or value for value, label in each["options"][:SHOWN])
        more = len(each["options"]) - SHOWN
        parts.append(f"options {shown}" + (f" and {more} more" if more > 0 else ""))
    if each["wildcard"] is not None:
        parts.append(f"any {each['wildcard']!r}")
    if each["trap"]:
        parts.append(f"left alone: {each['trap']}")
    if each["name"] and each["name"] == query_input:
        parts.append("the query")
    else:
        parts.append(" ".join(filter(None, (each["role"], each["type"], each["format"]))))
    if each["required"]:
        parts.append("required")
    return "; ".join(parts)
