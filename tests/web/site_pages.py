"""The HTML of the pages of the simulated web: written on request, the same each time."""

from __future__ import annotations

import random
from collections.abc import Callable
from html import escape

from tests.web.plan import Out, SitePlan
from tests.web.prose import Prose
from tests.web.site_tree import Node, SiteTree
from tests.web.subjects import subjects

# Shares of links to other sites:
_BY_TITLE = 0.5  # with the site's title as text
_BY_SUBJECT = 0.25  # with a phrase on the site's subject as text
_BY_HOST = 0.15  # with the host name as text; all others say "click here" or the like
_INNER = 0.1  # that lead to an inner page of the site
_TOLD = 0.6  # with a description of the site beside them
TERSE = 0.1  # share of pages with one paragraph only
Target = Callable[[int], SitePlan]
InnerPath = Callable[[SitePlan, random.Random], str]


class PageWriter:
    """Writes pages; ``target`` looks up the sites that they link to by number."""

    def __init__(self, seed: int, noise: float, target: Target, inner: InnerPath) -> None:
        self._seed = seed
        self._noise = noise
        self._target = target
        self._inner = inner

    def html(self, tree: SiteTree, node: Node) -> str:
        rng = random.Random(f"page {self._seed} {tree.site.host} {node.path}")
        prose = Prose(node.about, rng, self._noise)
        title = node.text if node is tree.home else f"{node.text} - {tree.site.title}"
        head = f"<title>{escape(title)}</title>"
        if rng.random() < 0.5:
            said = f"{prose.phrase()}. {prose.sentence()}"
            head += f'<meta name="description" content="{escape(said)}">'
        menu = [_link(child.path, child.text) for child in tree.home.below[:12]]
        everywhere = "".join(form.html for form in tree.everywhere)
        body = self._body(tree, node, prose, rng)
        layout = _old_layout if tree.is_old else _layout
        return layout(head, tree.site.title, menu, everywhere, body)

    def _body(self, tree: SiteTree, node: Node, prose: Prose, rng: random.Random) -> str:
        parts = [f"<h1>{escape(node.text.partition(':')[0])}</h1>"]
        parts += (form.html for form in node.forms)
        # Lists of links and some other pages have little text.
        paragraphs = 1 if node.is_list or rng.random() < TERSE else rng.randint(2, 6)
        for _ in range(paragraphs):
            if rng.random() < 0.4:
                parts.append(f"<h2>{escape(prose.phrase())}</h2>")
            parts.append(f"<p>{escape(prose.paragraph())}</p>")
        below = node.below[12:] if node is tree.home else node.below
        listed = [_link(child.path, child.text) for child in below]
        if node is tree.home:
            # Home pages link to some deeper pages.
            deeper = [page for section in node.below for page in section.below]
            shown = rng.sample(deeper, min(len(deeper), 4))
            listed += (_link(page.path, page.text) for page in shown)
        elif node.text == "Site map":
            listed += (_link(path, page.text) for path, page in list(tree.pages.items())[:60])
        if listed:
            parts.append(f"<ul>{''.join(f'<li>{each}</li>' for each in listed)}</ul>")
        if node.out:
            heading = (
                "" if node.is_list else f"<h3>{rng.choice(('Links', 'See also', 'Partners'))}</h3>"
            )
            parts.append(f"{heading}<ul>{''.join(self._out(o, rng) for o in node.out)}</ul>")
        return "".join(parts)

    def _out(self, out: Out, rng: random.Random) -> str:
        site = self._target(out.target)
        told = Prose(site.subjects[:3], rng, self._noise)
        chance, bare = rng.random(), site.host.removeprefix("www.")
        if chance < _BY_TITLE:
            said = site.title.partition(":")[0]
        elif chance < _BY_TITLE + _BY_SUBJECT:
            said = told.phrase()
        elif chance < _BY_TITLE + _BY_SUBJECT + _BY_HOST:
            said = bare
        else:
            said = rng.choice(("website", "click here", "this page", "more", "recommended"))
        path = self._inner(site, rng) if rng.random() < _INNER else "/"
        around = ""
        if rng.random() < _TOLD:
            around = (
                f" {told.phrase()}. {' '.join(rng.sample(subjects()[site.subjects[0]].words, 3))}"
            )
        link = f"<a href='http://{escape(site.host + path)}'>{escape(said)}</a>"
        return f"<li>{link}{escape(around)}</li>"


def _link(path: str, text: str) -> str:
    return f"<a href='{escape(path)}'>{escape(text)}</a>"


def _layout(head: str, title: str, menu: list[str], everywhere: str, body: str) -> str:
    items = "".join(f"<li>{each}</li>" for each in menu)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8>{head}</head><body><header>"
        f"<a href='/'>{escape(title)}</a><nav><ul>{items}</ul></nav></header><main>{body}</main>"
        f"<footer>{everywhere}<p>All rights reserved.</p></footer></body></html>"
    )


def _old_layout(head: str, title: str, menu: list[str], everywhere: str, body: str) -> str:
    items = "<br>".join(menu)
    return (
        f"<HTML><HEAD>{head}</HEAD><BODY BGCOLOR=white><TABLE WIDTH=100%><TR><TD COLSPAN=2>"
        f"<A HREF='/'>{escape(title)}</A> {everywhere}<TR><TD VALIGN=top><FONT SIZE=2>{items}"
        f"</FONT><TD VALIGN=top>{body}</TABLE><HR>Last changed in spring</BODY></HTML>"
    )
