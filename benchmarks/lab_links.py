"""Result pages of real applications, got over HTTP, with the truth about their links.

A lab is a folder with a folder for each application: ``up PORT`` starts it and prints its address,
``down PORT`` ends it, ``truth.py`` prints JSON: ``search_form`` (``action``, ``query_input``),
``relevant_args`` and ``irrelevant_args`` (with ``relevant_args_regex`` for names that are not
listed) and ``record_url_regex``. Applications that no form asks by GET are left out.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, quote_plus, urljoin, urlsplit
from urllib.request import urlopen

from lxml.html import HtmlElement
from parsel import Selector

from benchmarks.live_links import FOLLOWED, MAX_LINKS
from benchmarks.synthetic_links import TruthSite
from deepweb.page.page import Page, links
from deepweb.read.links.arguments import UrlArguments, arguments_of_url
from deepweb.read.links.pager import next_link
from deepweb.read.links.query_place import PageLinks
from deepweb.read.links.roles import ComparedPage
from deepweb.read.links.signs import PAGE, PRESENTATION, QUERY, SELECTION, TRACKING
from deepweb.store.resources import pager_words, seed_words

FIRST_PORT = 47150
# How the truth calls what is not presentation.
KINDS = {"paging": PAGE, "session": TRACKING}


@contextmanager
def lab_site(folder: Path, port: int, pages: int) -> Iterator[TruthSite | None]:
    """An application while it runs; nothing where its form cannot be asked by GET."""
    up = subprocess.run([folder / "up", str(port)], capture_output=True, text=True, check=True)
    try:
        home = up.stdout.strip().splitlines()[-1]
        asked = [sys.executable, str(folder / "truth.py")]
        truth = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
        form = truth["search_form"]
        is_asked = form["method"] == "GET" and "query_input" in form
        yield Application(folder.name, home, truth).crawled(pages) if is_asked else None
    finally:
        subprocess.run([folder / "down", str(port)], capture_output=True, check=False)


class Application:
    """One application, and what is true of its addresses."""

    def __init__(self, name: str, home: str, truth: Mapping[str, Any]) -> None:
        self._name, self._home, self._truth = name, home, truth
        self._form = truth["search_form"]
        self._record = re.compile(truth["record_url_regex"])
        self._relevant = re.compile(truth.get("relevant_args_regex", "(?!)"))

    def crawled(self, pages: int) -> TruthSite:
        rng = random.Random(self._name)
        action = urljoin(self._home, self._form["action"])
        start = f"{action}?{quote(self._form['query_input'])}="
        got = [
            self._page(start + quote_plus(w))
            for w in seed_words()["en"][: round(pages * (1 - FOLLOWED))]
        ]
        found = sorted({u for page in got for u in page.links if self._is_search(u)})
        got += [self._page(u) for u in rng.sample(found, min(len(found), pages - len(got)))]
        seen = {url: arguments_of_url(url) for page in got for url in page.links}
        answers = [told for url, told in seen.items() if self._is_answer(url)]
        names = {argument.name for told in answers for argument in told.arguments}
        roles = {name: role for name in sorted(names) if (role := self._role(name))}
        searches = {url: told for url, told in seen.items() if self._is_search(url)}
        # What nobody says anything of may do anything.
        known = {u: told for u, told in searches.items() if all(self._roles_of(told))}
        selects = {url: self._selects(told) for url, told in known.items()}
        return TruthSite(self._name, got, roles, selects, self._shown)

    def _is_answer(self, url: str) -> bool:
        """Does an address lead to where the form sends?"""
        action: str = urljoin(self._home, self._form["action"])
        return urlsplit(url)[:3] == urlsplit(action)[:3]

    def _is_search(self, url: str) -> bool:
        asks = arguments_of_url(url).value(self._form["query_input"])
        return self._is_answer(url) and asks is not None

    def _role(self, name: str) -> str:
        if name == self._form["query_input"]:
            return QUERY
        if name in self._truth["irrelevant_args"]:
            kind = self._truth.get("arg_kinds", {}).get(name, "")
            return next((r for begins, r in KINDS.items() if kind.startswith(begins)), PRESENTATION)
        is_told = name in self._truth["relevant_args"] or self._relevant.fullmatch(name)
        return SELECTION if is_told else ""

    def _roles_of(self, told: UrlArguments) -> list[str]:
        return [self._role(argument.name) for argument in told.arguments]

    def _selects(self, told: UrlArguments) -> tuple[object, ...]:
        given = (each for each in told.arguments if each.value)
        kept = {(a.name, a.value) for a in given if self._role(a.name) in {QUERY, SELECTION}}
        return told.address, frozenset(kept)

    def _page(self, url: str) -> PageLinks:
        page = self._parsed(url)
        here = urlsplit(url).netloc
        on_site = [u for u in links(page, MAX_LINKS) if urlsplit(u).netloc == here]
        return PageLinks(url, on_site, next_link(page, pager_words()) or "")

    def _shown(self, url: str) -> ComparedPage:
        page = self._parsed(url)
        ids = [match[1] for u in links(page, MAX_LINKS) if (match := self._record.search(u))]
        return ComparedPage(
            list(dict.fromkeys(ids)), goes_on=next_link(page, pager_words()) is not None
        )

    def _parsed(self, url: str) -> Page:
        try:
            with urlopen(url, timeout=60) as answer:
                html = answer.read().decode("utf-8", "replace")
        except HTTPError as error:
            html = error.read().decode("utf-8", "replace")
        root = Selector(html or "<html></html>", base_url=url).root
        assert isinstance(root, HtmlElement)
        return Page(url, root, "utf-8", len(html))
