"""Which parts of a page are its records, what is each called, and where does it lead?"""
