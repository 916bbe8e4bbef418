"""When is a page called empty, and with which figure?"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.read.kind.empty import AnswerText, Background, Emptiness, judged, told_instead

_EMPTY = ("home about", "nothing was found for you", "all rights reserved")
_BACKGROUND = Background.of([(_EMPTY, ("http://s.example/a",)), (_EMPTY, ("http://s.example/b",))])


def test_a_background_remembers_its_pages() -> None:
    assert _BACKGROUND.texts == frozenset(_EMPTY)
    assert _BACKGROUND.links == {"http://s.example/a", "http://s.example/b"}
    assert len(_BACKGROUND.pages) == 2
    assert _BACKGROUND.pages[0] == frozenset(" ".join(_EMPTY).split())


@pytest.mark.parametrize(
    ("text", "query", "known"),
    [
        pytest.param("All  Rights reserved", [], True, id="other letters and blanks"),
        pytest.param("Hits: 1,200", [], True, id="another number"),
        pytest.param("Nothing for pump", ["pump"], True, id="the query in it"),
        pytest.param("Nothing for pump", ["valve"], False, id="a word that was not asked"),
        pytest.param("Red car", ["reserved"], False, id="new"),
        pytest.param("home", ["home"], True, id="known although it holds the query"),
    ],
)
def test_what_the_background_knows(text: str, query: list[str], known: bool) -> None:
    texts = ("all rights reserved", "hits: 0", "nothing for …", "home")
    assert Background.of([(texts, ())]).knows(text, query) == known


@pytest.mark.parametrize(
    ("texts", "records", "own_links", "empty", "reason"),
    [
        pytest.param(_EMPTY, 0, 0, True, "nothing on it reads as a record", id="no record, alike"),
        pytest.param(["red car"], 0, 0, True, "nothing on it reads as a record", id="no record"),
        pytest.param(_EMPTY, 2, 0, True, "like the empty pages: 1.00 >= 0.85", id="alike"),
        pytest.param(_EMPTY, 2, 2, False, "2 records, though 1.00 like the empty pages",
                     id="records with pages of their own"),
        pytest.param([*_EMPTY, "red car blue bus green van"], 3, 0, False, "3 records; 0.62 < 0.85",
                     id="unlike"),
        pytest.param([*_EMPTY, "red car"], 1, 0, False, "1 records; 0.83 < 0.85", id="just unlike"),
        pytest.param([*_EMPTY, "car"], 1, 0, True, "like the empty pages: 0.91 >= 0.85",
                     id="just alike"),
    ],
)  # fmt: skip
def test_verdicts(
    texts: Sequence[str], records: int, own_links: int, empty: bool, reason: str
) -> None:
    answer = AnswerText(texts, ["text"] * records, own_links)
    verdict = judged(answer, _BACKGROUND, theta=0.85)
    assert (verdict.empty, verdict.reason) == (empty, reason)


def test_a_page_exactly_as_alike_as_theta_is_empty() -> None:
    verdict = judged(AnswerText(["a"], ["a"]), Background.of([(["a b"], ())]), theta=0.5)
    assert verdict.empty
    assert verdict.similarity == 0.5


def test_similarity_is_the_mean_over_the_pages() -> None:
    background = Background.of([(["a b"], ()), (["c"], ())])
    assert judged(AnswerText(["a b"], ["a"], 1), background, theta=0.9).similarity == 0.5


def test_without_a_background_every_page_with_records_is_an_answer() -> None:
    verdict = judged(AnswerText(["a"], ["a"]), Background(), theta=0.85)
    assert (verdict.empty, verdict.similarity) == (False, 0.0)


_TEXTS = st.lists(st.text("abc d", max_size=6), max_size=5)


@given(_TEXTS, st.lists(_TEXTS, max_size=3), st.integers(0, 3), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_verdict_agrees_with_its_figures(
    texts: list[str], pages: list[list[str]], records: int, theta: float
) -> None:
    background = Background.of([(page, ()) for page in pages])
    answer = AnswerText(texts, ["text"] * records)
    verdict = judged(answer, background, theta=theta)
    assert 0 <= verdict.similarity <= 1
    is_alike = verdict.similarity >= theta and background.is_steady
    assert verdict.empty == (not records or is_alike)
    backwards = Background.of([(page, ()) for page in reversed(pages)])
    again = judged(answer, backwards, theta=theta)
    assert abs(again.similarity - verdict.similarity) < 1e-9


# A site whose pages all hold a drop-down of many names.
_MENU = " ".join(f"brand{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200))
_NONE = (_MENU, "no match")
_CARS = (_MENU, "red car", "blue van")
_BUSES = (_MENU, "green bus")


def _answer(
    texts: Sequence[str], *records: str, query: str = "x", links: bool = True
) -> AnswerText:
    return AnswerText(texts, records, len(records) if links else 0, (query,))


def test_words_on_every_page_say_nothing() -> None:
    """The failure of the paper: a long menu drowns what a short answer says."""
    pages = [(_NONE, ())] * 4
    buses = _answer(_BUSES, "green bus", links=False)
    drowned = judged(buses, Background.of(pages), theta=0.85)
    assert drowned.empty
    assert drowned.similarity > 0.95
    learnt = Background.of(pages, [_answer(_CARS, "red car", "blue van"), _answer(_NONE)])
    assert judged(buses, learnt, theta=0.85) == Emptiness(False, 0.0, "1 records; 0.00 < 0.85")
    assert learnt.similarity(frozenset(" ".join(_NONE).split())) == 1


def test_adverts_on_answers_to_nonsense_say_nothing() -> None:
    pages = [(("nothing found here", advert), ()) for advert in ("buy boots", "sell harps", "eat")]
    background = Background.of(pages)
    assert background.similarity(frozenset(("nothing", "found", "here", "buy", "harps"))) == 1
    assert background.similarity(frozenset(("red", "car"))) == 0


def test_what_stands_on_one_of_several_answers_to_nonsense_is_chance() -> None:
    pages = [(("home", f"record {n}"), ("http://s/home", f"http://s/{n}")) for n in "abc"]
    background = Background.of(pages)
    assert background.texts == {"home"}
    assert background.links == {"http://s/home"}
    assert Background.of(pages[:2]).texts == {"home", "record a", "record b"}


# A site that answers another query where it has nothing.
_ADMITTED = [
    ((f"nothing for …. showing results for {word}", f"{word} one", f"{word} two", "about us"), ())
    for word in ("apple", "pear", "plum", "fig")
]
_SILENT = [((f"{word} one", f"{word} two", "about us"), ()) for word in ("apple", "pear", "plum")]
_COUNTED = [
    ((f"{n} results for …", f"{word} one", f"{word} two"), ())
    for n, word in enumerate(("apple", "pear", "plum"))
]
_FULL = [
    _answer(("3 results for …", f"{word} a", f"{word} b", "about us"), f"{word} a", f"{word} b",
            query=word)
    for word in ("oak", "ash", "elm")
]  # fmt: skip


@pytest.mark.parametrize(
    ("pages", "answers", "answer", "empty", "reason"),
    [
        pytest.param(
            _ADMITTED, _FULL,
            _answer(("nothing for …. showing results for kiwi", "kiwi one"), "kiwi one … kiw"),
            True, "says what only answers to nonsense say: nothing showing", id="it says so",
        ),
        pytest.param(
            _ADMITTED, _FULL, _answer(("1 results for …", "yew one"), "yew one", query="yew"),
            False, "1 records, 100% of them hold the query", id="it found what was asked",
        ),
        pytest.param(
            _COUNTED, [_answer(("about us",), query="")],
            _answer(("9 results for …", "… one"), "yew one", "the yew", query="yew"),
            False, "2 records, 100% of them hold the query", id="nonsense is counted as well",
        ),
        pytest.param(
            _SILENT, _FULL, _answer(("kiwi one", "kiwi two"), "kiwi one", "kiwi two", query="kit"),
            True, "answers another query: none of 2 records holds this one", id="it says nothing",
        ),
        pytest.param(
            _SILENT, [], _answer(("kiwi one",), "kiwi one", query="kit"),
            True, "answers another query: none of 1 records holds this one", id="first answer",
        ),
        pytest.param(
            _SILENT, [], _answer(("kiwis one",), "kiwis one", "nut", query="kiwi"),
            False, "2 records, 50% of them hold the query", id="another ending",
        ),
        pytest.param(
            _SILENT,
            [_answer(("a",), "oak a", "b", "c", "d", query="oak")],
            _answer(("kiwi one",), "kiwi one", query="kit"),
            False, "1 records, 0% of them hold the query", id="records do not show why they match",
        ),
        pytest.param(
            _SILENT, _FULL, AnswerText(("kiwi one",), ("kiwi one",), 1),
            False, "1 records, 0% of them hold the query", id="no words were asked",
        ),
        pytest.param(
            _SILENT, _FULL, _answer(("kiwi",), query="kit"),
            True, "nothing on it reads as a record", id="no records",
        ),
        pytest.param(
            _SILENT, [], _answer(("東京都の地図",), "東京都の地図", query="東京"),
            False, "1 records, 100% of them hold the query", id="words that are not parted",
        ),
    ],
)  # fmt: skip
def test_sites_that_answer_anything(
    pages: list[tuple[list[str], list[str]]],
    answers: list[AnswerText],
    answer: AnswerText,
    empty: bool,
    reason: str,
) -> None:
    background = Background.of(pages, answers)
    assert not background.is_steady
    verdict = judged(answer, background, theta=0.85)
    assert (verdict.empty, verdict.reason) == (empty, reason)


def test_two_answers_to_nonsense_do_not_tell_whether_a_site_answers_anything() -> None:
    assert Background.of(_SILENT[:2]).is_steady
    assert Background.of([]).is_steady


def test_a_steady_site_may_answer_with_other_words() -> None:
    background = Background.of([(_EMPTY, ())] * 4, _FULL)
    assert background.is_steady
    synonym = _answer(("television one",), "television one", query="tv")
    assert not judged(synonym, background, theta=0.85).empty


@given(_TEXTS, st.lists(_TEXTS, max_size=4), st.lists(_TEXTS, max_size=3), _TEXTS)
@settings(max_examples=100, deadline=None)
def test_any_page_gets_a_verdict(
    texts: list[str], pages: list[list[str]], answers: list[list[str]], records: list[str]
) -> None:
    others = [AnswerText(answer, answer[:2], 1, answer[:1]) for answer in answers]
    background = Background.of([(page, page) for page in pages], others)
    verdict = judged(AnswerText(texts, records, len(records), ("a",)), background, theta=0.85)
    assert 0 <= verdict.similarity <= 1
    assert verdict.reason
    assert records or verdict.empty


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        pytest.param(["Home about", "340 objects match"], "340 objects match", id="a number"),
        pytest.param(["Home about", "Przynajmniej 1 200 wyników"], "Przynajmniej 1 200 wyników",
                     id="a number in two groups"),
        pytest.param(["Home about", "Give 3 letters"], "", id="a small number"),
        pytest.param(["Home about", "Give a name"], "", id="no number"),
        pytest.param([*_EMPTY, "340 objects in all"], "", id="beside what nonsense is told"),
    ],
)  # fmt: skip
def test_what_a_page_says_in_place_of_nothing(pieces: Sequence[str], told: str) -> None:
    assert told_instead(pieces, [], _BACKGROUND) == told
