"""Which new searches, links and hints does a page of a site hold?

``exploration.py`` says which page is next [Gujrati, in-site exploring]; this says what was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol
from urllib.parse import urlsplit

from deepweb.form.model import Form, Input
from deepweb.form.submission import submission
from deepweb.locate.declared.declared_search import DeclaredSearch
from deepweb.locate.declared.opensearch import SOURCE, opensearch_links, read_opensearch
from deepweb.locate.declared.searches import FoundSearch, found_searches
from deepweb.locate.forms.effects import without_actions
from deepweb.locate.forms.form_type import FormType
from deepweb.locate.forms.search_form import FormVerdict
from deepweb.locate.site.exploration import Exploration, Visit
from deepweb.locate.site.hints import frames, read_sitemap
from deepweb.locate.site.page_links import Link, is_page, page_links
from deepweb.page.address.same_page import page_key
from deepweb.page.effects.judge import Effects
from deepweb.page.page import Page
from deepweb.page.site import is_on_site

# Pages with forms that look alike, each sending to its own page, until they are taken for one form.
MAX_ALIKE = 3

Appearance = tuple[str, ...]
_Key = tuple[Form, bool, tuple[str, ...]]


class Judge(Protocol):
    """Judges forms."""

    def types(self, forms: Sequence[Form]) -> list[FormType]: ...
    def verdict(
        self, form: Form, kind: FormType, site: str, declared: Sequence[str] = ()
    ) -> FormVerdict: ...


@dataclass(frozen=True, slots=True)
class ExploringWords:
    """The words that exploring needs to know."""

    any: frozenset[str]
    """Names of options that restrict nothing."""
    search: frozenset[str]
    effects: Effects
    """The judge of links that change something."""
    own_pages: frozenset[str] = frozenset()
    """Words for searches of the site's own pages."""


@dataclass(frozen=True, slots=True)
class JudgedForm:
    """A new form, and the verdict on it."""

    search: FoundSearch
    verdict: FormVerdict

    @property
    def is_found(self) -> bool:
        """Is it a search that may be asked?"""
        return self.verdict.searchable and self.verdict.safe and bool(self.verdict.query_input)


class KnownForms:
    """The forms of one site that were seen: most sites show their search on every page.

    A form is known by what it sends and where to (``Form.id``). One that sends to the page that it
    stands on sends elsewhere from every page: it is known if the home page has one that looks like
    it, or several pages have. So is one that sends to a known page and shows the same inputs,
    whatever it sends beside them unseen: the facet that was chosen, the page that it was sent from.
    """

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._shown: set[Appearance] = set()
        self._at_home: set[Appearance] = set()
        self._seen: Counter[Appearance] = Counter()

    def is_new(self, form: Form, *, is_home: bool) -> bool:
        """Is the form new? It counts as seen from now on."""
        shown = _shown(form)
        if form.id in self._ids or (form.index is not None and shown in self._shown):
            return False
        self._ids.add(form.id)
        self._shown.add(shown)
        if _path(form.action) != _path(form.url):
            return True
        appearance = _appearance(form)
        is_same = appearance in self._at_home or self._seen[appearance] >= MAX_ALIKE
        self._seen[appearance] += 1
        if is_home:
            self._at_home.add(appearance)
        return not is_same


class SiteForms:
    """The forms of one site; each is judged once, where it is first seen."""

    def __init__(self, site: str, judge: Judge, words: ExploringWords) -> None:
        self._site = site
        self._judge = judge
        self._words = words
        self._known = KnownForms()
        self._verdicts: dict[_Key, FormVerdict] = {}
        self._offered: dict[str, Input] = {}
        """Menus of forms that led to others, by name."""

    def know(self, form: Form, *, is_home: bool) -> None:
        """A form that an earlier run found."""
        self._known.is_new(form, is_home=is_home)

    def led_on(self, judged: Sequence[JudgedForm]) -> Iterator[str]:
        """Addresses behind forms that ask where to search; what they offer is kept."""
        for each in (each.search.form for each in judged if each.verdict.may_lead_on):
            form = without_actions(each, self._words.effects)
            menu = next(i for i in form.inputs if i.kind == "select")
            offered = tuple(each for each in menu.options if each[0] not in {"", menu.wildcard})
            self._offered[menu.name] = replace(menu, options=offered, wildcard=None)
            yield from (submission(form, {menu.name: value}).url for value, _ in offered[:1])

    def _with_offered(self, found: FoundSearch) -> FoundSearch:
        """A search whose hidden scope is an option of a menu on an earlier page has that menu."""
        inputs = tuple(map(self._scope, found.form.inputs)) if self._offered else ()
        return replace(found, form=replace(found.form, inputs=inputs)) if inputs else found

    def _scope(self, control: Input) -> Input:
        menu = self._offered.get(control.name) if control.kind == "hidden" else None
        is_option = menu is not None and control.default in {value for value, _ in menu.options}
        return replace(menu, default=control.default) if menu and is_option else control

    def new(self, page: Page, *, is_home: bool) -> list[JudgedForm]:
        """The forms of a page that were not seen before, and what is declared beside them."""
        searches = found_searches(page, self._words.any, self._words.search)
        found = map(self._with_offered, searches)
        return self._judged(f for f in found if self._known.is_new(f.form, is_home=is_home))

    def all(self, page: Page, described: Sequence[DeclaredSearch] = ()) -> list[JudgedForm]:
        """All forms of a page, known or not; a description may change the verdict on them."""
        return self._judged(found_searches(page, self._words.any, self._words.search, described))

    def _judged(self, found: Iterable[FoundSearch]) -> list[JudgedForm]:
        listed = list(found)
        new = {key: each for each in listed if (key := _key(each)) not in self._verdicts}
        kinds = self._judge.types([each.form for each in new.values()])
        for (key, each), kind in zip(new.items(), kinds, strict=True):
            verdict = self._judge.verdict(each.form, kind, self._site, each.declared)
            self._verdicts[key] = verdict
        return [JudgedForm(each, self._verdicts[_key(each)]) for each in listed]


