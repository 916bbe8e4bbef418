"""Which site to visit next?

[Gujrati, site locating: algorithms 1 and 2, site ranker and classifier]
"""
