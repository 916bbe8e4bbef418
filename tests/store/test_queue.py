"""The queue of sites over a real Redis: priorities, leases, and Redis going away."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from deepweb.store.queue import (
    MAX_DEATHS,
    MAX_PRIORITY,
    SITES,
    QueuedSite,
    QueueError,
    SiteQueue,
)
from deepweb.store.retry import AwayError
from tests.servers import PASSWORD, RedisServer

SHORT = 0.3
Scenario = Callable[[SiteQueue], Coroutine[Any, Any, None]]


def site(name: str, priority: int = 0) -> QueuedSite:
    return QueuedSite(name, f"https://{name}/", priority)


@asynccontextmanager
async def opened(
    server: RedisServer, lease: float = 60.0, max_wait: float = 30.0
) -> AsyncIterator[SiteQueue]:
    async with SiteQueue(server.address, lease, max_wait) as queue:
        yield queue


def run(server: RedisServer, scenario: Scenario, **given: float) -> None:
    async def all_of_it() -> None:
        async with opened(server, **given) as queue:
            await scenario(queue)

    asyncio.run(all_of_it())


async def taken(queue: SiteQueue, worker: str = "w") -> str | None:
    found = await queue.take(worker)
    return found.site if found else None


def test_the_highest_priority_first_then_the_longest_waiting(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        low, high = site("low", -MAX_PRIORITY), site("high", MAX_PRIORITY)
        assert await queue.add([low, site("b"), site("a")]) == 3
        assert await queue.add([high, site("c"), site("a")]) == 2, "one was there already"
        assert [await taken(queue) for _ in range(6)] == ["high", "b", "a", "c", "low", None]
        assert await queue.stats() == {"waiting": 0, "leased": 5, "done": 0, "failed": 0}

    run(redis_server, scenario)


def test_a_site_added_again_gets_the_new_priority(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a"), site("b")])
        assert await queue.add([site("b", 5)]) == 0
        assert [await taken(queue) for _ in range(2)] == ["b", "a"]

    run(redis_server, scenario)


def test_two_thousand_sites_to_eight_workers_none_twice(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        priorities = {f"s{n}": random.Random(n).randint(-9, 9) for n in range(2000)}
        assert await queue.add([site(*each) for each in priorities.items()]) == 2000
        got: list[str] = []

        async def work(name: str) -> None:
            while (found := await taken(queue, name)) is not None:
                got.append(found)
                await queue.end(found, "done", "finished")

        await asyncio.gather(*(work(f"w{n}") for n in range(8)))
        assert sorted(got) == sorted(priorities)
        assert await queue.stats() == {"waiting": 0, "leased": 0, "done": 2000, "failed": 0}

    run(redis_server, scenario)


def test_a_lease_that_is_not_renewed_runs_out(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a", 3), site("b")])
        kept = await queue.take("lives")
        assert kept
        assert await taken(queue, "dies") == "b"
        for _ in range(20):
            await asyncio.sleep(SHORT / 10)
            await queue.renew([kept], "lives")
        assert await taken(queue, "next") == "b"
        assert await taken(queue, "next") is None

    run(redis_server, scenario, lease=SHORT)


def test_a_site_that_kills_its_workers_fails_in_the_end(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("deadly")])
        for number in range(MAX_DEATHS):
            assert await taken(queue, f"w{number}") == "deadly"
            await asyncio.sleep(0.03)
        assert await taken(queue) is None
        (failed,) = [each async for each in queue.list()]
        assert failed.state == "failed"
        assert failed.reason == f"{MAX_DEATHS} workers died in the middle, last w{MAX_DEATHS - 1}"
        assert await queue.retry() == 1
        assert await taken(queue) == "deadly"

    run(redis_server, scenario, lease=0.02)


def test_what_is_given_back_waits_again(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a")])
        assert await taken(queue, "one") == "a"
        await queue.give_back("a", "another")
        assert await taken(queue, "two") is None, "given back by who did not have it"
        await queue.give_back("a", "one", later=SHORT)
        assert await taken(queue, "two") is None
        await asyncio.sleep(SHORT)
        assert await taken(queue, "two") == "a"
        await queue.give_back("a", "two")
        assert await taken(queue, "three") == "a"
        (listed,) = [each async for each in queue.list()]
        assert (listed.deaths, listed.worker) == (0, "three"), "nobody died"

    run(redis_server, scenario)


def test_a_lease_of_somebody_else_is_left_to_them(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a")])
        mine = await queue.take("one")
        assert mine
        await asyncio.sleep(SHORT)
        assert await taken(queue, "two") == "a"
        await queue.renew([mine], "one")
        (listed,) = [each async for each in queue.list()]
        assert listed.worker == "two"

    run(redis_server, scenario, lease=SHORT)


def test_failed_sites_are_retried_and_others_cleared(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site(name) for name in "abcde"])
        for name, state in (("a", "done"), ("b", "failed"), ("c", "failed")):
            assert await taken(queue) == name
            await queue.end(name, state, "so it was")
        assert await taken(queue) == "d"
        assert await queue.retry(["b", "a", "none"]) == 1
        assert await queue.stats() == {"waiting": 2, "leased": 1, "done": 1, "failed": 1}
        assert await queue.clear(["waiting", "failed", "done"]) == 4
        assert [each.site async for each in queue.list()] == ["d"]

    run(redis_server, scenario)


def test_what_is_stored_is_json(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a")])

    run(redis_server, scenario)
    with redis_server.client() as client:
        stored: Any = client.hgetall(SITES)
    assert json.loads(stored["a"])["url"] == "https://a/"


def test_redis_that_is_killed_and_comes_back_is_waited_for(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a"), site("b")])
        assert await taken(queue) == "a"
        redis_server.kill()
        back = threading.Timer(0.7, redis_server.start)
        back.start()
        assert await taken(queue) == "b"
        back.join()
        assert (await queue.stats())["leased"] == 2

    run(redis_server, scenario)
    told = "\n".join(caplog.messages)
    assert "is away" in told
    assert "is back after" in told
    assert PASSWORD not in told


def test_redis_that_forgot_everything_learns_what_is_under_way(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        await queue.add([site("a", 4)])
        mine = await queue.take("one")
        assert mine
        with redis_server.client() as client:
            client.flushall()
        await queue.renew([mine], "one")
        assert await taken(queue, "two") is None
        (listed,) = [each async for each in queue.list()]
        assert (listed.site, listed.priority, listed.state) == ("a", 4, "leased")
        await queue.end("a", "done", "finished")
        assert (await queue.stats())["done"] == 1

    run(redis_server, scenario)


def test_it_gives_up_in_the_end(redis_server: RedisServer) -> None:
    async def scenario(queue: SiteQueue) -> None:
        redis_server.stop()
        with pytest.raises(AwayError, match="is away"):
            await queue.stats()

    run(redis_server, scenario, max_wait=0.3)


WRONG = {
    "nobody there": "redis://:secret@127.0.0.1:1/0",
    "no address": "localhost:6379",
    "another scheme": "http://me:secret@localhost/",
    "wrong database": "redis://:secret@127.0.0.1:1/none?password=secret",
}


@pytest.mark.parametrize("address", WRONG.values(), ids=WRONG)
def test_what_cannot_be_used_is_told_without_its_password(address: str) -> None:
    async def scenario() -> None:
        async with SiteQueue(address, 1, 1):
            raise AssertionError("it was opened")

    with pytest.raises(QueueError) as caught:
        asyncio.run(scenario())
    assert "set DEEPWEB_REDIS to the address of a Redis" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_wrong_password_is_told(redis_server: RedisServer) -> None:
    async def scenario() -> None:
        address = redis_server.address.replace(PASSWORD, "guessed")
        async with SiteQueue(address, 1, 1):
            raise AssertionError("it was opened")

    with pytest.raises(QueueError, match="invalid username-password") as caught:
        asyncio.run(scenario())
    assert "guessed" not in str(caught.value)
