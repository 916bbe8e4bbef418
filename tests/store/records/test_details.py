"""What own pages say, in the store."""

from __future__ import annotations

from pathlib import Path

from deepweb.items import DetailedRecord, RecordDetails
from deepweb.store.ledger import CrawlStore
from tests.samples import SITE, page, record


def test_a_record_renamed_while_its_page_was_fetched_gets_its_details(tmp_path: Path) -> None:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    (known,) = store.save_page(page("search", record(1)))
    told = RecordDetails("old", known.url or "", {"city": "Oslo"})
    store.save_page(page("own", purpose="details", details=(told,)))
    (now,) = store.records(SITE)
    store.close()
    assert isinstance(now, DetailedRecord)
    assert now.fields["city"] == "Oslo"
