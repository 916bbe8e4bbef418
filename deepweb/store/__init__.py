"""What is stored, and which process may write it?

The ledger of answers and records, the decisions with their reasons, the queue of sites, and the
files of ``resources``.
"""
