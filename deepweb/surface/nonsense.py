"""Queries that no database answers.

He et al. (WSDM 2013), section 5: long strings without meaning, to see what a site's empty page
looks like. Several shapes, because some sites answer numbers or repeated letters differently.
"""

from __future__ import annotations

import random
import string

CONSONANTS = "bcdfghjklmnpqrstvwxz"


def nonsense(rng: random.Random, number: int) -> list[str]:
    """``number`` distinct words that mean nothing."""
    shapes = (_consonants, _syllables, _letters)
    return [shapes[i % len(shapes)](rng) for i in range(number)]


def _consonants(rng: random.Random) -> str:
    return "".join(rng.choices(CONSONANTS, k=12))


def _syllables(rng: random.Random) -> str:
    return "".join(rng.choice("qxzjkvw") + rng.choice("uoiy") for _ in range(6))


def _letters(rng: random.Random) -> str:
    return "".join(rng.choices(string.ascii_lowercase, k=14))
