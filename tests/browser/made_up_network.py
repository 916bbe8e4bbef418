"""Visits by the browser are real; what they ask for is made up, so that it may be anywhere.

What reaches the network is written to the file that the setting ``ASKED`` names.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from deepweb.browser.handler import BrowserDownloadHandler

PAGE = """<div id=app></div>
<script src="https://cdn.example.net/app.js"></script>
<script src="https://cdn.example.net/private/spy.js"></script>
<script src="http://10.0.0.7/inside.js"></script>
<link rel=stylesheet href="https://cdn.example.net/app.css">
<img src="https://cdn.example.net/logo.png">"""
APP = """
document.getElementById('app').innerHTML =
  '<input type=search id=q placeholder=Search><div id=out>Nothing yet</div>';
const cdn = 'https://cdn.example.net';
fetch(cdn + '/data.json').catch(() => 0);
fetch(cdn + '/told', {method: 'POST', body: 'x'}).catch(() => 0);
const add = url => {
  const made = document.createElement('script');
  made.src = url;
  document.body.append(made);
};
document.getElementById('q').onkeydown = async e => {
  if (e.key !== 'Enter') return;
  add(cdn + '/jsonp.js?q=' + e.target.value);
  add(cdn + '/late.js?v=2');
  const said = await (await fetch('/api?q=' + e.target.value)).json();
  document.getElementById('out').innerHTML =
    said.map(b => '<p><a href="/b/' + b.id + '">' + b.title + '</a></p>').join('') || 'Nothing';
};"""
BOOKS = [{"id": number, "title": f"The {name} book"} for number, name in enumerate(("red", "old"))]


class MadeUpNetwork(BrowserDownloadHandler):
    """A site whose scripts come from another host."""

    async def download_request(self, request: Request) -> Response:
        if "browser" in request.meta:
            return await super().download_request(request)
        told = [request.method, request.url, (request.headers.get("Cookie") or b"").decode()]
        with Path(self.crawler.settings["ASKED"]).open("a") as asked:
            asked.write(f"{json.dumps(told)}\n")
        return _answer(request.url)


def _answer(url: str) -> Response:
    where = urlsplit(url)
    if where.path == "/robots.txt":
        return made_up(url, "text/plain", "User-agent: *\nDisallow: /private")
    if where.hostname == "cdn.example.net":
        is_style = where.path.endswith("css")
        made = made_up(url, f"text/{'css' if is_style else 'javascript'}", "" if is_style else APP)
        made.headers["Set-Cookie"] = "who=you; Path=/"
        return made if where.path in {"/app.js", "/app.css"} else made.replace(body=b"")
    if where.path == "/api":
        found = BOOKS if "q=the" in where.query else []
        return made_up(url, "application/json", json.dumps(found))
    return made_up(url, "text/html", PAGE)


def made_up(url: str, kind: str, body: str) -> Response:
    headers = {"Content-Type": f"{kind}; charset=utf-8"}
    made = responsetypes.from_args(headers=Headers(headers), url=url)
    return made(url, body=body.encode(), headers=headers)
