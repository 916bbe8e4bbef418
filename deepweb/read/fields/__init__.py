"""Which columns do the records of a site have, what are they called, what are their values?"""
