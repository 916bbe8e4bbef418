"""Sites with known content, served over HTTP, to measure crawls against."""

from tests.site.catalogue import Catalogue, Entry
from tests.site.characters import unicode_characters
from tests.site.cities import world_cities
from tests.site.demo import demo_site
from tests.site.server import Hit, Site
from tests.site.style import Style
from tests.site.styles import STYLES

DEMO = demo_site

__all__ = [
    "DEMO",
    "STYLES",
    "Catalogue",
    "Entry",
    "Hit",
    "Site",
    "Style",
    "unicode_characters",
    "world_cities",
]
