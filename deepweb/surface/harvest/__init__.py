"""The harvest of a site: which question is asked next, and when enough was asked.

Sources state what they promise, forms take turns, the size of the database is estimated
[He13 §2, Madhavan08 §5].
"""
