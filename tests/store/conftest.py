"""An open store for each test (``store``), and its address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deepweb.store.ledger import CrawlStore


@pytest.fixture
def address(store_address: str) -> str:
    return store_address


@pytest.fixture
def store(address: str) -> Iterator[CrawlStore]:
    store = CrawlStore.open(address)
    yield store
    store.close()
