"""Questions on their way to the site, and every way for the waiting to end."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Response
from twisted.python.failure import Failure

from deepweb.crawl import signals as our_signals
from deepweb.crawl.asking.submissions import Submissions
from deepweb.crawl.failures import BudgetSpent
from deepweb.crawl.store import store_of
from deepweb.form.script import OPEN, REQUEST, PageToken, Script
from deepweb.form.submission import submission
from deepweb.items import ResultPage, SearchForm, Site
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.read.links.site_urls import KnownArguments
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from deepweb.surface.answer import Answer, AnswerLostError, Found, NotAskedError, Question
from tests.crawling import crawl, html, project_settings, ready_crawler
from tests.samples import form_of, page, record, search_form

FORM = search_form()
PAGE = "http://example.org/?q=x"


def keyword(word: str) -> Question:
    return Question("keyword", (("q", word),))


class Engine:
    """Stands where Scrapy's engine stands: takes requests, fetches none."""

    def __init__(self) -> None:
        self.taken: list[Request] = []
        self.scraper = Scraper()

    def crawl(self, request: Request) -> None:
        self.taken.append(request)


class Scraper:
    """Stands where Scrapy's stands: sends items through the pipelines of a crawl, if any."""

    def __init__(self, *pipelines: object) -> None:
        self.itemproc = SimpleNamespace(middlewares=pipelines)
        self.slot = SimpleNamespace(closing=None)
        self.items: list[ResultPage] = []
        self.store: Callable[[ResultPage], None] = lambda page: None

    async def start_itemproc_async(self, item: ResultPage, response: Response | None) -> None:
        self.items.append(item)
        self.store(item)

    def _check_if_closing(self) -> None:
        """Nothing closes here."""


class Desk:
    """Submissions, and the rest of a crawl as far as they see it."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.engine = Engine()
        crawler.engine = self.engine  # type: ignore[assignment]
        self.store: CrawlStore = store_of(crawler)
        self.dedup = SecondLevelDedup.from_crawler(crawler)
        self.engine.scraper = Scraper(self.dedup)
        self.submissions = Submissions(crawler, self.store)

    def ask(self, word: str) -> Awaitable[Answer]:
        return self.submissions.ask(FORM, keyword(word))

    def fingerprint(self, number: int = 0) -> str:
        asked = self.engine.taken[number].meta["asked"]
        return str(asked.fingerprint)

    def send(self, signal: object, **arguments: object) -> None:
        for _, outcome in self.crawler.signals.send_catch_log(
            signal, spider=self.crawler.spider, **arguments
        ):
            assert not isinstance(outcome, Failure), outcome

    def save(self, page: ResultPage) -> None:
        self.store.save_page(page)
        self.send(our_signals.page_stored, page=page)

    def come(self, number: int, body: str = "<p>Nothing", status: int = 200) -> None:
        """The site's answer to the request of that number."""
        request = self.engine.taken[number]
        response = HtmlResponse(request.url, status, body=body, encoding="utf-8", request=request)
        refused = request.cb_kwargs.get("refused")
        self.send(our_signals.answer_came, came=response, refused=refused)

    def fail(self, number: int, error: Exception) -> None:
        failure = failure_of(error)
        failure.request = request = self.engine.taken[number]  # type: ignore[attr-defined]
        refused = request.cb_kwargs.get("refused")
        self.send(our_signals.answer_came, came=failure, refused=refused)

    def stat(self, name: str) -> int:
        assert self.crawler.stats is not None
        return int(self.crawler.stats.get_value(f"deepweb/{name}", 0))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        yield Desk(crawler)


async def begun(asked: Awaitable[Answer]) -> asyncio.Future[Answer]:
    """Waits until the question is on its way."""
    future = asyncio.ensure_future(asked)
    await asyncio.sleep(0)
    return future


def ended_by(desk: Desk, end: Callable[[], None]) -> Answer:
    async def run() -> Answer:
        waiting = await begun(desk.ask("ant"))
        assert not waiting.done()
        end()
        async with asyncio.timeout(5):
            return await waiting

    return asyncio.run(run())


def test_the_request_is_what_a_browser_sends(desk: Desk) -> None:
    async def run() -> None:
        (await begun(desk.ask("Käse"))).cancel()

    asyncio.run(run())
    (request,) = desk.engine.taken
    assert (request.url, request.method) == ("http://example.org/search0", "POST")
    assert request.body == b"q=K%E4se&sort=&sort=date"
    assert request.headers["Content-Type"] == b"application/x-www-form-urlencoded"
    assert request.headers["Referer"] == b"http://example.org/"
    assert request.dont_filter
    asked = request.meta["asked"]
    assert (asked.site, asked.form) == ("example.org", FORM.form.id)
    assert (asked.purpose, asked.query) == ("keyword", {"q": "Käse"})
    assert desk.stat("submissions/keyword") == 1


