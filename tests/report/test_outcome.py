"""How a crawl ended: one word, its reason, and what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deepweb.form.script import Script
from deepweb.report import outcome
from deepweb.report.outcome import SiteOutcome, crawl_outcomes, site_outcome, worst
from deepweb.store.decisions import QueryTemplate, ScriptedPage
from deepweb.store.ledger import CrawlStore
from tests.samples import SITE, page, record, search_form

Filled = Callable[[CrawlStore], None]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    store.begin_crawl(SITE)
    yield store
    store.close()


def nothing(_: CrawlStore) -> None:
    """A site of which nothing is known."""


def found(store: CrawlStore) -> None:
    store.save_page(page("a", record(1), record(2)))


def saturated(store: CrawlStore) -> None:
    found(store)
    reason = "saturated: the last answers held nothing new"
    store.decisions.save_template(QueryTemplate(SITE, "f", ("q",), True, 9, 1.0, reason))


def refused_forms(store: CrawlStore) -> None:
    store.decisions.save_form(search_form(searchable=False, reason="says 'login'"))


def refused_search(store: CrawlStore) -> None:
    """The search of a site is not asked, and a list of it shows records."""
    refused = search_form(searchable=True, safe=False, query_input="q", reason="is sent by POST")
    store.decisions.save_form(refused)
    store.save_page(page("l", *map(record, range(8)), purpose="list"))


def acting_search(store: CrawlStore) -> None:
    """The same, where an option of the search reads like an order."""
    said = "looks like search (0.99); not submitted: acts: it sends 'starts'"
    store.decisions.save_form(
        search_form(searchable=True, safe=False, query_input="q", reason=said)
    )
    store.save_page(page("l", *map(record, range(8)), purpose="list"))


def unanswered(store: CrawlStore) -> None:
    for number in range(3):
        store.save_page(page(f"w{number}", kind="empty", reason="nothing found"))


def blocked(store: CrawlStore) -> None:
    for number in range(3):
        store.save_page(page(f"w{number}", kind="blocked", status=403, reason="wants a captcha"))


def forbidden(store: CrawlStore) -> None:
    store.save_page(page("w", kind="error", status=0, reason="Forbidden by robots.txt"))


def listed(store: CrawlStore) -> None:
    """The search is forbidden, but lists of the site show records."""
    forbidden(store)
    store.save_page(page("l", *map(record, range(8)), purpose="list"))


def only_lists(store: CrawlStore) -> None:
    """There is no search, but lists of the site show records."""
    store.save_page(page("l", *map(record, range(8)), purpose="list"))


def stated(store: CrawlStore) -> None:
    store.save_page(page("a", record(1), record(2), count=500))


def by_script(store: CrawlStore, **more: object) -> None:
    item = search_form(searchable=True, safe=True, query_input="q")
    store.decisions.save_form(replace(item, form=replace(item.form, script=Script())))
    store.save_page(page("a", record(1, **more), record(2, **more)))


def unaddressed(store: CrawlStore) -> None:
    by_script(store, url=None)


def bare_links(store: CrawlStore) -> None:
    """The search is forbidden, and what lists show says no more than links do."""
    forbidden(store)
    links = [record(n, text=f"title {n}", fields={}) for n in range(16)]
    store.save_page(page("l", *links, purpose="list"))


def without_browser(store: CrawlStore) -> None:
    store.decisions.save_scripted_page(
        ScriptedPage(SITE, "http://example.org/", "q", "missed", "no browser is installed", ())
    )


def vain_beside_script(store: CrawlStore) -> None:
    """One page of a script site was answered, another was not."""
    by_script(store)
    vain_script(store)


def vain_beside_form(store: CrawlStore) -> None:
    """A box that only scripts know is often no search of the site."""
    found(store)
    vain_script(store)


def vain_script(store: CrawlStore) -> None:
    """Lists of the site show records; the script of its search was not answered."""
    only_lists(store)
    store.decisions.save_scripted_page(
        ScriptedPage(SITE, "http://example.org/", "q", "vain", "not allowed: POST /update", ())
    )


@pytest.mark.parametrize(
    ("filled", "finish", "failure", "word", "reason"),
    [
        (found, "finished", "", "complete", "no way promises more records"),
        (saturated, "finished", "", "complete", "saturated"),
        (found, "budget", "", "stopped by the budget", "all requests"),
        (nothing, "budget", "", "stopped by the budget", "all requests"),
        (found, "closespider_itemcount", "", "stopped by the budget", "CLOSESPIDER_ITEMCOUNT is"),
        (found, "shutdown", "", "interrupted", "a signal stopped it"),
        (nothing, "finished", "", "no search found", "the explored pages have no form"),
        (refused_forms, "finished", "", "no search found", "says 'login'"),
        (refused_forms, "no_search_found", "", "no search found", "says 'login'"),
        (
            refused_search,
            "finished",
            "",
            "incomplete",
            "its search was not asked: is sent by POST",
        ),
        (acting_search, "finished", "", "incomplete", "its search was not asked: looks like"),
        (unanswered, "finished", "", "searches found, none answers", "nothing found"),
        (blocked, "finished", "", "blocked", "wants a captcha"),
        (found, "finished", "stopped answering: HTTP 503; run …", "blocked", "HTTP 503"),
        (found, "finished", "blocks us: 5 answers in a row: HTTP 403", "blocked", "HTTP 403"),
        (without_browser, "finished", "", "needs a browser that is missing", "no browser"),
        (
            listed,
            "finished",
            "",
            "incomplete",
            "robots.txt forbids to submit the search; 8 records",
        ),
        (only_lists, "finished", "", "complete", "8 records are from lists of the site alone"),
        (vain_script, "finished", "", "incomplete", "was not answered: not allowed: POST /update"),
        (vain_beside_script, "finished", "", "incomplete", "was not answered: not allowed"),
        (vain_beside_form, "finished", "", "complete", "no way promises more records"),
        (stated, "finished", "", "incomplete", "the site states 500 records"),
        (by_script, "finished", "", "complete", "no way promises more records"),
        (unaddressed, "finished", "", "incomplete", "no record has an address"),
        (bare_links, "finished", "", "forbidden by robots.txt", "most of them bare links"),
        (forbidden, "finished", "", "forbidden by robots.txt", "submit the search"),
        (nothing, "finished", "Forbidden by robots.txt; …", "forbidden by robots.txt", "Forb"),
        (nothing, "finished", "does not answer (refused); …", "does not answer", "refused"),
        (nothing, "finished", "answers with HTTP 404; …", "answers with an error", "404"),
        (nothing, "finished", "exploring stopped: ValueError()", "failed", "ValueError"),
        (nothing, "start_error", "", "failed", "start_error"),
    ],
)
def test_how_it_ended(
    store: CrawlStore, filled: Filled, finish: str, failure: str, word: str, reason: str
) -> None:
    filled(store)
    ended = site_outcome(store, SITE, finish, failure)
    assert ended.outcome == word
    assert reason in ended.line
    has_records = filled in {
        found,
        saturated,
        listed,
        only_lists,
        vain_script,
        vain_beside_script,
        vain_beside_form,
        refused_search,
        acting_search,
        stated,
        by_script,
        unaddressed,
    }
    is_good = has_records and word in {"complete", "incomplete", "stopped by the budget"}
    assert ended.is_good == is_good
    if not is_good and word != "failed":
        assert ended.remedy, "it names no remedy"
        assert ended.line.count(ended.remedy) == 1


def test_a_crawl_that_was_over_names_how_to_crawl_again(store: CrawlStore) -> None:
    found(store)
    ended = site_outcome(store, SITE, "finished", was_complete=True)
    assert ended.outcome == "complete"
    assert "-a again=yes" in ended.line


def test_a_limit_of_scrapy_does_not_ask_for_a_larger_budget(store: CrawlStore) -> None:
    found(store)
    ended = site_outcome(store, SITE, "closespider_itemcount")
    assert "max_requests" not in ended.line and "run the same command again" in ended.line


def test_outcomes_are_decided_once(store: CrawlStore) -> None:
    class Spider:
        site_names = (SITE,)
        outcomes: dict[str, SiteOutcome] = {}  # noqa: RUF012

    first = crawl_outcomes(store, Spider(), "shutdown")
    found(store)
    assert crawl_outcomes(store, Spider(), "finished") == first
    assert first[SITE].outcome == "interrupted"


def test_of_several_sites_the_first_bad_one_counts() -> None:
    good, empty = SiteOutcome("complete", "", 5), SiteOutcome("complete", "", 0)
    bad = SiteOutcome("blocked", "", 5)
    assert worst([good, bad, empty]) is bad
    assert worst([good, good]) is good
    assert worst([]) is None


def test_finish_reasons_are_single_words() -> None:
    words = [value for name, value in vars(outcome).items() if name.isupper() and name[0] != "_"]
    for word in (each for each in words if isinstance(each, str)):
        reason = SiteOutcome(word, "", 1).finish_reason
        assert reason.replace("_", "").isalpha(), reason
