"""What addresses say: which lead to one page, which are of one kind, what their arguments mean.

Kinds of addresses tell pages of records from other pages; no paper is followed here.
"""
