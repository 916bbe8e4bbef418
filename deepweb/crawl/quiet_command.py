"""What deepweb's own commands share: they print their result, and report an error in one line."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from deepweb.output.log_lines import say


class QuietCommand(ScrapyCommand):
    """A command that logs only warnings, unless the user asks for more."""

    requires_project = True

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if self.settings is not None and not opts.loglevel:
            self.settings.set("LOG_LEVEL", "WARNING", priority="cmdline")

    def refuse(self, why: Exception | str, part: str = "") -> NoReturn:
        """End the command because of wrong input: one line, and exit code 2."""
        say(f"{self._name}{part and f' {part}'}: {why}", sys.stderr)
        raise UsageError(print_help=False) from None

    def complain(self, what: str) -> None:
        """Report a problem in one line, and exit with code 1 in the end."""
        say(f"{self._name}: {what}", sys.stderr)
        self.exitcode = 1

    @property
    def _name(self) -> str:
        return type(self).__module__.rpartition(".")[2]
