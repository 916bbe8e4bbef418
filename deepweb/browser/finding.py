"""Which browser is there?"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = (
    "no browser was found: `apt-get install chromium` or `playwright install chromium` brings one, "
    "DEEPWEB_BROWSER_PATH names one"
)


def browser_path(named: str) -> Path | None:
    """The browser that the user names, that the system has, or that Playwright has installed."""
    if named:
        path = shutil.which(named)
        return Path(path) if path else None
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return Path(found) if found else _of_playwright()


def missing(named: str) -> str:
    """What to tell where there is none."""
    if named:
        return f"DEEPWEB_BROWSER_PATH {named!r} is no program that can be run; name another"
    return REMEDY


def _of_playwright() -> Path | None:
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache/ms-playwright")
    builds = sorted(Path(cache).glob("chromium*-*/chrome-*/*"), reverse=True)
    programs = {"chrome", "headless_shell", "chrome-headless-shell"}
    return next(
        (path for path in builds if path.name in programs and os.access(path, os.X_OK)), None
    )
