"""On which saved pages would the crawl call for the browser?

    python -m benchmarks.browser_noticing PAGES.jsonl FOLDER [--json FILE]

PAGES.jsonl has a line for each page: ``id`` (FOLDER/<id>.html.gz), ``url``, ``page_state``.
Pages of the state ``js_shell`` need the browser: on sight, or, where they hold a form that can be
sent, once its answers turn out to be empty. On all others it would be a false alarm.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import html_page
from deepweb.form.script import opens_search
from deepweb.locate.declared.searches import found_searches
from deepweb.locate.site.needs_browser import SearchOfPage, has_scripts, needs_browser
from deepweb.page.site import site_name
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.resources import any_words, form_words, kind_words


def noticed(html: bytes, url: str, judge: FormJudge) -> str:
    """Why the browser is called for, or why it is not."""
    page = html_page(HtmlResponse(url, body=html, encoding="utf-8"))
    if page is None or not has_scripts(page):
        return "no: without scripts"
    found = found_searches(page, any_words(), form_words().search)
    kinds = judge.types([each.form for each in found])
    verdicts = [
        judge.verdict(each.form, kind, site_name(url), each.declared)
        for each, kind in zip(found, kinds, strict=True)
    ]
    searches = [
        SearchOfPage(each.form, verdict.safe and bool(verdict.query_input))
        for each, verdict in zip(found, verdicts, strict=True)
        if verdict.searchable
    ]
    is_shell = page_kind(page, kind_words(), records=0, score=0.0).is_shell
    _, why = needs_browser(searches, is_shell=is_shell, opener=opens_search(page.root))
    if why:
        return f"yes: {why}"
    if any(search.is_asked for search in searches):
        return f"no: its form can be sent{', and this is no answer: a shell' if is_shell else ''}"
    return "no: no search"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    settings = Settings()
    settings.setmodule("deepweb.settings")
    judge = FormJudge.of(settings)
    counts: Counter[tuple[str, str]] = Counter()
    for line in given.pages.read_text("utf-8").splitlines():
        row = json.loads(line)
        html = gzip.decompress((given.folder / f"{row['id']}.html.gz").read_bytes())
        counts[row["page_state"], noticed(html, row["url"], judge)] += 1
    for (state, told), number in sorted(counts.items()):
        print(f"{state:10} {number:5}  {told}")
    if given.json:
        told_all = [[state, told, number] for (state, told), number in sorted(counts.items())]
        given.json.write_text(json.dumps(told_all, indent=1))


if __name__ == "__main__":
    main()
