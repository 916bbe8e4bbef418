"""Does a page refuse to answer: a wall before the site, an error, a shell without its scripts?

Pages that refuse or fail say so, and say little else.
"""

from __future__ import annotations

import re
from itertools import islice

from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import Phrases
from deepweb.read.kind.evidence import (
    MAX_LINE,
    MAX_TEXT,
    MIN_LIST,
    MOST_SIGNS,
    SHELL_TEXT,
    SHORT_PAGE,
    Evidence,
    KindWords,
    PageVerdict,
    Sign,
    line_around,
)

# What a page says is believed from this weight on.
LIKELY = 0.5
_MOUNTS = frozenset(
    {"root", "app", "__next", "__nuxt", "___gatsby", "react-root", "app-root", "main-app"}
)  # fmt: skip
# Marks of the walls that large sites put before themselves, in addresses, names and ids.
_WALLS = re.compile(
    r"cdn-cgi/challenge|cf-challenge|challenge-form|px-captcha|captcha-delivery|_incapsula_"
    r"|geo\.captcha|/captcha/|distil_r_|akamai-block|g-recaptcha|h-captcha|hcaptcha\.com|aws-waf"
    r"|collectconsent|consent\.(?:google|youtube|yahoo)",
    re.I,
)


def refusal_of(evidence: Evidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that does not let us in, could not be made, or is not there yet."""
    if evidence.told > SHORT_PAGE or evidence.answers.members >= MIN_LIST or evidence.count:
        return None
    blocked = _refusing(evidence, words.blocked)
    if blocked.weight >= LIKELY:
        return PageVerdict("blocked", blocked.weight, f"it says: {blocked.words}")
    broken = _refusing(evidence, words.broken)
    if broken.weight >= LIKELY:
        return PageVerdict("error", broken.weight, f"it says: {broken.words}")
    return _wall(evidence) or _shell(evidence)


def _refusing(evidence: Evidence, phrases: Phrases) -> Sign:
    """The plainest of some phrases on a short page: in its title, a heading, or a line."""
    for match in phrases.matches(evidence.title):
        return Sign(0.9, evidence.title[:MAX_LINE], match.start())
    look, best = evidence.look, Sign()
    for match in islice(phrases.matches(look.text[:MAX_TEXT]), MOST_SIGNS):
        line = line_around(look.text, *match.span())
        if len(line) > 2 * MAX_LINE or look.is_in(look.linked, match.start()):
            continue
        weight = 0.9 if look.is_in(look.headings, match.start()) else 0.7
        if look.is_in(look.furniture, match.start()) or len(look.text) > 2 * SHORT_PAGE:
            weight *= 0.5
        if weight > best.weight:
            best = Sign(weight, line, match.start())
    return best


def _wall(evidence: Evidence) -> PageVerdict | None:
    """The verdict on a page that holds next to nothing but a wall, or a login."""
    look = evidence.look
    if len(look.text) < SHORT_PAGE and (mark := _wall_mark(evidence.page)):
        return PageVerdict("blocked", 0.7, f"next to nothing on it but a wall: {mark}")
    if look.passwords and look.text_boxes < MIN_LIST and evidence.told < SHORT_PAGE / 3:
        return PageVerdict("blocked", 0.6, "next to nothing on it but a login")
    return None


def _wall_mark(page: Page) -> str | None:
    for element in page.root.iter("script", "iframe", "form", "div", "input"):
        for name in ("src", "action", "id", "class"):
            if found := _WALLS.search(element.get(name, "")[:300]):
                return found.group()
    return None


def _shell(evidence: Evidence) -> PageVerdict | None:
    """The verdict on a page that shows next to nothing."""
    look, shown = evidence.look, len(evidence.look.text)
    if shown >= SHELL_TEXT and not (shown < 4 * SHELL_TEXT and _has_bare_mount(evidence.page)):
        return None
    if any(script.get("src") or script.text for script in evidence.page.root.iter("script")):
        reason = f"an empty shell without its scripts: it shows {shown} letters"
        return PageVerdict("error", 0.9, reason, is_shell=True)
    return None if shown or look.text_boxes else PageVerdict("error", 0.6, "it shows nothing")


def _has_bare_mount(page: Page) -> bool:
    """Is there an empty element of the kind that scripts fill with the whole page?"""
    mounts = (e for e in page.root.iter("div", "main") if e.get("id", "").lower() in _MOUNTS)
    return any(not visible_text(mount) for mount in mounts)
