"""What a site looks like and how it behaves: every option, each with a default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tests.site.controls import Control, PresentsWhat

Layout = Literal["list", "table", "cards", "dl"]
Frame = Literal["plain", "semantic", "table"]
Labels = Literal["label", "placeholder", "text", "table"]
Charset = Literal["utf-8", "iso-8859-1", "shift_jis"]
TypedAs = Literal["zip", "city", "date", "price"]
Presents = Literal["sort", "per_page"]
Beside = Literal["newsletter", "login", "contact"]
Declares = Literal["opensearch", "json-ld", "microdata", "links"]

PageLinks = Literal["both", "next", "numbers"]
PageBy = Literal["number", "zero", "offset", "path"]
FacetStyle = Literal["query", "path", "packed", "slugs", "repeated", "fragment"]
Tracks = Literal["position", "page", "session", "campaign"]

ByScript = Literal[
    "", "html", "json", "listening", "post", "scroll", "more", "order", "file", "local", "hash",
    "shadow", "rows", "editor", "served", "ticked", "named", "text", "listed",
    "beside", "pane", "program", "drawn", "overlay", "posted", "virtual", "added", "opened"
]  # fmt: skip

ALLOW_ALL = "User-agent: *\nAllow: /\n"


@dataclass(frozen=True, slots=True)
class Style:
    """One way to put a catalogue behind a search form."""

    # Words of the site
    title: str = "Open Catalogue"
    language: str = "en"
    nav: tuple[str, ...] = ("About", "Help", "Contact")
    footer: str = "All entries are provided as they are."
    button: str = "Search"
    next_label: str = "Next"
    # Of {count}, {query}, {first}, {last}, {page} and {pages}; "" for no such line
    count_line: str = "{count} results for {query}"
    empty_page: str = "No results found for {query}."

    # Markup
    layout: Layout = "list"
    frame: Frame = "plain"
    labels: Labels = "label"
    prefix: str = "r"  # starts every class name
    charset: Charset = "utf-8"

    # The form
    method: Literal["get", "post"] = "get"
    action: str = "/search"
    query_label: str = "Keywords"
    query_name: str = "q"  # "" for a form without a text box for keywords
    menus: tuple[str, ...] = ()  # attributes offered as a <select> that selects
    codes: bool = False  # options have numbers as values, not the words shown
    presents: tuple[Presents, ...] = ()  # menus that only present
    hidden: Mapping[str, str] = field(default_factory=dict)  # must come back as they were
    required: tuple[str, ...] = ()  # inputs that must be filled
    typed: Mapping[str, TypedAs] = field(default_factory=dict)  # text boxes that expect a type
    controls: tuple[Control, ...] = ()  # further inputs
    # What answers where a required input is missing: the form with a message, or just the form
    # again, or an error page
    refusal: Literal["message", "form", "error"] = "message"
    deaf: bool = False  # whatever is filled in, the answer is the one to nothing at all

    declares: tuple[Declares, ...] = ()  # other ways in which pages tell of the search
    token: bool = False  # a hidden value of each visitor must come back, with the visitor's cookie
    token_uses: int | None = None  # submissions that one token is good for
    stale_status: int = 403  # what answers a submission without a good token

    formless: bool = False  # the inputs stand in no form: a script would send them
    script: ByScript = ""  # the search works by script only, in this way (scripted.py)

    # What is found
    match: Literal["and", "or"] = "and"
    blank: Literal["nothing", "all", "form"] = "nothing"
    page_size: int = 20
    cap: int | None = None  # most results that one query lets you reach, on all pages together
    empty_layout: Literal["message", "bare", "count"] = "message"
    reformulate: bool = False  # never empty: results of another query instead
    owns_up: bool = True  # where another query is answered, a note says so
    stock: int = 0  # where nothing is found, as many items, always the same, laid out as results
    echo: bool = True  # result pages say how many results, and for which query
    unstable: float = 0.0  # share of records whose place changes from request to request
    churn: float = 0.0  # share of records that come or go while the site is crawled

    # Links
    next_links: bool = True
    page_name: str = "page"
    page_by: PageBy = "number"  # what the argument counts; path: /page/2 instead of an argument
    page_links: PageLinks = "both"
    endless: Literal["no", "repeats", "empty"] = "no"  # what comes after the last page, for ever
    tracking: bool = False  # item links carry arguments that change from page to page
    tracks: tuple[Tracks, ...] = ()  # arguments that links to other searches carry for no purpose
    present_links: tuple[PresentsWhat, ...] = ()  # links that only present
    names: Mapping[str, str] = field(default_factory=dict)  # their arguments, where not so named
    query_path: bool = False  # links carry the keywords in the path
    related: bool = False
    meanings: bool = False  # above the results, what else a word may have been meant for

    # Facets
    facets: tuple[str, ...] = ()
    facet_style: FacetStyle = "query"
    facet_prefix: str = "f."  # starts the name of an argument that narrows
    facet_counts: Literal["inside", "beside", "none"] = "inside"  # the link, "Garmin (12)"
    facet_markup: Literal["list", "dl"] = "list"
    facet_values: int = 12  # most that are listed
    below: Mapping[str, str] = field(default_factory=dict)  # facets offered once another is chosen
    several: tuple[str, ...] = ()  # facets of which several values can be chosen at once
    ranges: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # facets cut into ranges
    removes: bool = False  # links that take a chosen facet back

    # What stands beside the results
    promoted: int = 0  # items in a box on every page
    long_menu: bool = False
    brands: int = 0  # names in a drop-down on every result page, full or empty
    noise: bool = False  # an advert and a time stamp, new on each request
    beside: tuple[Beside, ...] = ()  # other forms, which a search crawler must leave alone
    calendar: bool = False  # months without end
    robots: str | None = ALLOW_ALL

    # Faults, for search URLs chosen by a stable hash
    fault_rate: float = 0.0
    reset_rate: float = 0.0
    fault_times: int = 1  # attempts that fail before the first that succeeds
    delay: float = 0.0  # seconds before each answer
