"""What stands on a result page?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.site.addresses import facet_url, item_url, page_url, query_url
from tests.site.catalogue import words_of
from tests.site.forms import brand_menu, label_of, search_form
from tests.site.frames import page
from tests.site.layouts import Row, rows_html
from tests.site.markup import NOTHING, Html, join, link, paragraph, tag, text
from tests.site.search import Index, Selection
from tests.site.style import Style
from tests.site.submission import Submission

_FACET_VALUES = 12
_NUMBERED_PAGES = 5  # linked on either side of the current one
_RELATED = 5
_RELATED_FROM = 50  # results whose words are counted
_RELATED_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Results:
    """One page of the answer to a submission."""

    found: Sequence[int]  # all positions
    reachable: int
    on_page: Sequence[int]
    instead_of: str = ""  # what was asked for, where another query is answered
    asked: str = ""  # what is answered


def find_results(style: Style, index: Index, submission: Submission) -> Results:
    """1. search, 2. put another query in place of an empty one, 3. cap, 4. cut out the page."""
    selection = submission.selection
    is_refused = selection.is_blank and style.blank == "nothing"
    found = () if is_refused else index.positions(selection)
    instead_of = ""
    if not (found or is_refused) and style.reformulate:
        instead_of = selection.text or "your choice"
        selection = Selection(text=index.nearest_word(selection.text))
        found = index.positions(selection)
    reachable = len(found) if style.cap is None else min(style.cap, len(found))
    start = (submission.page - 1) * submission.page_size
    on_page = found[start : min(start + submission.page_size, reachable)]
    return Results(found, reachable, on_page, instead_of, selection.text)


def result_page(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    """The page that shows the results, or that there are none."""
    parts = [
        search_form(style, index, submission.values),
        brand_menu(style.brands) if style.brands else NOTHING,
        _note(results) if style.owns_up else NOTHING,
        _results_html(style, index, submission, results),
        _page_links(style, submission, results) if style.next_links else NOTHING,
        _related(style, index, results) if style.related else NOTHING,
    ]
    heading = f"{results.asked} - {style.title}" if style.echo else style.title
    return page(style, index, heading, join(parts), _facets(style, index, submission, results))


def _note(results: Results) -> Html:
    if not results.instead_of:
        return NOTHING
    return paragraph(f"Nothing for {results.instead_of}. Showing results for {results.asked}.")


def _results_html(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    if not results.on_page and style.empty_layout != "bare":
        return _empty_html(style, index, submission)
    rows = _rows(style, index, submission, results)
    return join([_count_line(style, results), rows_html(style, index.catalogue.columns, rows)])


def _empty_html(style: Style, index: Index, submission: Submission) -> Html:
    if style.empty_layout == "count":
        return tag("p", text("0 records"), class_=f"{style.prefix}-count")
    message = style.empty_page.replace("{query}", submission.selection.text)
    none = tag("div", paragraph(message), class_=f"{style.prefix}-none")
    return join([none, _stock(style, index)]) if style.stock else none


def _stock(style: Style, index: Index) -> Html:
    """Items that the site shows rather than nothing; they answer no query, so nobody logs them."""
    records = index.catalogue.records
    step = max(1, len(records) // style.stock)
    rows = [
        Row(entry, item_url(style, entry, place, "stock"))
        for place, entry in enumerate(records[::step][: style.stock], start=1)
    ]
    return rows_html(style, index.catalogue.columns, rows)


def _rows(style: Style, index: Index, submission: Submission, results: Results) -> list[Row]:
    seen_on = f"{results.asked} {submission.selection.equal} {submission.page}"
    first = (submission.page - 1) * submission.page_size + 1
    return [
        Row(entry, item_url(style, entry, place, seen_on))
        for place, entry in enumerate(index.entries(results.on_page), start=first)
    ]


def _count_line(style: Style, results: Results) -> Html:
    if not style.echo or not results.on_page:
        return NOTHING
    line = style.count_line.replace("{count}", f"{len(results.found):,}")
    asked = results.asked.strip() or "all entries"
    return tag("p", text(line.replace("{query}", asked)), class_=f"{style.prefix}-count")


def _page_links(style: Style, submission: Submission, results: Results) -> Html:
    last = -(-results.reachable // submission.page_size)
    here = submission.page
    if last <= 1 or here > last:
        return NOTHING
    numbers = range(max(1, here - _NUMBERED_PAGES), min(last, here + _NUMBERED_PAGES) + 1)
    entries = [
        tag("b", text(str(number)))
        if number == here
        else link(page_url(style, submission, number), str(number))
        for number in numbers
    ]
    if here < last:
        entries.append(link(page_url(style, submission, here + 1), style.next_label, rel="next"))
    return tag("div", join(entries, " "), class_=f"{style.prefix}-pages")


def _facets(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    if not results.found:
        return NOTHING
    # Narrowing what was asked for, not what was put in its place.
    asked = submission
    if results.instead_of:
        values = {**style.hidden, style.query_name: results.asked}
        asked = replace(submission, values=values, narrowed=())
    return join(_facet(style, index, asked, results, attribute) for attribute in style.facets)


def _facet(
    style: Style, index: Index, submission: Submission, results: Results, attribute: str
) -> Html:
    heading = tag("h5", text(label_of(attribute)))
    chosen = dict(submission.narrowed).get(attribute)
    if chosen is not None:
        return tag("div", heading, paragraph(chosen), class_="facet")
    entries = [
        tag("li", link(facet_url(style, submission, attribute, value), f"{value} ({count})"))
        for value, count in index.counts(attribute, results.found)[:_FACET_VALUES]
    ]
    return tag("div", heading, tag("ul", *entries), class_="facet")


def _related(style: Style, index: Index, results: Results) -> Html:
    own = set(words_of(results.asked))
    counted = Counter(
        word
        for entry in index.entries(results.found[:_RELATED_FROM])
        for word in sorted(entry.words - own)
        if len(word) >= _RELATED_LENGTH
    )
    entries = [
        tag("li", link(query_url(style, word), word)) for word, _ in counted.most_common(_RELATED)
    ]
    return tag("div", paragraph("Related searches"), tag("ul", *entries)) if entries else NOTHING
