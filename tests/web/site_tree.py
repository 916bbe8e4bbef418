"""The pages of one site of the simulated web: how they are linked, and what is on each of them.

Half of the databases have one interface, the others two or three. Of the databases, 94 % have an
interface within three clicks of the home page; of all interfaces, 72 % are within three clicks
(Chang et al., *Structured Databases on the Web*, 2004, as cited by [Gujrati]).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.web import forms
from tests.web.forms import WebForm
from tests.web.names import made_up, place
from tests.web.plan import Out, SitePlan
from tests.web.subjects import Subject, subjects

# Clicks from the home page to the first interface of a database, and to further ones, by share.
NEAREST = {0: 0.40, 1: 0.30, 2: 0.16, 3: 0.08, 4: 0.04, 5: 0.02}
FURTHER = {1: 0.15, 2: 0.15, 3: 0.10, 4: 0.30, 5: 0.30}
INTERFACES = {1: 0.5, 2: 0.3, 3: 0.2}  # interfaces of a database, by share
SITE_SEARCH = 0.35  # share of sites with a site search on every page
LOGIN = 0.3  # share of sites with a login on every page
NEWSLETTER = 0.35  # share of sites with a newsletter form on every page
CONTACT = 0.6  # share of sites with a contact form
POLL = 0.1  # share of sites with a poll on the home page
SITEMAP = 0.4  # share of sites with a sitemap.xml
OBSCURE = 0.12  # share of links to a search that do not say so
_OBSCURE_TEXTS = ("Start here", "Enter", "Online service", "Click here", "Our system")
_GENERAL = ("About us", "Contact", "Help", "News", "Terms of use", "Privacy", "Press", "Site map")
_LINK_PAGES = ("Links", "Partners", "Resources", "Friends", "Recommended sites", "Useful links")
ADDRESSES = ("slug", "html", "php", "id", "flat", "aspx")
MOST_ON_HOME = 12  # links to other sites on a home page
FEWEST_ARTICLES = 12  # articles in the archive of a site, at least
MOST_ARTICLES = 600  # articles in the archive of a site, at most
ARTICLES = 0.8  # exponent of the power law of their number
LISTED = 20  # articles that one page of an archive lists
_ARCHIVES = ("Archive", "All articles", "Browse", "Latest", "More", "Index A-Z")
MAX_LISTED = 40  # links to other sites on the home page of a hub


@dataclass(slots=True)
class Node:
    """A page: the text of links to it, and its content."""

    text: str
    about: tuple[str, ...]
    depth: int = 0
    path: str = "/"
    below: list[Node] = field(default_factory=list)
    forms: list[WebForm] = field(default_factory=list)
    out: list[Out] = field(default_factory=list)
    is_list: bool = False
    """Does it mainly list links to other sites?"""


class SiteTree:
    """All pages of a site by path."""

    def __init__(self, site: SitePlan, seed: int) -> None:
        self.site = site
        self.rng = random.Random(f"site {seed} {site.host}")
        known = subjects()
        self._subjects = [known[name] for name in site.subjects]
        self.is_old = self.rng.random() < 0.25
        self.has_sitemap = self.rng.random() < SITEMAP
        self.home = Node(site.title, site.subjects)
        self.everywhere: list[WebForm] = []
        self._grow()
        self._place_links()
        self._place_forms()
        self.pages = _addressed(self.home, self.rng.choice(ADDRESSES))
        self.forbidden = self.home.below[0].path if site.health == "partly forbidden" else ""

    def searches(self, topic: str) -> Iterator[tuple[str, WebForm]]:
        """The searches of databases on a topic, each with the path of its page."""
        for path, node in self.pages.items():
            for form in node.forms:
                if form.kind == "database" and form.subject == topic:
                    yield path, form

    def path_of_link(self, target: int) -> str:
        """The path of the page that links to another site."""
        holding = (p for p, n in self.pages.items() if any(o.target == target for o in n.out))
        return next(holding, "/")

    def _grow(self) -> None:
        rng, home = self.rng, self.home
        if self.site.role in ("hub", "directory"):
            sections = [Node(text, (), 1) for text in rng.sample(_GENERAL, 3)]
        else:
            said = [(text, s.name) for s in self._subjects for text in s.sections]
            chosen = rng.sample(said, min(len(said), rng.randint(4, 9)))
            sections = [Node(text, (name,), 1) for text, name in chosen]
            for section in sections:
                self._fill(section)
            self._add_archive(rng.choice(sections))
        general = [Node(text, (), 1) for text in rng.sample(_GENERAL, 4)]
        home.below = [*sections, *(g for g in general if g.text not in {s.text for s in sections})]

    def _fill(self, section: Node) -> None:
        rng, subject = self.rng, subjects()[section.about[0]]
        for _ in range(rng.randint(2, 6)):
            page = Node(_page_text(subject, rng), section.about, 2)
            page.below = [
                Node(f"{page.text}, part {n}", section.about, 3)
                for n in range(1, rng.choice((1, 1, 2, 4)))
            ]
            section.below.append(page)

    def _add_archive(self, section: Node) -> None:
        """Add many articles, and pages that list them: this makes sites large."""
        rng, subject = self.rng, subjects()[section.about[0]]
        count = int(FEWEST_ARTICLES * (1 - rng.random()) ** (-1 / ARTICLES))
        texts = [_page_text(subject, rng) for _ in range(min(count, MOST_ARTICLES))]
        articles = [Node(f"{text} ({n})", section.about) for n, text in enumerate(texts, 1)]
        lists = [articles[at : at + LISTED] for at in range(0, len(articles), LISTED)]
        first = Node(rng.choice(_ARCHIVES), section.about)
        first.below = [
            *lists[0],
            *(Node(str(n), (), below=each) for n, each in enumerate(lists, 1)),
        ]
        del first.below[len(lists[0])]
        section.below.append(first)

    def _place_links(self) -> None:
        """Put links to other sites on the home page, on pages of links and into articles."""
        rng, own = self.rng, [o for o in self.site.out if o.subject in self.site.subjects]
        strange = [o for o in self.site.out if o.subject not in self.site.subjects]
        if strange:
            self._add_list(strange, f"{rng.choice(_LINK_PAGES)}: {strange[0].subject}", deep=True)
        if self.site.role == "directory":
            for name in self.site.subjects:
                listed = [o for o in own if o.subject == name]
                self._add_list(listed, rng.choice(subjects()[name].sections[:3]))
        elif self.site.role == "hub":
            self.home.out, rest = own[:MAX_LISTED], own[MAX_LISTED:]
            self.home.is_list = True
            if rest:
                self._add_list(rest, "More sites")
        else:
            at_home = min(len(own) // 3, MOST_ON_HOME)
            self.home.out, rest = own[:at_home], own[at_home:]
            self._spread(rest)

    def _spread(self, rest: Sequence[Out]) -> None:
        articles = [page for section in self.home.below for page in section.below]
        listed = list(rest[: len(rest) // 2]) if articles else list(rest)
        if listed:
            self._add_list(listed, self.rng.choice(_LINK_PAGES))
        for out in rest[len(listed) :]:
            self.rng.choice(articles).out.append(out)

    def _add_list(self, listed: Sequence[Out], text: str, *, deep: bool = False) -> None:
        parent = self.home.below[-1] if deep else self.home
        about = tuple(dict.fromkeys(out.subject for out in listed)) or self.site.subjects
        page = Node(text, about, parent.depth + 1, out=list(listed), is_list=True)
        parent.below.append(page)

    def _place_forms(self) -> None:
        rng, site = self.rng, self.site
        if site.has_database:
            number = 0
            for subject in self._subjects:
                number = self._place_database(subject, number)
        chances = ((SITE_SEARCH, forms.site_search), (LOGIN, forms.login),
                   (NEWSLETTER, forms.newsletter))  # fmt: skip
        self.everywhere = [make(rng) for chance, make in chances if rng.random() < chance]
        if rng.random() < CONTACT:
            page = next((n for n in self.home.below if n.text == "Contact"), self.home.below[-1])
            page.forms.append(forms.contact(rng))
        if rng.random() < POLL:
            subject = self._subjects[0]
            self.home.forms.append(forms.poll(f"{subject.slogans[0]}?", subject.items[:3]))

    def _place_database(self, subject: Subject, number: int) -> int:
        rng = self.rng
        count = rng.choices(list(INTERFACES), list(INTERFACES.values()))[0]
        for interface in range(count):
            chances = FURTHER if interface else NEAREST
            depth = rng.choices(list(chances), list(chances.values()))[0]
            node = self._way_to(subject, depth)
            node.forms.append(forms.database_form(subject, number, rng))
            number += 1
        return number

    def _way_to(self, subject: Subject, depth: int) -> Node:
        """A new page ``depth`` clicks from home; most links to it say where they lead."""
        node = self.home
        for at in range(1, depth + 1):
            is_last = at == depth
            if not is_last and node.below and self.rng.random() < 0.7:
                node = self.rng.choice(node.below[:6])
                continue
            text = self.rng.choice(subject.searches if is_last else subject.sections)
            if is_last and self.rng.random() < OBSCURE:
                text = self.rng.choice(_OBSCURE_TEXTS)
            child = Node(text, (subject.name,), at)
            node.below.insert(self.rng.randint(0, len(node.below)), child)
            node = child
        return node


def _page_text(subject: Subject, rng: random.Random) -> str:
    match rng.randrange(3):
        case 0:
            return rng.choice(subject.items)
        case 1:
            return f"{rng.choice(subject.words)} {rng.choice(subject.words)}".capitalize()
    return f"{rng.choice(subject.sections)} in {rng.choice((place(rng), made_up(rng)))}"


def _addressed(home: Node, style: str) -> dict[str, Node]:
    """Give every page its path."""
    pages = {"/": home}
    todo: list[tuple[Node, tuple[str, ...]]] = [(home, ())]
    while todo:
        parent, way = todo.pop()
        for child in parent.below:
            steps = (*way, slug(child.text))
            child.path = _path(style, steps, len(pages))
            if child.path in pages:
                joint = "&" if "?" in child.path else "-"
                child.path += f"{joint}n{len(pages)}"
            child.depth = len(way) + 1
            pages[child.path] = child
            todo.append((child, steps))
    return pages


def _path(style: str, steps: tuple[str, ...], number: int) -> str:
    named = "/".join(steps)
    return {
        "slug": f"/{named}/",
        "html": f"/{named}.html",
        "php": f"/page.php?name={steps[-1]}",
        "id": f"/index.php?id={number + 10}",
        "flat": f"/{steps[-1]}",
        "aspx": f"/{named.title().replace('-', '')}.aspx",
    }[style]


def slug(text: str) -> str:
    plain = "".join(letter if letter.isalnum() else "-" for letter in text.lower())
    return "-".join(part for part in plain.split("-") if part)
