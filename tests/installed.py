"""Environments that have all that deepweb needs, but not deepweb, and copies of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path

from tests.conftest import ROOT

PACKED = ("deepweb", "demosite", "resources", "pyproject.toml", "setup.py", "README.md", "LICENSE")


def bare_python(folder: Path) -> Path:
    """The Python of a new environment in a folder."""
    venv.create(folder, with_pip=False)
    # A path that is added so is not searched for the .pth of an editable install.
    (packages,) = (folder / "lib").glob("python*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "python"


def project_copy(folder: Path) -> Path:
    """A copy of what is packed: building leaves things behind."""
    folder.mkdir()
    for name in PACKED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def environment(**more: str) -> dict[str, str]:
    """Ours, but for what would make deepweb itself importable."""
    path = [
        part
        for part in os.environ.get("PYTHONPATH", "").split(os.pathsep)
        if part and not (Path(part) / "deepweb").exists()
    ]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), **more}


def run(command: list[str | Path], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
