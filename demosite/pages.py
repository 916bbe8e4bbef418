"""The demo site: 2,000 Unicode characters behind a search form, with two other forms beside it.

tests/site/test_demo.py holds its pages to those of a site of tests/site/ of the same style.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from demosite.catalogue import UNSEARCHED, Entry, label_of
from demosite.characters import unicode_characters
from demosite.markup import NOTHING, Html, join, link, paragraph, tag, text
from demosite.search import SORTS, Selection, index_of
from demosite.server import Question, ServedSite

RECORDS = 2_000
PAGE_SIZE = 20
NEIGHBOURS = 5  # numbered links to pages on either side of the current one

TITLE = "The Character Catalogue"
FOOTER = "All entries are provided as they are."
MENU = ("About", "Help", "Contact", "Imprint")
SORT_LABELS = {
    "": "Relevance",
    "title": "Title A to Z",
    "title-desc": "Title Z to A",
    "price": "Lowest price",
    "newest": "Newest first",
}
# By path, the forms that are no searches: inputs with their types, and the button.
OTHER_FORMS = {
    "newsletter": ({"email": "email"}, "Subscribe"),
    "login": ({"username": "text", "password": "password"}, "Log in"),
}
ITEM = "/item/"
ROBOTS = "User-agent: *\nAllow: /\n"
_NUMBER = re.compile(r"[0-9]{1,9}")

_BACK = tag("p", text("Back to "), link("/", TITLE))

Options = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DemoPage:
    """An answer of the demo site."""

    body: str
    status: int = HTTPStatus.OK
    type: str = "text/html"
    cookie: str = ""


class DemoSite(ServedSite):
    """Answers by path: the form, results, a record, and pages that say nothing."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self._index = index_of(unicode_characters(RECORDS))
        catalogue = self._index.catalogue
        self._records = {entry.id: entry for entry in catalogue.records}
        self._categories = self._index.values("category")
        self.name = f"{catalogue.name}, {len(catalogue):,} records"

    def respond(self, question: Question) -> DemoPage:
        address = urlsplit(question.target)
        path, values = address.path, _values(address.query)
        if question.method == "POST":
            values |= _values(question.body)
        if path == "/search":
            return DemoPage(self._results(values))
        if path.strip("/") in OTHER_FORMS and (values or question.method == "POST"):
            return DemoPage(_message("Thank you", "We have noted that."))
        return self._fixed(path)

    def _fixed(self, path: str) -> DemoPage:
        """Pages that are always the same."""
        if path == "/":
            return DemoPage(self._home())
        if path == "/robots.txt":
            return DemoPage(ROBOTS, type="text/plain")
        entry = self._records.get(unquote(path.removeprefix(ITEM)))
        if path.startswith(ITEM) and entry is not None:
            return DemoPage(_record(entry))
        for label in MENU:
            if path == f"/{label.lower()}":
                return DemoPage(_message(label, FOOTER))
        missing = _message("Not found", "There is no such page.")
        return DemoPage(missing, HTTPStatus.NOT_FOUND)

    def _home(self) -> Html:
        catalogue = self._index.catalogue
        welcome = paragraph(f"Search {len(catalogue):,} entries: {catalogue.name}.")
        return _page(TITLE, join([tag("h2", text(TITLE)), welcome, self._form({})]))

    def _results(self, values: dict[str, str]) -> Html:
        asked, number = values.get("q", ""), _number(values.get("page", ""))
        found = self._found(values)
        start = PAGE_SIZE * (number - 1)
        shown = self._index.entries(found[start : start + PAGE_SIZE])
        if shown:
            told = f"{len(found):,} results for {asked.strip() or 'all entries'}"
            records = join([tag("p", text(told), class_="r-count"), _list(shown)])
        else:
            records = tag("div", paragraph(f"No results found for {asked}."), class_="r-none")
        pages = -(-len(found) // PAGE_SIZE)
        links = _page_links(values, number, pages)
        main = join([self._form(values), NOTHING, NOTHING, records, links, NOTHING])
        return _page(f"{asked} - {TITLE}", main)

    def _found(self, values: dict[str, str]) -> tuple[int, ...]:
        """The places of the records that a search selects, in their order."""
        category, sort = values.get("category", ""), values.get("sort", "")
        # A category that is not offered selects nothing.
        known = (category,) if category in self._categories else ()
        selection = Selection(
            text=values.get("q", ""),
            among=(("category", known),) if category else (),
            sort=sort if sort in SORTS else "",
        )
        return () if selection.is_blank else self._index.positions(selection)

    def _form(self, values: dict[str, str]) -> Html:
        box = tag("input", type="text", name="q", id="q", value=values.get("q", ""))
        categories = [("", "Any category"), *((each, each) for each in self._categories)]
        parts = [
            _labelled("q", "Keywords", box),
            _menu("category", categories, values.get("category", "")),
            _menu("sort", SORT_LABELS.items(), values.get("sort", "")),
            tag("button", text("Search"), type="submit"),
        ]
        return tag("form", join(parts), action="/search", method="get", class_="r-form")


def _values(encoded: str) -> dict[str, str]:
    """Submitted values; of a name that comes twice, the last."""
    return dict(parse_qsl(encoded, keep_blank_values=True))


def _number(value: str) -> int:
    return max(1, int(value)) if _NUMBER.fullmatch(value) else 1


def _page(heading: str, main: Html) -> Html:
    """A whole page: header with other forms, content, footer."""
    entries = [tag("li", link(f"/{label.lower()}", label)) for label in MENU]
    menu = tag("ul", join(entries), class_="menu")
    others = join(_other_form(name) for name in OTHER_FORMS)
    body = [
        tag("header", tag("strong", link("/", TITLE)), menu, others),
        tag("main", main),
        tag("aside"),
        tag("footer", paragraph(FOOTER)),
    ]
    head = tag("head", tag("meta", charset="utf-8"), tag("title", text(heading)))
    return Html("<!DOCTYPE html>\n" + tag("html", head, tag("body", join(body)), lang="en"))


def _other_form(name: str) -> Html:
    inputs, button = OTHER_FORMS[name]
    boxes = join(
        tag("label", text(label_of(each) + " "), tag("input", type=kind, name=each))
        for each, kind in inputs.items()
    )
    submit = tag("button", text(button), type="submit")
    return tag("form", boxes, submit, action=f"/{name}", method="post", class_=name)


def _message(heading: str, message: str) -> Html:
    main = join([tag("h2", text(heading)), paragraph(message), _BACK])
    return _page(heading, main)


def _record(entry: Entry) -> Html:
    pairs = ((label_of(name), value) for name, value in entry.attributes.items())
    details = tag("ul", *(tag("li", text(f"{name}: {value}")) for name, value in pairs))
    main = join([tag("h2", text(entry.title)), details, _BACK])
    return _page(f"{entry.title} - {TITLE}", main)


def _list(entries: Iterable[Entry]) -> Html:
    items = []
    for entry in entries:
        title = tag("h3", link(ITEM + quote(entry.id), entry.title, class_="r-title"))
        brief = (v for n, v in entry.attributes.items() if n not in UNSEARCHED or n == "price")
        snippet = tag("p", text(" · ".join(brief)), class_="r-snippet")
        items.append(tag("li", title, snippet))
    return tag("ol", join(items), class_="r-hits")


def _page_links(values: dict[str, str], number: int, pages: int) -> Html:
    """Links to the pages around this one, and to the next."""
    if pages <= 1 or number > pages:
        return NOTHING
    around = range(max(1, number - NEIGHBOURS), min(pages, number + NEIGHBOURS) + 1)
    entries = [
        tag("b", text(str(each))) if each == number else link(_page_url(values, each), str(each))
        for each in around
    ]
    if number < pages:
        entries.append(link(_page_url(values, number + 1), "Next", rel="next"))
    return tag("div", join(entries, " "), class_="r-pages")


def _page_url(values: dict[str, str], number: int) -> str:
    kept = [(name, values[name]) for name in ("q", "category", "sort") if values.get(name)]
    page = [("page", str(number))] if number > 1 else []
    return f"/search?{urlencode([*kept, *page])}"


def _menu(name: str, options: Options, chosen: str) -> Html:
    written = (
        tag("option", text(shown), value=value, **({"selected": ""} if value == chosen else {}))
        for value, shown in options
    )
    return _labelled(name, label_of(name), tag("select", *written, name=name, id=name))


def _labelled(name: str, label: str, control: Html) -> Html:
    return tag("div", tag("label", text(label), for_=name), control)
