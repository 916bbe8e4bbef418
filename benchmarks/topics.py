"""Are sites told apart by topic? The model that ships, and Naive Bayes as the paper has it.

    python -m benchmarks.topics              # on made-up pages that neither was trained on
    python -m benchmarks.topics DATA         # and on real ones: DATA/forms and DATA/result_pages
    python -m benchmarks.topics --train      # makes resources/models/topics.npz anew

Trained on made-up pages (topic_pages.py). Real pages: the home pages of DATA/forms, whose topics
stand in topic_labels.txt as judged by eye, and a page of each site of DATA/result_pages. Each page
is asked twelve times whether it is on a topic; accuracy is the share of right answers.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from scrapy.http import HtmlResponse
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from benchmarks.topic_pages import MadePage, PageMaker
from deepweb.crawl.html import html_page
from deepweb.locate.forms.linear_model import LinearModel
from deepweb.locate.forms.topic import TOPICS, TopicSet, known_features, topic_summary
from deepweb.page.page import Page
from deepweb.page.site import registered_domain
from deepweb.page.words import stemmed
from deepweb.store.resources import topic_texts

MODEL = Path(__file__).parent.parent / "resources" / "models" / "topics.npz"
PAGES, FORMS, TEST_PAGES = 8000, 1200, 1500
# Of rows of unit length.
C = 30.0

Example = tuple[tuple[str, ...], tuple[str, ...]]
"""The telling words of a page, and its topics."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--train", action="store_true", help="write the model that ships")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    if options.train:
        MODEL.write_bytes(trained(made_examples(1, PAGES, FORMS)).to_bytes())
    figures = compare(test_sets(options.data))
    print(f"{'':<26} {'model':<14} {'pages':>5} {'accuracy':>9} {'P':>6} {'R':>6} {'F1':>6}")
    for each in figures:
        said = " ".join(f"{each[name]:>6.3f}" for name in ("P", "R", "F1"))
        told = f"{each['pages of']:<26} {each['model']:<14} {each['pages']:>5}"
        print(f"{told} {each['accuracy']:>9.4f} {said}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


def made_examples(seed: int, pages: int, forms: int) -> list[Example]:
    maker = PageMaker(topic_texts(), Random(seed))
    made = [*(maker.page() for _ in range(pages)), *(maker.form() for _ in range(forms))]
    return [(topic_summary(_page(each)), each.topics) for each in made]


def _page(made: MadePage) -> Page:
    page = html_page(
        HtmlResponse("http://site.example/", body=made.html.encode(), encoding="utf-8")
    )
    assert page is not None
    return page


def trained(examples: Sequence[Example]) -> LinearModel:
    """A regression for each topic, against all else."""
    counts = Counter(stem for said, _ in examples for stem in set(map(stemmed, said)))
    known = {stem: times for stem, times in counts.items() if times > 2}
    vectorizer = DictVectorizer()
    rows = vectorizer.fit_transform([known_features(said, known) for said, _ in examples])
    columns, bias = [], []
    for topic in TOPICS:
        is_on = np.array([topic in topics for _, topics in examples])
        weights = np.where(is_on, np.sqrt((~is_on).sum() / is_on.sum()), 1.0)
        fitted = LogisticRegression(C=C, max_iter=500).fit(rows, is_on, sample_weight=weights)
        columns.append(fitted.coef_[0])
        bias.append(float(fitted.intercept_[0]))
    small = np.array(columns).T.astype(np.float16).astype(np.float32)
    return LinearModel(TOPICS, dict(vectorizer.vocabulary_), small, np.array(bias, np.float32))


Says = Callable[[str, Sequence[str]], bool]
"""Is a page on a topic, by its telling words?"""


def by_regression() -> Says:
    topics = {name: TopicSet.from_bytes(MODEL.read_bytes()).topic(name) for name in TOPICS}
    return lambda topic, said: topics[topic].probability(None, said) >= 0.5


def by_naive_bayes() -> Says:
    """Multinomial, of stems, a topic at a time, both sides as likely beforehand."""
    examples = made_examples(1, PAGES // 2, FORMS // 2)
    vectorizer = DictVectorizer()
    rows = vectorizer.fit_transform([_counted(said) for said, _ in examples])
    fitted = {
        topic: MultinomialNB(fit_prior=False).fit(rows, [topic in topics for _, topics in examples])
        for topic in TOPICS
    }

    @cache
    def on_topics(said: tuple[str, ...]) -> frozenset[str]:
        row = vectorizer.transform([_counted(said)])
        return frozenset(topic for topic, model in fitted.items() if model.predict(row)[0])

    return lambda topic, said: topic in on_topics(tuple(said))


def _counted(said: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(map(stemmed, said), 1.0)


def test_sets(data: Path | None) -> dict[str, list[Example]]:
    sets = {"made-up pages": made_examples(2, TEST_PAGES, 0)}
    if data is not None:
        sets["real home pages"] = list(_home_pages(data / "forms"))
        sets["real result pages"] = list(_result_pages(data / "result_pages"))
    return sets


@cache
def labels() -> dict[str, tuple[str, ...] | None]:
    """Registered domain to topics; None where one cannot say."""
    listed: dict[str, tuple[str, ...] | None] = {}
    for line in (Path(__file__).parent / "topic_labels.txt").read_text("utf-8").splitlines():
        topic, _, domains = line.partition(":")
        if not topic.startswith("#"):
            for domain in domains.split():
                listed[domain] = None if topic == "unclear" else tuple(topic.split("+"))
    return listed


def _home_pages(folder: Path) -> Iterator[Example]:
    seen: set[str] = set()
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        domain = registered_domain(told["url"])
        path = told["url"].split("/", 3)[3] if told["url"].count("/") > 2 else ""
        is_home = path.partition("?")[0] in {"", "index.php", "index.html", "index.htm"}
        topics = labels().get(domain, ())
        if is_home and domain not in seen and topics is not None:
            seen.add(domain)
            yield from _example(folder / told["html"], told["url"], None, topics)


def _result_pages(folder: Path) -> Iterator[Example]:
    seen: set[str] = set()
    files = {path.name.partition(".html")[0]: path for path in folder.rglob("*.html.gz")}
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        topics = labels().get(told["site"], ())
        if told["site"] not in seen and topics is not None:
            seen.add(told["site"])
            yield from _example(
                files[told["id"]], f"http://{told['site']}/", told["encoding"], topics
            )


def _example(
    file: Path, url: str, encoding: str | None, topics: tuple[str, ...]
) -> Iterator[Example]:
    path = file if file.suffix == ".gz" else file.with_name(file.name + ".gz")
    body = gzip.decompress(path.read_bytes())
    page = html_page(HtmlResponse(url, body=body, encoding=encoding))
    if page is not None:
        yield topic_summary(page), topics


def compare(sets: dict[str, list[Example]]) -> list[dict[str, float | str]]:
    models = {"ships": by_regression(), "naive Bayes": by_naive_bayes()}
    return [
        {"pages of": name, "model": model, **figures(examples, says)}
        for name, examples in sets.items()
        for model, says in models.items()
    ]


def figures(examples: Sequence[Example], says: Says) -> dict[str, float]:
    cases = [(topic in on, says(topic, said)) for said, on in examples for topic in TOPICS]
    right = sum(true is said for true, said in cases)
    both = sum(true and said for true, said in cases)
    precision = both / max(1, sum(said for _, said in cases))
    recall = both / max(1, sum(true for true, _ in cases))
    return {
        "pages": len(examples),
        "accuracy": right / len(cases),
        "P": precision,
        "R": recall,
        "F1": 2 * precision * recall / max(1e-9, precision + recall),
    }


if __name__ == "__main__":
    main()
