"""Which elements of a page are its records, what is each called, where does it lead?

Groups of like elements are ranked, with content variation as one feature [Caverlee §VI].
"""
