"""Which queries do a query log and a knowledge base give? [He13 §4, Huang §4.2, 4.3]"""
