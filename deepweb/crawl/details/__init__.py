"""Details: fetches the own pages of records, and reads them into the records.

They are questions like others, so the ledger, the budget and politeness apply.
"""
