"""The pure packages decide without Scrapy, clock, file or global randomness."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PURE = ("locate", "surface", "read")
MODULES = sorted(path for name in PURE for path in (ROOT / "deepweb" / name).glob("*.py"))
FORBIDDEN = {"scrapy", "twisted", "sqlalchemy", "time", "datetime", "os", "pathlib", "socket"}
GLOBAL_RANDOMNESS = {"choice", "choices", "random", "randint", "shuffle", "sample", "seed"}


def name_of(module: Path) -> str:
    return ".".join(module.relative_to(ROOT).with_suffix("").parts)


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_pure_modules_import_nothing_impure(module: Path) -> None:
    imported = {name.partition(".")[0] for name in imports(ast.parse(module.read_text()))}
    assert not imported & FORBIDDEN


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_pure_modules_take_their_randomness(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr in GLOBAL_RANDOMNESS) != ("random", True), node.lineno


def test_importing_them_all_does_not_import_scrapy() -> None:
    code = f"import sys, {', '.join(map(name_of, MODULES))}; print('scrapy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code.replace(".__init__", "")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
