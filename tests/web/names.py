"""Hosts and titles of the sites of the simulated web."""

from __future__ import annotations

import random
from collections.abc import Collection

from tests.web.subjects import TOPICS, subjects, word_lists

_WORDS = word_lists()
TELLING_HOST = 0.5  # share of sites whose host name tells their subject


def place(rng: random.Random) -> str:
    return rng.choice(_WORDS["places"])


def made_up(rng: random.Random) -> str:
    """A name without a meaning, such as Velmora."""
    middle = rng.choice(_WORDS["starts"]) if rng.random() < 0.4 else ""
    return (rng.choice(_WORDS["starts"]) + middle + rng.choice(_WORDS["ends"])).capitalize()


def site_host(about: tuple[str, ...], role: str, rng: random.Random, taken: Collection[str]) -> str:
    """A host that no other site has; ``.example`` never exists in the real web (RFC 2606)."""
    while True:
        bits = [made_up(rng).lower()]
        if rng.random() < TELLING_HOST and role != "directory":
            bits.append(rng.choice(subjects()[about[0]].hosts))
            rng.shuffle(bits)
        if rng.random() < 0.3:
            bits.append(rng.choice(_WORDS["added"]))
        front = "www." if rng.random() < 0.5 else ""
        host = f"{front}{rng.choice(('', '-')).join(bits)}.example"
        if host not in taken and f"www.{host}" not in taken and host[4:] not in taken:
            return host


def site_title(host: str, about: tuple[str, ...], rng: random.Random) -> str:
    name = host.removeprefix("www.").removesuffix(".example").replace("-", " ").title()
    told = subjects()[about[0]].slogans if len(about) <= len(TOPICS) // 2 else ("Web directory",)
    return f"{name}: {rng.choice(told)}" if rng.random() < 0.7 else name
