"""Topics by name, and what those that ship say of pages and forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from deepweb.crawl.topics import read_topic, topic_name
from deepweb.locate.forms.topic import TOPICS
from deepweb.store.resources import topic_texts
from tests.read.pages import page_of
from tests.samples import form_of

PAGES = {
    "book": "Used and rare books by authors and publishers, paperback, hardcover, novels, poetry",
    "hotel": "Hotels, guest houses and resorts: double rooms, breakfast included, guest reviews",
    "job": "Job openings and careers: upload your resume, employers are hiring, salary guide",
    "auto": "Used cars from dealers: sedan, convertible, low mileage, test drive, trade in, Toyota",
    "airfare": "Cheap flights and airline tickets: compare airfares, nonstop, departure airport",
    "movie": "New movies on DVD and Blu-ray: trailers, actors, directors, box office, showtimes",
    "music": "Albums, songs and artists: CDs, vinyl records, lyrics, concerts, jazz and rock bands",
    "apartment": "Apartments for rent: bedrooms, floor plans, lease, landlord, furnished studio",
}
OTHERS = (
    "Recipes for dinner and dessert: pasta, salad, cake, ingredients by chefs",
    "Breaking news: the election, the minister, parliament, opinion and live updates",
    "University admissions: undergraduate degrees, faculty, campus, scholarships",
    "",
)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("books", "book"),
        ("Book", "book"),
        ("used cars", "auto"),
        ("flights", "airfare"),
        ("movies", "movie"),
        ("people", "people"),
        ("real estate", "apartment"),
        ("car rental", "rental"),
    ],
)
def test_names_of_topics(given: str, name: str) -> None:
    assert topic_name(given) == name


def test_an_unknown_topic_is_told_with_the_remedy() -> None:
    with pytest.raises(ValueError, match=r"^topic 'bokks' is not known; give one of airfare, "):
        topic_name("bokks")


def test_a_file_is_a_topic_of_the_users_own(tmp_path: Path) -> None:
    model = tmp_path / "recipes.npz"
    model.write_bytes(b"")
    assert topic_name(str(model)) == str(model)


@pytest.mark.parametrize("topic", PAGES)
def test_pages_are_told_apart(topic: str) -> None:
    known = read_topic(topic)
    said = {name: known.probability(page_of(f"<p>{text}</p>")) for name, text in PAGES.items()}
    assert said.pop(topic) > 0.8
    assert max(said.values()) < 0.5
    assert all(known.probability(page_of(f"<p>{text}</p>")) < 0.5 for text in OTHERS)


def test_beside_each_other_forms_are_judged_by_what_they_say() -> None:
    html = """<h1>Travel: flights and hotels</h1><p>Airline tickets, hotel rooms</p><form action=/f>
        <label>Departure airport <input name=f></label><label>Arrival airport <input name=t></label>
        <label>Passengers <input name=p></label> Round trip, cabin class <button>Find flights
        </button></form>"""
    flights = form_of(html)
    chances = {t: read_topic(t).form_on_topic(flights, page_of(html)) for t in ("airfare", "hotel")}
    assert chances["airfare"] > 0.8
    assert chances["hotel"] < 0.5


def test_a_form_that_says_nothing_is_what_its_page_is() -> None:
    html = f"<p>{PAGES['book']}</p><form action=/s><input name=q><button>Go</button></form>"
    assert read_topic("book").form_on_topic(form_of(html), page_of(html)) > 0.8


def test_every_topic_has_words_forms_and_queries() -> None:
    for topic in TOPICS:
        assert len(topic_texts()[topic]) > 40
        assert len(topic_texts()[f"{topic} queries"]) == 5
        assert read_topic(topic, ["mine"]).queries[0] == "mine"
        assert len(topic_texts()[f"{topic} form"]) > 10
    assert read_topic("book").words["book"] > 1 > read_topic("book").words.get("hotel", 0)
