"""Which elements of a page are its records, by what is fresh alone?"""

import pytest

from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import Background
from deepweb.read.records.fresh_records import record_elements
from tests.read.pages import URL, page_of

NAMES = ("brass pump", "steel anvil", "rusty bucket", "old kettle", "silent saw", "grand ladder")


def told(body: str) -> list[str]:
    page = page_of(f"<html><body>{body}</body></html>")
    found = record_elements(Fresh(page, AskedQuery(URL, {"q": "x"}), Background()))
    return [" ".join(element.text_content().split()) for element in found]


def item(name: str) -> str:
    return f"<a href='/item/{name[:3]}'>{name}</a> <i>a few words on the {name}</i>"


WHOLE = [f"{name} a few words on the {name}" for name in NAMES]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("".join(f"<li>{item(n)}</li>" for n in NAMES), id="siblings"),
        pytest.param(
            "".join(f"<li class='{'odd' if k % 2 else 'even'}'>{item(n)}</li>"
                    for k, n in enumerate(NAMES)),
            id="alternating classes",
        ),
        pytest.param(
            "<h2>Tools</h2>" + "".join(f"<li>{item(n)}</li>" for n in NAMES), id="below a heading"
        ),
    ],
)  # fmt: skip
def test_a_list_of_records(html: str) -> None:
    assert told(f"<ul>{html}</ul>") == WHOLE


def test_the_cards_of_a_grid() -> None:
    cards = [f"<div class='card'>{item(name)}</div>" for name in NAMES]
    rows = "".join(f"<div class='row'>{''.join(cards[k : k + 2])}</div>" for k in (0, 2, 4))
    assert told(f"<div>{rows}</div>") == WHOLE


def test_where_records_have_links_what_has_none_is_a_heading() -> None:
    listed = "".join(f"<li>{item(name)}</li>" for name in NAMES)
    assert told(f"<ul><li>Sorted by name</li>{listed}</ul>") == WHOLE


def test_a_single_record_is_the_smallest_that_holds_most() -> None:
    assert told(f"<div><p>{item(NAMES[0])}</p><span>new</span></div>") == WHOLE[:1]


def test_a_register_without_links() -> None:
    rows = "".join(f"<tr><td>{name}</td><td>kept in room {len(name)}</td></tr>" for name in NAMES)
    assert len(told(f"<table>{rows}</table>")) == len(NAMES)
    assert told("<p>one line</p><p>and another</p>") == []


def test_nothing_fresh() -> None:
    assert told("") == []
