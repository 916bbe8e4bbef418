"""What ships in ``resources/``, read from wherever the project is installed, an egg too."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from deepweb.locate.search_form import FormWords


@cache
def form_words() -> FormWords:
    """The words that forms use for themselves."""
    return FormWords(_word_list("search"), _word_list("harmful"), _word_list("doubtful"))


def _word_list(name: str) -> frozenset[str]:
    text = files("resources").joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
