"""Does a query that was clicked say anything of what a site holds?

He et al. (WSDM 2013), section 4.1.1: navigational queries only look for the site itself. So a query
counts for a site if it was clicked for at least 2 of its pages, each at least 3 times.

Departure: a log may not tell which page was clicked (Search Console exports its queries without).
Then a query counts that was clicked 3 times and does not hold the site's own name.
"""

from __future__ import annotations

from deepweb.page.words import words

MIN_PAGES = 2
MIN_CLICKS = 3
# Queries longer than this are pasted texts, not searches.
MAX_TOKENS = 20
# Shorter names of sites are common words, or parts of them.
_LEAST_NAME = 4
_NO_NAMES = frozenset({"www", "com", "org", "net", "edu", "gov", "shop", "online", "localhost"})


def names_site(query: str, site: str) -> bool:
    """Does a query name the site itself: "e bay uk" for ebay.co.uk?"""
    labels = site.partition(":")[0].split(".")[:-1]
    names = [part for part in labels if len(part) >= _LEAST_NAME and part not in _NO_NAMES]
    joined = "".join(words(query))
    return any("".join(words(name)) in joined for name in names)


def log_site(host: str) -> str:
    """A host as the name of a site: "www." makes no other site."""
    return host.lower().removesuffix(".").removeprefix("www.")
