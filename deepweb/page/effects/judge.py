"""What does a text, a name or an icon say that it does?

Forms, inputs, options, buttons, links, facets, next pages and scripts are all asked here, by what
they say: their text and their marks, the text around them, their address. The answer is the words
by which something says that it acts ("Delete", "?do=subscribe"), or "" if it says nothing of the
kind. Something that acts is never touched.

Whether a word names an action depends on where it stands: "Delete all" acts, "Deleted scenes" and
"How to delete a file" are things to read. Words that name things as well ("order", "report") count
only where they must be verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from deepweb.page.effects.model import TEXT, WARY, EffectModel
from deepweb.page.effects.spelling import accented, is_sentence_run, tokens_of
from deepweb.page.effects.words import ACTS, AND, MAY, EffectWords, Hit

MAX_BUTTON = 10  # words of a button
MAX_OPTION = 7  # words of an option
MAX_LINK = 7  # words of a link that acts; longer ones are titles
MAX_HEADING = 8  # words of a heading
MAX_FILTER = 2  # words of the label of a tick that may be the name of what is shown
MAX_SHOWN = 2  # words of an option that only shows results

_AND_BEHIND = {
    "i": ("szuk", "wyszuk", "znajd", "odszuk", "traz", "pronad", "pretraz", "nad"),
    "a": ("hled", "vyhled", "najd", "najit", "hlad", "vyhlad"),
    "in": ("isci", "poisci", "najdi"),
    "en": ("zoek", "opzoek", "vind"),
}  # Polish, Croatian; Czech, Slovak; Slovenian; Dutch
_TO = frozenset({"to", "into", "onto"})
# What stands behind a verb, and seldom behind another first word.
_DETERMINERS = frozenset({"a", "an", "your", "my", "this", "these"})
_ARTICLES = frozenset(
    {"un", "une", "le", "la", "les", "mon", "ma", "mes", "votre", "vos", "ce", "cette", "una", "el",
     "los", "las", "mi", "mis", "su", "sus", "tu", "este", "esta", "um", "uma", "o", "os", "as",
     "meu", "minha", "seu", "sua", "il", "lo", "gli", "questo", "questa"}
)  # fmt: skip
_INFINITIVE = re.compile(r"(?:[aei]r|[aei]re)$")
_SLAVIC = re.compile("(?:[аеиуя]ть|ться|тися)$")
# Hindi, Japanese, Korean
_FINAL = re.compile("(?:करें|ाएँ|ाएं|する|하기)$")
# In Japanese, what is done with a thing, without the ending of a verb: "post a comment".
_DONE = re.compile("を([一-鿿]{2,4})$")
_FILTERS = ("filter", "filtr", "szur", "suodat", "φιλτρ", "фильтр", "фільтр", "филт")
QUOTED = re.compile('„[^„“”]*[“”]|“[^“”]*”|"[^"]*"|«[^«»]*»|「[^「」]*」')
"""Words in quotation marks are spoken of, and order nothing."""
_STOPS = ".!\u3002\uff01\u0964\u06d4"
_SIGN_AND = re.compile(r"\s[&+]\s")


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """What texts and marks say that they do."""

    words: EffectWords = field(default_factory=EffectWords)
    model: EffectModel = field(default_factory=EffectModel)

    def button(self, text: str) -> str:
        """What a button that is pressed does."""
        tokens = tokens_of(_SIGN_AND.sub(" and ", text))
        if len(tokens) > MAX_BUTTON or self.explains(text) or self.only_sends(text):
            return ""
        if self._mails(text) or self._sends_something(text) or self._brings(tokens):
            return text[:50]
        if (done := _DONE.search(text)) and done[1] in self.words.verbs:
            return text[:50]
        known = next((hit.word for hit in self._hits(text) if self._presses(hit)), "")
        return known or self._goes_further(tokens) or self.looks_acting(text)

    def _sends_something(self, text: str) -> bool:
        """Does it send more than the form: "Send a reply"?"""
        first, *rest = tokens_of(text) or [""]
        is_sent = bool(rest) and self.words.is_listed("sends", first)
        return is_sent and not self.looks_up(text) and not self.words.has("search help", text)

    def _brings(self, tokens: list[str]) -> bool:
        """Does it bring what is found somewhere: "Fetch to desk 14"?"""
        first, second, *rest = [*tokens, "", ""]
        return any(rest) and second in _TO and self.words.is_listed("looks up", first)

    def _goes_further(self, tokens: list[str]) -> str:
        """The word behind "search and" or "view and", unless that only looks up, too."""
        said = ""
        for word, between, behind in zip(tokens, tokens[1:], [*tokens[2:], ""], strict=False):
            said = f"{said} {word}".strip()
            if not (self.searches(word) or self.words.is_listed("looks up", said)):
                continue
            joined = next((between[1:] for each in AND if between.startswith(each)), "")
            further = behind if self._is_and(between, word) else joined
            if further and not self.looks_up(further):
                return further
        return ""

    def _is_and(self, word: str, before: str) -> bool:
        """Does a word mean "and"? Some mean "in" or "a" in other languages than that before it."""
        only = _AND_BEHIND.get(word, "")
        return self.words.is_listed("and", word) and before.startswith(only)

    def searches(self, text: str) -> bool:
        """Does a text say that something is searched?"""
        return self.words.has("search", text) or self.words.has("search more", text)

    def looks_up(self, text: str) -> bool:
        """Does a button say no more than that it shows something: "Look up", "View"?"""
        return (
            self.searches(text)
            or self.unfilters(text)
            or self.words.is_listed("applies", " ".join(tokens_of(text)))
            or self.words.begins("looks up", text)
            or self.words.ends("looks up", text)
        )

    def only_sends(self, text: str) -> bool:
        """Does a button say no more than that the form is sent: "Submit", "Enviar"?"""
        return self.words.is_listed("sends", " ".join(tokens_of(text)))

    def _presses(self, hit: Hit) -> bool:
        if hit.level == ACTS or self._follows(hit):
            return True
        if hit.level == MAY and (hit.is_first or hit.is_last):
            return not self.words.is_listed("sends", hit.word)
        return hit.is_whole or (hit.is_first and self._is_verb(hit))

    def option(
        self,
        text: str,
        *,
        is_tick: bool = False,
        is_called_action: bool = False,
        is_of_few: bool = False,
    ) -> str:
        """What an option of a menu, or a box to tick, does if it is chosen.

        ``is_of_few``: does the menu offer so few options that they may be orders?
        """
        if self._mails(text) or self._continues(tokens_of(text)) or self._is_for_me(text):
            return text[:50]
        # "Bị hủy": what was done to it.
        is_state = self.words.begins("passive", text) and not is_tick
        if len(tokens_of(text)) > MAX_OPTION + 3 * is_tick or self.explains(text) or is_state:
            return ""
        for hit in self._hits(text):
            if hit.level == ACTS and not self._is_about(hit, text):
                return hit.word
            # "and mark everything as read"
            is_begun = (hit.is_first or (is_tick and self._follows(hit))) and hit.level == MAY
            if is_begun and (is_tick or hit.is_whole or self._is_verb(hit)):
                return hit.word
            if is_called_action and (hit.is_first or hit.is_last):
                return hit.word
        is_order = is_tick or is_of_few
        role = WARY if is_order or is_called_action else TEXT
        return (self.imperative(text) if is_order else "") or self.looks_acting(text, role)

    def selects(self, label: str) -> bool:
        """Does the label of a box to tick say which results are shown, or is it short?"""
        said = [token for token in tokens_of(label) if token.isalpha()]
        if len(said) <= MAX_FILTER and not any(map(is_sentence_run, said)):
            return True
        words = self.words
        is_selection = words.begins("selects", label) or self.looks_up(label)
        is_helped = any(words.has(n, label) for n in ("only", "covers", "included", "search help"))
        return not words.has("me", label) and (is_selection or is_helped or self.searches(label))

    def _is_for_me(self, text: str) -> bool:
        """Does an option speak of the visitor's own things: "50 (make this my default)"?"""
        return len(tokens_of(text)) > 1 and self.words.has("mine", text)

    def is_shown(self, text: str) -> bool:
        """Does an option say no more than that results are shown: "View", "On screen"?"""
        is_more = self.words.has("all", text) or len(tokens_of(text)) > MAX_SHOWN
        return not is_more and (
            self.words.begins("looks up", text)
            or self.words.ends("looks up", text)
            or self.words.has("screen", text)
        )

    def _continues(self, tokens: list[str]) -> bool:
        """Does an option show something and then do more: "List, then close the cases"?"""
        for number, token in enumerate(tokens[1:], start=1):
            if self.words.is_listed("then", token):
                return True
            is_and = self.words.is_listed("and", token) or token.startswith(AND)
            is_shown = number == 1 and self.words.is_listed("looks up", tokens[0])
            if is_and and is_shown and not self.looks_up(" ".join(tokens[number + 1 :])):
                return True
        return False

    def link(self, text: str) -> str:
        """What a link does, by its text or title."""
        said = " ".join(tokens_of(text))
        is_sign = self.words.is_listed("sign", text.strip().strip("\ufe0f"))
        if is_sign or self.words.is_listed("acknowledges", said):
            return text.strip()
        if len(tokens_of(text)) > MAX_LINK or self.explains(text):
            return ""
        hits = [hit for hit in self._hits(text) if not hit.is_of_form]
        if self._mails(text):
            return text[:50]
        if self.words.has("now", text) and (urged := [h.word for h in hits if h.level >= MAY]):
            # "Jetzt verbindlich buchen"
            return urged[0]
        said = next((hit.word for hit in hits if self._orders(hit, text)), "")
        return said or self.looks_acting(text)

    def tip(self, text: str) -> str:
        """What an icon does, or a box, by what is shown when one points at it."""
        if len(tokens_of(text)) > MAX_HEADING or self.explains(text):
            return ""
        return self.imperative(text) or self.looks_acting(text, WARY)

    def heading(self, text: str) -> str:
        """What a form does, by the heading above it."""
        text = QUOTED.sub("", text)
        named, mark, rest = text.replace("\N{FULLWIDTH COLON}", ":").partition(":")
        is_named = bool(mark and tokens_of(rest))
        if is_named and " ".join(tokens_of(named)) in self.words.events:
            return named  # "Poll: which do you prefer?"
        if self.explains(text) or len(tokens_of(rest if is_named else text)) > MAX_HEADING:
            return ""
        if is_named:
            return self.heading(rest)  # "Ban the bomb: posters"
        heads = (hit.word for hit in self._hits(text) if self._heads(hit, text))
        return next(heads, "") or ("" if _is_sentence(text) else self.looks_acting(text))

    def _heads(self, hit: Hit, text: str) -> bool:
        """Does a word of a heading tell what happens?"""
        if hit.is_whole and hit.word in self.words.events:
            return True
        if hit.level == ACTS:
            return self._follows(hit) or self._orders(hit, text)
        # Only in English are so many verbs nouns as well.
        is_verb = hit.level == MAY and hit.is_foreign and hit.is_first
        return not hit.is_whole and (is_verb or self._orders(hit, text))

    def imperative(self, text: str) -> str:
        """The verb that a heading begins or ends with, whatever it means, unless it looks up.

        Grammar tells verbs that no list holds: "Impersonate a customer", "Prolonger un prêt".
        """
        tokens = tokens_of(text)
        if not 2 <= len(tokens) <= MAX_HEADING or self.explains(text):
            return ""
        first, second, last = tokens[0], accented(text)[1], text.rsplit(maxsplit=1)[-1]
        is_reading = self.words.is_listed("reads", first)
        is_begun = second in _DETERMINERS or (
            _INFINITIVE.search(first) is not None and second in _ARTICLES
        )
        # "Namazu: a search engine" and "Title A to Z" order nothing.
        is_order = text[:1].isupper() and text[len(first) :].lstrip()[:1].islower()
        if is_begun and is_order and not is_reading and first.isalpha():
            return first
        if _SLAVIC.search(first) and not is_reading:
            return first
        if _FINAL.search(last) and not self.words.is_listed("reads", "".join(tokens_of(last))):
            return last
        return ""

    def box(self, text: str) -> str:
        """What a form does with the text of a box, by what the box is called: "Replace with"."""
        if len(tokens_of(text)) > MAX_HEADING or self.explains(text):
            return ""
        ordering = (hit for hit in self._hits(text) if hit.level == ACTS)
        return next((hit.word for hit in ordering if self._orders(hit, text)), "")

    def looks_acting(self, text: str, role: str = TEXT) -> str:
        """A text that looks like an action, though no word of it is listed."""
        is_judged = any(hit.is_first for hit in self._hits(text))
        if is_judged or not self.model.acts(text, role) or self.looks_up(text):
            return ""
        tokens = tokens_of(text) or [""]
        is_read = self.words.is_listed("reads", tokens[0])
        return "" if is_read or self.words.is_listed("about", tokens[-1]) else text[:50]

    def may_act(self, text: str, least: float) -> bool:
        """Does a text of a form that is no help for searching look a little like an action?"""
        if not 2 <= len(tokens_of(text)) <= MAX_HEADING or self.searches(text):
            return False
        helps = ("search help", "help", "covers", "included", "harmless")
        is_help = any(self.words.has(name, text) for name in helps)
        first = tokens_of(text)[0]
        is_read = any(self.words.is_listed(name, first) for name in ("reads", "asked", "called"))
        is_about = self.words.is_listed("about", tokens_of(text)[-1])
        is_known = (
            is_help
            or is_read
            or is_about
            or "%" in text
            or self.looks_up(text)
            or self.explains(text)
        )
        return not is_known and self.model.score(text) >= least

    def unfilters(self, text: str) -> bool:
        """Does a link take filters away: "Clear filters"?"""
        return any(token.startswith(_FILTERS) for token in tokens_of(text))

    def any_of(self, found: Iterable[str]) -> str:
        """The first that says something."""
        return next(filter(None, found), "")

    def _hits(self, text: str) -> tuple[Hit, ...]:
        hits = self.words.hits(text)
        return tuple(hit for hit in hits if not self.words.is_listed("was done", hit.behind))

    def wishes(self, text: str) -> bool:
        """Does a text speak of what one wants to do, other than to find something?"""
        return self.words.has("wish", text) and not self.searches(text)

    def _orders(self, hit: Hit, text: str) -> bool:
        """Does a short text tell somebody to do something?"""
        if self._is_about(hit, text):
            return False
        if hit.level == ACTS:
            return hit.is_whole or hit.is_first or hit.is_last
        is_thing = hit.word in self.words.events
        return (hit.is_whole and not is_thing) or (hit.is_first and self._is_verb(hit))

    def _is_verb(self, hit: Hit) -> bool:
        return self.words.is_listed("this", hit.behind)

    def _mails(self, text: str) -> bool:
        """Is something sent to the visitor: "Mail me what is new"?"""
        return self.words.has("me", text) and self.words.has("mailed", text)

    def _follows(self, hit: Hit) -> bool:
        """Does it stand behind "and"?"""
        return hit.before not in _AND_BEHIND and self.words.is_listed("and", hit.before)

    def _is_about(self, hit: Hit, text: str) -> bool:
        """Is it the name of a thing: "Delete key", "Unsubscribe policy"?"""
        last = tokens_of(text)[-1:]
        beside = {hit.behind, *last}
        return not hit.is_whole and any(self.words.is_listed("about", each) for each in beside)

    def explains(self, text: str) -> bool:
        return self.words.has("how", text)


NO_EFFECTS = Effects()
"""Knows no words, and so objects to nothing."""


def _is_sentence(text: str) -> bool:
    """Are there two words and a full stop?"""
    text = text.rstrip()
    return text.endswith(tuple(_STOPS)) and len(text[:-1].split(maxsplit=2)) > 1
