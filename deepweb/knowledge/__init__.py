"""What do a query log and a knowledge base of the user say about a site? [He13 §4]

Reads and filters them; what is asked of the result is decided in ``surface/queries``.
"""
