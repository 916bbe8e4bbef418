"""``scrapy train forms``, ``topic`` and ``effects``: models from examples, for later crawls."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from scrapy.exceptions import UsageError

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.named_pages import PagesError, fetch_pages
from deepweb.crawl.quiet_command import QuietCommand
from deepweb.locate.forms.linear_model import ModelError
from deepweb.locate.forms.safety import SafetyRule
from deepweb.locate.forms.topic import TopicModel, stem
from deepweb.output.log_lines import say
from deepweb.store.resources import effect_lists, effects, form_concepts, form_words
from deepweb.train.catalogues import translations
from deepweb.train.effects import link_examples, train_effects, translated
from deepweb.train.examples import (
    ExamplesError,
    addresses,
    labelled_forms,
    links_of_pages,
    page_examples,
)
from deepweb.train.forms import (
    MIN_PROBABILITY,
    BinaryFigures,
    LabelledForm,
    asked_shares,
    binary_figures,
    cross_validate,
    figures,
    lacking,
    train_form_model,
)
from deepweb.train.topics import TopicExample, left_out, site_counts, train_topic

MIN_POST = 0.9  # as in a crawl with the default of DEEPWEB_MIN_POST_PROBABILITY
MIN_SITES = 4  # sites whose links a model of effects is trained on
TELLING = 15  # words of each side that are printed


class Command(QuietCommand):
    """Trains a model, writes it, and prints how good it is."""

    def syntax(self) -> str:
        return "forms|effects --data DIR | topic --positive PAGE… --negative PAGE…  [--output PATH]"

    def short_desc(self) -> str:
        return "Train the model of forms, of effects, or of your own topic, from examples"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        option = parser.add_argument
        option("what", choices=("forms", "topic", "effects"), help="what the model judges")
        option(
            "--data",
            metavar="DIR",
            help="forms, effects: folder of labelled pages, with index.jsonl",
        )
        option(
            "--catalogues",
            metavar="DIR",
            help="effects: folder of translations of programs, *.mo, in any depth",
        )
        option("--folds", type=int, default=10, help="forms: of the cross-validation; 0: none")
        page = "a file, a folder of files, a URL, or @FILE with one of these a line"
        option("--positive", nargs="+", metavar="PAGE", help=f"topic: pages on it; each {page}")
        option("--negative", nargs="+", metavar="PAGE", help="topic: pages off it")
        option("--output", metavar="PATH", help="default: the folder models, or models/topic.npz")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if args:
            raise UsageError(f"unknown: {' '.join(args)}")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        trained = {
            "forms": self._train_forms,
            "topic": self._train_topic,
            "effects": self._train_effects,
        }
        try:
            for line in trained[opts.what](opts):
                say(line, flush=True)
        except (ExamplesError, PagesError, ModelError) as error:
            self.refuse(error, opts.what)

    def _train_forms(self, opts: argparse.Namespace) -> Iterator[str]:
        if not opts.data:
            raise ExamplesError("--data is missing; give a folder of labelled pages")
        examples = labelled_forms(Path(opts.data))
        if what := lacking(examples):
            raise ExamplesError(f"{opts.data!r} lacks {what}; give more labelled pages")
        folder = Path(opts.output or "models")
        model = train_form_model(examples, form_concepts())
        _write(folder / "form_types.npz", model.types.to_bytes())
        _write(folder / "form_boxes.npz", model.boxes.to_bytes())
        yield f"{len(examples)} forms of {len({e.host for e in examples})} sites"
        if opts.folds:
            yield from _form_figures(examples, opts.folds)
        yield f"written: form_types.npz and form_boxes.npz in {folder}"
        yield f"to use them: -s DEEPWEB_FORM_MODEL={folder}"

    def _train_effects(self, opts: argparse.Namespace) -> Iterator[str]:
        if not opts.data:
            raise ExamplesError("--data is missing; give a folder of pages with links")
        pages, judge = links_of_pages(Path(opts.data)), effects()
        links = [each for site, told in pages for each in link_examples(told, site, judge)]
        if len({each.site for each in links}) < MIN_SITES:
            raise ExamplesError(f"{opts.data!r} lacks links of {MIN_SITES} sites; give more pages")
        acting, others, things = effect_lists()
        folder = Path(opts.catalogues) if opts.catalogues else None
        texts = translated(translations(folder, judge)) if folder else []
        model, found = train_effects({True: acting, False: others}, things, links, texts)
        file = Path(opts.output or "models/effects.npz")
        _write(file, model.to_bytes())
        yield f"{len(acting)} words that act, {len(others)} that do not, {len(links)} links"
        yield f"of words that it was not shown, {found.found:.1%} are found"
        yield f"of links of sites that it was not shown, {found.refused:.1%} are refused"
        if texts:
            yield f"{len(texts)} translations, {sum(each.acts for each in texts)} of which act"
            yield f"of those of verbs that it was not shown, {found.translated:.1%} are found"
            yield f"of others, {found.mistaken:.1%} are refused"
        yield f"written: {file}"

    def _train_topic(self, opts: argparse.Namespace) -> Iterator[str]:
        assert self.settings is not None
        sides = {True: _named(opts, "positive"), False: _named(opts, "negative")}
        if both := set(sides[True]) & set(sides[False]):
            raise ExamplesError(f"{min(both)!r} stands on both sides; give it on one of them")
        examples = self._examples(sides, FormJudge.of(self.settings))
        model = train_topic(examples)
        file = Path(opts.output or "models/topic.npz")
        _write(file, model.to_bytes())
        yield from _sides(examples)
        yield from _topic_figures(examples)
        yield from _telling(model, examples)
        yield f"written: {file}"
        yield f"to use it: -s DEEPWEB_TOPIC_MODEL={file}"
        yield f"to find sites on it: scrapy crawl sitelocator -a topic={file} -a seeds=FILE"

    def _examples(self, sides: dict[bool, list[str]], judge: FormJudge) -> list[TopicExample]:
        assert self.crawler_process is not None
        pages, _ = fetch_pages(self.crawler_process, [*sides[True], *sides[False]])
        found: list[TopicExample] = []
        for number, got in enumerate(pages):
            is_on = number < len(sides[True])
            if got.page is not None and got.status < 400:
                found += page_examples(got.page, got.name, is_on, judge)
            else:
                why = got.problem or f"HTTP {got.status}"
                say(f"train topic: left out {got.name}: {why}", sys.stderr)
        for is_on, side in ((True, "positive"), (False, "negative")):
            if not any(e.is_on is is_on for e in found):
                raise ExamplesError(f"no page for --{side} could be read; give others")
        return found


def _named(opts: argparse.Namespace, side: str) -> list[str]:
    found = addresses(getattr(opts, side) or [])
    if not found:
        raise ExamplesError(f"--{side} names no page; give files, folders or URLs")
    return found


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError as error:
        why = f"{str(file)!r} cannot be written ({error.strerror})"
        raise ExamplesError(f"{why}; give another --output") from error


def _form_figures(examples: Sequence[LabelledForm], folds: int) -> Iterator[str]:
    try:
        predictions = cross_validate(examples, form_concepts(), folds)
    except ValueError as error:
        raise ExamplesError(f"{error}; give fewer --folds, or 0 for none") from error
    said = figures(examples, predictions)
    searches, others = asked_shares(
        examples, predictions, SafetyRule(form_words(), MIN_PROBABILITY, MIN_POST)
    )
    yield f"judged by models of other sites, {folds} folds:"
    yield f"  {'search':<12} {_binary(said.search)}"
    yield f"  {'all types':<12} accuracy {said.accuracy:.3f}"
    yield f"  {'query box':<12} right {said.query_box:.3f}"
    yield f"  {'asked':<12} searches {searches:.3f} others {others:.3f}"


def _sides(examples: Sequence[TopicExample]) -> Iterator[str]:
    for side, is_on, sites in zip(
        ("negative", "positive"), (False, True), site_counts(examples), strict=True
    ):
        forms = [e.form is not None for e in examples if e.is_on is is_on]
        yield f"{side}: {sum(forms)} forms, {len(forms) - sum(forms)} pages without, {sites} sites"


def _topic_figures(examples: Sequence[TopicExample]) -> Iterator[str]:
    chances = left_out(examples)
    if chances is None:
        yield "not measured: that takes two sites on each side"
        return
    truth, said = [e.is_on for e in examples], [chance >= 0.5 for chance in chances]
    right = sum(true is yes for true, yes in zip(truth, said, strict=True)) / len(truth)
    binary = _binary(binary_figures(truth, said))
    yield f"judged by models of other sites: accuracy {right:.3f} {binary}"


def _binary(found: BinaryFigures) -> str:
    return f"P {found.precision:.3f} R {found.recall:.3f} F1 {found.f1:.3f}"


def _telling(model: TopicModel, examples: Sequence[TopicExample]) -> Iterator[str]:
    """The words that speak most for each side, spelt out."""
    spelt: dict[str, Counter[str]] = {}
    for word, times in Counter(word for e in examples for word in e.words).items():
        spelt.setdefault(stem(word), Counter())[word] = times
    for side, stems in zip(("negative", "positive"), model.telling(TELLING), strict=True):
        said = (spelt[s].most_common(1)[0][0] if s in spelt else s for s in stems)
        yield f"{side} by: {' '.join(said)}"
