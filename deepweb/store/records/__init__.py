"""What the store says about records, besides the answers that showed them.

``identities``: which of them are the same; ``details``: what their own pages say; ``changes``: what
a later crawl found different; ``record_file``: ``records.jsonl``.
"""
