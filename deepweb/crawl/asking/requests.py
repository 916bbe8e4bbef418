"""What is sent for a question: a submission of the form, its headers, and the request's meta."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from scrapy import Request

from deepweb.crawl.details.own_pages import DETAILS
from deepweb.crawl.scripted.visit import LOOK, BrowserVisit, browser_meta
from deepweb.form.model import Form
from deepweb.form.script import FILL, OPEN, PageToken, Script, unescaped
from deepweb.form.submission import Submission, posted_again, submission, with_tokens
from deepweb.items import SearchForm
from deepweb.page.address.argument_names import without_session
from deepweb.page.site import is_beside, is_on_site, site_name
from deepweb.surface.answer import Question


def script_tokens(script: Script | None) -> tuple[PageToken, ...]:
    return script.tokens if script is not None else ()


def with_fresh(form: Form, fresh: Form) -> Form:
    return fresh if script_tokens(form.script) else with_tokens(form, fresh)


def sent_for(form: Form, question: Question) -> Submission:
    """The submission for a question."""
    if posted := posted_again(question.link, question.values):
        return posted
    link, _, further = question.link.partition("#")
    if link and not (form.script and form.method == "POST" and further):
        return Submission(question.link, "GET", b"", question.values)
    filled: dict[str, tuple[str, ...]] = {}
    # The next page of a script's POST search is the same form with more values.
    for name, value in (*question.values, *parse_qsl(further, keep_blank_values=True)):
        filled[name] = (*filled.get(name, ()), value)
    return submission(form, filled)


def beside_meta(item: SearchForm) -> dict[str, str]:
    """The ``meta`` of a request to another host, which belongs to the search of the site.

    The host has the same owner, or the browser saw that the site's own search uses it.
    """
    form, script = item.form, item.form.script
    if is_on_site(form.action, item.site) or (script is not None and script.needs_browser):
        return {}
    is_seen = script is not None or is_beside(form.action, item.site)
    return {"beside_site": site_name(form.action)} if is_seen else {}


def script_meta(item: SearchForm, question: Question) -> dict[str, Any]:
    """The ``meta`` of a request for a search that works by script."""
    form, script = item.form, item.form.script
    if script is None or not script.needs_browser:
        return {}
    if question.purpose == DETAILS:
        return browser_meta(BrowserVisit(item.site, LOOK))
    values = dict(question.values)
    is_filled = script.way == FILL and not question.link
    visit = BrowserVisit(
        site=item.site,
        way=FILL if is_filled else OPEN,
        url=form.url if is_filled else "",
        place=script.box,
        word=values.get(item.query_input or "", ""),
        is_sent=script.is_sent,
        may_post=script.may_post,
    )
    return browser_meta(visit)


def lasting(form: Form) -> Form:
    """A form without session and tokens."""
    return replace(
        form,
        action=without_session(form.action),
        defaults=tuple(pair for pair in form.defaults if pair[0] not in form.tokens),
    )


def sent_headers(form: Form, sent: Submission) -> dict[str, str]:
    sent_as = {"Content-Type": sent.content_type} if sent.content_type else {}
    along = dict(form.script.headers) if form.script else {}
    return {"Referer": unescaped(form.url)} | along | sent_as


def plain_request(sent: Submission) -> Request:
    return Request(sent.url, method=sent.method, body=sent.body)
