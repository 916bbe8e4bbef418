"""``scrapy train``: once as a user runs it, and what goes wrong in this process."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import pytest
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from deepweb.commands.train import Command
from deepweb.crawl.form_judge import read_form_model
from deepweb.form.model import forms
from deepweb.locate.forms.form_type import form_types
from deepweb.locate.forms.topic import TopicModel, page_summary
from tests.labelled_pages import topic_pages, write_labelled_pages, write_topic_pages
from tests.preloaded import run_scrapy
from tests.read.pages import page_of
from tests.samples import form_of
from tests.site import Site, unicode_characters


def scrapy(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_scrapy("train", *arguments)


def run(*arguments: str) -> int:
    """The command in this process, without the web."""
    command = Command()
    command.settings = Settings()
    command.settings.setmodule("deepweb.settings")
    command.crawler_process = AsyncCrawlerRunner(command.settings)  # type: ignore[assignment]
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    opts, rest = parser.parse_known_args(arguments)
    command.process_options(rest, opts)
    try:
        command.run(rest, opts)
    except UsageError:
        return 2
    return command.exitcode


def test_forms(tmp_path: Path) -> None:
    data, output = write_labelled_pages(tmp_path / "data"), tmp_path / "out" / "models"
    done = scrapy("forms", "--data", str(data), "--output", str(output), "--folds", "2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for told in ("60 forms of 12 sites", "2 folds", "search       P 1.000 R 1.000 F1 1.000",
                 "accuracy 1.000", "right 1.000", f"-s DEEPWEB_FORM_MODEL={output}"):  # fmt: skip
        assert told in done.stdout, told
    form = form_of('<form action="/s"><input name=q><button>Search</button></form>')
    (said,) = form_types([form], read_form_model(output))
    assert (said.type, said.query_input) == ("search", "q")


def test_forms_twice_give_the_same_bytes(tmp_path: Path) -> None:
    data = write_labelled_pages(tmp_path / "data")
    for output in ("one", "two"):
        given = ("--data", str(data), "--output", str(tmp_path / output), "--folds", "0")
        assert run("forms", *given) == 0
    for name in ("form_types.npz", "form_boxes.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_topic_from_files_and_from_the_web(tmp_path: Path) -> None:
    books = write_topic_pages(tmp_path / "books", "books")
    flights = write_topic_pages(tmp_path / "flights", "flights")
    output = tmp_path / "topic.npz"
    with Site(unicode_characters(5)) as site:
        (tmp_path / "off.txt").write_text(f"{site.url}\n{site.url}missing\n{flights}\n")
        done = scrapy(
            "topic", "--positive", str(books), "--negative", f"@{tmp_path}/off.txt",
            "--output", str(output),
        )  # fmt: skip
        assert next(hit.kind for hit in site.hits) == "robots"
    assert done.returncode == 0, done.stderr
    assert f"left out {site.url}missing: HTTP 404" in done.stderr
    for told in ("positive: 12 forms, 0 pages without, 12 sites", "13 sites", "F1 ",
                 f"-s DEEPWEB_TOPIC_MODEL={output}"):  # fmt: skip
        assert told in done.stdout, told
    assert_tells_apart(output)


def assert_tells_apart(file: Path) -> None:
    """Books are on the topic and flights off it, on sites that the model has not seen."""
    model = TopicModel.from_bytes(file.read_bytes())
    for topic, is_on in (("books", True), ("flights", False)):
        unseen = [page_of(html) for html in list(topic_pages(topic, 20))[12:]]
        said = [model.probability(forms(p)[0], page_summary(p, ())) >= 0.5 for p in unseen]
        assert said.count(is_on) >= 7, topic


def test_topic_in_whole_words_and_twice_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = write_topic_pages(tmp_path / "books", "books")
    flights = write_topic_pages(tmp_path / "flights", "flights")
    for name in ("one", "two"):
        given = ("--positive", str(books), "--negative", str(flights))
        assert run("topic", *given, "--output", str(tmp_path / name)) == 0
    (said,) = {line for line in capsys.readouterr().out.splitlines() if "positive by" in line}
    assert {"publisher", "paperback"} & set(said.split())
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_site_a_side_is_not_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = write_topic_pages(tmp_path / "books", "books", sites=1)
    flights = write_topic_pages(tmp_path / "flights", "flights", sites=3)
    output = str(tmp_path / "topic.npz")
    assert (
        run("topic", "--positive", str(books), "--negative", str(flights), "--output", output) == 0
    )
    assert "not measured" in capsys.readouterr().out


WRONG = {
    "no data": (("forms",), "--data is missing"),
    "no such data": (("forms", "--data", "{0}/none"), "none' holds no index.jsonl"),
    "one site": (("forms", "--data", "{0}/one"), "lacks forms of two sites"),
    "too many folds": (("forms", "--data", "{0}/two", "--folds", "9"), "into 9 folds"),
    "nowhere to write": (
        ("forms", "--data", "{0}/two", "--output", "/proc/none"), "/proc/none/form_types.npz"
    ),
    "no positive": (("topic", "--negative", "{0}/books"), "--positive names no page"),
    "no negative": (("topic", "--positive", "{0}/books"), "--negative names no page"),
    "an empty folder": (
        ("topic", "--positive", "{0}/empty", "--negative", "{0}/books"), "empty' holds no HTML"
    ),
    "no such file": (
        ("topic", "--positive", "{0}/none.html", "--negative", "{0}/books"), "none.html' is neither"
    ),
    "a page without text": (
        ("topic", "--positive", "{0}/blank.html", "--negative", "{0}/books"), "blank.html' holds no"
    ),
    "both sides": (
        ("topic", "--positive", "{0}/books", "--negative", "{0}/books/1.html"), "on both sides"
    ),
    "a model that is none": (
        ("topic", "--positive", "{0}/books", "--negative", "{0}/flights", "--set",
         "DEEPWEB_FORM_MODEL={0}/none"), "form_types.npz"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "named"), WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], named: str
) -> None:
    write_labelled_pages(tmp_path / "one", sites=1)
    write_labelled_pages(tmp_path / "two", sites=2)
    write_topic_pages(tmp_path / "books", "books", sites=2)
    write_topic_pages(tmp_path / "flights", "flights", sites=2)
    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.html").write_text("<p></p>")
    given = [each.format(tmp_path) for each in arguments]
    output = () if "--output" in given else ("--output", str(tmp_path / "out"))
    assert run(*given, *output) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"train {arguments[0]}: ")
    assert named in line
    assert ";" in line, "no remedy is named"
