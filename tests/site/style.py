"""What a site looks like and how it behaves: every option, each with a default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Layout = Literal["list", "table", "cards", "dl"]
Frame = Literal["plain", "semantic", "table"]
Labels = Literal["label", "placeholder", "text", "table"]
Charset = Literal["utf-8", "iso-8859-1", "shift_jis"]
TypedAs = Literal["zip", "city", "date", "price"]
Presents = Literal["sort", "per_page"]
Beside = Literal["newsletter", "login", "contact"]
Declares = Literal["opensearch", "json-ld", "microdata", "links"]

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

    declares: tuple[Declares, ...] = ()  # other ways in which pages tell of the search
    token: bool = False  # a hidden value of each visitor must come back, with the visitor's cookie
    token_uses: int | None = None  # submissions that one token is good for
    stale_status: int = 403  # what answers a submission without a good token

    formless: bool = False  # the inputs stand in no form: a script would send them

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

    # Links
    next_links: bool = True
    page_name: str = "page"
    tracking: bool = False  # item links carry arguments that change from page to page
    facets: tuple[str, ...] = ()
    facet_style: Literal["query", "path"] = "query"
    related: bool = False

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
