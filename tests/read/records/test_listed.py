"""Records on pages of a site that answer no form."""

from __future__ import annotations

from collections.abc import Collection

from deepweb.page.page import Page
from deepweb.read.records.listed import ListKinds, listed_records, own_record, without_carried
from deepweb.read.records.records import FoundRecord, record_id
from tests.read.pages import page_of

SITE = "http://h"


def listing(*links: tuple[str, str], url: str = f"{SITE}/list") -> Page:
    rows = "".join(f"<li><a href='{href}'>{text}</a></li>" for href, text in links)
    return page_of(f"<html><body><ul>{rows}</ul></body></html>", url)


def read(*paths: str) -> list[FoundRecord]:
    return [FoundRecord(record_id(SITE + p), SITE + p, p, p, {}) for p in paths]


def urls(records: Collection[FoundRecord]) -> list[str]:
    return [(record.url or "").removeprefix(SITE) for record in records]


def test_links_of_the_records_kinds_are_records_by_their_text() -> None:
    page = listing(("/book/1", "One"), ("/book/2", "Two"), ("/about", "About"), ("/book/3", "3"))
    found = listed_records(page, [], ListKinds(("/book/0",), is_settled=True))
    assert [(record.title, record.url) for record in found] == [
        ("One", f"{SITE}/book/1"),
        ("Two", f"{SITE}/book/2"),
    ]


def test_entries_of_a_list_lead_to_pages_of_one_kind() -> None:
    page = listing(("/book/1", "One"), ("/book/2", "Two"), ("/book/3", "Three"), ("/me", "Me"))
    seen = read("/book/1", "/book/2", "/book/3", "/me")
    assert urls(listed_records(page, seen, ListKinds())) == ["/book/1", "/book/2", "/book/3"]
    assert not listed_records(page, read("/book/1", "/me", "/you"), ListKinds())


def test_many_links_of_one_kind_are_a_list_where_nothing_else_was_found() -> None:
    links = [(f"/types/Name{chr(97 + n)}{n}.html", f"Name {n}") for n in range(25)]
    page = listing(*links, ("/about", "About"), ("/", "Home"))
    assert not listed_records(page, [], ListKinds())
    found = listed_records(page, [], ListKinds(), is_last=True)
    assert urls(found) == [href for href, _ in links]
    known = ListKinds(("/book/0",))
    assert not listed_records(page, [], known, is_last=True)
    assert not listed_records(listing(*links[:9]), [], ListKinds(), is_last=True)
    alike = listing(*((href, "Edit") for href, _ in links))
    assert not listed_records(alike, [], ListKinds(), is_last=True)


def test_titles_of_one_list_may_be_long_or_hold_numbers() -> None:
    links = ("?(x)Overview", "?(x)Base+64", "?(x)How+to+write+a+long+title", "?(x)Exit+status")
    page = listing(*((f"/info2html{link}", link) for link in links), ("/about", "About"))
    seen = read(*(f"/info2html{link}" for link in links[:3]))
    assert len(listed_records(page, seen, ListKinds())) == len(links)


def test_titles_may_stand_behind_a_date() -> None:
    posts = [f"/2024/11/0{n}/{title}/" for n, title in enumerate(("One", "Two", "Three", "4th"))]
    page = listing(*zip(posts, posts, strict=True), ("/about", "About"))
    assert urls(listed_records(page, read(*posts), ListKinds())) == posts


def test_lists_are_no_records() -> None:
    page = listing(("/tag/1", "One"), ("/tag/2", "Two"), ("/tag/3", "Three"))
    seen = read("/tag/1", "/tag/2", "/tag/3")
    assert not listed_records(page, seen, ListKinds(lists=("/tag/0",)))
    assert not listed_records(page, seen, ListKinds(("/book/0",), is_settled=True))


def test_names_are_no_records_where_records_have_codes() -> None:
    files = [f"/dpkg/tree/bin/{name}" for name in ("ash", "cat", "echo", "login")]
    page = listing(*zip(files, files, strict=True))
    assert listed_records(page, read(*files), ListKinds(("/dpkg/commit/?id=*",)))
    assert not listed_records(
        page, read(*files), ListKinds(("/dpkg/commit/?id=*",), are_coded=True)
    )


