"""No connection to a private address, unless the site itself was given so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from scrapy.resolver import dnscache
from twisted.internet.error import DNSLookupError
from twisted.python.failure import Failure

from deepweb.locate.web.topic_crawl import DEEP
from deepweb.middlewares import private_addresses
from deepweb.middlewares.private_addresses import AddressGuard, GuardedResolver
from deepweb.store.ledger import CrawlStore
from deepweb.store.schema import located_sites
from tests.conftest import ROOT, crawl_environment
from tests.serving import Answer, served


@pytest.fixture
def guard() -> AddressGuard:
    made = AddressGuard()
    for host in ("example.org", "intranet.example", "10.0.0.5", "localhost"):
        made.give(host)
    return made


def test_the_world_is_reached(guard: AddressGuard) -> None:
    assert guard.may_reach("example.org", "93.184.216.34")
    assert guard.may_reach("other.example", "93.184.216.34")


def test_a_name_that_was_not_given_leads_nowhere_private(guard: AddressGuard) -> None:
    assert not guard.may_reach("other.example", "127.0.0.1")
    assert not guard.may_reach("2130706433", "127.0.0.1")
    assert not guard.may_reach("169.254.169.254", "169.254.169.254")


def test_an_answer_that_changes_is_refused(guard: AddressGuard) -> None:
    assert guard.may_reach("example.org", "93.184.216.34")
    assert not guard.may_reach("example.org", "127.0.0.1")
    assert not guard.may_reach("EXAMPLE.org.", "169.254.169.254")
    assert guard.may_reach("example.org", "93.184.216.35")


def test_a_site_within_is_reached_where_it_was_given(guard: AddressGuard) -> None:
    assert guard.may_reach("intranet.example", "10.1.2.3")
    assert guard.may_reach("intranet.example", "10.1.2.4")
    assert guard.may_reach("10.0.0.5", "10.0.0.5")
    assert guard.may_reach("localhost", "127.0.0.1")
    assert not guard.may_reach("10.0.0.6", "10.0.0.6")


def test_the_resolver_refuses_and_the_guard_knows_why(
    guard: AddressGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dnscache, "example.org", "93.184.216.34")
    assert addresses_of("example.org", guard) == ["93.184.216.34"]
    monkeypatch.setitem(dnscache, "example.org", "10.0.0.1")
    with pytest.raises(DNSLookupError, match=r"example\.org leads to 10\.0\.0\.1"):
        addresses_of("example.org", guard)
    assert guard.take_refused("example.org") == "10.0.0.1"
    assert guard.take_refused("example.org") is None


def test_a_connection_that_is_nobodys_must_be_allowed_for_all(
    guard: AddressGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_addresses, "_guards", {guard})
    monkeypatch.setitem(dnscache, "intranet.example", "10.0.0.1")
    assert addresses_of("intranet.example", None) == ["10.0.0.1"]
    monkeypatch.setattr(private_addresses, "_guards", {guard, AddressGuard()})
    with pytest.raises(DNSLookupError):
        addresses_of("intranet.example", None)


def test_scrapys_own_commands_go_where_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_addresses, "_guards", set())
    monkeypatch.setitem(dnscache, "localhost", "127.0.0.1")
    assert addresses_of("localhost", None) == ["127.0.0.1"]


def addresses_of(host: str, guard: AddressGuard | None) -> list[str]:
    """What the resolver answers at once, or raises, to the crawl of that guard."""
    found: list[str] = []
    failed: list[Failure] = []
    resolver = GuardedResolver(None, 100, 1.0)  # type: ignore[arg-type]
    token = private_addresses._connecting.set(guard)
    resolver.getHostByName(host).addCallbacks(found.append, failed.append)
    private_addresses._connecting.reset(token)
    for failure in failed:
        failure.raiseException()
    return found


TWO_CRAWLS = """
import sys
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.resolver import dnscache
from scrapy.utils.project import get_project_settings
from deepweb.crawl.named_pages import PageFetcher

dnscache["intranet.example"] = "127.0.0.1"
settings = get_project_settings()
settings.update({"RETRY_TIMES": 0, "LOG_LEVEL": "ERROR"})
process, got = AsyncCrawlerProcess(settings), {}
for address in sys.argv[1:]:
    process.crawl(PageFetcher, addresses=[address], got=got, more=lambda page: (), extra={})
