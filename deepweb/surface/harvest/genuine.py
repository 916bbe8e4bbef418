"""Are the records of answers records of the site's database, or adverts and inventions?

A search that finds a record finds it again: by its words, and by its title. Adverts, "you may also
like" and the records of a spider trap are not found again. Answers that are asked for anyway raise
a suspicion: records that hold none of the words asked, records that their own words do not find, a
list without end that no word confirms. Then a few requests are spent to know:

1. One question is asked *again*. Records that come and go between two equal questions, and hold
   none of its words, are adverts.
2. The *titles* of suspected records are asked, then those of records that hold the words asked.

Where the latter are found again and the others are not, answers to words are read for records that
hold these words, and the others are withdrawn. Where no record is found again, titles bring ever
other records, and hardly a record comes back at all, the form is a suspected trap: it gets a share
of the budget. So are the lists of the site, if the form finds none of the records that only lists
show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from deepweb.page.words import folded, terms, unaccented, words
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.record_numbers import NumberSet, TextNumbers

AGAIN = "again"
"""The purpose of a question that was asked before."""
TITLE = "title"
"""The purpose of a question for the title of a known record."""
CHECKS = frozenset({AGAIN, TITLE})
TRAP = "suspected trap"
"""How the reason begins that a form is a trap."""
BY_WORDS = frozenset({"seed", "keyword", "log", "next"})
"""Purposes of questions whose answers hold the words asked."""

MIN_STRANGE = 10  # records without the words asked that raise a suspicion,
STRANGE = 0.1  # if they are this share of the records of such answers
MIN_LOST = 10  # records that their own words did not find that raise a suspicion,
LOST = 0.8  # if they are this share of the records that should have been found again
LONG = 300  # records that raise a suspicion if no word was asked that should have found some again
LISTED = 300  # records that only lists show that raise a suspicion,
KNOWN = 0.1  # if lists show fewer records that were known than this share of them
LATER = 8  # a check that came out well is repeated at so many times as many records
MAX_WATCHED = 2_000  # records whose words are remembered
MAX_WORDS = 60  # words of a record that are remembered
SAMPLE = 4  # titles that are asked of suspected records, and at most of others
ENOUGH = 2  # other records that must be found by their titles where no suspected one is
TITLE_WORDS = 4  # words of a title that are asked
STEADY = 0.8  # share of the records that came twice that must hold the words asked
PASSING = 0.9  # share of the records that came once that must not hold them
REPEATED = 0.3  # share of the records shown that were known from which on a form is no trap
OTHERS = 0.5  # share of new records in the answers to titles that shows that they never end
MIN_STEM = 4  # letters of a word that a record must hold,
ENDING = 2  # without so many at its end


def holds(record: Found, asked: str) -> bool:
    """Does a record show the words asked, in some form?"""
    return shows(f"{record.title} {record.text}", asked)


def shows(text: str, asked: str) -> bool:
    """Does a text show the words asked, in some form?"""
    said = " " + " ".join(terms(unaccented(folded(text))))
    return all(_stem(each) in said for each in terms(unaccented(asked)))


def _stem(word: str) -> str:
    """What a text must hold: the beginning of a word, of short ones as a word of its own."""
    return word[: max(MIN_STEM, len(word) - ENDING)] if len(word) >= MIN_STEM else f" {word}"


@dataclass(slots=True)
class _TitleTest:
    """Titles that are asked, and what came of it."""

    asked: list[Found]
    """Records whose titles are still to be asked."""
    found: int = 0
    lost: int = 0
    shown: int = 0
    """Records on the answers that did not hold the record asked for."""
    new: int = 0

    def add(self, record: Found, answer: Answer, new: int) -> None:
        same = {record.id, record.title}
        is_found = any(each.id in same or each.title in same for each in answer.found)
        self.found += is_found
        self.lost += not is_found
        self.shown += 0 if is_found else len(answer.found)
        self.new += 0 if is_found else new

    @property
    def fails(self) -> bool:
        """Was none of several records found again?"""
        return self.lost >= SAMPLE - 1 and not self.found

    @property
    def never_ends(self) -> bool:
        """Did titles bring other records, which were mostly new?"""
        return self.shown >= self.lost and self.new >= OTHERS * self.shown


@dataclass(slots=True)
class GenuineRecords:
    """Watches the answers of one form, and asks what it takes to tell."""

    box: str
    """The keyword box; without one, nothing can be asked again."""
    records: TextNumbers
    """The known records of the site."""
    on_adverts: Callable[[GenuineRecords], None] = lambda _: None
    """Called when records without the words asked proved to be none."""
    reason: str = ""
    """What came of the last check; "" if there was none."""
    needs_words: bool = False
    """Are records of answers to words only those that hold them?"""
    is_trap: bool = False
    are_lists_trap: bool = False
    _listed: int = 0
    """Records that lists brought."""
    _listed_known: int = 0
    """Records on lists that were known."""
    _last_listed: list[Found] = field(default_factory=list)
    _tests_lists: bool = False
    _strange: NumberSet = field(default_factory=NumberSet)
    _holding: NumberSet = field(default_factory=NumberSet)
    _found_again: int = 0
    _lost: int = 0
    """Records that hold a word asked and were known, but were not found by it."""
    _by_word: dict[str, list[int]] = field(default_factory=dict)
    _watched: int = 0
    _last_strange: list[Found] = field(default_factory=list)
    _last_holding: list[Found] = field(default_factory=list)
    _last_again: list[Found] = field(default_factory=list)
    """Records that a second word has found."""
    _last_new: list[Found] = field(default_factory=list)
    _shown: int = 0
    """Records on all answers."""
    _repeated: int = 0
    """Those of them that were known."""
    _check_at: int = 0
    """Records shown from which on a check may follow."""
    _check_lists_at: int = LISTED
    _mixed: tuple[Question, tuple[Found, ...]] | None = None
    """A question whose answer shows records with and without its word."""
    _again: tuple[Question, tuple[Found, ...]] | None = None
    _suspected: _TitleTest | None = None
    _control: _TitleTest | None = None
    _asking: tuple[Found, _TitleTest] | None = None

    def is_advert(self, record: str) -> bool:
        """Has a record never stood on the answer to a word that it holds?"""
        number = self.records.number(record)
        return number is not None and number in self._strange and number not in self._holding

    def next_check(self) -> Question | None:
        """A question that tells whether the records are genuine, if there is reason to ask one."""
        is_begun = self._again is not None or self._suspected is not None
        if not self.box or not (is_begun or self._begin() or self._begin_lists()):
            return None
        if self._again is not None:
            return Question(AGAIN, self._again[0].values)
        test = self._suspected if self._suspected and self._suspected.asked else self._control
        if test is None or not test.asked:
            return None
        self._asking = test.asked.pop(), test
        title = " ".join(words(self._asking[0].title)[:TITLE_WORDS])
        return Question(TITLE, ((self.box, title),))

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer; ``new`` are its new records."""
        if question.purpose in CHECKS:
            self._sort(answer.found, dict(question.values).get(self.box, ""))
        if question.purpose == AGAIN:
            self._compare(question, answer)
        elif question.purpose == TITLE and self._asking is not None:
            record, test = self._asking
            test.add(record, answer, len(new))
            self._decide()
        elif question.is_browsing:
            self._listed += len(new)
            self._listed_known += len(answer.found) - len(new)
            self._last_listed = [*new[:1], *self._last_listed][:SAMPLE]
        elif answer.found and question.purpose != "background":
            self._watch(question, answer, new)

    # What answers show that are asked for anyway

    def _watch(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._shown += len(answer.found)
        self._repeated += len(answer.found) - len(new)
        self._last_new = [*new[-SAMPLE:]] or self._last_new
        asked = dict(question.values).get(self.box, "")
        if asked and question.purpose in BY_WORDS:
            self._note_words(question, answer, asked)
        for record in new if self._watched < MAX_WATCHED else ():
            self._watched += 1
            number = self.records.add(record.id)
            for word in {*words(f"{record.title} {record.text}")[:MAX_WORDS]}:
                self._by_word.setdefault(word, []).append(number)

    def _note_words(self, question: Question, answer: Answer, asked: str) -> None:
        holding, strange = self._sort(answer.found, asked)
        self._last_holding = [*holding[:1], *self._last_holding][:SAMPLE]
        self._last_strange = [*strange[:1], *self._last_strange][:SAMPLE]
        is_first = bool(holding and strange and not question.link)
        if is_first and (not self._mixed or len(answer.found) >= len(self._mixed[1])):
            self._mixed = question, answer.found
        if not question.link:
            here = {self.records.add(each.id) for each in answer.found}
            known = {*self._by_word.get(asked.lower(), ())}
            titled = [each for each in holding if shows(each.title, asked)]
            again = [each for each in titled if self.records.add(each.id) in known]
            self._last_again = [*again[:1], *self._last_again][:SAMPLE]
            self._found_again += len(known & here)
            # Further pages may show the others, unless this one shows what does not belong there.
            self._lost += len(known - here) if strange or not answer.next_url else 0

    def _sort(self, found: Sequence[Found], asked: str) -> tuple[list[Found], list[Found]]:
        """The records that hold the words asked, and those that do not."""
        holding = [each for each in found if holds(each, asked)]
        strange = [each for each in found if not holds(each, asked)]
        self._holding.update(self.records.add(each.id) for each in holding)
        self._strange.update(self.records.add(each.id) for each in strange)
        return holding, strange

    @property
    def _is_strange(self) -> bool:
        few = max(MIN_STRANGE, STRANGE * len(self._holding))
        if len(self._strange) < few:  # most sites; the rest takes longer with every record
            return False
        strange = len(self._strange.bitmap() - self._holding.bitmap())
        return strange >= max(MIN_STRANGE, STRANGE * (strange + len(self._holding)))

    @property
    def _is_lost(self) -> bool:
        return self._lost >= max(MIN_LOST, LOST * (self._lost + self._found_again))

    @property
    def _are_unique(self) -> bool:
        """Does hardly a record come back? A database shows its records under several words."""
        return self._repeated < REPEATED * self._shown

    @property
    def _is_unconfirmed(self) -> bool:
        return self._shown >= LONG and self._found_again + self._lost < SAMPLE

    # The checks

    def _begin_lists(self) -> bool:
        known = KNOWN * self._listed
        if (
            self.are_lists_trap
            or self._listed < self._check_lists_at
            or self._listed_known >= known
        ):
            return False
        self._check_lists_at = LATER * self._listed
        self._tests_lists = True
        self._suspected = _TitleTest([*self._last_listed])
        self._control = self._unsuspected()
        return bool(self._last_listed and self._control.asked)

    def _begin(self) -> bool:
        if self.is_trap or self.needs_words or self._shown < self._check_at:
            return False
        is_strange = self._is_strange
        if not (is_strange or self._is_lost or self._is_unconfirmed):
            return False
        self._check_at = LATER * max(self._shown, MIN_STRANGE)
        if is_strange and self._mixed is not None:
            self._again = self._mixed
        else:
            self._test_titles()
        return True

    def _compare(self, question: Question, answer: Answer) -> None:
        """The same question was answered once more."""
        if self._again is None:
            return
        asked = dict(question.values).get(self.box, "")
        before = {each.id: each for each in self._again[1]}
        now = {each.id: each for each in answer.found}
        self._again = None
        steady = [each for id_, each in before.items() if id_ in now]
        passing = [
            each for id_, each in (before | now).items() if id_ in before.keys() ^ now.keys()
        ]
        held = sum(holds(each, asked) for each in steady)
        strange = sum(not holds(each, asked) for each in passing)
        if (
            passing
            and steady
            and strange >= PASSING * len(passing)
            and held >= STEADY * len(steady)
        ):
            told = f"{len(passing)} records of an answer changed when it was asked again"
            self._find_adverts(f"{told}, and hold none of its words")
        else:
            self._test_titles()

    def _test_titles(self) -> None:
        is_strange = self._is_strange
        self._suspected = _TitleTest(list(self._last_strange if is_strange else self._last_new))
        self._control = self._unsuspected()

    def _unsuspected(self) -> _TitleTest:
        """Records that hold the words that found them, those first that several words found."""
        # Titles are asked from the last one on.
        records = {each.id: each for each in (*self._last_again, *self._last_holding)}
        return _TitleTest([*records.values()][:SAMPLE][::-1])

    def _decide(self) -> None:
        """Decide, once enough titles were asked."""
        suspected, control = self._suspected, self._control
        if suspected is None or control is None:
            return
        if suspected.asked and not suspected.found:  # one that is found is enough
            return
        is_endless = self._are_unique and (suspected.never_ends or self._is_lost)
        is_bad = suspected.fails and (is_endless or self._is_strange or self._tests_lists)
        if is_bad and control.asked:
            return
        of_lists, self._tests_lists = self._tests_lists, False
        self._suspected = self._control = None
        told = f"none of {suspected.lost} records was found by its title"
        if of_lists:
            self.are_lists_trap = suspected.fails and control.found >= ENOUGH
            if self.are_lists_trap:
                self.reason = f"{TRAP}: of the records that only lists show, {told}, as others were"
        elif is_bad and control.found >= ENOUGH:
            # Among true records: those that hold no word asked are withdrawn.
            self._find_adverts(f"{told}, as others were")
        elif is_bad and is_endless:
            self.is_trap = True
            self.reason = f"{TRAP}: {told}, and few by their words"
        else:
            asked = suspected.found + suspected.lost
            self.reason = f"{suspected.found} of {asked} records were found again by their titles"

    def _find_adverts(self, reason: str) -> None:
        self.needs_words, self.reason = True, reason
        self.on_adverts(self)
