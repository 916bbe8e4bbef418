"""The store, against real databases of both kinds: what goes in comes out, also after the worst."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from deepweb.form.script import Paging, Script
from deepweb.items import Site
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import Background
from deepweb.read.kind.response import TRANSIENT
from deepweb.read.records.identity import IdentityRules
from deepweb.read.site_reader import SiteMemory
from deepweb.report.history import SiteHistory
from deepweb.store.decisions import FormLinks, LinkArgument, QueryTemplate, ScriptedPage
from deepweb.store.ledger import CrawlStore, StoreError
from deepweb.surface.answer import Answer, Found, LearntIdentity
from tests.conftest import ROOT
from tests.read.pages import a_reader, page_of
from tests.read.test_site_reader import answer
from tests.samples import SITE, UNICODE, page, record, search_form
from tests.servers import selected


def reopened(store: CrawlStore, address: str) -> CrawlStore:
    store.close()
    return CrawlStore.open(address)


def rows(address: str, table: str) -> int:
    ((count,),) = selected(address, f"SELECT count(*) FROM {table}")
    return int(count)


# --- Round trips ---


def test_a_form_comes_back_as_it_went_in(store: CrawlStore, address: str) -> None:
    form = search_form()
    store.decisions.save_form(form)
    again = reopened(store, address)
    assert again.decisions.forms(SITE) == [form]
    assert again.decisions.forms(SITE)[0].form.id == form.form.id
    assert again.decisions.forms("other.example") == []
    again.close()


def test_forms_come_in_the_order_of_finding(store: CrawlStore) -> None:
    kept = [search_form(index) for index in (None, *reversed(range(12)))]
    for form in (*kept, *reversed(kept)):
        store.decisions.save_form(form)
    assert store.decisions.forms(SITE) == kept


def test_how_a_search_by_script_is_asked_comes_back(store: CrawlStore) -> None:
    paging = Paging("after", "cursor", 1, 20, "", ("info", "end"))
    script = Script("open", (("accept", "json"),), ("a", "*"), "/{id}", UNICODE, paging, 3)
    found = search_form()
    kept = replace(found, form=replace(found.form, script=script))
    store.decisions.save_form(kept)
    assert store.decisions.forms(SITE) == [kept]


def test_pages_with_scripts_come_back(store: CrawlStore) -> None:
    first = ScriptedPage(SITE, "http://x/", "q", "wanted", UNICODE, ("one", UNICODE))
    store.decisions.save_scripted_page(first)
    later = replace(first, way="request")
    store.decisions.save_scripted_page(later)
    assert store.decisions.scripted_pages(SITE) == [later]
    assert store.decisions.scripted_pages("other.example") == []


def test_a_later_verdict_on_a_form_replaces_the_earlier(store: CrawlStore) -> None:
    store.decisions.save_form(search_form())
    later = search_form(searchable=False, query_input=None, reason=UNICODE)
    store.decisions.save_form(later)
    assert store.decisions.forms(SITE) == [later]


def test_templates_come_back_and_are_replaced(store: CrawlStore, address: str) -> None:
    first = QueryTemplate(SITE, "form1", ("q", 'odd, "name"'), False, 0, None, "untried")
    other = QueryTemplate(SITE, "form1", ("sort",), True, 20, 0.5, UNICODE)
    later = replace(first, informative=True, tested=7, distinctness=0.25)
    for template in (first, other, later, replace(first, site="other.example")):
        store.decisions.save_template(template)
    again = reopened(store, address)
    kept = sorted(again.decisions.templates(SITE), key=lambda template: template.binding)
    assert kept == [later, other]
    again.close()


def test_what_became_of_links_comes_back_and_is_replaced(store: CrawlStore, address: str) -> None:
    sort = LinkArgument(SITE, "form1", "sort", 0.9, "presentation", UNICODE)
    odd = LinkArgument(SITE, "form1", "gr\udcfc", 0.1, "selection", "\udcfc")
    links = FormLinks(SITE, "form1", 12, 7, {"facet": {"is known": 3}, "next": {}})
    for argument in (replace(sort, role="selection"), sort, odd, replace(sort, site="x.example")):
        store.decisions.save_link_argument(argument)
    store.decisions.save_form_links(replace(links, links=1))
    store.decisions.save_form_links(links)
    again = reopened(store, address)
    kept = {each.argument: each for each in again.decisions.link_arguments(SITE)}
    assert kept.pop("sort") == sort
    assert list(kept) == ["gr\\udcfc"]
    assert again.decisions.form_links(SITE) == [links]
    assert again.decisions.form_links("x.example") == []
    again.close()


def test_pages_are_counted_by_purpose(store: CrawlStore) -> None:
    for query, purpose in (("a", "facet"), ("b", "related"), ("c", "facet")):
        store.save_page(page(query, purpose=purpose))
    assert store.purposes(SITE) == {"facet": 2, "related": 1}
    assert store.purposes("other.example") == {}


def test_a_site_is_kept_once(store: CrawlStore, address: str) -> None:
    store.decisions.save_site(Site(SITE, "http://example.org/", "asked for"))
    store.decisions.save_site(Site(SITE, "http://example.org/new", "asked again"))
    kept = selected(address, "SELECT site, url, reason FROM sites")
    assert kept == [(SITE, "http://example.org/new", "asked again")]


def test_records_come_back_in_the_order_of_finding(store: CrawlStore, address: str) -> None:
    posted = {"url": "http://example.org/s", "values": {"q": "x"}}
    plain = record(1, found_on="http://example.org/?q=x", query={"q": "x"})
    odd = record(
        2,
        url=None,
        title=UNICODE,
        text=UNICODE,
        fields={UNICODE: UNICODE},
        attributes={"tags": ["a", UNICODE]},
        found_on=posted,
    )
    store.save_page(page("b", odd))
    store.save_page(page("a", plain, odd))
    again = reopened(store, address)
    assert list(again.records(SITE)) == [odd, plain]
    assert list(again.records("other.example")) == []
    assert (again.record_count(SITE), again.record_count("other.example")) == (2, 0)
    again.close()


def test_requests_are_counted_by_site(store: CrawlStore) -> None:
    for site in (SITE, SITE, "other.example"):
        store.log_request(site, "GET", "http://example.org/" + UNICODE, 0, UNICODE)
    assert store.request_count(SITE) == 2
    assert store.request_count("other.example") == 1
    assert store.request_count("none.example") == 0


# --- Pages and records ---


def test_only_new_records_are_returned(store: CrawlStore) -> None:
    assert store.save_page(page("a", record(1), record(2))) == [record(1), record(2)]
    assert store.save_page(page("b", record(2), record(3))) == [record(3)]
    assert store.save_page(page("c", record(1), record(3))) == []
    assert store.save_page(page("d")) == []
    assert list(store.records(SITE)) == [record(1), record(2), record(3)]


def test_a_record_twice_on_a_page_is_one(store: CrawlStore) -> None:
    assert store.save_page(page("a", record(1), record(1))) == [record(1)]
    assert store.record_count(SITE) == 1


def test_one_id_on_two_sites_is_two_records(store: CrawlStore) -> None:
    other = record(1, site="other.example")
    store.save_page(page("a", record(1)))
    assert store.save_page(page("a", other, site="other.example")) == [other]
    assert store.record_count(SITE) == 1
    assert store.known("other.example", ["id1", "id2"]) == {"id1"}


def test_known_records_of_any_number(store: CrawlStore) -> None:
    store.save_page(page("a", *(record(n) for n in range(2000))))
    asked = [f"id{n}" for n in range(1000, 3000)]
    assert store.known(SITE, asked) == {f"id{n}" for n in range(1000, 2000)}
    assert store.known(SITE, []) == set()


def test_two_thousand_records_on_a_page(
    store: CrawlStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [record(n) for n in range(2000)]
    assert store.save_page(page("a", *many)) == many
    again = reopened(store, address)
    assert list(again.records(SITE)) == many
    monkeypatch.setattr("deepweb.store.ledger.MANY", 900)
    ids = list(again.record_ids(SITE))
    assert list(map(len, ids)) == [900, 900, 200]
    assert [id_ for some in ids for id_ in some] == [each.id for each in many]
    answer = again.answer(SITE, "print-a")
    assert answer is not None
    assert [found.id for found in answer.found] == [each.id for each in many]
    again.close()


def test_texts_of_a_megabyte(store: CrawlStore) -> None:
    long = "ä\N{HAIR SPACE}" * 500_000
    store.save_page(page("a", record(1, text=long, fields={"long": long})))
    (kept,) = store.records(SITE)
    assert kept.text == kept.fields["long"] == long


def test_pages_are_counted_by_kind(store: CrawlStore) -> None:
    for name, kind in (("a", "results"), ("b", "empty"), ("c", "empty"), ("d", "error")):
        store.save_page(page(name, kind=kind))
    store.save_page(page("e", site="other.example"))
    assert store.page_kinds(SITE) == {"results": 1, "empty": 2, "error": 1}
    assert store.page_kinds("none.example") == {}


def test_the_first_page_with_a_signature(store: CrawlStore) -> None:
    for name in ("a", "b", "c"):
        store.save_page(page(name, signature="x" if name != "a" else "y"))
    assert store.page_with_signature(SITE, "x") == "http://example.org/?q=b"
    assert store.page_with_signature("other.example", "x") is None
    assert store.page_with_signature(SITE, "z") is None


# --- The ledger ---


def test_answers_replay_exactly(store: CrawlStore, address: str) -> None:
    # Not in the order of their ids, and known from another page.
    shown = [record(n, title=f"{n} {UNICODE}") for n in (3, 1, 2)]
    store.save_page(page("before", record(2)))
    links = ("http://example.org/?q=b", f"http://example.org/?q={UNICODE}")
    store.save_page(page("a", *shown, kind="duplicate", signature="s", links=links))
    found = tuple(Found(r.id, r.title, r.text) for r in shown)
    expected = Answer("duplicate", "s", found, url="http://example.org/?q=a", links=links)
    assert store.answer(SITE, "print-a") == expected
    again = reopened(store, address)
    assert again.answer(SITE, "print-a") == expected
    assert again.answer(SITE, "print-b") is None
    assert again.answer("other.example", "print-a") is None
    again.close()


@pytest.mark.parametrize("status", [0, 408, 429, 500, 502, 503, 504])
def test_trouble_is_no_answer_and_is_replaced_when_one_comes(
    store: CrawlStore, address: str, status: int
) -> None:
    assert status in TRANSIENT
    failed = page("a", status=status, kind="error", signature="")
    store.save_page(failed)
    assert store.answer(SITE, "print-a") is None
    assert store.page_kinds(SITE) == {"error": 1}
    assert store.save_page(page("a", record(1))) == [record(1)]
    answer = store.answer(SITE, "print-a")
    found = (Found("id1", "title 1", "text 1"),)
    assert answer == Answer("results", "signature-a", found, url="http://example.org/?q=a")
    assert store.page_kinds(SITE) == {"results": 1}
    assert rows(address, "pages") == 1


@pytest.mark.parametrize("status", [200, 204, 301, 400, 403, 404, 410, 501])
def test_the_rest_is_an_answer(store: CrawlStore, status: int) -> None:
    store.save_page(page("a", status=status, kind="empty"))
    answer = store.answer(SITE, "print-a")
    assert answer == Answer("empty", "signature-a", url="http://example.org/?q=a")


def test_a_page_saved_again_leaves_nothing_of_the_first(store: CrawlStore, address: str) -> None:
    store.save_page(page("a", record(1), record(2)))
    store.save_page(page("b", record(3)))
    store.save_page(page("a", record(2)))
    assert rows(address, "pages") == 2
    assert rows(address, "found") == 2
    answer = store.answer(SITE, "print-a")
    assert answer is not None
    assert [found.id for found in answer.found] == ["id2"]


# --- Readings ---


def memory() -> SiteMemory:
    """As learnt from a page, with regions, columns and typed values."""
    reader = a_reader()
    html = page_of(answer(range(1, 9)))
    asked = AskedQuery("http://site.example/search", {"q": "ripe"})
    reader.records(html, asked, Fresh(html, asked, Background()))
    assert reader.model.fields is not None
    return reader.memory


def test_what_an_answer_taught_is_stored_with_it(store: CrawlStore, address: str) -> None:
    learnt = memory()
    assert store.reading(SITE, "form1") is None
    store.save_page(page("a", learnt=learnt))
    store.save_page(page("b"))
    again = reopened(store, address)
    assert again.reading(SITE, "form1") == json.loads(json.dumps(learnt.to_json()))
    assert again.reading(SITE, "form2") is None
    assert again.reading("other.example", "form1") is None
    again.close()


def test_ids_that_an_answer_changed_come_back_with_it(store: CrawlStore, address: str) -> None:
    rules = IdentityRules({"?sid": "it differs"})
    old, new = (replace(record(1), id=f"http://a.example/1{end}") for end in ("?sid=7", ""))
    store.save_page(page("a", old))
    store.save_page(page("b", new, identity=rules))
    again = reopened(store, address)
    answers = [again.answer(SITE, f"print-{name}") for name in "ab"]
    assert [each and each.identity for each in answers] == [
        None,
        LearntIdentity(rules, {old.id: new.id}),
    ]
    assert [each.id for each in again.records(SITE)] == [new.id]
    with again._engine.connect() as connection:
        assert [each.new for each in SiteHistory(connection, SITE).asked()] == [1, 0]
    again.close()


def test_what_a_later_answer_taught_replaces_it(store: CrawlStore, address: str) -> None:
    store.save_page(page("a", learnt=memory()))
    store.save_page(page("b", learnt=SiteMemory()))
    assert store.reading(SITE, "form1") == SiteMemory().to_json()
    assert rows(address, "readings") == 1


def test_the_first_dated_answer_of_a_form(store: CrawlStore) -> None:
    store.save_page(page("a"))
    assert store.first_file(SITE, "form1") is None
    for name in ("b", "c"):
        store.save_page(page(name, file=f"file {name}"))
    assert store.first_file(SITE, "form1") == ("file b", {"q": "b"})
    assert store.first_file(SITE, "form2") is None


# --- Opening ---


def test_opening_again_changes_nothing(store: CrawlStore, address: str) -> None:
    for _ in range(3):
        CrawlStore.open(address).close()
    assert rows(address, "schema_version") == 1


@pytest.fixture
def spoilt(tmp_path: Path) -> SimpleNamespace:
    """Places where no store can be."""
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "corrupt.db").write_bytes(b"no database at all " * 500)
    (tmp_path / "read-only.db").touch()
    return SimpleNamespace(tmp=tmp_path)


# What it is: the address, how the message shows it, what it says is wrong.
UNUSABLE = {
    "folder below a file": ("sqlite:///{tmp}/file/store.db", "", "File exists"),
    "folder for a file": ("sqlite:///{tmp}", "", "unable to open"),
    "corrupt": ("sqlite:///{tmp}/corrupt.db", "", "not a database"),
    "read-only": (
        "sqlite:///file:{tmp}/read-only.db?mode=ro&uri=true",
        "read-only.db",
        "readonly database",
    ),
    "no URL": ("output/deepweb.db", "", "it is not a database URL"),
    "empty": ("", "", "it is not a database URL"),
    "one slash": ("sqlite:/store.db", "", "it is not a database URL"),
    "unknown dialect": ("oracle://me:secret@host/db", "oracle://me:***@host/db", "use sqlite or"),
    "unknown driver": ("postgresql+odd://me:secret@h/db", "postgresql+odd://me:***@h/db", "odd"),
    "one slash and a password": (
        "postgresql:/me:secret@host/db",
        "***@host/db",
        "not a database URL",
    ),
    "port in letters": (
        "postgresql://me:secret@host:abc/db",
        "***@host:abc/db",
        "not a database URL",
    ),
    "host in an SQLite URL": ("sqlite://me:secret@host/db", "sqlite://me:***@host/db", "Invalid"),
}


@pytest.mark.parametrize(("address", "shown", "why"), UNUSABLE.values(), ids=UNUSABLE)
def test_what_cannot_be_opened(
    spoilt: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    shown: str,
    why: str,
) -> None:
    monkeypatch.chdir(spoilt.tmp)
    before = sorted(spoilt.tmp.iterdir())
    address = address.format(tmp=spoilt.tmp)
    with pytest.raises(StoreError) as caught:
        CrawlStore.open(address)
    message = str(caught.value)
    assert shown or repr(address) in message
    assert shown in message
    assert why in message
    assert "set DEEPWEB_STORE to a database URL that can" in message
    assert "\n" not in message
    assert "secret" not in message
    assert sorted(spoilt.tmp.iterdir()) == before


def test_a_store_may_be_named_as_a_uri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CrawlStore.open(f"sqlite:///file:{tmp_path}/store.db?uri=true").close()
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"store.db"}


# --- Others at the same time, and the worst ---


def test_a_reader_sees_what_a_writer_has_committed(store: CrawlStore, address: str) -> None:
    store.save_page(page("a", record(1), record(2)))
    reader = CrawlStore.open(address)
    reading = reader.records(SITE)
    assert next(reading) == record(1)
    # The reader is in the middle of it; the writer need not wait.
    store.save_page(page("b", record(3)))
    store.log_request(SITE, "GET", "http://example.org/", 200, "")
    assert list(reading) == [record(2)]
    assert list(reader.records(SITE)) == [record(1), record(2), record(3)]
    assert reader.request_count(SITE) == 1
    reader.close()


def test_two_writers_take_turns(store: CrawlStore, address: str) -> None:
    other = CrawlStore.open(address)
    assert store.save_page(page("a", record(1))) == [record(1)]
    assert other.save_page(page("b", record(1), record(2))) == [record(2)]
    assert store.save_page(page("c", record(2))) == []
    other.close()


KILLED = """
import os, sys
from tests.servers import selected
from tests.samples import page, record
from deepweb.store.ledger import CrawlStore

