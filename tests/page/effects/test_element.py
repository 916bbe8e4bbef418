"""Links and buttons by all that they say."""

from __future__ import annotations

import pytest

from deepweb.page.effects.element import acting_markup
from deepweb.store.resources import effects

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
