"""Is a form a search, is it safe to submit, and is it about the topic?

[Gujrati, form classifier]
"""
