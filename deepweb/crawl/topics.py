"""The topic that a user names: one that ships, by any of its names, or a model file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from deepweb.crawl.form_judge import topic_model_of
from deepweb.locate.forms.topic import TOPICS
from deepweb.locate.web.classifier import ModelledTopic
from deepweb.store.resources import topic_set, topic_texts

# What else the topics that ship are called, beside their plurals.
ALIASES = {
    "airline": "airfare", "flight": "airfare", "airticket": "airfare",
    "automobile": "auto", "car": "auto", "vehicle": "auto", "usedcar": "auto",
    "library": "book", "libraries": "book", "literature": "book",
    "accommodation": "hotel", "lodging": "hotel",
    "career": "job", "employment": "job", "vacancies": "job",
    "film": "movie", "dvd": "movie", "cinema": "movie",
    "song": "music", "album": "music", "cd": "music",
    "carrental": "rental", "carhire": "rental", "rentalcar": "rental",
    "flat": "apartment", "housing": "apartment", "realestate": "apartment", "property": "apartment",
    "map": "route", "direction": "route", "timetable": "route",
    "shopping": "product", "shop": "product", "goods": "product",
    "person": "people", "player": "people", "athlete": "people",
}  # fmt: skip

# Of what sites of a topic say, what engines are asked for.
MOST_QUERIES = 40


def topic_name(given: str) -> str:
    """By which a topic is stored: the name of one that ships, or the model's file.

    Raises ValueError for what is neither.
    """
    plain = "".join(letter for letter in given.lower() if letter.isalpha())
    for name in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
        if (known := ALIASES.get(name, name)) in TOPICS:
            return known
    if Path(given).is_file():
        return str(Path(given))
    remedy = f"give one of {', '.join(TOPICS)}, or a file that `scrapy train topic` has written"
    raise ValueError(f"topic {given!r} is not known; {remedy}")


def read_topic(name: str, queries: Sequence[str] = ()) -> ModelledTopic:
    """The topic of a name that ``topic_name`` gave; raises ``ModelError`` for a bad file.

    ``queries`` are what engines are asked for it, beside what ships.
    """
    if name in TOPICS:
        model = topic_set().topic(name)
        said = topic_texts()
        # What sites say of themselves is asked as well: a question costs one page.
        asked = (*queries, *said[f"{name} queries"], *said[name][:MOST_QUERIES])
        return ModelledTopic(model, model.words(), asked)
    own = topic_model_of(Path(name))
    return ModelledTopic(own, own.words(), tuple(queries))