def test_records_of_another_part_of_the_site_but_no_views_of_known_ones() -> None:
    codes = [f"{n}2d6ff0c5c0a84b7fb0a10e9bb45" for n in range(4)]
    commits = [(f"/dpkg/commit/?id={code}", f"Change {code}") for code in codes]
    known = ListKinds(("/apt/commit/?id=*",), is_settled=True)
    assert len(listed_records(listing(*commits), [], known)) == 4
    shown = [(f"/apt/commit/?id={code}", "Change") for code in codes]
    again = [(f"/apt/diff/?id={code}", "Difference") for code in codes]
    found = listed_records(listing(*shown, *again), [], known)
    assert {url.split("/")[2] for url in urls(found)} == {"commit"}


def test_a_part_of_a_page_is_no_record_of_its_own() -> None:
    page = listing(("/topic/1#a", "One"), ("/topic/1#b", "Two"), ("/topic/2", "Three"))
    seen = read("/topic/1#a", "/topic/1#b", "/topic/2", "/topic/3")
    assert urls(listed_records(page, seen, ListKinds())) == ["/topic/1", "/topic/2", "/topic/3"]


TERMS = ("Abbey", "Bridge", "Castle", "Dome", "Estate")
HERE = f"{SITE}/terms.html"


def parts(*names: str, text: str = "", of: str = HERE) -> list[FoundRecord]:
    return [FoundRecord(each, f"{of}#{each}", each, f"{each} {text}", {}) for each in names]


def test_records_are_parts_of_their_page_where_it_says_more_than_a_menu() -> None:
    page = page_of("<html><body></body></html>", HERE)
    told = parts(*TERMS, text="is a building of some kind")
    assert urls(listed_records(page, told, ListKinds())) == [f"/terms.html#{e}" for e in TERMS]
    assert not listed_records(page, parts(*TERMS), ListKinds()), "a menu"
    assert not listed_records(page, told, ListKinds(("/book/0",)))
    nameless = [FoundRecord(e, None, e, f"{e} is a building", {}, part=e) for e in TERMS]
    assert urls(listed_records(page, nameless, ListKinds())) == urls(told)


def test_a_page_of_a_few_terms_beside_a_long_menu() -> None:
    terms = "".join(f"<dt id='{each}'>{each}</dt><dd>A building</dd>" for each in TERMS[:2])
    page = page_of(f"<html><body><dl>{terms}</dl></body></html>", HERE)
    menu = read(*(f"/terms-{letter}" for letter in "abcdefg"))
    found = listed_records(page, menu, ListKinds(are_parts=True))
    assert urls(found) == ["/terms.html#Abbey", "/terms.html#Bridge"]
    assert found[0].text == "Abbey A building"


def test_an_argument_that_is_carried_along_makes_no_other_record() -> None:
    seen = read(*(f"/commit?h=v{n}&id={n}" for n in range(4)))
    known = {record_id(f"{SITE}/commit?id={n}") for n in range(3)}
    found = without_carried(seen, known.intersection)
    assert urls(found) == [f"/commit?id={n}" for n in range(4)]
    assert urls(without_carried(seen, lambda _: ())) == urls(seen)


def test_an_address_with_arguments_shows_the_record_without_them() -> None:
    seen = read(*(f"/file{n}?rev=1.{n};tag=main" for n in range(4)))
    known = {record_id(f"{SITE}/file{n}") for n in range(3)}
    assert urls(without_carried(seen, known.intersection)) == [f"/file{n}" for n in range(4)]
    others = read(*(f"/view?id={n}" for n in range(4)))
    assert urls(without_carried(others, {f"{SITE}/view"}.intersection)) == urls(others)


def test_files_of_another_folder_are_records_where_records_lie_in_folders() -> None:
    links = [(f"/src/doc/{name}", name) for name in ("a.txt", "b.txt", "more/", "a.txt?rev=1")]
    page = listing(*links, ("/src/", "Parent"), url=f"{SITE}/src/doc/?sort=age")
    known = ListKinds(("/src/bin/+", "/src/lib/+"), is_settled=True, are_files=True)
    assert urls(listed_records(page, [], known)) == ["/src/doc/a.txt", "/src/doc/b.txt"]
    others = ListKinds(("/src/bin/+", "/src/lib/+"), is_settled=True)
    assert not listed_records(page, [], others)


