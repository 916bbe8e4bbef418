"""Addresses as users type them, and as pages write them to lead a crawler astray."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scrapy import Request
from scrapy.utils.httpobj import urlparse_cached

from deepweb.page.site import (
    folder_name,
    is_beside,
    is_on_site,
    is_private,
    is_private_host,
    is_same_owner,
    owner,
    registered_domain,
    site_name,
    site_url,
)

TYPED = {
    "bare host": ("example.org", "https://example.org/"),
    "bare host and port": ("example.org:8080", "https://example.org:8080/"),
    "bare host and path": ("example.org/find?q=1", "https://example.org/find?q=1"),
    "one label": ("localhost", "https://localhost/"),
    "one label and port": ("http://localhost:9/", "http://localhost:9/"),
    "spaces around": ("  http://example.org/ \n", "http://example.org/"),
    "no path": ("http://example.org", "http://example.org/"),
    "no path but a query": ("http://example.org?a=b", "http://example.org/?a=b"),
    "a fragment": ("http://example.org/a#top", "http://example.org/a"),
    "upper case": ("HTTP://EXAMPLE.org/A", "http://EXAMPLE.org/A"),
    "IDN": ("bücher.example", "https://bücher.example/"),
    "IDN as DNS has it": ("xn--bcher-kva.example", "https://xn--bcher-kva.example/"),
    "Cyrillic": ("http://пример.рф/", "http://пример.рф/"),
    "IPv4": ("127.0.0.1:8000", "https://127.0.0.1:8000/"),
    "IPv6": ("http://[2001:db8::1]:8000/x", "http://[2001:db8::1]:8000/x"),
    "bare IPv6": ("[::1]", "https://[::1]/"),
    "trailing dot": ("http://example.org./", "http://example.org./"),
    "underscore": ("http://my_site.example.org/", "http://my_site.example.org/"),
    "space in the path": ("http://example.org/a b", "http://example.org/a b"),
}

NO_ADDRESS = {
    "no host": "http://",
    "no host but a path": "http:///path",
    "only a port": ":80",
    "port 0": "http://example.org:0/",
    "port too high": "http://example.org:99999/",
    "port in letters": "http://example.org:abc/",
    "two ports": "http://example.org:80:80/",
    "space in the host": "exa mple.org",
    "line break in the host": "exam\nple.org",
    "line break in the path": "http://example.org/\nx",
    "tab": "http://example.org/\tx",
    "no-break in the host": "ex\u200bample.org",
    "ftp": "ftp://example.org/",
    "file": "file:///etc/hosts",
    "javascript": "javascript:alert(1)",
    "one slash": "https:/example.org",
    "no slash": "https:example.org",
    "twice the scheme": "http://https://example.org/",
    "only the scheme": "https",
    "a number": "12345",
    "IPv4 gone wrong": "http://300.1.1.1/",
    "IPv4 too short": "http://127.1/",
    "IPv4 too long": "1.2.3.4.5",
    "IPv6 without brackets": "::1",
    "IPv6 half open": "http://[::1",
    "hyphen first": "http://-example.org/",
    "hyphen last": "http://example-.org/",
    "two dots": "http://example..org/",
    "only a dot": "http://./",
    "label too long": f"http://{'a' * 64}.org/",
    "IDN label too long": f"http://{'ä' * 64}.org/",
    "backslash": "http://example.org\\.evil.example/",
    "two addresses": "http://example.org,http://example.com",
    "query for a host": "http://?q=1",
}


@pytest.mark.parametrize(("typed", "url"), TYPED.values(), ids=TYPED)
def test_site_url(typed: str, url: str) -> None:
    assert site_url(typed) == url
    assert site_url(url) == url


@pytest.mark.parametrize(("typed", "url"), TYPED.values(), ids=TYPED)
def test_a_site_holds_its_own_first_page(typed: str, url: str) -> None:
    """Scrapy spells addresses its own way; what was asked for must not look like another site."""
    assert is_on_site(Request(site_url(typed)).url, site_name(url))


@pytest.mark.parametrize("typed", NO_ADDRESS.values(), ids=NO_ADDRESS)
def test_no_address(typed: str) -> None:
    with pytest.raises(ValueError, match="no web address; give one such as https://") as caught:
        site_url(typed)
    assert repr(typed) in str(caught.value)


@pytest.mark.parametrize("typed", ["", "   ", "\n"])
def test_an_empty_address(typed: str) -> None:
    with pytest.raises(ValueError, match="site is empty; give an address"):
        site_url(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "http://me:secret@example.org/",
        "http://:secret@example.org/",
        "me@example.org",
        "http://@example.org/",
        "http://me:secret@exa mple.org/",
        "http://example.com\\@example.org/",
    ],
)
def test_an_address_with_a_password_is_not_repeated(typed: str) -> None:
    with pytest.raises(ValueError, match="comes with a password; leave it out") as caught:
        site_url(typed)
    assert "secret" not in str(caught.value)


NAMES = {
    "http://example.org/a/b?c#d": "example.org",
    "https://EXAMPLE.org/": "example.org",
    "http://www.example.org/": "www.example.org",
    "http://example.org:80/": "example.org",
    "https://example.org:443/": "example.org",
    "https://example.org:080/": "example.org",
    "http://example.org:8080/": "example.org:8080",
    "http://example.org./": "example.org",
    "http://127.0.0.1:5000/": "127.0.0.1:5000",
    "http://[::1]/": "[::1]",
    "http://[::1]:8000/": "[::1]:8000",
    "https://bücher.example/": "xn--bcher-kva.example",
    "https://example。org/": "example.org",
    "http://good.example@evil.example/": "evil.example",
    "http://evil.example\\@good.example/": "evil.example",
    "ftp://example.org/": "example.org:0",
}


@pytest.mark.parametrize(("url", "name"), NAMES.items(), ids=NAMES)
def test_site_name(url: str, name: str) -> None:
    assert site_name(url) == name


def test_folder_names_are_names_of_folders() -> None:
    assert folder_name("example.org") == "example.org"
    assert folder_name("example.org:8080") == "example.org_8080"
    assert folder_name("[::1]:8000") == "___1__8000"
    assert "/" not in folder_name("../../etc/passwd")
    assert "\\" not in folder_name("a\\b")


OWN = [
    "http://example.org/",
    "https://example.org/a/b?c=d#e",
    "http://www.example.org/",
    "https://www.example.org:443/",
    "HTTP://EXAMPLE.ORG/",
    "http://example.org./",
    "http://example.org:80/",
    "http://example.org/@evil.example/",
    "http://example.org/http://evil.example/",
    "http://example.org\\@evil.example/",
    "http://example.org?evil.example",
]
FOREIGN = [
    "http://evil.example/",
    "http://evilexample.org/",
    "http://example.org.evil.example/",
    "http://example.orgevil.example/",
    "http://sub.example.org/",
    "http://www.www.example.org/",
    "http://org/",
    "http://example.com/",
    "http://example.org:8080/",
    "https://example.org:8443/",
    "http://example.org@evil.example/",
    "http://evil.example@example.org/",
    "http://[::1]@example.org/",
    "http://example.org:80@evil.example/",
    "http://evil.example\\@example.org/",
    "http://evil.example/@example.org/",
    "http://evil.example?example.org",
    "http://evil.example#@example.org/",
    "http:\\\\evil.example\\example.org",
    "ftp://example.org/",
    "file://example.org/etc/passwd",
    "javascript:location='http://example.org/'",
    "mailto:me@example.org",
    "data:text/html,example.org",
    "//example.org/",
    "/search",
    "",
    "http://",
    "http://[",
    "http://[::1",
    "http://example.org:port/",
    "http://example.org:99999/",
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://exämple.org/",
    "http://ex" + "ä" * 64 + ".org/",
]


@pytest.mark.parametrize("site", ["example.org", "www.example.org"])
@pytest.mark.parametrize("url", OWN)
def test_on_site(url: str, site: str) -> None:
    assert is_on_site(url, site)


@pytest.mark.parametrize("site", ["example.org", "www.example.org"])
@pytest.mark.parametrize("url", FOREIGN)
def test_not_on_site(url: str, site: str) -> None:
    assert not is_on_site(url, site)


@pytest.mark.parametrize("site", ["127.0.0.1:8000", "[::1]:8000", "localhost:8000"])
def test_other_ports_of_a_machine_are_other_sites(site: str) -> None:
    assert is_on_site(f"http://{site}/search", site)
    assert not is_on_site(f"http://{site}1/search", site)
    assert not is_on_site(f"http://{site.removesuffix(':8000')}/search", site)


_HOSTS = st.sampled_from(
    ["example.org", "www.example.org", "evil.example", "org", "127.0.0.1", "[::1]", "exämple.org"]
)
_GLUE = st.sampled_from(["", "@", ":", ":80", ":8080", "\\", "/", "//", ".", "#", "?", "\t", "%2f"])
_TRICKS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["http://", "https://", "http:\\\\", "HTTP://", "http:///"]),
        st.lists(st.one_of(_HOSTS, _GLUE, st.text(max_size=3)), max_size=6).map("".join),
    ),
)


@given(
    _TRICKS, st.sampled_from(["example.org", "www.example.org", "127.0.0.1", "example.org:8080"])
)
@example("http://evil.example\\@example.org/", "example.org")
@example("http://[::1]@example.org", "example.org")
@settings(max_examples=300, deadline=None)
def test_what_is_on_site_is_fetched_from_its_host(url: str, site: str) -> None:
    """Whatever a page may write: what we call ours, Scrapy connects to our host for."""
    if not is_on_site(url, site):
        return
    fetched = urlparse_cached(Request(url))
    host = (fetched.hostname or "").removesuffix(".").removeprefix("www.")
    assert host == site.partition(":")[0].removeprefix("www.")
    assert (fetched.port == 8080) == site.endswith(":8080")


@given(st.text())
@settings(deadline=None)
def test_no_text_is_on_site_by_accident_or_raises(text: str) -> None:
    assert not is_on_site(text, "example.org") or "example.org" in text.lower()


@given(st.text())
@settings(deadline=None)
def test_site_url_gives_an_address_or_says_why_not(text: str) -> None:
    try:
        url = site_url(text)
    except ValueError as error:
        assert "give" in str(error) or "leave it out" in str(error)
    else:
        assert url.startswith(("http://", "https://"))
        assert is_on_site(url, site_name(url))


def test_owner_is_the_site_that_holds_the_page() -> None:
    sites = ("example.org", "example.org:8080", "www.example.com")
    assert owner("https://www.example.org/x", sites) == "example.org"
    assert owner("http://example.org:8080/x", sites) == "example.org:8080"
    assert owner("http://example.com/", sites) == "www.example.com"
    assert owner("http://example.net/", sites) is None
    assert owner("http://[", sites) is None
    assert owner("http://example.org/", ()) is None


_PRIVATE = """
127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
100.64.0.1 100.127.255.255 0.0.0.0 0.1.2.3 255.255.255.255 224.0.0.1 198.18.0.1 192.0.2.1 240.0.0.1
::1 :: fe80::1 fe80::1%eth0 fc00::1 fd00::1 fd00:ec2::254 ff02::1 2001:db8::1
::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 64:ff9b::127.0.0.1
64:ff9b::10.1.2.3 2002:7f00:1:: 2002:a00:1::1 [::1]
"""
_PUBLIC = """
8.8.8.8 1.1.1.1 93.184.216.34 172.32.0.1 172.15.255.255 100.63.255.255 100.128.0.1 169.253.1.1
2606:4700::1111 2a00:1450:4001::1 64:ff9b::8.8.8.8
"""
PRIVATE, PUBLIC = _PRIVATE.split(), _PUBLIC.split()


@pytest.mark.parametrize("address", PRIVATE)
def test_private(address: str) -> None:
    assert is_private(address)
    assert is_private_host(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address: str) -> None:
    assert not is_private(address)
    assert not is_private_host(address)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "localhost.", "app.localhost"])
def test_names_of_this_machine(host: str) -> None:
    assert is_private_host(host)


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org", "10.example", "2130706433"]
)
def test_other_names_are_judged_by_where_they_lead(host: str) -> None:
    assert not is_private_host(host)


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_what_is_private_is_private_inside_ipv6(ip: ipaddress.IPv4Address) -> None:
    for form in (f"::ffff:{ip}", f"64:ff9b::{ip}", f"::{ip}"):
        assert is_private(form) or not is_private(str(ip))


@settings(deadline=None)
@given(st.text())
def test_what_is_no_address_is_not_trusted(text: str) -> None:
    assert isinstance(is_private(text), bool)
    try:
        ipaddress.ip_address(text)
    except ValueError:
        assert is_private(text) or "%" in text or "[" in text or "]" in text


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("http://www.shop.co.uk/a", "shop.co.uk"),
        ("https://a.b.example.com:8080/", "example.com"),
        ("http://someone.github.io/", "github.io"),
        ("http://10.0.0.1:81/", "10.0.0.1:81"),
        ("http://localhost:8000/x", "localhost:8000"),
        ("file:///home/pages/a.html", "file:///home/pages/a.html"),
    ],
)
def test_registered_domain(url: str, domain: str) -> None:
    assert registered_domain(url) == domain


@pytest.mark.parametrize(
    ("host", "other", "expected"),
    [
        ("www.shop.co.uk", "api.shop.co.uk", True),
        ("one.github.io", "two.github.io", False),
        ("shop.co.uk", "other.co.uk", False),
        ("10.0.0.1", "10.0.0.1", False),
        ("localhost", "localhost", False),
        ("", "", False),
    ],
)
def test_is_same_owner(host: str, other: str, expected: bool) -> None:
    assert is_same_owner(host, other) is expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://search.example.co.uk/find", True),
        ("https://example.co.uk/", True),
        ("http://search.example.co.uk:8080/", False),
        ("http://other.co.uk/", False),
        ("http://example.co.uk.evil.example/", False),
        ("http://search.example.co.uk@evil.example/", False),
        ("ftp://search.example.co.uk/", False),
        ("http://127.0.0.1/", False),
        ("http://[", False),
    ],
)
def test_is_beside(url: str, expected: bool) -> None:
    assert is_beside(url, "homes.example.co.uk") is expected


def test_no_host_is_beside_an_address_or_another_user_of_a_shared_domain() -> None:
    assert not is_beside("http://10.0.0.2/", "10.0.0.1")
    assert not is_beside("http://localhost/", "localhost:81")
    assert not is_beside("http://two.github.io/", "one.github.io")
    assert is_beside("http://a.example.org:81/", "b.example.org:81")
