"""The browser: found by itself, started when a page needs it, without a network of its own.

A visit finds the search box of a page, asks it, and observes what the page requests and shows.
"""
