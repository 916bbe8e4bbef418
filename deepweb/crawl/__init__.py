"""Connects the algorithms to Scrapy: asks questions, fetches pages, explores sites.

The algorithms themselves are in ``locate``, ``surface`` and ``read``, with their papers.
"""
