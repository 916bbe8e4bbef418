"""Private names of other packages: where they are used, and that they still mean what they did."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider
from scrapy.core.downloader.handlers import http11
from scrapy.core.engine import ExecutionEngine
from scrapy.core.scraper import Scraper
from scrapy.downloadermiddlewares import cookies
from scrapy.utils.test import get_crawler
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler
from twisted.web import _newclient

from deepweb.browser.handler import BoundedHeaders
from tests.conftest import ROOT

MODULES = sorted((ROOT / "deepweb").rglob("*.py"))
# The modules that may use private names, and which.
ALLOWED = {
    "deepweb.crawl.private_names": {"_check_if_closing", "_slot", "_split_domain"},
    "deepweb.browser.session": {"_create_page"},
    "deepweb.browser.handler": {
        "_factory",
        "_giveUp",
        "_newclient",
        "_parser",
        "_pool",
        "_quiescentCallback",
        "_LenientHTTP11ClientFactory",
        "_LenientHTTP11ClientProtocol",
    },
}
# lxml has no other names for its types; named tuples have no other methods.
NOT_PRIVATE = {"_Element", "_asdict", "_replace", "_fields"}
# Methods that Python itself adds to classes.
ADDED = {"_abc_impl", "_is_protocol"}


def name_of(module: Path) -> str:
    return ".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in NOT_PRIVATE


def imported(tree: ast.AST) -> Iterator[str]:
    """Private modules and names that are imported from other packages."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("deepweb"):
            parts = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            yield from filter(is_private, parts)


def reached_for(tree: ast.AST) -> Iterator[str]:
    """Private attributes of anything but ``self``, unless the module defines them itself."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            if not is_own:
                yield node.attr


def inherited(module: Any) -> Iterator[str]:
    """Private names of a foreign base class that a class of ours uses or replaces."""
    for cls in vars(module).values():
        if inspect.isclass(cls) and cls.__module__ == module.__name__:
            theirs = {name for base in cls.__mro__[1:] for name in _private_names(base)}
            if theirs:
                yield from theirs & ({*vars(cls)} | _attributes(cls))


def _private_names(base: type) -> Iterator[str]:
    if base.__module__.partition(".")[0] in {"scrapy", "twisted", "scrapy_playwright"}:
        names = {*vars(base)} | _attributes(base)
        yield from (name for name in names if is_private(name) and name not in ADDED)


def _attributes(cls: type) -> set[str]:
    tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(cls)))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_private_names_have_one_home(module: Path) -> None:
    tree, name = ast.parse(module.read_text()), name_of(module)
    used = {*imported(tree), *reached_for(tree), *inherited(import_module(name))}
    assert used == ALLOWED.get(name, set()), "use a public name, or list it in private_names.py"


def test_the_engine_has_a_slot_that_can_be_woken_and_closes() -> None:
    """``crawl/private_names.py``"""
    source = inspect.getsource(ExecutionEngine)
    for name in ("self._slot.nextcall.schedule()", "self._slot.closing"):
        assert name in source, f"Scrapy's engine has no {name}: change crawl/private_names.py"
    crawler = get_crawler(Spider)
    crawler.engine = ExecutionEngine(crawler, lambda _: None)
    assert crawler.engine._slot is None


def test_the_scraper_can_be_told_that_the_last_item_is_through() -> None:
    """``crawl/private_names.py``; tests/test_crash.py stops crawls that would hang without it."""
    source = inspect.getsource(Scraper)
    for name in ("def _check_if_closing(", "self.slot.closing", "self.slot.closing.callback("):
        assert name in source, f"Scrapy's scraper has no {name}: change crawl/private_names.py"


def test_the_browser_opens_pages() -> None:
    """``browser/session.py``"""
    arguments = inspect.signature(ScrapyPlaywrightDownloadHandler._create_page).parameters
    assert [*arguments] == ["self", "request", "spider"]


def test_the_http_client_can_be_given_another_protocol() -> None:
    """``browser/handler.py``; tests/browser/test_handler.py shows that it works."""
    made = inspect.getsource(http11.HTTP11DownloadHandler.__init__)
    assert "self._pool._factory = " in made, "Scrapy's pool has no _factory: see browser/handler.py"
    for name in ("_giveUp", "_parser"):
        has_it = hasattr(_newclient.HTTP11ClientProtocol, name)
        assert has_it, f"Twisted's HTTP client has no {name}: see browser/handler.py"
    factory = BoundedHeaders(lambda _: None, "")  # type: ignore[no-untyped-call]
    assert factory._quiescentCallback is not None


def test_scrapy_asks_the_public_suffixes_that_are_replaced() -> None:
    """``crawl/private_names.py``; tests/middlewares/test_bounded_cookies.py shows that it works."""
    source = inspect.getsource(cookies._is_public_domain)
    assert "_split_domain(domain)" in source, "Scrapy asks something else: see private_names.py"
