"""Which search requests fail, and how?"""

from collections import Counter
from hashlib import blake2b
from threading import Lock
from typing import Literal

from tests.site.style import Style

Fault = Literal["none", "unavailable", "reset"]

_WHOLE = 2**64


class Faults:
    """Fails the first attempts at a share of the addresses, the same in every run."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._attempts: Counter[str] = Counter()
        self._lock = Lock()

    def next_fault(self, address: str) -> Fault:
        """What happens to this attempt at the address; counts it."""
        with self._lock:
            self._attempts[address] += 1
            attempt = self._attempts[address]
        return self._fault(address) if attempt <= self._style.fault_times else "none"

    def _fault(self, address: str) -> Fault:
        place = _place(address)
        if place < self._style.fault_rate:
            return "unavailable"
        is_reset = place < self._style.fault_rate + self._style.reset_rate
        return "reset" if is_reset else "none"


def _place(address: str) -> float:
    """A number from 0 to 1 that follows from the address alone."""
    digest = blake2b(address.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / _WHOLE
