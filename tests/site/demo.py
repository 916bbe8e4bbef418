"""The site that the demo command serves."""

from tests.site.characters import unicode_characters
from tests.site.server import Site
from tests.site.style import Style

_RECORDS = 2_000

_STYLE = Style(
    title="The Character Catalogue",
    frame="semantic",
    nav=("About", "Help", "Contact", "Imprint"),
    page_size=20,
    menus=("category",),
    presents=("sort",),
    beside=("newsletter", "login"),
)


def demo_site(port: int = 0) -> Site:
    """2,000 Unicode characters, 20 a page, with two forms beside the search form."""
    return Site(unicode_characters(_RECORDS), _STYLE, port)
