"""What the scripts that run in every page do there, in a browser."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import async_playwright

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


async def _rows(html: str) -> tuple[int, int]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=browser_path(""), args=["--no-sandbox"]
        )
        page = await browser.new_page()
        await page.add_init_script(page_tree.WATCH)
        await page.goto("data:text/html,<p>")
        await page.set_content(html)
        await page.evaluate(page_tree.WALK, 20)
        walked = await page.locator("p").count()
        await page.evaluate(page_tree.UNWALK)
        after = await page.locator("p").count()
        await browser.close()
        return walked, after


@pytest.mark.parametrize(("html", "walked", "after"), [(VIRTUAL, 200, 8), (PLAIN, 50, 50)])
def test_all_rows_of_a_list_that_draws_those_in_view(html: str, walked: int, after: int) -> None:
    assert asyncio.run(_rows(html)) == (walked, after)
