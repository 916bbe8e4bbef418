"""Makes ``resources/words/common.txt``: on how many sites words stand, of pages of many sites.

    python -m benchmarks.common_words FOLDER > resources/words/common.txt

FOLDER holds saved pages (``*.html`` or ``*.html.gz``) in folders, each folder beside an
``index.jsonl`` that names the ``site`` or ``url`` of each page. Words of fewer than 1 in 100 sites
are left out: nothing of any one site is in the list.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from lxml import etree, html

from deepweb.page.words import words

LEAST = 0.01


def main() -> None:
    of_site: defaultdict[str, set[str]] = defaultdict(set)
    for site, text in _texts(Path(sys.argv[1])):
        of_site[site].update(word for word in words(text) if not word.isdigit())
    held = Counter(word for every in of_site.values() for word in every)
    least = LEAST * len(of_site)
    kept = sorted((w for w in held if held[w] >= least), key=lambda w: (-held[w], w))
    print(f"# On how many of {len(of_site)} sites a word stands; pages in many languages.")
    print("# Made by benchmarks/common_words.py; see resources/knowledge/README.md.")
    print(f"{len(of_site)}\t")
    print("\n".join(f"{held[word]}\t{word}" for word in kept))


def _texts(root: Path) -> Iterator[tuple[str, str]]:
    for index in sorted(root.glob("*/index.jsonl")):
        for line in index.read_text("utf-8").splitlines():
            row = json.loads(line)
            site = row.get("site") or urlsplit(row.get("url") or "").hostname
            named = row.get("html") or f"html/{row.get('id')}.html.gz"
            page = index.parent / named
            if site and page.is_file():
                yield site.removeprefix("www."), _text(page)


def _text(page: Path) -> str:
    raw = gzip.decompress(page.read_bytes()) if page.suffix == ".gz" else page.read_bytes()
    try:
        tree = html.fromstring(raw)
    except (etree.ParserError, ValueError):
        return ""
    for element in list(tree.iter("script", "style", "noscript")):
        element.drop_tree()
    return str(tree.text_content())


if __name__ == "__main__":
    main()
