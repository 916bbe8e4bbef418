"""What ships in ``resources/``, read from wherever the project is installed, an egg too."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from deepweb.locate.search_form import FormWords


@cache
def form_words() -> FormWords:
    """The words that forms use for themselves."""
    return FormWords(_word_list("search"), _word_list("harmful"), _word_list("doubtful"))


@cache
def seed_words() -> tuple[str, ...]:
    """Words that many databases hold, to start with where the form page says nothing."""
    return tuple(_lines("seeds"))


def _word_list(name: str) -> frozenset[str]:
    return frozenset(_lines(name))


def _lines(name: str) -> list[str]:
    text = files("resources").joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
