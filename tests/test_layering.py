"""Imports point down (docs/architecture.md), and the pure packages decide without Scrapy."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

# From the bottom up. What stands in one row does not import its neighbours.
LAYERS = (
    {"page"},
    {"form"},
    {"read", "locate"},
    {"surface"},
    {"items", "settings"},
    {"store"},
    {"knowledge"},
    {"output", "report"},
    {"crawl"},
    {"browser"},
    {"train", "middlewares", "pipelines", "extensions"},
    {"spiders"},
    {"commands"},
)
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}
PURE = ("page", "form", "locate", "surface", "read")
FORBIDDEN = {"scrapy", "twisted", "sqlalchemy", "time", "datetime", "os", "pathlib", "socket"}
GLOBAL_RANDOMNESS = {"choice", "choices", "random", "randint", "shuffle", "sample", "seed"}
MAX_FILES = 14
"""In a folder, without ``__init__.py``; 13 is what to aim for."""

MODULES = sorted((ROOT / "deepweb").rglob("*.py"))
PURE_MODULES = [path for path in MODULES if path.relative_to(ROOT / "deepweb").parts[0] in PURE]


def name_of(module: Path) -> str:
    return ".".join(module.relative_to(ROOT).with_suffix("").parts)


def package_of(module: str) -> str:
    """The layer that a dotted name belongs to: ``read`` of ``deepweb.read.kind.empty``."""
    return f"{module}.".split(".")[1]


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "deepweb":
            yield from (f"deepweb.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def imported(module: Path) -> set[str]:
    return set(imports(ast.parse(module.read_text())))


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_imports_point_down(module: Path) -> None:
    here = package_of(name_of(module))
    if here == "__init__":
        return
    ours = {package_of(name) for name in imported(module) if name.startswith("deepweb.")} - {here}
    assert not {there for there in ours if HEIGHT[there] >= HEIGHT[here]}


def test_a_crawl_never_imports_what_trains() -> None:
    importing = {
        package_of(name_of(module))
        for module in MODULES
        if any(name.startswith("deepweb.train") for name in imported(module))
    }
    assert importing <= {"train", "commands"}


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_the_product_does_not_import_its_tests(module: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(module)} & {"tests", "benchmarks"}


@pytest.mark.parametrize("module", PURE_MODULES, ids=name_of)
def test_pure_modules_import_nothing_impure(module: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(module)} & FORBIDDEN


@pytest.mark.parametrize("module", PURE_MODULES, ids=name_of)
def test_pure_modules_take_their_randomness(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr in GLOBAL_RANDOMNESS) != ("random", True), node.lineno


def test_no_folder_is_a_corridor() -> None:
    folders = {module.parent for module in MODULES}
    files = {str(f.relative_to(ROOT)): len([*f.glob("*.py")]) - 1 for f in folders}
    assert {folder: n for folder, n in files.items() if n > MAX_FILES} == {}


def test_no_two_public_classes_have_one_name() -> None:
    homes: dict[str, list[str]] = {}
    for module in MODULES:
        for node in ast.parse(module.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(name_of(module))
    # Scrapy finds a command by this name in each module of theirs.
    assert {n: where for n, where in homes.items() if len(where) > 1 and n != "Command"} == {}


def test_each_package_says_what_is_decided_in_it() -> None:
    packages = (module for module in MODULES if module.name == "__init__.py")
    assert [
        name_of(each) for each in packages if not ast.get_docstring(ast.parse(each.read_text()))
    ] == []


def test_importing_the_pure_packages_does_not_import_scrapy() -> None:
    code = f"import sys, {', '.join(map(name_of, PURE_MODULES))}; print('scrapy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code.replace(".__init__", "")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
