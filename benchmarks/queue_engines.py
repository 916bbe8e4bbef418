"""What to build the queue of sites on: three ways to hand out sites over Redis, side by side.

    python -m benchmarks.queue_engines [--sites 2000] [--json]

Sites of mixed priorities are added, each twice; one in ten is taken by a worker that dies; the rest
is taken and ended by another; then what the dead one had is taken over, and ended. Round trips to
Redis and milliseconds a site; sites that were handed out before one of higher priority; sites that
were handed out twice because they were added twice; sites that were lost.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol
from urllib.parse import urlsplit

from redis import Redis

from deepweb.store.queue import KEYS, SCRIPTS
from tests.servers import RedisServer, own_folder

LEASE = 20.0
Sites = dict[str, int]


class Engine(Protocol):
    def add(self, site: str, priority: int) -> None: ...
    def take(self, worker: str) -> str | None: ...
    def end(self, site: str) -> None: ...


class Scripts:
    """Ours: a script a step."""

    def __init__(self, redis: Redis) -> None:
        self._run = {name: redis.register_script(text) for name, text in SCRIPTS.items()}

    def add(self, site: str, priority: int) -> None:
        self._run["add"](KEYS, [json.dumps([site, f"https://{site}/", priority])])

    def take(self, worker: str) -> str | None:
        told: Any = self._run["take"](KEYS, [worker, LEASE])
        return str(json.loads(told)["site"]) if told else None

    def end(self, site: str) -> None:
        self._run["end"](KEYS, [site, "done", ""])


class Streams:
    """Consumer groups: a stream for each priority, the highest first; idle entries are claimed."""

    LEVELS = range(9, -10, -1)

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._places: dict[str, tuple[str, str]] = {}
        for level in self.LEVELS:
            redis.xgroup_create(f"stream{level}", "workers", id="0", mkstream=True)

    def add(self, site: str, priority: int) -> None:
        self._redis.xadd(f"stream{priority}", {"site": site})

    def take(self, worker: str) -> str | None:
        for level in self.LEVELS:
            stream = f"stream{level}"
            new: Any = self._redis.xreadgroup("workers", worker, {stream: ">"}, count=1)
            found = new[0][1] if isinstance(new, list) and new else []
            if isinstance(new, dict) and new:
                found = next(iter(new.values()))[0]
            if not found:
                idle = int(LEASE * 1000)
                claimed: Any = self._redis.xautoclaim(stream, "workers", worker, idle, count=1)
                found = claimed[1]
            if found:
                entry, told = found[0]
                self._places[told["site"]] = stream, entry
                return str(told["site"])
        return None

    def end(self, site: str) -> None:
        stream, entry = self._places.pop(site, ("", ""))
        if stream:
            self._redis.xack(stream, "workers", entry)
            self._redis.xdel(stream, entry)


class Locks:
    """A sorted set of sites, and a lock of redis-py for each that somebody has."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, site: str, priority: int) -> None:
        self._redis.zadd("sites", {site: priority})

    def take(self, worker: str) -> str | None:
        start = 0
        while some := self._redis.zrevrange("sites", start, start + 49):
            for site in map(str, some):
                lock = self._redis.lock(f"lock:{site}", timeout=LEASE, blocking=False)
                if lock.acquire():
                    return site
            start += 50
        return None

    def end(self, site: str) -> None:
        self._redis.zrem("sites", site)
        self._redis.delete(f"lock:{site}")


ENGINES: dict[str, Callable[[Redis], Engine]] = {
    "scripts": Scripts,
    "streams": Streams,
    "locks": Locks,
}


class Counting(Redis):
    """Notes what it asks: round trips do not depend on what else the machine does."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.made: list[str] = []

    def execute_command(self, *args: Any, **options: Any) -> Any:
        self.made.append(str(args[0]))
        return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


def measured(name: str, redis: Counting, sites: Sites) -> dict[str, object]:
    redis.flushall()
    engine: Engine = ENGINES[name](redis)
    redis.made.clear()
    began = time.perf_counter()
    for site, priority in sites.items():
        engine.add(site, priority)
        engine.add(site, priority)
    dead = [engine.take("dies") for _ in range(len(sites) // 10)]
    ended = _ended(engine)
    busy = time.perf_counter() - began
    trips = len(redis.made)
    time.sleep(LEASE * 1.2)
    ended += _ended(engine)
    times = Counter(ended)
    order = [sites[site] for site in dead + ended[: len(sites) - len(dead)] if site]
    return {
        "engine": name,
        "round trips a site": round(trips / len(sites), 1),
        "milliseconds a site": round(1000 * busy / len(sites), 2),
        "out of turn": sum(a < b for a, b in pairwise(order)),
        "handed out twice": sum(count - 1 for count in times.values()),
        "lost": len(sites.keys() - times.keys()),
    }


def _ended(engine: Engine) -> list[str]:
    ended = []
    while (site := engine.take("lives")) is not None:
        engine.end(site)
        ended.append(site)
    return ended


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rng = random.Random(0)
    sites = {f"site{number}.example": rng.randint(-9, 9) for number in range(given.sites)}
    with own_folder() as folder, RedisServer(folder) as server:
        port = urlsplit(server.address).port
        client = Counting(port=port, decode_responses=True)
        client.config_set("appendfsync", "everysec")
        rows = [measured(name, client, sites) for name in ENGINES]
    for row in rows:
        print(json.dumps(row) if given.json else "  ".join(f"{k}: {v}" for k, v in row.items()))


if __name__ == "__main__":
    main()
