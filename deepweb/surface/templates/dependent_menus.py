"""Which options of one menu go with which options of another?

The paper leaves correlated inputs open, such as a city and its state [Madhavan08 §3.1]. Where a
form wants both, hardly any pair of them finds something. Three things tell the pairs:

- the page: groups of options are called like an option of the other menu, or the options have a
  class or data that name it (so scripts tell which to show), or their values begin with its value;
- what is known of places: which cities lie in which state or country;
- the answers: a site that serves the second menu with each choice of the first shows its options on
  the answer (``read/kind/offered``).

Two menus of known pairs are one choice, whose values are the pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from deepweb.form.model import Input
from deepweb.read.kind.demands import OFFER, Demand
from deepweb.surface.answer import Answer, AskAll, Question
from deepweb.surface.templates.template import Choice, Pairs

PAIRED = 0.8  # share of the options of a menu that must name an option of the other
PLACED = 0.5  # the same, where they are known places
MIN_PARENTS = 2  # options of the other menu that must be named
MAX_PARENTS = 100  # options of a menu that are asked for what their answers offer
MAX_OPTIONS = 2_000  # options of a menu that are read
_MARKS = "-_:/.|,;"  # what stands behind the value of the other menu within a value

CitiesIn = Callable[[str], Collection[str]]
"""The cities of a state or a country, by its name or its code."""


def with_pairs(
    choices: Sequence[Choice], inputs: Iterable[Input], cities_in: CitiesIn
) -> tuple[Choice, ...]:
    """The choices, each menu that depends on another with the options that it goes with."""
    menus = {i.name: i for i in inputs if i.kind == "select"}
    single = [each for each in choices if len(each.names) == 1 and each.names[0] in menus]
    made: dict[str, Choice] = {}
    for child in single:
        for parent in single:
            if parent is child or parent.names[0] in made or len(child.values) < len(parent.values):
                continue
            pairs = _pairs(menus[parent.names[0]], menus[child.names[0]], cities_in)
            allowed = _allowed(parent, child, pairs)
            if child.names[0] not in made and allowed:
                made[child.names[0]] = _together(parent, child, allowed)
    return tuple(made.get(each.names[0], each) if each in single else each for each in choices)


class Offers:
    """What answers without records offer in the menus of their form, by what was asked."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = list(choices)
        self._offered: dict[Pairs, tuple[Demand, ...]] = {}

    def watching(self, ask: AskAll) -> AskAll:
        """Ask, and keep what the answers offer."""

        async def ask_and_keep(questions: Sequence[Question]) -> list[Answer]:
            answers = await ask(questions)
            for question, answer in zip(questions, answers, strict=True):
                offered = tuple(each for each in answer.demands if each.kind == OFFER)
                if offered and not answer.found and not question.link:
                    self._offered[self._bound(question)] = offered
            return answers

        return ask_and_keep

    def unasked(self) -> list[Pairs]:
        """Values of menus of which another value was answered by an offer."""
        with_offers = {each for asked in self._offered for each in asked}
        return [
            value
            for each in self._choices
            if with_offers.intersection(pair for value in each.values for pair in value)
            for value in each.values[:MAX_PARENTS]
            if value not in self._offered
        ]

    def choices(self) -> list[Choice]:
        """New choices: what was asked, together with each option that its answer offers."""
        found: dict[tuple[str, ...], dict[Pairs, str]] = {}
        for asked, menus in self._offered.items():
            own = {name for name, _ in asked}
            for menu in menus if asked else ():
                if menu.input not in own:
                    names = (*(name for name, _ in asked), menu.input)
                    pairs = {(*asked, (menu.input, v)): label for v, label in menu.options}
                    found.setdefault(names, {}).update(pairs)
        known = {value for each in self._choices for value in each.values}
        new = [
            Choice(names, tuple(texts), "select", names[-1], tuple(texts.values()))
            for names, texts in found.items()
            if len(texts) > 1 and not known.issuperset(texts)
        ]
        self._choices += new
        return new

    def _bound(self, question: Question) -> Pairs:
        free = {pair for each in self._choices for pair in (*each.free, *each.default)}
        return tuple(pair for pair in question.values if pair not in free and pair[1])


def _together(parent: Choice, child: Choice, pairs: Mapping[Pairs, str]) -> Choice:
    return replace(
        child,
        names=(*parent.names, *child.names),
        values=tuple(pairs),
        texts=tuple(pairs.values()),
        default=(*parent.default, *child.default),
        free=(*parent.free, *child.free),
    )


def _allowed(parent: Choice, child: Choice, pairs: Iterable[tuple[str, str]]) -> dict[Pairs, str]:
    """The pairs of values that can be sent, with the label of the dependent one."""
    above = {value: pair for pair in parent.values for _, value in pair}
    below = {value: (pair, text) for pair, text in _with_texts(child) for _, value in pair}
    return {
        (*above[one], *below[other][0]): below[other][1]
        for one, other in pairs
        if one in above and other in below
    }


def _with_texts(choice: Choice) -> Iterator[tuple[Pairs, str]]:
    return zip(choice.values, choice.texts, strict=True)


def _pairs(parent: Input, child: Input, cities_in: CitiesIn) -> list[tuple[str, str]]:
    """Values of a menu, each with a value of the menu that depends on it; empty if none does."""
    if max(len(parent.options), len(child.options)) > MAX_OPTIONS:
        return []
    offered = [v for v, _ in child.options if v and v != child.wildcard]
    named = _by_name(parent)
    by_mark = [(named[mark.casefold()], v) for v, mark in child.marks if mark.casefold() in named]
    by_group = [(named[s.casefold()], v) for v, s in child.sections if s.casefold() in named]
    ways = ((by_group, PAIRED), (by_mark, PAIRED), (_by_value(parent, offered), PAIRED))
    for pairs, share in (*ways, (_by_place(parent, child, cities_in), PLACED)):
        is_most = len({v for _, v in pairs}) >= share * len(offered)
        if is_most and len({v for v, _ in pairs}) >= MIN_PARENTS:
            return list(dict.fromkeys(pairs))
    return []


def _by_name(parent: Input) -> dict[str, str]:
    """The values of a menu by what they are called: their labels, and themselves."""
    named = {label.casefold(): v for v, label in parent.options if label and v != parent.wildcard}
    return named | {v.casefold(): v for v, _ in parent.options if v and v != parent.wildcard}


def _by_value(parent: Input, offered: Sequence[str]) -> list[tuple[str, str]]:
    """ "TX" and "TX-Austin"."""
    above = {v for v, _ in parent.options if v and v != parent.wildcard}
    places = ((v, [n for n, sign in enumerate(v) if sign in _MARKS and n]) for v in offered)
    return [(v[:n], v) for v, ends in places for n in ends if v[:n] in above]


def _by_place(parent: Input, child: Input, cities_in: CitiesIn) -> list[tuple[str, str]]:
    cities = {label.casefold(): v for v, label in child.options if v and v != child.wildcard}
    return [
        (v, cities[city.casefold()])
        for v, label in parent.options
        if v and v != parent.wildcard
        for city in cities_in(label or v)
        if city.casefold() in cities
    ]
