"""Examples to learn from: labelled forms from a folder, and pages on and off a topic.

A folder of labelled pages is as Formasaurus keeps it. It holds ``index.jsonl``, with one page a
line: ``html``, the name of its file below the folder, packed with gzip; ``url``, where it was
found; ``forms``, the label of each form element in document order; ``visible_html_fields``, for
each of them the labels of its inputs by name. ``train/forms`` says what the labels mean.

The pages of a topic are files, folders or URLs that a user names.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from scrapy.http import HtmlResponse

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import html_page
from deepweb.form.model import Form, forms
from deepweb.locate.forms.topic import topic_features, topic_summary
from deepweb.page.page import Page, link_target, short_text
from deepweb.page.site import registered_domain
from deepweb.train.forms import FORM_LABELS, LabelledForm
from deepweb.train.topics import TopicExample

INDEX = "index.jsonl"
HTML_NAMES = frozenset({".html", ".htm", ".xhtml"})
MAX_LINKS = 400  # links of one page
MAX_ANCHOR = 150  # letters of the text of a link
MAX_FORMS = 5  # searches of one page that are examples; more must not outweigh other pages


class ExamplesError(ValueError):
    """Examples that cannot be learnt from; the message says which, and the remedy."""


def labelled_forms(folder: Path) -> list[LabelledForm]:
    """The labelled forms of a folder, or of the folder ``forms`` in it."""
    home = _home(folder)
    return [form for page in _index(home) for form in _labelled(page, home)]


def links_of_pages(folder: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The site of each labelled page, and text and address of its links."""
    home = _home(folder)
    for page in _index(home):
        read = html_page(HtmlResponse(page["url"], body=_body(home / page["html"])))
        if read is not None:
            found = islice(read.root.iter("a"), MAX_LINKS)
            told = ((short_text(each, MAX_ANCHOR), link_target(read, each)) for each in found)
            yield registered_domain(page["url"]), [(text, url) for text, url in told if url]


def _home(folder: Path) -> Path:
    for home in (folder / "forms", folder):
        if (home / INDEX).is_file():
            return home
    raise ExamplesError(f"{str(folder)!r} holds no {INDEX}; give a folder that does")


def _index(home: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate((home / INDEX).read_text("utf-8").splitlines(), start=1):
        try:
            page = json.loads(line)
            labels, boxes = list(page["forms"]), list(page["visible_html_fields"])
            yield {**page, "labels": list(zip(labels, boxes, strict=True))}
        except (ValueError, KeyError, TypeError) as error:
            where = f"{str(home / INDEX)!r}, line {number}"
            raise ExamplesError(f"{where}: {error!r}; see docs/training.md for the form") from error


def _labelled(page: dict[str, Any], home: Path) -> Iterator[LabelledForm]:
    read = html_page(HtmlResponse(page["url"], body=_body(home / page["html"])))
    found = forms(read) if read else []
    for form, (label, boxes) in zip(found, page["labels"], strict=False):
        if label in FORM_LABELS and form.index is not None:
            yield LabelledForm(form, label, dict(boxes), registered_domain(page["url"]))


def _body(file: Path) -> bytes:
    try:
        return gzip.decompress(file.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise ExamplesError(
            f"{str(file)!r}: {error}; restore it or take it out of {INDEX}"
        ) from error


def page_examples(page: Page, name: str, is_on: bool, judge: FormJudge) -> list[TopicExample]:
    """An example for each search of a page, or one for a page without any search."""
    summary, site = topic_summary(page), registered_domain(page.url)
    searches: list[Form | None] = [*_searches(page, judge)]
    usable = [form for form in searches or [None] if topic_features(form, summary)]
    if not usable:
        raise ExamplesError(f"{name!r} holds no text to learn from; leave it out")
    return [TopicExample(form, summary, is_on, site) for form in usable]


def _searches(page: Page, judge: FormJudge) -> list[Form]:
    found = forms(page)
    kinds = zip(found, judge.types(found), strict=True)
    # Unsafe searches count, too: nothing is sent.
    different = {form.id: form for form, kind in kinds if judge.verdict(form, kind, "").searchable}
    return list(different.values())[:MAX_FORMS]


def addresses(given: Sequence[str]) -> list[str]:
    """Files and URLs, each once: the pages of a folder, the lines of a file ``@FILE``."""
    return list(dict.fromkeys(each for one in given for each in _addresses(one)))


def _addresses(given: str) -> Iterator[str]:
    if given.startswith("@"):
        for line in _lines(Path(given[1:])):
            if line.strip() and not line.startswith("#"):
                yield from _pages(line.strip())
    else:
        yield from _pages(given)


def _pages(given: str) -> Iterator[str]:
    if Path(given).is_dir():
        found = sorted(p for p in Path(given).rglob("*") if p.suffix.lower() in HTML_NAMES)
        if not found:
            raise ExamplesError(f"{given!r} holds no HTML files; give a folder that does")
        yield from map(str, found)
    else:
        yield given


def _lines(file: Path) -> Iterable[str]:
    try:
        return file.read_text("utf-8").splitlines()
    except OSError as error:
        why = f"cannot be read ({error.strerror})"
    except UnicodeDecodeError:
        why = "is no text"
    raise ExamplesError(f"{str(file)!r} {why}; give a file with one address a line")
