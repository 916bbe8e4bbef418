"""A page as a tree, as text, as words, as links and addresses.

Nothing here knows of forms or records.
"""
