"""What does an argument of an address, or a hidden input of a form, mean?

Three questions about names and values, each answered here and nowhere else:

- ``ArgumentWords``: does an argument select, present, page or track, by its name in any language?
  The list of names (``resources/words/url_arguments.txt``) says what each role is called, surely or
  perhaps. A name is looked up whole, then word by word, where the last word decides: the ``page``
  of ``category_page`` is a page, the ``brand`` of ``filter[brand]`` a brand. But any word for
  sorting makes it sorting.
- ``is_tracking``, ``without_tracking``, ``without_session``: the few names that mean tracking or a
  session on every site, so that they can be left out without any evidence [He13 §6.3].
- ``is_one_time``: was a hidden value made up for this visit, so that it must be taken from a fresh
  copy of the page? Sites refuse a form that comes back with an old one. Names say so (``csrf``,
  ``__VIEWSTATE``), or values that look random.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from deepweb.page.words import without_marks

SURE = 2  # the name means this role
PERHAPS = 1  # the name means other things, too
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_VALUES = "values: "
# Of presentation, only these names make an argument in a path: "/view/17" is a thing.
_IN_PATHS = ("sort", "orderby", "perpage")
MAX_NAME = 100  # characters of a name that are looked up
MAX_KNOWN = 10_000  # names whose roles are remembered

_SESSION_NAMES = r"phpsessid|jsessionid|s(?:es)?s?id|session_?id"
_TRACKING_NAMES = (
    r"(?:utm|pk|mtm)_[^=&#]*|gclid|fbclid|msclkid|srsltid|ref|referr?er"
    r"|pos|position|rank|highlight"
)
_TRACKING_NAME = re.compile(f"{_SESSION_NAMES}|{_TRACKING_NAMES}", re.IGNORECASE)
_TRACKING = re.compile(rf"(?<=[?&])(?:{_TRACKING_NAMES})=[^&#]*&?", re.IGNORECASE)
_SESSION = re.compile(
    rf";jsessionid=[^?#;/]*|(?<=[?&])(?:{_SESSION_NAMES})=[^&#]*&?", re.IGNORECASE
)

_ONE_TIME_NAME = re.compile(
    r"csrf|xsrf|token|nonce|^__?viewstate|^__eventvalidation|requestverification|authenticity"
    r"|form_?build_?id|form_?key|sess_?key|session_?id|^(?:j|php|asp)_?sess|^s(?:es)?s?id$|captcha"
    r"|challenge|digest|_dynsess|javax\.faces\.viewstate|security_?key|_once$",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z0-9+/_=.~-]{16,}")
_CHANGE = re.compile(r"(?<=[0-9])[A-Za-z]|(?<=[A-Za-z])[0-9]")
# Changes between letters and digits per character that make a code random: hexadecimal digits have
# 0.47, base64 0.27, names of files and products hardly 0.1.
_RANDOM = 0.13
_MAX_CODE = 200  # characters of a name or value that are judged

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
            if len(self._known) > MAX_KNOWN:
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
        for candidates in (sorting, sure[::-1], words[-1:]):
            if candidates:
                return candidates[0]
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


@lru_cache(maxsize=MAX_KNOWN)
def is_tracking(name: str) -> bool:
    """Does a name mean tracking or a session on every site?"""
    return _TRACKING_NAME.fullmatch(name[:MAX_NAME]) is not None


def without_tracking(url: str) -> str:
    """An address without the arguments that ``is_tracking`` tells, and without its session."""
    return _TRACKING.sub("", without_session(url)).rstrip("?&")


def without_session(url: str) -> str:
    """An address without the session that a server wrote into it."""
    return _SESSION.sub("", url).rstrip("?&")


def is_one_time(name: str, value: str) -> bool:
    """Was the value of a hidden input made up for this visit?"""
    return bool(_ONE_TIME_NAME.search(name[:_MAX_CODE])) or is_random(value) or is_random(name)


def is_random(text: str) -> bool:
    """Does a text look like nothing that a person or the author of a program would write?"""
    start = text[:_MAX_CODE]
    if not _CODE.fullmatch(start):
        return False
    return len(_CHANGE.findall(start)) >= _RANDOM * len(start)
