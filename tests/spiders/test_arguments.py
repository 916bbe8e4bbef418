"""What users write behind ``-a``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deepweb import settings
from deepweb.spiders.arguments import (
    check_settings,
    locator_arguments,
    one_site,
    surfacer_arguments,
)


def test_a_site() -> None:
    given = surfacer_arguments({"site": "example.org"})
    assert given.sites == {"example.org": "https://example.org/"}
    assert given.max_requests is None


def test_several_sites_in_the_order_given() -> None:
    given = surfacer_arguments({"site": "http://b.example/x, a.example:81 ,http://[::1]:8000"})
    assert list(given.sites.items()) == [
        ("b.example", "http://b.example/x"),
        ("a.example:81", "https://a.example:81/"),
        ("[::1]:8000", "http://[::1]:8000/"),
    ]


def test_of_two_addresses_of_a_site_the_first_counts() -> None:
    given = surfacer_arguments({"site": "http://a.example/1,http://a.example/2,https://A.example"})
    assert given.sites == {"a.example": "http://a.example/1"}


@pytest.mark.parametrize("typed", ["1", "500", " 20 ", "1000000"])
def test_max_requests(typed: str) -> None:
    given = surfacer_arguments({"site": "a.example", "max_requests": typed})
    assert given.max_requests == int(typed)


@pytest.mark.parametrize("typed", ["", "0", "00", "-1", "1.5", "many", "1e3", "²", "½", "0x10"])
def test_max_requests_that_is_no_number(typed: str) -> None:
    with pytest.raises(ValueError, match="give one such as 500") as caught:
        surfacer_arguments({"site": "a.example", "max_requests": typed})
    assert repr(typed) in str(caught.value)


@pytest.mark.parametrize(
    ("given", "named", "remedy"),
    [
        ({}, "site is empty", "give an address, such as site="),
        ({"site": ""}, "site is empty", "give an address"),
        ({"site": "a.example,"}, "site is empty", "give an address"),
        ({"site": ",a.example"}, "site is empty", "give an address"),
        ({"site": "a.example,b c"}, "'b c'", "give one such as https://example.org/"),
        ({"site": "a.example", "sites": "b.example"}, "'sites'", "takes site, max_requests"),
        ({"site": "a.example", "max-requests": "5"}, "'max-requests'", "takes site, max_requests"),
    ],
    ids=str,
)
def test_mistakes(given: dict[str, str], named: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy) as caught:
        surfacer_arguments(given)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_arguments_of_scrapyd_are_let_through() -> None:
    given = surfacer_arguments({"site": "a.example", "_job": "17", "_version": "x"})
    assert list(given.sites) == ["a.example"]


def settings_with(**given: object) -> dict[str, object]:
    return {name: value for name, value in vars(settings).items() if name.isupper()} | given


@pytest.mark.parametrize(("name", "value"), [("JOBDIR", "job"), ("HTTPCACHE_ENABLED", "True")])
def test_what_keeps_pickles_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{name} '{value}' is not supported; leave it out"):
        check_settings(settings_with(**{name: value}))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DEEPWEB_TAU", "2", "DEEPWEB_TAU '2' is above 1; give a number from 0 to 1"),
        ("DEEPWEB_TAU", "nan", "DEEPWEB_TAU 'nan' is not a valid number; the default is 0.25"),
        ("DEEPWEB_PATIENCE", "1.5", "DEEPWEB_PATIENCE '1.5' is not a valid number"),
        ("DEEPWEB_PATIENCE", "-1", "DEEPWEB_PATIENCE '-1' is not a valid number"),
        ("DEEPWEB_LEASE", "inf", "DEEPWEB_LEASE 'inf' is not a valid number"),
        ("DEEPWEB_PROGRESS", "maybe", "DEEPWEB_PROGRESS 'maybe' is neither true nor false"),
        ("DEEPWEB_PROGRESS", "7", "DEEPWEB_PROGRESS '7' is neither true nor false"),
        ("DEEPWEB_MAX_REQUEST", "7", "is not a setting; do you mean DEEPWEB_MAX_REQUESTS"),
        (
            "DEEPWEB_FORM_SITES",
            "a.example,http://b.example/",
            "'http://b.example/' is not the name",
        ),
        ("DEEPWEB_PRIVATE_SITES", "a b", "DEEPWEB_PRIVATE_SITES 'a b' is not the name of a host"),
        ("DEEPWEB_XYZ", "7", "DEEPWEB_XYZ is not a setting; docs/settings.md lists all"),
    ],
)
def test_wrong_settings_are_refused(name: str, value: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        check_settings(settings_with(**{name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEEPWEB_TAU", "1"),
        ("DEEPWEB_PROGRESS", "False"),
        ("DEEPWEB_FORM_SITES", "a.example,10.0.0.5:8080"),
    ],
)
def test_right_settings_are_taken(name: str, value: str) -> None:
    check_settings(settings_with(**{name: value}))


@pytest.mark.parametrize("value", [None, "", False, "False", "0"])
def test_what_is_off_is_not(value: object) -> None:
    check_settings(settings_with(JOBDIR=None, HTTPCACHE_ENABLED=value))


@pytest.mark.parametrize(
    ("typed", "topic"), [("@located", ""), ("@located:books", "book"), ("@located:cars", "auto")]
)
def test_the_sites_located(typed: str, topic: str) -> None:
    given = surfacer_arguments({"site": typed, "max_requests": "9"})
    assert (given.located, given.sites, given.max_requests) == (topic, {}, 9)


def test_of_a_crawl_of_a_topic(tmp_path: Path) -> None:
    (tmp_path / "seeds").write_text("# some\n\nhttp://a.example/x\n  b.example\n")
    typed = {"topic": "Movies", "seeds": str(tmp_path / "seeds"), "max_sites": "7", "_job": "1"}
    given = locator_arguments(typed)
    assert given.topic == "movie"
    assert given.seeds == ("http://a.example/x", "https://b.example/")
    assert (given.max_pages, given.max_sites) == (None, 7)


def test_seeds_may_be_addresses() -> None:
    given = locator_arguments({"topic": "jobs", "seeds": "http://a.example/,https://b.example"})
    assert given.seeds == ("http://a.example/", "https://b.example/")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"topic": " "}, "topic is missing; give one such as"),
        ({"topic": "books", "seed": "x"}, "unknown argument 'seed'; sitelocator takes topic,"),
        ({"topic": "books", "seeds": "{folder}"}, "cannot be read .*; give a file"),
        ({"topic": "books", "seeds": "{folder}/bad"}, "bad, line 2: 'b c' is no web address; give"),
        ({"topic": "books", "seeds": "{folder}/raw"}, "is not a text file; give a file"),
        ({"topic": "books", "max_sites": "x"}, "max_sites 'x' is not a number of sites; give one"),
    ],
)
def test_mistakes_in_a_crawl_of_a_topic(tmp_path: Path, typed: dict[str, str], said: str) -> None:
    (tmp_path / "bad").write_text("a.example\nb c\n")
    (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=said) as caught:
        locator_arguments({k: v.replace("{folder}", str(tmp_path)) for k, v in typed.items()})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("@located", "site '@located' is no address of one site; give one such as https://"),
        ("a.example,b.example", "site 'a.example,b.example' names several sites; give one"),
        ("http://[", "is no web address"),
        ("", "site is empty"),
    ],
)
def test_where_one_site_is_taken_others_are_named(given: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        one_site(given)


def test_one_site() -> None:
    assert one_site("https://www.example.org/a%2Cb") == "www.example.org"
