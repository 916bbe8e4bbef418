"""The forms of the simulated web: searches of databases, site searches, and other forms."""

from __future__ import annotations

import random
from dataclasses import dataclass
from html import escape
from typing import Literal

from tests.web.subjects import Subject

FormKind = Literal["database", "site search", "login", "newsletter", "contact", "poll"]
_BUTTONS = ("Search", "Find", "Go", "Search now", "Submit", "Show results")
_BOXES = ("q", "query", "keyword", "search", "s", "text", "term")


@dataclass(frozen=True, slots=True)
class WebForm:
    """A form of a site: its purpose and its action."""

    kind: FormKind
    subject: str
    """The subject of the database; "" if it searches none."""
    action: str
    html: str


def database_form(subject: Subject, number: int, rng: random.Random) -> WebForm:
    """A search of a database, with one text box for all attributes or an input for each."""
    ending = rng.choice(("", ".php", ".asp", ".html", ".do"))
    action = f"/{rng.choice(('search', 'results', 'find', 'query', 'list'))}{number or ''}{ending}"
    sent = f"<input type=submit value='{rng.choice(_BUTTONS)}'>"
    if rng.random() < 0.5:
        sent = (
            f"<button type=submit>{escape(rng.choice((subject.searches[0], *_BUTTONS)))}</button>"
        )
    inside = _one_box(subject, rng) if rng.random() < 0.35 else _boxes(subject, rng)
    method = " method=post" if rng.random() < 0.12 else ""
    heading = f"<h2>{escape(rng.choice(subject.searches))}</h2>" if rng.random() < 0.6 else ""
    html = f"{heading}<form action='{action}'{method}>{inside}{sent}</form>"
    return WebForm("database", subject.name, action, html)


def _one_box(subject: Subject, rng: random.Random) -> str:
    texts = [name for name in subject.fields if "=" not in name]
    said = escape(", ".join(rng.sample(texts, min(len(texts), rng.randint(1, 3)))))
    box = rng.choice(_BOXES)
    if rng.random() < 0.5:
        return f"<label for=box>{said}</label> <input type=text id=box name={box}>"
    return f"<input type=text name={box} placeholder='{said}'>"


def _boxes(subject: Subject, rng: random.Random) -> str:
    count = rng.randint(2, len(subject.fields))
    chosen = [subject.fields[0], *sorted(rng.sample(subject.fields[1:], count - 1))]
    as_table = rng.random() < 0.3
    made = []
    for place, said in enumerate(chosen):
        label, _, options = said.partition("=")
        name = "".join(word[:6] for word in label.lower().replace("-", " ").split()[:2])
        control = f"<input type=text name={name} id=f{place}>"
        if options:
            listed = "".join(f"<option>{escape(each)}</option>" for each in options.split(","))
            control = (
                f"<select name={name} id=f{place}><option value=''>Any</option>{listed}</select>"
            )
        made.append((f"<label for=f{place}>{escape(label)}</label>", control))
    if as_table:
        rows = "".join(f"<tr><td>{label}</td><td>{control}</td></tr>" for label, control in made)
        return f"<table>{rows}</table>"
    return "".join(f"<p>{label} {control}</p>" for label, control in made)


def site_search(rng: random.Random) -> WebForm:
    """A box that searches the pages of its own site."""
    action = rng.choice(("/sitesearch", "/site-search.php", "/?s", "/search-site"))
    said = rng.choice(
        ("Search this site", "Search this website", "Site search", "Search our pages")
    )
    html = f"<form action='{action}'><input type=text name={rng.choice('qs')} placeholder='{said}'>"
    return WebForm("site search", "", action, f"{html}<input type=submit value='Go'></form>")


def login(rng: random.Random) -> WebForm:
    user = rng.choice(("username", "email", "login"))
    html = (
        f"<form action=/login method=post>Sign in <input type=text name={user}>"
        "<input type=password name=password><input type=submit value='Log in'></form>"
    )
    return WebForm("login", "", "/login", html)


def newsletter(rng: random.Random) -> WebForm:
    said = rng.choice(("Get our newsletter", "Join the mailing list", "Updates by e-mail"))
    html = (
        f"<form action=/newsletter method=post>{said} <input type=email name=mail>"
        "<button>Subscribe</button></form>"
    )
    return WebForm("newsletter", "", "/newsletter", html)


def contact(rng: random.Random) -> WebForm:
    html = (
        "<form action=/contact method=post>Your name <input name=name> E-mail <input name=email>"
        "<textarea name=message></textarea>"
        f"<button>{rng.choice(('Send', 'Submit'))}</button></form>"
    )
    return WebForm("contact", "", "/contact", html)


def poll(question: str, answers: tuple[str, ...]) -> WebForm:
    boxes = "".join(
        f"<label><input type=radio name=answer value={n}>{escape(a)}</label>"
        for n, a in enumerate(answers)
    )
    html = f"<form action=/poll method=post>{escape(question)} {boxes}<button>Vote</button></form>"
    return WebForm("poll", "", "/poll", html)
