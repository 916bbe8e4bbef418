"""What users write behind ``-a``."""

from __future__ import annotations

import pytest

from deepweb import settings
from deepweb.arguments import check_settings, surfacer_arguments


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


@pytest.mark.parametrize("value", [None, "", False, "False", "0"])
def test_what_is_off_is_not(value: object) -> None:
    check_settings(settings_with(JOBDIR=None, HTTPCACHE_ENABLED=value))
