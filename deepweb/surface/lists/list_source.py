"""The pages of a site that list records, as a source of questions.

Every page of the site that was seen somewhere may be a list. What one promises is told by the pages
of its kind that were read: ``/dpkg/log`` by ``/apt/log``, ``/dpkg/tree`` by ``/apt/tree``. Kinds
overlap, and those count most whose pages brought about the same. A few pages of untried kinds are
read in any case, those first that most pages link to. After that, pages of an untried kind promise
what first pages of other kinds brought recently, so a site without lists is soon left alone. An
index promises what the lists brought that it led to.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlsplit

from deepweb.page.address.kind import (
    AddressKinds,
    as_text,
    codes,
    is_word,
    kind_of,
    slots,
    view_of,
    wider_kinds,
)
from deepweb.page.address.same_page import differing_argument, page_key, without_argument
from deepweb.read.records.listed import ListKinds
from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.harvest.source import AT_ONCE, WayOutcome
from deepweb.surface.lists.waiting import LEAST, KindYield, Waiting, Yields, carries, is_again
from deepweb.surface.lists.witnesses import Witnesses
from deepweb.surface.paging import NextPages
from deepweb.surface.record_numbers import KnownRecords

TRIAL = 6  # pages of different kinds that are read to find out whether the site has lists
BELOW_RECORD = 3  # the same for each kind of records, the page of one record included
MAX_RECORD_KINDS = 4  # kinds of records of which a page is read
MIN_WHOLE = 50  # records of a list, at least, that may be a list of all
SOME = 10  # records of lists where no form found any, from which on lists are the way to them
WHOLE = 0.98  # share of the known records that makes a list one of all records
SETTLED = 60  # records that forms found, from which on no other kinds of records are expected
MIN_LISTED = 3  # new records on a page of a kind, in the mean, that make it a kind of lists
TRIED = 3.0  # pages of records, at least, that must have listed nothing before all are left alone
PATIENCE = 25  # pages in a row without a new record, after which no more lists are read
ALONE = 4  # pages read, for each of which one more of these where no form found records
CONFIRMED = 4  # the same, where a form has shown all that it can, and no witness is missing
MIN_STEPS_BELOW = 3  # steps of the address of a part of a record: those of a record are two
MAX_WAITING = 4_000  # addresses that wait
MAX_OF_KIND = 400  # addresses of one kind that wait

_FEED = re.compile(
    r"[/?&=._-](?:rss|atom|feeds?|rdf)(?:$|[/?&=._-])|\.(?:rss|atom|rdf|xml)$", re.IGNORECASE
)


@dataclass(slots=True)
class ListSource:
    """The lists of one site, and the witnesses of missing records."""

    home: str
    known: KnownRecords
    may_follow: Callable[[str], bool]
    """May an address be fetched: does it lead to a page of the site, and do nothing else?"""
    _pages: NextPages = field(init=False)
    _read: Counter[str] = field(default_factory=Counter)
    """By kind, pages read."""
    _brought: Counter[str] = field(default_factory=Counter)
    """By kind, new records."""
    by_forms: int = 0
    """Records that forms found."""
    _records: AddressKinds = field(default_factory=AddressKinds)
    _waiting: dict[str, Waiting] = field(default_factory=dict)
    _of_kind: Counter[str] = field(default_factory=Counter)
    _met: set[str] = field(default_factory=set)
    _yields: Yields = field(default_factory=Yields)
    _on_records: KindYield = field(default_factory=KindYield)
    """What pages of records list."""
    _witnesses: Witnesses = field(init=False)
    _best: tuple[float, str] | None = None
    _trials: int = TRIAL
    """Pages of different kinds that are still to be read to find lists."""
    _looked_at: set[str] = field(default_factory=set)
    """Kinds of records of which a page was read."""
    sitemaps: list[str] = field(default_factory=list)
    """The sitemaps that robots.txt names."""
    feeds: dict[str, None] = field(default_factory=dict)
    """The feeds that pages name."""
    _is_open: bool = False
    _dry: int = 0
    _dry_below: Counter[str] = field(default_factory=Counter)
    """By the page that linked to them, pages in a row that listed nothing new."""
    _seen_on: dict[str, str] = field(default_factory=dict)
    """The page that linked to each page that was asked for."""
    _codes: dict[str, str] = field(default_factory=dict)
    """The codes in addresses of records, with the kind of the first."""
    _views: set[str] = field(default_factory=set)
    _page_arguments: set[str] = field(default_factory=set)
    """Arguments in which the next page of a list differs from the one before it."""
    _paged: set[str] = field(default_factory=set)
    """Lists whose next pages are followed, as the address would be without the page."""
    _forms: set[tuple[str, str]] = field(default_factory=set)
    """Where forms send their query, and in which argument."""

    def __post_init__(self) -> None:
        self._pages = NextPages(self.known.ids, "list")
        self._witnesses = Witnesses(self.known, self._records)
        self._add(self.home)

    def leave_to_form(self, action: str, box: str) -> None:
        """Addresses that ask a form are the form's own matter."""
        self._forms.add((urlsplit(action).path, box))

    def take_from_form(self, action: str, box: str, blank: str) -> None:
        """A form finds nothing: its answers may be lists, such as ``blank``, that to no word."""
        self._forms.discard((urlsplit(action).path, box))
        self._add(blank)
        self._best = None

    def _asks_a_form(self, url: str) -> bool:
        parts = urlsplit(url)
        said = {name for name, value in parse_qsl(parts.query.replace(";", "&")) if value}
        return any(path == parts.path and box in said for path, box in self._forms)

    def open(self) -> None:
        """Read lists from now on; before, forms are to tell what records look like."""
        self._is_open = True
        # What forms found meanwhile may have led to other lists.
        self._dry = min(self._dry, self.patience - CONFIRMED)

    # A source of questions
    def promise(self) -> float:
        if self._dry >= self.patience or (not self._is_open and self.by_forms < SETTLED):
            return 0.0
        if self._best is None:
            self._best = self._find_best()
        return max(self._best[0], self._pages.promise())

    def next(self) -> Question | None:
        if not (promise := self.promise()):
            return None
        if self._pages.promise() >= promise and (question := self._pages.next()):
            return replace(question, kinds=self.kinds)
        assert self._best is not None
        waiting = self._waiting.pop(self._best[1])
        if promise == AT_ONCE:
            self._count_trial(waiting)
        self._best = None
        self._of_kind[waiting.kinds[0]] -= 1
        self._seen_on[waiting.url] = waiting.seen_on
        return Question("list", link=waiting.url, kinds=self.kinds)

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._best = None
        for record in new:
            if record.id.startswith("http"):
                if not self._is_view(record.id):
                    self._records.add(record.id)
                self._witnesses.drop(record.id)
        shown = self._note_links(question, answer)
        # Where no form finds records, a page is worth the addresses of records that it shows, too.
        brought = len(new) + (0 if self.by_forms else shown)
        if question.purpose == "record":
            self._witnesses.count(len(new))
        elif question.is_browsing and question.purpose != "sitemap":
            if answer.next_url:
                self._drop(answer.next_url)
                self._note_page_argument(question.link, answer.next_url)
            self._pages.take(question, answer, new)
            self._brought[kind_of(question.link)] += len(new)
            self._credit(question.link, brought, is_failed=answer.kind in FAILED)
            self._dry = 0 if brought else self._dry + 1
            branch = self._seen_on.get(question.link, "")
            self._dry_below[branch] = 0 if brought else self._dry_below[branch] + 1
        elif not question.is_browsing:
            self.by_forms += len(new)
            self._drop(answer.url)

    def _note_links(self, question: Question, answer: Answer) -> int:
        """Note the links of an answer; returns how many are new addresses of the records' kinds."""
        asked = [value for _, value in question.values if value]
        is_record = question.is_browsing and self._records.holds(question.link)
        seen_on, shown = question.link or answer.url, 0
        for url in answer.links if answer.kind not in FAILED else ():
            is_own = carries(url, asked) or is_again(url, question, answer.next_url)
            if question.is_browsing or not is_own:
                shown += self._add(url, seen_on, is_from_record=is_record)
        return shown

    def _note_page_argument(self, url: str, next_url: str) -> None:
        """Learn in which argument pages of a list differ; the first page may lack it."""
        named = differing_argument(url, next_url)
        if not named:
            of_kind = [w.url for w in self._waiting.values() if w.kinds[0] == kind_of(next_url)]
            apart = Counter(n for each in of_kind for n in differing_argument(each, next_url))
            named = {name for name, times in apart.items() if times > 1}
        self._page_arguments |= named
        self._paged |= {page_key(without_argument(next_url, name)) for name in named}

    def is_record(self, url: str) -> bool:
        """Is an address of the records' kinds?"""
        return self._records.holds(url)

    def next_witness(self) -> Question | None:
        """The page of a record that was seen somewhere, but is not among the records."""
        url = self._witnesses.next()
        return Question(self._witnesses.purpose, link=url, kinds=self.kinds) if url else None

    # What is known

    @property
    def kinds(self) -> ListKinds:
        """The kinds of addresses that records and lists have."""
        read = self._yields.by_kind.items()
        lists = (kind for kind, seen in read if seen.pages > 1 and seen.mean >= MIN_LISTED)
        is_settled = self.by_forms >= SETTLED and bool(self._records.kinds)
        views, kinds, told = tuple(sorted(self._views)), tuple(sorted(lists)), self._records
        are_coded = told.are_coded and not self.is_alone
        return ListKinds(
            told.kinds, kinds, views, is_settled, told.are_files, are_coded, told.are_parts
        )

    @property
    def dry(self) -> int:
        """Pages in a row that listed nothing new."""
        return self._dry

    @property
    def patience(self) -> int:
        """Pages in a row without a new record, after which no more lists are read."""
        return PATIENCE + (self._read.total() // ALONE if self.is_alone else 0)

    @property
    def least(self) -> float:
        """New records that a page must promise."""
        return 0.0 if self.is_alone else LEAST

    @property
    def is_alone(self) -> bool:
        """Are lists the way to the records? Manuals and wikis are read from page to page."""
        return not self.by_forms and len(self.known.ids) >= SOME

    @property
    def holds_all(self) -> bool:
        return self._pages.longest >= max(MIN_WHOLE, WHOLE * len(self.known.ids))

    @property
    def missing(self) -> list[str]:
        """The witnesses: addresses of records that were seen, but are not among the records."""
        return self._witnesses.missing

    def outcome(self) -> list[WayOutcome]:
        """What each kind of page brought, and why no more of it is read."""
        promised: defaultdict[str, float] = defaultdict(float)
        for waiting in self._waiting.values():
            kind = waiting.kinds[0]
            if kind in self._read and not self._is_barren(waiting.url):
                expected = self._yields.expected(self._yields.known(waiting.kinds))
                promised[kind] = max(promised[kind], expected)
        told = [
            WayOutcome(kind, pages, self._brought[kind], round(promised[kind], 2), self._why(kind))
            for kind, pages in self._read.most_common()
        ]
        return [*told, self._witnesses.outcome]

    def _why(self, kind: str) -> str:
        left = self._of_kind[kind]
        return f"{left} more were seen" if left else "all that were seen are read"

    # Which page is next

    def _find_best(self) -> tuple[float, str]:
        if key := self._next_trial():
            return AT_ONCE, key
        memo: dict[tuple[str, ...], float] = {}
        best, chosen = (0.0, 0), ""
        for key, waiting in self._waiting.items():
            told = self._yields.known(waiting.kinds)
            if told not in memo:
                memo[told] = self._yields.expected(told)
            # Of pages that promise the same, one in a part of the site that is less known.
            rank = memo[told], -self._dry_below[waiting.seen_on]
            is_best = not chosen or rank > best
            if is_best and rank[0] > self.least and not self._is_barren(waiting.url):
                best, chosen = rank, key
        return best[0], chosen

    def _next_trial(self) -> str:
        """A page that is like none that was read; "" if enough were tried.

        First a page of each kind of records: it may link to lists, such as that of its category.
        Then in turn the page that most pages link to, and one that a page of a record links to.
        """
        for kind in self._unread_kinds():
            if key := next((k for k, w in self._waiting.items() if w.is_of(kind)), ""):
                return key
        if self._trials <= 0:
            return ""
        untried = [
            (key, waiting)
            for key, waiting in self._waiting.items()
            if not self._yields.known(waiting.kinds)
            and not (self._records.holds(waiting.url) or self._is_further_page(waiting.url))
        ]
        below = [each for each in untried if each[1].is_from_record]
        best = below if below and self._trials % 2 else untried
        return max(best, key=lambda each: each[1].times, default=("", None))[0]

    def _unread_kinds(self) -> list[str]:
        return [k for k in self._records.kinds[:MAX_RECORD_KINDS] if k not in self._looked_at]

    def _count_trial(self, waiting: Waiting) -> None:
        records = {kind for kind in self._unread_kinds() if waiting.is_of(kind)}
        self._looked_at |= records
        self._trials += BELOW_RECORD * len(records) - 1

    def _is_barren(self, url: str) -> bool:
        """Is it known to list nothing new?

        So are further pages of a list that was met, and pages of records if these list none.
        """
        if self._is_further_page(url) or self._yields.fails(tuple(wider_kinds(url))):
            return True
        tried = self._on_records
        if self.is_alone or tried.pages < TRIED or tried.mean > LEAST:
            return False
        return self._records.holds(url) or self._records.holds(url.partition("?")[0])

    def _is_further_page(self, url: str) -> bool:
        """Is it one more page of a list that was met, or that is being read?"""
        firsts = (without_argument(url, name) for name in self._page_arguments)
        lists = {page_key(first) for first in firsts if first != url}
        return not lists.isdisjoint(self._met) or (
            self._pages.promise() > 0 and not lists.isdisjoint(self._paged)
        )

    def _credit(self, url: str, brought: int, *, is_failed: bool) -> None:
        kinds = tuple(wider_kinds(url))
        self._yields.fail(kinds, is_failed=is_failed)
        self._yields.add(kinds, brought)
        self._read[kinds[0]] += 1
        if self._records.holds(url):
            self._on_records.add(brought)
        if not self._records.holds(index := self._seen_on.get(url, "")):
            self._yields.credit(tuple(wider_kinds(index)), brought)

    def _is_view(self, url: str) -> bool:
        """Does an address show a known record once more: by the same code, as another kind?"""
        there = slots(url)
        kind = as_text(there)
        if self._is_below_record(url, there):
            self._views.add(kind)
            return True
        code = next((each for each in codes(url)), "")
        if not code:
            return False
        first = self._codes.setdefault(code, kind)
        if first == kind:
            return False
        if view := view_of(first, there):
            self._views.add(view)
        return True

    def _is_below_record(self, url: str, there: Sequence[str]) -> bool:
        """Does an address add one plain word to that of a known record: /page/17/history?"""
        if "?" in url or len(there) < MIN_STEPS_BELOW or not is_word(there[-1]):
            return False
        parent = url.rstrip("/").rpartition("/")[0]
        ids = {self.known.id_of(parent), self.known.id_of(parent + "/")}
        return any(each in self.known.ids for each in ids)

    def _drop(self, url: str) -> None:
        """An address that is followed as a next page."""
        key = page_key(url)
        self._met.add(key)
        if waiting := self._waiting.pop(key, None):
            self._of_kind[waiting.kinds[0]] -= 1

    def _add(self, url: str, seen_on: str = "", *, is_from_record: bool = False) -> bool:
        """An address that stands on a page; is it that of a record which was not seen before?"""
        key = page_key(url)
        if key in self._met:
            if key in self._waiting:
                self._waiting[key].times += 1
            return False
        self._met.add(key)
        if not self.may_follow(url):
            if _FEED.search(url) and urlsplit(url).netloc == urlsplit(self.home).netloc:
                self.feeds.setdefault(url)
            return False
        if self._asks_a_form(url):
            return False
        is_witness = self._witnesses.note(url)
        kinds = tuple(wider_kinds(url))
        if self._of_kind[kinds[0]] < MAX_OF_KIND and len(self._waiting) < MAX_WAITING:
            self._of_kind[kinds[0]] += 1
            self._waiting[key] = Waiting(url, kinds, is_from_record, seen_on)
        return is_witness
