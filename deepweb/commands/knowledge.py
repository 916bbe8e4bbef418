"""``scrapy knowledge import wikidata|freebase FILE``: a dump to a knowledge base."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.exceptions import UsageError

from deepweb.crawl.quiet_command import QuietCommand
from deepweb.train.knowledge_import import FORMATS, MIN_NAMES, Imported, import_dump


class Command(QuietCommand):
    """Imports a dump of any size as a stream."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return f"[options] import {'|'.join(FORMATS)} <file>"

    def short_desc(self) -> str:
        return "Make a knowledge base from a dump of Wikidata or Freebase"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--into", default="knowledge", help="folder (default: knowledge)")
        parser.add_argument(
            "--languages", default="en", help="of names, with commas between (default: en)"
        )
        parser.add_argument(
            "--least",
            type=int,
            default=MIN_NAMES,
            help=f"leave out types with fewer names (default: {MIN_NAMES})",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 3 or args[0] != "import" or args[1] not in FORMATS:
            raise UsageError(f"say 'import', {' or '.join(FORMATS)}, and the file of the dump")
        languages = [each.strip() for each in opts.languages.split(",") if each.strip()]
        try:
            done = import_dump(args[1], Path(args[2]), Path(opts.into), languages, opts.least)
        except OSError as error:
            self.refuse(f"{error.filename!r}: {error.strerror}")
        print(_summary(done, opts.into))
        if not done.types:
            self.refuse(f"no type of {args[1]} found in {args[2]!r}")


def _summary(done: Imported, folder: str) -> str:
    lines = [
        f"{folder}: {done.types:,} types, {done.names:,} names of {done.entities:,} entities",
        f"  {done.left_out:,} types with fewer names left out",
    ]
    trouble = [f"  not read, or not as it stands: {done.trouble}"] if done.trouble else []
    return "\n".join([*lines, *trouble])
