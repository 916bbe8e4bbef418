"""Every named style serves what brute force finds."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from demosite.derived import PLACES
from demosite.search import Selection, index_of
from tests.site import STYLES, Site, unicode_characters
from tests.site.browser import all_pages, fetch, get, submit
from tests.site.bruteforce import expected_ids

CATALOGUE = unicode_characters(400)
_SCRIPT = "Latin"
_ZIP = PLACES[0][0]


@pytest.fixture(params=STYLES)
def live(request: pytest.FixtureRequest) -> Iterator[Site]:
    # Faults have tests of their own.
    style = replace(STYLES[request.param], fault_rate=0.0, reset_rate=0.0, delay=0.0)
    with Site(CATALOGUE, style) as live:
        yield live


def _filled(live: Site, *, word: str, script: str, zip_code: str) -> dict[str, str]:
    """Values for the text box, else for the menu of scripts, else for the zip code."""
    style = live.style
    values = {style.query_name: word} if style.query_name else {}
    if "script" in (style.required or ("script",)) and "script" in style.menus:
        offered = index_of(CATALOGUE).values("script")
        code = str(offered.index(script) + 1) if script in offered else "999"
        values["script"] = code if style.codes else script
    elif not style.query_name:
        values["loc"] = zip_code
    return values


def _selection(live: Site, values: dict[str, str]) -> Selection:
    equal = [("script", _SCRIPT)] if "script" in values else []
    equal += [("zip", _ZIP)] if "loc" in values else []
    text = values.get(live.style.query_name, "")
    return Selection(text, live.style.match, tuple(equal))


def test_home_page(live: Site) -> None:
    home = get(live, "/")
    assert home.status == 200
    assert home.ids == []
    assert home.search_form.attrib["action"] == live.style.action
    names = home.search_form.xpath(".//*[self::input or self::select]/@name").getall()
    assert len(names) == len(set(names)) > 0


def test_full_result_pages(live: Site) -> None:
    values = _filled(live, word="letter", script=_SCRIPT, zip_code=_ZIP)
    reply = submit(live, **values)
    expected = expected_ids(CATALOGUE, _selection(live, values))[: live.style.cap]
    assert expected
    assert reply.ids == expected[: live.style.page_size]
    if live.style.next_links:
        assert all_pages(live, reply) == expected
    assert live.searches[0].shown == tuple(reply.ids)


def test_item_links_resolve(live: Site) -> None:
    values = _filled(live, word="letter", script=_SCRIPT, zip_code=_ZIP)
    reply = submit(live, **values)
    records = {entry.id: entry for entry in CATALOGUE.records}
    for link in reply.item_links[:3]:
        item = fetch(link)
        (record,) = live.reached([link])
        assert item.status == 200
        assert item.find("//a[@href='/']")
        assert all(value in item.visible for value in records[record].attributes.values())
    assert live.reached(reply.item_links) == set(reply.ids)


def test_empty_page(live: Site) -> None:
    values = _filled(live, word="zzzqqq", script="Klingon", zip_code="99999")
    reply = submit(live, **values)
    assert reply.status == 200
    assert reply.search_form
    assert bool(reply.ids) == bool(live.style.reformulate or live.style.stock)
    if live.style.empty_layout == "message" and not live.style.reformulate:
        wording = live.style.empty_page.partition("{query}")[0].strip()
        assert wording in reply.visible
