"""Writes what ``make surface`` prints into README.md and docs/index.md.

    python -m benchmarks.readme

tests/test_commands.py checks that both show what the demo prints.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PORT = "42455"  # of the address that the pages show; random choices depend on the name of the site
DEMO = ("demo", "--surface", "--port", PORT, "--loglevel", "WARNING")
FIRST, LAST = "complete: ", "  per request "
SHOWN_IN = ("README.md", "docs/index.md")


def shown(printed: str) -> str:
    """The lines of the summary from the outcome to the last figure, as the pages show them."""
    text = re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{PORT}", printed)
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if FIRST in line)
    last = next(n for n, line in enumerate(lines) if line.startswith(LAST))
    return "".join(f"    {line}\n" for line in lines[first : last + 1])


def with_block(page: str, block: str) -> str:
    """A page with the block in place of the former one."""
    former = rf"^    127\.0\.0\.1:{PORT}: {FIRST}.*?^    {LAST}[^\n]*\n"
    made, times = re.subn(former, lambda _: block, page, flags=re.MULTILINE | re.DOTALL)
    assert times == 1, "the page shows no summary, or several"
    return made


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        places = ("-s", f"DEEPWEB_OUTPUT={folder}", "-s", f"DEEPWEB_STORE=sqlite:///{folder}/s.db")
        command = [sys.executable, "-m", "scrapy", *DEMO]
        done = subprocess.run([*command, *places], capture_output=True, text=True, check=True)
    for name in SHOWN_IN:
        page = ROOT / name
        page.write_text(with_block(page.read_text(), shown(done.stderr)))


if __name__ == "__main__":
    main()
