"""The links to further pages, and those that present the same results otherwise."""

from demosite.catalogue import label_of
from demosite.markup import NOTHING, Html, join, link, tag, text
from demosite.search import Index
from tests.site.addresses import page_url, present_url
from tests.site.control_markup import present_options
from tests.site.inputs import presenting
from tests.site.style import Style
from tests.site.submission import Submission

_NUMBERED_PAGES = 5  # linked on either side of the current one


def page_links(style: Style, index: Index, submission: Submission, last: int) -> Html:
    """Links to the pages around this one, and to the next."""
    here = submission.page
    is_endless = style.endless != "no" and last > 0
    if not is_endless and (last <= 1 or here > last):
        return NOTHING
    entries = []
    if style.page_links != "next":
        numbers = range(max(1, here - _NUMBERED_PAGES), min(last, here + _NUMBERED_PAGES) + 1)
        entries = [_number(style, index, submission, number) for number in numbers]
    if style.page_links != "numbers" and (is_endless or here < last):
        following = page_url(style, index, submission, here + 1)
        # Numbers and a word are a site's own pager, which says so; a lone word often does not.
        told = {"rel": "next"} if style.page_links == "both" else {}
        entries.append(link(following, style.next_label, **told))
    return tag("div", join(entries, " "), class_=f"{style.prefix}-pages")


def present_links(style: Style, index: Index, submission: Submission) -> Html:
    """Links to the same results in another order, number or view."""
    groups = []
    for what in style.present_links:
        chosen = submission.values.get(presenting(style)[what], "")
        entries = [
            tag("b", text(shown))
            if value == chosen
            else link(present_url(style, index, submission, what, value), shown)
            for value, shown in present_options(style, what)
        ]
        groups.append(tag("div", text(f"{label_of(what)}: "), join(entries, " | ")))
    return join(groups)


def _number(style: Style, index: Index, submission: Submission, number: int) -> Html:
    if number == submission.page:
        return tag("b", text(str(number)))
    return link(page_url(style, index, submission, number), str(number))
