"""Which statements of the pages of a site are fields, and which are one field?

What the pages state is known by its key: label, place and sort of value. Keys that repeat on a page
tell of other things (reviews, similar records), those with the same value everywhere are template,
and of two that say the same on each page one is enough.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from deepweb.page.words import words
from deepweb.read.details.names import label_name, name_without_label, sort_of
from deepweb.read.details.statements import Statement
from deepweb.read.details.texts import PageTexts
from deepweb.read.fields.names import unique

# Characters of a line from which on its texts are one.
_MIN_PROSE = 60
# Share of a field's pages that may have it twice, with others in between.
_MAX_REPEATED = 0.3
# Share of the pages with the same value from which on that is template.
_MIN_TEMPLATE = 0.6
# Fields with other values on other pages that stand at the place of one with the same everywhere.
_BESIDE = 1
# Texts of a field on a page.
_MAX_LIST = 40
# Links in a row without a label that are a menu.
_MENU = 3
# Share of a field's pages on which another, or the title, says the same.
_SAME = 0.8
# Share of a field's pages that may have another place of the same field.
_MAX_SHARED = 0.1
# Cells of a row that one label names.
_MAX_CELLS = 4
# Pages that are enough to tell a phrase that they share.
_SEVERAL = 3
# Characters that part a value from its neighbours.
_SEPARATORS = " :|,;•·»\u200b\xa0"
_PLURAL = re.compile(r"(?:\(s\)|(?<=\w\w)s)$")


@dataclass(slots=True)
class KeyTexts:
    """The texts of a page under one key."""

    key: str
    label: str
    heading: str
    is_sure: bool
    texts: list[str]
    element: HtmlElement
    """The element of the first text."""
    links: int
    """How many of the texts are links."""
    at: float
    """Where the first text stands, from 0 to 1."""
    times: int = 1
    """How often the key stands on the page, with others in between."""

    def add(self, more: KeyTexts, *, is_next: bool) -> None:
        """Add a text further down the page."""
        new = [text for text in more.texts if text not in self.texts]
        self.times += bool(new) and not is_next
        self.texts += new
        self.links += more.links


@dataclass(slots=True)
class _Field:
    """What the pages say under one key, or under several keys of the same field."""

    keys: list[str]
    label: str
    sort: str
    on: dict[int, KeyTexts] = field(default_factory=dict)
    """Number of the page to what it says."""

    @property
    def is_sure(self) -> bool:
        return any(said.is_sure for said in self.on.values())

    @property
    def at(self) -> float:
        return min(said.at for said in self.on.values())

    @property
    def place(self) -> int:
        return _place(self.keys[0])

    @property
    def row(self) -> HtmlElement | None:
        """The row of a table that it stands in, on the first page that has it."""
        return next(self.on[min(self.on)].element.iterancestors("tr"), None)

    def varies(self, pages: int) -> bool:
        """Do several pages have the field, with different values or missing on some?"""
        if pages == 1:
            return True
        values = {tuple(said.texts) for said in self.on.values()}
        is_optional = 1 < len(self.on) < _MIN_TEMPLATE * pages
        return len(values) > 1 or is_optional

    def mean(self, of: str) -> float:
        """The mean over the pages."""
        sizes = (len(said.texts) if of == "texts" else said.links for said in self.on.values())
        return sum(sizes) / len(self.on)


def key_texts(texts: PageTexts, stated: Iterable[Statement]) -> list[KeyTexts]:
    """What a page states by key, in reading order."""
    found: dict[str, KeyTexts] = {}
    last = ""
    parts = [part for each in stated for part in _parts(texts, each)]
    for said in sorted(parts, key=lambda part: part.at):
        if said.key in found:
            found[said.key].add(said, is_next=last == said.key)
        else:
            found[said.key] = said
        last = said.key
    return list(found.values())


def _parts(texts: PageTexts, stated: Statement) -> Iterator[KeyTexts]:
    """The parts of a statement that are fields of their own: by line, place and sort."""
    lines = _lines(texts, stated.values)
    for line in lines:
        said, links = _line_texts(texts, line, stated.value)
        # A heading says what its only text is; the texts of a sure label are merged later.
        is_told = stated.label and not stated.is_sure and len(lines) == len(said) == 1
        sorts = ["" if is_told else sort_of(text) for text in said]
        parts = [
            (sort, 0 if stated.is_sure else texts.places[number])
            for sort, number in zip(sorts, line, strict=False)
        ]
        for part in dict.fromkeys(parts):
            first, sort = line[parts.index(part)], part[0]
            yield KeyTexts(
                key=_key(stated, texts.places[first], sort),
                label=stated.label,
                heading=stated.heading,
                is_sure=stated.is_sure,
                texts=[text for text, its in zip(said, parts, strict=True) if its == part],
                element=texts.walk.elements[texts.owners[first]],
                links=links,
                at=first / len(texts.said),
            )


def field_texts(
    texts: PageTexts, stated: Iterable[Statement], names: Mapping[str, str]
) -> Iterator[int]:
    """The numbers of the texts of a page that are fields, and of those that name them."""
    for each in stated:
        if any(names.get(part.key) for part in _parts(texts, each)):
            yield from (*each.values, *each.named_by)


def _lines(texts: PageTexts, numbers: Sequence[int]) -> Sequence[Sequence[int]]:
    if len(numbers) == 1:
        return [numbers]
    lines: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number in numbers:
        lines[texts.line(number)].append(number)
    return list(lines.values())


def _line_texts(texts: PageTexts, line: Sequence[int], value: str) -> tuple[list[str], int]:
    """The texts of a line, one if it is prose; and the number of links."""
    said = [value] if value else [texts.said[n].strip(_SEPARATORS) or texts.said[n] for n in line]
    is_link = [texts.around[texts.owners[number]].is_link for number in line]
    plain = sum(len(text) for text, linked in zip(said, is_link, strict=True) if not linked)
    length = sum(map(len, said))
    if len(said) > 1 and length >= _MIN_PROSE and 2 * plain >= length:
        # A price or date at its beginning is told, and then explained.
        first = 1 if sort_of(said[0]) else 0
        return [*said[:first], " ".join(said[first:])], 0
    return said, sum(is_link)


def _key(stated: Statement, place: int, sort: str) -> str:
    heading = stated.heading if stated.is_sure else ""
    return "|".join((heading, stated.label, str(place), sort))


def learn_names(pages: Sequence[Sequence[KeyTexts]], titles: Sequence[str]) -> dict[str, str]:
    """The name of the field of each key; "" for keys that are no field."""
    found: dict[str, _Field] = {}
    for number, page in enumerate(pages):
        for said in page:
            sort = said.key.rpartition("|")[2]
            known = found.setdefault(said.key, _Field([said.key], said.label, sort))
            known.on[number] = said
    fields = [each for each in found.values() if _is_field(each, len(pages), titles)]
    beside = Counter(each.place for each in fields if each.is_sure and each.varies(len(pages)))
    # A label whose value never changed, or that one page has, stands among others.
    fields = [
        each
        for each in fields
        if each.varies(len(pages)) or (each.is_sure and beside[each.place] > _BESIDE)
    ]
    fields = _without_rows(_merged(fields))
    fields.sort(key=lambda each: (not each.is_sure, not each.label, each.at))
    fields = sorted(_distinct(fields), key=lambda each: each.at)
    names = unique(map(_name, fields))
    return dict.fromkeys(found, "") | {
        key: name for name, each in zip(names, fields, strict=True) for key in each.keys
    }


def _is_field(each: _Field, pages: int, titles: Sequence[str]) -> bool:
    if pages == 1:
        return bool(each.label)
    on = each.on
    repeated = sum(said.times > 1 for said in on.values())
    return not (
        (len(on) == 1 and not each.is_sure)
        or repeated > _MAX_REPEATED * len(on)
        or each.mean("texts") > _MAX_LIST
        or (not each.label and each.mean("links") >= _MENU)
        or _repeats_title(each, titles)
        or _is_phrase_about(each, titles)
    )


def _repeats_title(each: _Field, titles: Sequence[str]) -> bool:
    """Does it only say the title, with words of the template or without?"""
    rests: Counter[str] = Counter()
    for number, said in each.on.items():
        title, text = titles[number].lower(), " ".join(said.texts).lower()
        if title and title in text:
            rests[text.replace(title, "")] += 1
    rest, times = max(rests.items(), key=lambda item: item[1], default=("", 0))
    return times >= _SAME * len(each.on) and not (each.is_sure and not rest)


def _is_phrase_about(each: _Field, titles: Sequence[str]) -> bool:
    """Is it one phrase on all pages, with words of the title in it: "Deals in Denver"?"""
    if each.is_sure or len(each.on) < _SEVERAL:
        return False
    said = {number: set(words(" ".join(on.texts))) for number, on in each.on.items()}
    times = Counter(word for one in said.values() for word in one)
    shared = {word for word, n in times.items() if n >= _SAME * len(said)}
    fits = [shared < one <= shared.union(words(titles[number])) for number, one in said.items()]
    return bool(shared) and sum(fits) >= _SAME * len(fits)


def _merged(fields: Sequence[_Field]) -> list[_Field]:
    """Fields with the same label that hardly ever stand on the same page are one."""
    found: defaultdict[tuple[str, str], list[_Field]] = defaultdict(list)
    for each in sorted(fields, key=lambda each: -len(each.on)):
        sort = "" if each.is_sure else each.sort
        alike = found[_PLURAL.sub("", each.label.lower()) or each.keys[0], sort]
        for other in alike:
            if len(each.on.keys() & other.on.keys()) <= _MAX_SHARED * len(each.on):
                other.on = each.on | other.on
                other.keys += each.keys
                break
        else:
            alike.append(each)
    return [each for alike in found.values() for each in alike]


def _without_rows(fields: Sequence[_Field]) -> list[_Field]:
    """Without the cells of long rows of tables, which one label names: they are statistics."""
    rows = [(each.label, each.row) for each in fields]
    cells = Counter(rows)
    return [
        each
        for each, (label, row) in zip(fields, rows, strict=True)
        if not label or row is None or cells[label, row] <= _MAX_CELLS
    ]


def _distinct(fields: Sequence[_Field]) -> list[_Field]:
    """Without fields that say what one before them does."""
    kept: list[_Field] = []
    saying: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for each in fields:
        said = [(number, " ".join(on.texts).lower()) for number, on in each.on.items()]
        same = Counter(other for what in said for other in saying[what])
        if max(same.values(), default=0) < _SAME * len(said):
            for what in said:
                saying[what].append(len(kept))
            kept.append(each)
    return kept


def _name(each: _Field) -> str:
    if each.label and (each.is_sure or not each.sort) and (name := label_name(each.label)):
        return name
    said = list(each.on.values())
    texts = [text for one in said for text in one.texts]
    return each.sort or name_without_label(texts, [one.element for one in said], said[0].heading)


def known_places(names: Mapping[str, str]) -> frozenset[int]:
    """The places of fields."""
    return frozenset(_place(key) for key, name in names.items() if name)


def _place(key: str) -> int:
    return int(key.rsplit("|", 2)[1])


def named(
    page: Sequence[KeyTexts], names: Mapping[str, str], places: frozenset[int]
) -> dict[str, list[str]]:
    """The texts of a page by the name of their field.

    A sure label that no page had before names a field too, if it stands where others do
    (``places``).
    """
    found: dict[str, list[str]] = {}
    for said in page:
        if name := names.get(said.key):
            known = found.setdefault(name, [])
            known += [text for text in said.texts if text not in known]
    for said in page:
        is_new = said.key not in names and said.is_sure and said.times == 1
        if is_new and _place(said.key) in places:
            found.setdefault(label_name(said.label) or "text", said.texts)
    return found
