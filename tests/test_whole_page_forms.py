"""Pages that are one form (ASP.NET): the search in it is asked, and nothing else is pressed."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

ADJECTIVES = ["amber", "brown", "coral", "ebony", "green", "hazel", "ivory", "khaki", "lilac"]
ANIMALS = ["badger", "beaver", "dolphin", "falcon", "gecko", "heron", "lizard", "otter", "panda",
           "rabbit", "turtle", "walrus"]  # fmt: skip
BOOKS = [f"The {one} {other}" for one in ADJECTIVES for other in ANIMALS]
PAGE = 10


class WebForms:
    """A shop that keeps its state in the page, as ASP.NET does, and refuses a state not its own."""

    def __init__(self, *, link_button: bool = False, pages_by: str = "Page") -> None:
        self.link_button = link_button
        self.pages_by = pages_by
        self.pressed: list[str] = []
        self.refused = 0

    def answer(self, request: Request) -> Response:
        if request.method == "GET":
            status = 404 if request.url.endswith("/robots.txt") else 200
            return html(request, self.page("", None), status)
        sent = dict(parse_qsl(request.body.decode(), keep_blank_values=True))
        state = self.state_of(sent.get("__VIEWSTATE", ""))
        if state is None or sent.get("ctl00$Login$Name") != "":
            self.refused += 1
            return html(request, "<h1>Server Error in '/' Application.</h1>", 500)
        buttons = [name for name in sent if name.rpartition("$")[2].startswith("btn")]
        event = sent.get("__EVENTTARGET", ""), sent.get("__EVENTARGUMENT", "")
        self.pressed += [*buttons, *filter(None, [" ".join(event).strip()])]
        is_search = buttons == ["ctl00$Head$btnSearch"] or event[0] == "ctl00$Head$lnkSearch"
        query, number = ("", None) if state["number"] is None else (state["query"], 0)
        if is_search:
            query, number = sent["ctl00$Head$txtSearch"], 0
        elif event[0] == "ctl00$Main$grid" and number is not None:
            number = int(event[1].removeprefix("Page$")) - 1
        elif event[0] == "ctl00$Main$lnkNext" and number is not None:
            number = state["number"] + 1
        return html(request, self.page(query, number))

    @staticmethod
    def state_of(written: str) -> dict[str, Any] | None:
        try:
            told = json.loads(base64.b64decode(written))
        except ValueError:
            return None
        return told if told.get("key") == "secret" else None

    def page(self, query: str, number: int | None) -> str:
        state = {"key": "secret", "query": query, "number": number}
        hidden = base64.b64encode(json.dumps(state).encode()).decode()
        button = '<input type="submit" name="ctl00$Head$btnSearch" value="Search">'
        if self.link_button:
            link = "javascript:__doPostBack('ctl00$Head$lnkSearch','')"
            button = f'<a id="lnkSearch" href="{link}">Search</a>'
        return f"""<title>Books</title><form method="post" action="./Default.aspx" id="aspnetForm">
            <input type="hidden" name="__EVENTTARGET" value=""><input type="hidden"
            name="__EVENTARGUMENT" value=""><input type="hidden" name="__VIEWSTATE"
            value="{hidden}"><div id="login"><input name="ctl00$Login$Name"><input type="password"
            name="ctl00$Login$Pass"><input type="submit" name="ctl00$Login$btnLogin" value="Log in">
            </div><div class="search"><input name="ctl00$Head$txtSearch" value="{query}"> {button}
            </div><h1>Books on animals, such as the otter and the panda</h1>
            <div>{self.found(query, number)}</div><div>Newsletter <input name="ctl00$Foot$txtMail"
            value=""><input type="submit" name="ctl00$Foot$btnJoin" value="Subscribe"></div>
            </form>"""

    def found(self, query: str, number: int | None) -> str:
        if number is None:
            return "<p>Welcome to our shop.</p>"
        words = query.lower().split()
        hits = [b for b in BOOKS if words and all(w in b.lower().split() for w in words)]
        if not hits:
            return "<p>No books found.</p>"
        rows = "".join(
            f'<tr><td><a href="Book.aspx?id={BOOKS.index(b)}">{b}</a></td>'
            f'<td><input type="submit" name="ctl00$Main$btnBuy{n}" value="Buy"></td></tr>'
            for n, b in enumerate(hits[number * PAGE : (number + 1) * PAGE])
        )
        return f"<table>{rows}</table>{self.pager(number, -(-len(hits) // PAGE))}"

    def pager(self, number: int, last: int) -> str:
        if self.pages_by == "Next":
            if number + 1 >= last:
                return ""
            return "<p><a href=\"javascript:__doPostBack('ctl00$Main$lnkNext','')\">Next</a></p>"
        at = "javascript:__doPostBack('ctl00$Main$grid','Page${}')"
        links = [f'<a href="{at.format(n)}">{n}</a>' for n in range(1, last + 1)]
        links[number] = f"<span>{number + 1}</span>"
        return f"<p>{' '.join(links)}</p>"


@pytest.mark.parametrize("link_button", [False, True])
@pytest.mark.parametrize("pages_by", ["Page", "Next"])
def test_only_the_search_and_its_pages_are_posted(
    tmp_path: Path, link_button: bool, pages_by: str
) -> None:
    site = WebForms(link_button=link_button, pages_by=pages_by)
    settings = project_settings(tmp_path, ANSWERS=site.answer)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    store.close()
    assert len(titles & {*BOOKS}) >= 0.95 * len(BOOKS)
    search = "ctl00$Head$lnkSearch" if link_button else "ctl00$Head$btnSearch"
    assert {each.partition(" ")[0] for each in site.pressed} <= {
        search, "ctl00$Main$grid", "ctl00$Main$lnkNext"
    }  # fmt: skip
    assert any("Main" in each for each in site.pressed), "next pages are posted"
    assert site.refused == 0
