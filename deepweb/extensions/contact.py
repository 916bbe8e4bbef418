"""Who crawls? Owners of sites must be able to reach the user (docs/limits.md).

``DEEPWEB_CONTACT``, a setting or an environment variable, becomes a part of ``USER_AGENT``. A crawl
of public sites without an address logs a warning.
"""

from __future__ import annotations

import logging
from typing import Any, Self
from urllib.parse import urlsplit

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings

from deepweb import settings as defaults
from deepweb.page.site import is_private_host

logger = logging.getLogger(__name__)

NO_CONTACT = "put-your-address-here@example.org"  # the address in the default USER_AGENT
NOBODY = (
    "owners of sites cannot reach you; set DEEPWEB_CONTACT to your e-mail or web address, "
    "by -s DEEPWEB_CONTACT=me@example.org or as an environment variable"
)


class Contact:
    """Add-on: writes the user's address into ``USER_AGENT``, unless that was set by hand."""

    def update_settings(self, settings: BaseSettings) -> None:
        contact = str(settings["DEEPWEB_CONTACT"]).strip()
        if contact and settings["USER_AGENT"] == defaults.USER_AGENT:
            told = defaults.USER_AGENT.replace(f"mailto:{NO_CONTACT}", _address(contact))
            settings.set("USER_AGENT", told, "cmdline")


class ContactReminder:
    """Extension: warns if public sites are crawled without an address of the user."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if NO_CONTACT not in str(crawler.settings["USER_AGENT"]):
            raise NotConfigured
        extension = cls()
        crawler.signals.connect(extension.warn, signals.spider_opened)
        return extension

    def warn(self, spider: Spider) -> None:
        if any(map(_is_public, _addresses(spider))):
            logger.warning(NOBODY)


def _addresses(spider: Any) -> tuple[str, ...]:
    return (*getattr(spider, "sites", {}).values(), *getattr(spider, "seeds", ()))


def _is_public(url: str) -> bool:
    return not is_private_host(urlsplit(url).hostname or "localhost")


def _address(contact: str) -> str:
    return contact if "://" in contact or contact.startswith("mailto:") else f"mailto:{contact}"
