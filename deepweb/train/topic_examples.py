"""Examples of a topic, from the pages that a user names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import topic_summary
from deepweb.form.model import Form, forms
from deepweb.locate.forms.topic import TopicExample, topic_features
from deepweb.page.page import Page
from deepweb.page.site import registered_domain
from deepweb.train.form_examples import ExamplesError

HTML_NAMES = frozenset({".html", ".htm", ".xhtml"})
# Different searches of one page; a page with more must not outweigh the others.
MAX_FORMS = 5


def addresses(given: Sequence[str]) -> list[str]:
    """Files and URLs, each once: of a folder its pages, of ``@FILE`` what its lines name."""
    return list(dict.fromkeys(each for one in given for each in _addresses(one)))


def page_examples(page: Page, name: str, is_on: bool, judge: FormJudge) -> list[TopicExample]:
    """An example for each search of a page; a page without any is one, too."""
    said, site = topic_summary(page), registered_domain(page.url)
    searches: list[Form | None] = [*_searches(page, judge)]
    telling = [form for form in searches or [None] if topic_features(form, said)]
    if not telling:
        raise ExamplesError(f"{name!r} holds no text to learn from; leave it out")
    return [TopicExample(form, said, is_on, site) for form in telling]


def _addresses(given: str) -> Iterator[str]:
    if given.startswith("@"):
        for line in _lines(Path(given[1:])):
            if line.strip() and not line.startswith("#"):
                yield from _pages(line.strip())
    else:
        yield from _pages(given)


def _pages(given: str) -> Iterator[str]:
    if Path(given).is_dir():
        found = sorted(p for p in Path(given).rglob("*") if p.suffix.lower() in HTML_NAMES)
        if not found:
            raise ExamplesError(f"{given!r} holds no HTML files; give a folder that does")
        yield from map(str, found)
    else:
        yield given


def _lines(file: Path) -> Iterable[str]:
    try:
        return file.read_text("utf-8").splitlines()
    except OSError as error:
        why = f"cannot be read ({error.strerror})"
    except UnicodeDecodeError:
        why = "is no text"
    raise ExamplesError(f"{str(file)!r} {why}; give a file with one address a line")


def _searches(page: Page, judge: FormJudge) -> list[Form]:
    found = forms(page)
    kinds = zip(found, judge.types(found), strict=True)
    # Whether it is safe, too, does not matter: nothing is sent.
    different = {form.id: form for form, kind in kinds if judge.verdict(form, kind, "").searchable}
    return list(different.values())[:MAX_FORMS]
