"""Read the pages of one site, each of one thing: its title, and its fields by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deepweb.page.page import Page
from deepweb.read.details.fields import key_texts, learn_names, named
from deepweb.read.details.statements import statements
from deepweb.read.details.template import PageTemplate, learn_template
from deepweb.read.details.texts import detail_texts, every_text
from deepweb.read.details.title import title, title_places

Value = str | list[str]


@dataclass(frozen=True, slots=True)
class Details:
    """What a page says about its thing."""

    title: str
    fields: dict[str, Value]


@dataclass(frozen=True, slots=True)
class DetailPages:
    """What is known about the pages of a site's records."""

    template: PageTemplate
    titles: tuple[int, ...]
    """Places of the title."""
    names: Mapping[str, str]
    """Key to the name of its field."""

    def read(self, page: Page) -> Details:
        texts = page.once(detail_texts)
        said = key_texts(texts, statements(texts, self.template))
        fields = named(said, self.names)
        return Details(
            title(texts, self.titles),
            {name: told[0] if len(told) == 1 else told for name, told in fields.items()},
        )


def learn_details(pages: Sequence[Page]) -> DetailPages:
    """Compare pages of a site."""
    texts = every_text(pages)
    template = learn_template(texts)
    places = title_places(texts)
    said = [key_texts(each, statements(each, template)) for each in texts]
    return DetailPages(template, places, learn_names(said, [title(each, places) for each in texts]))


def read_details(pages: Sequence[Page]) -> list[Details]:
    """Read pages of a site that are compared with each other."""
    learnt = learn_details(pages)
    return [learnt.read(page) for page in pages]
