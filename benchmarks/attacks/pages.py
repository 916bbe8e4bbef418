"""``python -m benchmarks.attacks.pages [NAME…]``: CPU seconds and memory that one page can cost.

Each page goes through the judge of forms, the reader of answers, the links of exploring, the next
page, the sitemap, the reader of records' own pages and what the browser looks at; each answer in
JSON or XML through the readers of data, feeds and sitemaps. In a process of its own, one JSON line
each; the last line names what is over 2 s or 500 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from typing import Any

from scrapy.http import HtmlResponse

from benchmarks.attacks.data_attacks import DATA_ATTACKS
from benchmarks.attacks.page_attacks import HTML_ATTACKS
from benchmarks.attacks.reading import read_all, read_data_answer

URL = "http://127.0.0.1/"
MAX_SECONDS = 2.0  # CPU seconds of one page
MAX_MEMORY = 500  # MB of one page


def run(name: str) -> dict[str, object]:
    """Read one page with all that a crawl does to it."""
    is_page = name in HTML_ATTACKS
    body = (HTML_ATTACKS | DATA_ATTACKS)[name]()
    # What it takes to make the page does not count.
    memory, start = _memory(), time.process_time()
    if is_page:
        steps = read_all(HtmlResponse(URL, body=body, headers={"Content-Type": "text/html"}), body)
    else:
        steps = read_data_answer(body)
    return {
        "attack": name,
        "bytes": len(body),
        "seconds": _worst(steps),
        "together": round(time.process_time() - start, 2),
        "memory_mb": round(_memory() - memory),
        "steps": {step: seconds for step, seconds in steps.items() if seconds},
    }


def _worst(steps: dict[str, float]) -> float:
    """CPU seconds of the dearest use of a page: exploring takes several steps, the others one."""
    exploring = sum(steps.get(step, 0.0) for step in ("parse", "forms", "links", "words"))
    return round(max(exploring, *steps.values()), 2)


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_child(name: str, most: float) -> dict[str, object]:
    """What a page costs in a process of its own, which ends after so many CPU seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most) + 1))
        try:
            told = run(name)
        except BaseException as error:
            told = {"attack": name, "failed": repr(error)[:200]}
        with os.fdopen(writing, "w") as pipe:
            pipe.write(json.dumps(told))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        written = pipe.read()
    os.waitpid(child, 0)
    return json.loads(written) if written else {"attack": name, "failed": f"over {most:.0f} CPU s"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which attacks; all without a name")
    parser.add_argument("--most", type=float, default=30, help="CPU seconds for one page")
    given = parser.parse_args()
    read_all(HtmlResponse(URL, body=HTML_ATTACKS["plain"]()), b"")
    done = []
    for name in given.names or HTML_ATTACKS | DATA_ATTACKS:
        done.append(in_child(name, given.most))
        print(json.dumps(done[-1]), flush=True)
    over = [each["attack"] for each in done if _is_over(each)]
    print(json.dumps({"pages": len(done), "over": over}))


def _is_over(told: dict[str, Any]) -> bool:
    is_slow = told.get("seconds", 0) > MAX_SECONDS or told.get("memory_mb", 0) > MAX_MEMORY
    return "failed" in told or is_slow


if __name__ == "__main__":
    main()
