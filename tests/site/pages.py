"""The pages that are no result pages."""

import calendar
import re

from demosite.catalogue import Entry
from demosite.markup import Html, join, link, paragraph, tag, text
from demosite.search import Index
from tests.site.forms import home_link, search_form
from tests.site.frames import page
from tests.site.layouts import details_html
from tests.site.style import Style

_FIRST_MONTH = 2024 * 12
_MONTHS = calendar.month_name[1:]


def home_page(style: Style, index: Index) -> Html:
    welcome = paragraph(f"Search {len(index.catalogue):,} entries: {index.catalogue.name}.")
    main = join([tag("h2", text(style.title)), welcome, search_form(style, index)])
    return page(style, index, style.title, main)


def item_page(style: Style, index: Index, entry: Entry) -> Html:
    main = join([tag("h2", text(entry.title)), details_html(style, entry), _home(style)])
    return page(style, index, f"{entry.title} - {style.title}", main)


def refusal_page(style: Style, index: Index, message: str) -> Html:
    """The form again, with what is wrong."""
    error = tag("p", text(message), class_="error")
    return page(style, index, style.title, join([error, search_form(style, index)]))


def message_page(style: Style, index: Index, heading: str, message: str) -> Html:
    main = join([tag("h2", text(heading)), paragraph(message), _home(style)])
    return page(style, index, heading, main)


def calendar_page(style: Style, index: Index, month: str) -> Html:
    """A month that links to its neighbours, without end."""
    count = _months(month)
    year, month_number = divmod(count, 12)
    heading = f"{_MONTHS[month_number]} {year}"
    neighbours = {"Previous month": count - 1, "Next month": count + 1}
    links = [link(_month_url(near), label) for label, near in neighbours.items()]
    main = join([tag("h2", text(heading)), paragraph("No events."), *links])
    return page(style, index, f"Calendar - {style.title}", main)


def _home(style: Style) -> Html:
    return tag("p", text("Back to "), home_link(style))


def _months(month: str) -> int:
    """Months since the year 0: no date, since the calendar goes on after the year 9999."""
    found = re.fullmatch(r"(-?[0-9]{4,9})-(0[1-9]|1[0-2])", month)
    return int(found[1]) * 12 + int(found[2]) - 1 if found else _FIRST_MONTH


def _month_url(count: int) -> str:
    return f"/calendar?month={count // 12:04d}-{count % 12 + 1:02d}"
