"""Which queries are known beforehand or proposed by the site? [He13 §4, §6.1]

Queries of a log, names of a knowledge base, and the related queries that result pages link to.
"""
