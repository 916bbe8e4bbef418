"""A crawl with a log and a knowledge base, end to end."""

from __future__ import annotations

from pathlib import Path

from deepweb.report.course import origins
from deepweb.report.history import SiteHistory
from deepweb.store.ledger import CrawlStore
from tests.conftest import Crawl
from tests.site import Catalogue, Entry, Site, Style

TOWNS = [
    "Zwolle",
    "Assen",
    "Breda",
    "Delft",
    "Ede",
    "Gouda",
    "Heerlen",
    "Leiden",
    "Meppel",
    "Venlo",
]
NAMES = ["balori", "netumas", "veldoba", "rinelo", "tumasvel", "dobari", "lonetu", "masveldo"]


def inns() -> Catalogue:
    """No answer leads to another one: each town is found by its own name only."""
    listed = [(town, name) for town in TOWNS for name in NAMES[:4]]
    records = [
        Entry(str(number), f"{name}{number}", {"town": town})
        for number, (town, name) in enumerate(listed)
    ]
    return Catalogue("Inns", tuple(records))


def write_log(path: Path, site: Site) -> None:
    rows = [
        f"{query}\t{site.url}{query.replace(' ', '-')}/{page}\t5\n"
        for query in ("inns in zwolle", "inns in assen", "breda reviews", "gouda reviews")
        for page in (1, 2)
    ]
    path.write_text("".join(rows))


def test_a_log_opens_a_site_that_words_do_not(crawl: Crawl, tmp_path: Path) -> None:
    style = Style(title="Inns", page_size=20)
    log, lists = tmp_path / "log.tsv", tmp_path / "kb"
    (lists / "location").mkdir(parents=True)
    (lists / "location" / "town.tsv").write_text("\n".join(TOWNS))
    with Site(inns(), style) as alone:
        without = crawl(alone.url, "-a", "knowledge=none", folder=tmp_path / "without")
    with Site(inns(), style) as site:
        write_log(log, site)
        done = crawl(site.url, "-a", f"query_log={log}", "-a", f"knowledge={lists}")
        name = site.url.removeprefix("http://").strip("/")
    assert done.code == 0, done.log
    assert len(without.feed) == 0
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    with store.connect() as connection:
        yields = origins(SiteHistory(connection, name).asked())
    listed = store.decisions.query_lists(name)
    store.close()
    # Four towns by the log, cleaned; the first of their records are found by nothing else.
    assert yields["log"] == (4, 16)
    assert [(each.source, each.asked, each.found) for each in listed] == [("log", 4, 16)]
    assert {record["query"]["q"] for record in done.feed} == {"zwolle", "assen", "breda", "gouda"}
    assert "log: 4 asked, 16 new records; 4 queries clicked for the site" in done.log
    assert "log 16 of 4" in done.log


def test_what_cannot_be_used_ends_the_crawl_before_it_starts(crawl: Crawl) -> None:
    done = crawl("http://127.0.0.1:9/", "-a", "query_log=nowhere.tsv")
    assert done.code != 0
    assert "surfacer: query_log 'nowhere.tsv' cannot be read: No such file" in done.log
    done = crawl("http://127.0.0.1:9/", "-s", "DEEPWEB_KNOWLEDGE=nowhere")
    assert done.code != 0
    assert "knowledge 'nowhere' is no folder" in done.log
