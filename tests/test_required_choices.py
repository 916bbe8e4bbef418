"""Forms that must be filled in as they ask: a choice, words of three letters, another box."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

ANIMALS = [
    "ant",
    "bee",
    "cat",
    "cow",
    "dog",
    "eel",
    "elk",
    "emu",
    "fox",
    "gnu",
    "hen",
    "owl",
    "pig",
]
TOPICS = [f"{one} and {other}" for one, other in zip(ANIMALS, ANIMALS[3:], strict=False)]
AUTHORS = [f"{one} the {other}" for one, other in zip(ANIMALS, ANIMALS[5:], strict=False)]
FORM = """<form action="/search"><p>{chosen}<select name="kinds" multiple {attribute}>
<option value="t">Topics</option><option value="a">Authors</option></select></p>
<p>{word}<input name="q" type="search"></p><button>Search</button></form>"""


def answer(url: str, attribute: str) -> str:
    asked = parse_qs(urlsplit(url).query)
    word, kinds = asked.get("q", [""])[0], asked.get("kinds", [])
    is_asked = urlsplit(url).path == "/search"
    wrong = {
        "chosen": "<b class=error>Please choose at least one</b>" if is_asked and not kinds else "",
        "word": "<b class=error>At least 3 characters</b>" if is_asked and len(word) < 3 else "",
    }
    form = FORM.format(attribute=attribute, **wrong)
    if not is_asked or any(wrong.values()):
        return f"<h1>Forum</h1><p>The fox and the hen</p>{form}"
    return f"<h1>Forum</h1>{form}{listed(word, kinds)}"


def listed(word: str, kinds: Collection[str]) -> str:
    rows = [(f"/{k}/{n}", name) for k, names in (("t", TOPICS), ("a", AUTHORS)) if k in kinds
            for n, name in enumerate(names) if word in name.split()]  # fmt: skip
    found = "".join(f'<li><a href="{at}">{name}</a> <p>no. {at}</p></li>' for at, name in rows)
    return f"<ul>{found}</ul>" if rows else "<p>Nothing found</p>"


def crawled(tmp_path: Path, answers: Callable[[Request], Response]) -> tuple[Crawler, set[str]]:
    """A crawl of a made-up site, and the titles of its records."""
    settings = project_settings(tmp_path, ANSWERS=answers)
    crawler = crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    store.close()
    return crawler, titles


@pytest.mark.parametrize("attribute", ["required", ""])
def test_every_option_is_asked(tmp_path: Path, attribute: str) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        if request.url.endswith("/robots.txt"):
            return html(request, "", 404)
        return html(request, answer(request.url, attribute))

    settings = project_settings(tmp_path, ANSWERS=answers)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    roles = {each.name: each.role for each in store.decisions.inputs("example.org")}
    store.close()
    assert titles >= {*TOPICS, *AUTHORS}
    assert roles["kinds"] == "required"
    words = [parse_qs(urlsplit(url).query).get("q", [""])[0] for url in asked]
    # Two scopes were begun before the message was understood.
    assert sum(0 < len(word) < 3 for word in words) <= 8, "short words after the message"


TICKS = """<form action="/search"><p>{wrong}</p>
<label><input type=checkbox name=topics value=1> Topics</label>
<label><input type=checkbox name=authors value=1> Authors</label>
<label><input type=checkbox name=wipe value=1> Delete all topics</label>
<p><input name="q" type="search"></p><button>Search</button></form>"""


def test_boxes_to_tick_are_ticked_together_but_for_one_that_acts(tmp_path: Path) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        there = urlsplit(request.url)
        sent = parse_qs(there.query)
        is_asked = there.path == "/search"
        if not is_asked or not sent.keys() & {"topics", "authors"}:
            wrong = "Please tick at least one" if is_asked else ""
            page = f"<h1>Forum</h1><p>The fox and the hen</p>{TICKS.format(wrong=wrong)}"
            return html(request, page, 404 if there.path == "/robots.txt" else 200)
        kinds = {"t": "topics" in sent, "a": "authors" in sent}
        chosen = "".join(f"&kinds={kind}" for kind, is_on in kinds.items() if is_on)
        return html(request, answer(f"/search?q={sent.get('q', [''])[0]}{chosen}", ""))

    _, titles = crawled(tmp_path, answers)
    assert titles >= {*TOPICS, *AUTHORS}
    assert not any("wipe" in url for url in asked)


MAKER_OR_TITLE = """<form action="/search"><p>{wrong}</p>
<p>Maker <input name="maker"></p><p>Title <input name="title"></p>
<button>Search</button></form>"""


def test_a_form_whose_first_box_finds_nothing_is_asked_through_the_next(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = parse_qs(there.query)
        words = {} if "maker" in sent else sent
        found = listed(words.get("title", [""])[0], "ta") if sent else ""
        wrong = "Enter a maker or a title" if there.path == "/search" and not sent else ""
        form = MAKER_OR_TITLE.format(wrong=wrong)
        page = f"<h1>Forum</h1><p>The fox and the hen</p>{form}{found}"
        return html(request, page, 404 if there.path == "/robots.txt" else 200)

    crawler, titles = crawled(tmp_path, answers)
    assert titles >= {*TOPICS, *AUTHORS}
    assert crawler.stats.get_value("deepweb/forms/better_box") == 1


MAKES = {"1": "Auria", "2": "Borado", "3": "Corvin"}
MODELS = {"1": ["Ala", "Bel"], "2": ["Cor", "Dan"], "3": ["Eno", "Fix"]}


def car_page(sent: dict[str, list[str]]) -> tuple[str, int]:
    """A form whose second menu comes with the choice of the first; without both it is an error."""
    make, model = (sent.get(name, [""])[0] for name in ("make", "model"))
    makes = "".join(f"<option value={v}>{name}" for v, name in MAKES.items())
    models = "".join(f"<option>{each}" for each in MODELS.get(make, ()))
    form = (
        "<a href=/>Cars</a><h1>Find a car</h1><form action=/search>"
        f"<select name=make><option value=''>Make{makes}</select>"
        f"<select name=model><option value=''>Model{models}</select>"
        "<button>Show cars</button></form>"
    )
    if not sent or not make or model not in MODELS.get(make, ()):
        return (
            form + "<p class=error>Both are needed.</p>" if sent else form
        ), 422 if sent else 200
    cars = (f"{MAKES[make]} {model} {n}" for n in range(4))
    rows = "".join(
        f'<li><a href="/car/{c.replace(" ", "-")}">{c}</a><p>sold</p></li>' for c in cars
    )
    return f"{form}<ul>{rows}</ul>", 200


def test_a_menu_that_comes_with_the_choice_of_another_is_asked(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = parse_qs(there.query, keep_blank_values=True)
        page, status = car_page(sent) if there.path in {"/", "/search"} else ("", 404)
        return html(request, page, status)

    _, titles = crawled(tmp_path, answers)
    assert titles == {
        f"{MAKES[make]} {model} {n}" for make in MAKES for model in MODELS[make] for n in range(4)
    }


NUMBER_OR_PARTY = """<form action="/search"><p>{wrong}</p>
<p>Case number <input name="number" placeholder="C-1234"></p><p>Party <input name="party"></p>
<p>Year <input name="year" size=4 maxlength=4></p><button>Search</button></form>"""
CASES = [
    (f"{one.title()}son v. {other.title()}man", 2010 + n % 15)
    for n, (one, other) in enumerate((a, b) for a in ANIMALS for b in ANIMALS if a < b)
]


def test_words_of_records_are_written_into_other_boxes(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = {name: values[0].lower() for name, values in parse_qs(there.query).items()}
        found = [
            f'<li><a href="/case/{n}">{title}</a><p>filed in {year}</p></li>'
            for n, (title, year) in enumerate(CASES)
            if sent.get("year") == str(year) or sent.get("party", "?") in title.lower().split()
        ]
        wrong = "" if found else "No case was found."
        shown = f"<ul>{''.join(found)}</ul>" if found and "number" not in sent else ""
        form = NUMBER_OR_PARTY.format(wrong=wrong)
        page = f"<h1>Court</h1>{form}{shown}"
        return html(request, page, 404 if there.path == "/robots.txt" else 200)

    crawler, titles = crawled(tmp_path, answers)
    assert len(titles) > 0.9 * len({title for title, _ in CASES})
    assert crawler.stats.get_value("deepweb/forms/better_box") == 1


BESIDE = """<form action="/search"><h2>Search</h2>
<p><input type=radio name=by value=number checked> Number <input name=number></p>
<p><input type=radio name=by value=title> Title <input name=title></p>
<button>Search</button></form>"""


def test_the_box_that_counts_is_chosen(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = {name: each[0] for name, each in parse_qs(there.query).items()}
        word = sent.get(sent.get("by", ""), "") if sent.get("by") == "title" else ""
        page = f"<h1>Forum</h1><p>The fox and the hen</p>{BESIDE}"
        page += listed(word, "ta") if there.path == "/search" else ""
        return html(request, page, 404 if there.path == "/robots.txt" else 200)

    _, titles = crawled(tmp_path, answers)
    assert titles >= {*TOPICS, *AUTHORS}


AREAS = {"n": "North", "s": "South", "e": "East"}
WHERE = "".join(f"<option value={value}>{name}</option>" for value, name in AREAS.items())


def test_a_form_that_leads_to_the_search_is_followed_and_its_choices_asked(tmp_path: Path) -> None:
    """The search stands behind a form that asks where, and keeps the choice unseen."""

    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = {name: each[0] for name, each in parse_qs(there.query).items()}
        area, word = sent.get("area", ""), sent.get("q", "")
        if there.path == "/":
            where = f"<select name=area><option value=''>Choose</option>{WHERE}</select>"
            page = f"<h1>Archive</h1><form action=/in>Area {where}<button>Continue</button></form>"
            return html(request, page)
        if there.path not in {"/in", "/found"} or area not in AREAS:
            return html(request, "<h1>Not found</h1>", 404)
        hidden = f"<input type=hidden name=area value={area}>"
        form = (
            f"<form action=/found>{hidden}<input name=q type=search><button>Search</button></form>"
        )
        names = [f"{name} of {AREAS[area]}" for name in TOPICS if word in name.split()]
        rows = "".join(
            f"<li><a href='/{area}/{name}'>{name}</a> <p>kept</p></li>" for name in names
        )
        found = f"<ul>{rows}</ul>" if rows else "<p>Nothing found</p>"
        page = f"<h1>Archive</h1><p>The fox and the hen</p>{form}"
        return html(request, page + (found if there.path == "/found" else ""))

    _, titles = crawled(tmp_path, answers)
    assert titles >= {f"{name} of {area}" for name in TOPICS for area in AREAS.values()}


KINDS = {str(n): f"Kind {n}" for n in range(6)}
PLACES = {f"p{n}": f"Place {n}" for n in range(6)}


def test_what_is_refused_as_too_much_is_divided_by_several_menus(tmp_path: Path) -> None:
    """No word says that it is too much: the number does, where nonsense is told something else."""
    things = [
        (kind, place, n)
        for kind in KINDS
        for place in PLACES
        for n in range(1 + (int(kind) + int(place[1])) % 5)
    ]

    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = {name: each[0] for name, each in parse_qs(there.query).items()}
        menus = "".join(
            f"<p>{name} <select name={name}><option value=''>--</option>"
            + "".join(f"<option value={value}>{label}</option>" for value, label in each.items())
            + "</select></p>"
            for name, each in (("kind", KINDS), ("place", PLACES))
        )
        form = f"<form action=/list>Name <input name=q>{menus}<button>Search</button></form>"
        page = f"<h1>Stars</h1><p>The fox and the hen</p>{form}"
        if there.path == "/list":
            held = [
                (kind, place, n)
                for kind, place, n in things
                if sent.get("kind", kind) == kind and sent.get("place", place) == place
                if not sent.get("q")
            ]
            page += refused_or_listed(held)
        return html(request, page, 404 if there.path == "/robots.txt" else 200)

    _, titles = crawled(tmp_path, answers)
    assert len(titles) >= 0.95 * len(things)


def refused_or_listed(held: Collection[tuple[str, str, int]]) -> str:
    if not held:
        return "<p>No star matches.</p>"
    if len(held) > 9:
        return f"<p>{len(held)} stars match. Be more specific.</p>"
    rows = (
        f"<li><a href='/{k}/{p}/{n}'>Star {k}{p}{n}</a> <p>{n}.5 mag</p></li>" for k, p, n in held
    )
    return f"<ul>{''.join(rows)}</ul>"


TOWNS = {area: [f"{name}{n}" for n in range(4)] for area, name in AREAS.items()}


def town_page(sent: dict[str, str]) -> str:
    """A form whose second menu can be chosen only once the first is."""
    area, town = sent.get("area", ""), sent.get("town", "")
    towns = "".join(f"<option>{name}</option>" for name in TOWNS.get(area, ()))
    disabled = "" if towns else "disabled"
    menus = f"""<label>Area / county <select name=area><option value=''>Choose</option>{WHERE}
    </select></label><label>Kind <select name=kind><option value=''>all</option><option>old
    </select></label><select name=town {disabled}><option value=''>Choose</option>{towns}
    </select>"""
    form = f"<form action=/list>{menus}Word <input name=q><button>Search</button></form>"
    message = f"Please choose {'a town' if area else 'a county first'}."
    if not sent or not town:
        return form + (f"<p class=error>{message}</p>" if sent else "")
    names = [f"{town} {topic}" for topic in TOPICS if sent.get("q", "") in topic]
    return form + "".join(f"<li><a href='/{each}'>{each}</a> <p>seen</p></li>" for each in names)


def test_what_a_demanded_choice_offers_is_asked(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        there = urlsplit(request.url)
        sent = {name: each[0] for name, each in parse_qs(there.query, True).items()}
        page = f"<h1>Register</h1><p>The fox and the hen</p>{town_page(sent)}"
        return html(request, page, 404 if there.path == "/robots.txt" else 200)

    _, titles = crawled(tmp_path, answers)
    wanted = {f"{town} {topic}" for towns in TOWNS.values() for town in towns for topic in TOPICS}
    assert len(titles & wanted) >= 0.95 * len(wanted)
