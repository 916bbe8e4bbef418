"""Which columns do the records of a site have, what are they called, what are their values?

The aim is that of partial tree alignment [Caverlee §IV partitions pagelets into objects].
"""
