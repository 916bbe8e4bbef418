"""Which page answers a request?"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from itertools import count
from typing import Literal
from urllib.parse import urlsplit
from zlib import crc32

from demosite.catalogue import Catalogue
from demosite.search import index_of
from demosite.server import Question
from tests.site.addresses import ITEM, Asked, item_id, read_arguments, read_asked
from tests.site.churn import is_there
from tests.site.control_reading import RefusedError
from tests.site.declarations import DESCRIPTION, DESCRIPTION_TYPE, description
from tests.site.forms import BESIDE_PATHS
from tests.site.frames import nav_path
from tests.site.pages import calendar_page, home_page, item_page, message_page, refusal_page
from tests.site.results import find_results, result_page
from tests.site.scripted import scripted
from tests.site.style import Style
from tests.site.submission import read_submission
from tests.site.values import Values

Kind = Literal["home", "search", "item", "robots", "facet", "trap", "harm", "other"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, and what it tells the log."""

    kind: Kind
    body: str
    status: int = HTTPStatus.OK
    shown: tuple[str, ...] = ()
    form: Mapping[str, str] = field(default_factory=dict)
    type: str = "text/html"
    cookie: str = ""  # for the visitor to keep


class Answers:
    """Answers to all requests that a site can get. Only the count of searches changes."""

    def __init__(self, catalogue: Catalogue, style: Style) -> None:
        self._style = style
        self._index = index_of(catalogue)
        self._records = {entry.id: entry for entry in catalogue.records}
        self._moments = count()
        self._moment = 0

    def __contains__(self, record: str) -> bool:
        return record in self._records

    def answer(self, question: Question) -> Answer:
        if self._style.script and (answer := self._scripted(question)):
            return answer
        address = urlsplit(question.target)
        values = read_arguments(self._style, address.query)
        if question.method == "POST":
            values = Values(values.pairs + read_arguments(self._style, question.body).pairs)
        path = address.path
        is_home = path == "/" and not values and question.method != "POST"
        asked = None if is_home else read_asked(self._style, self._index, path, values)
        if asked is not None:
            return self._search(question.method, path, asked)
        if path in BESIDE_PATHS.values() and (values or question.method == "POST"):
            body = message_page(self._style, self._index, "Thank you", "We have noted that.")
            return Answer("harm", body, form=values)
        return self._fixed(path, values)

    def _scripted(self, question: Question) -> Answer | None:
        said = scripted(self._style, self._index, question.method, question.target, question.body)
        if said is None:
            return None
        kind: Kind = "search" if said.is_search else "harm" if said.is_harm else "other"
        asked = read_arguments(self._style, urlsplit(question.target).query)
        return Answer(kind, said.body, shown=said.shown, form=asked, type=said.type)

    def _search(self, method: str, path: str, asked: Asked) -> Answer:
        style = self._style
        if asked.narrowed:
            return self._results("facet", asked)
        # Links of a result page name the page; anything else must be posted by the form.
        is_linked = style.page_name in asked.values or path != style.action
        if style.method == "post" and method != "POST" and not is_linked:
            body = message_page(style, self._index, "Not allowed", "Please use the form.")
            return Answer("search", body, HTTPStatus.METHOD_NOT_ALLOWED, form=asked.values)
        return self._results("search", asked)

    def _results(self, kind: Kind, asked: Asked) -> Answer:
        style, index, values = self._style, self._index, asked.values
        heard = Values(tuple(style.hidden.items())) if style.deaf else values
        try:
            submission = read_submission(style, index, heard, asked.narrowed, asked.page)
        except RefusedError as refusal:
            return self._refused(kind, str(refusal), values)
        if submission.selection.is_blank and style.blank == "form":
            return Answer(kind, home_page(style, index), form=values)
        self._moment = moment = next(self._moments)
        if not submission.session:
            submission = replace(submission, session=f"{crc32(b'%d' % moment):08x}")
        results = find_results(style, index, submission, moment)
        shown = tuple(entry.id for entry in index.entries(results.on_page))
        return Answer(
            kind, result_page(style, index, submission, results), shown=shown, form=values
        )

    def _refused(self, kind: Kind, message: str, values: Values) -> Answer:
        style, index = self._style, self._index
        match style.refusal:
            case "message":
                return Answer(kind, refusal_page(style, index, message), form=values)
            case "form":
                return Answer(kind, home_page(style, index), form=values)
            case "error":
                body = message_page(style, index, "Error", message)
                return Answer(kind, body, HTTPStatus.BAD_REQUEST, form=values)

    def _fixed(self, path: str, values: Mapping[str, str]) -> Answer:
        style, index = self._style, self._index
        if path == "/":
            return Answer("home", home_page(style, index), form=values)
        if (file := self._file(path, values)) is not None:
            return file
        if path.startswith(ITEM):
            return self._item(path, values)
        if path == "/calendar" and style.calendar:
            body = calendar_page(style, index, values.get("month", ""))
            return Answer("trap", body, form=values)
        for label in style.nav:
            if path == nav_path(label):
                return Answer("other", message_page(style, index, label, style.footer), form=values)
        return self._missing("robots" if path == "/robots.txt" else "other", values)

    def _file(self, path: str, values: Mapping[str, str]) -> Answer | None:
        """What is there for machines."""
        style = self._style
        if path == "/robots.txt" and style.robots is not None:
            return Answer("robots", style.robots, type="text/plain", form=values)
        if path == DESCRIPTION and "opensearch" in style.declares:
            return Answer("other", description(style), type=DESCRIPTION_TYPE, form=values)
        return None

    def _item(self, path: str, values: Mapping[str, str]) -> Answer:
        entry = self._records.get(item_id(path))
        if entry is None or not is_there(self._style, entry.id, self._moment):
            return self._missing("item", values)
        body = item_page(self._style, self._index, entry)
        return Answer("item", body, shown=(entry.id,), form=values)

    def _missing(self, kind: Kind, values: Mapping[str, str]) -> Answer:
        body = message_page(self._style, self._index, "Not found", "There is no such page.")
        return Answer(kind, body, HTTPStatus.NOT_FOUND, form=values)
