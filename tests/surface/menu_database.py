"""Databases behind menus, as plain Python: what a form with menus would answer."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.menu_source import TemplateQuestions
from deepweb.surface.templates.template import Choice, FreeInputs, Template

Row = Mapping[str, str]
NOTHING = Answer("empty", "nothing", length=500)


def menu(name: str, values: Sequence[str], **more: object) -> Choice:
    """A menu with a wild card."""
    pairs = tuple(((name, value),) for value in values)
    given = {"texts": tuple(values), "default": ((name, ""),)} | more
    return Choice((name,), pairs, "select", **given)  # type: ignore[arg-type]


def submissions(
    template: Template, free_inputs: FreeInputs, known: KnownAnswers
) -> Iterator[Question]:
    """All questions of a template that were not asked yet; ``known`` may grow meanwhile."""
    return iter(TemplateQuestions(template, free_inputs, known).next, None)


def table(size: int, attributes: Mapping[str, int], seed: int = 0) -> list[dict[str, str]]:
    """Rows with as many values of each attribute; a few are frequent, most are not."""
    rng = random.Random(seed)
    columns = {name: [f"{name}{n}" for n in range(many)] for name, many in attributes.items()}
    return [
        {n: v[min(int(rng.expovariate(3) * len(v)), len(v) - 1)] for n, v in columns.items()}
        | {"price": str(rng.randrange(1, 1000)), "id": str(n)}
        for n in range(size)
    ]


@dataclass
class MenuDatabase:
    """Answers questions that fill in menus; every switch is a way that real sites behave."""

    rows: Sequence[Row]
    page: int = 20
    counts: bool = True
    """Does an answer say how many records there are?"""
    pages_on: bool = False
    """Do answers lead to next pages?"""
    sort: str = ""
    """The input that sorts: by an attribute, backwards with "-" before it."""
    size: str = ""
    """The input that says how many records a page shows."""
    most: str = ""
    """The input that bounds the price from above."""
    required: frozenset[str] = frozenset()
    refuses: bool = False
    """Is a question without what is required answered with an error?"""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """What inputs without a wild card send untouched."""
    needs_any: bool = False
    """Is nothing shown unless something selects?"""
    language: str = ""
    ignored: frozenset[str] = frozenset()
    total_everywhere: bool = False
    """Is the number on each page that of the whole database?"""
    adverts: bool = False
    """Does another record show up in each answer?"""
    same: bool = False
    """Is the answer always the same?"""
    broken: bool = False
    refused_after: int | None = None
    asked: list[Question] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    columns: dict[str, dict[str, list[Row]]] = field(default_factory=dict)

    async def __call__(self, questions: Sequence[Question]) -> list[Answer]:
        asked = len(self.asked) + len(questions)
        if self.refused_after is not None and asked > self.refused_after:
            raise NotAskedError("budget spent")
        self.asked += questions
        answers = [self.answer(dict(question.values)) for question in questions]
        self.seen.update(record.id for answer in answers for record in answer.found)
        return answers

    def answer(self, values: Mapping[str, str]) -> Answer:
        sent = {**self.defaults, **values}
        filled = {name: value for name, value in sent.items() if value}
        if self.broken:
            return Answer("error", "")
        if self.same:
            return self._page([*self.rows[: self.page]], {}, len(self.rows))
        if not self.required <= filled.keys():
            return Answer("error", "") if self.refuses else NOTHING
        chosen = {n: v for n, v in filled.items() if n in self.rows[0] and n not in self.ignored}
        if self.needs_any and not chosen:
            return NOTHING
        rows = [row for row in self._nearby(chosen) if all(row[n] == v for n, v in chosen.items())]
        if self.most and (limit := filled.get(self.most)):
            rows = [row for row in rows if int(row["price"]) <= int(limit)]
        if self.sort and (order := filled.get(self.sort)):
            rows.sort(key=lambda row: row.get(order.strip("-"), ""), reverse=order.startswith("-"))
        return self._page(rows, filled, len(self.rows) if self.total_everywhere else len(rows))

    def _nearby(self, chosen: Mapping[str, str]) -> Sequence[Row]:
        """The rows with the first of some values: those to look through."""
        if not chosen:
            return self.rows
        name, value = next(iter(chosen.items()))
        if name not in self.columns:
            column: defaultdict[str, list[Row]] = defaultdict(list)
            for row in self.rows:
                column[row[name]].append(row)
            self.columns[name] = column
        return self.columns[name].get(value, [])

    def _page(self, rows: Sequence[Row], filled: Mapping[str, str], count: int) -> Answer:
        if not rows:
            return NOTHING
        size = int(filled.get(self.size) or self.page) if self.size else self.page
        tongue = filled.get(self.language, "") if self.language else ""
        ids = [f"{tongue}{row['id']}" for row in rows[:size]]
        shown = [*ids, *([f"advert{len(self.asked)}{len(rows)}"] if self.adverts else [])]
        said = hashlib.sha256(" ".join(sorted(shown)).encode()).hexdigest()
        return Answer(
            "results",
            said,
            tuple(Found(each, each, each) for each in shown),
            length=1000 + 200 * len(shown),
            next_url="/next" if self.pages_on and len(rows) > size else "",
            count=count if self.counts else None,
        )
