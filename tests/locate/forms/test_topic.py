"""Is a form's database about the topic? Judged from the form and the telling words of its page."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

from deepweb.form.model import forms
from deepweb.locate.forms.linear_model import LinearModel, ModelError, train
from deepweb.locate.forms.topic import (
    SUMMARY,
    TopicModel,
    page_summary,
    topic_features,
)
from deepweb.train.topics import TopicExample, left_out, train_topic
from tests.labelled_pages import TOPICS, topic_pages
from tests.read.pages import broken_html, page_of
from tests.samples import form_of

STOP = frozenset({"the", "and", "of"})


def examples_of(topic: str, is_on: bool, sites: int = 12) -> list[TopicExample]:
    made = []
    for number, html in enumerate(topic_pages(topic, sites)):
        page = page_of(html)
        (form,) = forms(page)
        made.append(TopicExample(form, page_summary(page, STOP), is_on, f"{topic}{number}"))
    return made


BOTH = [*examples_of("books", True), *examples_of("flights", False)]
MODEL = train_topic(BOTH)


def test_sites_that_were_not_seen() -> None:
    chances = left_out(BOTH)
    assert chances is not None
    right = [(chance >= 0.5) is e.is_on for chance, e in zip(chances, BOTH, strict=True)]
    assert sum(right) >= 22


def test_all_pages_of_a_site_are_left_out_together() -> None:
    words = ("secret", *TOPICS["flights"].split())
    odd = [TopicExample(None, words, True, "odd") for _ in range(3)]
    few = [BOTH[0], BOTH[-2], BOTH[-1], *odd]
    chances = left_out(few)
    assert chances is not None
    assert max(chances[-3:]) < 0.5
    assert train_topic(few[:-1]).probability(None, words) > 0.5, "a page of its own would tell"


def test_one_site_a_side_is_too_few_to_measure() -> None:
    assert left_out([BOTH[0], BOTH[-1], BOTH[-2]]) is None


def test_telling_words_are_those_of_the_topics() -> None:
    off, on = MODEL.telling(5)
    stems = {topic: {word[:6] for word in words.split()} for topic, words in TOPICS.items()}
    assert set(on) <= stems["books"]
    assert set(off) <= stems["flights"]


def test_the_form_alone_can_tell() -> None:
    form = form_of(
        "<form><label>Departure airport <input name=a></label><label>Luggage "
        "<select name=b><option>cabin<option>boarding</select></label></form>"
    )
    assert MODEL.probability(form, ()) < 0.4
    plain = form_of("<form><input name=a></form>")
    assert MODEL.probability(plain, ()) == pytest.approx(MODEL.probability(None, ()))


def test_sides_of_different_size_have_even_odds() -> None:
    few = train_topic([*BOTH[:3], *examples_of("flights", False, sites=40)])
    unknown = few.probability(None, ("nothing", "known"))
    assert 0.3 < unknown < 0.7
    assert few.probability(BOTH[5].form, BOTH[5].words) > 0.5


def test_one_example_a_side_is_enough_to_begin_with() -> None:
    model = train_topic([BOTH[0], BOTH[-1]])
    assert model.probability(BOTH[0].form, BOTH[0].words) > 0.5
    assert model.probability(BOTH[-1].form, BOTH[-1].words) < 0.5


def test_what_no_two_sites_share_is_used_where_there_is_nothing_else() -> None:
    lone = [TopicExample(None, (f"word{n}x{n}",), n % 2 == 0, f"site{n}") for n in range(8)]
    assert train_topic(lone).probability(None, lone[0].words) > 0.5


def test_the_order_of_examples_does_not_matter_to_the_words() -> None:
    assert train_topic(BOTH[::-1]).telling(5) == MODEL.telling(5)


def test_the_file() -> None:
    data = MODEL.to_bytes()
    back = TopicModel.from_bytes(data)
    assert train_topic(BOTH).to_bytes() == data
    for example in BOTH[::6]:
        given_back = back.probability(example.form, example.words)
        assert given_back == pytest.approx(MODEL.probability(example.form, example.words))


def test_a_model_of_something_else_is_refused() -> None:
    other = train([{"a": 1.0}, {"a": 1.0}, {"a": 0.0}], ["x", "y", "z"], "123").to_bytes()
    assert LinearModel.from_bytes(other)
    with pytest.raises(ModelError, match="no topic model: it tells x, y, z apart"):
        TopicModel.from_bytes(other)


def test_features_have_unit_length() -> None:
    features = topic_features(BOTH[0].form, BOTH[0].words)
    assert sum(weight**2 for weight in features.values()) == pytest.approx(1)
    assert topic_features(None, ()) == {}


def test_earlier_words_weigh_more_and_those_of_the_form_are_added() -> None:
    plain = topic_features(None, ("first", "second", "third"))
    assert plain["first"] > plain["second"] > plain["third"]
    form = form_of("<form><label>Third <input name=a></label><input type=hidden name=x value=y>")
    both = topic_features(form, ("first", "second", "third"))
    assert both["third"] > both["second"]
    assert set(both) == set(plain)


def test_words_of_one_family_are_one_feature() -> None:
    assert len(topic_features(None, ("publisher", "publishers", "Publishing"))) == 1


PAGE = """<html><head><title>The Novel Shop</title><meta name=Description content="rare novels">
<script>var script = 1</script></head><body><h2>Poetry and <b>prose</b></h2>
<p>common common common of of of of of of 2024 x</p><style>.style{}</style></body></html>"""


def test_a_summary_begins_with_what_the_page_says_of_itself() -> None:
    said = page_summary(page_of(PAGE), STOP)
    assert set(said[:4]) == {"novel", "shop", "rare", "novels"}
    assert set(said) == {"novel", "shop", "rare", "novels", "poetry", "prose", "common"}


def test_a_summary_is_short() -> None:
    text = " ".join(f"w{n}ord" for n in range(3000))
    assert len(page_summary(page_of(f"<p>{text}</p>"), STOP)) == SUMMARY


def test_scripts_without_spaces_are_read_in_pairs_of_letters() -> None:
    said = page_summary(page_of("<h1>東京の図書館</h1><p>図書館の本</p>"), STOP)
    assert {"図書", "書館"} <= set(said[:4])


@given(broken_html)
def test_broken_pages_have_a_summary(html: str) -> None:
    page = page_of(html or " ")
    said = page_summary(page, STOP)
    assert all(0.0 <= MODEL.probability(form, said) <= 1.0 for form in [*forms(page), None])


HOSTILE = {
    "headings in headings": "<h1>" * 5000 + "word",
    "one long word": "<p>" + "x" * 3_000_000,
    "one long text": "<p>" + "lots of words " * 300_000,
    "a long title": f"<title>{'word ' * 500_000}</title>",
    "many descriptions": "<meta name=description content='a b c'>" * 50_000,
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_pages_cost_little(html: str) -> None:
    page = page_of(html)
    start = time.process_time()
    page_summary(page, STOP)
    assert time.process_time() - start < 2
