"""How did the crawl of a site end? One of the words below, the reason, and what would help.

The first line of the summary, ``report.json``, the exit code, the finish reason and the stats all
say what is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from deepweb.items import Record
from deepweb.page.site import is_on_site
from deepweb.report.doubts import doubts
from deepweb.report.history import LoggedAnswer, SiteHistory
from deepweb.store.decisions import MISSED, VAIN
from deepweb.store.ledger import CrawlStore
from deepweb.surface.answer import PAGES
from deepweb.surface.harvest.harvest import SATURATED

COMPLETE = "complete"
INCOMPLETE = "incomplete"
BUDGET = "stopped by the budget"
INTERRUPTED = "interrupted"
NO_SEARCH = "no search found"
NO_ANSWER = "searches found, none answers"
BLOCKED = "blocked"
NO_BROWSER = "needs a browser that is missing"
FORBIDDEN = "forbidden by robots.txt"
UNREACHABLE = "does not answer"
ERROR_PAGE = "answers with an error"
FAILED = "failed"

GOOD = (COMPLETE, INCOMPLETE, BUDGET)
"""The outcomes of a crawl that did what it was told; with records, the exit code is 0."""
REMEDIES = {
    INCOMPLETE: "see the ways in the report",
    BUDGET: "give a larger budget: -a max_requests=…; the crawl resumes where it stopped",
    INTERRUPTED: "run the same command again; the crawl resumes where it stopped",
    NO_SEARCH: "give the address of a page that has the search form, or see `scrapy forms` for why "
    "forms were left; -s DEEPWEB_FORM_SITES=… allows searches that send to other sites",
    NO_ANSWER: "see the reasons in the report, and `scrapy forms` for how the form is read",
    BLOCKED: "run the same command later, with a longer DOWNLOAD_DELAY and your address in "
    "DEEPWEB_CONTACT",
    NO_BROWSER: "install chromium, then run the same command again",
    FORBIDDEN: "ask its owner",
    UNREACHABLE: "check the address, or try again later",
    ERROR_PAGE: "check the address, or try again later",
}
# Outcomes of a crawl that the same command resumes.
_RESUMED = frozenset({INTERRUPTED, UNREACHABLE, ERROR_PAGE, BLOCKED, NO_BROWSER, FAILED})
# Why a search that is there did not answer.
_NO_ANSWERS = frozenset({NO_ANSWER, BLOCKED, NO_BROWSER, FORBIDDEN})
_FINISH_REASONS = {COMPLETE: "finished", BUDGET: "budget"}
NO_MORE = "no way promises more records"
ANSWERED = frozenset({"results", "duplicate"})  # kinds of answers that show records
MANY = 60  # records of lists that are no navigation, whatever they say
SEVERAL = 5  # records of lists, at least, that are no navigation if they say more than links do
BY_ROBOTS = "Forbidden by robots.txt"  # Scrapy's message; there is no exception class for it
_DOUBTS = (
    "is sent by POST",
    "has a text area",
    "a text beside it says",
    "acts: it sends",
    "only its script",
)


def _in_one_word(outcome: str) -> str:
    return outcome.replace(",", "").replace(".", "_").replace(" ", "_")


# Finish reasons by which the spider names the outcome of a site.
_OURS = frozenset(map(_in_one_word, (*REMEDIES, FAILED)))


@dataclass(frozen=True, slots=True)
class SiteOutcome:
    """How the crawl of a site ended."""

    outcome: str
    reason: str
    records: int

    @property
    def is_good(self) -> bool:
        """Did the crawl do what it was told, and find records?"""
        return self.outcome in GOOD and self.records > 0

    @property
    def is_over(self) -> bool:
        """Is nothing left to resume?"""
        return self.outcome not in _RESUMED

    @property
    def finish_reason(self) -> str:
        """The outcome in one word, as Scrapy's finish reasons are."""
        return _FINISH_REASONS.get(self.outcome) or _in_one_word(self.outcome)

    @property
    def remedy(self) -> str:
        """What the user can do; "" if nothing need be done."""
        if self.outcome == COMPLETE:
            return "" if self.records else REMEDIES[NO_ANSWER]
        if self.outcome == BUDGET and self.reason.startswith("CLOSESPIDER"):
            return REMEDIES[INTERRUPTED]
        return REMEDIES.get(self.outcome, "")

    @property
    def line(self) -> str:
        """The first line of the summary."""
        told = f"{self.outcome}: {self.reason}" if self.reason else self.outcome
        return f"{told}; {self.remedy}" if self.remedy and self.remedy not in told else told