def test_the_answer_comes_when_it_is_stored(desk: Desk) -> None:
    def store() -> None:
        stored = page("x", record(1), fingerprint=desk.fingerprint(), kind="duplicate")
        desk.save(stored)

    found = (Found("id1", "title 1", "text 1"),)
    expected = Answer("duplicate", "signature-x", found, url=PAGE)
    assert ended_by(desk, store) == expected


def test_the_stored_answer_replays_as_it_came(desk: Desk) -> None:
    async def run() -> tuple[Answer, Answer]:
        waiting = await begun(desk.ask("ant"))
        stored = page("x", record(2), record(1), fingerprint=desk.fingerprint())
        desk.save(stored)
        return await waiting, await desk.ask("ant")

    live, replayed = asyncio.run(run())
    assert live == replayed
    assert len(desk.engine.taken) == 1
    assert desk.stat("submissions/from_store") == 1


def followed(desk: Desk, *questions: Question) -> list[Answer | None]:
    """What is answered at once."""

    async def run() -> list[Answer | None]:
        asked = [await begun(desk.submissions.ask(FORM, question)) for question in questions]
        told = [each.result() if each.done() else None for each in asked]
        for each in asked:
            each.cancel()
        return told

    return asyncio.run(run())


def knowing_links(desk: Desk) -> None:
    desk.dedup.learn("example.org", KnownArguments({"sort": "presentation"}))


def test_a_session_in_a_link_stands_for_the_query_that_began_it(desk: Desk) -> None:
    def further(word: str, session: str) -> Question:
        link = f"http://example.org/list;jsessionid={session}?start=11"
        return Question("next", (("q", word),), link)

    followed(desk, further("ant", "a1"), further("bee", "b2"), further("bee", "c3"))
    assert [each.url[-11:] for each in desk.engine.taken] == ["a1?start=11", "b2?start=11"]


def test_of_links_that_show_the_same_one_is_asked(desk: Desk) -> None:
    knowing_links(desk)
    start = "http://example.org/s?q=a"
    links = [start, f"{start}&sort=1", f"{start}&sort=2", f"{start}&brand=x", f"{start}&sort=1"]
    told = followed(desk, *(Question("facet", (("q", "a"),), link) for link in links))
    same = Answer("duplicate", "")
    assert told == [None, same, same, None, same]
    assert [request.url for request in desk.engine.taken] == [links[0], links[3]]
    assert desk.stat("links/same_as_another") == 3


def test_what_failed_is_no_reason_not_to_ask_it_again(desk: Desk) -> None:
    knowing_links(desk)
    question = Question("related", (("q", "b"),), "http://example.org/s?q=b")
    assert followed(desk, question, question) == [None, None]


def test_next_pages_and_comparisons_are_asked_as_they_are(desk: Desk) -> None:
    knowing_links(desk)
    start = "http://example.org/s?q=a"
    purposes = ["facet", "next", "compare"]
    asked = [Question(p, (("q", "a"),), f"{start}&sort={n}") for n, p in enumerate(purposes)]
    assert followed(desk, *asked) == [None, None, None]


def test_a_stored_answer_is_replayed_and_others_like_it_are_not_asked(desk: Desk) -> None:
    knowing_links(desk)
    start = "http://example.org/s?q=a"
    first = Question("facet", (("q", "a"),), start)
    followed(desk, first)
    stored = page("x", record(1), fingerprint=desk.fingerprint())
    desk.store.save_page(stored)
    again = Desk(desk.crawler)
    knowing_links(again)
    told = followed(again, first, replace(first, link=f"{start}&sort=2"))
    assert told[1] == Answer("duplicate", "")
    assert again.engine.taken == []


def test_the_next_run_asks_the_same_question_under_the_same_name(tmp_path: Path) -> None:
    names = []
    for _ in range(2):
        with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
            desk = Desk(crawler)

            async def run(desk: Desk = desk) -> None:
                (await begun(desk.ask("ant"))).cancel()

            asyncio.run(run())
            names.append(desk.fingerprint())
    assert names[0] == names[1]


