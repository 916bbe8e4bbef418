"""Which addresses are not for the world, in every way of writing them."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.private_address import is_private, is_private_host

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
