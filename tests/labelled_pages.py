"""Pages with labelled forms, and pages on two topics: made up, the same each time."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

# Label, HTML with a word to be filled in, labels of the inputs.
FORMS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("s", '<form action="/search"><input type="search" name="q"><button>{search}</button></form>',
     {"q": "qq"}),
    ("s", '<form action="/find" class="search-box"><label>{search} <input name="words"></label>'
          '<select name="in"><option>All<option>Titles</select><input type="submit"></form>',
     {"words": "qq", "in": "qc"}),
    ("l", '<form method="post" action="/login"><input name="user" placeholder="User name">'
          '<input type="password" name="pw"><button>{login}</button></form>',
     {"user": "us", "pw": "p1"}),
    ("m", '<form method="post" action="/newsletter"><input name="email" placeholder="E-mail">'
          "<button>{subscribe}</button></form>",
     {"email": "e1"}),
    ("c", '<form method="post" action="/contact"><label>Your name <input name="name"></label>'
          '<input name="email"><textarea name="text"></textarea><button>Send</button></form>',
     {"name": "nf", "email": "e1", "text": "CC"}),
)  # fmt: skip
WORDS = {
    "search": ("Search", "Find", "Search the site", "Go"),
    "login": ("Log in", "Sign in", "Login"),
    "subscribe": ("Subscribe", "Sign up for news", "Join"),
}


def write_labelled_pages(folder: Path, sites: int = 12) -> Path:
    """A folder as ``deepweb/train/examples.py`` reads it: every site has a form of each kind.

    On each page the last form is one that nobody has labelled.
    """
    (folder / "html").mkdir(parents=True)
    with (folder / "index.jsonl").open("w", encoding="utf-8") as index:
        for number in range(sites):
            name, page = f"html/{number}.html.gz", _labelled_page(random.Random(number))
            (folder / name).write_bytes(gzip.compress(page.encode()))
            line = {
                "html": name,
                "url": f"http://www.site{number}.example/page",
                "forms": [*(label for label, *_ in FORMS), "X"],
                "visible_html_fields": [*(boxes for *_, boxes in FORMS), {}],
            }
            index.write(json.dumps(line) + "\n")
    return folder


def _labelled_page(chance: random.Random) -> str:
    said = {concept: chance.choice(words) for concept, words in WORDS.items()}
    shown = "\n".join(html.format(**said) for _, html, _ in FORMS)
    return f"<html><body><h1>Welcome</h1>{shown}<form><input name=z></form></body></html>"


TOPICS = {
    "books": "book author isbn title publisher paperback hardcover novel library edition reader "
             "bookshop fiction poetry chapter literature printed volume",
    "flights": "flight airline airport departure arrival passenger ticket luggage cabin boarding "
               "nonstop airfare return layover destination travel pilot runway",
}  # fmt: skip
FILLERS = (
    "welcome", "about", "contact", "terms", "privacy", "help", "news", "today", "offer", "service",
    "company", "member",
)  # fmt: skip
FRAMES = (
    "<h1>{title}</h1>{form}<p>{text}</p>",
    "<div id=top>{form}</div><h2>{title}</h2><ul><li>{text}</li></ul>",
    "<table><tr><td>{title}</td></tr><tr><td>{text}</td></tr></table>{form}",
)
SEARCHES = (
    '<form action="/search"><label>{0} or {1} <input name="q"></label><button>Search</button>'
    "</form>",
    '<form action="/find"><input type="search" name="k" placeholder="Search by {0}"></form>',
    '<form action="/go"><select name="by"><option>{0}<option>{1}</select><input name="search">'
    '<input type="submit" value="Search"></form>',
)


def topic_pages(topic: str, sites: int = 12) -> Iterator[str]:
    """A page of each of some small sites on a topic, each in words and a layout of its own."""
    for number in range(sites):
        chance = random.Random(f"{topic} {number}")
        words = chance.sample(TOPICS[topic].split(), 9)
        text = " ".join(chance.choices(words + chance.sample(FILLERS, 6), k=60))
        form = chance.choice(SEARCHES).format(*chance.sample(words, 2))
        body = chance.choice(FRAMES).format(title=" ".join(words[:3]), form=form, text=text)
        address = f'<link rel="canonical" href="http://www.{topic}{number}.example/">'
        yield f"<html><head><title>{words[0]}</title>{address}</head><body>{body}</body></html>"


def write_topic_pages(folder: Path, topic: str, sites: int = 12) -> Path:
    folder.mkdir(parents=True)
    for number, html in enumerate(topic_pages(topic, sites)):
        (folder / f"{number}.html").write_text(html, "utf-8")
    return folder
