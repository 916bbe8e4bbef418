"""Which pages of the site list records, and which records are still missing?

A site is more than its forms: categories, archives, indexes and logs list records too. Lists
compete with the questions to forms by new records per request, as all ways into a database do.
"""
