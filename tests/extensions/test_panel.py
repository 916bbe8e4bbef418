"""The panel in a window that is resized."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import termios
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import TextIO

import pytest

from deepweb.extensions.panel import ERASE, ERASE_ABOVE, SHOW, LivePanel
from deepweb.report.progress import Progress

SITES = [Progress("example.org", budget=100, requests=5)]


class Window:
    """A terminal of some size."""

    def __init__(self) -> None:
        self._here, there = pty.openpty()
        self.terminal: TextIO = os.fdopen(there, "w")
        self.resize(60, 24)

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._here, termios.TIOCSWINSZ, size)

    def shown(self) -> str:
        """What was written since the last time."""
        return os.read(self._here, 65_536).decode().replace("\r\n", "\n")

    def close(self) -> None:
        os.close(self._here)
        with suppress(OSError):
            self.terminal.close()


@pytest.fixture
def window() -> Iterator[Window]:
    try:
        opened = Window()
    except OSError as error:  # a chroot may have none
        pytest.skip(f"no terminal to be had: {error}")
    with closing(opened):
        yield opened


def test_a_narrower_window_leaves_nothing_behind(window: Window) -> None:
    panel = LivePanel(window.terminal)
    panel.show(SITES)
    lines = window.shown().splitlines()
    assert max(map(len, lines)) < 60
    widths = [len(line.replace("\x1b[?25l", "")) for line in lines]
    window.resize(20, 24)
    panel.show(SITES)
    shown = window.shown()
    rows = sum(-(-width // 20) for width in widths)
    assert rows > len(lines), "the terminal breaks lines that no longer fit"
    assert shown.count(ERASE_ABOVE) == rows - 1
    assert max(len(line) for line in shown.rpartition("\x1b[2K")[2].splitlines()) < 20


def test_a_panel_never_exceeds_the_window(window: Window) -> None:
    window.resize(60, 6)
    LivePanel(window.terminal).show(SITES * 9)
    assert len(window.shown().splitlines()) < 6


def test_the_log_stays_above(window: Window) -> None:
    panel = LivePanel(window.terminal)
    panel.show(SITES)
    drawn = window.shown().removeprefix("\x1b[?25l")
    panel.write("a line of the log\n")
    shown = window.shown()
    assert ERASE in shown and "a line of the log\n" in shown
    assert shown.endswith(drawn)
    panel.close()
    assert window.shown().endswith(SHOW)
