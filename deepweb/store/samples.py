"""The answers of each form whose texts are stored: later answers are compared with them.

They are its background pages, which answer nonsense, and its first other answers [He13 §5].
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, select

from deepweb.items import ResultPage
from deepweb.read.kind.empty import AnswerText, Background
from deepweb.read.kind.response import TRANSIENT
from deepweb.store.schema import found, pages

MAX_SAMPLES = 10  # maximum answers of a form whose texts are stored, besides background pages


class AnswerSamples:
    """The samples of all forms, and what is the background of each."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._backgrounds: dict[tuple[str, str], Background] = {}
        self._taken: dict[tuple[str, str], int] = {}
        """By site and form, the number of samples that are no background pages."""

    def forget(self) -> None:
        """Clear the caches, since an interrupted write may not have been committed."""
        self._backgrounds.clear()
        self._taken.clear()

    def background(self, site: str, form: str) -> Background:
        """The background pages of a form, and what its other answers share with them."""
        if (site, form) not in self._backgrounds:
            mine = (pages.c.site == site) & (pages.c.form == form) & pages.c.answered
            wanted = select(pages.c.texts, pages.c.links).where(
                mine & (pages.c.purpose == "background") & (pages.c.kind == "background")
            )
            with self._engine.connect() as connection:
                rows = connection.execute(wanted.order_by(pages.c.page)).all()
                answers = _first_answers(connection, site, form)
            empty = [(row.texts, row.links) for row in rows]
            self._backgrounds[site, form] = Background.of(empty, answers)
        return self._backgrounds[site, form]

    def takes(self, connection: Connection, page: ResultPage) -> bool:
        """Are the texts of this answer stored? Then it counts as a sample."""
        if page.purpose == "background":
            return True
        form = page.site, page.form
        if form not in self._taken:
            self._taken[form] = len(_first_answers(connection, *form))
        # An answer that was refused or judged by its status has no texts.
        is_read = bool(page.texts) and page.status not in TRANSIENT
        is_sample = is_read and self._taken[form] < MAX_SAMPLES
        if is_sample:
            self._taken[form] += 1
            self._backgrounds.pop(form, None)
        return is_sample

    def note(self, page: ResultPage) -> None:
        """An answer was stored."""
        if page.purpose == "background":
            self._backgrounds.pop((page.site, page.form), None)


def _first_answers(connection: Connection, site: str, form: str) -> list[AnswerText]:
    """The first answers of a form except background pages, full or empty."""
    mine = (pages.c.site == site) & (pages.c.form == form) & (pages.c.purpose != "background")
    read = mine & pages.c.answered & pages.c.texts.is_not(None)
    wanted = select(pages.c.page, pages.c.texts, pages.c.query).where(read)
    rows = connection.execute(wanted.order_by(pages.c.page).limit(MAX_SAMPLES)).all()
    answers = []
    for row in rows:
        said = connection.execute(select(found.c.text).where(found.c.page == row.page)).scalars()
        answers.append(AnswerText(row.texts, tuple(said), query=tuple(row.query.values())))
    return answers
