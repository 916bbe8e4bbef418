"""Records under names that other programs know: schema.org, or zyte-common-items.

The ``kind`` of a record gives its type, and the names of its fields give the properties. A
field without a counterpart is kept as a further property with its own name, so nothing is lost.
Typed values are preferred to texts: a price is its amount and its currency.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deepweb.items import FieldValue, Record
from deepweb.read.fields.values import TYPED_PARTS

VOCABULARIES = ("schema.org", "zyte")

# Kind to the type of schema.org.
_TYPES = {
    "product": "Product",
    "article": "Article",
    "job": "JobPosting",
    "person": "Person",
    "event": "Event",
    "document": "CreativeWork",
    "post": "DiscussionForumPosting",
    "recipe": "Recipe",
    "place": "Place",
    "video": "VideoObject",
    "organization": "Organization",
}
# Property of schema.org, with the property inside it, to the names of fields.
_SCHEMA = {
    "offers.price": "price sale_price price_new",
    "offers.availability": "availability stock",
    "offers.itemCondition": "condition",
    "offers.seller.name": "seller vendor dealer",
    "aggregateRating.ratingValue": "rating score stars",
    "aggregateRating.reviewCount": "reviews review_count ratings votes",
    "author.name": "author authors byline artist director",
    "brand.name": "brand manufacturer maker",
    "publisher.name": "publisher source verlag",
    "hiringOrganization.name": "company employer organization",
    "location.name": "location venue place city",
    "baseSalary": "salary",
    "datePublished": "date published publication_date posted release_date year",
    "startDate": "start_date event_date",
    "endDate": "end_date",
    "description": "description snippet summary abstract excerpt",
    "image": "image",
    "inLanguage": "language",
    "genre": "genre genres",
    "category": "category categories",
    "keywords": "tag tags keywords",
    "isbn": "isbn",
    "sku": "sku",
    "mpn": "mpn",
    "color": "color",
    "size": "size",
    "numberOfPages": "pages",
    "duration": "duration runtime",
    "telephone": "phone telephone",
    "email": "email",
    "address": "address street",
}
# Attribute of zyte-common-items to the names of fields.
_ZYTE = {
    "price": "price sale_price price_new",
    "regularPrice": "list_price regular_price price_old",
    "availability": "availability stock",
    "aggregateRating.ratingValue": "rating score stars",
    "aggregateRating.reviewCount": "reviews review_count ratings votes",
    "authors.name": "author authors byline",
    "brand.name": "brand manufacturer maker",
    "hiringOrganization.name": "company employer",
    "jobLocation.raw": "location city",
    "baseSalary.raw": "salary",
    "datePublished": "date published publication_date posted",
    "description": "description snippet summary abstract excerpt",
    "mainImage.url": "image",
    "inLanguage": "language",
    "sku": "sku",
    "mpn": "mpn",
    "color": "color",
    "size": "size",
    "telephone": "phone telephone",
    "address.addressRaw": "address street",
}
# Attributes of zyte-common-items that the title has, by kind.
_TITLES = {"article": "headline", "job": "jobTitle", "post": "headline"}
# Types of the things inside a thing of schema.org.
_INNER = {
    "offers": "Offer",
    "aggregateRating": "AggregateRating",
    "author": "Person",
    "brand": "Brand",
    "publisher": "Organization",
    "seller": "Organization",
    "hiringOrganization": "Organization",
    "location": "Place",
}
_LISTS = frozenset({"authors"})  # attributes of zyte-common-items that are lists


def shared(record: Record, vocabulary: str) -> dict[str, Any]:
    """A record under the names of a vocabulary; raises ``ValueError`` if that is unknown."""
    if vocabulary not in VOCABULARIES:
        raise ValueError(f"unknown names {vocabulary!r}; choose {' or '.join(VOCABULARIES)}")
    return _thing(record) if vocabulary == "schema.org" else _item(record)


def _thing(record: Record) -> dict[str, Any]:
    made: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": _TYPES.get(record.kind, "Thing"),
        "identifier": record.id,
        "url": record.url,
        "name": record.title,
    }
    if record.part_of:
        made["isPartOf"] = record.part_of
    rest = _put(made, record.fields, _SCHEMA, currency="offers.priceCurrency")
    for name, inner in _INNER.items():
        for at in (made, made.get("offers", {})):
            if isinstance(at.get(name), dict):
                at[name] = {"@type": inner, **at[name]}
    if rest:
        made["additionalProperty"] = [{"@type": "PropertyValue", **each} for each in rest]
    return _filled(made)


def _item(record: Record) -> dict[str, Any]:
    title = _TITLES.get(record.kind, "name")
    made: dict[str, Any] = {"url": record.url, title: record.title}
    rest = _put(made, record.fields, _ZYTE, currency="currency")
    for name in _LISTS & made.keys():
        made[name] = [made[name]]
    if rest:
        made["additionalProperties"] = rest
    return _filled(made)


def _put(
    made: dict[str, Any],
    fields: Mapping[str, FieldValue],
    names: Mapping[str, str],
    *,
    currency: str,
) -> list[dict[str, FieldValue]]:
    """Put the fields under their names; returns those that have none there."""
    taken: set[str] = set()
    for place, fitting in names.items():
        name = next((each for each in fitting.split() if each in fields), None)
        if name is not None:
            _set(made, place, _typed(fields, name))
            taken.add(name)
            if place.endswith("price") and f"{name}_currency" in fields:
                _set(made, currency, fields[f"{name}_currency"])
    return [
        {"name": name, "value": value}
        for name, value in fields.items()
        if name not in taken and not _is_typed(name, fields)
    ]


def _typed(fields: Mapping[str, FieldValue], name: str) -> FieldValue:
    """The typed value of a field, or its text."""
    parts = (fields.get(f"{name}_{part}") for part in ("amount", "iso", "value"))
    return next((value for value in parts if value is not None), fields[name])


def _is_typed(name: str, fields: Mapping[str, FieldValue]) -> bool:
    whole, _, part = name.rpartition("_")
    return part in TYPED_PARTS and whole in fields


def _set(made: dict[str, Any], place: str, value: FieldValue) -> None:
    *around, last = place.split(".")
    for name in around:
        made = made.setdefault(name, {})
    made[last] = value


def _filled(made: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in made.items() if value is not None}
