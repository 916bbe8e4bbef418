"""``scrapy crawl sitelocator`` through the simulated web: what there is, is found."""

from __future__ import annotations

import os
import time
from pathlib import Path
from urllib.parse import urlsplit

from deepweb.store.ledger import CrawlStore
from deepweb.store.sites import SiteDatabase
from tests.conftest import json_lines
from tests.preloaded import ScrapyProcess
from tests.web import ENGINE, TrueForm, Web, WebProxy

PAGES = 400
# SC1: what lies deeper is not looked for.
DEEPEST = 3


def start(folder: Path, web: Web, proxy: WebProxy) -> ScrapyProcess:
    seeds = folder / "seeds.txt"
    seeds.write_text("".join(f"{site.home}\n" for site in web.plan.seeds("book", 2)))
    settings = {
        "DEEPWEB_OUTPUT": folder / "output",
        "DEEPWEB_STORE": f"sqlite:///{folder}/store.db",
        "DEEPWEB_ENGINES": f"opensearch={ENGINE}/opensearch.xml",
        "DEEPWEB_LOCATE_TOGETHER": 1,
        "DOWNLOAD_DELAY": 0.001,
        "AUTOTHROTTLE_ENABLED": False,
    }
    given = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    asked = ["-a", "topic=books", "-a", f"seeds={seeds}", "-a", f"max_pages={PAGES}"]
    feed = ["-O", str(folder / "sites.jsonl")]
    environment = {**os.environ, "http_proxy": proxy.url, "no_proxy": ""}
    return ScrapyProcess("crawl", "sitelocator", *asked, *feed, *given, env=environment)


def kill_after(pages: int, process: ScrapyProcess, proxy: WebProxy) -> None:
    while process.poll() is None and len(proxy.pages()) < pages:
        time.sleep(0.005)
    assert process.poll() is None, "it ended before it could be killed"
    process.kill()


def visited(folder: Path) -> set[str]:
    """The hosts of the sites that are done with."""
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    sites = SiteDatabase(store, "book").prior().visited
    store.close()
    return {urlsplit(site.url).hostname or "" for site in sites}


def plain(host: str) -> str:
    return host.removeprefix("www.")


def found_forms(folder: Path) -> dict[str, set[str]]:
    """Site to the paths that its forms send to."""
    sites = json_lines(folder / "sites.jsonl")
    assert [site["rank"] for site in sites] == list(range(1, len(sites) + 1))
    return {
        plain(site["site"]): {urlsplit(each["form"]["action"]).path for each in site["forms"]}
        for site in sites
    }


def test_killed_in_the_middle_it_finds_every_database_of_the_topic(tmp_path: Path) -> None:
    web = Web(100, seed=7, topics=("book",))
    truth = list(web.true_forms("book"))
    near = [form for form in truth if form.depth <= DEEPEST]
    assert len({form.site for form in truth}) == 5
    with WebProxy(web, slow=0.05) as proxy:
        with start(tmp_path, web, proxy) as process:
            kill_after(60, process, proxy)
        before, done = set(proxy.pages()), visited(tmp_path)
        proxy.hits.clear()
        with start(tmp_path, web, proxy) as process:
            assert process.wait(300) == 0, process.log
        again = [url for url in proxy.pages() if urlsplit(url).hostname in done]
    found = found_forms(tmp_path)
    assert _missing(near, found) == []
    # Sites that were done with are not explored again; an engine may name a page of one for a hub.
    assert len(done) >= 5 and len(again) <= len(done)
    assert len(before) + len(proxy.pages()) <= PAGES + 10
    _assert_manners(web, before | set(proxy.pages()))


def _missing(wanted: list[TrueForm], found: dict[str, set[str]]) -> list[TrueForm]:
    return [form for form in wanted if form.action not in found.get(plain(form.site), set())]


def _assert_manners(web: Web, asked: set[str]) -> None:
    """Nothing but the simulated web was asked, and nothing that robots.txt forbids."""
    for url in asked:
        host = urlsplit(url).hostname or ""
        assert url.startswith(ENGINE) or web.site(host) is not None
        assert web.is_allowed(url), url
