"""What does a record look like: a product, an article, a job, a person, an event, a document?

What the page declares (the type of microdata) is believed. Otherwise the names of the fields
decide, where they are plain: a name that only one kind has is enough, two names that fit it are
enough as well, and a tie is no answer. All records of a list are judged together, since a single
one may lack fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from lxml.html import HtmlElement

from deepweb.read.records.region import RecordElements

# Records of a page that are asked for their type.
_SAMPLE = 10
# Weight of a name that only one kind has, and of one that several have; 1 is enough.
_TELLING = 1.0
_FITTING = 0.5
# Share of the records that must have a field for it to count.
_MIN_FILLED = 0.3

_TYPES = {
    "product": "product individualproduct productmodel productgroup offer vehicle car",
    "article": "article newsarticle blogposting report analysisnewsarticle techarticle",
    "job": "jobposting",
    "person": "person",
    "event": "event musicevent sportsevent businessevent theaterevent festival courseinstance",
    "document": "book scholarlyarticle digitaldocument thesis periodical publicationissue",
    "post": "question answer comment discussionforumposting socialmediaposting",
    "recipe": "recipe",
    "place": "place localbusiness restaurant hotel store touristattraction residence apartment",
    "video": "movie videoobject tvseries tvepisode episode",
    "organization": "organization corporation collegeoruniversity educationalorganization",
}
KIND_OF_TYPE = {name: kind for kind, names in _TYPES.items() for name in names.split()}
"""Types of schema.org, in lower case, to kinds."""

_NAMES = {
    "product": """price sku brand manufacturer shipping condition list_price sale_price discount
        stock availability mpn seller""",
    "article": "byline headline excerpt read_time publication_date published",
    "job": "salary employer job_title hiring employment company employment_type vacancy",
    "person": "birthdate birthday nationality occupation profession first_name last_name gender",
    "event": "venue event_date start_date end_date tickets doors organizer performer event",
    "document": """isbn issn doi publisher journal pages edition abstract citations court docket
        volume""",
    "post": "replies answers likes followers forum thread topic posts",
    "recipe": "ingredients calories servings cuisine preparation cook_time prep_time",
    "place": "street zip postcode bedrooms bathrooms beds baths neighborhood latitude longitude",
    "video": "director cast episode season runtime imdb actors trailer",
}
_SHARED = {
    "product": "rating reviews color size image weight material",
    "article": "author date category section snippet description image",
    "job": "location date description posted",
    "person": "person email phone age city country",
    "event": "date time location city place",
    "document": "author authors year language title subject",
    "post": "author date views votes user tag tags",
    "recipe": "rating reviews time author difficulty",
    "place": "address city phone rating distance price",
    "video": "year duration genre rating",
}
_WEIGHTS = {
    kind: dict.fromkeys(_SHARED[kind].split(), _FITTING) | dict.fromkeys(names.split(), _TELLING)
    for kind, names in _NAMES.items()
}


def record_kind(records: Sequence[RecordElements], rows: Sequence[Collection[str]]) -> str:
    """The kind of the records of a page, from their elements and the names of their fields."""
    types = Counter(t for record in records[:_SAMPLE] for t in declared_kinds(record))
    declared, times = types.most_common(1)[0] if types else ("", 0)
    if 2 * times > len(records[:_SAMPLE]):
        return declared
    filled = Counter(name for row in rows for name in row)
    return kind_of_names(n for n, count in filled.items() if count >= _MIN_FILLED * len(rows))


def declared_kinds(record: RecordElements) -> set[str]:
    """The kinds that the outermost types of a record's microdata stand for."""
    found: set[str] = set()
    for element in record:
        typed = next((e for e in element.iter() if _type(e)), None)
        if typed is not None and (kind := KIND_OF_TYPE.get(_type(typed), "")):
            found.add(kind)
    return found


def kind_of_names(names: Iterable[str]) -> str:
    """The kind that has these fields, where that is plain; else ""."""
    said = set(names)
    scores = {kind: _score(said, weights) for kind, weights in _WEIGHTS.items()}
    (best, first), (_, second) = Counter(scores).most_common(2)
    telling = any(_WEIGHTS[best].get(name) == _TELLING for name in said)
    return best if telling and first >= _TELLING and first > second else ""


def _score(names: set[str], weights: dict[str, float]) -> float:
    return sum(weights.get(name, 0.0) for name in names)


def _type(element: HtmlElement) -> str:
    """The last part of the type that an element declares, in lower case."""
    said = (element.get("itemtype") or element.get("typeof") or "").split()
    return said[0].rpartition("/")[2].rpartition(":")[2].lower() if said else ""
