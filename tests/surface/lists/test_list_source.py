"""Lists of simulated sites, each a Python function that answers with the page of an address."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from deepweb.page.address.kind import is_of_kind
from deepweb.read.records.identity import IdentityRules
from deepweb.surface.answer import HOME as HOME_PAGE
from deepweb.surface.answer import Answer, Found, LearntIdentity, Question
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.lists.browsing import browse
from deepweb.surface.lists.list_source import CONFIRMED, ListSource
from deepweb.surface.lists.waiting import Yields
from deepweb.surface.record_numbers import KnownRecords

HOME = "http://h/"
LIMITS = HarvestLimits(patience=50, failures=5, together=1, saturation=300, coverage=0.995)


def found(*paths: str) -> tuple[Found, ...]:
    return tuple(Found(HOME + path, f"Title {path}", path) for path in paths)


class Shop:
    """Categories of books with pages of ten, beside many pages without any."""

    def __init__(self, categories: int = 6, pages: int = 4, others: int = 40) -> None:
        self.categories, self.pages = categories, pages
        self.others = [f"about/{chr(97 + n % 26)}{chr(97 + n // 26)}x" for n in range(others)]
        self.asked: list[str] = []

    async def ask(self, question: Question) -> Answer:
        path = question.link.removeprefix(HOME)
        self.asked.append(path)
        step, _, rest = path.partition("/")
        if not path:
            tops = [f"{HOME}category/{n}" for n in range(self.categories)]
            return Answer("empty", "", links=(*(HOME + o for o in self.others), *tops))
        if question.purpose == "record":
            return Answer("results", path, found(path))
        if step != "category":
            return Answer("empty", path)
        number, _, page = rest.partition("?page=")
        at = int(page or 1)
        if at > self.pages:
            return Answer("empty", path)
        first = 1000 * int(number) + 10 * at
        books = [f"book/{first + n}" for n in range(10)]
        more = f"{HOME}category/{number}?page={at + 1}" if at < self.pages else ""
        links = tuple(HOME + book for book in (*books, f"book/9{number}{at}"))
        return Answer("results", path, found(*books), next_url=more, url=HOME + path, links=links)


def lists_of(known: KnownRecords) -> ListSource:
    return ListSource(HOME, known, lambda _: True)


def browsed(site: Shop, *, is_complete: bool = False) -> tuple[KnownRecords, ListSource, str]:
    known = KnownRecords()
    lists = lists_of(known)
    reason = asyncio.run(browse(lists, site.ask, known, LIMITS, is_complete=is_complete))
    return known, lists, reason


def test_a_site_without_forms_is_read_by_its_lists() -> None:
    site = Shop()
    known, lists, _ = browsed(site)
    books = site.categories * site.pages * 10
    assert len(known.ids) == books + site.categories * site.pages, "and those that were only seen"
    pages = [path for path in site.asked if path.startswith("category")]
    assert len(pages) == len(set(pages)) == site.categories * site.pages
    ways = {way.name: way for way in lists.outcome()}
    assert ways["/category/0"].new == 10 * site.categories
    assert ways["/category/0?page=0"].requests == site.categories * (site.pages - 1)


class Journal:
    """Years, each with an index of sessions; only sessions list speeches."""

    YEARS, SESSIONS = 30, 3

    async def ask(self, question: Question) -> Answer:
        path = question.link.removeprefix(HOME)
        step, _, rest = path.partition("/")
        if not path:
            links = tuple(f"{HOME}year/{n}" for n in range(self.YEARS))
            return Answer("empty", "", links=links)
        if step == "year":
            first = self.SESSIONS * int(rest)
            shown = range(first, first + self.SESSIONS)
            return Answer("empty", path, links=tuple(f"{HOME}session/{n}" for n in shown))
        if step != "session":
            return Answer("empty", path)
        speeches = [f"speech/{10 * int(rest) + n}" for n in range(5)]
        return Answer("results", path, found(*speeches))


def test_a_page_like_those_whose_parts_are_records_is_a_witness() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    parts = found(*(f"law/{n}#art-{m}" for n in range(8) for m in range(6)))
    lists.take(Question("keyword", (("q", "law"),)), Answer("results", "", parts), parts)
    links = tuple(f"{HOME}law/{n}?theme=tax" for n in range(12))
    lists.take(Question("list", link=HOME), Answer("empty", "home", links=links), ())
    opened = [question for _ in range(4) if (question := lists.next_witness())]
    assert [each.link for each in opened] == [f"{HOME}law/{n}" for n in range(8, 12)]
    assert {each.purpose for each in opened} == {"list"}, "and no record itself"


def test_an_index_promises_what_the_lists_brought_that_it_led_to() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    lists.by_forms = 1  # so that pages that promise little are left
    asyncio.run(browse(lists, Journal().ask, known, LIMITS, is_complete=False))
    assert len(known.ids) == 5 * Journal.SESSIONS * Journal.YEARS


class Manuals:
    """Manuals whose pages link to each other; the first is so large that all of it is seen soon."""

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, question: Question) -> Answer:
        self.asked += 1
        path = question.link.removeprefix(HOME)
        manual, page = path.removeprefix("info?")[:1], path.removeprefix("info?")[1:]
        if not path.startswith("info?"):
            return Answer("empty", path, links=tuple(f"{HOME}info?{m}" for m in "mnopqr"))
        if not page:
            shown = range(100 if manual == "m" else 3)
        else:
            first = 3 * (10 * "abcdefghij".index(page[0]) + "abcdefghij".index(page[1]))
            shown = range(first, first + 3)
        letters = str.maketrans("0123456789", "abcdefghij")
        nodes = [f"info?{manual}" + f"{n % 100:02}".translate(letters) for n in shown]
        return Answer("results", path, found(*nodes), links=tuple(HOME + node for node in nodes))


def test_manuals_are_read_from_page_to_page() -> None:
    site = Manuals()
    known, _, _ = browsed(site)  # type: ignore[arg-type]
    assert len(known.ids) == 600


def test_the_home_page_is_read_as_a_list_where_nothing_else_is_one() -> None:
    books = [f"book/{n}" for n in range(30)]
    purposes: list[str] = []

    async def ask(question: Question) -> Answer:
        purposes.append(question.purpose)
        links = tuple(HOME + book for book in books) if question.link == HOME else ()
        return Answer("empty", "", found(*books) if question.purpose == "home" else (), links=links)

    known = KnownRecords()
    asyncio.run(browse(lists_of(known), ask, known, LIMITS, is_complete=False))
    assert len(known.ids) == len(books)
    assert purposes.count("home") == 1


def test_a_site_without_lists_is_soon_left_alone() -> None:
    site = Shop(categories=0)
    _, _, reason = browsed(site)
    assert reason == "no list is left to read"
    assert len(site.asked) < 25


def test_where_a_form_has_shown_all_a_few_pages_are_enough() -> None:
    site = Shop(categories=0)
    browsed(site, is_complete=True)
    assert site.asked[0] == "sitemap.xml"
    assert len(site.asked) == 1 + CONFIRMED


def test_a_view_that_brings_nothing_outweighs_a_list_that_brings_much() -> None:
    yields = Yields()
    for _ in range(4):
        yields.add(("/a/log", "/+/log", "/a/+"), 50)
        yields.add(("/a/log?full=1", "/+/log?full=1", "/a/+"), 0)
    log, full = (("/+/log", "/a/+"), ("/+/log?full=1", "/a/+"))
    assert yields.expected(log) > 10 * yields.expected(full)
    assert yields.expected(full) < 1
    assert yields.known(("/b/log", "/+/log")) == ("/+/log",)


def test_pages_of_a_list_that_was_met_are_no_lists_of_their_own() -> None:
    site = Shop()
    asked = site.ask

    async def ask(question: Question) -> Answer:
        """Each page links back to the first one by its number."""
        answer = await asked(question)
        first = question.link.partition("?")[0] + "?page=1"
        return replace(answer, links=(*answer.links, first)) if answer.found else answer

    site.ask = ask  # type: ignore[method-assign]
    browsed(site)
    assert not [path for path in site.asked if path.endswith("page=1")]


def test_pages_of_a_list_that_began_elsewhere_are_read_in_their_order() -> None:
    lists = lists_of(known := KnownRecords())
    links = tuple(f"{HOME}list?o={n}" for n in range(2, 12))
    question = Question("list", link=HOME)
    answer = Answer("results", "", found("a", "b"), next_url=links[0], url=HOME, links=links)
    lists.open()
    lists.take(question, answer, answer.found)
    known.ids.update(each.id for each in answer.found)
    first = lists.next()
    assert first is not None
    assert first.link == links[0]
    later = replace(answer, found=found("c", "d"), next_url=links[1], url=links[0])
    lists.take(first, later, later.found)
    assert [lists.next() for _ in range(2)] == [replace(first, link=links[1]), None]


def test_kinds_of_pages_that_always_fail_are_left() -> None:
    lists = lists_of(KnownRecords())
    lists.open()
    links = tuple(f"{HOME}changes/{n}" for n in range(30))
    lists.take(Question("list", link=HOME), Answer("empty", "", url=HOME, links=links), ())
    asked = 0
    while (question := lists.next()) is not None:
        lists.take(question, Answer("error", ""), ())
        asked += 1
    assert asked == 3


def test_witnesses_are_addresses_of_records_that_were_not_found() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    books = found("book/1", "book/2", "book/3")
    known.ids.update(book.id for book in books)
    seen = ("http://h/book/3", "http://h/book/4", "http://h/author/4")
    lists.take(Question("keyword", (("q", "x"),)), Answer("results", "", books, links=seen), books)
    assert lists.missing == ["http://h/book/4"]
    witness = lists.next_witness()
    assert witness is not None
    assert (witness.purpose, witness.link) == ("record", "http://h/book/4")
    assert lists.next_witness() is None


def test_lists_wait_until_forms_tell_what_records_look_like() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    assert not lists.promise()
    books = found(*(f"book/{n}" for n in range(70)))
    lists.take(Question("keyword", (("q", "x"),)), Answer("results", "", books), books)
    assert lists.promise()
    assert lists.kinds.is_settled
    assert is_of_kind("http://h/book/5", lists.kinds.records)


@pytest.mark.parametrize(
    ("link", "is_followed"),
    [("http://h/search/new?query=word", False), ("http://h/category/5", True)],
)
def test_other_answers_of_a_form_are_left_to_the_form(link: str, *, is_followed: bool) -> None:
    lists = lists_of(KnownRecords())
    lists.open()
    lists.next()
    asked = Question("keyword", (("query", "word"),))
    lists.take(asked, Answer("results", "", links=(link,), url="http://h/search?query=word"), ())
    question = lists.next()
    assert (question is not None and question.link == link) == is_followed


def test_a_list_that_holds_all_is_noticed() -> None:
    _, lists, _ = browsed(Shop(categories=1, pages=30, others=0))
    assert not lists.holds_all, "a tenth was only seen"
    _, lists, _ = browsed(Shop(categories=0))
    assert not lists.holds_all


def test_what_adds_a_word_to_the_address_of_a_record_is_no_record() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    parents = [Found(f"{HOME}s1/p{n}", "", "") for n in range(9)]
    parts = [Found(f"{HOME}s1/p{n}/history", "", "") for n in range(9)]
    for found in (parents, parts):
        known.ids.update(each.id for each in found)
        lists.take(Question("list", link="/"), Answer("results", "", tuple(found)), found)
    assert lists.kinds.records == ("/s0/p0",)
    assert lists.kinds.views == ("/s0/p0/history",)


def test_links_that_carry_a_session_are_no_missing_records() -> None:
    known = KnownRecords()
    lists = lists_of(known)
    there = [Found(f"{HOME}book/{n}?k=1", "", "") for n in range(9)]
    known.ids.update(each.id for each in there)
    links = tuple(f"{HOME}book/{n}?k={s}" for s in (2, 3) for n in range(9))
    lists.take(Question("list", link="/"), Answer("results", "", tuple(there), links=links), there)
    assert len(lists.missing) == 18
    rules = IdentityRules({"?k": "it differs"})
    renamed = {each.id: each.id.partition("?")[0] for each in there}
    known.taught(Answer("results", "", identity=LearntIdentity(rules, renamed)))
    assert not lists.missing


def test_answers_of_a_form_that_finds_nothing_are_read_as_lists() -> None:
    lists = lists_of(KnownRecords())
    lists.leave_to_form(f"{HOME}browse", "from")
    lists.open()
    further = (f"{HOME}browse?from=", f"{HOME}browse?from=Owl")
    lists.take(Question("list", link=HOME), Answer("empty", "", url=HOME, links=further[1:]), ())
    assert next_links(lists) == []
    lists.take_from_form(f"{HOME}browse", "from", further[0])
    assert next_links(lists) == [further[0]]


def next_links(lists: ListSource) -> list[str]:
    """The addresses of pages that it would read now, if all listed nothing."""
    links = []
    while (question := lists.next()) is not None:
        links.append(question.link)
        lists.take(question, Answer("empty", "", url=question.link), ())
    return links


def test_where_no_form_finds_records_pages_are_worth_the_records_that_they_link_to() -> None:
    """Days of a diary: each month links to its days by their numbers alone."""
    lists = lists_of(known := KnownRecords())
    lists.open()
    days = found("day/101", "day/102", "day/103", "day/104")
    lists.take(Question("list", link=HOME, kinds=lists.kinds), listing_of(HOME, days), days)
    known.ids.update(day.id for day in days)
    before = 0
    for month in range(40):
        at = f"{HOME}month/{month}"
        links = (
            *(f"{HOME}day/{month * 31 + n + 200}" for n in range(9)),
            f"{HOME}month/{month + 1}",
        )
        lists.take(
            Question("list", link=at, kinds=lists.kinds),
            Answer("empty", "", url=at, links=links),
            (),
        )
        assert lists.dry == 0
        assert len(lists.missing) > before
        before = len(lists.missing)


def listing_of(url: str, records: tuple[Found, ...]) -> Answer:
    return Answer("results", "", records, url=url, links=tuple(each.id for each in records))


class Diary:
    """The last days stand on the home page; each page links to its month, and that to the last."""

    months, days = 12, 9

    async def ask(self, question: Question) -> Answer:
        path = question.link.removeprefix(HOME)
        step, _, number = path.partition("/")
        month = int(number or 100 * self.months) // 100
        links = (
            f"{HOME}month/{month}00",
            *(f"{HOME}day/{month}{n:02}" for n in range(1, self.days)),
        )
        if step == "month" and month > 1:
            links = (f"{HOME}month/{month - 1}00", *links)
        of_home = found(*(f"day/{month}{n:02}" for n in range(1, 6))) if not path else ()
        is_day = question.purpose == "record" and step == "day"
        shown = found(path) if is_day else of_home if question.purpose == HOME_PAGE else ()
        return Answer("results" if shown else "empty", path, shown, url=question.link, links=links)


def test_pages_of_records_that_were_opened_may_lead_to_further_lists() -> None:
    known, _, reason = browsed(Diary())  # type: ignore[arg-type]
    assert len(known.ids) == Diary.months * (Diary.days - 1)
    assert reason.startswith("91 records were seen by their addresses alone")
