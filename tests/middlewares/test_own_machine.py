"""Only the user's own machine is spared the delay."""

from __future__ import annotations

import pytest
from scrapy import Request

from deepweb.crawl.scripted.visit import SLOT
from deepweb.middlewares.own_machine import LOOPBACK, OwnMachine
from deepweb.settings import DOWNLOAD_SLOTS


@pytest.mark.parametrize(
    ("url", "spared"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://localhost/", True),
        ("http://LOCALHOST:1/", True),
        ("http://[::1]:8000/", True),
        ("http://example.org/", False),
        ("http://127.0.0.1.example.org/", False),
        ("http://127.0.0.1@example.org/", False),
        ("http://localhost.example.org/", False),
        ("http://192.168.0.1/", False),
        ("http://10.0.0.1/127.0.0.1", False),
    ],
)
def test_own_machine(url: str, spared: bool) -> None:
    request = Request(url)
    OwnMachine().process_request(request)
    assert request.meta.get("autothrottle_dont_adjust_delay", False) == spared


def test_the_settings_speak_of_the_same_machine() -> None:
    assert set(DOWNLOAD_SLOTS) == {*LOOPBACK, SLOT}
