"""Is an address one that only some machines can reach?

Loopback, private networks, link-local addresses (the metadata services of clouds among them),
carrier-grade NAT, "this host", multicast and whatever is reserved: all that is not global by the
registries of IANA. An IPv4 address inside an IPv6 one (mapped, 6to4, Teredo, NAT64) is looked at.
"""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")


def is_private(address: str) -> bool:
    """Is it out of reach for the world? What is no address at all is not trusted either."""
    try:
        ip = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return True
    inner = _inner(ip) if isinstance(ip, IPv6Address) else None
    if inner is not None and is_private(str(inner)):
        return True
    return not ip.is_global or ip.is_multicast or (ip.is_reserved and inner is None)


def is_private_host(host: str) -> bool:
    """Is a host named by its private address, or as this machine?"""
    name = host.lower().removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return is_private(name)


def _inner(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 one leads to."""
    if ip in _NAT64 or ip in _COMPATIBLE:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
