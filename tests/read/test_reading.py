"""All that is read off an answer; on made-up pages, and on every style of the test site."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from deepweb.form.model import Form, forms
from deepweb.form.submission import submission
from deepweb.page.page import Page
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.empty import AnswerText, Background, judged
from deepweb.read.reading import MAX_LINKS, Reading, read_answer
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import page_words
from deepweb.surface.keywords.first_words import nonsense
from tests.read.pages import a_reader, answer_to, broken_html, page_of
from tests.site import STYLES, Site, Style, unicode_characters
from tests.site.browser import Reply, fetch, get

THETA = 0.85
WORDS = (
    "letter", "sign", "latin", "arrow", "theta", "aleph", "pilcrow", "hyphen", "omega", "hook",
    "samaritan", "nosuchword",
)  # fmt: skip


def _list_of(*titles: str, note: str = "") -> str:
    rows = "".join(f'<li><a href="/d/{t}">{t} thing</a><p>about {t}</p></li>' for t in titles)
    return f"<p>{note}</p><ul>{rows}</ul>"


def test_texts_are_normalised_and_distinct() -> None:
    reading = answer_to({"q": "Pump"}, "<p>12 hits for PUMP</p><p>7 hits for pump</p><p>Ho</p>")
    assert reading.texts == ("0 hits for …", "ho")


def test_records_alone_make_the_signature() -> None:
    one = answer_to({"q": "x"}, _list_of("red", "blue", note="Advert for boots"), "<p>None</p>")
    other = answer_to({"q": "y"}, _list_of("blue", "red", note="It is Monday"), "<p>None</p>")
    assert len(one.records) == 2
    assert one.signature == other.signature
    third = answer_to({"q": "y"}, _list_of("blue", "green"), "<p>None</p>")
    assert third.signature != one.signature


def test_without_records_the_whole_page_makes_the_signature() -> None:
    one = answer_to({"q": "x"}, "<p>No hits for x</p>")
    assert one.records == ()
    assert one.signature == answer_to({"q": "y"}, "<p>No hits for y</p>").signature
    assert one.signature != answer_to({"q": "x"}, "<p>Server is down</p>").signature


def test_numbers_of_pages_are_no_records() -> None:
    pages = "".join(f'<li><a href="/s?q=x&page={n}">{n}</a></li>' for n in (1, 2, 8, 9))
    behind = f"<h2>Books</h2><ul class=pagination>{pages}</ul>"
    assert not answer_to({"q": "x"}, behind, "<h2>Books</h2><p>None</p>").records
    years = "".join(f'<li><a href="/y/{n}">{n}</a></li>' for n in (1984, 2001, 2010))
    assert len(answer_to({"q": "x"}, f"<ul>{years}</ul>", "<p>None</p>").records) > 1


def test_links_are_bounded() -> None:
    html = "".join(f'<a href="/{n}">{n}</a>' for n in range(MAX_LINKS + 9))
    assert len(answer_to({}, html).links) == MAX_LINKS


@pytest.mark.parametrize("html", ["", " ", "<html></html>", "<!-- -->", "\0"])
def test_an_empty_page_says_nothing(html: str) -> None:
    reading = answer_to({"q": "x"}, html)
    assert (reading.texts, reading.records, reading.links) == ((), (), ())


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_a_page_is_no_answer_against_itself(html: str) -> None:
    """What stands on the background too is neither a record nor a reason to ask again."""
    alone = answer_to({}, html)
    assert answer_to({}, html) == alone
    assert answer_to({}, html, html).records == ()


class _Asker:
    """Asks a served site as the crawler does."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.style = site.style
        (self.form,) = [form for form in forms(_page(get(site, "/"))) if self._is_search(form)]
        words = nonsense(random.Random(1), 4)
        empty = [self.ask(word, Background(), None) for word in words]
        self.reader = a_reader()
        self.background = Background.of([(reading.texts, reading.links) for reading in empty])

    def ask(self, word: str, background: Background, reader: SiteReader | None) -> Reading:
        query = {self.style.query_name: word}
        sent = submission(self.form, query)
        reply = fetch(sent.url, sent.body if sent.method == "POST" else None)
        asked = AskedQuery(self.form.action, query)
        return read_answer(_page(reply), asked, background, reader, page_words())

    def answers(self) -> Iterator[tuple[str, Reading, set[str]]]:
        """Of each word: what was read, and the ids of the records that the site showed."""
        for word in WORDS:
            reading = self.ask(word, self.background, self.reader)
            yield word, reading, set(self.site.hits[-1].shown)

    def _is_search(self, form: Form) -> bool:
        return self.style.query_name in {box.name for box in form.text_boxes}


def _page(reply: Reply) -> Page:
    return page_of(reply.text, reply.url, reply.headers.get_content_charset() or "utf-8")


def _has_keyword_box(style: Style) -> bool:
    is_faulty = style.fault_rate or style.reset_rate
    return bool(style.query_name and not is_faulty and set(style.required) <= {style.query_name})


@pytest.fixture(params=[name for name, style in STYLES.items() if _has_keyword_box(style)])
def asker(request: pytest.FixtureRequest) -> Iterator[_Asker]:
    with Site(unicode_characters(2000), STYLES[request.param]) as site:
        yield _Asker(site)


def test_records_of_every_style(asker: _Asker) -> None:
    """Precision and recall over all answers, and which of them are called empty."""
    right = read = shown_in_all = 0
    for word, reading, shown in asker.answers():
        found = asker.site.reached(record.url for record in reading.records if record.url)
        right += len(found & shown)
        read += len(reading.records)
        shown_in_all += len(shown)
        if not asker.style.reformulate:
            assert _is_empty(reading, asker.background) == (not shown), word
    assert shown_in_all > 30
    assert right / read >= 0.99
    assert right / shown_in_all >= (0.98 if asker.style.reformulate else 0.99)


def _is_empty(reading: Reading, background: Background) -> bool:
    own_links = sum(record.url is not None for record in reading.records)
    answer = AnswerText(reading.texts, [record.text for record in reading.records], own_links)
    return judged(answer, background, theta=THETA).empty


def test_the_styles_that_are_tested_are_most_of_them() -> None:
    tested = [style for style in STYLES.values() if _has_keyword_box(style)]
    assert len(tested) >= 49
