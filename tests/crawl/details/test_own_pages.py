"""Pages that are not the own pages of records, on a live site."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from scrapy import Request

from tests.conftest import Crawl, json_lines, records_path
from tests.crawl.details.test_phase import NAMES, NO_DETAILS, SITE, served
from tests.crawling import Answers


def handler_of(site: Answers) -> type[BaseHTTPRequestHandler]:
    """Serves the answers of a site to real requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = site(Request(f"http://{SITE}{self.path}"))
            self.send_response(answer.status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(answer.body)))
            if where := answer.headers.get("Location"):
                self.send_header("Location", where.decode())
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


def test_pages_that_are_no_details_leave_their_records(crawl: Crawl, tmp_path: Path) -> None:
    """A login, a missing page with status 200, consent, the home page, 404: all in one crawl."""
    instead: dict[str, Any] = {f"n{2 + 5 * n}": page for n, page in enumerate(NO_DETAILS.values())}
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_of(served(**instead))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        done = crawl(url, "-a", "details=yes", "-a", "max_details=0")
        server.shutdown()
    assert done.code == 0, done.log
    lines = json_lines(records_path(tmp_path, url))
    left = [line for line in lines if not line.get("details_fetched")]
    assert (len(lines), len(left)) == (30, len(NO_DETAILS))
    assert all(line["fields"].keys() >= NAMES for line in lines if line not in left)
    assert not any("zip_code" in line["fields"] for line in left)
