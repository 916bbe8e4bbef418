"""What kind of page is it: results, single, empty, detail, blocked or error?

Emptiness by comparison with background pages [He13 §5]; entity pages and list pages [Huang §4.1].
"""
