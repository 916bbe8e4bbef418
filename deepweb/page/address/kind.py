"""Are two addresses of one kind: two books, two categories, two log pages?

An address is cut into *slots*: the steps of its path and its arguments, by name. A slot that names
one thing among many (a number, a code, "17-some-title", a long slug) is like any other such slot;
a plain word stands for itself. ``AddressKinds`` learns from examples which slots of plain words are
names too (``/wiki/Abdomen``), because many addresses differ in nothing else.

A kind is written as text: ``/ticket/0``, ``/wiki/+``, ``/gitweb.cgi?a=commit&h=*&p=apt.git``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote, unquote_plus

from deepweb.page.address.argument_names import is_random
from deepweb.page.address.same_page import page_key

MAX_EXAMPLES = 3_000  # addresses of one form that kinds are learnt from
MIN_EXAMPLES = 3  # addresses that make a kind
MANY_NAMES = 5  # different words in one slot, at least, that make it a slot of names
USES = 3  # times that each of them is used, at most, in the mean
MIN_CODE = 12  # characters of a code that is not the same by chance
LONG = 32  # characters from which on a slot is a name
MANY_CODED = 300  # addresses that are told apart by a number or a code, at least,
CODED = 0.9  # and this share of all, that make addresses without one something else
MAX_FOLDER = 3  # characters of a folder that is called by a part of a code
MANY_PARTS = 12  # addresses of parts of pages, at least,
OF_A_PAGE = 4  # and so many on a page in the mean, that make records parts of pages

CODE = "*"  # a slot that names one thing among many
NAME = "+"  # a slot of plain words that was learnt to be such a slot

_Slots = tuple[str, ...]

_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r"(?=[a-f]*\d)[0-9a-f]{7,}")
_FILE = re.compile(r"\.[a-z]\w{1,4}$")
_TITLED = re.compile(r"\d+[-_. ][^\W\d].*")
_ARGUMENTS = re.compile(r"[&;]")
_BETWEEN_WORDS = re.compile(r"[-_+ ,]")
MAX_STEPS = 40  # steps of a path that are told apart; the rest counts as one
MAX_WORDS = 3  # words of a slot from which on it is a title


@lru_cache(maxsize=50_000)
def slots(url: str) -> tuple[str, ...]:
    """The slots of an address: one for each step of the path, and one for each argument."""
    path, _, asked = page_key(url).partition("?")
    steps = path.split("/", MAX_STEPS)[1:]
    arguments = sorted(filter(None, _arguments(asked)))
    return (*_path_slots(steps), *map(_argument, arguments))


def _path_slots(steps: Sequence[str]) -> Iterator[str]:
    """The slots of a path. Behind a number, several words are a title: /topic/17/some-title."""
    before, folders = "", _folders(steps)
    for at, step in enumerate(steps):
        slot = "0" if at in folders else _slot(unquote(step))
        is_title = before == "0" and is_word("/" + slot) and _BETWEEN_WORDS.search(slot)
        before = CODE if is_title else slot
        yield "/" + before


def _folders(steps: Sequence[str]) -> set[int]:
    """The steps that repeat the beginning or the end of a code: /person/6/4/8ddc2f1b46.html.

    Sites spread many files over folders in this way.
    """
    found: set[int] = set()
    for at, step in enumerate(steps):
        code, first = _FILE.sub("", step.lower()), at
        if len(code) < MIN_CODE:
            continue
        while first and len(steps[first - 1]) <= MAX_FOLDER:
            first -= 1
        for start in range(first, at):
            said = "".join(steps[start:at]).lower()
            if len(said) > 1 and (code.startswith(said) or code.endswith((said, said[::-1]))):
                found |= {*range(start, at)}
                break
    return found


def _arguments(asked: str) -> list[str]:
    """The arguments of an address; some sites join them by ";", which ids of records escape."""
    if "%3B" in asked:
        asked = asked.replace("%3B", ";").replace("%3D", "=")
    return _ARGUMENTS.split(asked)


def _argument(argument: str) -> str:
    name, _, value = argument.partition("=")
    if not value:  # ids of records have "?HomePage=" for "?HomePage"
        return "?" + _slot(unquote_plus(name))
    return f"?{unquote_plus(name)}={_slot(unquote_plus(value))}"


def _slot(text: str) -> str:
    plain = text.lower().replace("/", "|").replace("?", "|")
    if not plain or plain.isdigit():
        return _NUMBER.sub("0", plain)
    if _TITLED.fullmatch(plain):
        return "0-" + CODE
    bare = _FILE.sub("", plain)
    if len(plain) > LONG or _HEX.fullmatch(bare) or is_random(bare):
        return CODE
    if len(_BETWEEN_WORDS.findall(plain)) >= MAX_WORDS:
        return CODE
    return _NUMBER.sub("0", plain)


def is_word(slot: str) -> bool:
    """Is a slot a plain word, which may be a name or not?"""
    value = slot.partition("=")[2] if slot.startswith("?") and "=" in slot else slot[1:]
    return bool(value) and "0" not in value and CODE not in value and value != NAME


def _is_said(slot: str) -> bool:
    """Does a slot say something in words: "hello", or "hello-17", but neither "17" nor a code?"""
    return NAME not in slot and CODE not in slot and any(map(str.isalpha, slot))


def is_coded(there: Sequence[str]) -> bool:
    """Does some slot hold a number or a code?"""
    return any(CODE in slot or "0" in slot for slot in there)


def with_name(slot: str) -> str:
    """A slot of the same argument, or of the path, that holds any name."""
    name, sign, _ = slot.partition("=")
    return f"{name}={NAME}" if slot.startswith("?") and sign else slot[0] + NAME


def kind_of(url: str) -> str:
    """The kind of one address, seen by itself."""
    return as_text(slots(url))


def as_text(kind: Sequence[str]) -> str:
    """A kind as text."""
    return "".join(kind) or "/"


def wider_kinds(url: str) -> Iterator[str]:
    """The kind of an address, those that leave one of its words open, and those of its arguments.

    An argument may say the same on any page of a site: ``?sort=+``.
    """
    there = slots(url)
    yield as_text(there)
    for at, slot in enumerate(there):
        if is_word(slot):
            yield as_text((*there[:at], with_name(slot), *there[at + 1 :]))
        if slot.startswith("?"):
            yield with_name(slot)


def codes(url: str) -> Iterator[str]:
    """The codes in an address that nobody would write twice by chance."""
    path, _, asked = page_key(url).partition("?")
    for step in path.split("/")[1:]:
        if _is_code(step):
            yield step.lower()
    for argument in _arguments(asked):
        value = argument.partition("=")[2]
        if _is_code(value):
            yield value.lower()


def _is_code(text: str) -> bool:
    plain = text.lower()
    return len(plain) >= MIN_CODE and bool(_HEX.fullmatch(plain) or is_random(plain))


def view_of(first: str, there: Sequence[str]) -> str:
    """The kind of views of records: what sets them apart from their kind, and any other words.

    "" where the two differ in more than one slot.
    """
    parts = _parts(first)
    if len(parts) != len(there):
        return ""
    differing = [at for at, slot in enumerate(there) if slot != parts[at]]
    if len(differing) != 1 or not is_word(there[differing[0]]):
        return ""
    return as_text(
        [with_name(s) if is_word(s) and at not in differing else s for at, s in enumerate(there)]
    )


def is_other_scope(kind: str, known: str) -> bool:
    """Are two kinds the same but for the part of the site: /apt/commit/*, /dpkg/commit/*?

    They differ in one word, and a word behind it, or an argument, still says what it is.
    """
    one, other = _parts(kind), _parts(known)
    if len(one) != len(other) or not is_coded(one):
        return False
    differing = [at for at, slot in enumerate(one) if slot != other[at]]
    if len(differing) != 1 or _form_of(one[differing[0]]) != _form_of(other[differing[0]]):
        return False
    (at,) = differing
    if not (is_word(one[at]) and is_word(other[at])):
        return False
    kept = one[at + 1 :] if one[at].startswith("/") else (*one[:at], *one[at + 1 :])
    return any(is_word(slot) and slot.startswith(one[at][0]) for slot in kept)


def folders(kinds: Collection[str]) -> set[str]:
    """The folders of which any name is a record: /news of /news/+, if there are several."""
    steps = (_parts(kind) for kind in kinds if kind.endswith("/" + NAME) and "?" not in kind)
    found = {"".join(each[:-1]) for each in steps if all(map(is_word, each[:-1]))}
    return found if len(found) > 1 else set()


def is_of_kind(url: str, kinds: Collection[str]) -> bool:
    """Is an address of one of some kinds?"""
    if not kinds:
        return False
    there = slots(url)
    return as_text(there) in kinds or any(NAME in k and _fits(there, k) for k in kinds)


def may_be_of_kind(url: str, kinds: Collection[str]) -> bool:
    """Is an address of one of some kinds, or only shorter in its title: /topic/17/hello?"""
    if is_of_kind(url, kinds):
        return True
    there = slots(url)
    return any(
        len(parts) == len(there)
        and all(
            p == s or (p[1:] == CODE and _is_said(s)) for p, s in zip(parts, there, strict=True)
        )
        for parts in map(_parts, kinds)
    )


def is_narrower(kind: str, kinds: Collection[str]) -> bool:
    """Are all addresses of a kind of one of some kinds?"""
    return kind in kinds or any(_fits(_parts(kind), wide) for wide in kinds)


@lru_cache(maxsize=2_000)
def _parts(kind: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[/?][^/?]*", kind))


def _fits(there: Sequence[str], kind: str) -> bool:
    parts = _parts(kind)
    if len(parts) != len(there):
        return False
    return all(
        part == slot or (part.endswith(NAME) and part == with_name(slot))
        for part, slot in zip(parts, there, strict=True)
    )


class AddressKinds:
    """The kinds that some addresses are of, learnt as they come."""

    def __init__(self) -> None:
        self._examples: defaultdict[_Slots, Counter[_Slots]] = defaultdict(Counter)
        self._urls: set[str] = set()
        self._learnt_from = 0
        self._kinds: tuple[str, ...] = ()
        self._times: dict[str, int] = {}
        """Examples of each kind."""
        self._parts: set[str] = set()
        """Addresses of parts of pages."""
        self._pages: set[str] = set()
        """Pages of which these are parts."""
        self._kinds_of_pages: Counter[str] = Counter()

    def add(self, url: str) -> None:
        """Learn from an address."""
        key, there = page_key(url), slots(url)
        if "#" in url and len(self._parts) < MAX_EXAMPLES:
            self._parts.add(url)
            self._kinds_of_pages[kind_of(url)] += key not in self._pages
            self._pages.add(key)
        form = tuple(_form_of(slot) for slot in there)
        if key not in self._urls and len(self._examples[form]) < MAX_EXAMPLES:
            self._urls.add(key)
            self._examples[form][there] += 1

    @property
    def are_parts(self) -> bool:
        """Are records parts of pages, several on each: /2005-09.html#19?"""
        parts = len(self._parts)
        is_part = parts >= MANY_PARTS and parts >= CODED * (parts + len(self._urls - self._pages))
        return is_part and parts >= OF_A_PAGE * len(self._pages)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds with several examples; none where records are parts of pages."""
        if self.are_parts:
            return ()
        # Learnt anew each time that there is a tenth more to learn from.
        if len(self._urls) > 1.1 * self._learnt_from:
            self._learnt_from = len(self._urls)
            rows = (list(each.items()) for each in self._examples.values())
            found = (kind for some in rows for kind in _kinds(some))
            self._times = {as_text(kind): n for kind, n in found if n >= MIN_EXAMPLES}
            self._kinds = tuple(sorted(self._times))
        return self._kinds

    @property
    def are_files(self) -> bool:
        """Do most addresses lie in several folders, of which any name is one of them?"""
        inside = {f"{folder}/{NAME}" for folder in folders(self.kinds)}
        return 2 * sum(self._times[kind] for kind in inside) > sum(self._times.values())

    @property
    def are_coded(self) -> bool:
        """Does a number or a code tell nearly all of many addresses apart, and not a name?"""
        coded = sum(n for kind, n in self._times.items() if is_coded(_parts(kind)))
        return coded >= MANY_CODED and coded >= CODED * sum(self._times.values())

    def holds(self, url: str) -> bool:
        """Is an address of one of the kinds?"""
        return is_of_kind(url, self.kinds)

    def has_parts(self, url: str) -> bool:
        """Is it a page of the kind whose parts are records, and none of its parts known?"""
        is_known = len(self._parts) >= MAX_EXAMPLES or page_key(url) in self._pages
        is_alike = self._kinds_of_pages[kind_of(url)] >= MIN_EXAMPLES
        return self.are_parts and is_alike and not is_known


def _form_of(slot: str) -> str:
    return slot.partition("=")[0] if slot.startswith("?") and "=" in slot else slot[0]


def _kinds(rows: Sequence[tuple[_Slots, int]], at: int = 0) -> Iterator[tuple[_Slots, int]]:
    """The kinds of addresses that agree in all slots before one, each with its examples."""
    if at == len(rows[0][0]):
        yield (), sum(n for _, n in rows)
        return
    groups: defaultdict[str, list[tuple[_Slots, int]]] = defaultdict(list)
    for row in rows:
        groups[row[0][at]].append(row)
    words = [slot for slot in groups if _is_said(slot)]
    used = sum(n for slot in words for _, n in groups[slot])
    if len(words) >= MANY_NAMES and used <= USES * len(words):
        name = with_name(words[0])
        merged = [row for slot in words for row in groups.pop(slot)]
        groups[name] = merged
    for slot, some in groups.items():
        for rest, n in _kinds(some, at + 1):
            yield (slot, *rest), n
