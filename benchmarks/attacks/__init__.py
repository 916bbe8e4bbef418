"""Attacks on the crawler, each a command that prints one JSON line.

They run the crawler's own decisions on pages that somebody else wrote; see docs/benchmarks/.
"""