def site_outcome(
    store: CrawlStore, site: str, finish: str, failure: str = "", *, was_complete: bool = False
) -> SiteOutcome:
    """Decide how the crawl of a site ended.

    ``finish`` is Scrapy's finish reason, ``failure`` why the site was given up, if it was;
    ``was_complete``: an earlier run had completed this crawl.
    """
    records = store.record_count(site)
    with store.connect() as connection:
        told = SiteHistory(connection, site).asked()
    word, reason = _decided(store, site, finish, failure, told, records)
    if was_complete and word == COMPLETE:
        reason = "an earlier run completed this crawl; -a again=yes crawls the site anew"
    return SiteOutcome(word, reason, records)


def _is_question(each: LoggedAnswer) -> bool:
    """Was a form asked? Else it was a page of the site, such as the home page or a list."""
    return each.purpose not in PAGES and not (each.purpose == "background" and not each.query)


def crawl_outcomes(store: CrawlStore, spider: Any, finish: str) -> dict[str, SiteOutcome]:
    """How the crawl of each site ended. They are decided once, and kept by the spider."""
    decided: dict[str, SiteOutcome] = getattr(spider, "outcomes", {})
    failed: Mapping[str, str] = getattr(spider, "failed", {})
    complete: Collection[str] = getattr(spider, "was_complete", ())
    for site in getattr(spider, "site_names", ()):
        if site not in decided:
            decided[site] = site_outcome(
                store, site, finish, failed.get(site, ""), was_complete=site in complete
            )
    return decided


def worst(outcomes: Iterable[SiteOutcome]) -> SiteOutcome | None:
    """The outcome to report for several sites: the first that is not good, else the first."""
    listed = list(outcomes)
    return next((each for each in listed if not each.is_good), next(iter(listed), None))


def _decided(  # noqa: PLR0911, PLR0913, PLR0917 - a table of cases
    store: CrawlStore,
    site: str,
    finish: str,
    failure: str,
    told: list[LoggedAnswer],
    records: int,
) -> tuple[str, str]:
    if finish == "shutdown":
        return INTERRUPTED, "a signal stopped it"
    if failure:
        return _of_failure(failure), failure
    if finish in _OURS:
        finish = "finished"
    if finish == "budget":
        return BUDGET, "all requests that were allowed are made"
    if finish.startswith("closespider_"):
        return BUDGET, f"{finish.upper()} is reached"
    if finish != "finished" and not records:
        return FAILED, finish
    asked = [each for each in told if _is_question(each)]
    if any(each.kind in ANSWERED for each in asked) and records:
        doubted = [
            *doubts(asked, store.decisions.ways(site), records),
            *_unaddressed(store, site),
            *(_vain(store, site)[:1] if _is_by_script(store, site) else ()),
        ]
        if doubted:
            return INCOMPLETE, "; ".join(doubted)
        is_saturated = any(
            each.reason.startswith(SATURATED) for each in store.decisions.templates(site)
        )
        return COMPLETE, SATURATED if is_saturated else NO_MORE
    word, reason = _without_answers(store, site, asked)
    if not records:
        return word, reason
    listed = f"{records} records are from lists of the site alone"
    if _are_plausible(store.records(site)):
        why = [f"{word}: {reason}"] if word in _NO_ANSWERS else []
        lists = [each for each in told if not _is_question(each)]
        why += doubts(asked, store.decisions.ways(site), records, lists)
        return INCOMPLETE if why else COMPLETE, "; ".join([*(why or [NO_MORE]), listed])
    return word, f"{reason}; {listed}, most of them bare links"


