"""Which other pages does a page show inside itself?

A search may stand in a frame: then the form is on the frame's own page. Frames that lead off the
site (advertisements, maps, films) are left out.
"""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin

from deepweb.form.target import base_url
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name

MAX_FRAMES = 20


def frames(page: Page) -> tuple[str, ...]:
    """Addresses of the frames of a page that are on its own site, each once, in document order."""
    found: dict[str, None] = {}
    written = next((e.get("href") for e in page.root.iter("base") if e.get("href")), None)
    base = base_url(page.url, page.root.base_url, written)
    for frame in page.root.iter("frame", "iframe"):
        source = (frame.get("src") or "").strip()
        if not source or len(found) >= MAX_FRAMES:
            continue
        try:
            url, _ = urldefrag(urljoin(base, source))
            is_page = url.startswith(("http://", "https://")) and url != page.url
            if is_page and is_on_site(url, site_name(page.url)):
                found[url] = None
        except ValueError:  # "http://[" and its like
            continue
    return tuple(found)
