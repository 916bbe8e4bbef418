"""The site that ``scrapy demo`` serves: a catalogue of characters behind a search form.

tests/site/ builds its many sites on the same catalogue, search and server.
"""

from demosite.pages import DemoSite

__all__ = ["DemoSite"]
