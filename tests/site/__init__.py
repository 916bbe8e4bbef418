"""Sites with known content, served over HTTP, to measure crawls against."""

from demosite.catalogue import Catalogue, Entry
from demosite.characters import unicode_characters
from tests.site.books import used_books
from tests.site.cities import world_cities
from tests.site.demo import demo_site
from tests.site.link_styles import LINK_STYLES
from tests.site.server import Hit, Site
from tests.site.style import Style
from tests.site.styles import STYLES
from tests.site.surfacing_styles import SURFACING_STYLES

DEMO = demo_site

__all__ = [
    "DEMO",
    "LINK_STYLES",
    "STYLES",
    "SURFACING_STYLES",
    "Catalogue",
    "Entry",
    "Hit",
    "Site",
    "Style",
    "unicode_characters",
    "used_books",
    "world_cities",
]
