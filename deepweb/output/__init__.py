"""Which records are written, and how? Feeds, exports and the log.

Nothing here changes a record.
"""
