"""Who crawls: the address in USER_AGENT, and the warning if there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import BaseSettings

from deepweb import settings as defaults
from deepweb.extensions.contact import NOBODY, Contact
from tests.conftest import Crawl
from tests.crawling import project_settings
from tests.site import Site, unicode_characters


def user_agent(tmp_path: Path, **given: str) -> str:
    settings: BaseSettings = project_settings(tmp_path, **given)
    Contact().update_settings(settings)
    told: str = settings["USER_AGENT"]
    return told


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("me@example.com", "deepweb/0.1 (+mailto:me@example.com)"),
        ("https://example.com/about", "deepweb/0.1 (+https://example.com/about)"),
        ("", defaults.USER_AGENT),
    ],
)
def test_the_address_is_told(tmp_path: Path, contact: str, told: str) -> None:
    assert user_agent(tmp_path, DEEPWEB_CONTACT=contact) == told


def test_a_user_agent_of_ones_own_stays(tmp_path: Path) -> None:
    assert user_agent(tmp_path, USER_AGENT="me", DEEPWEB_CONTACT="me@example.com") == "me"


def test_a_public_site_without_an_address_is_warned_of(crawl: Crawl) -> None:
    few = ("-a", "max_requests=2", "-s", "DOWNLOAD_DELAY=0.01")
    assert NOBODY in crawl("http://no-such-host.invalid/", *few).log
    told = crawl("http://no-such-host.invalid/", *few, "-s", "DEEPWEB_CONTACT=me@example.com")
    assert NOBODY not in told.log
    wrong = crawl("http://no-such-host.invalid/", "-s", "DEEPWEB_CONTACT=somebody")
    assert (wrong.code, "neither an e-mail nor a web address" in wrong.log) == (2, True)


def test_the_site_sees_it_and_ones_own_machine_is_not_warned_of(crawl: Crawl) -> None:
    with Site(unicode_characters(60)) as site:
        crawled = crawl(site.url, "-s", "DEEPWEB_CONTACT=me@example.com")
        assert NOBODY not in crawl(site.url).log
    assert crawled.code == 0
