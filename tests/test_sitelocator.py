"""``scrapy crawl sitelocator`` against a small web, and what the surfacer makes of its sites."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deepweb.store.ledger import CrawlStore
from deepweb.store.sites import SiteDatabase
from tests.conftest import Crawled, json_lines
from tests.preloaded import ScrapyProcess
from tests.small_web import BOOK_FORM, BOOK_TEXT, COOK_FORM, COOK_TEXT, SmallWeb, links, page

SHOPS = [f"shop{number}.example" for number in range(10)]
BEHIND = ("park.example", SHOPS[6])
# Shop 4 forbids us, shop 5 has moved, shop 6 has no form.
DEEP = [f"http://{host}/" for host in (*SHOPS[:4], *SHOPS[7:], "new.example")]


def small_web() -> dict[str, Any]:
    web: dict[str, Any] = {
        f"{host}/": page(f"Books {n}", BOOK_TEXT, BOOK_FORM, links(*SHOPS[n + 1 : n + 3]))
        for n, host in enumerate(SHOPS)
    }
    return web | {
        f"{SHOPS[4]}/robots.txt": (200, "text/plain", b"User-agent: *\nDisallow: /\n"),
        f"{SHOPS[5]}/": (301, "http://new.example/", b""),
        f"{SHOPS[6]}/": page("Books 6", BOOK_TEXT, links(SHOPS[7], SHOPS[8], "cook.example")),
        "new.example/": page("Books", BOOK_TEXT, BOOK_FORM, links("127.0.0.1:1", *BEHIND)),
        "park.example/": page("park.example", "<p>This domain is for sale.</p>"),
        "cook.example/": page("Cook", COOK_TEXT, COOK_FORM),
        "shop0.example/find?author=&q=": page("Results", "<p>No books were found.</p>"),
    }


@dataclass(frozen=True)
class Scrapy:
    """Runs Scrapy in a folder of its own, behind a small web."""

    folder: Path
    web: SmallWeb

    def started(self, spider: str, *options: str) -> ScrapyProcess:
        settings = {
            "DEEPWEB_OUTPUT": self.folder / "output",
            "DEEPWEB_STORE": f"sqlite:///{self.folder}/store.db",
            "DOWNLOAD_DELAY": 0.001,
            "AUTOTHROTTLE_ENABLED": False,
            "DEEPWEB_LOCATE_TOGETHER": 2,
        }
        given = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        environment = {**os.environ, **self.web.environment}
        return ScrapyProcess("crawl", spider, *given, *options, env=environment)

    def crawl(self, spider: str, *options: str) -> Crawled:
        with self.started(spider, *options) as process:
            return Crawled(process.wait(400), process.log, self.folder)

    def locate(self, *options: str) -> Crawled:
        feed = ("-O", str(self.folder / "sites.jsonl"))
        return self.crawl("sitelocator", "-a", "topic=books", *feed, *options)

    @property
    def sites(self) -> list[dict[str, Any]]:
        return json_lines(self.folder / "sites.jsonl")


def seeds(folder: Path) -> tuple[str, str]:
    file = folder / "seeds.txt"
    file.write_text("# where to start\nhttp://shop0.example/some/page\n\n")
    return "-a", f"seeds={file}"


def test_from_a_seed_to_ranked_sites_and_on_to_the_surfacer(tmp_path: Path) -> None:
    with SmallWeb(small_web()) as web:
        scrapy = Scrapy(tmp_path, web)
        done = scrapy.locate(*seeds(tmp_path))
        assert done.code == 0, done.log
        assert sorted(site["url"] for site in scrapy.sites) == sorted(DEEP)
        assert [site["rank"] for site in scrapy.sites] == list(range(1, 9))
        assert all(site["forms"][0]["form"]["action"].endswith("/find") for site in scrapy.sites)
        assert all("on the topic (" in site["reason"] for site in scrapy.sites)
        told = ("8 sites with 8 searches on the topic", "1 barren, 8 deep, 1 moved, 1 off topic, 3")
        assert all(each in done.log for each in told), done.log
        # What is forbidden, and what is at home, is not asked for.
        assert f"{SHOPS[4]}/" not in web.pages
        assert not any(asked.startswith("127.0.0.1") for asked in web.asked)
        assert not any("find" in asked for asked in web.asked)
        before = len(web.pages)
        surfaced = scrapy.crawl("surfacer", "-a", "site=@located:books", "-a", "max_requests=8")
        asked = {each.partition("/")[0] for each in web.pages[before:] if "/find" in each}
    assert "stopped by the budget" in surfaced.log
    assert len(asked) == len(DEEP)
    # The forms are known: no page is explored again. Lists begin with the home page.
    assert all("/find" in each or each.endswith("/") for each in web.pages[before:])


def test_killed_again_and_again_it_finds_what_it_would_have_found(tmp_path: Path) -> None:
    with SmallWeb(small_web(), delay=0.15) as web:
        scrapy = Scrapy(tmp_path, web)
        for pages in (3, 4):
            before = len(web.pages)
            arguments = "-a", "topic=books", *seeds(tmp_path)
            with scrapy.started("sitelocator", *arguments) as process:
                while process.poll() is None and len(web.pages) < before + pages:
                    time.sleep(0.005)
                assert process.poll() is None
                process.kill()
            kept = left_in(tmp_path)
            assert kept.visited
            assert kept.candidates
        done = scrapy.locate()
        again = scrapy.locate()
    assert done.code == 0, done.log
    assert sorted(site["url"] for site in scrapy.sites) == sorted(DEEP)
    # Of each kill at most the sites under way are visited twice.
    visits = [each for each in web.pages if each.endswith(".example/")]
    assert len(visits) <= len(set(visits)) + 2 * 3
    final = left_in(tmp_path)
    relevant = [site for site in final.visited if site.verdict in {"deep", "barren"}]
    assert final.learnt.relevant_sites == len(relevant) == len(DEEP) + 1
    assert final.looks
    assert not final.candidates
    assert again.code == 0


def left_in(folder: Path) -> Any:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    try:
        return SiteDatabase(store, "book").prior()
    finally:
        store.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "topic is missing; give one such as topic=books"),
        (["-a", "topic=bokks"], "topic 'bokks' is not known; give one of airfare, "),
        (["-a", "topic=books"], "seeds are missing; give a file of addresses, such as"),
        (["-a", "topic=books", "-a", "seeds=nowhere.txt"], "seeds 'nowhere.txt' cannot be read"),
        (
            ["-a", "topic=books", "-a", "max_pages=0"],
            "max_pages '0' is not a number of pages; give",
        ),
        (
            ["-a", "topic=books", "-a", "seeds=http://a.example", "-s", "DEEPWEB_ENGINES=google"],
            "DEEPWEB_ENGINES: 'google' is not an engine; give opensearch=URL",
        ),
    ],
)
def test_bad_arguments_are_one_line(tmp_path: Path, options: list[str], said: str) -> None:
    with SmallWeb({}) as web:
        done = Scrapy(tmp_path, web).crawl("sitelocator", *options)
    assert done.code == 2
    assert done.log.startswith(f"sitelocator: {said}")
    assert done.log.count("\n") <= 2
    assert not web.asked
