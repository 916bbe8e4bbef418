"""Which of several views of a record is its own?"""

import pytest

from deepweb.read.records.own_link import LinkPlaces, View, shown_as_here
from tests.read.pages import page_of

NO_VIEW: View = ("", "")
HERE = "http://site.example/look?op=view&q=fox"


@pytest.mark.parametrize(
    ("links", "own"),
    [
        (["/look?op=get&id=7", "/look?op=view&id=7"], "/look?op=view&id=7"),
        (["/look?op=get&id=7", "/look?op=view&id=8"], "/look?op=get&id=7"),
        (["/look?op=get&id=7", "/other?op=view&id=7"], "/look?op=get&id=7"),
        (["/look?op=get", "/look?op=view"], "/look?op=get"),
        (["/look?id=7&lang=en", "/look?id=7"], "/look?id=7&lang=en"),
    ],
)
def test_the_view_of_the_answer_is_the_record_s_own(links: list[str], own: str) -> None:
    html = "".join(f'<a href="{each.replace("&", "&amp;")}">it</a>' for each in links)
    page = page_of(f"<p>{html}</p>", HERE)
    (record,) = page.root.iter("p")
    base = "http://site.example"
    found, learnt = shown_as_here(page, [(record,)], [base + links[0]], NO_VIEW)
    assert (found, learnt) == ([base + own], NO_VIEW)  # one record teaches nothing


def test_the_view_of_most_records_is_that_of_the_others() -> None:
    rows = [
        f'<p><a href="/look?op=get&amp;id={n}">it</a>{more}</p>'
        for n in "123"
        for more in ([f'<a href="/look?op=view&amp;id={n}">view</a>'] if n != "3" else [""])
    ]
    page = page_of("".join(rows), HERE)
    urls = [f"http://site.example/look?op=get&id={n}" for n in "123"]
    found = shown_as_here(page, [(each,) for each in page.root.iter("p")], urls, NO_VIEW)
    assert found[0] == [f"http://site.example/look?op=view&id={n}" for n in "123"]


@pytest.mark.parametrize(("known", "op"), [(("op", "view"), "view"), (("op", "index"), "get")])
def test_the_only_record_of_a_page_is_shown_as_those_of_earlier_pages(known: View, op: str) -> None:
    page = page_of('<p><a href="/look?op=get&amp;id=7">it</a></p>', HERE)
    (record,) = page.root.iter("p")
    url = "http://site.example/look?op=get&id=7"
    found = shown_as_here(page, [(record,)], [url], known)
    assert found == ([f"http://site.example/look?op={op}&id=7"], known)


def test_several_records_teach_the_view() -> None:
    rows = "".join(
        f'<p><a href="/look?op=get&amp;id={n}">it</a><a href="/look?op=view&amp;id={n}">v</a></p>'
        for n in range(3)
    )
    page = page_of(rows, HERE)
    urls = [f"http://site.example/look?op=get&id={n}" for n in range(3)]
    learnt = shown_as_here(page, [(each,) for each in page.root.iter("p")], urls, NO_VIEW)[1]
    assert learnt == ("op", "view")


@pytest.mark.parametrize(
    ("row", "opened"),
    [
        ("<tr onclick=\"location.href='/item/{n}'\"><td>Fox {n}</td></tr>", "/item/{n}"),
        (
            "<tr onclick=\"window.location='item.asp?id={n}';\"><td>Fox {n}</td></tr>",
            "/item.asp?id={n}",
        ),
        ('<tr class="row" data-href="/item/{n}"><td>Fox {n}</td></tr>', "/item/{n}"),
        (
            "<tr><td><a href=\"javascript:show('/item/{n}', 600)\">Fox {n}</a></td></tr>",
            "/item/{n}",
        ),
        (
            "<tr><td><a href='#' onclick='return pop(\"/item?id={n}\")'>Fox</a></td></tr>",
            "/item?id={n}",
        ),
        # Put together by a script, one for all, of another site, acting, no address.
        ("<tr onclick=\"location.href='/item/' + id({n})\"><td>Fox {n}</td></tr>", None),
        ("<tr onclick=\"location.href='/help?'\"><td>Fox {n}</td></tr>", None),
        ("<tr onclick=\"location='http://other.example/{n}'\"><td>Fox {n}</td></tr>", None),
        ("<tr onclick=\"location.href='/delete/{n}'\"><td>Fox {n}</td></tr>", None),
        ('<tr data-link="popup-{n}"><td>Fox {n}</td></tr>', None),
    ],
)
def test_what_a_click_on_a_record_opens_is_its_own(row: str, opened: str | None) -> None:
    rows = "".join(row.replace("{n}", str(n)) for n in range(4))
    page = page_of(f"<table>{rows}</table>", HERE)
    own = LinkPlaces(page, [(each,) for each in page.root.iter("tr")]).clicked()
    base = "http://site.example"
    found = own and list(own.targets.values())
    assert found == (opened and [base + opened.replace("{n}", str(n)) for n in range(4)])
