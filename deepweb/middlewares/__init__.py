"""Which requests may be sent, when, and which responses are retried? One file per rule.

``stop_early`` applies the stop criteria of exploring [Gujrati SC1–SC5].
"""
