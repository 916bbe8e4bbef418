"""What the scripts that run in every page do there, in a browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, async_playwright

from deepweb.browser import page_tree
from deepweb.browser.session import browser_path

# Only the rows in view are drawn, as they come into view.
VIRTUAL = """<div id="list" style="height:300px;overflow:auto"><div id="rows"></div></div><script>
const list = document.getElementById('list'), rows = document.getElementById('rows');
rows.style.cssText = 'position:relative;height:8000px';
const draw = () => {
  const first = Math.floor(list.scrollTop / 40);
  rows.replaceChildren(...Array.from({length: Math.min(10, 200 - first)}, (_, n) => {
    const row = document.createElement('p');
    row.style.cssText = `position:absolute;margin:0;top:${40 * (first + n)}px`;
    row.innerHTML = `<a href="/row/${first + n}">Row</a>`;
    return row;
  }));
};
list.addEventListener('scroll', draw); draw();
</script>"""
PLAIN = "<div style='height:100px;overflow:auto'>" + "<p>Row</p>" * 50 + "</div>"


SHADOW = """<film-list></film-list><script>
customElements.define('film-list', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({mode: 'closed'}).innerHTML
      = '<p class=a>Dune <b>the</b> film</p><p>Emma</p>';
  }
});</script>"""


@asynccontextmanager
async def shown(html: str) -> AsyncIterator[Page]:
    """A page in a browser, with what runs in every page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=browser_path(""), args=["--no-sandbox"]
        )
        page = await browser.new_page()
        await page.add_init_script(page_tree.WATCH)
        await page.goto("data:text/html,<p>")
        await page.set_content(html)
        yield page
        await browser.close()


async def _rows(html: str) -> tuple[int, int]:
    async with shown(html) as page:
        await page.evaluate(page_tree.WALK, 20)
        walked = await page.locator("p").count()
        await page.evaluate(page_tree.UNWALK)
        return walked, await page.locator("p").count()


async def _element_that_shows(text: str) -> str:
    async with shown(SHADOW) as page:
        found = (await page.evaluate_handle(page_tree.SHOWS, text)).as_element()
        return await found.inner_html() if found else ""


def test_a_record_in_a_shadow_tree_can_be_clicked_on() -> None:
    assert asyncio.run(_element_that_shows("dune the film")) == "Dune <b>the</b> film"
    assert asyncio.run(_element_that_shows("Middlemarch")) == ""


@pytest.mark.parametrize(("html", "walked", "after"), [(VIRTUAL, 200, 8), (PLAIN, 50, 50)])
def test_all_rows_of_a_list_that_draws_those_in_view(html: str, walked: int, after: int) -> None:
    assert asyncio.run(_rows(html)) == (walked, after)
