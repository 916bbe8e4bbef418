"""What ships in ``resources/``, read from wherever the project is installed, an egg too."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from deepweb.locate.form_features import Concepts
from deepweb.locate.form_safety import FormWords
from deepweb.locate.form_type import FormModel
from deepweb.locate.linear_model import LinearModel
from deepweb.surface.wildcard import wild_words

if TYPE_CHECKING:  # who judges forms need not load what reads pages
    from deepweb.read.page_kind import KindWords
    from deepweb.read.pager import PagerWords
    from deepweb.read.phrases import Phrases
    from deepweb.read.site_reading import ReadingKnowledge


@cache
def form_words() -> FormWords:
    """The words that forms use for themselves."""
    return FormWords(*map(_word_list, ("search", "harmful", "doubtful", "neutral")))


@cache
def form_concepts() -> Concepts:
    """What forms talk about."""
    listed: dict[str, list[str]] = {}
    for line in _lines("form_concepts"):
        if line.startswith("["):
            listed[line.strip("[]")] = words = []
        else:
            words += line.split()
    return Concepts.of(listed)


@cache
def form_model() -> FormModel:
    """What tells the types of forms apart."""
    return FormModel(_model("form_types"), _model("form_boxes"), form_concepts())


@cache
def kind_words() -> KindWords:
    """What pages say of themselves."""
    from deepweb.read.page_kind import KindWords  # noqa: PLC0415

    return KindWords(
        no_results=_phrases("no_results"),
        not_answers=_word_list("not_answers"),
        result_nouns=_word_list("result_nouns"),
        reformulated=_phrases("reformulated"),
        recommended=_phrases("recommended"),
        blocked=_phrases("blocked"),
        broken=_phrases("broken"),
        detail=_phrases("detail"),
    )


@cache
def pager_words() -> PagerWords:
    """What links between the pages of a list say."""
    from deepweb.read.pager import PagerWords  # noqa: PLC0415

    return PagerWords(
        forward=_word_list("next_page"),
        more=_word_list("more_results"),
        backward=_word_list("previous_page"),
        not_pages=_word_list("not_pages"),
    )


@cache
def reading_knowledge() -> ReadingKnowledge:
    """What reading pages needs to know beforehand."""
    from deepweb.read.region import RegionModel  # noqa: PLC0415
    from deepweb.read.site_reading import ReadingKnowledge  # noqa: PLC0415

    model = files("resources").joinpath("models", "region.npz").read_bytes()
    return ReadingKnowledge(kind_words(), pager_words(), RegionModel.from_bytes(model))


@cache
def any_words() -> frozenset[str]:
    """What menus call the option that restricts nothing."""
    return wild_words(_lines("wildcards"))


@cache
def seed_words() -> tuple[str, ...]:
    """Words that many databases hold, to start with where the form page says nothing."""
    return tuple(_lines("seeds"))


def _model(name: str) -> LinearModel:
    return LinearModel.from_bytes(files("resources").joinpath("models", f"{name}.npz").read_bytes())


def _phrases(name: str) -> Phrases:
    from deepweb.read.phrases import Phrases  # noqa: PLC0415

    return Phrases(_lines(name))


def _word_list(name: str) -> frozenset[str]:
    return frozenset(_lines(name))


def _lines(name: str) -> list[str]:
    text = files("resources").joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
