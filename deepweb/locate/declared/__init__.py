"""Searches that a site declares beside its forms: OpenSearch, schema.org, links with a query."""
