"""Which URLs belong to a site, who owns it, and can the whole world reach it?"""

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
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")
_HOST = re.compile(r"^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$")


def site_url(argument: str) -> str:
    """The address to start from, from what a user typed; a bare host name gets https.

    Raises ValueError, saying what is wrong with the value and what to type instead.
    """
    typed = argument.strip()
    if not typed:
        raise ValueError("site is empty; give an address, such as site=https://example.org/")
    if typed.startswith("@"):
        # "@located" names many sites, where many may be given.
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
    # urlsplit drops line breaks silently.
    if parts.scheme not in USUAL_PORTS or port == 0 or not typed.isprintable():
        raise ValueError(remedy)
    if not _is_host((parts.hostname or "").removesuffix(".")):
        raise ValueError(remedy)
    return parts._replace(path=parts.path or "/", fragment="").geturl()


def _is_host(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        # A name that ends in a number is a broken address; "https:/example.org" names no host.
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
    """What the pages of one owner have in common: ``example.co.uk`` of ``www.example.co.uk``."""
    # An address without a public suffix (10.0.0.1, localhost, a file) stands for itself.
    return _registered(url, private=False) or urlsplit(url).netloc or url


def is_same_owner(host: str, other: str) -> bool:
    """Has one owner registered two hosts? Two users of github.io are two owners."""
    registered = _registered(host, private=True)
    return bool(registered) and _registered(other, private=True) == registered


def is_beside(url: str, site: str) -> bool:
    """Is a URL on another host of the owner of a site, at the same port or the usual one?"""
    try:
        parts, own = urlsplit(url.replace("\\", "/")), urlsplit(f"//{site}")
        is_web = parts.scheme in USUAL_PORTS and "@" not in parts.netloc
        has_port = _port(parts) in {*USUAL_PORTS.values(), own.port}
    except ValueError:
        return False
    return is_web and has_port and is_same_owner(own.hostname or "", parts.hostname or "")


def _registered(url: str, *, private: bool) -> str:
    return str(public_suffixes(private=private)(url).top_domain_under_public_suffix)


@cache
def public_suffixes(*, private: bool) -> TLDExtract:
    """Splits host names by the list that tldextract ships with; it fetches none."""
    # Slow to import.
    from tldextract import TLDExtract  # noqa: PLC0415

    return TLDExtract(suffix_list_urls=(), include_psl_private_domains=private)


def is_private(address: str) -> bool:
    """Can only some machines reach an address? A text that is no address counts as private.

    Private is what IANA's registries do not call global: loopback, private networks, link-local
    addresses (metadata services of clouds), carrier-grade NAT, multicast, reserved ranges. For an
    IPv6 address that contains an IPv4 one (mapped, 6to4, Teredo, NAT64), both must be global.
    """
    try:
        ip = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return True
    inner = _inner(ip) if isinstance(ip, IPv6Address) else None
    if inner is not None and is_private(str(inner)):
        return True
    return not ip.is_global or ip.is_multicast or (ip.is_reserved and inner is None)


def is_private_host(host: str) -> bool:
    """Does a host name stand for this machine, or spell out a private address?"""
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
