"""From the store to what people read: the summary, the progress of a crawl, report.html.

Nothing is decided here: reports show the decisions of the crawl with their reasons.
"""
