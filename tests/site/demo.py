"""The demo site as one of the styles, with a log of its requests."""

from demosite.characters import unicode_characters
from demosite.pages import FOOTER, MENU, PAGE_SIZE, RECORDS, TITLE
from tests.site.server import Site
from tests.site.style import Style

DEMO_STYLE = Style(
    title=TITLE,
    footer=FOOTER,
    frame="semantic",
    nav=MENU,
    page_size=PAGE_SIZE,
    menus=("category",),
    presents=("sort",),
    beside=("newsletter", "login"),
)


def demo_site(port: int = 0) -> Site:
    """Answers as ``demosite.DemoSite`` does."""
    return Site(unicode_characters(RECORDS), DEMO_STYLE, port)
