"""Made-up sites with known records, in a few shapes, to teach and to try the ranker on."""

from collections.abc import Callable

from deepweb.train.regions import GoldRecord, LabelledPage, plain
from tests.read.pages import page_of

ADJECTIVES = ("brass", "steel", "heavy", "silent", "small", "old", "portable", "rusty", "grand")
NOUNS = ("pump", "bucket", "anvil", "kettle", "ladder", "lantern", "saw", "vice", "wrench")
MENU = "".join(f'<li><a href="/{m}">{m}</a></li>' for m in ("home", "news", "shop", "help", "jobs"))


def title(site: int, number: int) -> str:
    """Another name for each number below 81, in another order on each site."""
    place = (number * (site + 2) + site) % 81
    return f"{ADJECTIVES[place % 9]} {NOUNS[place // 9]} number {number}"


def _list(name: str, href: str) -> str:
    return f'<li class="hit"><h3><a href="{href}">{name}</a></h3><p>Read about the {name}.</p></li>'


def _card(name: str, href: str) -> str:
    return f"""<div class="card"><a href="{href}"><img src="x.png"></a>
        <a href="{href}">{name}</a><span>$12.50</span></div>"""


def _row(name: str, href: str) -> str:
    return f'<tr><td><a href="{href}">{name}</a></td><td>in stock since 2019</td></tr>'


def _terms(name: str, href: str) -> str:
    return f'<dt><a href="{href}">{name}</a></dt><dd>All there is to say of the {name}.</dd>'


STYLES: tuple[tuple[str, Callable[[str, str], str]], ...] = (
    ("<ol>{}</ol>", _list),
    ('<div class="grid">{}</div>', _card),
    ("<table>{}</table>", _row),
    ("<dl>{}</dl>", _terms),
)


def html_page(site: int, numbers: range) -> str:
    """The answer of a site that shows these records."""
    around, record = STYLES[site % len(STYLES)]
    shown = "".join(record(title(site, n), f"/thing/{n}") for n in numbers)
    return f"""<html><body><nav><ul>{MENU}</ul></nav><div id="main"><h1>Results</h1>
        {around.format(shown)}</div><div class="side"><p>Popular</p><ul>{MENU}</ul></div>
        <div class="footer"><a href="/imprint">Imprint</a><p>All rights reserved</p></div></body>"""


def labelled_site(site: int, pages: int = 3, size: int = 8) -> list[LabelledPage]:
    """Pages of one site, with what is on them."""
    found = []
    for start in range(1, pages * size, size):
        numbers = range(start, start + size)
        names = [plain(title(site, number)) for number in numbers]
        gold = tuple(GoldRecord(name, name) for name in names)
        found.append(LabelledPage(page_of(html_page(site, numbers)), gold))
    return found
