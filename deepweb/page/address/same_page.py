"""Do two addresses lead to one page, or to pages of one kind?

Exploring fetches each page once, and few pages of a kind: the days of a calendar, the records of
a list and the sessions that servers write into addresses are without number, but they have a
pattern.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from deepweb.page.address.argument_names import is_random, without_tracking

# An address beyond these was made by a machine for a machine.
MAX_LENGTH = 1000  # characters
MAX_SEGMENTS = 12  # segments of the path
MAX_REPEATS = 3  # times that one segment is repeated: a relative link that leads ever deeper

_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_INDEX = re.compile(r"(?<=/)(?:index|default|home)\.\w{2,5}(?=\?|$)", re.IGNORECASE)
# ASP.NET writes sessions so: /(S(lit3py55t21z5v55vlm25s55))/page.aspx
_ASP_SESSION = re.compile(r"/\([A-Z]\([^()/]*\)\)(?=/|$)")
_DIGITS = re.compile(r"\d+")
_VALUE = re.compile(r"=[^&]*")

_JOINTS = re.compile("[&;]")
_NUMBERS = re.compile(r"(?<!\d)(\d{1,9})(?!\d)")


def page_key(url: str) -> str:
    """One spelling of an address: without scheme, www., session, tracking and "index.html"."""
    key = _START.sub("", url.partition("#")[0], count=1)
    if ";" in key or "?" in key:
        key = without_tracking(key)
    if "(" in key:
        key = _ASP_SESSION.sub("", key)
    return _INDEX.sub("", key).rstrip("/")


def is_endless(url: str) -> bool:
    """Does an address look like one of infinitely many?"""
    steps = url.partition("?")[0].split("/")[3:]
    if len(url) > MAX_LENGTH or len(steps) > MAX_SEGMENTS:
        return True
    return len(steps) > MAX_REPEATS and max(map(steps.count, set(steps))) > MAX_REPEATS


def directories(url: str) -> tuple[str, ...]:
    """The directories of a page; any number or session in a name is like any other.

    A page with arguments is a directory itself: of the pages that differ in arguments only.
    """
    path, has_arguments, _ = page_key(url).partition("?")
    steps = path.split("/")[1:]
    if not has_arguments:
        steps = steps[:-1]
    return tuple(_alike(step) for step in steps if step)


def shape(url: str) -> str:
    """One spelling for pages of one kind: any number is like any other, arguments count by name."""
    path, _, arguments = page_key(url).partition("?")
    steps = (_alike(step) for step in path.split("/")[1:])
    return (
        f"/{'/'.join(steps)}?{_VALUE.sub('=', arguments)}" if arguments else "/" + "/".join(steps)
    )


def _alike(step: str) -> str:
    plain = unquote(step).lower() if "%" in step else step.lower()
    return "*" if is_random(plain) else _DIGITS.sub("0", plain)


def stepped(first: str, second: str) -> str:
    """The address that follows two others, which differ in one number; "" if they do not."""
    one, two = _NUMBERS.split(first), _NUMBERS.split(second)
    differing = [at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
    if len(one) != len(two) or len(differing) != 1 or not differing[0] % 2:
        return ""
    at = differing[0]
    before, now = int(one[at]), int(two[at])
    return "".join((*two[:at], str(2 * now - before), *two[at + 1 :])) if now > before else ""


def differing_argument(first: str, second: str) -> set[str]:
    """The one argument in which an address differs from the one before it; empty if not one."""
    (path, one), (other_path, two) = map(_parted, (first, second))
    names = {name for name, _ in one ^ two}
    return names if path == other_path and len(names) == 1 and two - one else set()


def without_argument(url: str, name: str) -> str:
    """An address without an argument; the same if it has none."""
    path, asked, query = url.partition("?")
    kept = [each for each in _JOINTS.split(query) if each.partition("=")[0] != name]
    joint = ";" if ";" in query else "&"
    return f"{path}{asked}{joint.join(kept)}" if kept else path


def _parted(url: str) -> tuple[str, set[tuple[str, str]]]:
    path, _, query = url.partition("?")
    pairs = (each.partition("=") for each in _JOINTS.split(query) if each)
    return path, {(name, value) for name, _, value in pairs}
