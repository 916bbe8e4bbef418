"""Labelled forms from a folder of pages, as Formasaurus keeps them.

The folder holds ``index.jsonl``, a page a line: ``html``, the name of its file below the folder,
packed with gzip; ``url``, where it was found; ``forms``, the label of each form element in document
order; ``visible_html_fields``, for each of them the labels of its inputs by name. What the labels
mean is in ``train/train_forms.py``.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrapy.http import HtmlResponse

from deepweb.crawl.html import html_page
from deepweb.form.model import forms
from deepweb.page.site import registered_domain
from deepweb.train.train_forms import FORM_LABELS, LabelledForm

INDEX = "index.jsonl"


class ExamplesError(ValueError):
    """Examples that cannot be learnt from: which, and what to do about it."""


def labelled_forms(folder: Path) -> list[LabelledForm]:
    """The forms of a folder, or of the folder ``forms`` in it, that people have labelled."""
    return [form for page in _index(_home(folder)) for form in _forms(page, _home(folder))]


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


def _forms(page: dict[str, Any], home: Path) -> Iterator[LabelledForm]:
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
