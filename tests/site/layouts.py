"""How records are laid out, on result pages and on their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from demosite.catalogue import UNSEARCHED, Entry, label_of
from demosite.markup import Html, join, link, tag, text
from tests.site.style import Style


@dataclass(frozen=True, slots=True)
class Row:
    """A record on a result page, with the address of its detail page."""

    entry: Entry
    href: str

    @property
    def brief(self) -> list[tuple[str, str]]:
        """The attributes shown where there is little room."""
        return [
            (name, value)
            for name, value in self.entry.attributes.items()
            if name not in UNSEARCHED or name == "price"
        ]


def rows_html(style: Style, columns: Sequence[str], rows: Sequence[Row]) -> Html:
    """The records of a result page; without rows, the empty container."""
    return _LAYOUTS[style.layout](style.prefix, columns, rows)


def details_html(style: Style, entry: Entry) -> Html:
    """All attributes of a record, each with its label."""
    pairs = [(label_of(name), value) for name, value in entry.attributes.items()]
    match style.layout:
        case "table":
            lines = [tag("tr", tag("th", text(n)), tag("td", text(v))) for n, v in pairs]
            return tag("table", *lines, class_=f"{style.prefix}-details")
        case "dl":
            terms = [join([tag("dt", text(n)), tag("dd", text(v))]) for n, v in pairs]
            return tag("dl", *terms)
        case "cards":
            lines = [tag("div", tag("b", text(n)), tag("span", text(v))) for n, v in pairs]
            return tag("div", *lines, class_=f"{style.prefix}-card")
        case "list":
            return tag("ul", *(tag("li", text(f"{n}: {v}")) for n, v in pairs))


def _list(prefix: str, columns: Sequence[str], rows: Sequence[Row]) -> Html:
    items = []
    for row in rows:
        title = tag("h3", link(row.href, row.entry.title, class_=f"{prefix}-title"))
        snippet = " · ".join(value for _, value in row.brief)
        items.append(tag("li", title, tag("p", text(snippet), class_=f"{prefix}-snippet")))
    return tag("ol", join(items), class_=f"{prefix}-hits")


def _table(prefix: str, columns: Sequence[str], rows: Sequence[Row]) -> Html:
    header = [tag("th", text(label_of(name))) for name in ("title", *columns)]
    lines = []
    for row in rows:
        cells = [tag("td", text(row.entry.attributes[name])) for name in columns]
        lines.append(tag("tr", tag("td", link(row.href, row.entry.title)), *cells))
    body = tag("tbody", join(lines))
    return tag("table", tag("thead", tag("tr", *header)), body, class_=f"{prefix}-table")


def _cards(prefix: str, columns: Sequence[str], rows: Sequence[Row]) -> Html:
    cards = []
    for row in rows:
        facts = [tag("span", text(value), class_=f"{prefix}-{name}") for name, value in row.brief]
        title = link(row.href, row.entry.title, class_=f"{prefix}-name")
        more = link(row.href, "Details", class_=f"{prefix}-more")
        inner = tag("div", title, tag("div", *facts), more, class_=f"{prefix}-body")
        cards.append(tag("div", inner, class_=f"{prefix}-card"))
    return tag("div", join(cards), class_=f"{prefix}-grid")


def _labelled(prefix: str, columns: Sequence[str], rows: Sequence[Row]) -> Html:
    entries = []
    for row in rows:
        heading = tag("h4", link(row.href, row.entry.title))
        lines = [
            tag("div", tag("strong", text(f"{label_of(name)}:")), text(f" {value}"))
            for name, value in row.entry.attributes.items()
        ]
        entries.append(tag("article", heading, *lines, class_=f"{prefix}-entry"))
    return tag("section", join(entries), class_=f"{prefix}-entries")


_LAYOUTS: dict[str, Callable[[str, Sequence[str], Sequence[Row]], Html]] = {
    "list": _list,
    "table": _table,
    "cards": _cards,
    "dl": _labelled,
}
