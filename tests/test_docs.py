"""The documentation: it builds without a warning, and its examples are what they say."""

from __future__ import annotations

import argparse
import asyncio
import re
import shlex
import subprocess
import sys
import textwrap
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from scrapy.commands import ScrapyCommand
from scrapy.settings import Settings

from deepweb import settings
from deepweb.spiders import arguments
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.harvest import Harvest, HarvestLimits
from deepweb.surface.record_numbers import KnownRecords
from tests.conftest import ROOT

PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
OWN = sorted(path.stem for path in (ROOT / "deepweb" / "commands").glob("[a-z]*.py"))
_COMMAND = re.compile(r"^(?:    |\t|`)(?:\$ )?(?:\.venv/bin/)?scrapy (\w+)([^\n`]*)", re.M)


def examples(*names: str) -> list[Any]:
    """Command lines of ours, without the comments behind them."""
    return [
        pytest.param(name, shlex.split(rest, comments=True), id=f"{path.stem}: {name}{rest}"[:70])
        for path in PAGES
        for name, rest in _COMMAND.findall(_text(path))
        if name in (names or OWN)
    ]


def _text(path: Path) -> str:
    return path.read_text("utf-8").replace("site=…", "site=example.org").replace("…", " ")


class _Strict(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise AssertionError(message)


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "recipes" / "index.html").exists()
    outside = [
        path.name
        for path in tmp_path.rglob("*.html")
        if re.search(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//', path.read_text())
    ]
    assert not outside, "a page loads something from elsewhere"


def test_each_question_of_where_names_modules_that_exist() -> None:
    rows = re.findall(
        r"^\| .*\? \| (.*) \|$", (ROOT / "docs" / "where.md").read_text("utf-8"), re.M
    )
    assert len(rows) >= 30
    named = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(named) >= len(rows)
    folders = (ROOT / "deepweb", ROOT)
    assert not [path for path in named if not any((f / path).is_file() for f in folders)]


def test_modules_that_the_documentation_names_exist() -> None:
    folders = (ROOT / "deepweb", ROOT)
    for page in PAGES:
        named = re.findall(r"`([\w/]+/[\w.]+\.py)`", page.read_text("utf-8"))
        missing = [path for path in named if not any((f / path).is_file() for f in folders)]
        assert not missing, page.name


def test_every_command_is_told() -> None:
    told = (ROOT / "docs" / "commands.md").read_text("utf-8")
    missing = [name for name in OWN if f"## `scrapy {name}" not in told]
    assert not missing


@pytest.mark.parametrize(("name", "parts"), examples())
def test_an_example_is_a_command_that_there_is(name: str, parts: list[str]) -> None:
    command: ScrapyCommand = import_module(f"deepweb.commands.{name}").Command()
    command.settings = Settings()
    parser = _Strict()
    command.add_options(parser)
    given, rest = parser.parse_known_args(parts)
    assert not [flag for flag in rest if flag.startswith("-") and flag != "-"]
    for pair in getattr(given, "set", None) or []:
        setting = pair.split("=")[0]
        assert not setting.startswith("DEEPWEB_") or hasattr(settings, setting)


@pytest.mark.parametrize(("name", "parts"), examples("crawl"))
def test_an_example_of_a_crawl_takes_its_arguments(name: str, parts: list[str]) -> None:
    given = {value.split("=", 1)[0] for flag, value in pairwise(parts) if flag == "-a"}
    takes = {"surfacer": arguments.KNOWN, "sitelocator": arguments.LOCATOR_KNOWN}
    assert given <= set(takes[parts[0]])


def test_the_source_of_queries_works() -> None:
    text = (ROOT / "docs" / "extending.md").read_text("utf-8")
    code = text[text.index("    class Names:") : text.index("Put it into the list")]
    scope: dict[str, Any] = {}
    exec(
        "from collections.abc import Sequence\n"
        "from deepweb.surface.answer import Answer, Found, Question\n"
        "from deepweb.surface.harvest.source import RecentYield\n" + textwrap.dedent(code),
        scope,
    )
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        found = (Found(question.values[0][1], "", ""),)
        return Answer("results", str(len(asked)), found)

    limits = HarvestLimits(5, 5, 2, 300, 0.995)
    harvest = Harvest(ask, limits, KnownRecords(), [scope["Names"]("q", ["ada", "bob", "eve"])])
    assert asyncio.run(harvest.run()) == "nothing is left to ask"
    assert [dict(question.values)["q"] for question in asked] == ["ada", "bob", "eve"]
    assert harvest.found == 3
