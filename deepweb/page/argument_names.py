"""What does the name of an argument say of its role?

Sites call the same things the same, in their languages: ``sort``, ``product_list_order``,
``ordenar``. A list of names (``resources/words/url_arguments.txt``) says what each role is called,
surely or perhaps. A name is looked up whole, then word by word, where the last word tells: the
``page`` of ``category_page`` is a page, the ``brand`` of ``filter[brand]`` a brand. But whatever
has to do with sorting is sorting.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

SURE, PERHAPS = 2, 1
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_VALUES = "values: "
# Of what presents, only these make an argument in a path: "/view/17" is a thing.
_IN_PATHS = ("sort", "orderby", "perpage")
MAX_NAME = 100

Claims = Mapping[str, int]


@dataclass(frozen=True, eq=False, slots=True)
class ArgumentWords:
    """What arguments and their values are called, by role."""

    names: Mapping[str, Claims]
    stems: tuple[tuple[str, str], ...]
    """Beginnings of names, longest first, and their role."""
    values: Mapping[str, frozenset[str]]
    in_paths: frozenset[str]
    """Names that make an argument of a step of a path."""
    _known: dict[str, Claims] = field(default_factory=dict)

    @classmethod
    def of(cls, sections: Mapping[str, Iterable[str]]) -> ArgumentWords:
        """Sections are roles, ``role?`` for names that are not sure, and ``values: role``."""
        names: dict[str, dict[str, int]] = {}
        stems: list[tuple[str, str]] = []
        for section, words in sections.items():
            role, sure = section.removesuffix("?"), PERHAPS if section.endswith("?") else SURE
            for word in words if not section.startswith(_VALUES) else ():
                if word.endswith("*"):
                    stems.append((plain(word), role))
                claims = names.setdefault(plain(word), {})
                claims[role] = max(sure, claims.get(role, 0))
        values = {s.removeprefix(_VALUES): w for s, w in sections.items() if s.startswith(_VALUES)}
        return cls(
            names,
            tuple(sorted(stems, key=lambda stem: -len(stem[0]))),
            {role: frozenset(map(plain, words)) for role, words in values.items()},
            frozenset(_path_names(names)),
        )

    def claims(self, name: str) -> Claims:
        """The roles that a name claims, each ``SURE`` or ``PERHAPS``."""
        if name not in self._known:
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[name] = self._looked_up(name[:MAX_NAME])
        return self._known[name]

    def _looked_up(self, name: str) -> Claims:
        if len(plain(name)) == 1 and any(map(str.isdigit, name)):
            return {}  # "x1" is none of what "x" may mean
        if claims := self._claims_of(plain(name)):
            return claims
        words = [self._claims_of(plain(word)) for word in _WORDS.findall(_folded(name))]
        sure = [claims for claims in words if SURE in claims.values()]
        sorting = [claims for claims in sure if claims.get("presentation") == SURE]
        for told in (sorting, sure[::-1], words[-1:]):
            if told:
                return told[0]
        return {}

    def _claims_of(self, word: str) -> Claims:
        if word in self.names:
            return self.names[word]
        return next(({role: SURE} for stem, role in self.stems if word.startswith(stem)), {})


def plain(name: str) -> str:
    """The letters of a name, in lower case and without accents."""
    return "".join(_LETTERS.findall(_folded(name))).lower()


def _folded(name: str) -> str:
    if name.isascii():
        return name
    apart = unicodedata.normalize("NFKD", name)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def _path_names(names: Mapping[str, Claims]) -> Iterable[str]:
    for name, claims in names.items():
        sure = {role for role, claim in claims.items() if claim == SURE}
        is_shown = "presentation" in sure and name.startswith(_IN_PATHS)
        if "query" not in claims and (is_shown or sure & {"page", "selection"}):
            yield name
