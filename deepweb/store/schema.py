"""The tables of the store.

``pages`` and ``found`` are the ledger: a row for every answered submission. The other tables hold
the decisions, each row with its reason.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 4
"""Increased when the tables change; ``database.py`` upgrades stores of earlier versions."""

# Autoincremented numbers; SQLite increments only an INTEGER.
Number = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData()

schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True))

sites = Table(
    "sites",
    metadata,
    Column("site", String, primary_key=True),
    Column("url", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("explored", Boolean, nullable=False),
)

forms = Table(
    "forms",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    # The position of the form among those of its site, in the order of finding.
    Column("number", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("words", JSON, nullable=False),
    Column("declared", JSON, nullable=False),
    Column("about", JSON, nullable=False),
    Column("topic", Float),
    Column("type", String, nullable=False),
    Column("searchable", Boolean, nullable=False),
    Column("safe", Boolean, nullable=False),
    Column("probability", Float, nullable=False),
    Column("query_input", Text),
    Column("reason", Text, nullable=False),
)

templates = Table(
    "templates",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("binding", String, primary_key=True),
    Column("informative", Boolean, nullable=False),
    Column("tested", Integer, nullable=False),
    Column("distinctness", Float),
    Column("reason", Text, nullable=False),
)

inputs = Table(
    "inputs",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("reason", Text, nullable=False),
)

readings = Table(
    "readings",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    # The memory of the reader of the form's answers (``read/site_reader.py``), compressed JSON.
    Column("memory", LargeBinary, nullable=False),
)

pages = Table(
    "pages",
    metadata,
    Column("page", Number, primary_key=True),
    Column("site", String, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("form", String, nullable=False),
    Column("purpose", String, nullable=False),
    Column("query", JSON, nullable=False),
    Column("url", Text, nullable=False),
    Column("method", String, nullable=False),
    Column("status", Integer, nullable=False),
    Column("answered", Boolean, nullable=False),
    Column("length", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("similarity", Float),
    Column("signature", String, nullable=False),
    Column("texts", JSON(none_as_null=True)),
    Column("links", JSON),
    Column("next_url", Text, nullable=False),
    Column("count", Integer),
    Column("facets", JSON, nullable=False),
    Column("file", String, nullable=False),
    Column("demands", JSON),
    UniqueConstraint("site", "fingerprint"),
    Index("pages_by_signature", "site", "signature"),
    Index("pages_by_purpose", "site", "form", "purpose"),
)

found = Table(
    "found",
    metadata,
    Column("page", Number, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("record", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("number", Number, primary_key=True),
    Column("site", String, nullable=False),
    Column("id", Text, nullable=False),
    Column("url", Text),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("fields", JSON, nullable=False),
    Column("attributes", JSON, nullable=False),
    Column("found_on", JSON, nullable=False),
    Column("query", JSON, nullable=False),
    Column("part_of", Text),
    Column("kind", String, nullable=False, server_default=""),
    Column("first_seen", Float(53), nullable=False),
    Column("last_seen", Float(53), nullable=False),
    Column("changed", Float(53)),
    UniqueConstraint("site", "id"),
)

details = Table(
    "details",
    metadata,
    Column("site", String, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    # What the record's own page says; empty with a reason if that is nothing.
    Column("fields", JSON, nullable=False),
    Column("reason", Text, nullable=False),
    Column("fetched", Float(53), nullable=False),
    Column("changed", Float(53)),
)

identities = Table(
    "identities",
    metadata,
    Column("site", String, primary_key=True),
    # What does not identify a record (``read/records/identity.py``).
    Column("rules", JSON, nullable=False),
    # Records that were stored under several ids, and merged when the rules were learnt.
    Column("merged", Integer, nullable=False),
)

learnt_identities = Table(
    "learnt_identities",
    metadata,
    Column("site", String, primary_key=True),
    # The answer that taught the rules.
    Column("fingerprint", String, primary_key=True),
    Column("rules", JSON, nullable=False),
    # The ids that the rules changed, with the new ones.
    Column("renamed", JSON, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("request", Number, primary_key=True),
    Column("site", String, nullable=False, index=True),
    Column("method", String, nullable=False),
    Column("url", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("time", Float(53)),
)

seen_pages = Table(
    "seen_pages",
    metadata,
    Column("site", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("url", Text, nullable=False),
    Column("led_to", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("score", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("found", Integer, nullable=False),
    Column("words", JSON, nullable=False),
    Column("links", JSON(none_as_null=True)),
)

stops = Table(
    "stops",
    metadata,
    Column("site", String, primary_key=True),
    Column("depth", Integer, primary_key=True),
    Column("criterion", String, nullable=False),
    Column("reason", Text, nullable=False),
)

crawls = Table(
    "crawls",
    metadata,
    Column("site", String, primary_key=True),
    Column("crawl", Number, primary_key=True),
    Column("started", Float(53), nullable=False),
    Column("ended", Float(53)),
    Column("is_over", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    # A word of ``report/outcome.py``; "" while it runs.
    Column("outcome", String, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("site", String, primary_key=True),
    Column("token", Number, nullable=False),
    Column("owner", Text, nullable=False),
    Column("until", Float(53), nullable=False),
)

link_arguments = Table(
    "link_arguments",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("argument", Text, primary_key=True),
    Column("prevalence", Float, nullable=False),
    Column("role", String, nullable=False),
    Column("reason", Text, nullable=False),
)

form_links = Table(
    "form_links",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("links", Integer, nullable=False),
    Column("partitions", Integer, nullable=False),
    Column("left", JSON, nullable=False),
)

query_lists = Table(
    "query_lists",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("source", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("asked", Integer, nullable=False),
    Column("found", Integer, nullable=False),
    Column("reason", Text, nullable=False),
)

ways = Table(
    "ways",
    metadata,
    Column("site", String, primary_key=True),
    Column("form", String, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("requests", Integer, nullable=False),
    Column("new", Integer, nullable=False),
    Column("promise", Float, nullable=False),
    Column("reason", Text, nullable=False),
)

scripts = Table(
    "scripts",
    metadata,
    Column("site", String, primary_key=True),
    Column("page", Text, primary_key=True),
    Column("search", String, nullable=False),
    Column("way", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("words", JSON, nullable=False),
)

located_sites = Table(
    "located_sites",
    metadata,
    Column("topic", String, primary_key=True),
    Column("site", String, primary_key=True),
    Column("url", Text, nullable=False),
    Column("verdict", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("probability", Float),
    Column("worth", Float, nullable=False),
    Column("forms", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
    Column("first_found", Integer),
    Column("is_whole", Boolean, nullable=False),
    # The words of the links to the site, from which the site ranker learns.
    Column("words", JSON(none_as_null=True)),
)

frontier = Table(
    "frontier",
    metadata,
    Column("topic", String, primary_key=True),
    Column("site", String, primary_key=True),
    Column("url", Text, nullable=False),
    Column("words", JSON, nullable=False),
    Column("votes", Float, nullable=False),
    Column("reason", Text, nullable=False),
)

hub_pages = Table(
    "hub_pages",
    metadata,
    Column("topic", String, primary_key=True),
    Column("url", Text, primary_key=True),
    Column("asked", Text, nullable=False),
    Column("relevant", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("new_sites", Integer, nullable=False),
)

searches = Table(
    "searches",
    metadata,
    Column("topic", String, primary_key=True),
    Column("engine", String, primary_key=True),
    Column("query", Text, primary_key=True),
    Column("kind", String, nullable=False),
    Column("site", String, nullable=False),
    Column("results", Integer, nullable=False),
    Column("new_sites", Integer, nullable=False),
)

engines = Table(
    "engines",
    metadata,
    Column("topic", String, primary_key=True),
    Column("engine", String, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("rest", Integer, nullable=False),
    Column("reason", Text, nullable=False),
)

arrived = Table(
    "arrived",
    metadata,
    Column("site", String, primary_key=True),
    Column("request", String, primary_key=True),
    # The question that the response answers; "" for explored pages and robots.txt.
    Column("fingerprint", String, nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("headers", JSON, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("time", Float(53), nullable=False),
)
"""Responses that may be needed once more: a resumed crawl does not request them again."""

# Further result pages of an engine; the first is in ``searches``.
further_searches = Table(
    "further_searches",
    metadata,
    Column("topic", String, primary_key=True),
    Column("engine", String, primary_key=True),
    Column("query", Text, primary_key=True),
    Column("page", Integer, primary_key=True),
    Column("results", Integer, nullable=False),
    Column("new_sites", Integer, nullable=False),
)
