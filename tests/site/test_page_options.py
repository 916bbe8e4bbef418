"""Options of what pages look like: each test fails where its option does nothing."""

from urllib.parse import parse_qs, urlsplit

import pytest

from demosite.search import Selection
from tests.site import Catalogue, Entry, Site, Style, unicode_characters
from tests.site.browser import Reply, fetch, get, submit
from tests.site.bruteforce import expected_ids
from tests.site.style import Charset, Frame, Layout

CATALOGUE = unicode_characters(400)
LETTERS = expected_ids(CATALOGUE, Selection("letter"))


def _reply(style: Style, **values: str) -> Reply:
    with Site(CATALOGUE, style) as live:
        return submit(live, **values)


def test_tracking_changes_from_page_to_page() -> None:
    with Site(CATALOGUE, Style(tracking=True, cap=40)) as live:
        first = submit(live, q="letter")
        second = fetch(first.link("Next"))
        tracked = [parse_qs(urlsplit(reply.item_links[0]).query) for reply in (first, second)]
        assert set(tracked[0]) == {"ref", "pos", "sid"}
        assert tracked[0]["sid"] != tracked[1]["sid"]
        assert [t["pos"] for t in tracked] == [["1"], ["21"]]
        assert fetch(first.item_links[0]).status == 200
        assert live.reached(first.item_links + second.item_links) == set(LETTERS[:40])


def test_promoted_items_stand_on_every_page() -> None:
    with Site(CATALOGUE, Style(promoted=4)) as live:
        replies = [get(live, "/"), submit(live, q="letter"), submit(live, q="zzz")]
        boxes = {tuple(r.find("//*[@class='promo']//a/@href").getall()) for r in replies}
        ((*links,),) = boxes
        assert len(links) == 4
        assert {get(live, path).status for path in links} == {200}


def test_long_menu() -> None:
    assert len(_reply(Style(long_menu=True), q="zzz").find("//select//option")) == 300


def test_brands_stand_on_full_and_on_empty_pages() -> None:
    full, empty = (
        _reply(Style(brands=120), q=word).find("//select[@class='brands']/option/text()").getall()
        for word in ("letter", "zzqx")
    )
    assert len(set(full)) == 120
    assert full == empty
    assert not _reply(Style(), q="letter").find("//select[@class='brands']")


def test_noise_differs_on_each_request() -> None:
    for is_noisy in (True, False):
        with Site(CATALOGUE, Style(noise=is_noisy)) as live:
            first, second = submit(live, q="letter"), submit(live, q="letter")
            assert (first.text != second.text) == is_noisy
            assert first.ids == second.ids


def test_calendar_goes_on_without_end() -> None:
    with Site(CATALOGUE, Style(calendar=True)) as live:
        reply = fetch(get(live, "/").link("Calendar"))
        seen = set()
        for label in ["Next month"] * 15 + ["Previous month"] * 40:
            reply = fetch(reply.link(label))
            seen.add(reply.url)
        assert len(seen) == 41
        far = get(live, "/calendar", month="9999-12")
        assert "January 10000" in fetch(far.link("Next month")).visible
        assert {hit.kind for hit in live.hits[1:]} == {"trap"}
    with Site(CATALOGUE) as live:
        assert get(live, "/calendar").status == 404
        assert get(live, "/").link("Calendar") == ""


def test_robots() -> None:
    with Site(CATALOGUE, Style(robots="User-agent: *\nDisallow: /x\n")) as live:
        reply = get(live, "/robots.txt")
        assert reply.text == "User-agent: *\nDisallow: /x\n"
        assert reply.headers.get_content_type() == "text/plain"
    with Site(CATALOGUE, Style(robots=None)) as live:
        assert get(live, "/robots.txt").status == 404
        assert live.hits[0].kind == "robots"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "shift_jis"])
def test_charsets(charset: Charset) -> None:
    catalogue = Catalogue("drawn", tuple(_titled(t) for t in ("Málaga", "東京", "Łódź")))
    style = Style(charset=charset, title="Été 東", related=True)
    with Site(catalogue, style) as live:
        for entry in catalogue.records:
            reply = submit(live, q=entry.title)
            assert reply.headers.get_content_charset() == charset
            assert reply.ids == [entry.id]
            assert entry.title in reply.visible
            assert "Été 東" in reply.visible
    # What the encoding does not have is written as a reference.
    assert ("&#" in reply.text) == (charset != "utf-8")


def _titled(title: str) -> Entry:
    made_up = {"price": "1.00", "date": "2020-01-01", "zip": "10001"}
    return Entry(str(len(title) * 1000 + ord(title[0])), title, made_up)


def test_submissions_in_another_charset_find_nothing() -> None:
    catalogue = Catalogue("drawn", (_titled("Málaga"),))
    with Site(catalogue, Style(charset="iso-8859-1")) as live:
        assert get(live, "/search", q="Málaga").ids == []  # sent as UTF-8


_ROWS = {
    "list": "//ol/li//a",
    "table": "//table[@class='zz-table']/tbody/tr/td[1]/a",
    "cards": "//div[@class='zz-card']//a[@class='zz-name']",
    "dl": "//article[div/strong='Category:']/h4/a",
}


@pytest.mark.parametrize("layout", _ROWS)
def test_layouts(layout: Layout) -> None:
    style = Style(layout=layout, prefix="zz")
    reply = _reply(style, q="letter")
    counts = {name: len(reply.find(xpath)) for name, xpath in _ROWS.items()}
    assert counts == {name: 20 if name == layout else 0 for name in _ROWS}
    headers = reply.find("//thead//th/text()").getall()
    assert bool(headers) == (layout == "table")
    assert not headers or headers[:3] == ["Title", "Code", "Category"]


@pytest.mark.parametrize("layout", _ROWS)
def test_detail_pages_label_every_attribute(layout: Layout) -> None:
    entry = CATALOGUE.records[7]
    with Site(CATALOGUE, Style(layout=layout)) as live:
        reply = get(live, f"/item/{entry.id}")
        assert reply.find("//h2/text()").get() == entry.title
        for label in ("Code", "Category", "Script", "Price", "Date", "Zip code"):
            assert label in reply.visible
        assert all(value in reply.visible for value in entry.attributes.values())


@pytest.mark.parametrize(
    ("frame", "xpath"),
    [("plain", "//div[@id='wrap']"), ("semantic", "/html/body/main"), ("table", "//center/table")],
)
def test_frames(frame: Frame, xpath: str) -> None:
    style = Style(frame=frame, nav=("About", "Terms of use"), footer="The end.", language="fr")
    with Site(CATALOGUE, style) as live:
        home = get(live, "/")
        assert home.find(xpath)
        assert home.find("/html/@lang").get() == "fr"
        assert "The end." in home.visible
        assert fetch(home.link("Terms of use")).status == 200


def test_everything_is_escaped() -> None:
    nasty = '<b onclick="x">&amp;'
    made_up = {"kind": nasty, "price": "1.00", "date": "2020-01-01"}
    catalogue = Catalogue(nasty, (Entry("a/b?c", nasty, made_up),))
    style = Style(title=nasty, menus=("kind",), facets=("kind",), footer=nasty, blank="all")
    with Site(catalogue, style) as live:
        reply = submit(live, kind=nasty)
        assert reply.ids == ["a/b?c"]
        assert not reply.find("//b[@onclick]")
        assert fetch(reply.item_links[0]).find("//h2/text()").get() == nasty
