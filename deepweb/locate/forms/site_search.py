"""Does a form search the pages of its own site, and no database?

Chang et al. (*Structured Databases on the Web*, SIGMOD Record 2004, section 2) leave such searches
out when they count what the deep web holds, and so does a crawl for the databases of a topic: most
sites that only write about it have one. It is told by what the form says of itself ("Search this
site"), and by its having one box and nothing to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import Form, Input
from deepweb.locate.forms.safety import said_in


def is_site_search(form: Form, own_pages: frozenset[str]) -> bool:
    """``own_pages``: what sites call themselves, and two such words in a row as one."""
    shown = [i for i in form.inputs if i.role in {"text", "selection"} and not i.trap]
    if [i.role for i in shown] != ["text"]:
        return False
    # Of an address only "site-search" says it: "/site/find.php" is where a page lies.
    search = frozenset(word for word in own_pages if "search" in word)
    return bool(said_in(form.address.path, search)) or any(
        said_in(text, own_pages) for text in _texts(form, shown[0])
    )


def _texts(form: Form, box: Input) -> Iterator[str]:
    """What a person reads in it."""
    yield from (form.text, box.label, box.placeholder, box.default[:200])
    for control in form.inputs:
        if control.kind in SUBMITTING:
            yield from (control.label, control.default[:200])