def test_a_record_in_another_view_is_no_record_of_its_own_page() -> None:
    links = ("/Mill?edit", "Edit"), ("/Barn", "Barn"), ("/Ferry", "Ferry")
    page = listing(*links, url=f"{SITE}/Mill")
    known = ListKinds(("/+", "/+?edit"), is_settled=True)
    assert urls(listed_records(page, read("/Mill?edit"), known)) == ["/Barn", "/Ferry"]
    pages = listing(("/view?id=2", "Two"), ("/view?id=3", "Three"), url=f"{SITE}/view?id=1")
    assert len(listed_records(pages, [], ListKinds(("/view?id=0",), is_settled=True))) == 2


def test_the_record_of_its_own_page() -> None:
    page = page_of("<title>A site</title><body><h1>A book</h1><p>About it", f"{SITE}/book/1")
    found = own_record(page, f"{SITE}/book/1")
    assert (found.title, found.id) == ("A book", f"{SITE}/book/1")
    assert "About it" in found.text


def test_links_of_pictures_are_records_by_the_texts_of_the_pictures() -> None:
    shown = "".join(
        f'<a href="/photo/p-{n}/"><img src="t.jpg" alt="{name}"></a>'
        for n, name in enumerate(("Harbour", "Bridge", "Old town", "Harbour at night"))
    )
    logo = '<a href="/"><img src="logo.png" alt="Photos"></a>'
    page = page_of(f"<html><body>{logo}<p>Published 2023</p>{shown}</body></html>", f"{SITE}/list")
    found = listed_records(page, (), ListKinds())
    assert [each.title for each in found] == ["Harbour", "Bridge", "Old town", "Harbour at night"]


def test_two_spellings_of_an_address_are_one_record_of_a_page() -> None:
    links = [
        (f"/book/{n}{end}", text) for n in range(4) for end, text in (("/", "B"), ("", "More"))
    ]
    found = listed_records(listing(*links), read(*(f"/book/{n}/" for n in range(4))), ListKinds())
    assert urls(found) == [f"/book/{n}/" for n in range(4)]


def test_parts_of_a_page_are_known_whatever_argument_led_to_it() -> None:
    parts = read(*(f"/law/7?theme=tax#art-{n}" for n in range(6)))
    known = {record_id(f"{SITE}/law/7#art-{n}") for n in range(2)}
    found = without_carried(parts, known.intersection)
    assert urls(found) == [f"/law/7#art-{n}" for n in range(6)]
    assert urls(without_carried(parts, set().intersection)) == urls(parts)


def test_days_of_a_calendar_are_no_records_but_what_happens_on_them() -> None:
    days = [(f"/daily/?year=2025&month=5&day={n}", f"{n}") for n in range(1, 32)]
    events = [(f"/event/{n}/2025/5/{n}/", f"Concert {chr(96 + n)}") for n in (3, 9, 21)]
    page = listing(*days, *events, ("/help", "Help"), ("/month/?year=2025&month=6", "Next"))
    seen = [FoundRecord(record_id(SITE + url), SITE + url, text, text, {}) for url, text in days]
    found = listed_records(page, seen, ListKinds())
    assert [each.title for each in found] == ["Concert c", "Concert i", "Concert u"]


def test_numbers_that_are_no_days_may_be_records() -> None:
    issues = [(f"/issue/{n + 100}", f"{n}") for n in range(1, 20)]
    seen = [FoundRecord(record_id(SITE + url), SITE + url, text, text, {}) for url, text in issues]
    assert len(listed_records(listing(*issues), seen, ListKinds())) == len(issues)


def test_what_all_entries_say_is_no_record() -> None:
    goods = [(f"/goods/pan-{n}", f"Pan {n}") for n in range(12)]
    carts = [(f"/cart?add={n}", "Add") for n in range(12)]
    both = [each for pair in zip(goods, carts, strict=True) for each in pair]
    seen = [FoundRecord(record_id(SITE + url), SITE + url, text, text, {}) for url, text in both]
    assert urls(listed_records(listing(*both), seen, ListKinds())) == [url for url, _ in goods]
