"""``scrapy crawl sitelocator``: finds the sites that hold databases on a topic. Not built yet."""

from __future__ import annotations

from scrapy import Spider


class SiteLocator(Spider):
    """Says that it is not built yet, before anything is fetched."""

    name = "sitelocator"

    def __init__(self, **arguments: str) -> None:
        self.check_arguments(arguments)
        super().__init__(**arguments)

    @staticmethod
    def check_arguments(arguments: dict[str, str]) -> None:
        raise ValueError(
            "sitelocator is not built yet; name a site yourself: "
            "scrapy crawl surfacer -a site=https://example.org/"
        )
