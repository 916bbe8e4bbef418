"""What does the judge of effects tell by one text, and what harmless does it refuse?

    python -m benchmarks.attacks.texts

``texts.tsv`` holds short texts of pages that were written for this project by people who had not
seen the judge: writer, language, place, class (``acts`` or ``shows``), text. In a form a text is
never judged alone, so these shares show where the judge is weak, not how much is touched. It prints
one JSON line: for each place, the shares of both classes that are objected to.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from deepweb.page.effects.address import acting_address
from deepweb.page.effects.judge import Effects
from deepweb.page.effects.names import sent_name
from deepweb.page.effects.sentence import (
    effect_of_sentence,
    told_beside,
    told_by_tip,
    told_inside,
)
from deepweb.store.resources import effects

TEXTS = Path(__file__).with_name("texts.tsv")


def texts() -> Iterator[tuple[str, str, bool]]:
    """Place, text, and whether it acts; sentences stand beside a form and in it."""
    for line in TEXTS.read_text("utf-8").splitlines():
        _, _, place, kind, text = line.split("\t")
        yield place, text, kind == "acts"
        if place == "sentence":
            yield "sentence inside", text, kind == "acts"


def objection(place: str, text: str, judge: Effects) -> str:
    """What the judge says against a text that stands somewhere."""
    name, _, value = text.partition("=")
    address = text if text.startswith("/") else f"/?{text}"
    judges = {
        "button": lambda: judge.button(text),
        "heading": lambda: judge.heading(text) or judge.imperative(text),
        "sentence": lambda: told_beside(text, judge) or effect_of_sentence(text, judge),
        "sentence inside": lambda: told_inside(text, judge),
        "label": lambda: judge.box(text) or judge.tip(text),
        "option": lambda: judge.option(text),
        "tick": lambda: judge.option(text, is_tick=True) or ("" if judge.selects(text) else text),
        "link": lambda: judge.link(text),
        "tip": lambda: told_by_tip(text, judge),
        "argument": lambda: acting_address(f"http://www.example.org{address}", judge),
        "hidden": lambda: sent_name(name, value, judge),
    }
    return judges[place]()


def main() -> None:
    judge, told = effects(), defaultdict[str, list[bool]](list)
    for place, text, acts in texts():
        told[f"{place} {'acts' if acts else 'shows'}"].append(bool(objection(place, text, judge)))
    shares = {name: round(sum(each) / len(each), 3) for name, each in sorted(told.items())}
    print(json.dumps(shares))


if __name__ == "__main__":
    main()