store = CrawlStore.open(sys.argv[1])
store.save_page(page("a", record(1)))
store.save_page(page("b", status=503, kind="error"))
with store._engine.begin() as connection:
    store._put_page(connection, page("b", record(1), record(2)))
    store._put_records(connection, page("b", record(1), record(2)))
    os._exit(9)
"""


def test_a_kill_in_the_middle_of_a_transaction_leaves_all_or_nothing(address: str) -> None:
    command = [sys.executable, "-c", KILLED, address]
    killed = subprocess.run(command, cwd=ROOT, check=False)
    assert killed.returncode == 9
    store = CrawlStore.open(address)
    assert list(store.records(SITE)) == [record(1)]
    assert store.answer(SITE, "print-a") is not None
    # The error of before, not half of the answer that was being written.
    assert store.page_kinds(SITE) == {"results": 1, "error": 1}
    assert store.answer(SITE, "print-b") is None
    assert store.save_page(page("b", record(1), record(2))) == [record(2)]
    store.close()


def test_a_resumed_crawl_knows_how_the_earlier_run_ended(store_address: str) -> None:
    store = CrawlStore.open(store_address)
    assert store.begin_crawl(SITE) == ""
    store.end_crawl(SITE, "", "stopped by the budget")
    assert store.begin_crawl(SITE) == "stopped by the budget"
    store.end_crawl(SITE, "", "complete")
    assert store.begin_crawl(SITE, again=True) == ""
    store.close()