process.start()
for address in sys.argv[1:]:
    print(got[address].problem or "had")
"""


def test_what_one_crawl_was_given_is_not_open_to_another_of_the_process() -> None:
    with logging_server() as (port, got):
        within = f"http://intranet.example:{port}"
        with logging_server(f"{within}/secret") as (other, _):
            done = subprocess.run(
                [sys.executable, "-c", TWO_CRAWLS, f"{within}/", f"http://127.0.0.1:{other}/"],
                cwd=ROOT,
                env=crawl_environment(),
                capture_output=True,
                text=True,
                timeout=240,
                check=False,
            )
    first, second = done.stdout.splitlines()
    assert "not HTML" in first, "it was reached"
    assert "intranet.example leads to the private address 127.0.0.1" in second
    assert got == ["/robots.txt", "/"]


def forms_of(*pages: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "forms", *pages, "-s", "RETRY_TIMES=0"],
        cwd=ROOT,
        env=crawl_environment(),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@contextmanager
def logging_server(location: str = "", at: str = "0.0.0.0") -> Iterator[tuple[int, list[str]]]:
    """A server on this machine that redirects, or tells a secret; and what it was asked for."""
    got: list[str] = []

    def answer(path: str) -> Answer:
        got.append(path)
        if path == "/robots.txt":
            return 404, {}, b""
        return (302, {"Location": location}, b"") if location else (200, {}, b"")

    with served(answer, at) as url:
        yield urlsplit(url).port or 0, got


# Each of them is this machine, and none is the host that was given.
WAYS = [
    "localhost",
    "0.0.0.0",
    "2130706433",
    "0x7f.0.0.1",
    "0177.1",
    "127.0.0.2",
    "[::ffff:7f00:1]",
]


def test_no_redirect_leads_to_this_machine_in_whatever_words() -> None:
    with logging_server() as (port, got):
        with_redirects = [logging_server(f"http://{way}:{port}/secret") for way in WAYS]
        pages = []
        for each in with_redirects:
            begun, _ = each.__enter__()
            pages.append(f"http://127.0.0.1:{begun}/")
        done = forms_of(*pages)
        for each in with_redirects:
            each.__exit__(None, None, None)
    assert got == []
    assert done.returncode == 1
    assert "leads to the private address" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_site_that_was_given_by_an_address_of_ipv6_is_reached() -> None:
    try:
        site = logging_server(at="::1")
        port, got = site.__enter__()
    except OSError:
        pytest.skip("this machine has no IPv6")
    forms_of(f"http://[::1]:{port}/page")
    site.__exit__(None, None, None)
    assert got == ["/robots.txt", "/page"]


LOCATED = """
import sys
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.resolver import dnscache
from scrapy.utils.project import get_project_settings
from deepweb.crawl.store import SiteCrawler
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore

dnscache["located.example"] = "127.0.0.1"
settings = get_project_settings()
settings.update({"RETRY_TIMES": 0, "DEEPWEB_STORE": sys.argv[3]})
store, how = CrawlStore.open(settings["DEEPWEB_STORE"]), sys.argv[1]
crawler = SiteCrawler(Surfacer, settings) if how == "queued" else Surfacer
crawler.store = store
site = sys.argv[2] if how == "queued" else "@located"
process = AsyncCrawlerProcess(settings)
process.crawl(crawler, site=site)
process.start()
"""


@pytest.mark.parametrize("how", ["located", "queued"])
def test_a_located_name_leads_nowhere_private(how: str, tmp_path: Path) -> None:
    store = CrawlStore.open(address := f"sqlite:///{tmp_path}/store.db")
    with logging_server() as (port, got):
        site, url = f"located.example:{port}", f"http://located.example:{port}/"
        with store.decisions.transaction() as writing:
            row: dict[str, object] = {
                "topic": "books",
                "site": site,
                "url": url,
                "verdict": DEEP,
                "reason": "forms",
            }
            row |= {"score": 1.0, "worth": 1.0, "forms": 1, "pages": 1, "is_whole": True}
            writing.execute(located_sites.insert().values(**row))
        store.close()
        done = subprocess.run(
            [sys.executable, "-c", LOCATED, how, url, address],
            cwd=ROOT,
            env=crawl_environment(),
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
    assert "located.example leads to the private address 127.0.0.1" in done.stderr
    assert got == []
