"""What does the name of an argument say of its role?

Sites call the same things the same, in their languages: ``sort``, ``product_list_order``,
``ordenar``. A list of names (``resources/words/url_arguments.txt``) says what each role is called,
surely or perhaps. A name is looked up whole, then word by word, where the last word tells: the
``page`` of ``category_page`` is a page, the ``brand`` of ``filter[brand]`` a brand. But whatever
has to do with sorting is sorting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deepweb.page.words import without_marks

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
        words = [self._claims_of(plain(word)) for word in _WORDS.findall(without_marks(name))]
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
    return "".join(_LETTERS.findall(without_marks(name))).lower()


def _path_names(names: Mapping[str, Claims]) -> Iterable[str]:
    for name, claims in names.items():
        sure = {role for role, claim in claims.items() if claim == SURE}
        is_shown = "presentation" in sure and name.startswith(_IN_PATHS)
        if "query" not in claims and (is_shown or sure & {"page", "selection"}):
            yield name


# --- merged from one_time.py; rewrite or remove this note ---
# Which hidden values hold for one visit only, and must be taken from a fresh copy of the page?
#
# Sites guard forms with values that they made up for this visitor, and refuse a form that comes
# back with an old one. They are told by their names (``csrf``, ``__VIEWSTATE``), or by values that
# look random: long, and changing again and again between letters and digits.

_NAME = re.compile(
    r"csrf|xsrf|token|nonce|^__?viewstate|^__eventvalidation|requestverification|authenticity"
    r"|form_?build_?id|form_?key|sess_?key|session_?id|^(?:j|php|asp)_?sess|^s(?:es)?s?id$|captcha"
    r"|challenge|digest|_dynsess|javax\.faces\.viewstate|security_?key|_once$",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z0-9+/_=.~-]{16,}")
_CHANGE = re.compile(r"(?<=[0-9])[A-Za-z]|(?<=[A-Za-z])[0-9]")
# Changes between letters and digits per character; hexadecimal digits have 0.47, base64 0.27,
# names of files and products hardly 0.1.
_RANDOM = 0.13
# Longer values are judged by their beginning.
_LOOKED_AT = 200

# Sessions that servers write into addresses.
_SESSION = re.compile(
    r";jsessionid=[^?#;/]*|(?<=[?&])(?:phpsessid|jsessionid|s(?:es)?s?id|session_?id)=[^&#]*&?",
    re.IGNORECASE,
)


def is_one_time(name: str, value: str) -> bool:
    """Was a hidden input's value made up for this visit?"""
    return bool(_NAME.search(name[:_LOOKED_AT])) or is_random(value) or is_random(name)


def is_random(text: str) -> bool:
    """Does a text look like nothing a person or a program's author would have written?"""
    start = text[:_LOOKED_AT]
    if not _CODE.fullmatch(start):
        return False
    return len(_CHANGE.findall(start)) >= _RANDOM * len(start)


def without_session(url: str) -> str:
    """An address less the visit that it was written for."""
    return _SESSION.sub("", url).rstrip("?&")


_TRACKING = frozenset(
    {"ref", "referer", "referrer", "sid", "sessionid", "session_id", "phpsessid", "jsessionid",
     "gclid", "fbclid", "msclkid", "pos", "position", "rank", "highlight", "srsltid"}
)  # fmt: skip
_TRACKING_PREFIXES = ("utm_", "pk_", "mtm_")


def is_tracking(name: str) -> bool:
    """Does an argument of this name follow visitors on any site, and never choose what is shown?"""
    lower = name.lower()
    return lower in _TRACKING or lower.startswith(_TRACKING_PREFIXES)
