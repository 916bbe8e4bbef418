"""Links and buttons by all that they say."""

from __future__ import annotations

import pytest

from deepweb.page.effects.element import acting_links, acting_markup
from deepweb.page.page import links
from deepweb.store.resources import effects
from tests.read.pages import page_of

JUDGE = effects()


@pytest.mark.parametrize(
    "markup",
    ['<a href="/t/5" class="icon icon-trash"></a>',
     '<a href="/t/5" title="Delete"></a>',
     '<button aria-label="Delete all">x</button>',
     '<input type="button" value="Löschen">',
     '<input type="image" alt="Slet">',
     '<a href="/pl/1" data-method="delete">Place</a>',
     '<a href="/m/1" onclick="return confirm(\'Sure?\')">Go</a>',
     '<button hx-post="/x">OK</button>',
     '<button><span class="mdi mdi-send"></span></button>',
     '<a href="/31/s"><svg><use href="#star"></use></svg><span>Add to favourites</span></a>'],
)  # fmt: skip
def test_what_is_not_pressed(markup: str) -> None:
    assert acting_markup(markup, JUDGE)


@pytest.mark.parametrize(
    "markup",
    ['<button class="btn"><i class="fa fa-search"></i></button>',
     '<button class="load-more" data-page="2">Load more</button>',
     '<a href="?page=2" rel="next">Next</a>',
     '<input type="submit" value="Search">',
     '<a href="/list" data-method="get">List</a>'],
)  # fmt: skip
def test_what_is_pressed(markup: str) -> None:
    assert not acting_markup(markup, JUDGE)


def test_the_title_of_a_record_may_say_anything() -> None:
    assert not acting_markup("<a>Delete all</a>", JUDGE, is_title=True)
    assert acting_markup('<a data-method="delete">Letters</a>', JUDGE, is_title=True)


@pytest.mark.parametrize(
    ("link", "acts"),
    [('<a href="/r?q=a&p=2">Next</a>', False),
     ('<a href="/r?q=a&p=2" title="Confirm the order">Next</a>', True),
     ('<a href="/r?q=a&p=2">1850<span> - approve all pending</span></a>', True),
     ('<a href="/r?q=a&newsletter=1">News</a>', True),
     ('<a href="/checkout/next?q=a">Next</a>', True),
     ('<a href="/r?q=a&series=kill-bill">Kill Bill</a>', False),
     ('<a href="/r?q=a&remove=type">Remove filter</a>', False),
     ('<a href="/r?remove=type">Remove</a>', True)],
)  # fmt: skip
def test_facets_and_next_pages_are_judged_by_their_links(link: str, acts: bool) -> None:
    page = page_of(f"<p>{link}</p>", "http://a.example/r?q=a")
    assert bool(acting_links(page, links(page, 9), JUDGE)) == acts


@pytest.mark.parametrize(
    ("link", "acts"),
    [("<button onclick=\"location='/r?q=a&p=2'\">Next</button>", False),
     ("<button onclick=\"location='/r?q=a&p=2'\" title='Confirm the order'>Next</button>", True),
     ("<a href=\"javascript:go('/r?q=a&p=2')\" title='Delete all'>Next</a>", True)],
)  # fmt: skip
def test_so_are_those_that_a_script_opens(link: str, acts: bool) -> None:
    page = page_of(f"<p>{link}</p>", "http://a.example/r?q=a")
    assert bool(acting_links(page, {"http://a.example/r?q=a&p=2"}, JUDGE)) == acts
