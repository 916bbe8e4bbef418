"""Which page of a site should be explored next for search forms, and when is it enough?

In-site exploring: link ranker, link tree and stop criteria [Gujrati, SC1–SC5].
"""
