"""Engines by their names in the settings."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from deepweb.crawl.engines import BacklinkFile, DdgsEngine, engine_sites, named_engines, why_blocked
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.web.reverse_search import LINK, EngineError, EngineQuery
from tests.read.pages import page_of

VERTICES = "0\tcom.hub\n1\torg.example.www\n2\torg.example\n3\tde.buch.katalog\n4\tcom.other\n"
EDGES = "0\t1\n3\t2\n4\t0\n2\t1\n"


async def no_web(url: str) -> Fetched:
    raise AssertionError(url)


def asked(engine: BacklinkFile | DdgsEngine, site: str = "example.org") -> list[str]:
    query = EngineQuery(LINK, f"link:{site}", site)
    return [link.url for link in asyncio.run(engine.find(query, no_web))]


@pytest.mark.parametrize("packed", [False, True])
def test_backlinks_of_a_host_graph(tmp_path: Path, packed: bool) -> None:
    for name, text in (("host-vertices.txt", VERTICES), ("host-edges.txt", EDGES)):
        if packed:
            (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
        else:
            (tmp_path / name).write_text(text)
    engine = BacklinkFile(tmp_path)
    assert asked(engine) == ["http://hub.com/", "http://katalog.buch.de/"]
    assert asked(engine, "unknown.example") == []


def test_a_broken_host_graph_is_an_engine_that_fails(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"no file \*vertices\*; give a folder"):
        asked(BacklinkFile(tmp_path))
    (tmp_path / "vertices.gz").write_bytes(b"no gzip")
    with pytest.raises(EngineError, match="gzip"):
        asked(BacklinkFile(tmp_path))


def test_ddgs_without_a_network_is_an_engine_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ddgs")
    # Whatever network there is, it leads nowhere.
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "DDGS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with pytest.raises(EngineError):
        asked(DdgsEngine())


def test_engines_are_named_with_commas_between(tmp_path: Path) -> None:
    given = ["opensearch=http://e.example/o.xml", f" backlinks={tmp_path}", "searxng=s.example", ""]
    assert [engine.name for engine in named_engines(given)] == [
        "e.example",
        f"backlinks {tmp_path}",
        "s.example",
    ]
    assert engine_sites(["opensearch=http://127.0.0.1:80/o.xml", "ddgs"]) == ["127.0.0.1"]


@pytest.mark.parametrize("given", ["google", "opensearch=", "backlinks=/nowhere", "ddgs=1"])
def test_what_is_no_engine_is_told_with_the_remedy(given: str) -> None:
    with pytest.raises(ValueError, match=r"^DEEPWEB_ENGINES: .*; give opensearch=URL"):
        named_engines([given])


def test_an_engine_that_takes_us_for_a_robot_is_blocked() -> None:
    assert why_blocked(page_of("<h1>Are you a robot?</h1><p>Please solve this captcha.</p>"))
    assert not why_blocked(page_of("<ol><li><a href='http://a.example/'>Books</a></ol>"))
