"""Which links of result pages are followed? Facets [Huang §4.3] and second-level URLs [He13 §6].

``query_graph`` and ``record_pairs`` hold what is known, ``drill_down`` chooses the next link,
``facet_source`` asks it, ``second_level`` tells which links show the same.
"""
