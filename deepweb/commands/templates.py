"""``scrapy templates URL``: the informative templates of the search forms of a page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.exceptions import UsageError

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.quiet_command import QuietCommand
from deepweb.items import SearchForm
from deepweb.output.log_lines import say
from deepweb.page.words import stop_words
from deepweb.spiders.arguments import check_settings, one_site
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.decisions import FormInput, QueryTemplate
from deepweb.store.ledger import CrawlStore
from deepweb.surface.keywords.keyword_choice import (
    Probed,
    choose_keywords,
    keyword_limit,
    top_words,
)

Told = dict[str, Any]
TEMPLATE_KEYS = ("binding", "distinctness", "tested", "informative", "reason")
MIN_RECORDS = 1000  # assumed size of a database of which only a sample was seen
SHOWN = 30  # keywords that are printed without --json


class Command(QuietCommand):
    """Asks until it is decided which templates are informative, and stores nothing."""

    def syntax(self) -> str:
        return "[options] <url of the page with the form>"

    def short_desc(self) -> str:
        return "Find the informative templates of a form, the roles of its inputs, and keywords"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--json", action="store_true", help="one JSON object per line: templates, then the form"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("name one page: the address of the page with the form")
        with TemporaryDirectory() as folder:
            self._prepare(args[0], folder)
            spider = self._crawl(args[0])
            store = CrawlStore.open(_store_in(folder))
            told = list(_told(store, next(iter(spider.sites))))
            store.close()
        self._tell(told, as_json=opts.json)
        if spider.failed or not told:
            reason = next(iter(spider.failed.values()), "no form on the page is a search to ask")
            say(f"templates: {args[0]}: {reason}", sys.stderr)
            self.exitcode = 1

    def _prepare(self, address: str, folder: str) -> None:
        assert self.settings is not None
        alone = {
            "DEEPWEB_ONLY_TEMPLATES": True,
            "DEEPWEB_SC1_MAX_DEPTH": 0,
            "DEEPWEB_STORE": _store_in(folder),
            "DEEPWEB_OUTPUT": folder,
            "DEEPWEB_SUMMARY": False,
        }
        try:
            one_site(address)
            check_settings(self.settings)
            FormJudge.of(self.settings)
        except ValueError as error:
            self.refuse(error)
        for name, value in alone.items():
            self.settings.set(name, value, priority="cmdline")

    def _crawl(self, address: str) -> Surfacer:
        assert self.crawler_process is not None
        crawler = self.crawler_process.create_crawler(Surfacer)
        self.crawler_process.crawl(crawler, site=address)
        self.crawler_process.start()
        assert isinstance(crawler.spider, Surfacer)
        return crawler.spider

    def _tell(self, told: list[tuple[list[Told], Told]], *, as_json: bool) -> None:
        for templates, form in told:
            if as_json:
                shown = [*templates, {key: form[key] for key in ("inputs", "keywords", "requests")}]
                say("\n".join(json.dumps(each, ensure_ascii=False) for each in shown))
            else:
                say("\n".join(_lines(templates, form)))


def _store_in(folder: str) -> str:
    return f"sqlite:///{Path(folder) / 'templates.db'}"


def _told(store: CrawlStore, site: str) -> Iterator[tuple[list[Told], Told]]:
    """The templates and the other findings of each form that was asked."""
    requests = store.request_count(site)
    for item in store.decisions.forms(site):
        if not item.is_asked:
            continue
        templates = [t for t in store.decisions.templates(site) if t.form == item.form.id]
        inputs = [i for i in store.decisions.inputs(site) if i.form == item.form.id]
        yield [_template(each) for each in templates], _form(item, inputs, store, requests)


def _template(item: QueryTemplate) -> Told:
    told = asdict(item)
    return {key: told[key] for key in TEMPLATE_KEYS}


def _form(item: SearchForm, inputs: list[FormInput], store: CrawlStore, requests: int) -> Told:
    return {
        "action": f"{item.form.method} {item.form.action}",
        "inputs": {each.name: each.role for each in inputs},
        "reasons": {each.name: each.reason for each in inputs},
        "keywords": _keywords(item, store),
        "requests": requests,
    }


def _keywords(item: SearchForm, store: CrawlStore) -> list[str]:
    """A selection of the words that found something [Madhavan08 §5.1]."""
    answers = store.answered_words(item.site, item.form.id, item.query_input or "")
    probed = [
        Probed(word, top_words((f.text for f in each.found), stop_words=stop_words()), each.length)
        for word, each in answers.items()
    ]
    shown = max((len(each.found) for each in answers.values()), default=0)
    most = keyword_limit(max(store.record_count(item.site), MIN_RECORDS), shown)
    return choose_keywords(probed, Random(item.form.id), most=most)  # noqa: S311


def _lines(templates: list[Told], form: Told) -> Iterator[str]:
    yield f"{form['action']}: {form['requests']} requests"
    for each in templates:
        verdict = "informative" if each["informative"] else "not informative"
        share = "" if each["distinctness"] is None else f", distinctness {each['distinctness']:.2f}"
        yield f"  {' + '.join(each['binding'])}: {verdict}; {each['tested']} tested{share}"
        yield f"    why  {each['reason']}"
    for name, role in form["inputs"].items():
        yield f"  input {name}: {role}; {form['reasons'][name]}"
    words = form["keywords"]
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    yield f"  keywords  {', '.join(words[:SHOWN]) or 'none'}{more}"
