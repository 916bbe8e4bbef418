"""Which links lead to the next page of a list, and which only look so?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from deepweb.read.links.pager import next_link, pager
from deepweb.store.resources import pager_words
from tests.read.pages import broken_html, mutated, page_of

_HERE = "http://site.example/search?q=pump"
_NEXT = f"{_HERE}&page=2"


def _next(body: str, url: str = _HERE, head: str = "") -> str | None:
    return next_link(page_of(f"<head>{head}</head><body>{body}</body>", url), pager_words())


@pytest.mark.parametrize(
    "label",
    [
        "Next", "Next page »", "next 20 results", "Older posts", "Weiter", "Nächste Seite",
        "Suivant", "Page suivante \u203a", "Siguiente", "Próxima página", "Próximo >", "Successiva",
        "Volgende", "Nästa", "Næste", "Seuraava", "Następna", "Další", "Következő", "Următoarea",
        "Επόμενη", "Sonraki", "Следующая", "Далее →", "Наступна", "التالي", "הבא", "अगला",
        "Tiếp theo", "Selanjutnya", "ถัดไป", "下一页", "下一頁", "次へ", "次のページ", "다음",
        "Load more", "Mehr anzeigen", "»", "\u203a", ">", "→",
    ],
)  # fmt: skip
def test_links_that_say_next(label: str) -> None:
    assert _next(f'<div class=pager><a href="?q=pump&page=2">{label}</a></div>') == _NEXT


@pytest.mark.parametrize(
    "link",
    [
        pytest.param('<a href="?q=pump&page=2" rel="next">mehr davon</a>', id="rel"),
        pytest.param('<a href="?q=pump&page=2"><img src=r alt="Next page"></a>', id="a picture"),
        pytest.param('<a href="?q=pump&page=2" aria-label="Next"></a>', id="a spoken label"),
        pytest.param('<a href="?q=pump&page=2"><i class="chevron-right"></i></a>', id="an icon"),
        pytest.param('<ul class=pagination><li class=next><a href="?q=pump&page=2"></a></li></ul>',
                     id="a class around it"),
        pytest.param('<b>1</b> <a href="?q=pump&page=2">2</a> <a href="?q=pump&page=3">3</a>',
                     id="the number after this one"),
        pytest.param('<a class=current href="?q=pump&page=1">1</a> <a href="?q=pump&page=2">2</a>',
                     id="the number after the current one"),
        pytest.param('<a href="?q=pump&page=9">»»</a> <a href="?q=pump&page=2">»</a>'
                     ' <span class=pages><a href="?q=pump&page=2">2</a></span>',
                     id="a single arrow beside a double one"),
        pytest.param("<button onclick=\"location.href='?q=pump&page=2'\">Next</button>",
                     id="a button that opens an address"),
        pytest.param("<a href=\"javascript:go('/search?q=pump&page=2')\">Next</a>",
                     id="a script that opens an address"),
    ],
)  # fmt: skip
def test_links_that_are_marked_or_stand_so(link: str) -> None:
    assert _next(link) == _NEXT


def test_a_declared_next_page_is_taken_where_no_link_says_it() -> None:
    head = '<link rel="next" href="/search?q=pump&page=2">'
    assert _next("<p>Nothing more</p>", head=head) == _NEXT
    assert _next('<a href="?q=pump&page=2b">Next page</a>', head=head) == _NEXT


@pytest.mark.parametrize(
    "link",
    [
        pytest.param('<a href="?q=pump&page=2">Previous</a>', id="previous"),
        pytest.param('<a class="pager-prev" href="?q=pump&page=2">«</a>', id="an arrow back"),
        pytest.param('<a class="next" rel="prev" href="?q=pump&page=2">x</a>', id="rel prev"),
        pytest.param('<a href="http://other.example/search?q=pump&page=2">Next</a>', id="off site"),
        pytest.param(f'<a href="{_HERE}">Next</a>', id="the same page"),
        pytest.param(f'<a href="{_HERE}#list">Next</a>', id="a place on the same page"),
        pytest.param('<a href="#">Next</a>', id="nowhere"),
        pytest.param('<a href="javascript:next()">Next</a>', id="a script"),
        pytest.param('<a href="mailto:next@site.example">Next</a>', id="a letter"),
        pytest.param('<a href="/2020/why-pumps">Next post: why pumps</a>', id="the next article"),
        pytest.param('<div class="calendar"><a href="?month=2">Next</a></div>', id="next month"),
        pytest.param('<div class="slider"><a class=next href="/pic">Next</a></div>', id="a slide"),
        pytest.param('<a href="/news">More</a>', id="more of something else"),
        pytest.param('<a href="/a">\u203a</a>', id="an arrow alone"),
        pytest.param('<a href="/item/7">Next generation pumps and what they can do for you</a>',
                     id="a title"),
        pytest.param("<table class=calendar><tr>" + "".join(
            f'<td><a href="/2020/03/{n:02}">{n}</a></td>' for n in range(2, 30)) + "</tr></table>",
            id="days of a month"),
    ],
)  # fmt: skip
def test_links_that_lead_elsewhere(link: str) -> None:
    assert _next(f"<p>{link}</p>") is None


_ROW = "".join(
    f'<a href="/search?q=pump&amp;page={n}">{n}</a> ' if n != 4 else "<b>4</b> "
    for n in range(1, 8)
)


def test_the_row_of_page_numbers() -> None:
    found = pager(page_of(f"<div>{_ROW}</div>", f"{_HERE}&page=4"), pager_words())
    assert found.next_url == f"{_HERE}&page=5"
    assert found.page_urls == tuple(f"{_HERE}&page={n}" for n in (1, 2, 3, 5, 6, 7))
    assert found.reason == "number 5 after 4, leads to 5"


def test_on_the_last_page_there_is_no_next() -> None:
    row = '<a href="?q=pump&page=1">1</a> <a href="?q=pump&page=2">2</a> <b>3</b>'
    found = pager(
        page_of(f'<p class=pages>{row}</p><a href="?q=pump&page=2">Back</a>', f"{_HERE}&page=3"),
        pager_words(),
    )
    assert found.next_url is None
    assert found.reason == "no link leads to a next page"


def test_an_arrow_past_all_numbers_leads_to_the_last_page() -> None:
    row = "".join(f'<a href="?start={10 * n}">{n + 1}</a> ' for n in range(4))
    last = '<a href="?start=990">\u00bb</a>'
    here = "http://site.example/search?start=10"
    assert _next(f"<p>{row}{last}</p>", here) == "http://site.example/search?start=20"


def test_how_many_to_show_is_no_page_number() -> None:
    sizes = "".join(f'<a href="?q=pump&limit={n}">{n}</a> ' for n in (10, 20, 50))
    assert pager(page_of(f"<p>Show {sizes}</p>", _HERE), pager_words()).page_urls == ()


def test_sizes_that_stand_in_the_pager_are_no_page_numbers() -> None:
    sizes = "".join(f'<a href="/show?nb={n}">{n}</a>' for n in (20, 50, 100))
    arrow = '<a href="?page=2&amp;q=x" class="older"><i class="fa fa-arrow-circle-right"></i></a>'
    box = f'<div class="paging">{arrow} 1 / 20 <p>{sizes}</p></div>'
    assert pager(page_of(box, _HERE), pager_words()).page_urls == ()
    assert _next(box) == "http://site.example/search?page=2&q=x"


def test_offsets_and_paths_lead_on_too() -> None:
    assert _next('<a href="?q=pump&start=10">Next</a>') == f"{_HERE}&start=10"
    path = "http://site.example/blog/page/3/"
    assert _next('<a href="/blog/page/2/">Next</a>', path) is None
    assert _next('<a href="/blog/page/4/">Next</a>', path) == "http://site.example/blog/page/4/"


def test_a_page_from_a_file_has_links_too() -> None:
    assert _next('<a href="/search?page=2">Next</a>', "file:///tmp/page.html")


_SAMPLE = f'<div class=pager>{_ROW}<a href="?page=5">Next</a></div><link rel=next href="?page=5">'


@given(broken_html | mutated(_SAMPLE))
@settings(max_examples=150, deadline=None)
def test_any_page_may_be_asked(html: str) -> None:
    found = pager(page_of(f"<html>{html}</html>"), pager_words())
    assert found.reason
    assert len(set(found.page_urls)) == len(found.page_urls)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param('<a href="?page=2">next</a>' * 20_000, id="many next links"),
        pytest.param("".join(f'<a href="?p={n}">{n}</a>' for n in range(9_999)), id="many pages"),
        pytest.param("<div>" * 5_000 + '<a href="?page=2">next</a>', id="deep"),
        pytest.param(f'<a href="?{"a=1&" * 99_999}" class="{"next " * 99_999}">go</a>', id="long"),
    ],
)  # fmt: skip
def test_hostile_pages_cost_little(html: str) -> None:
    assert pager(page_of(f"<html><body>{html}</body></html>"), pager_words()).reason


OFFSETS = "<p><b>[1]</b> {}</p>".format(
    " ".join(f'<a href="?q=x&whence={20 * n}">[{n + 1}]</a>' for n in range(1, 5))
)
DAYS = "<p>{}</p>".format(" ".join(f'<a href="?day={n}">{n}</a>' for n in range(2, 9)))


def test_an_argument_that_grows_with_the_numbers_pages_whatever_it_is_called() -> None:
    found = pager(page_of(OFFSETS, "http://site.example/s?q=x"), pager_words())
    assert found.next_url == "http://site.example/s?q=x&whence=20"
    assert len(found.page_urls) == 4


def _group(current: int) -> str:
    """Ten numbers, the first page without an argument, and arrows to the groups beside them."""
    start = (current - 1) // 10 * 10
    shown = [
        f"<b>{n}</b>" if n == current else f"<a href='/list{f'?o={n}' if n > 1 else ''}'>{n}</a>"
        for n in range(start + 1, start + 11)
    ]
    before = f"<a href='/list?o={start}'>&lt;&lt;</a>" if start else ""
    return f"<p>{before} {' '.join(shown)} <a href='/list?o={start + 11}'>&gt;&gt;</a></p>"


@pytest.mark.parametrize("current", [1, 5, 10, 11, 20])
def test_the_last_number_of_a_group_leads_to_the_next_group(current: int) -> None:
    page = page_of(_group(current), url=f"http://example.org/list?o={current}")
    assert next_link(page, pager_words()) == f"http://example.org/list?o={current + 1}"


def test_days_are_no_pages_though_they_grow() -> None:
    assert pager(page_of(DAYS, "http://site.example/s"), pager_words()).next_url is None


@pytest.mark.parametrize("there", ["/results/step/3?q=map", "/list?q=map&page=2&off=1"])
def test_a_next_that_leads_elsewhere_than_the_numbers_is_not_taken(there: str) -> None:
    row = '<span>1</span> <a href="/list?q=map&page=2">2</a> <a href="/list?q=map&page=3">3</a>'
    html = f'<div class="pagination">{row} <a href="{there}">Next</a></div>'
    found = _next(html, "http://example.org/list?q=map")
    assert found == "http://example.org/list?q=map&page=2"


def test_numbers_of_records_are_no_page_numbers() -> None:
    about = "some words that describe what the row is about, and more of them"
    rows = "".join(f'<tr><td><a href="/list/{n}">{n}</a><td>{about}</tr>' for n in range(1, 21))
    html = f'<table><tbody>{rows}</tbody></table><p><a href="/list?from=20">Next page</a></p>'
    assert _next(html, "http://example.org/list") == "http://example.org/list?from=20"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ('<a href="?q=pump&da=10">Lisäksi</a>', f"{_HERE}&da=10"),
        ('<a href="?q=pump&da=11">Lisäksi</a>', f"{_HERE}&da=11"),
        ('<a href="?q=pump&da=30">Lisäksi</a>', None),
        ('<a href="?q=pump&rows=10">10</a>', None),
        ('<a href="?q=pump&da=10">a</a><a href="?q=pump&zu=10">b</a>', None),
        ('<a href="?q=valve&da=10">Lisäksi</a>', None),
    ],
)
def test_one_link_that_leads_as_many_records_further(link: str, expected: str | None) -> None:
    page = page_of(f"<body><ol><li>records</ol>{link}</body>", _HERE)
    assert next_link(page, pager_words(), 10) == expected
    assert next_link(page, pager_words()) is None


def test_the_offset_of_the_next_page_is_told_by_that_of_this_one() -> None:
    page = page_of(
        '<a href="?q=pump&da=30">Lisäksi</a> <a href="?q=pump&da=10">Taka</a>', f"{_HERE}&da=20"
    )
    assert next_link(page, pager_words(), 10) == f"{_HERE}&da=30"


def test_a_page_without_a_number_whose_numbers_are_all_links_is_the_first() -> None:
    row = " ".join(f'<a href="?q=pump&p={n}">{n}</a>' for n in range(1, 5))
    assert _next(f"<p>{row}</p>") == f"{_HERE}&p=2"
    assert _next(f"<p>{row}</p>", f"{_HERE}&p=2") == f"{_HERE}&p=3"
