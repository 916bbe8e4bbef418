"""``python -m benchmarks.attacks.sites [NAME…]``: what hostile sites cost, and what they tell.

Each site of ``site_attacks.py`` is served and crawled by a real ``scrapy crawl surfacer``. One JSON
line each: requests as the site saw them, records told, how many of its 200 true records are among
them, seconds, exit code, and how the crawl says that it ended.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from benchmarks.attacks.site_attacks import RECORDS, SITE_ATTACKS, Answered, Shop, asked
from benchmarks.crawled import FAST, run_command
from tests.conftest import crawl_command
from tests.serving import Handler, Serving

BUDGET = 600  # requests of a crawl
# A site that is silent for so many seconds does not answer.
PATIENCE = ("-s", "DOWNLOAD_TIMEOUT=5", "-s", "RETRY_TIMES=2")


class Served(Serving):
    """A hostile site that is served while entered."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(_Handler)
        self.shop, self.got = shop, list[str]()
        self._lock = Lock()

    def answer(self, target: str) -> Answered:
        with self._lock:
            self.got.append(target)
            number = len(self.got)
        return self.shop.answer(asked(target, number, self.url.split("/")[2]))


class _Handler(Handler):
    protocol_version = "HTTP/1.1"
    serving: Served

    def answer(self) -> None:
        said = self.serving.answer(self.path)
        body = said.body.encode() if isinstance(said.body, str) else said.body
        if isinstance(body, bytes):
            self.send_head(said.status, (*said.headers, ("Content-Length", str(len(body)))))
            self.wfile.write(body)
            return
        self.send_head(said.status, (*said.headers, ("Connection", "close")))
        self.close_connection = True
        with suppress(OSError):
            for part in body:
                self.wfile.write(part)
                self.wfile.flush()


def run(name: str, *options: str, budget: int = BUDGET) -> dict[str, Any]:
    """Crawl one hostile site."""
    with Served(SITE_ATTACKS[name]()) as site, tempfile.TemporaryDirectory() as folder:
        told = crawled(site.url, Path(folder), "-a", f"max_requests={budget}", *PATIENCE, *options)
        true = {Shop.record(each.get("url") or "") for each in told.pop("feed")} - {None}
        return {
            "site": name,
            "requests": len(site.got),
            "told": told["told"],
            "true": len(true),
            "of": RECORDS,
        } | told


def crawled(url: str, folder: Path, *options: str) -> dict[str, Any]:
    """A crawl of a site from an empty store."""
    command = crawl_command(folder, url, *FAST, "-s", "DEEPWEB_BROWSER=never", *options)
    start, before = time.monotonic(), _cpu()
    code, log = run_command(command)
    feed = [json.loads(line) for line in (folder / "feed.jsonl").read_text("utf-8").splitlines()]
    reports = sorted((folder / "output").glob("*/report.json"))
    report = json.loads(reports[0].read_text("utf-8")) if reports else {}
    return {
        "feed": feed,
        "told": len(feed),
        "seconds": round(time.monotonic() - start, 1),
        "cpu": round(_cpu() - before, 1),
        "exit": code,
        "outcome": f"{report.get('outcome', '')}: {report.get('reason', '')}",
        "traceback": "Traceback" in log,
    }


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which sites; all without a name")
    parser.add_argument("--budget", type=int, default=BUDGET)
    given = parser.parse_args()
    for name in given.names or SITE_ATTACKS:
        print(json.dumps(run(name, budget=given.budget)), flush=True)


if __name__ == "__main__":
    main()
