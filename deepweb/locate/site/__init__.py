"""Which page of a site to look at next, and when to stop looking?

[Gujrati, in-site exploring, SC1–SC5]
"""
