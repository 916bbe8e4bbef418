"""One record once, however the links to it vary; two records never one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from deepweb.read.records.identity import IdentityRules, components, content_id
from deepweb.read.records.identity_learning import (
    SeenRecord,
    is_settled,
    learnt_identity,
)

RECORDS = 200
ANSWERS = 24
SHOWN = 20  # records of an answer
WORDS = ("river", "stone", "cloud", "forest", "meadow", "harbour")


@dataclass(frozen=True)
class Sight:
    """A record as it stands at a place of an answer, with dice for what is made up."""

    number: int
    answer: int
    place: int
    word: str
    dice: random.Random

    def chance(self) -> str:
        return f"{self.dice.getrandbits(48):x}"

    @property
    def session(self) -> str:
        return f"{random.Random(self.answer).getrandbits(64):x}"


Address = Callable[[Sight], str]
ONE_RECORD: dict[str, Address] = {
    "session in an argument": lambda s: f"/item?id={s.number}&sid={s.session}",
    "session first": lambda s: f"/item?sid={s.session}&id={s.number}",
    "session behind a semicolon": lambda s: f"/item/{s.number};jsessionid={s.session}",
    "session in a step": lambda s: f"/S({s.session})/item/{s.number}",
    "session in a step of a page": lambda s: f"/{s.session}/show.php?id={s.number}",
    "highlighted words": lambda s: f"/item/{s.number}?highlight={s.word}",
    "highlighted words in brackets": lambda s: f"/doku.php?id=p:{s.number}&s[]={s.word}",
    "the query in a step": lambda s: f"/search/{s.word}/item/{s.number}",
    "the query at the end": lambda s: f"/item/{s.number}/{s.word}",
    "the list": lambda s: f"/item/{s.number}?return=%2Fsearch%3Fq%3D{s.word}%26p%3D{s.answer}",
    "the page of the list": lambda s: f"/item/{s.number}?q={s.word}&page={s.answer % 4}",
    "chance": lambda s: f"/item/{s.number}?junk={s.chance()}",
    "chance in a step": lambda s: f"/{s.chance()}/item/{s.number}",
    "the clock": lambda s: f"/item/{s.number}?t={1700000000 + 60 * s.answer + s.place}",
    "the rank": lambda s: f"/item?id={s.number}&pos={s.place}",
    "session, query and rank": lambda s: (
        f"/item?id={s.number}&sid={s.session}&hl={s.word}&pos={s.place}"
    ),
    "query and rank in steps": lambda s: f"/{s.word}/{s.place}/{s.number}.html",
    "a list and a place in it": lambda s: f"/record?set={s.session}&n={s.place}&id={s.number}",
    "query, total and place": lambda s: f"/r?id={s.number}&q={s.word}&n={len(s.word)}&i={s.place}",
    "highlighted on some answers": lambda s: (
        f"/item/{s.number}" + (f"?hl={s.word}" if s.answer % 2 else "")
    ),
    "the text to scroll to": lambda s: f"/item/{s.number}#:~:text={s.word}",
    "token and list": lambda s: f"/i/{s.number}?tok={s.chance()}&from=list{s.answer}",
    "a session on some answers only": lambda s: (
        f"/item/{s.number}" + (f"?sid={s.session}" if s.answer % 3 else "")
    ),
    "one session on some answers only": lambda s: (
        f"/item/{s.number}" + ("?sid=4f1c" if s.answer % 3 else "")
    ),
    "a session behind a semicolon on some answers": lambda s: (
        f"/item/{s.number}" + (f";jsessionid={s.session}" if s.answer % 2 else "")
    ),
    "a slash on some answers": lambda s: f"/item/{s.number}" + ("/" if s.answer % 2 else ""),
    "a slash by chance": lambda s: f"/item/{s.number}" + ("/" if s.dice.random() < 0.3 else ""),
    "the query behind the number": lambda s: f"/item/{s.number}-{s.word}",
    "the query before the number": lambda s: f"/item/{s.word}_{s.number}.html",
    "the query in a value": lambda s: f"/show?id={s.number}-{s.word}&x=1",
    "two patterns": lambda s: f"/item/{s.number}" if s.answer % 2 else f"/view?id={s.number}",
    "two patterns, by chance": lambda s: (
        f"/item/{s.number}" if s.dice.random() < 0.4 else f"/view?id={s.number}"
    ),
    "a pattern with the title": lambda s: (
        f"/item/{s.number}/{title(s.number).replace(' ', '-')}"
        if s.answer % 2
        else f"/view?id={s.number}"
    ),
    "two patterns and a session": lambda s: (
        f"/item/{s.number}?sid={s.session}"
        if s.answer % 2
        else f"/view.php?sid={s.session}&id={s.number}"
    ),
    "three patterns": lambda s: (
        f"/item/{s.number}",
        f"/view?id={s.number}",
        f"/i.php?a=show&n={s.number}",
    )[s.answer % 3],
    "a part of a page": lambda s: f"/topic/{s.number // 5}?sid={s.session}#post{s.number}",
}
SEVERAL_RECORDS: dict[str, Address] = {
    "a number within each group": lambda s: f"/show?group={s.number % 8}&n={s.number // 8}",
    "steps of a date": lambda s: f"/{2000 + s.number % 20}/{s.number // 20}/story",
    "a language and a number": lambda s: f"/{'de' if s.number % 2 else 'en'}/{s.number // 2}",
    "a name alone": lambda s: f"/wiki?Page{s.number}",
    "two tables with the same numbers": lambda s: (
        f"/a/{s.number // 2}" if s.number % 2 else f"/b?id={s.number // 2}"
    ),
    "a title beside the number": lambda s: f"/item/{s.number}-{title(s.number).split()[0]}",
    "a group before the number": lambda s: f"/item/{WORDS[s.number % 6]}-{s.number // 6}",
    "a slash that tells folders": lambda s: f"/p/{s.number // 2}" + ("/" if s.number % 2 else ""),
    "a number in a fragment": lambda s: f"/log#{s.number}",
}


def title(number: int) -> str:
    return f"{WORDS[number % 6]} {WORDS[number // 6 % 6]} no {number}"


def text(number: int) -> str:
    dice = random.Random(number)
    return " ".join([title(number), *dice.choices("abcdefghijklmnop", k=12)])


def seen(address: Address, answers: int = ANSWERS) -> list[tuple[int, SeenRecord]]:
    """The records of some answers, each with its number."""
    dice = random.Random(1)
    found = []
    for answer in range(answers):
        word = WORDS[answer % len(WORDS)]
        for place, number in enumerate(dice.sample(range(RECORDS), SHOWN)):
            url = "http://site.example" + address(Sight(number, answer, place, word, dice))
            snippet = f"{text(number)} … {word} …"
            found.append((number, SeenRecord(answer, url, title(number), snippet, {}, (word,))))
    return found


def told(rules: IdentityRules, found: list[tuple[int, SeenRecord]]) -> tuple[int, int, int]:
    """Different records, ids, and pairs of both."""
    pairs = {(number, rules.id_of(each.id, each.title, each.fields)) for number, each in found}
    return len({number for number, _ in pairs}), len({id_ for _, id_ in pairs}), len(pairs)


@pytest.mark.parametrize("address", ONE_RECORD.values(), ids=ONE_RECORD.keys())
def test_what_varies_for_one_record_is_no_part_of_its_id(address: Address) -> None:
    found = seen(address)
    records, ids, pairs = told(learnt_identity([each for _, each in found]), found)
    assert (ids, pairs) == (records, records)


@pytest.mark.parametrize("address", SEVERAL_RECORDS.values(), ids=SEVERAL_RECORDS.keys())
def test_what_tells_records_apart_stays(address: Address) -> None:
    found = seen(address)
    rules = learnt_identity([each for _, each in found])
    assert rules == IdentityRules()


@pytest.mark.parametrize("address", ONE_RECORD.values(), ids=ONE_RECORD.keys())
def test_rules_hold_on_later_answers(address: Address) -> None:
    found = seen(address, 2 * ANSWERS)
    rules = learnt_identity([each for _, each in found if each.page < ANSWERS])
    records, ids, pairs = told(rules, found)
    assert (ids, pairs) == (records, records)


def test_untitled_records_with_other_texts_stay_apart() -> None:
    found = [
        SeenRecord(each.page, each.id, "Untitled", each.text, {}, each.query)
        for _, each in seen(lambda s: f"/item?a={s.number}&b={s.number % 7}")
    ]
    assert learnt_identity(found) == IdentityRules()


def test_groups_that_are_listed_one_by_one_keep_their_argument() -> None:
    """A group has one value on each answer, as a session has, but its records differ."""
    found = [
        SeenRecord(
            group, f"http://x.example/show?group={group}&n={n}", f"{group} {n}", f"{group} {n}"
        )
        for group in range(12)
        for n in range(20)
    ]
    assert learnt_identity(found) == IdentityRules()


def test_snippets_do_not_identify_records_without_an_address() -> None:
    found = []
    for number, each in seen(lambda s: "/"):
        fields = {"snippet": f"about {each.query[0]} and so on", "code": f"K{number}"}
        id_ = content_id(each.title, fields)
        found.append(
            (number, SeenRecord(each.page, id_, each.title, each.text, fields, each.query))
        )
    records, ids, pairs = told(learnt_identity([each for _, each in found]), found)
    assert (ids, pairs) == (records, records)


def listed(answer: int, place: int, address: str) -> SeenRecord:
    number = 10 * answer + place
    url = f"http://a.example{address.format(number=number, page=answer)}"
    return SeenRecord(answer, url, f"title {number}", f"text {number}")


BACK = "/item?id={number}&url=%2Flist%3Fpage%3D{page}"


def test_an_address_that_leads_back_to_the_list_is_known_before_records_come_back() -> None:
    seen = [listed(answer, place, BACK) for answer in range(2) for place in range(10)]
    assert set(learnt_identity(seen).arguments) == {"?url"}


def test_an_address_that_tells_records_apart_stays() -> None:
    to = "/go?url=%2Fitem%2F{number}&page={page}"
    seen = [listed(answer, place, to) for answer in range(3) for place in range(10)]
    assert "?url" not in learnt_identity(seen).arguments


@pytest.mark.parametrize(
    ("address", "is_believed"),
    [
        ("/item/{number}", True),
        ("/item/{number}?page={page}", False),
        ("/{page}/{number}", False),
        ("/item?id={number}&rank={number}", False),
    ],
)
def test_ids_are_believed_later_where_a_part_follows_the_list(
    address: str, is_believed: bool
) -> None:
    seen = [listed(answer, place, address) for answer in range(12) for place in range(10)]
    assert is_settled(seen, 12) == is_believed
    assert is_settled(seen, 256)


def test_ids_that_never_come_back_are_not_believed() -> None:
    changing = [each for _, each in seen(lambda s: f"/item?id={s.number}&sid={s.session}")]
    steady = [each for _, each in seen(lambda s: f"/item?id={s.number}")]
    assert not is_settled(changing, ANSWERS)
    assert is_settled(steady, ANSWERS)


def twins(first: str, other: str, records: int = 12) -> list[SeenRecord]:
    """Answers of two parts of a site, with the same names and other titles."""
    return [
        SeenRecord(page, f"http://h/{part}/set/name-{n % 26}x{n}", f"{part} {n}", f"{part} {n}")
        for page, part in enumerate((first, other))
        for n in range(records)
    ]


def test_a_record_in_two_languages_is_one() -> None:
    assert "/3:0" in learnt_identity(twins("en", "fr")).arguments
    assert not learnt_identity(twins("aa", "bb")).arguments, "parts with names of their own"
    assert not learnt_identity(twins("en", "fr", records=5)).arguments
    several = [
        replace(each, id=each.id.replace("name", each.title[:2])) for each in twins("en", "fr")
    ]
    assert not learnt_identity(several).arguments, "each language has its own records"


def test_rules_are_stored_and_read() -> None:
    rules = IdentityRules({"?sid": "one value on each answer"}, {"snippet": "shows the query"})
    assert IdentityRules.from_json(rules.to_json()) == rules
    assert len(rules.reasons) == 2


def test_components() -> None:
    assert components("http://x.example/a;v=1/b?q=1&q=2&flag#end") == {
        "": "http://x.example", "/2:0": "a", ";v": "1", "/2:1": "b", "?q": "1\n2", "?": "flag",
        "#": "end",
    }  # fmt: skip


def test_files_of_one_name_in_two_folders_are_two() -> None:
    dice = random.Random(1)
    names = [f"{word}{n}.txt" for word in WORDS for n in range(12)]
    seen = [
        SeenRecord(at, f"http://h/pub/{folder}/{name}", name, name)
        for at, folder in enumerate(("bbs", "games", "music", "humor"))
        for name in dice.sample(names, 40)
    ]
    assert not learnt_identity(seen).arguments
