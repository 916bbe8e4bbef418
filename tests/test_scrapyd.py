"""A real Scrapyd: deploy, schedule, cancel, schedule again.

It runs in an environment of its own that has all that deepweb needs, but not deepweb: what runs is
the egg.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.conftest import ROOT, json_lines, records_path
from tests.installed import bare_python, environment, project_copy, run
from tests.site import Site, Style, unicode_characters

USER, PASSWORD = "crawler", "correct horse"
IN_FLIGHT = 2
NO_MORE = "no way promises more records"


@dataclass(frozen=True)
class Scrapyd:
    """A running Scrapyd."""

    url: str
    folder: Path
    python: Path

    def ask(self, what: str, *, password: str = PASSWORD, **values: Any) -> dict[str, Any]:
        """Its answer to a call of its API."""
        request = Request(f"{self.url}{what}.json")
        token = b64encode(f"{USER}:{password}".encode()).decode()
        request.add_header("Authorization", f"Basic {token}")
        if what.startswith("list") or what == "daemonstatus":
            request.full_url += "?" + urlencode(values)
        else:
            request.data = urlencode(values, doseq=True).encode()
        with urlopen(request, timeout=30) as answer:
            told: dict[str, Any] = json.load(answer)
        assert told["status"] == "ok", told
        return told

    def schedule(self, site: str) -> str:
        settings = [
            f"DEEPWEB_STORE=sqlite:///{self.folder}/store.db",
            f"DEEPWEB_OUTPUT={self.folder}/output",
        ]
        asked = self.ask(
            "schedule", project="deepweb", spider="surfacer", site=site, setting=settings
        )
        job: str = asked["jobid"]
        return job

    def log(self, job: str) -> str:
        return (self.folder / "logs" / "deepweb" / "surfacer" / f"{job}.log").read_text()

    def jobs(self, state: str) -> set[str]:
        return {job["id"] for job in self.ask("listjobs", project="deepweb")[state]}


def wait_until(is_so: Callable[[], bool], seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.1)


@pytest.fixture
def scrapyd(tmp_path: Path) -> Iterator[Scrapyd]:
    python = bare_python(tmp_path / "venv")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "scrapyd.conf").write_text(
        f"[scrapyd]\nhttp_port = {port}\nusername = {USER}\npassword = {PASSWORD}\n"
        "poll_interval = 0.2\nmax_proc = 2\nitems_dir = items\n"
    )
    command: list[str | Path] = [python, "-W", "ignore", "-m", "scrapyd"]
    log = (tmp_path / "scrapyd.log").open("wb")
    with (
        log,
        subprocess.Popen(
            command, cwd=tmp_path, env=environment(), stdout=log, stderr=log
        ) as process,
    ):
        running = Scrapyd(f"http://127.0.0.1:{port}/", tmp_path, python)
        try:
            wait_until(lambda: _is_up(port))
            yield running
        finally:
            process.terminate()


def _is_up(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def deploy(scrapyd: Scrapyd) -> subprocess.CompletedProcess[str]:
    """As the documentation says, from a copy of the project."""
    project = project_copy(scrapyd.folder / "project")
    config = (ROOT / "scrapy.cfg").read_text()
    assert "url = http://127.0.0.1:6800/\n" in config
    ours = f"url = {scrapyd.url}\nusername = {USER}\npassword = {PASSWORD}\n"
    config = config.replace("url = http://127.0.0.1:6800/\n", ours)
    (project / "scrapy.cfg").write_text(config)
    return run([scrapyd.python, "-W", "ignore", "-m", "scrapyd_client.deploy"], project)


def test_deployed_scheduled_cancelled_and_resumed(scrapyd: Scrapyd) -> None:
    installed = run([scrapyd.python, "-c", "import deepweb"], scrapyd.folder)
    assert "No module named 'deepweb'" in installed.stderr, "what runs might not be the egg"

    done = deploy(scrapyd)
    assert '"status": "ok"' in done.stdout, done.stdout + done.stderr
    assert scrapyd.ask("listspiders", project="deepweb")["spiders"] == ["sitelocator", "surfacer"]
    with pytest.raises(HTTPError, match="401"):
        scrapyd.ask("listspiders", password="wrong", project="deepweb")

    with Site(unicode_characters(120), Style(delay=0.02)) as site:
        first = scrapyd.schedule(site.url)
        wait_until(lambda: len(site.searches) > 30)
        scrapyd.ask("cancel", project="deepweb", job=first)
        wait_until(lambda: first in scrapyd.jobs("finished"))
        halfway = len(json_lines(records_path(scrapyd.folder, site.url)))
        second = scrapyd.schedule(site.url)
        wait_until(lambda: second in scrapyd.jobs("finished"))
    feed = json_lines(scrapyd.folder / "items" / "deepweb" / "surfacer" / f"{second}.jl")
    records = json_lines(records_path(scrapyd.folder, site.url))
    assert 0 < halfway < len(records)
    assert {record["id"] for record in feed} == {record["id"] for record in records}
    assert len(feed) == len(records) > 100
    paths = [hit.path for hit in site.searches]
    assert len(paths) - len(set(paths)) <= IN_FLIGHT
    log = scrapyd.log(second)
    assert "Traceback" not in log
    assert f": complete: {NO_MORE}" in log, "the closing summary is not in the log of the job"
    assert f"records    {len(records)}" in log

    wrong = scrapyd.schedule("ftp://example.org/")
    wait_until(lambda: wrong in scrapyd.jobs("finished"))
    log = scrapyd.log(wrong)
    assert "ftp://example.org/" in log, "the log does not name the wrong argument"
    assert "Traceback" not in log
