"""The wheel, installed outside of the clone: spiders, commands, resources and the demo site."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.conftest import ROOT
from tests.installed import bare_python, environment, project_copy, run

SETTINGS = {"SCRAPY_SETTINGS_MODULE": "deepweb.settings"}
PIP: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    project = project_copy(folder / "project")
    building: list[str | Path] = ["wheel", "--no-deps", "--no-build-isolation", "-w", folder]
    made = run([*PIP, *building, project], folder)
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(wheel: Path) -> Iterator[Path]:
    python = bare_python(wheel.parent / "venv")
    assert "No module named" in run([python, "-c", "import deepweb"], wheel.parent).stderr
    done = run([*PIP, "--python", python, "install", "--no-deps", wheel], wheel.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    yield python


def test_what_is_in_it(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if not name.endswith(".pyc")]
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"deepweb", "demosite"}
    files = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    shipped = {
        f"deepweb/resources/{path.relative_to(ROOT / 'resources')}"
        for path in files
        if path.suffix != ".pyc"
    }
    assert shipped <= set(names)


def test_spiders_are_found_and_resources_are_read(python: Path, tmp_path: Path) -> None:
    listed = run([python, "-m", "scrapy", "list"], tmp_path, **SETTINGS)
    assert listed.stdout.split() == ["sitelocator", "surfacer"], listed.stderr
    code = (
        "from importlib.resources import files; from deepweb.store import resources as r;"
        "assert r.shipped() == files('deepweb.resources'); print(len(r.form_words().search) > 9)"
    )
    assert run([python, "-c", code], tmp_path).stdout == "True\n"


def test_the_demo_site_is_served(python: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [python, "-m", "scrapy", "demo"],
        cwd=tmp_path,
        env=environment(**SETTINGS),
        stdout=subprocess.PIPE,
        text=True,
    ) as demo:
        assert demo.stdout is not None
        try:
            url = demo.stdout.readline().split()[-1]
            with urlopen(f"{url}search?q=arrow", timeout=30) as answer:
                assert b"results for arrow" in answer.read()
        finally:
            demo.terminate()


def test_a_clone_reads_its_own_resources(tmp_path: Path) -> None:
    """Also where another clone is installed: this one is only on the path."""
    project = project_copy(tmp_path / "project")
    code = "from deepweb.store.resources import shipped; print(shipped())"
    told = run([sys.executable, "-c", code], tmp_path, PYTHONPATH=str(project))
    assert told.stdout.strip() == str(project / "resources"), told.stderr
