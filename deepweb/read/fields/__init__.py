"""Which columns do the records of a site have, what are they called, what are their values?

Records are aligned like the trees of partial tree alignment (Zhai and Liu, WWW 2005), so that
objects of a pagelet [Caverlee §IV] become rows of a table.
"""
