"""Which searches does a site declare beside its forms?

They come from OpenSearch, schema.org and links with a query, each as a URL template [He13 §3].
"""
