"""Scrapy starts without what few crawls need: such packages are loaded when they are used."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ROOT

# Not among them: tldextract, which Scrapy's cookie middleware loads, and networkx, which every
# search form needs.
LATE = (
    *("dateparser", "duckdb", "extruct", "jinja2", "nltk", "playwright", "price_parser"),
    *("psycopg", "pyarrow", "pygal", "redis", "rich", "scrapy_playwright", "sklearn"),
    "sqlalchemy.dialects.postgresql",
)
STARTED = """
import sys
from scrapy.utils.misc import load_object, walk_modules
from scrapy.settings import Settings
settings = Settings()
settings.setmodule("deepweb.settings")
for module in ("deepweb.commands", "deepweb.spiders"):
    list(walk_modules(module))
for name in ("EXTENSIONS", "ITEM_PIPELINES", "DOWNLOADER_MIDDLEWARES", "DOWNLOAD_HANDLERS"):
    for path in settings.getdict(name):
        load_object(settings.getdict(name)[path] if name == "DOWNLOAD_HANDLERS" else path)
print([name for name in sys.argv[1:] if name in sys.modules])
"""


def test_slow_packages_load_when_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED, *LATE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
