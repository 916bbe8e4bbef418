"""One owner a site, in databases of both kinds: who takes it, keeps it, loses it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from deepweb.items import Site
from deepweb.store.ledger import CrawlStore
from deepweb.store.ownership import SiteLostError, SiteOwnedError, is_dead, this_process
from tests.conftest import ROOT
from tests.samples import SITE, page, record, search_form
from tests.servers import selected

SHORT = 0.3


@contextmanager
def opened(address: str, lease: float = 60.0) -> Iterator[CrawlStore]:
    store = CrawlStore.open(address, lease)
    yield store
    store.close()


def test_a_site_has_one_owner(store_address: str) -> None:
    with opened(store_address) as one, opened(store_address) as other:
        one.take_site(SITE)
        with pytest.raises(SiteOwnedError) as caught:
            other.take_site(SITE)
        assert f"is being crawled by {this_process()}" in str(caught.value)
        assert "wait for it to end, or stop it" in str(caught.value)
        other.take_site("other.example")
        one.ownership.give_back(SITE)
        other.take_site(SITE)


def test_a_lease_that_ran_out_is_taken_over_and_its_owner_writes_nothing(
    store_address: str,
) -> None:
    with opened(store_address, SHORT) as slow, opened(store_address) as next_:
        slow.take_site(SITE)
        slow.save_page(page("a", record(1)))
        time.sleep(SHORT * 1.5)
        next_.take_site(SITE)
        for write in (
            lambda: slow.save_page(page("b", record(2))),
            lambda: slow.decisions.save_site(Site(SITE, "u", "late")),
            lambda: slow.decisions.save_form(search_form()),
            lambda: slow.save_attributes(SITE, {"id1": {"a": ["b"]}}),
            lambda: slow.decisions.forget_links(SITE),
            lambda: slow.renew_site(SITE),
            lambda: slow.log_request(SITE, "GET", "u", 200, "late"),
        ):
            with pytest.raises(SiteLostError, match="was taken over by another process"):
                write()
        assert next_.record_count(SITE) == 1
        assert next_.page_kinds(SITE) == {"results": 1}
        assert next_.decisions.forms(SITE) == []
        assert next_.save_page(page("b", record(2))) == [record(2)]


def test_every_write_and_each_beat_renews(store_address: str) -> None:
    with opened(store_address, 1.0) as busy, opened(store_address) as other:
        busy.take_site(SITE)
        for number in range(6):
            time.sleep(0.3)
            if number % 2:
                busy.renew_site(SITE)
            else:
                busy.save_page(page(str(number)))
        with pytest.raises(SiteOwnedError):
            other.take_site(SITE)


def test_a_lease_that_ran_out_but_was_taken_by_nobody_goes_on(store_address: str) -> None:
    with opened(store_address, SHORT) as store:
        store.take_site(SITE)
        time.sleep(SHORT * 1.5)
        assert store.save_page(page("a", record(1))) == [record(1)]


def test_giving_back_what_was_lost_leaves_it_to_the_owner(store_address: str) -> None:
    with opened(store_address, SHORT) as slow, opened(store_address) as next_:
        slow.take_site(SITE)
        time.sleep(SHORT * 1.5)
        next_.take_site(SITE)
        slow.ownership.give_back(SITE)
        with opened(store_address) as third, pytest.raises(SiteOwnedError):
            third.take_site(SITE)


def test_tokens_only_grow(store_address: str) -> None:
    with opened(store_address) as store:
        for _ in range(3):
            store.take_site(SITE)
            store.ownership.give_back(SITE)
    assert selected(store_address, "SELECT token FROM owners") == [(3,)]


def test_what_nobody_took_may_be_written(store_address: str) -> None:
    with opened(store_address) as store:
        assert store.save_page(page("a", record(1))) == [record(1)]


HOLDER = """
import sys, time
from deepweb.store.ledger import CrawlStore
store = CrawlStore.open(sys.argv[1])
store.take_site("example.org")
print("taken", flush=True)
time.sleep(60)
"""


def test_a_process_that_is_killed_loses_its_sites_at_once(store_address: str) -> None:
    command = [sys.executable, "-c", HOLDER, store_address]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "taken\n"
        with opened(store_address) as store:
            with pytest.raises(SiteOwnedError, match=f"process {holder.pid} of"):
                store.take_site(SITE)
            holder.send_signal(signal.SIGKILL)
            holder.wait()
            store.take_site(SITE)


def test_who_is_dead() -> None:
    me = this_process()
    assert not is_dead(me)
    assert is_dead(me.replace("started ", "started 9")), "the number was given away again"
    assert is_dead(me.replace(f"process {os.getpid()} ", "process 4194303 "))
    host = me.split()[3]
    assert not is_dead(me.replace(host, "elsewhere").replace("started ", "started 9"))
    assert not is_dead("")
    assert not is_dead("a row that somebody wrote by hand")
