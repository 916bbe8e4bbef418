"""Sites that work without scripts do not call for a browser, whatever their form looks like."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings

from benchmarks.browser_noticing import noticed
from deepweb.crawl.form_judge import FormJudge
from demosite.server import Question
from tests.site import Site, unicode_characters
from tests.site.styles import STYLES

PLAIN = {name: style for name, style in STYLES.items() if not style.script and not style.formless}


@pytest.fixture(scope="module")
def judge() -> FormJudge:
    settings = Settings()
    settings.setmodule("deepweb.settings")
    return FormJudge.of(settings)


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_site_with_scripts_on_it_needs_no_browser(name: str, judge: FormJudge) -> None:
    site = Site(unicode_characters(10), PLAIN[name])
    home = site.respond(Question("GET", "/", "", ""))
    html = f"{home.body}<script src=/menu.js></script>"
    assert noticed(html.encode(), "http://x/", judge).startswith("no: ")
