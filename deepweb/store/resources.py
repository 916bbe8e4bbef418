"""Loads the words, models and values of ``resources/``, from a clone, wheel or egg."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from deepweb.form.wildcard import wild_words
from deepweb.locate.forms.form_type import FormModel
from deepweb.locate.forms.linear_model import LinearModel
from deepweb.locate.forms.safety import FormWords
from deepweb.locate.site.link_ranker import Vocabulary
from deepweb.locate.site.page_content import ExploringWords
from deepweb.page.concepts import Concepts
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.model import EffectModel
from deepweb.page.effects.words import EffectWords
from deepweb.surface.queries.log_cleaning import LogWords
from deepweb.surface.queries.type_match import Commonness
from deepweb.surface.values.value_type import TypeKnowledge, ValueLists

if TYPE_CHECKING:  # judging forms does not load the modules that read pages
    from deepweb.locate.forms.topic import TopicSet
    from deepweb.page.address.argument_names import ArgumentWords
    from deepweb.page.phrases import Phrases
    from deepweb.read.kind.evidence import KindWords
    from deepweb.read.links.pager_link import PagerWords
    from deepweb.read.pages import ReadingKnowledge
    from deepweb.read.reading import PageWords


# Names of columns, and the files of ``knowledge`` that hold their values: folder, and beginning.
_VALUE_FILES = {
    "language": ("language", "language"),
    "script": ("language", "script"),
    "country": ("location", "country"),
    "state": ("location", "us_state"),
    "county": ("location", "us_county"),
    "city": ("location", "city"),
    "continent": ("location", "continent"),
    "currency": ("money", "currency"),
    "first_name": ("people", "first_name"),
}


@cache
def shipped() -> Traversable:
    """The folder ``resources``: inside the installed package, or beside the package in a clone.

    Not ``files("deepweb.resources")``: if this clone is only on ``PYTHONPATH``, that may find the
    editable install of another clone.
    """
    package = files("deepweb")
    inside = package / "resources"
    return inside if inside.is_dir() else Path(str(package)).parent / "resources"


@cache
def report_part(name: str) -> str:
    """A part of the report: a template, its style or its script."""
    return shipped().joinpath("report", name).read_text(encoding="utf-8")


@cache
def form_words() -> FormWords:
    """The words of forms: search, harmful, doubtful, neutral."""
    search, harmful, doubtful, neutral = map(
        _word_list, ("search", "harmful", "doubtful", "neutral")
    )
    # A single letter is a part of other words: 找 of 找回密码, which recovers a password.
    search |= {word for word in _groups("effects")["search more"] if len(word) > 1}
    # "Show results" says no more than "Show".
    nouns, showing = _word_list("result_nouns"), _groups("showing")
    return FormWords(
        search,
        harmful,
        doubtful,
        neutral | nouns,
        filters=frozenset(showing["filter"]),
        shows=nouns | frozenset(showing["show"]),
        applies=frozenset(showing["apply"]),
        types=type_names(),
        effects=effects(),
        help=Concepts.of(_groups("form_help")),
    )


@cache
def effects() -> Effects:
    """The judge of what things say that they do."""
    words = EffectWords.of(_groups("effects") | {"search": _lines("search")})
    model = shipped().joinpath("models", "effects.npz").read_bytes()
    return Effects(words, EffectModel.from_bytes(model))


def effect_lists() -> tuple[list[str], list[str], list[str]]:
    """For training: words that act, words that do not, and things that are acted on."""
    listed, judge = _groups("effects"), effects()
    is_acting = ("acts ", "may act ", "address")
    acting = [w for name, words in listed.items() if name.startswith(is_acting) for w in words]
    plain = ("wildcards", "result_nouns", "next_page", "previous_page", "more_results", "search",
             "neutral", "detail", "own_pages")  # fmt: skip
    grouped = ("presentation", "showing", "form_concepts", "link_words", "url_arguments",
               "typed_inputs")  # fmt: skip
    others = [word for name in plain for word in _lines(name)]
    others += [_cells(line)[1] for line in _lines("common")[1:]]
    reading = ("reads", "asked", "reading place", "about", "how")
    others += [word for name in reading for word in listed[name]]
    others += [w for name in grouped for words in _groups(name).values() for w in words]
    spaced = (word.replace("_", " ") for word in others)
    unlisted = [word for word in spaced if not judge.words.hits(word)]
    said = [word.replace("_", " ") for word in listed["harmless"]]
    return [w.replace("_", " ") for w in acting], [*unlisted, *said], sorted(listed["object"])


@cache
def exploring_words() -> ExploringWords:
    """The words for finding forms."""
    said = form_words()
    return ExploringWords(any_words(), said.search, said.effects, _word_list("own_pages"))


@cache
def form_concepts() -> Concepts:
    """Concepts that forms are about."""
    return Concepts.of(_groups("form_concepts"))


@cache
def demand_words() -> Concepts:
    """Words by which answers say how a form is to be filled in."""
    return Concepts.of(_groups("demands"))


@cache
def link_vocabulary() -> Vocabulary:
    """Words of links that lead to search forms, and of other links."""
    return Vocabulary(form_words().search, _groups("link_words"))


@cache
def form_model() -> FormModel:
    """The model of form types."""
    return FormModel(_model("form_types"), _model("form_boxes"), form_concepts())


@cache
def kind_words() -> KindWords:
    """Words and phrases that reveal the kind of a page."""
    from deepweb.read.kind.evidence import KindWords  # noqa: PLC0415
    from deepweb.read.kind.negation import Negations  # noqa: PLC0415

    return KindWords(
        no_results=_phrases("no_results"),
        negations=Negations.of(_groups("negations")),
        not_answers=_word_list("not_answers"),
        result_nouns=_word_list("result_nouns"),
        reformulated=_phrases("reformulated"),
        recommended=_phrases("recommended"),
        blocked=_phrases("blocked"),
        broken=_phrases("broken"),
        detail=_phrases("detail"),
    )


@cache
def parked_phrases() -> Phrases:
    """Phrases of parked domains."""
    return _phrases("parked")


@cache
def pager_words() -> PagerWords:
    """Labels of links between the pages of a list."""
    from deepweb.read.links.pager_link import PagerWords  # noqa: PLC0415

    return PagerWords(
        forward=_word_list("next_page"),
        more=_word_list("more_results"),
        backward=_word_list("previous_page"),
        not_pages=_word_list("not_pages"),
    )


@cache
def reading_knowledge() -> ReadingKnowledge:
    """Words and models for reading pages."""
    from deepweb.read.fields.value_names import NameKnowledge  # noqa: PLC0415
    from deepweb.read.pages import ReadingKnowledge  # noqa: PLC0415
    from deepweb.read.region_model import RegionModel  # noqa: PLC0415

    model = shipped().joinpath("models", "region.npz").read_bytes()
    regions, names = RegionModel.from_bytes(model), NameKnowledge(named_values)
    return ReadingKnowledge(kind_words(), pager_words(), regions, names)


@cache
def named_values() -> dict[str, frozenset[str]]:
    """Names of columns to the values that only such columns have, the shortest lists first."""
    from deepweb.read.fields.value_names import value_key  # noqa: PLC0415

    found: dict[str, set[str]] = {}
    for name, (folder, start) in _VALUE_FILES.items():
        for file in shipped().joinpath("knowledge", folder).iterdir():
            if file.name.startswith(start):
                lines = file.read_text(encoding="utf-8").splitlines()
                values = (value_key(line.partition("\t")[0]) for line in lines)
                found.setdefault(name, set()).update(values)
    return {name: frozenset(found[name]) for name in sorted(found, key=lambda n: len(found[n]))}


@cache
def page_words() -> PageWords:
    """Words for next pages and for results."""
    from deepweb.read.reading import PageWords  # noqa: PLC0415

    return PageWords(pager_words(), _word_list("result_nouns"))


@cache
def any_words() -> frozenset[str]:
    """Labels of menu options that restrict nothing."""
    return wild_words(_lines("wildcards"))


@cache
def seed_words() -> dict[str, list[str]]:
    """Words that titles often hold, by language, for forms on pages without text."""
    return _groups("seeds")


def _model(name: str) -> LinearModel:
    return LinearModel.from_bytes(shipped().joinpath("models", f"{name}.npz").read_bytes())


def _phrases(name: str) -> Phrases:
    from deepweb.page.phrases import Phrases  # noqa: PLC0415

    return Phrases(_lines(name))


def _groups(name: str) -> dict[str, list[str]]:
    """A file of words in sections."""
    listed: dict[str, list[str]] = {}
    for line in _lines(name):
        if line.startswith("["):
            listed[line.strip("[]")] = words = []
        else:
            words += line.split()
    return listed


@cache
def topic_texts() -> dict[str, tuple[str, ...]]:
    """Texts of sites of each topic, by section (``book``, ``book de``, ``book form``)."""
    listed: dict[str, tuple[str, ...]] = {}
    for line in _lines("topics"):
        if line.startswith("["):
            section = line.strip("[]")
        else:
            said = (text.strip() for text in line.split(","))
            listed[section] = (*listed.get(section, ()), *filter(None, said))
    return listed


@cache
def topic_set() -> TopicSet:
    """The included topics."""
    from deepweb.locate.forms.topic import TopicSet  # noqa: PLC0415

    return TopicSet.from_bytes(shipped().joinpath("models", "topics.npz").read_bytes())


def _word_list(name: str) -> frozenset[str]:
    return frozenset(_lines(name))


def _lines(name: str) -> list[str]:
    text = shipped().joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def type_names() -> Concepts:
    """Names of boxes for typed values."""
    return Concepts.of(_groups("typed_inputs"))


@cache
def value_lists() -> ValueLists:
    """Places, zip codes and ISBNs to try in boxes that expect them."""
    return ValueLists(
        zips=tuple(_values("zips")),
        cities=tuple((name, region) for name, region in map(_cells, _values("cities"))),
        states=tuple((code, name) for code, name in map(_cells, _values("states"))),
        countries=tuple(
            (two, three, name) for two, three, name in map(_cells, _values("countries"))
        ),
        isbns=tuple(_values("isbns")),
    )


@cache
def type_knowledge(year: int) -> TypeKnowledge:
    """Names and values of typed boxes; ``year`` is the current one."""
    return TypeKnowledge.of(type_names(), value_lists(), year)


def _cells(line: str) -> list[str]:
    return line.split("\t")


def _values(name: str) -> list[str]:
    text = shipped().joinpath("values", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def presentation_words() -> Concepts:
    """Words of inputs and options that only change how results are shown."""
    return Concepts.of(_groups("presentation"))


@cache
def argument_words() -> ArgumentWords:
    """Names and values of URL arguments, by role."""
    from deepweb.page.address.argument_names import ArgumentWords  # noqa: PLC0415

    return ArgumentWords.of(_groups("url_arguments"))


@cache
def log_column_names() -> dict[str, frozenset[str]]:
    """Names of the columns of query logs."""
    return {what: frozenset(names) for what, names in _groups("log_columns").items()}


@cache
def prepositions() -> frozenset[str]:
    """Prepositions of many languages, which often stand before the name of a thing."""
    return frozenset(word for line in _lines("prepositions") for word in line.split())


def log_words() -> LogWords:
    """The words for reading query logs."""
    return LogWords(log_column_names(), prepositions(), commonness)


@cache
def commonness() -> Commonness:
    """The number of sites that use each word."""
    (sites, _), *rows = map(_cells, _lines("common"))
    return Commonness(int(sites), {word: int(holders) for holders, word in rows})
