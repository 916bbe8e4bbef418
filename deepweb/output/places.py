"""Can the feeds and the output folder be written? Asked before the first request is made."""

from __future__ import annotations

import tempfile
from pathlib import Path

from scrapy.settings import BaseSettings
from w3lib.url import file_uri_to_path


def check_places(settings: BaseSettings) -> None:
    """Raises ValueError that names the first place that cannot be written, and the remedy."""
    _check_folder(Path(settings["DEEPWEB_OUTPUT"]), "DEEPWEB_OUTPUT")
    for uri in map(str, settings.getdict("FEEDS")):
        if uri.startswith("file:") or "://" not in uri:
            path = Path(file_uri_to_path(uri) if uri.startswith("file:") else uri)
            _check_feed(path)


def _check_feed(path: Path) -> None:
    # A folder behind a placeholder such as %(time)s is known only when the feed is opened.
    known = [part for part in path.parents if "%(" not in str(part)]
    folder = known[0]
    _check_folder(folder, "feed")
    if folder == path.parent and path.is_file():
        try:
            path.open("ab").close()
        except OSError as error:
            raise _unwritable(path, "feed", error) from None
    elif path.is_dir():
        raise ValueError(f"feed {str(path)!r} is a folder; give the name of a file")


def _check_folder(folder: Path, what: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, what, error) from None


def _unwritable(place: Path, what: str, error: OSError) -> ValueError:
    return ValueError(
        f"{what} {str(place)!r} cannot be written ({error.strerror}); give another place"
    )
