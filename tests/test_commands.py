"""What a user sees: clear errors, exit codes, the demo, the summary."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.readme import DEMO, SHOWN_IN, shown
from tests.conftest import Crawl
from tests.preloaded import ROOT, run_fresh_scrapy, run_scrapy
from tests.serving import served
from tests.site import Site, Style, unicode_characters

WRONG = {
    "no site": ((), "site is empty"),
    "empty site": (("-a", "site="), "site is empty"),
    "blank among sites": (("-a", "site=https://example.org/,"), "site is empty"),
    "no address": (("-a", "site=http://"), "'http://'"),
    "wrong scheme": (("-a", "site=ftp://example.org/"), "'ftp://example.org/'"),
    "bad port": (("-a", "site=http://example.org:99999/"), "'http://example.org:99999/'"),
    "two words": (("-a", "site=two words"), "'two words'"),
    "unknown argument": (("-a", "site=example.org", "-a", "depth=3"), "'depth'"),
    "budget in words": (("-a", "site=example.org", "-a", "max_requests=many"), "'many'"),
    "budget of none": (("-a", "site=example.org", "-a", "max_requests=0"), "'0'"),
    "setting in words": (
        ("-a", "site=example.org", "-s", "DEEPWEB_PATIENCE=long"), "DEEPWEB_PATIENCE 'long'"
    ),
    "negative setting": (
        ("-a", "site=example.org", "-s", "DEEPWEB_TAU=-1"), "DEEPWEB_TAU '-1'"
    ),
    "lease of no time": (
        ("-a", "site=example.org", "-s", "DEEPWEB_LEASE=0"), "DEEPWEB_LEASE '0'"
    ),
    "store nowhere": (
        ("-a", "site=example.org", "-s", "DEEPWEB_STORE=sqlite:////proc/none/store.db"),
        "/proc/none/store.db",
    ),
    "store of no kind": (("-a", "site=example.org", "-s", "DEEPWEB_STORE=store.db"), "'store.db'"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "named"), WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], named: str) -> None:
    done = run_scrapy("crawl", "surfacer", *arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("surfacer: ")
    assert named in line
    assert ";" in line, "no remedy is named"


# Each command once by a new interpreter, as a user starts it: arguments, exit code, what it says.
FRESH = {
    "crawl": (("surfacer",), 2, "surfacer: site is empty"),
    "demo": (("--help",), 0, "--surface"),
    "explore": (("@located",), 2, "site '@located' is no address of one site"),
    "export": (("nobody.example",), 2, "the store has no site 'nobody.example'"),
    "forms": (("{folder}/page.html",), 0, "form 0: search, a search with"),
    "knowledge": (("import", "wikidata", "{folder}/none"), 2, "No such file"),
    "plan": (("nobody.example",), 2, "no way into nobody.example was tried yet"),
    "queries": (("--site", "b.example", "--query-log", "none.tsv"), 2, "'none.tsv' cannot be read"),
    "queue": (("stats",), 2, "DEEPWEB_REDIS is empty"),
    "read": (("{folder}/page.html",), 0, "page.html: "),
    "report": (("nobody.example",), 2, "the store has no site 'nobody.example'"),
    "templates": ((), 2, "name one page"),
    "train": (("forms", "--data", "{folder}"), 2, "holds no index.jsonl"),
    "urls": (("{folder}/links.tsv",), 0, "carry a query"),
}


def test_no_command_is_left_out() -> None:
    names = {path.stem for path in (ROOT / "deepweb" / "commands").glob("[a-z]*.py")}
    assert names == FRESH.keys()


@pytest.mark.parametrize("name", FRESH)
def test_a_new_interpreter_runs_it(tmp_path: Path, name: str) -> None:
    arguments, code, named = FRESH[name]
    form = '<form action="/find"><input name="q"><button>Search</button></form>'
    (tmp_path / "page.html").write_text(form)
    (tmp_path / "links.tsv").write_text("http://a.example/\thttp://a.example/s?q=a&b=1\n")
    store = ("-s", f"DEEPWEB_STORE=sqlite:///{tmp_path}/store.db")
    given = [each.format(folder=tmp_path) for each in arguments]
    done = run_fresh_scrapy(name, *given, *store)
    assert done.returncode == code, done.stderr
    assert named in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_spider_is_named() -> None:
    done = run_scrapy("crawl", "surfacr")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "surfacr: no such spider; there are sitelocator and surfacer"
    ]


def error_lines(log: str) -> list[str]:
    return [line for line in log.splitlines() if " ERROR: " in line]


def test_a_site_that_does_not_answer(crawl: Crawl) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        crawled = crawl(url)
    assert crawled.code == 1
    (line,) = error_lines(crawled.log)
    assert url in line
    assert "does not answer" in line
    assert "try again later" in line
    assert "Traceback" not in crawled.log


def test_a_site_that_answers_with_an_error(crawl: Crawl) -> None:
    with Site(unicode_characters(10)) as site:
        crawled = crawl(f"{site.url}no/such/page", "-s", "DOWNLOAD_DELAY=0.01")
    assert crawled.code == 1
    assert "answers with an error: answers with HTTP 404; check the address" in crawled.log
    assert "does not answer" not in crawled.log


def test_a_log_file_has_the_summary_and_what_was_wrong(crawl: Crawl, tmp_path: Path) -> None:
    """As of a job of Scrapyd, whose standard error nobody sees."""
    log = tmp_path / "job.log"
    with Site(unicode_characters(60)) as site:
        assert crawl(site.url, "-s", f"LOG_FILE={log}").code == 0
        assert f"{site.url.split('/')[2]}: complete: " in log.read_text()
        assert "report.html" in log.read_text()
    assert crawl("@nothing", "-s", f"LOG_FILE={log}").code == 2
    assert "ERROR: surfacer: site '@nothing' is no address" in log.read_text()


def test_a_host_that_does_not_exist(crawl: Crawl) -> None:
    crawled = crawl("no-such-host.invalid", "-s", "DOWNLOAD_DELAY=0.01")
    assert crawled.code == 1
    (line,) = error_lines(crawled.log)
    assert "https://no-such-host.invalid/" in line
    assert "Traceback" not in crawled.log


def test_the_other_sites_go_on(crawl: Crawl) -> None:
    with Site(unicode_characters(70)) as site, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        crawled = crawl(f"{dead},{site.url}")
    assert crawled.code == 1
    assert len(site.reached(crawled.urls)) > 35


def test_robots_are_obeyed(crawl: Crawl) -> None:
    with Site(unicode_characters(40), Style(robots="User-agent: *\nDisallow: /\n")) as site:
        crawled = crawl(site.url)
    assert [hit.kind for hit in site.hits] == ["robots"]
    assert crawled.code == 1
    (line,) = error_lines(crawled.log)
    assert "robots.txt" in line


def test_a_search_that_robots_forbid_is_not_asked(crawl: Crawl) -> None:
    with Site(unicode_characters(40), Style(robots="User-agent: *\nDisallow: /search\n")) as site:
        crawled = crawl(site.url)
    kinds = [hit.kind for hit in site.hits]
    assert kinds[:2] == ["robots", "home"]
    assert "search" not in kinds
    assert "forbidden by robots.txt" in crawled.log
    assert "not kept: q: 0 tested; Forbidden by robots.txt" in crawled.log


@contextmanager
def redirecting_to(target: str) -> Iterator[str]:
    """A site whose every page sends the visitor elsewhere."""

    headers = {"Location": target}
    with served(lambda path: (404 if path == "/robots.txt" else 302, headers, b"")) as url:
        yield url


def test_a_redirect_to_another_site_is_not_followed(crawl: Crawl) -> None:
    with Site(unicode_characters(40)) as other, redirecting_to(other.url) as url:
        crawled = crawl(url)
    assert other.hits == []
    assert crawled.code == 1
    (line,) = error_lines(crawled.log)
    assert f"{other.url} is on another site" in line


def test_a_redirect_in_a_circle_ends(crawl: Crawl) -> None:
    with redirecting_to("/again") as url:
        crawled = crawl(url)
    assert crawled.code == 1
    assert len(error_lines(crawled.log)) == 1


def test_pages_show_what_the_demo_prints(tmp_path: Path) -> None:
    """If it prints something else now: python -m benchmarks.readme"""
    places = ("-s", f"DEEPWEB_OUTPUT={tmp_path}", "-s", f"DEEPWEB_STORE=sqlite:///{tmp_path}/s.db")
    done = run_scrapy(*DEMO, *places)
    assert done.returncode == 0
    for name in SHOWN_IN:
        assert shown(done.stderr) in (ROOT / name).read_text(), name


def test_the_demo_is_crawled_and_summed_up(tmp_path: Path) -> None:
    settings = {
        "DEEPWEB_OUTPUT": tmp_path,
        "DEEPWEB_STORE": f"sqlite:///{tmp_path}/store.db",
        "DEEPWEB_MAX_REQUESTS": 40,
    }
    given = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    done = run_scrapy("demo", "--surface", "--loglevel", "WARNING", *given)
    assert done.returncode == 0
    assert "demo site at http://127.0.0.1:" in done.stdout
    assert "requests   40" in done.stderr
    for told in ("forms      3 found", "kept: GET", "dropped: POST", "templates", "records",
                 "per request", "records.jsonl"):  # fmt: skip
        assert told in done.stderr, told
