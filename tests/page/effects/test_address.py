"""Addresses that act, and addresses of pages to read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.effects.address import acting_address
from deepweb.store.resources import effects

JUDGE = effects()
SITE = "https://www.example.org"


@pytest.mark.parametrize(
    "path",
    ["/logout", "/wyloguj", "/deleteItem.php?id=7", "/buy?id=5", "/post/12?do=subscribe",
     "/page?action=rollback", "/like/5", "/cron/run", "/sepete-ekle/5", "/ta-bort/5", "/wipeall",
     "/eintrag/5/loeschen", "/shanchu?id=5", "/sakujo/3", "/korzina/dobavit/5", "/diagrafi/5",
     "/item/7/report", "/products/delete/5", "/list?addlist=3", "/list?rm=old", "/x?logout",
     "/admin.php?op=killsession&sid=8", "/shop?add-to-cart=17", "/user_delete", "/d%C3%A9connexion",
     "/index/_delete_by_query", "/blog/7/like", "/results?encuesta=verano",
     "/members/lookup;mode=expel", "/n/9/ack", "/av/7/leido", "/prefs?set=theme:dark",
     "/search?q=map&remember=1"],
)  # fmt: skip
def test_what_acts(path: str) -> None:
    assert acting_address(f"{SITE}{path}", JUDGE)


@pytest.mark.parametrize(
    "path",
    ["/", "/blog/how-to-delete-a-file", "/docs/git-rm", "/user-guide/remove-items", "/additives",
     "/orders-of-magnitude", "/unsubscribe-policy", "/news/council-approves-plan", "/book/5",
     "/order/2020", "/reports/2019.html", "/category/print", "/tags/log-out", "/wiki/Delete",
     "/search?q=delete", "/list?sort=likes&order=asc", "/list?page=2&format=map",
     "/celebrity/lisa-kudrow",
     "/product/delete-key-keycap", "/articles/12345-Import-Your-GameChanger-Teams", "/surveys/3",
     "/archive?login=Ann", "/settings", "/list;jsessionid=7?page=2"],
)  # fmt: skip
def test_what_is_read(path: str) -> None:
    assert not acting_address(f"{SITE}{path}", JUDGE)


def test_what_was_fetched_already_does_no_more_harm() -> None:
    known = f"{SITE}/cmd/run?do=zap&page=1"
    assert acting_address(known, JUDGE)
    assert not acting_address(f"{SITE}/cmd/run?do=zap&page=2", JUDGE, known)
    assert acting_address(f"{SITE}/cmd/run?do=zap&page=2&delete=1", JUDGE, known)


def test_the_title_of_a_link_tells_that_its_address_is_one() -> None:
    url = f"{SITE}/x/remove-items"
    assert acting_address(url, JUDGE)
    assert not acting_address(url, JUDGE, is_titled=True)


def test_a_form_is_not_sent_where_something_happens() -> None:
    assert acting_address(f"{SITE}/feedback", JUDGE, is_sent=True)
    assert not acting_address(f"{SITE}/feedback", JUDGE)


@given(st.text(max_size=200))
def test_no_address_is_too_strange(text: str) -> None:
    assert isinstance(acting_address(text, JUDGE), str)
    assert isinstance(acting_address(f"{SITE}/{text}?{text}={text}", JUDGE), str)
