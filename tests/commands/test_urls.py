"""``scrapy urls`` as a user runs it."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from deepweb.commands.urls import LinksError, read_pages
from tests.preloaded import run_scrapy
from tests.read.second_level import shop_pages

SHOP = "https://shop.example"


def scrapy_urls(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    return run_scrapy("urls", *arguments, given=given)


def told(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines() -> bytes:
    pages = shop_pages({"sort": ["1", "2"], "condition": ["new", "used"]}, on_all={"from": _seven})
    return "".join(f"{page.url}\t{url}\n" for page in pages for url in page.links).encode()


def _seven(rng: object, number: int) -> str:
    return "7"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("links") / "shop.tsv"
    path.write_bytes(lines())
    return path


def test_json_tells_arguments_then_partitions(shop: Path) -> None:
    done = scrapy_urls("--json", str(shop))
    assert done.stderr == ""
    rows = told(done)
    arguments = [row for row in rows if "argument" in row]
    groups = [row for row in rows if "argument" not in row]
    assert rows == [*arguments, *groups]
    assert {tuple(row) for row in arguments} == {("argument", "prevalence", "role", "reason")}
    assert {tuple(row) for row in groups} == {("urls",)}
    roles = {row["argument"]: row["role"] for row in arguments}
    assert roles == {
        "q": "query",
        "sort": "presentation",
        "condition": "selection",
        "brand": "selection",
        "page": "page",
        "from": "tracking",
        "list": roles["list"],
    }
    assert next(row["prevalence"] for row in arguments if row["argument"] == "sort") == 1
    urls = [url for row in groups for url in row["urls"]]
    assert len(urls) == len(set(urls))
    assert set(urls) == {line.split("\t")[1] for line in lines().decode().splitlines() if "q=" in
                         line.split("\t")[1]}  # fmt: skip
    assert not any("thing" in url or "login" in url for url in urls)


def test_for_people(shop: Path) -> None:
    done = scrapy_urls(str(shop))
    assert done.returncode == 0
    said = done.stdout
    assert said.startswith("7 arguments\n")
    assert "sort      1.000 presentation its name says presentation" in said
    assert "URLs carry a query, in" in said


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_standard_input(pack: Any, shop: Path) -> None:
    given = scrapy_urls("--json", "-", given=pack(lines()))
    assert given.stdout == scrapy_urls("--json", str(shop)).stdout


def test_bad_lines_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    good = f"{SHOP}/s?q=a\t{SHOP}/s?q=a&sort=1\r\n".encode()
    path.write_bytes(b"\xef\xbb\xbf" + good + b"nonsense\n\n\t\n" + good + b"\xff\t\xfe\n")
    done = scrapy_urls("--json", str(path))
    assert done.returncode == 0
    assert done.stderr.startswith("urls: 2 lines skipped, the first is line 2: not page URL")
    assert [row for row in told(done) if "urls" in row] == [{"urls": [f"{SHOP}/s?q=a&sort=1"]}]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no-such-file"], "'no-such-file' cannot be read: No such file"),
        (["."], "'.' cannot be read: Is a directory"),
        (["pyproject.toml"], "'pyproject.toml' has no line of page URL, tab, link URL"),
    ],
)
def test_files_that_are_none(arguments: list[str], why: str) -> None:
    done = scrapy_urls(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"urls: {why}")


def test_a_file_must_be_named() -> None:
    assert scrapy_urls().returncode == 2


def test_pages_come_together_however_the_lines_stand(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text("".join(f"{SHOP}/{n % 2}\t{SHOP}/s?q={n}\n" for n in range(4)))
    read = read_pages(str(path))
    assert {page: len(links) for page, links in read.links.items()} == {
        f"{SHOP}/0": 2,
        f"{SHOP}/1": 2,
    }


def test_links_to_other_sites_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    own = ["http://www.shop.example/s?q=a&b=1", "https://find.shop.example/s?q=a&b=2"]
    other = ["https://search.example/s?q=a", "mailto:a.b/c"]
    path.write_text("".join(f"{SHOP}/s?q=a\t{url}\n" for url in own + other))
    rows = told(scrapy_urls("--json", str(path)))
    assert [url for row in rows for url in row.get("urls", [])] == own


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_bytes(f"{SHOP}/s?q=a\t{SHOP}/s?q=a&%E4=1&b=".encode() + b"\xe4\n")
    assert "%E4" in scrapy_urls(str(path)).stdout
    assert told(scrapy_urls("--json", str(path)))[-1]["urls"]


def test_a_broken_archive(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv.gz"
    path.write_bytes(gzip.compress(lines())[:100])
    with pytest.raises(LinksError, match="cannot be read"):
        read_pages(str(path))
