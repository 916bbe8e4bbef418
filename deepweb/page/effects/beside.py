"""What do the tip of a link, and the sentences beside it, say that happens when it is followed?

Most tips repeat or lengthen the text of their link ("Maps": "Old maps of towns"), and nobody
explains a link to more results. A tip that says something else, or a sentence that speaks of
pressing, of a charge or of what is yours, tells what the text leaves out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.effects.judge import Effects
from deepweb.page.effects.sentence import charge, effect_of_sentence, helps, told_beside
from deepweb.page.effects.spelling import is_sentence_run, tokens_of
from deepweb.page.page import CONTROLS, Page, short_text

MAX_LINKS = 5_000  # links of a page whose tips are read
MAX_TEXT = 150  # characters of a text beside a link
MAX_NAME = 3  # words of a link whose tip may tell something else; longer ones are titles
MIN_TIP = 3  # words of such a tip
MIN_TELLING = 3  # words of a text beside a link that tells something
MIN_QUOTED = 4  # letters of a link that a sentence beside it quotes
OFTEN = 3  # links with one tip: it says what all of them are ("Go to the advert")
_TEXTS = frozenset({"p", "small", "span", "div", "em", "i"})
_OTHERS = ("a", "h1", "h2", "h3", "h4", *CONTROLS)
_PRICE = re.compile(r"\d\s*[€$£¥₹₩]|[€$£¥₹₩]\s*\d")
_ASIDE = "-\u2013\u2014\u2192(:\uff08"
STEM = 4  # letters of a word that a tip shares with the text of its link


def tips_of(page: Page) -> Counter[str]:
    """How many links of a page have each tip."""
    return Counter(map(_tip, islice(page.root.iter("a", "area"), MAX_LINKS)))


def told_of_link(element: HtmlElement, page: Page, effects: Effects) -> str:
    """What the tip of a link, or the text right behind it, says besides its text; "" if nothing."""
    tip, text = _tip(element), short_text(element, MAX_TEXT)
    is_common = not tip or page.once(tips_of)[tip] >= OFTEN
    if not is_common and text.strip() and _tells_more(tip, text, effects):
        return tip[:80]
    behind = " ".join((element.tail or "")[:MAX_TEXT].split())
    # In running text, the sentence only goes on.
    is_aside = behind.startswith(tuple(_ASIDE))
    said = behind.lstrip(_ASIDE).strip()
    is_more = is_aside and _explains(behind, said, effects) and not helps(said, effects)
    return behind[:80] if is_more or _tells_effect(said, effects) else ""


def told_of_results(element: HtmlElement, effects: Effects) -> str:
    """What the sentences near a link to more results say that it does; "" if nothing."""
    name = short_text(element, MAX_TEXT).partition(" (")[0].strip()
    for near in _near(element):
        is_quoted = len(name) >= MIN_QUOTED and name in near
        if is_quoted and len(tokens_of(near)) >= len(tokens_of(name)) + MIN_TELLING:
            return near[:80]
        if _tells_effect(near, effects):
            return near[:80]
    return ""


def _explains(behind: str, said: str, effects: Effects) -> bool:
    """Does an aside speak of what is yours, or stand in parentheses without a number?"""
    inside = re.split("[)\uff09]", said)[0]
    is_long = len(tokens_of(inside)) >= MIN_TELLING or any(map(is_sentence_run, tokens_of(inside)))
    is_note = behind.startswith(("(", "\uff08")) and is_long and not _is_name(inside)
    return is_note or (effects.words.has("your", said) and len(tokens_of(said)) >= MIN_TELLING)


def _tip(element: HtmlElement) -> str:
    return (element.get("aria-label") or element.get("title") or "")[:MAX_TEXT].strip()


def _tells_more(tip: str, text: str, effects: Effects) -> bool:
    told, said = tokens_of(tip), [word for word in tokens_of(text) if not word.isdigit()]
    is_long = len(told) >= MIN_TIP or any(map(is_sentence_run, told))
    # A tip spells out what is shortened.
    is_same = text in tip or text.isupper()
    if is_same or not is_long or len(said) > MAX_NAME or _is_name(tip) or helps(tip, effects):
        return False
    words = [word for word in said if len(word) >= STEM]
    shared = {word[:STEM] for word in told} & {word[:STEM] for word in words}
    return not shared and not effects.looks_up(tip) and not effects.explains(tip)


def _is_name(text: str) -> bool:
    """Are there several capitals or a number, as in titles and names?"""
    capitals = sum(word[:1].isupper() for word in text.split()[1:])
    return capitals > 1 or any(map(str.isdigit, text))


def _tells_effect(text: str, effects: Effects) -> bool:
    tokens = tokens_of(text)
    if len(tokens) < MIN_TELLING and not any(map(is_sentence_run, tokens)):
        return False
    of_account = _PRICE.search(text) is not None or effects.words.has("own", text)
    is_charge = effects.words.has("your", text) and of_account
    told = is_charge or charge(text, effects) or effect_of_sentence(text, effects)
    return bool(told or told_beside(text, effects))


def _near(element: HtmlElement) -> Iterator[str]:
    """The sentence right behind the element in which a link stands."""
    above = element.getparent()
    for _ in range(2):
        if above is None or above.tag == "body":
            return
        yield " ".join((above.tail or "")[:MAX_TEXT].split())
        beside = above.getnext()
        if (
            beside is not None
            and beside.tag in _TEXTS
            and next(beside.iter(*_OTHERS), None) is None
        ):
            yield short_text(beside, MAX_TEXT)
        above = above.getparent()
