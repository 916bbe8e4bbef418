"""Where does a site redirect its searches to?

Many sites answer a GET search by a redirect that carries the query along: ``/search?q=x`` leads to
``/search/stored?q=x``, or to the same address without its empty arguments. Once two different
questions were redirected alike, further ones are asked there, which saves half of the requests. As
soon as that address redirects as well, or fails, the form's own address is asked again.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlsplit

from deepweb.form.submission import Submission
from deepweb.items import SearchForm
from deepweb.surface.answer import FAILED, Answer, Question

ALIKE = 2  # different questions that must have been redirected alike

_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """From the address of a form to the one that its site redirects to."""

    place: str
    without: frozenset[tuple[str, str]]
    """Arguments that are left out."""
    more: tuple[str, ...]
    """Arguments that are added, as they are written."""


@dataclass(slots=True)
class SearchRedirect:
    """The redirect of one form."""

    _asked: dict[_Way, set[_Pairs]] = field(default_factory=dict)
    """By way, the arguments that were carried along."""
    _way: _Way | None = None
    _is_wrong: bool = False

    def note(self, sent: str, url: str, *, has_failed: bool) -> None:
        """The address ``sent``, as the form gives it, brought a page with the address ``url``."""
        if self._way is not None:
            # What is asked at the form's own address tells nothing of where others are redirected.
            if self.address(sent) != sent:
                self._is_wrong = has_failed or _place(url) != self._way.place
            return
        if has_failed or (way := _way(sent, url)) is None:
            return
        carried = self._asked.setdefault(way, set())
        carried.add(tuple(pair for pair in _pairs(sent) if pair not in way.without))
        if len(carried) >= ALIKE:
            self._way = way

    def address(self, sent: str) -> str:
        """The address to ask in place of ``sent``."""
        way, pairs = self._way, _pairs(sent)
        if way is None or self._is_wrong or not way.without <= {*pairs}:
            return sent
        written = urlsplit(sent).query.split("&")  # as it is, in whichever encoding
        kept = [each for each in written if not way.without.issuperset(_parsed(each))]
        # Where a box is empty, it may be left out as well: that question is redirected elsewhere.
        if not kept or not all(value for each in kept for _, value in _parsed(each)):
            return sent
        return f"{way.place}?{'&'.join([*kept, *way.more])}"


class SearchRedirects:
    """The redirects of all forms whose questions are plain addresses."""

    def __init__(self) -> None:
        self._forms: defaultdict[tuple[str, str], SearchRedirect] = defaultdict(SearchRedirect)

    def note(self, item: SearchForm, question: Question, sent: str, answer: Answer) -> None:
        """Learn from the answer to a question; ``sent`` is its address as the form gives it."""
        if answer.url and _is_plain(item, question):
            redirect = self._forms[item.site, item.form.id]
            redirect.note(sent, answer.url, has_failed=answer.kind in FAILED)

    def sent(self, item: SearchForm, question: Question, sent: Submission) -> Submission:
        """The submission, to the address that the site redirects it to."""
        if not _is_plain(item, question):
            return sent
        return replace(sent, url=self._forms[item.site, item.form.id].address(sent.url))


def _is_plain(item: SearchForm, question: Question) -> bool:
    form = item.form
    is_plain = form.method == "GET" and form.script is None and not form.tokens
    return is_plain and bool(question.values) and not question.link


def _way(sent: str, url: str) -> _Way | None:
    """The way from one address to another of the same host that carries something along."""
    one, other = urlsplit(sent), urlsplit(url)
    if sent == url or one.netloc != other.netloc:
        return None
    asked = {*_pairs(sent)}
    carried = asked & {*_pairs(url)}
    if not any(value for _, value in carried):
        return None
    more = tuple(each for each in other.query.split("&") if not carried.issuperset(_parsed(each)))
    return _Way(_place(url), frozenset(asked - carried), more)


def _place(url: str) -> str:
    return urlsplit(url)._replace(query="", fragment="").geturl()


def _pairs(url: str) -> _Pairs:
    return _parsed(urlsplit(url).query)


def _parsed(query: str) -> _Pairs:
    """The arguments of a query, of which the bytes count and not their encoding."""
    return tuple(parse_qsl(query, keep_blank_values=True, encoding="latin-1"))
