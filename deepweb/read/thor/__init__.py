"""Which pages come from one template, and which part of a page answers the query?

Page clusters [Caverlee §V] and pagelets [Caverlee §VI].
"""
