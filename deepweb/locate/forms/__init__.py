"""Is a form a search, is it safe to submit, and is it about the topic?

A classifier decides [Gujrati, Form Classifier]; rules that it cannot overrule keep sites safe
[Madhavan08 §2].
"""
