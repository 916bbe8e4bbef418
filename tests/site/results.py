"""What stands on a result page?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from demosite.catalogue import words_of
from demosite.markup import NOTHING, Html, join, link, paragraph, tag, text
from demosite.search import Index, Selection
from tests.site.addresses import item_url, other_query_url
from tests.site.churn import present, shaken
from tests.site.facets import FacetPanel
from tests.site.forms import brand_menu, search_form
from tests.site.frames import page
from tests.site.layouts import Row, rows_html
from tests.site.pagers import page_links, present_links
from tests.site.style import Style
from tests.site.submission import Submission
from tests.site.values import Values

_RELATED = 5
_RELATED_FROM = 50  # results whose words are counted
_RELATED_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Results:
    """One page of the answer to a submission."""

    found: Sequence[int]  # all positions
    reachable: int
    on_page: Sequence[int]
    start: int = 0  # results before those of the page
    page: int = 1  # that is shown
    pages: int = 1
    instead_of: str = ""  # what was asked for, where another query is answered
    asked: str = ""  # what is answered
    moment: int = 0


def find_results(style: Style, index: Index, submission: Submission, moment: int = 0) -> Results:
    """1. search, 2. put another query in place of an empty one, 3. cap, 4. cut out the page."""
    selection = submission.selection
    is_refused = selection.is_blank and style.blank == "nothing"
    found: Sequence[int] = () if is_refused else index.positions(selection)
    instead_of = ""
    if not (found or is_refused) and style.reformulate:
        instead_of = selection.text or "your choice"
        selection = Selection(text=index.nearest_word(selection.text))
        found = index.positions(selection)
    found = present(style, index.catalogue, found, moment)
    reachable = len(found) if style.cap is None else min(style.cap, len(found))
    size = submission.page_size
    pages = -(-reachable // size)
    number = min(submission.page, pages) if style.endless == "repeats" else submission.page
    start = (number - 1) * size
    in_order = shaken(style, found, size, moment)
    on_page = in_order[start : min(start + size, reachable)] if start >= 0 else ()
    return Results(
        found, reachable, on_page, start, number, pages, instead_of, selection.text, moment
    )


def result_page(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    """The page that shows the results, or that there are none."""
    parts = [
        search_form(style, index, submission.values),
        brand_menu(style.brands) if style.brands else NOTHING,
        _note(results) if style.owns_up else NOTHING,
        *([_meanings(style, index, submission, results)] if style.meanings else []),
        *([present_links(style, index, submission)] if style.present_links else []),
        _results_html(style, index, submission, results),
        page_links(style, index, submission, results.pages) if style.next_links else NOTHING,
        _related(style, index, submission, results) if style.related else NOTHING,
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
    shown = replace(style, layout="cards") if submission.view == "grid" else style
    return join([_count_line(style, results), rows_html(shown, index.catalogue.columns, rows)])


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
    return [
        Row(entry, item_url(style, entry, place, seen_on))
        for place, entry in enumerate(index.entries(results.on_page), start=results.start + 1)
    ]


def _count_line(style: Style, results: Results) -> Html:
    if not (style.echo and results.on_page and style.count_line):
        return NOTHING
    told = {
        "{count}": len(results.found),
        "{first}": results.start + 1,
        "{last}": results.start + len(results.on_page),
        "{page}": results.page,
        "{pages}": results.pages,
    }
    line = style.count_line
    for placeholder, number in told.items():
        line = line.replace(placeholder, f"{number:,}")
    asked = results.asked.strip() or "all entries"
    return tag("p", text(line.replace("{query}", asked)), class_=f"{style.prefix}-count")


def _facets(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    if not results.found:
        return NOTHING
    # Narrowing what was asked for, not what was put in its place.
    asked = submission
    if results.instead_of:
        values = Values((*style.hidden.items(), (style.query_name, results.asked)))
        unnarrowed = Selection(text=results.asked)
        asked = replace(submission, values=values, narrowed=(), unnarrowed=unnarrowed)
    return FacetPanel(style, index, asked, results.found, results.moment).html()


def _meanings(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    """What else the words may have been meant for: the same with a word more."""
    asked = results.asked.strip()
    words = _frequent_words(index, results)[: _RELATED - 2]
    if not (asked and words):
        return NOTHING
    entries = [
        tag("li", link(other_query_url(style, index, submission, f"{asked} {w}", f"dm_{w}"), w))
        for w in words
    ]
    return tag("div", paragraph(f"{asked} may refer to:"), tag("ul", *entries), class_="meant")


def _related(style: Style, index: Index, submission: Submission, results: Results) -> Html:
    entries = [
        tag("li", link(other_query_url(style, index, submission, word, f"rs_{place}"), word))
        for place, word in enumerate(_frequent_words(index, results)[:_RELATED])
    ]
    return tag("div", paragraph("Related searches"), tag("ul", *entries)) if entries else NOTHING


def _frequent_words(index: Index, results: Results) -> list[str]:
    """Words of the first results that were not asked for, most frequent first."""
    own = set(words_of(results.asked))
    counted = Counter(
        word
        for entry in index.entries(results.found[:_RELATED_FROM])
        for word in sorted(entry.words - own)
        if len(word) >= _RELATED_LENGTH
    )
    return [word for word, _ in counted.most_common(_RELATED)]