def _unaddressed(store: CrawlStore, site: str) -> Iterator[str]:
    """Does a script show records, and was the address of none learnt?"""
    by_script = any(each.is_asked and each.form.script for each in store.decisions.forms(site))
    if by_script and not any(each.url for each in islice(store.records(site), MANY)):
        yield "no record has an address, though the script of the page may know one"


def _is_by_script(store: CrawlStore, site: str) -> bool:
    """Are all searches that were asked driven by scripts?"""
    asked = [each for each in store.decisions.forms(site) if each.is_asked]
    return bool(asked) and all(each.form.script for each in asked)


def _vain(store: CrawlStore, site: str) -> list[str]:
    """The searches by script that gave no answer in the browser."""
    vain = (each for each in store.decisions.scripted_pages(site) if each.way == VAIN)
    return [f"its search by script was not answered: {each.reason}" for each in vain]


def _are_plausible(records: Iterable[Record]) -> bool:
    """Do records of lists say more than a link does? Navigation consists of a few bare links."""
    some = list(islice(records, MANY))
    telling = sum(bool(each.fields) or len(each.text) > len(each.title) for each in some)
    return len(some) >= MANY or (len(some) >= SEVERAL and 2 * telling > len(some))


def _without_answers(store: CrawlStore, site: str, asked: list[LoggedAnswer]) -> tuple[str, str]:
    """How it ended where no search answered with records."""
    if missed := [e for e in store.decisions.scripted_pages(site) if e.way == MISSED]:
        return NO_BROWSER, missed[0].reason
    if not asked:
        return _without_questions(store, site)
    kinds = Counter(each.kind for each in asked)
    reasons = Counter(each.reason for each in asked if each.kind != "background")
    common = reasons.most_common(1)[0][0] if reasons else ""
    if reasons and all(reason.startswith(BY_ROBOTS) for reason in reasons):
        return FORBIDDEN, "robots.txt forbids to submit the search"
    if kinds["blocked"] > len(asked) / 2:
        return BLOCKED, common
    return NO_ANSWER, f"{len(asked)} questions, mostly: {common}" if common else "no records"


def _without_questions(store: CrawlStore, site: str) -> tuple[str, str]:
    forms = store.decisions.forms(site)
    if vain := _vain(store, site):
        return NO_ANSWER, vain[0]
    if not forms:
        return NO_SEARCH, "the explored pages have no form"
    if any(BY_ROBOTS in each.reason for each in store.decisions.templates(site)):
        return FORBIDDEN, "robots.txt forbids to submit the search"
    left = Counter(form.reason for form in forms if not form.is_asked)
    if not left:
        return NO_ANSWER, "no question could be sent"
    own = [each for each in forms if each.searchable and is_on_site(each.form.action, site)]
    doubted = (each.reason for each in own if each.query_input and _is_doubted(each.reason))
    if refused := next(doubted, ""):
        return NO_ANSWER, f"its search was not asked: {refused}"
    return NO_SEARCH, f"{len(forms)} forms, none of them asked: {left.most_common(1)[0][0]}"


def _is_doubted(reason: str) -> bool:
    """Was a search not asked though nothing in it harms?"""
    return any(doubt in reason for doubt in _DOUBTS)


def _of_failure(failure: str) -> str:
    if failure.startswith(BY_ROBOTS):
        return FORBIDDEN
    if failure.startswith("budget of"):
        return BUDGET
    if failure.startswith("answers with HTTP"):
        return ERROR_PAGE
    if failure.startswith(("does not answer", "redirects elsewhere")):
        return UNREACHABLE
    if failure.startswith(("stopped answering", "blocks us")):
        return BLOCKED
    return FAILED
