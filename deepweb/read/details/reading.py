"""Read the own pages of a site's records, each of one thing: its title, and its fields by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from deepweb.page.page import Page
from deepweb.read.details.fields import key_texts, learn_names, named
from deepweb.read.details.statements import statements
from deepweb.read.details.template import PageTemplate, learn_template
from deepweb.read.details.texts import detail_texts, every_text
from deepweb.read.details.title import title, title_places

# Share of the pages that have a usual field.
_USUAL = 0.5
# Share of the usual fields that the page of a record has.
_MIN_FIT = 0.3

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
    usual: frozenset[str] = frozenset()
    """The fields that most pages have."""

    def read(self, page: Page) -> Details:
        """Read a page, be it one that was compared or another."""
        texts = page.once(detail_texts)
        said = key_texts(texts, statements(texts, self.template))
        fields = named(said, self.names)
        return Details(
            title(texts, self.titles),
            {name: told[0] if len(told) == 1 else told for name, told in fields.items()},
        )

    def misfit(self, details: Details) -> str:
        """Why a page is not the page of a record; "" if it is one."""
        if not self.usual:
            return "the pages say nothing of their own"
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
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        template = PageTemplate.from_json(stored["template"])
        usual = frozenset(stored["usual"])
        return cls(template, tuple(stored["titles"]), stored["names"], usual)


def learn_details(pages: Sequence[Page]) -> DetailPages:
    """Compare pages of a site."""
    texts = every_text(pages)
    template = learn_template(texts)
    places = title_places(texts)
    said = [key_texts(each, statements(each, template)) for each in texts]
    names = learn_names(said, [title(each, places) for each in texts])
    times = Counter(name for each in said for name in named(each, names))
    usual = frozenset(name for name, n in times.items() if n >= _USUAL * len(pages))
    return DetailPages(template, places, names, usual)


def learn_fitting(pages: Sequence[Page]) -> DetailPages:
    """Compare pages of a site, of which some may be no pages of records."""
    learnt = learn_details(pages)
    fitting = [page for page in pages if not learnt.misfit(learnt.read(page))]
    return learn_details(fitting) if len(fitting) not in {0, len(pages)} else learnt


def read_details(pages: Sequence[Page]) -> list[Details]:
    """Read pages of a site that are compared with each other."""
    learnt = learn_details(pages)
    return [learnt.read(page) for page in pages]