def _key(search: FoundSearch) -> _Key:
    """The same on all pages, of forms that are judged alike.

    It matters whether a form sends to its own page. Several forms by script may have one ``id``.
    """
    form = search.form
    is_own_page = form.address.path == urlsplit(form.url).path
    return replace(form, url="", index=None), is_own_page, search.declared


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a page holds: its new forms, and the page that tells what they are about."""

    page: Page | None = None
    forms: tuple[JudgedForm, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def found(self) -> list[JudgedForm]:
        return [form for form in self.forms if form.is_found]


NOTHING = PageContent()


@dataclass(slots=True)
class SitePages:
    """Reads the pages of one site, and passes their hints to ``Exploration``."""

    site: str
    plan: Exploration
    forms: SiteForms
    words: ExploringWords
    _naming: dict[str, Page] = field(default_factory=dict)
    """Which page named a description."""

    def read(self, visit: Visit, url: str, page: Page | None, body: bytes) -> PageContent:
        """What there is on a page that a visit led to."""
        match visit.kind:
            case "sitemap":
                return self._sitemap(body)
            case "description":
                return self._described(body, url, self._naming.pop(visit.url, None))
        if page is None or self.plan.is_known(url):
            return NOTHING
        forms = self.forms.new(page, is_home=visit.depth == 0)
        links = page_links(page, self.site, self.words.effects)
        content = PageContent(page, tuple(forms), tuple(links))
        if not content.found:
            self._take_hints(page, visit.depth)
            for led in filter(self._is_page, self.forms.led_on(forms)):
                self.plan.hint(led, visit.depth + 1)
        return content

    def _take_hints(self, page: Page, depth: int) -> None:
        """Pass on where else the search may be: its description, or a frame."""
        named = (url for url in opensearch_links(page) if is_on_site(url, self.site))
        description = next(named, None)
        if description and depth == 0:
            self._naming[description] = page
            self.plan.hint(description, 1, "description")
        for url in frames(page):
            if is_on_site(url, self.site) and self._is_page(url):
                self.plan.hint(url, depth + 1)

    def _is_page(self, url: str) -> bool:
        return is_page(url, self.words.effects)

    def _sitemap(self, body: bytes) -> PageContent:
        sitemap = read_sitemap(body)
        self.plan.sitemaps([url for url in sitemap.sitemaps if is_on_site(url, self.site)])
        pages = (url for url in sitemap.pages if is_on_site(url, self.site) and self._is_page(url))
        return PageContent(links=tuple(map(Link, pages)))

    def _described(self, body: bytes, url: str, page: Page | None) -> PageContent:
        """The searches that an OpenSearch description declares for the page that names it."""
        if page is None:
            return NOTHING
        judged = self.forms.all(page, read_opensearch(body, url))
        return PageContent(page, tuple(form for form in judged if SOURCE in form.search.declared))


def _path(url: str) -> str:
    return page_key(url).partition("?")[0]


def _shown(form: Form) -> Appearance:
    names = sorted({each.name for each in form.inputs if each.kind != "hidden"})
    return (form.method, _path(form.action), *names)


def _appearance(form: Form) -> Appearance:
    names = sorted(each.name for each in form.inputs if each.name not in form.tokens)
    return (form.method, form.hints, form.heading, form.text, *names)
