"""What goes into a feed: what a spider is for, and nothing else."""

from __future__ import annotations

from scrapy.settings import BaseSettings


def keep_feeds_to(items: tuple[type, ...], settings: BaseSettings) -> None:
    """Let feeds hold these items only, unless a feed itself says otherwise.

    For ``from_crawler``: what ``update_settings`` does to ``-O`` is undone when the crawl starts.
    """
    feeds = settings.getdict("FEEDS")
    for options in feeds.values():
        options.setdefault("item_classes", list(items))
    settings.set("FEEDS", feeds, settings.getpriority("FEEDS") or 0)


def is_any_feed_new(settings: BaseSettings) -> bool:
    """Does any feed start anew (``-O``), so that it should hold also what earlier runs found?"""
    return any(options.get("overwrite") for options in settings.getdict("FEEDS").values())