def test_an_error_is_asked_again(desk: Desk) -> None:
    async def run() -> None:
        waiting = await begun(desk.ask("ant"))
        failed = page("x", fingerprint=desk.fingerprint(), status=503, kind="error", signature="")
        desk.save(failed)
        assert await waiting == Answer("error", "", is_final=False, url=PAGE)
        (await begun(desk.ask("ant"))).cancel()

    asyncio.run(run())
    assert len(desk.engine.taken) == 2


def test_a_link_is_followed_as_it_is_and_known_without_its_session(desk: Desk) -> None:
    links = [f"http://example.org/find?q=ant&PHPSESSID={n}&page=2" for n in (1, 2)]

    async def run() -> None:
        for link in links:
            asked = desk.submissions.ask(FORM, Question("next", (("q", "ant"),), link))
            (await begun(asked)).cancel()

    asyncio.run(run())
    (request,) = desk.engine.taken
    assert (request.url, request.method, request.body) == (links[0], "GET", b"")
    asked = request.meta["asked"]
    assert (asked.purpose, asked.query, asked.found_on) == ("next", {"q": "ant"}, links[0])
    assert not asked.has_tokens


def test_two_who_ask_the_same_share_a_request(desk: Desk) -> None:
    async def run() -> list[Answer]:
        waiting = [await begun(desk.ask("ant")) for _ in range(3)]
        # One that gives up does not take the answer from the others.
        waiting[0].cancel()
        await asyncio.sleep(0)
        stored = page("x", fingerprint=desk.fingerprint())
        desk.save(stored)
        return await asyncio.gather(*waiting[1:])

    assert asyncio.run(run()) == [Answer("results", "signature-x", url=PAGE)] * 2
    assert len(desk.engine.taken) == 1


def test_different_questions_are_answered_each_by_its_own(desk: Desk) -> None:
    async def run() -> list[Answer]:
        waiting = [await begun(desk.ask(word)) for word in ("ant", "bee")]
        for number, kind in ((1, "empty"), (0, "results")):
            stored = page("x", fingerprint=desk.fingerprint(number), kind=kind)
            desk.save(stored)
        return await asyncio.gather(*waiting)

    assert [answer.kind for answer in asyncio.run(run())] == ["results", "empty"]
    assert len(desk.engine.taken) == 2


def failure_of(error: Exception) -> Failure:
    return Failure(error)  # type: ignore[no-untyped-call]


def lost(desk: Desk) -> ResultPage:
    return page("x", fingerprint=desk.fingerprint())


def _not_asked(desk: Desk) -> None:
    desk.fail(0, BudgetSpent("budget spent"))


def _item_error(desk: Desk) -> None:
    failure = failure_of(OSError("disk full"))
    desk.send(signals.item_error, item=lost(desk), response=None, failure=failure)


def _item_dropped(desk: Desk) -> None:
    dropped = DropItem("not wanted")
    desk.send(signals.item_dropped, item=lost(desk), response=None, exception=dropped)


