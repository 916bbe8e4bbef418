"""Items as a crawl makes them, for tests that need some."""

from __future__ import annotations

from dataclasses import replace

from deepweb.form.model import Form, Input, forms
from deepweb.items import Record, ResultPage, SearchForm
from tests.read.pages import page_of

SITE = "example.org"
UNICODE = (
    "naïve 漢字 \U0001f600 Straße \u202eabc \u2028 \x85 \r\n 'quoted\" \\ %s :x ; DROP TABLE pages;"
)


def form_of(html: str, url: str = "http://site.example/dir/page", encoding: str = "utf-8") -> Form:
    """The one form of a page."""
    (form,) = forms(page_of(html, url, encoding))
    return form


def record(number: int, **more: object) -> Record:
    url = f"http://example.org/{number}"
    fields = {"price": str(number)}
    made = Record(SITE, f"id{number}", url, f"title {number}", f"text {number}", fields)
    return replace(made, **more)  # type: ignore[arg-type]


def page(name: str, *records: Record, **more: object) -> ResultPage:
    made = ResultPage(
        site=SITE,
        form="form1",
        purpose="keyword",
        query={"q": name},
        fingerprint=f"print-{name}",
        url=f"http://example.org/?q={name}",
        method="GET",
        status=200,
        kind="results",
        signature=f"signature-{name}",
        records=records,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def search_form(index: int | None = 0, **more: object) -> SearchForm:
    menu = Input(
        name="sort",
        kind="select",
        label="Sort",
        options=(("", "any"), ("date", "by date")),
        multiple=True,
        required=True,
        wildcard="",
    )
    box = Input(
        name="q",
        kind="text",
        label=UNICODE,
        default="dflt",
        minimum="1",
        maximum="9",
        step="any",
        suggestions=("one", UNICODE),
        autocomplete="off",
        placeholder="e.g. 3",
        hints="box",
    )
    trap = Input("url", "text", trap="hidden by its style")
    form = Form(
        url="http://example.org/",
        index=index,
        action=f"http://example.org/search{index}",
        method="POST",
        encoding="iso-8859-1",
        inputs=(box, menu, trap),
        defaults=(("q", ""), ("sort", ""), ("sort", "date")),
        hints="search",
        text=UNICODE,
        heading="Find",
        tokens=("csrf", "nonce"),
    )
    judged = SearchForm(SITE, form, ("word", UNICODE), "search", True, True, 0.95, "q", "says so")
    return replace(judged, **more)  # type: ignore[arg-type]
