"""Is a site about the topic, and is there a site at all? Both are judged by its home page.

[Gujrati, Site Classifier]: the words of the home page, without stop words and stemmed, go into a
classifier that says whether the site is relevant; only then are its pages fetched.

Domains without a site lead to pages that offer the name for sale, or greet the owner of a new
server. Such pages are short; a long page about domains may be a site about domains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from deepweb.form.model import Form
from deepweb.locate.forms.topic import Topic, topic_summary
from deepweb.page.page import Page, text_pieces
from deepweb.page.phrases import Phrases, spelt

MAX_PIECES = 60  # pieces of text of a parked page
MOST_LETTERS = 2500  # letters of a parked page


class SiteClassifier(Protocol):
    """Judges whether sites are about one topic."""

    @property
    def words(self) -> Mapping[str, float]:
        """Log odds of stems (``page/words``), by which links are ranked before any is followed."""

    @property
    def queries(self) -> Sequence[str]:
        """Queries to which search engines answer with sites of the topic."""

    def probability(self, page: Page) -> float:
        """The probability that the site of a page is on the topic, if half of all sites were."""


@dataclass(frozen=True, slots=True)
class ModelledTopic:
    """A topic by its model."""

    model: Topic
    words: Mapping[str, float]
    queries: Sequence[str] = ()

    def probability(self, page: Page) -> float:
        return self.model.probability(None, page.once(topic_summary))

    def form_on_topic(self, form: Form, page: Page) -> float:
        """The probability that the database behind a form is about the topic."""
        return self.model.probability(form, page.once(topic_summary))


def why_parked(page: Page, parked: Phrases) -> str:
    """The words by which a page says that there is no site; "" if it does not."""
    pieces = list(islice(text_pieces(page.root), MAX_PIECES + 1))
    title = next(page.root.iter("title"), None)
    said = spelt("\n".join([*pieces, (title.text or "") if title is not None else ""]))
    if len(pieces) > MAX_PIECES or len(said) > MOST_LETTERS:
        return ""
    found = next(parked.matches(said), None)
    return f"parked: it says {found[0]!r}" if found else ""
