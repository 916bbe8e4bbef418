"""How many pages of a site without a form on the topic are enough?

SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*) stops at fixed
numbers of pages, SC1 to SC5, and prints none. Here they are the outer bounds only; within them the
crawl learns from its own sites at which page the first form was found, and goes to the next site as
soon as a page there promises more: where the next few pages of a site like this brought fewer
deep-web sites a page than the crawl brings on the whole.
"""

from __future__ import annotations

from collections import Counter

# Pages ahead that are judged together: the best stretch of them counts.
AHEAD = 8
# Sites that must have been explored before anything is believed.
ENOUGH = 20
# Below this share of what the crawl brings a page, a site is left; figures of few sites are vague.
SHARE = 0.6


class SitePatience:
    """At which page of relevant sites the first form was found."""

    def __init__(self) -> None:
        self._reached: Counter[int] = Counter()
        self._found: Counter[int] = Counter()
        self._sites = 0
        self._pages = 0

    def learn(self, pages: int, first_found: int | None, *, explored: bool) -> None:
        """A site was visited; ``explored``: it was relevant, and its pages looked at."""
        self._pages += pages
        if not explored:
            return
        self._sites += 1
        # Pages behind the first find say nothing of how long to look for one.
        for page in range(1, (first_found or pages) + 1):
            self._reached[page] += 1
        if first_found:
            self._found[first_found] += 1

    def is_enough(self, pages: int) -> bool:
        """Is a site left that had so many pages, and no form yet?"""
        if self._sites < ENOUGH or not self._pages:
            return False
        usual = self._found.total() / self._pages
        return self._best_ahead(pages) < SHARE * usual

    def _best_ahead(self, pages: int) -> float:
        """Most finds a page on any stretch from here on, each with one find added to its doubt."""
        best, found, reached = 0.0, 0, 0
        for page in range(pages + 1, pages + 1 + AHEAD):
            found += self._found[page]
            reached += self._reached[page]
            # Where hardly anyone looked, it may be good.
            best = max(best, (found + 0.5) / (reached + 1))
        return best
