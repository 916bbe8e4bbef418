"""Which forms are searches, and of what type are the others? Ours against Formasaurus 0.10.

    pip install -e '.[benchmarks]'
    python -m benchmarks.forms DATA

DATA holds ``forms/index.jsonl`` with labelled pages (docs/training.md tells the layout). Both are
trained and tested in this run, on the same folds by registered domain: no site is on both sides.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import formasaurus
from formasaurus.formtype_model import get_model
from lxml.html import HtmlElement
from scrapy.http import HtmlResponse
from sklearn.model_selection import StratifiedGroupKFold

from deepweb.crawl.html import html_page
from deepweb.form.model import forms
from deepweb.locate.forms.form_type import SEARCH, form_types
from deepweb.page.page import Page
from deepweb.store.resources import form_concepts, form_model
from deepweb.train.examples import labelled_forms
from deepweb.train.forms import (
    FORM_LABELS,
    BinaryFigures,
    LabelledForm,
    binary_figures,
    cross_validate,
    figures,
)

FOLDS = 10
LOADING = {
    "ours": "from deepweb.store.resources import form_model; form_model()",
    "Formasaurus": "import formasaurus; formasaurus.FormFieldClassifier.load()",
}


def elements(data: Path, examples: Sequence[LabelledForm]) -> list[HtmlElement]:
    """The form elements that the examples were read from, in their order."""
    found = []
    for line in (data / "forms" / "index.jsonl").read_text().splitlines():
        row = json.loads(line)
        body = gzip.decompress((data / "forms" / row["html"]).read_bytes())
        page = html_page(HtmlResponse(row["url"], body=body))
        in_order = list(page.root.iter("form")) if page else []
        found += [
            e for e, label in zip(in_order, row["forms"], strict=False) if label in FORM_LABELS
        ]
    assert len(found) == len(examples)
    return found


def rival_types(examples: Sequence[LabelledForm], found: Sequence[HtmlElement]) -> list[str]:
    """What Formasaurus says, trained on the same folds as ours."""
    types = [FORM_LABELS[e.label] for e in examples]
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    said = [""] * len(examples)
    for learnt, judged in folds.split(types, types, [e.host for e in examples]):
        model = get_model().fit([found[i] for i in learnt], [types[i] for i in learnt])
        for i, type_ in zip(judged, model.predict([found[i] for i in judged]), strict=True):
            said[i] = str(type_)
    return said


def row(name: str, search: BinaryFigures, accuracy: float, per_form: float) -> dict[str, Any]:
    return {
        "judge": name,
        "search P": round(search.precision, 3),
        "R": round(search.recall, 3),
        "F1": round(search.f1, 3),
        "all types": round(accuracy, 3),
        "ms a form": round(per_form * 1000, 2),
        "s to load": round(loading(name), 2),
    }


def loading(name: str) -> float:
    """Seconds of CPU that a new process needs more than one that does nothing."""
    return cpu(LOADING[name]) - cpu("")


def cpu(code: str) -> float:
    told = f"{code}\nimport time; print(time.process_time())"
    return min(
        float(subprocess.run([sys.executable, "-c", told], capture_output=True, check=True).stdout)
        for _ in range(3)
    )


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def our_time(found: Sequence[HtmlElement]) -> float:
    """Seconds to understand and judge a form, all forms of the pages counted."""
    model = form_model()
    roots = list(dict.fromkeys(e.getroottree().getroot() for e in found))
    pages = [Page("http://example.org/", root, "utf-8", 0) for root in roots]
    taken = timed(lambda: [form_types(forms(page), model) for page in pages])
    return taken / sum(len(forms(page)) for page in pages)


def rival_time(found: Sequence[HtmlElement]) -> float:
    some = found[:: max(len(found) // 100, 1)]
    formasaurus.classify(some[0])  # loads its model
    return timed(lambda: [formasaurus.classify(element) for element in some]) / len(some)


def table(data: Path) -> list[dict[str, Any]]:
    examples = labelled_forms(data)
    found = elements(data, examples)
    ours = figures(examples, cross_validate(examples, form_concepts(), FOLDS))
    types = [FORM_LABELS[e.label] for e in examples]
    said = rival_types(examples, found)
    search = binary_figures([t == SEARCH for t in types], [t == SEARCH for t in said])
    accuracy = sum(map(str.__eq__, said, types)) / len(types)
    return [
        row("ours", ours.search, ours.accuracy, our_time(found)),
        row("Formasaurus", search, accuracy, rival_time(found)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with forms/index.jsonl")
    parser.add_argument("--json", type=Path, default=Path("output/benchmarks/forms.json"))
    options = parser.parse_args()
    rows = table(options.data)
    print(f"{FOLDS} folds by registered domain")
    for line in (list(rows[0]), *(list(each.values()) for each in rows)):
        print(" ".join(f"{value!s:>12}" for value in line))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