@pytest.mark.parametrize(
    ("end", "error", "reason"),
    [
        (_not_asked, NotAskedError, "^budget spent$"),
        (_item_error, AnswerLostError, "could not be stored: disk full"),
        (_item_dropped, NotAskedError, "was dropped: not wanted"),
    ],
)
def test_no_answer_will_come(
    desk: Desk, end: Callable[[Desk], None], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        ended_by(desk, lambda: end(desk))


def test_a_page_that_cannot_be_read_is_an_error(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choke(*_: object) -> None:
        raise ValueError("odd page")

    monkeypatch.setattr("deepweb.crawl.asking.answers.read_answer", choke)
    assert ended_by(desk, lambda: desk.come(0)) == Answer("error", "")
    assert desk.stat("pages/unreadable") == 1
    assert desk.engine.scraper.items == []


def test_answers_are_stored_in_the_order_of_asking(desk: Desk) -> None:
    """Whichever comes first; one that will never come holds up no other."""

    async def run() -> None:
        words = ("ant", "bee", "wasp", "fly")
        waiting = [await begun(desk.ask(word)) for word in words]
        for number in (3, 1):
            desk.come(number)
            await asyncio.sleep(0.01)
        assert desk.engine.scraper.items == []
        desk.come(0)
        await asyncio.sleep(0.01)
        assert len(desk.engine.scraper.items) == 1, "the second was read before the first is stored"
        desk.save(replace(desk.engine.scraper.items[0], kind="empty"))
        await asyncio.sleep(0.01)
        desk.save(replace(desk.engine.scraper.items[1], kind="empty"))
        desk.fail(2, BudgetSpent("budget spent"))
        await asyncio.sleep(0.01)
        stored = [item.query["q"] for item in desk.engine.scraper.items]
        assert stored == ["ant", "bee", "fly"]
        assert [each.done() for each in waiting] == [True, True, True, False]
        await asyncio.gather(*waiting[:3], return_exceptions=True)
        waiting[3].cancel()

    asyncio.run(run())


def test_a_crawl_that_ends_drops_what_waits_for_its_turn(desk: Desk) -> None:
    async def run() -> None:
        waiting = [await begun(desk.ask(word)) for word in ("ant", "bee")]
        desk.come(1)
        await desk.submissions.close()
        assert desk.engine.scraper.items == []
        for each in waiting:
            each.cancel()

    asyncio.run(run())


def test_what_concerns_others_ends_no_wait(desk: Desk) -> None:
    async def run() -> bool:
        waiting = await begun(desk.ask("ant"))
        failure = failure_of(OSError())
        site = Site("example.org", "http://example.org/", "")
        desk.save(page("other"))
        desk.send(signals.item_error, item=site, response=None, failure=failure)
        desk.send(signals.item_dropped, item=site, response=None, exception=DropItem(""))
        await asyncio.sleep(0)
        ended = waiting.done()
        waiting.cancel()
        return ended

    assert not asyncio.run(run())
    assert desk.stat("pages/unreadable") == 0


# --- What holds for one visit only ---


def visited(number: int) -> SearchForm:
    """The same form as another visitor is given it."""
    return replace(FORM, form=form_of(page_of_form(number), "http://example.org/"), query_input="q")


def page_of_form(number: int) -> str:
    code = hashlib.sha256(str(number).encode()).hexdigest()[:32]
    return f"""<form action="/search;jsessionid={code}" method="post"><input name="q">
        <input type="hidden" name="csrf_token" value="{code}"><input type="hidden" name="lang"
        value="en"><input type="hidden" name="x{code}" value="1"><button>Search</button></form>"""


def asked_of(desk: Desk, form: SearchForm) -> Request:
    async def run() -> None:
        (await begun(desk.submissions.ask(form, keyword("ant")))).cancel()

    asyncio.run(run())
    return desk.engine.taken[-1]


def test_a_question_has_one_name_whoever_asks(tmp_path: Path) -> None:
    requests = []
    for number in range(3):
        with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
            requests.append(asked_of(Desk(crawler), visited(number)))
    assert len({request.body for request in requests}) == 3
    assert len({request.meta["asked"].form for request in requests}) == 1
    assert len({request.meta["asked"].fingerprint for request in requests}) == 1
    (told,) = {str(request.meta["asked"].found_on) for request in requests}
    assert "csrf_token" not in told


def test_other_hidden_values_make_another_question(desk: Desk) -> None:
    form = visited(0)
    other = replace(
        form.form, defaults=tuple((n, v.replace("en", "de")) for n, v in form.form.defaults)
    )
    names = {
        asked_of(desk, each).meta["asked"].fingerprint for each in (form, replace(form, form=other))
    }
    assert len(names) == 2


def test_what_a_browser_makes_of_an_address_is_another_answer(desk: Desk) -> None:
    # A manual's search page is one file: plainly it answers nothing, rendered it does.
    form = visited(0)
    ways = [None, Script(REQUEST), Script(OPEN)]
    forms = [replace(form, form=replace(form.form, script=way)) for way in ways]
    plain, asked, opened = (asked_of(desk, each).meta["asked"].fingerprint for each in forms)
    assert plain == asked != opened


def test_what_was_refused_is_asked_once_more_with_fresh_tokens(desk: Desk) -> None:
    async def run() -> Answer:
        waiting = await begun(desk.submissions.ask(visited(0), keyword("ant")))
        desk.come(0, status=403)
        desk.come(1, page_of_form(1))
        desk.save(page("x", fingerprint=desk.fingerprint(2)))
        return await waiting

    assert asyncio.run(run()) == Answer("results", "signature-x", url=PAGE)
    first, form_page, again = desk.engine.taken
    assert form_page.url == visited(0).form.url
    assert desk.fingerprint(0) == desk.fingerprint(2)
    assert "renewed" in again.meta
    assert first.body != again.body
    assert again.body == submission(visited(1).form, {"q": "ant"}).body
    assert desk.stat("submissions/renewed") == 1


def by_script() -> SearchForm:
    """A search by script that sends a token of its page as a header and in its body."""
    token = PageToken("http://example.org/app", "old-77", 'token" content="', '"')
    script = Script(headers=(("x-csrf-token", "old-77"), ("x-from", "app")), tokens=(token,))
    form = replace(visited(0).form, script=script, tokens=())
    form = replace(form, defaults=(*form.defaults, ("_token", "old-77")))
    return replace(FORM, form=form)


def test_a_script_that_was_refused_is_given_the_token_of_a_new_visit(desk: Desk) -> None:
    async def run() -> None:
        waiting = await begun(desk.submissions.ask(by_script(), keyword("ant")))
        desk.come(0, status=419)
        desk.come(1, '<meta name="csrf-token" content="new-88">')
        waiting.cancel()
        (await begun(desk.submissions.ask(by_script(), keyword("bee")))).cancel()

    asyncio.run(run())
    first, page_of_it, again, later = desk.engine.taken
    assert page_of_it.url == "http://example.org/app"
    assert desk.fingerprint(0) == desk.fingerprint(2)
    sent = [each.headers["X-Csrf-Token"] for each in (first, again, later)]
    assert sent == [b"old-77", b"new-88", b"new-88"]
    assert again.headers["X-From"] == b"app"
    bodies = [(each.body or each.url.encode()) for each in (first, again, later)]
    assert [b"old-77" in body for body in bodies] == [True, False, False]
    assert [b"new-88" in body for body in bodies] == [False, True, True]


@pytest.mark.parametrize("how", ["refused again", "form is gone", "page does not answer"])
def test_a_refusal_that_fresh_tokens_do_not_help_is_the_answer(desk: Desk, how: str) -> None:
    async def run() -> None:
        waiting = await begun(desk.submissions.ask(visited(0), keyword("ant")))
        desk.come(0, status=403)
        if how == "refused again":
            desk.come(1, page_of_form(1))
            desk.come(2, status=403)
        elif how == "form is gone":
            desk.come(1)
        else:
            desk.fail(1, TimeoutError())
        await asyncio.sleep(0.01)
        waiting.cancel()

    asyncio.run(run())
    (item,) = desk.engine.scraper.items
    assert (item.fingerprint, item.status) == (desk.fingerprint(), 403)


def test_tokens_of_answers_are_used_each_once(desk: Desk) -> None:
    async def run() -> None:
        for word in ("ant", "bee", "wasp", "fly"):
            (await begun(desk.submissions.ask(visited(0), keyword(word)))).cancel()
            for number in (1, 2) if word == "ant" else ():
                desk.come(0, page_of_form(number))

    asyncio.run(run())
    assert [request.body for request in desk.engine.taken] == [
        submission(visited(number).form, {"q": word}).body
        for number, word in ((0, "ant"), (1, "bee"), (2, "wasp"), (2, "fly"))
    ]


# --- In a crawl ---

HOME = '<form action="/search"><input name="q"><button>Search</button></form>'


def test_redirected_answers_are_followed_and_errors_kept(tmp_path: Path) -> None:
    """As sites do it: /search sends on to /results, and one word breaks the server."""
    words = 0

    def answers(request: Request) -> Response:
        nonlocal words
        path = request.url.removeprefix("http://example.org")
        if path in {"/", "/robots.txt"}:
            return html(request, HOME, 200 if path == "/" else 404)
        if path.startswith("/search"):
            words += 1
            if words % 2:
                return html(request, "broken", 501)
            moved = {"Location": path.replace("/search", "/results")}
            return Response(request.url, status=303, headers=moved)
        return html(request, "<p>Nothing found</p>")

    settings = project_settings(tmp_path, ANSWERS=answers, DEEPWEB_MAX_FAILURES=1000)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    kinds = store.page_kinds("example.org")
    store.close()
    assert kinds.keys() == {"background", "empty", "error"}
    # The sitemap and the home page as a list, which ask no form, are among the empty pages.
    assert abs(kinds["error"] - (kinds["empty"] - 2) - kinds["background"]) <= 1


def test_an_answer_in_a_frame_is_asked_for_there(desk: Desk) -> None:
    async def run() -> None:
        waiting = await begun(desk.ask("ant"))
        frames = '<iframe src="/advert?x=1"></iframe><iframe src="/hits?words=ant"></iframe>'
        desk.come(0, frames)
        desk.come(1, "<p>Three hits")
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(run())
    (_, framed) = desk.engine.taken
    assert (framed.url, framed.method, framed.body) == (
        "http://example.org/hits?words=ant",
        "GET",
        b"",
    )
    (item,) = desk.engine.scraper.items
    assert item.url == framed.url
