"""Which texts of a record are labels of other texts?

Texts that end in a colon; the words before a colon in a text ("Price: 12"), if they recur at the
same place, or an author's "by"; and texts that many records repeat, each time before something
different ("Author", "by").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from deepweb.page.words import folded, one_line
from deepweb.read.fields.field_words import PREPOSITIONS
from deepweb.read.fields.parts import RecordPart, is_in_heading, is_link

# Characters of a label.
_MAX_LABEL = 40
# Share of records that repeat a label.
_SAME_LABEL = 0.3
# Share of records in which a label that is the only one of its path occurs.
_ONLY_LABEL = 0.9
# Share of different values behind a label.
_DISTINCT = 0.4
# Share of the occurrences of a label that are followed by the same path.
_SAME_PLACE = 0.8
# Labels of one path that a record has on average, if the path has several.
_SEVERAL = 1.5
# Pages whose records repeat a text that is not the query.
_SEVERAL_PAGES = 3
# Mean length of texts that are a label with its value; longer texts are prose with colons.
_MAX_LABELLED = 80
# Share of the texts of a path that look labelled, if all of them are.
_MOST_LABELLED = 0.5

_MIN_VALUES = 4  # records with a text before a colon that may be a value
_MOST_DIFFER = 0.7  # share of these texts that must be different ones
_VALUES = ":"  # behind a path: the texts before its colons are values
# Colons of Latin and of East Asian scripts.
COLONS = ":\uff1a"
_CELL = re.compile(r"td\b.*:\d+|td:\d+")
# Elements that hold labels, by tag or class.
_LABEL_STEP = re.compile(r"(?:b|strong|em|i|label|dt|th)\b|.*(?:label|key|term|caption|prefix)")
_LABELLED = re.compile(
    rf"^([^{COLONS}]{{1,{_MAX_LABEL}}}?)\s*[{COLONS}](?!//)\s*(\S.*)$", re.DOTALL
)
# Who made something: "by Mark Twain", "Posted by Jo".
_MADE_BY = re.compile(r"((?:[^\W\d_]+ )?(?:by|von|par|por|door|av)) ((?!\d).{2,70})", re.IGNORECASE)


def label_key(text: str) -> str:
    """One spelling of a text, by which labels and constants are compared."""
    return one_line(folded(text)).strip(" " + COLONS)


def own_label(part: RecordPart) -> tuple[str, str] | None:
    """Label and value of a text that holds both; links and headings do not, despite colons."""
    if part.slot != "text" or is_link(part.path) or is_in_heading(part.path):
        return None
    has_colon = ":" in part.text or "\uff1a" in part.text
    found = _LABELLED.match(part.text) if has_colon else _MADE_BY.fullmatch(part.text)
    return (found[1], found[2]) if found and not found[1][-1].isdigit() else None


def labels_of(rows: Sequence[Sequence[RecordPart]], pages: int = 1) -> frozenset[str]:
    """Folded words that are labels before a colon, and ``path|folded words`` of other labels.

    ``pages``: the number of pages that the records are from. What all records of one page repeat
    may be the query.
    """
    named = (f"{path}|{_VALUES}" for path in _values_with_colons(rows))
    return frozenset((*_words_before_colons(rows), *_constant_labels(rows, pages), *named))


def labelled(parts: Iterable[RecordPart], labels: frozenset[str]) -> Iterator[RecordPart]:
    """The parts without labels; each label is noted on the parts that follow it."""
    label, path, waiting = "", "", None
    for part in parts:
        if part.slot != "text" or part.label:
            yield part
            continue
        if _is_label(part, labels):
            if waiting is not None:
                yield waiting
            label, path, waiting = part.text, "", part
            continue
        if label and (part.path == path if path else _is_near(waiting, part)):
            path, waiting = part.path, None
            yield part._replace(label=label)
            continue
        if waiting is not None:
            yield waiting
        label, waiting = "", None
        yield _split_off(part, labels)
    if waiting is not None:
        yield waiting


def _is_label(part: RecordPart, labels: frozenset[str]) -> bool:
    if len(part.text) > _MAX_LABEL:
        return False
    if part.text[-1] in COLONS:
        return f"{part.path}|{_VALUES}" not in labels
    return part.path in _paths(labels) and f"{part.path}|{label_key(part.text)}" in labels


@lru_cache(maxsize=64)
def _paths(labels: frozenset[str]) -> frozenset[str]:
    """The paths of labels; most parts have other paths."""
    return frozenset(map(_path, labels))


def _split_off(part: RecordPart, labels: frozenset[str]) -> RecordPart:
    """The part, with its own label split off ("Price: 12")."""
    found = own_label(part)
    if found and label_key(found[0]) in labels:
        return part._replace(text=found[1], label=found[0])
    return part


def _values_with_colons(rows: Sequence[Sequence[RecordPart]]) -> list[str]:
    """Paths of texts that end in a colon and are another one in each record ("Mary Holt: …")."""
    said: defaultdict[str, list[str]] = defaultdict(list)
    held: Counter[str] = Counter()
    for row in rows:
        here = [part for part in row if part.slot == "text" and part.text[-1] in COLONS]
        held.update({part.path for part in here})
        for part in here:
            said[part.path].append(label_key(part.text))
    return [
        path
        for path, texts in said.items()
        if held[path] == len(texts) >= _MIN_VALUES and len(set(texts)) > _MOST_DIFFER * len(texts)
    ]


def _words_before_colons(rows: Sequence[Sequence[RecordPart]]) -> list[str]:
    """Words before a colon that recur at the same place.

    Twice is enough if most texts of the path are short and look labelled; else many records must
    have them.
    """
    held: Counter[str] = Counter()
    length: Counter[str] = Counter()
    by_path: Counter[str] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for part in (p for p in row if p.slot == "text"):
            held[part.path] += 1
            length[part.path] += len(part.text)
        found_here = {(p.path, label_key(found[0])) for p in row if (found := own_label(p))}
        times.update(found_here)
        by_path.update(path for path, _ in found_here)
    short = {path for path, n in held.items() if length[path] <= _MAX_LABELLED * n}
    most = {
        path for path, n in by_path.items() if n >= _MOST_LABELLED * held[path] and path in short
    }
    few = min(2, len(rows))
    return [
        label
        for (path, label), n in times.items()
        if n >= (few if path in most else max(few, _SAME_LABEL * held[path]))
    ]


def _constant_labels(rows: Sequence[Sequence[RecordPart]], pages: int) -> list[str]:
    """Texts that many records repeat, each time before something different."""
    held: Counter[str] = Counter()  # records by path
    told: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)  # what follows path|text
    for row in rows:
        texts = [part for part in row if part.slot == "text"]
        held.update({part.path for part in texts})
        for part, after in pairwise(texts):
            if len(part.text) <= _MAX_LABEL and _may_be_label(part, after):
                told[f"{part.path}|{label_key(part.text)}"].append((after.path, after.text))
    before = {key: len(tails) for key, tails in told.items() if _is_before(tails)}
    siblings, all_of_them = Counter[str](), Counter[str]()
    for key, times in before.items():
        siblings[_path(key)] += 1
        all_of_them[_path(key)] += times
    return [
        key
        for key, times in before.items()
        if _repeats(times, held[_path(key)], siblings[_path(key)], all_of_them[_path(key)])
        and (siblings[_path(key)] > 1 or _may_stand_alone(key, told[key], pages))
    ]


def _path(key: str) -> str:
    return key.partition("|")[0]


def _may_be_label(part: RecordPart, after: RecordPart) -> bool:
    if part.label or after.label or not any(map(str.isalpha, part.text)) or own_label(part):
        return False
    is_plain = not (is_link(part.path) or is_in_heading(part.path))
    return is_plain and _is_near(part, after) and not is_in_heading(after.path)


def _is_near(label: RecordPart | None, after: RecordPart) -> bool:
    """Is a part in the element of the label, or in a sibling of that element?"""
    if label is None:
        return False
    around = label.path.rpartition("/")[0] or label.path
    return after.path.startswith(f"{around}/") or after.path == around


def _is_before(tails: Sequence[tuple[str, str]]) -> bool:
    """Is what follows mostly at the same place, and seldom the same?"""
    if len(tails) < 3:
        return False
    same_place = Counter(path for path, _ in tails).most_common(1)[0][1]
    distinct = len({text for _, text in tails})
    return same_place >= _SAME_PLACE * len(tails) and distinct >= max(2, _DISTINCT * len(tails))


def _may_stand_alone(key: str, tails: Sequence[tuple[str, str]], pages: int) -> bool:
    """May the only such text of its path be a label? A cell of a row never is."""
    path, _, said = key.partition("|")
    step = path.rpartition("/")[2]
    if _CELL.fullmatch(step):
        return False
    is_bare = all(after.startswith(f"{path}/") for after, _ in tails)  # by <a>Twain</a>
    is_plain = PREPOSITIONS.get(said) == "author" or is_bare
    return pages >= _SEVERAL_PAGES or is_plain or _LABEL_STEP.match(step) is not None


def _repeats(times: int, held: int, siblings: int, all_of_them: int) -> bool:
    """Is it the only label of its path, or one of several that records have together?

    If each record has one of several texts, they are values: "new", "used".
    """
    if siblings == 1:
        return times >= _ONLY_LABEL * held
    return times >= _SAME_LABEL * held and all_of_them >= _SEVERAL * held
