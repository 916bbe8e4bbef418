"""Pages are judged against what the form answers to nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy.crawler import Crawler

from deepweb.crawl.store import store_of
from deepweb.items import ResultPage, Site
from deepweb.pipelines.empty_page_filter import ADVERTS, EmptyPageFilter
from deepweb.read.kind.empty import ONE_FILE
from deepweb.read.site_reader import SiteMemory
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import ready_crawler
from tests.read.pages import page_of
from tests.samples import page, record

NOTHING = ("nothing was found", "please try again", "about us", "help", "contact")


@pytest.fixture
def crawler(tmp_path: Path) -> Iterator[Crawler]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        empty = page("zx", purpose="background", kind="background", texts=NOTHING)
        store_of(crawler).save_page(empty)
        yield crawler


def judged(crawler: Crawler, item: ResultPage) -> ResultPage:
    out = EmptyPageFilter.from_crawler(crawler).process_item(item)
    assert isinstance(out, ResultPage)
    return out


def stat(crawler: Crawler, kind: str) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value(f"deepweb/pages/{kind}", 0))


def test_answers_to_nonsense_are_background(crawler: Crawler) -> None:
    item = judged(crawler, page("qw", record(1), purpose="background", kind="unread"))
    assert (item.kind, item.records) == ("background", ())
    assert item.reason == "answer to nonsense"
    assert stat(crawler, "background") == 1


def test_results(crawler: Crawler) -> None:
    shown = page("a", record(1), record(2), kind="unread", texts=("red ant", "black ant", "help"))
    item = judged(crawler, shown)
    assert (item.kind, item.records) == ("results", shown.records)
    assert item.similarity == pytest.approx(1 / 13)
    assert item.reason == "2 records; 0.08 < 0.85"
    assert stat(crawler, "results") == 1


def test_a_page_without_records_is_empty(crawler: Crawler) -> None:
    item = judged(crawler, page("a", kind="unread", texts=("quite another text",)))
    assert (item.kind, item.reason) == ("empty", "nothing on it reads as a record")
    assert item.similarity == 0
    assert stat(crawler, "empty") == 1


def test_a_page_like_the_empty_ones_is_empty(crawler: Crawler) -> None:
    item = judged(crawler, page("a", record(1, url=None), kind="unread", texts=NOTHING))
    assert (item.kind, item.records, item.similarity) == ("empty", (), 1.0)
    assert item.reason == "like the empty pages: 1.00 >= 0.85"


def test_records_with_pages_of_their_own_save_a_page(crawler: Crawler) -> None:
    item = judged(crawler, page("a", record(1), kind="unread", texts=NOTHING))
    assert (item.kind, len(item.records)) == ("results", 1)


def test_each_form_has_its_own_empty_pages(crawler: Crawler) -> None:
    other = page("a", record(1, url=None), form="form2", kind="unread", texts=NOTHING)
    assert judged(crawler, other).kind == "results"


# A site that answers anything: nonsense gets records too, others each time.
ANYTHING = (
    ("nothing for zx, showing results for axe", "axe of stone", "axe of bronze", "sharp axe"),
    ("nothing for qw, showing results for pot", "clay pot", "iron pot lid", "pot on a hook"),
    ("nothing for vb, showing results for bell", "church bell", "bell rope", "small brass bell"),
)


def asking_anything(crawler: Crawler) -> None:
    for number, texts in enumerate(ANYTHING):
        name, more = f"n{number}", {"purpose": "background", "kind": "background"}
        store_of(crawler).save_page(page(name, form="form3", texts=texts, **more))


def answer(name: str, *said: str, note: str = "results") -> ResultPage:
    records = [record(number, text=text) for number, text in enumerate(said)]
    return page(name, *records, form="form3", kind="unread", texts=(note, *said))


def test_records_that_hold_the_query_are_believed(crawler: Crawler) -> None:
    asking_anything(crawler)
    item = judged(crawler, answer("drum", "drum of oak", "drums and sticks", "bass drum"))
    assert (item.kind, len(item.records)) == ("results", 3)
    assert item.reason == "3 records, 100% of them hold the query"


def test_an_answer_to_another_query_is_empty(crawler: Crawler) -> None:
    asking_anything(crawler)
    item = judged(crawler, answer("drum", "silver spoon", "wooden spoon"))
    assert (item.kind, item.records) == ("empty", ())
    assert item.reason == "answers another query: none of 2 records holds this one"


def test_a_note_that_only_nonsense_gets_is_a_sign(crawler: Crawler) -> None:
    asking_anything(crawler)
    store = store_of(crawler)
    for word in ("oak", "elm", "ash"):
        store.save_page(replace(answer(word, f"{word} chair", f"{word} table"), kind="results"))
    noted = answer("spoon", "foot rest", note="nothing for spoon, showing results for rest")
    item = judged(crawler, noted)
    assert (item.kind, item.records) == ("empty", ())
    assert item.reason.startswith("says what only answers to nonsense say: ")
    assert judged(crawler, answer("spoon", "silver spoon")).kind == "results"


def test_words_on_every_page_do_not_drown_the_answer(crawler: Crawler) -> None:
    """The long drop-down: all of the page but a line is the same, full or empty."""
    brands = tuple(f"brand {chr(97 + n)}{chr(97 + m)}" for n in range(20) for m in range(20))
    store = store_of(crawler)
    for name in ("zx", "qw", "vb"):
        more = {"purpose": "background", "kind": "background"}
        store.save_page(page(name, form="form4", texts=(*brands, "nothing found"), **more))

    def full(name: str) -> ResultPage:
        one = record(1, url=None, text=f"{name} for sale")
        return page(name, one, form="form4", kind="unread", texts=(*brands, f"{name} for sale"))

    drowned = judged(crawler, full("drum"))
    assert drowned.similarity is not None
    assert drowned.similarity > 0.95
    for name in ("oak", "elm", "ash"):
        store.save_page(replace(full(name), kind="results"))
    item = judged(crawler, full("drum"))
    assert item.similarity is not None
    assert item.similarity < 0.5
    assert item.kind == "results"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (404, "empty"),
        (410, "empty"),
        (400, "error"),
        (403, "blocked"),
        (429, "blocked"),
        (503, "error"),
    ],
)
def test_an_error_is_judged_by_its_status(crawler: Crawler, status: int, kind: str) -> None:
    item = judged(crawler, page("a", kind="unread", status=status, signature=""))
    assert (item.kind, item.reason) == (kind, f"HTTP {status}")
    assert stat(crawler, kind) == 1


def test_what_could_not_be_read_is_an_error(crawler: Crawler) -> None:
    item = judged(crawler, page("a", kind="unread", status=0, reason="too slow"))
    assert (item.kind, item.reason) == ("error", "too slow")


def definition(word: str) -> ResultPage:
    said = f"{word}, noun: a thing that every {word} of the {word} family knows"
    tree = page_of(f"<body><p>Help</p><h2>{word}</h2><pre>{said}</pre></body>")
    return page(word, kind="unread", texts=("help", said), page=tree)


def test_an_answer_is_the_record_where_the_form_never_answers_with_a_list(crawler: Crawler) -> None:
    """A dictionary: the first answers are not believed, since a list may follow."""
    for word in ("ant", "bee", "cat"):
        item = judged(crawler, definition(word))
        assert (item.kind, item.records) == ("empty", ())
        store_of(crawler).save_page(item)
    item = judged(crawler, definition("dog"))
    assert (item.kind, item.reason) == ("results", "the answer itself is the record")
    assert [(each.title, each.url) for each in item.records] == [("dog", item.url)]
    unread = replace(definition("eel"), links=tuple(f"http://x/{n}" for n in range(9)))
    assert judged(crawler, unread).kind == "empty", "a list that could not be read"
    nothing = page_of("<body><p>Nothing was found for fox. Please try again.</p></body>")
    told = page("fox", kind="unread", texts=("nothing was found for fox",), page=nothing)
    assert judged(crawler, told).kind == "empty"
    store_of(crawler).save_page(page("gnu", record(1), similarity=0.1))
    assert judged(crawler, definition("hen")).kind == "empty", "the form answers with lists"


SHELL = '<body>Help<script src="/filled.js"></script></body>'


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        pytest.param({}, "error", id="to a word"),
        pytest.param({"purpose": "background"}, "background", id="to nonsense"),
        pytest.param({"is_by_script": True}, "empty", id="by script"),
        pytest.param({"purpose": "list", "links": ("http://x/1",)}, "empty", id="it links on"),
    ],
)
def test_a_shell_is_no_answer_but_to_nonsense(
    crawler: Crawler, more: dict[str, object], kind: str
) -> None:
    shell = page("a", kind="unread", form="form9", texts=("help",), page=page_of(SHELL), **more)
    item = judged(crawler, shell)
    assert (item.kind, item.page) == (kind, None)
    assert item.texts == (() if kind == "error" else ("help",))


NOTE = "<body><h1>Your search</h1><p>No results were found for drum.</p></body>"


def test_one_thing_that_says_that_nothing_was_found_is_no_record(crawler: Crawler) -> None:
    noted = page("drum", record(1), kind="unread", next_url="http://x/2", page=page_of(NOTE))
    item = judged(crawler, noted)
    assert (item.kind, item.records, item.next_url) == ("empty", (), "")
    assert item.reason == "it says: no results were found for drum."


def test_one_thing_is_no_list_of_all(crawler: Crawler) -> None:
    one = page("a", record(1), kind="unread", purpose="unrestricted", page=page_of("<p>Ant</p>"))
    assert judged(crawler, one).reason == "a single record is not a list of all records"


def test_nonsense_that_is_told_to_find_nothing_finds_none(crawler: Crawler) -> None:
    told = page("zq", kind="unread", purpose="background", page=page_of(NOTE))
    assert judged(crawler, told).count == 0
    untold = replace(told, page=page_of("<p>Welcome to our shop</p>"))
    assert judged(crawler, untold).count is None


def test_one_file_that_answers_every_question_is_an_error(crawler: Crawler) -> None:
    first = page("one", record(1), kind="unread", form="form5", file="same", texts=("Searching…",))
    store_of(crawler).save_page(replace(first, kind="empty"))
    assert judged(crawler, first).kind == "results", "the same question has the same answer"
    second = replace(first, query={"q": "two"}, learnt=SiteMemory())
    item = judged(crawler, second)
    assert (item.kind, item.reason) == ("error", ONE_FILE)
    assert (item.texts, item.records, item.learnt) == ((), (), None)
    others = replace(second, file="another"), replace(second, file=""), replace(second, form="f6")
    assert [judged(crawler, other).kind for other in others] == ["results"] * 3


@pytest.mark.parametrize("kind", ["error", "empty", "results"])
def test_what_is_judged_already_is_only_counted(crawler: Crawler, kind: str) -> None:
    item = page("a", record(1), kind=kind, purpose="background")
    assert judged(crawler, item) is item
    assert stat(crawler, kind) == 1


def test_other_items_pass(crawler: Crawler) -> None:
    item = Site("example.org", "u", "r")
    assert EmptyPageFilter.from_crawler(crawler).process_item(item) is item


def test_adverts_are_no_answer(crawler: Crawler) -> None:
    """On a form whose other records proved to be none, records must hold the words asked."""
    judge = EmptyPageFilter.from_crawler(crawler)
    judge.expect_words("example.org", "form1", "q")
    telling = record(1, title="red ants"), record(2, title="blue bees")
    texts = ("red ants", "blue bees", "help")
    item = judge.process_item(page("ant", *telling, kind="unread", texts=texts))
    assert (item.kind, item.records) == ("results", telling[:1]), item.reason
    none = judge.process_item(page("wasp", *telling, kind="unread", texts=texts))
    assert (none.kind, none.records, none.reason) == ("empty", (), ADVERTS)
    title = page("wasp", *telling, kind="unread", texts=texts, purpose="title")
    assert judge.process_item(title).records == telling
    assert crawler.stats is not None
    assert crawler.stats.get_value("deepweb/records/adverts") == 3
