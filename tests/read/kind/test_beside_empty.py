"""What a page says that known empty pages of its site do not."""

from deepweb.read.kind.beside_empty import BesideEmpty, beside_empty
from deepweb.read.records.region import find_records
from deepweb.store.resources import reading_knowledge
from tests.read.pages import page_of
from tests.read.test_site_reader import answer, title


def beside(html: str, *empty: str) -> BesideEmpty:
    (found,) = beside_empty([page_of(html)], [page_of(each) for each in empty])
    return found


def test_what_was_asked_is_no_news() -> None:
    """The box still holds it, so the page need not be told."""
    said = "<p>Nothing was found for {}.</p>"
    pages = [
        answer([], word=word).replace("<p>Nothing was found.</p>", said.format(word))
        for word in ("zebra", "quagga")
    ]
    page = beside(*pages)
    assert page.fresh.length[page.fresh.root] == 0
    assert page.emptiness(None, theta=0.85).similarity == 1.0


def test_without_a_region_what_is_fresh_are_the_records() -> None:
    page = beside(answer(range(1, 7)), answer([]))
    region = page.region(None)
    assert region is not None
    assert [record[0].findtext(".//a") for record in region.records] == list(
        map(title, range(1, 7))
    )
    assert region.where == "html/body/div/div"
    assert region.reason == "what the empty pages do not say"


def test_a_region_of_which_nothing_is_fresh_is_none() -> None:
    html = answer(range(1, 7))
    (found,) = find_records([page_of(html)], reading_knowledge().regions)
    assert found is not None
    assert beside(html, html).region(found) is None


def test_words_on_all_of_several_pages_say_nothing() -> None:
    shown = [page_of(answer(range(n, n + 4))) for n in (1, 20, 40)]
    one, *_ = beside_empty(shown, [page_of(answer([]))])
    assert "fruit" in one.empty.unsaying
    (alone,) = beside_empty(shown[:1], [page_of(answer([]))])
    assert "fruit" not in alone.empty.unsaying
