"""Form and values to the request that a browser would make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit, urlunsplit

from deepweb.surface.form import Form


@dataclass(frozen=True, slots=True)
class Submission:
    """A filled-in form, ready to be sent."""

    url: str
    method: str
    body: bytes
    values: tuple[tuple[str, str], ...]

    @property
    def found_on(self) -> str | dict[str, object]:
        """What to note beside a record found this way: for POST the URL alone says too little."""
        return self.url if self.method == "GET" else {"url": self.url, "values": dict(self.values)}


def submission(form: Form, values: Mapping[str, str]) -> Submission:
    """The form with ``values`` written over its defaults, in the page's own encoding."""
    pairs = _filled(form, values)
    # Browsers send what the page's encoding cannot say as character references.
    query = urlencode(pairs, encoding=form.encoding, errors="xmlcharrefreplace")
    if form.method == "GET":
        url = urlunsplit(urlsplit(form.action)._replace(query=query))
        return Submission(url, "GET", b"", pairs)
    return Submission(form.action, "POST", query.encode("ascii"), pairs)


def _filled(form: Form, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    kept = [(name, values.get(name, value)) for name, value in form.defaults]
    have = {name for name, _ in form.defaults}
    return (*kept, *((name, value) for name, value in values.items() if name not in have))
