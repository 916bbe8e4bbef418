"""Named styles whose result pages lead on: facets, further pages, tracking, presentation.

They name attributes of the used books (books.py).
"""

from dataclasses import replace

from tests.site.controls import Choice
from tests.site.style import Style

_FACETS = ("subject", "publisher", "language", "format", "condition", "country")
_PRICES = {"price": (5, 10, 25, 50, 100)}

PAGERS: dict[str, Style] = {
    "arrow": Style(page_links="next", next_label="\u203a", page_name="p", cap=200),
    "numbers-only": Style(page_links="numbers", layout="table", page_size=25),
    "load-more": Style(page_links="next", next_label="Load more", layout="cards", cap=300),
    "offset": Style(page_by="offset", page_name="offset", page_size=25, count_line=""),
    "start": Style(
        page_by="offset",
        page_name="start",
        page_size=10,
        count_line="Showing {first}\u2013{last} of {count}",
    ),
    "zero-based": Style(page_by="zero", layout="dl", count_line="Page {page} of {pages}"),
    "page-path": Style(page_by="path", query_name="s", next_label="Older entries", page_size=10),
    "repeats-last": Style(endless="repeats", page_links="next", cap=100),
    "empty-for-ever": Style(endless="empty", next_label="More", empty_layout="bare", cap=100),
    "unstable": Style(unstable=0.3, present_links=("sort",), cap=200),
    "pages-of-200": Style(page_size=200, layout="table", present_links=("per_page",)),
}

PRESENTING: dict[str, Style] = {
    "sort-links": Style(
        present_links=("sort", "per_page", "view"),
        facets=("subject", "language"),
        facet_prefix="",
    ),
    "sort-links-renamed": Style(
        present_links=("sort", "per_page", "view"),
        names={"sort": "o", "per_page": "limit", "view": "mode"},
        tracks=("position",),
        layout="table",
        page_name="pg",
    ),
    "tracked-links": Style(
        tracks=("position", "page", "campaign"),
        facets=("subject", "format"),
        related=True,
        tracking=True,
    ),
    "session-ids": Style(
        tracks=("session",),
        facets=("subject", "publisher"),
        facet_style="repeated",
        present_links=("view",),
        layout="cards",
        cap=120,
    ),
}

FACETED: dict[str, Style] = {
    "facets-packed": Style(
        facets=("subject", "publisher", "language", "price"),
        ranges=_PRICES,
        facet_style="packed",
        present_links=("sort",),
        tracks=("position", "page"),
        cap=100,
    ),
    "facets-slugs": Style(
        facets=("subject", "topic", "language", "format"),
        facet_style="slugs",
        layout="cards",
        frame="semantic",
        cap=100,
    ),
    "facets-repeated": Style(
        facets=_FACETS, facet_style="repeated", facet_counts="beside", cap=100, removes=True
    ),
    "facets-named": Style(
        facets=("subject", "language", "format"),
        facet_prefix="",
        facet_markup="dl",
        blank="all",
        cap=200,
    ),
    "facets-fragment": Style(facets=("subject", "format"), facet_style="fragment", cap=100),
    "facets-path": Style(
        facets=("subject", "language"), facet_style="path", removes=True, present_links=("sort",)
    ),
    "hierarchy": Style(
        facets=("subject", "topic", "language"),
        below={"topic": "subject"},
        removes=True,
        cap=100,
        layout="dl",
    ),
    "multi-select": Style(
        facets=("publisher", "language", "condition"),
        several=("publisher", "language"),
        facet_prefix="",
        cap=100,
    ),
    "multi-select-repeated": Style(
        facets=("subject", "format"),
        several=("subject", "format"),
        facet_style="repeated",
        facet_counts="none",
        layout="table",
    ),
    "range-facets": Style(
        facets=("price", "year", "subject"),
        ranges={**_PRICES, "year": (1900, 1925, 1950, 1975, 2000)},
        facet_prefix="",
        cap=100,
    ),
    "uncounted": Style(
        facets=("subject", "language"), facet_counts="none", promoted=5, related=True, cap=60
    ),
    "query-in-path": Style(
        query_path=True,
        page_by="path",
        facets=("subject", "format"),
        facet_style="slugs",
        action="/books",
        cap=200,
    ),
    "disambiguating": Style(meanings=True, related=True, match="or", cap=60, promoted=3),
    "refined-form": Style(
        controls=(Choice("subject", "subject", "Subject", any_label="All"),),
        facets=("publisher", "format"),
        present_links=("sort",),
        tracks=("session",),
        cap=100,
    ),
}

# 6 attributes, as the entity and attribute pairs are measured on [Huang §5].
_STORE = Style(
    title="The Second Shelf",
    frame="semantic",
    layout="cards",
    prefix="book",
    blank="all",
    facets=("subject", "topic", "publisher", "language", "format", "price"),
    below={"topic": "subject"},
    several=("language",),
    ranges=_PRICES,
    facet_values=40,
    facet_prefix="",
    present_links=("sort", "per_page", "view"),
    tracks=("position",),
    promoted=6,
    related=True,
    removes=True,
    cap=400,
    page_size=20,
)

STORES: dict[str, Style] = {
    "store": _STORE,
    "store-path": replace(_STORE, facet_style="slugs", tracks=("session",), layout="table"),
    "store-packed": replace(_STORE, facet_style="packed", facet_counts="none", meanings=True),
    "store-changing": replace(_STORE, churn=0.1, unstable=0.1),
}

LINK_STYLES: dict[str, Style] = {**PAGERS, **PRESENTING, **FACETED, **STORES}
