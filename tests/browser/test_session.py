"""Which browser is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from deepweb.browser.session import browser_path, missing


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_one_that_is_named(tmp_path: Path) -> None:
    named = program(tmp_path / "my-browser")
    assert browser_path(str(named)) == named
    assert browser_path(str(tmp_path / "other")) is None
    assert str(tmp_path / "other") in missing(str(tmp_path / "other"))


def test_that_of_the_system_then_that_of_playwright(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "cache"))
    assert browser_path("") is None
    assert "apt-get install chromium" in missing("")
    own = program(tmp_path / "cache" / "chromium-1200" / "chrome-linux" / "chrome")
    assert browser_path("") == own
    system = program(tmp_path / "bin" / "chromium")
    assert browser_path("") == system
