"""Read the own pages of a site's records, each of one thing: its title, and its fields by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from deepweb.page.page import Page, target
from deepweb.read.details.declared import declared, picture, picture_place, shown_nowhere
from deepweb.read.details.fields import field_texts, key_texts, known_places, learn_names, named
from deepweb.read.details.scope import Scope, learn_scope, scope_texts
from deepweb.read.details.statements import Statement, statements
from deepweb.read.details.template import PageTemplate, learn_template
from deepweb.read.details.texts import PageTexts, every_text
from deepweb.read.details.title import title, title_ending, title_places, title_text

# Share of the pages that have a usual field.
_USUAL = 0.5
# Share of the usual fields that the page of a record has.
_MIN_FIT = 0.3

NOTHING_OWN = "the pages say nothing of their own"

Value = str | list[str]


@dataclass(frozen=True, slots=True)
class Details:
    """What a page says about its thing."""

    title: str
    fields: dict[str, Value]


@dataclass(frozen=True, slots=True)
class DetailPages:
    """What is known about the own pages of a site's records."""

    template: PageTemplate
    titles: tuple[int, ...]
    """Places of the title."""
    names: Mapping[str, str]
    """Key to the name of its field."""
    places: frozenset[int]
    """The places of fields."""
    usual: frozenset[str] = frozenset()
    """The fields that most pages have."""
    declares: bool = True
    """Do the pages declare anything for machines?"""
    shared: frozenset[str] = frozenset()
    """What all pages declare with the same value: about the site, not about the thing."""
    picture: int | None = None
    """The place of the thing's picture."""
    scope: Scope = ()
    """The part of a page that holds all of this."""
    ending: str = ""
    """What follows the name of the thing in its title."""

    def read(self, page: Page) -> Details:
        """Read a page, whether it was among those compared or not."""
        texts = scope_texts(page, self.scope)
        fields = named(key_texts(texts, self._stated(texts)), self.names, self.places)
        called = title(texts, self.titles, self.ending)
        if self.declares:
            shown = [called, *(text for told in fields.values() for text in told)]
            for name, values in shown_nowhere(declared(page, called), shown).items():
                if name not in self.shared:
                    fields.setdefault(name, values)
        if "image" not in fields and (number := picture(texts, self.picture)) >= 0:
            source = texts.walk.attributes[number]["src"]
            fields["image"] = [target(page, source) or source]
        return Details(
            called, {name: told[0] if len(told) == 1 else told for name, told in fields.items()}
        )

    def _stated(self, texts: PageTexts) -> list[Statement]:
        """What a page states where the site has fields."""
        stated = statements(texts, self.template)
        places = texts.places
        return [s for s in stated if not self.places.isdisjoint(places[n] for n in s.values)]

    def misfit(self, details: Details) -> str:
        """Why a page is not the page of a record; "" if it is one."""
        if not self.usual:
            return NOTHING_OWN
        has = len(self.usual.intersection(details.fields))
        if has >= _MIN_FIT * len(self.usual):
            return ""
        return f"unlike the pages of other records: {has} of {len(self.usual)} usual fields"

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "template": self.template.to_json(),
            "titles": self.titles,
            "names": dict(self.names),
            "usual": sorted(self.usual),
            "declares": self.declares,
            "shared": sorted(self.shared),
            "picture": self.picture,
            "scope": self.scope,
            "ending": self.ending,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        return cls(
            PageTemplate.from_json(stored["template"]),
            tuple(stored["titles"]),
            stored["names"],
            known_places(stored["names"]),
            frozenset(stored["usual"]),
            stored["declares"],
            frozenset(stored["shared"]),
            stored["picture"],
            tuple(stored["scope"]),
            stored["ending"],
        )


def learn_details(pages: Sequence[Page]) -> DetailPages:
    """Compare pages of a site."""
    texts = every_text(pages)
    template = learn_template(texts)
    looks = title_places(texts)
    stated = [statements(each, template) for each in texts]
    said = [key_texts(*each) for each in zip(texts, stated, strict=True)]
    ending = title_ending(texts, looks)
    titles = [title(each, looks, ending) for each in texts]
    names = learn_names(said, titles)
    places = known_places(names)
    times = Counter(name for each in said for name in named(each, names, places))
    usual = frozenset(name for name, n in times.items() if n >= _USUAL * len(pages))
    told = [declared(page, called) for page, called in zip(pages, titles, strict=True)]
    learnt = DetailPages(
        template,
        titles=looks,
        names=names,
        places=places,
        usual=usual,
        declares=any(told),
        shared=_shared(told),
        picture=picture_place(texts),
        ending=ending,
    )
    needed = (_needed(learnt, *each) for each in zip(texts, stated, strict=True))
    return replace(learnt, scope=learn_scope(zip(texts, needed, strict=True)))


def _needed(learnt: DetailPages, texts: PageTexts, stated: Sequence[Statement]) -> list[int]:
    """The elements of a page that are read."""
    numbers = [*field_texts(texts, stated, learnt.names), title_text(texts, learnt.titles)]
    elements = [texts.owners[number] for number in numbers if number >= 0]
    return [*elements, *(n for n in [picture(texts, learnt.picture)] if n >= 0)]


def _shared(told: Sequence[Mapping[str, list[str]]]) -> frozenset[str]:
    """What several pages declare, all with the same value."""
    values: defaultdict[str, list[list[str]]] = defaultdict(list)
    for page in told:
        for name, value in page.items():
            values[name].append(value)
    same = (
        name for name, all_ in values.items() if len(all_) > 1 and all(v == all_[0] for v in all_)
    )
    return frozenset(same)


def learn_fitting(pages: Sequence[Page]) -> DetailPages:
    """Compare pages of a site, of which some may be no pages of records."""
    learnt = learn_details(pages)
    fitting = [page for page in pages if not learnt.misfit(learnt.read(page))]
    return learn_details(fitting) if len(fitting) not in {0, len(pages)} else learnt


def read_details(pages: Sequence[Page]) -> list[Details]:
    """Read pages of a site that are compared with each other."""
    learnt = learn_details(pages)
    return [learnt.read(page) for page in pages]
