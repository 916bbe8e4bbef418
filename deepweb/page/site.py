"""Which URLs belong to the site that was asked for?"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

if TYPE_CHECKING:
    from tldextract import TLDExtract

USUAL_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$")


def site_url(argument: str) -> str:
    """The address to start from, from what a user typed; a bare host name gets https.

    Raises ValueError, saying what is wrong with the value and what to type instead.
    """
    typed = argument.strip()
    if not typed:
        raise ValueError("site is empty; give an address, such as site=https://example.org/")
    if typed.startswith("@"):
        # "@located" stands for many sites, where many may be given.
        raise ValueError(
            f"site {typed!r} is no address of one site; give one such as https://example.org/"
        )
    url = typed if "://" in typed else f"https://{typed}"
    remedy = f"site {typed!r} is no web address; give one such as https://example.org/"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(remedy) from None
    if "@" in parts.netloc:
        raise ValueError(f"site {parts.hostname!r} comes with a password; leave it out")
    # urlsplit leaves out line breaks without a word.
    if parts.scheme not in USUAL_PORTS or port == 0 or not typed.isprintable():
        raise ValueError(remedy)
    if not _is_host((parts.hostname or "").removesuffix(".")):
        raise ValueError(remedy)
    return parts._replace(path=parts.path or "/", fragment="").geturl()


def _is_host(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        # What ends in a number is an address gone wrong; "https:/example.org" names no host https.
        if name.rpartition(".")[2].isdigit() or name in USUAL_PORTS:
            return False
        try:
            return bool(_HOST.match(name.encode("idna").decode()))
        except UnicodeError:
            return False
    return True


def site_name(url: str) -> str:
    """A site's name: its host as DNS spells it, with the port where it is not the usual one.

    Reads a URL as Scrapy and browsers do. Raises ValueError where they would not understand it.
    """
    parts = urlsplit(url.replace("\\", "/"))
    host = (parts.hostname or "").removesuffix(".")
    host = host if host.isascii() else host.encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    return host if _port(parts) in USUAL_PORTS.values() else f"{host}:{_port(parts)}"


def folder_name(site: str) -> str:
    """A site's name as the name of a folder."""
    return re.sub(r"[^\w.-]", "_", site)


def is_on_site(url: str, site: str) -> bool:
    """Does a URL belong to the site of that name? With or without "www." is the same site."""
    try:
        # A URL with a user in it is a trick or a mistake, and Scrapy cannot fetch all of them.
        return "@" not in urlsplit(url.replace("\\", "/")).netloc and (
            site_name(url).removeprefix("www.") == site.removeprefix("www.")
        )
    except ValueError:
        return False


def _port(parts: SplitResult) -> int:
    return parts.port or USUAL_PORTS.get(parts.scheme, 0)


def owner(url: str, sites: Iterable[str]) -> str | None:
    """The name of the site that a URL belongs to, of those asked for."""
    return next((site for site in sites if is_on_site(url, site)), None)


def registered_domain(url: str) -> str:
    """What pages of one owner have in common: ``example.co.uk`` of ``www.example.co.uk``."""
    # An address without a public suffix (10.0.0.1, localhost, a file) is its own.
    return _suffixes()(url).top_domain_under_public_suffix or urlsplit(url).netloc or url


@cache
def _suffixes() -> TLDExtract:
    from tldextract import TLDExtract  # noqa: PLC0415 - slow, and most crawls do without

    # With the list that comes with it; else it would fetch one.
    return TLDExtract(suffix_list_urls=())


# --- merged from private_address.py; rewrite or remove this note ---
# Is an address one that only some machines can reach?
#
# Loopback, private networks, link-local addresses (the metadata services of clouds among them),
# carrier-grade NAT, "this host", multicast and whatever is reserved: all that is not global by the
# registries of IANA. An IPv4 address inside an IPv6 one (mapped, 6to4, Teredo, NAT64) is looked at.

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
