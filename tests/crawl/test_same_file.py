"""A search whose every answer is one file."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.http import HtmlResponse

from deepweb.crawl.same_file import SameFile

LONG_AGO = "Mon, 02 Nov 2026 10:00:00 GMT"


def asked(word: str, **more: Any) -> dict[str, Any]:
    return {"site": "x", "form": "f", "query": {"q": word}, "script": None, "is_link": False} | more


def answer(body: str = "<p>Searching…", **headers: str) -> HtmlResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return HtmlResponse("http://x/search.html", body=body, encoding="utf-8", headers=sent)


def test_the_second_answer_tells() -> None:
    files, file = SameFile(), answer(Last_Modified=LONG_AGO)
    assert not files.is_again(file, asked("one"))
    assert files.is_again(file, asked("two"))
    assert not files.is_again(file, asked("one")), "the same question has the same answer"


@pytest.mark.parametrize(
    ("response", "question"),
    [
        (answer(), asked("two")),
        (answer(ETag="W/1"), asked("two")),
        (answer("<p>2 books", Last_Modified=LONG_AGO), asked("two")),
        (answer(Last_Modified="Mon, 02 Nov 2026 10:00:01 GMT"), asked("two")),
        (answer(Last_Modified=LONG_AGO), asked("two", script={"way": "request"})),
        (answer(Last_Modified=LONG_AGO), asked("two", is_link=True)),
        (answer(Last_Modified=LONG_AGO), asked("two", form="another")),
    ],
)
def test_programs_answer_otherwise(response: HtmlResponse, question: dict[str, Any]) -> None:
    files = SameFile()
    files.is_again(answer(Last_Modified=LONG_AGO), asked("one"))
    assert not files.is_again(response, question)
