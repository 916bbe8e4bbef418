"""A panel below the log in a terminal; it survives a resized window.

A narrower terminal breaks the lines of the panel into several rows. So the rows to erase are
counted anew before each drawing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from deepweb.report.progress import Progress

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor
ERASE = "\r\x1b[2K"  # the row of the cursor
ERASE_ABOVE = "\x1b[1A\x1b[2K"  # the row above it


class LivePanel:
    """Writes to a terminal: log lines above, the panel below."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._drawn: list[str] = []
        """The lines of the panel that are on the screen."""

    def show(self, sites: Sequence[Progress]) -> None:
        """Draw the panel of each site in place of the former ones."""
        columns, rows = _size(self._terminal)
        # The last column stays free: a terminal breaks a line that fills it.
        lines = _lines(sites, columns - 1)
        if len(lines) >= rows:
            lines = lines[: max(1, rows - 2)]
        self._put(self._erased(columns), lines)

    def write(self, text: str) -> int:
        """Write a line of the log above the panel."""
        columns, _ = _size(self._terminal)
        self._put(self._erased(columns) + text, self._drawn if text.endswith("\n") else [])
        return len(text)

    def flush(self) -> None:
        self._terminal.flush()

    def close(self) -> None:
        columns, _ = _size(self._terminal)
        self._terminal.write(self._erased(columns) + SHOW)
        self._terminal.flush()
        self._drawn = []

    def _put(self, before: str, lines: list[str]) -> None:
        drawn = "\n".join(lines)
        self._terminal.write(f"{HIDE}{before}{drawn}" if lines else before)
        self._terminal.flush()
        self._drawn = lines

    def _erased(self, columns: int) -> str:
        """What erases the panel in a window of so many columns."""
        if not self._drawn:
            return ""
        rows = sum(max(1, -(-cell_len(line) // columns)) for line in self._drawn)
        return ERASE + ERASE_ABOVE * (rows - 1)


def _lines(sites: Iterable[Progress], width: int) -> list[str]:
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        for progress in sites:
            console.print(_panel(progress))
    return captured.get().splitlines()


def _panel(progress: Progress) -> Panel:
    table = Table.grid(padding=(0, 2))
    for name, value in progress.rows:
        # As ``Text``, so that rich does not interpret text of a site as markup.
        table.add_row(Text(name), Text(value))
    return Panel(table, title=Text(progress.site), title_align="left", expand=False)


def _size(terminal: TextIO) -> tuple[int, int]:
    """Columns and rows of a window."""
    try:
        size = os.get_terminal_size(terminal.fileno())
    except OSError:
        return 80, 24
    return size.columns or 80, size.lines or 24
