"""Every request counts, whoever made it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response

from deepweb.crawl.failures import BudgetSpent
from deepweb.crawl.fetches import EXPLORE_DEPTH
from deepweb.items import AskedQuestion
from deepweb.middlewares.budget import Budget
from deepweb.store.ledger import CrawlStore
from tests.crawling import html, project_settings, visit
from tests.samples import page

SITE, OTHER = "example.org", "other.example"


ASKED = AskedQuestion(SITE, "form1", "f", "keyword", {}, "", "", "")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    yield store
    store.close()


def request(number: int = 0, site: str = SITE) -> Request:
    return Request(f"http://{site}/{number}")


def test_none_is_made_beyond_the_budget(store: CrawlStore) -> None:
    budget = Budget(store, (SITE,), 3)
    for number in range(3):
        budget.process_request(request(number))
    for _ in range(2):
        with pytest.raises(BudgetSpent, match="budget of 3 requests spent"):
            budget.process_request(request())


def test_each_site_has_its_own(store: CrawlStore) -> None:
    budget = Budget(store, (SITE, OTHER), 1)
    budget.process_request(request())
    budget.process_request(request(site=OTHER))
    with pytest.raises(BudgetSpent):
        budget.process_request(request(site=OTHER))


def test_a_site_is_one_with_and_without_www(store: CrawlStore) -> None:
    budget = Budget(store, (SITE,), 1)
    budget.process_request(request(site="www." + SITE))
    with pytest.raises(BudgetSpent):
        budget.process_request(request())


def test_earlier_runs_count(store: CrawlStore) -> None:
    first = Budget(store, (SITE,), 3)
    for number in range(2):
        first.process_request(request(number))
        first.process_response(request(number), Response(request(number).url))
    second = Budget(store, (SITE,), 3)
    second.process_request(request(3))
    with pytest.raises(BudgetSpent):
        second.process_request(request(4))


def test_what_an_earlier_run_received_is_not_requested_again(store: CrawlStore) -> None:
    robots = Request(f"http://{SITE}/robots.txt", meta={"dont_obey_robotstxt": True})
    asked = Request(f"http://{SITE}/search", method="POST", body=b"q=1", meta={"asked": ASKED})
    home = Request(f"http://{SITE}/", meta={EXPLORE_DEPTH: 0})
    first = Budget(store, (SITE,), 3)
    for each in (robots, asked, home):
        assert first.process_request(each) is None
        came = Response(each.url, headers={"X-Of": "one"}, body=each.url.encode())
        first.process_response(each, came)
    for _ in range(2):  # killed twice before anything was done with them
        run = Budget(store, (SITE,), 3)
        for each in (robots, asked, home):
            given = run.process_request(each)
            assert given is not None
            assert (given.body, given.headers["X-Of"]) == (each.url.encode(), b"one")
            run.process_response(each, given)
    assert store.request_count(SITE) == 3
    assert run.process_request(home) is not None, "an explored page is read for several reasons"
    for now in (asked, Request(home.url)):
        with pytest.raises(BudgetSpent):
            run.process_request(now), "asked once more, and a page as it is now"
    store.save_page(replace(page("one"), site=SITE, fingerprint="f"))
    with pytest.raises(BudgetSpent):
        Budget(store, (SITE,), 3).process_request(asked), "its answer is stored"


def test_a_crawl_that_is_over_keeps_no_responses(store: CrawlStore) -> None:
    home = Request(f"http://{SITE}/", meta={EXPLORE_DEPTH: 0})
    Budget(store, (SITE,), 3).process_response(home, Response(home.url))
    assert store.arrived.requests(SITE)
    store.end_crawl(SITE, "all is known")
    assert not store.arrived.requests(SITE)


@pytest.mark.parametrize("status", [302, 503])
def test_redirects_and_failures_of_a_question_count(store: CrawlStore, status: int) -> None:
    asked = Request(f"http://{SITE}/search", meta={"asked": ASKED})
    Budget(store, (SITE,), 9).process_response(asked, Response(asked.url, status=status))
    assert store.request_count(SITE) == 1
    assert not store.arrived.requests(SITE)


def test_answers_and_errors_are_logged_but_not_what_was_never_sent(store: CrawlStore) -> None:
    budget = Budget(store, (SITE,), 9)
    answer = Response(request().url, status=503)
    assert budget.process_response(request(), answer) is answer
    budget.process_exception(request(), TimeoutError())
    assert store.request_count(SITE) == 2
    budget.process_exception(request(), IgnoreRequest("elsewhere"))
    budget.process_exception(request(), BudgetSpent("spent"))
    assert store.request_count(SITE) == 2


def test_the_crawl_ends_for_the_budget_only_when_that_refused_something(store: CrawlStore) -> None:
    budget = Budget(store, (SITE,), 1)
    budget.process_request(request())
    budget.close_spent()
    with pytest.raises(BudgetSpent):
        budget.process_request(request())
    with pytest.raises(CloseSpider) as caught:
        budget.close_spent()
    assert caught.value.reason == "budget"


# --- In a crawl ---


def answers(request: Request) -> Response:
    """robots.txt, one page that moved twice, one that always fails, one that hangs up."""
    match request.url.removeprefix("http://example.org/"):
        case "robots.txt":
            return Response(request.url, status=404)
        case "moved":
            return Response(request.url, status=301, headers={"Location": "/again"})
        case "again":
            return Response(request.url, status=302, headers={"Location": "/there"})
        case "failing":
            return Response(request.url, status=503)
        case "cut":
            raise ConnectionResetError("cut")
    return html(request)


# Page: requests that it takes beside robots.txt.
PRICES = {"there": 1, "moved": 3, "failing": 5, "cut": 5}


@pytest.mark.parametrize(("page", "price"), PRICES.items(), ids=PRICES)
def test_robots_redirects_and_retries_count(tmp_path: Path, page: str, price: int) -> None:
    visit(project_settings(tmp_path, ANSWERS=answers), [Request(f"http://example.org/{page}")])
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    assert store.request_count(SITE) == 1 + price
    store.close()


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_crawl_stops_in_the_middle_of_redirects(tmp_path: Path, most: int) -> None:
    asked: list[str] = []

    def counted(request: Request) -> Response:
        asked.append(request.url)
        return answers(request)

    settings = project_settings(tmp_path, ANSWERS=counted, DEEPWEB_MAX_REQUESTS=most)
    visitor = visit(settings, [Request("http://example.org/moved")])
    assert len(asked) == most
    assert [outcome for _, outcome in visitor.seen] == [f"budget of {most} requests spent"]


def test_a_spent_budget_is_called_so_in_the_next_run(tmp_path: Path) -> None:
    settings = project_settings(tmp_path, ANSWERS=answers, DEEPWEB_MAX_REQUESTS=2)
    first = visit(settings, [Request("http://example.org/there")])
    assert first.seen == [("http://example.org/there", 200)]
    again = visit(settings, [Request("http://example.org/there")])
    assert again.seen == [("http://example.org/there", "budget of 2 requests spent")]
    stats = again.crawler.stats
    assert stats is not None
    assert stats.get_value("finish_reason") == "budget"


def test_a_visit_by_the_browser_costs_what_it_asks_for(store: CrawlStore) -> None:
    budget = Budget(store, (SITE,), 1)
    visit_ = Request(f"http://{SITE}/", meta={"browser": {}})
    for _ in range(3):
        budget.process_request(visit_)
        budget.process_response(visit_, Response(visit_.url))
    part = Request(f"http://{SITE}/app.js", meta={"asked_by": "browser: part"})
    budget.process_request(part)
    budget.process_response(part, Response(part.url))
    assert store.request_count(SITE) == 1
    assert store.decisions.browser_counts(SITE) == (0, 1)
    with pytest.raises(BudgetSpent):
        budget.process_request(request())
